/* mesh_file_write.c - writes a mesh as a .mesh file, version 2 or 3.
 *
 * The sectors round a pinch, each with its own vertex in a mesh, are one vertex in a file. Reading
 * orders the sectors that aren't convex as their points (mesh_data.c), so points are numbered by
 * those, and points without such a sector come last: read again, everything has its old number. */
#include <locale.h>
#include <stdlib.h>

#include "base/memory.h"
#include "meshing/mesh_file.h"
#include "meshing/weld.h"

/* Writes the shortest of the usual decimal forms that reads back as the same number. */
static void put_number(FILE *stream, double value) {
  char text[40];
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, value + 0.0); /* + 0.0: no -0 */
    if (strtod(text, NULL) == value) break;
  }
  fputs(text, stream);
}

/* A polygon at a point: it extends counter-clockwise from the direction of the edge that leaves the
 * point. */
typedef struct spoke {
  pf_lattice_point direction;
  int32_t polygon;
  bool wall; /* an obstacle follows it counter-clockwise */
} spoke;

static bool upper_half(pf_lattice_point d) {
  return d.y > 0 || (d.y == 0 && d.x > 0);
}

static int by_angle(const void *a, const void *b) {
  const pf_lattice_point d = ((const spoke *)a)->direction, e = ((const spoke *)b)->direction;
  if (upper_half(d) != upper_half(e)) return upper_half(d) ? -1 : 1;
  const int64_t turn = pf_cross(d, e);
  return (turn < 0) - (turn > 0);
}

static void put_point(FILE *stream, const pf_frame *frame, pf_lattice_point at) {
  put_number(stream, pf_frame_x(frame, 0, at.x));
  fputc(' ', stream);
  put_number(stream, pf_frame_y(frame, 0, at.y));
}

/* Writes the lines of points, version 2: coordinates, then polygons and gaps all round. */
static pathfan_status put_points_2(FILE *stream, const pf_frame *frame, const pf_mesh *mesh,
                                   const int32_t *point_of, int32_t point_count) {
  const uint32_t corners = mesh->first_corner[mesh->polygon_count];
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  uint32_t *first = pf_alloc_zero((uint64_t)point_count + 2, sizeof *first);
  spoke *spokes = pf_alloc(corners, sizeof *spokes);
  pf_lattice_point *at = pf_alloc((uint64_t)point_count, sizeof *at);
  if (!first || !spokes || !at) goto cleanup;

  for (int32_t v = 0; v < mesh->vertex_count; v++) at[point_of[v]] = mesh->vertices[v];
  for (uint32_t c = 0; c < corners; c++) first[point_of[mesh->corner_vertex[c]] + 2]++;
  for (int32_t i = 0; i < point_count; i++) first[i + 2] += first[i + 1];
  for (int32_t p = 0; p < mesh->polygon_count; p++) {
    const uint32_t begin = mesh->first_corner[p], end = mesh->first_corner[p + 1];
    for (uint32_t c = begin; c < end; c++) {
      const int32_t v = mesh->corner_vertex[c];
      const int32_t next = mesh->corner_vertex[c + 1 < end ? c + 1 : begin];
      spokes[first[point_of[v] + 1]++] =
          (spoke){.direction = pf_from_to(mesh->vertices[v], mesh->vertices[next]),
                  .polygon = p,
                  .wall = mesh->corner_neighbour[c > begin ? c - 1 : end - 1] < 0};
    }
  }
  for (int32_t i = 0; i < point_count; i++) {
    const uint32_t count = first[i + 1] - first[i];
    spoke *here = &spokes[first[i]];
    uint32_t walls = 0;
    qsort(here, count, sizeof *here, by_angle);
    for (uint32_t s = 0; s < count; s++) walls += here[s].wall;
    put_point(stream, frame, at[i]);
    fprintf(stream, " %lu", (unsigned long)(count + walls));
    for (uint32_t s = 0; s < count; s++)
      fprintf(stream, here[s].wall ? " %d -1" : " %d", (int)here[s].polygon);
    fputc('\n', stream);
  }
  status = PATHFAN_OK;

cleanup:
  free(first);
  free(spokes);
  free(at);
  return status;
}

/* The same for version 3: coordinates only. */
static pathfan_status put_points_3(FILE *stream, const pf_frame *frame, const pf_mesh *mesh,
                                   const int32_t *point_of, int32_t point_count) {
  pf_lattice_point *at = pf_alloc((uint64_t)point_count, sizeof *at);
  if (!at) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t v = 0; v < mesh->vertex_count; v++) at[point_of[v]] = mesh->vertices[v];
  for (int32_t i = 0; i < point_count; i++) {
    put_point(stream, frame, at[i]);
    fputc('\n', stream);
  }
  free(at);
  return PATHFAN_OK;
}

/* Writes the lines of polygons: corners, then for each corner the neighbour across the edge that
 * ends there. Version 3 counts from 1, has 0 for no neighbour, and begins with 1 for a walkable
 * polygon. */
static void put_polygons(FILE *stream, int version, const pf_mesh *mesh, const int32_t *point_of) {
  const int32_t least = version == 3;
  for (int32_t p = 0; p < mesh->polygon_count; p++) {
    const uint32_t begin = mesh->first_corner[p], end = mesh->first_corner[p + 1];
    fprintf(stream, least ? "1 %lu" : "%lu", (unsigned long)(end - begin));
    for (uint32_t c = begin; c < end; c++)
      fprintf(stream, " %d", (int)(point_of[mesh->corner_vertex[c]] + least));
    for (uint32_t c = begin; c < end; c++)
      fprintf(stream, " %d", (int)(mesh->corner_neighbour[c > begin ? c - 1 : end - 1] + least));
    fputc('\n', stream);
  }
}

/* Sets point_of[v] to the file's number of vertex v's point. */
static pathfan_status number_points(const pf_mesh *mesh, int32_t *point_of, int32_t *point_count) {
  const int32_t count = mesh->vertex_count, convex = mesh->convex_count;
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  pf_lattice_point *points = pf_alloc((uint64_t)count, sizeof *points);
  int32_t *of = pf_alloc((uint64_t)count, sizeof *of);
  if (points && of) {
    for (int32_t i = 0; i < count; i++) points[i] = mesh->vertices[(i + convex) % count];
    status = pf_weld(points, count, of, point_count);
    for (int32_t i = 0; i < count && !status; i++) point_of[(i + convex) % count] = of[i];
  }
  free(points);
  free(of);
  return status;
}

pathfan_status pf_mesh_file_write(FILE *stream, int version, const pf_frame *frame,
                                  const pf_mesh *mesh) {
  int32_t point_count = 0;
  int32_t *point_of = pf_alloc((uint64_t)mesh->vertex_count, sizeof *point_of);
  bool is_ready = point_of != NULL;
#if PATHFAN_WITH_POSIX /* so that decimals have a point; elsewhere nobody sets a locale */
  locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0), old = (locale_t)0;
  is_ready = is_ready && plain;
  if (plain) old = uselocale(plain);
#endif
  pathfan_status status =
      is_ready ? number_points(mesh, point_of, &point_count) : PATHFAN_ERR_NO_MEMORY;
  if (!status) {
    fprintf(stream, "mesh\n%d\n%d %d\n", version, (int)point_count, (int)mesh->polygon_count);
    status =
        (version == 3 ? put_points_3 : put_points_2)(stream, frame, mesh, point_of, point_count);
    if (!status) put_polygons(stream, version, mesh, point_of);
  }
  free(point_of);
#if PATHFAN_WITH_POSIX
  if (plain) (void)uselocale(old);
  if (plain) freelocale(plain);
#endif
  return status;
}
