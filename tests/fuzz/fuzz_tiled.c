/* fuzz_tiled.c - the reader of Tiled's maps, JSON or XML, must survive any bytes; an accepted map
 * must have at most one free polygon, and sound rings and lines; and only what the table of formats
 * lists is counted. A text whose length is 3 more than a multiple of 4 is read with chosen layers.
 */
#include <math.h>
#include <stdlib.h>

#include "map/formats.h"
#include "map/tiled.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  pf_polygons p;
  pathfan_error error = {{0}};
  const pf_map_format *format = pf_map_formats;
  const pf_wishes wishes = {.layers = size % 4 == 3 ? "walls\na" : NULL};
  const pathfan_status status =
      pf_tiled_parse((const char *)data, size, "fuzz", &wishes, &p, &error);
  if (status) {
    if (status != PATHFAN_ERR_MALFORMED || p.points || !error.text[0]) abort();
    return 0;
  }
  while (format->parse_polygons != pf_tiled_parse) format++;
  if (!pf_map_format_counts(format, &p.ignored)) abort();
  for (int k = 0; k < PF_IGNORED_KINDS; k++)
    if ((p.ignored.count[k] > 0) != (p.ignored.example[k][0] != 0)) abort();
  int free_boxes = 0; /* none in an infinite map without tiles */
  for (int32_t i = 0; i < p.polygon_count; i++) free_boxes += p.polygons[i].kind == PF_POLYGON_FREE;
  if (p.polygon_count < 1 || free_boxes > 1) abort();
  for (int32_t i = 0; i < p.polygon_count; i++)
    for (int32_t r = p.polygons[i].first_ring; r < pf_polygon_end(&p, i); r++)
      if (pf_ring_end(&p, r) - p.rings[r].first_point <
          (p.polygons[i].kind == PF_POLYGON_WALL ? 2 : 3))
        abort();
  for (int32_t i = 0; i < 2 * p.point_count; i++)
    if (!(fabs(p.points[i]) <= 2 * PF_COORDINATE_MAX)) abort();
  pf_polygons_free(&p);
  return 0;
}
