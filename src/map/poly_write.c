/* poly_write.c - one ring a line, independent of the locale. */
#include "map/poly_write.h"

#include "base/text.h"

static void write_number(FILE *stream, double value) {
  char buffer[PF_SHORTEST_BYTES];
  fprintf(stream, " %s", pf_number_shortest(value, buffer));
}

static void write_ring(FILE *stream, const pf_polygons *polygons, int32_t ring) {
  const int32_t first = polygons->rings[ring].first_point, end = pf_ring_end(polygons, ring);
  fprintf(stream, "%d", (int)(end - first));
  for (int32_t i = 2 * first; i < 2 * end; i++) write_number(stream, polygons->points[i]);
  putc('\n', stream);
}

void pf_poly_write(FILE *stream, const pf_polygons *polygons) {
  fprintf(stream, "poly\n1\n%d\n", (int)polygons->ring_count);
  for (int32_t r = 0; r < polygons->ring_count; r++) write_ring(stream, polygons, r);
}

void pf_enclosures_write(FILE *stream, const pf_polygons *polygons) {
  const int32_t shells = polygons->polygon_count;
  fprintf(stream, "polygon 1\n%d %d\n", (int)shells, (int)(polygons->ring_count - shells));
  for (int32_t p = 0; p < shells; p++)
    write_ring(stream, polygons, polygons->polygons[p].first_ring);
  for (int32_t p = 0; p < shells; p++)
    for (int32_t r = polygons->polygons[p].first_ring + 1; r < pf_polygon_end(polygons, p); r++)
      write_ring(stream, polygons, r);
}
