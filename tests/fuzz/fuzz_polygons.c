/* fuzz_polygons.c - the readers of polygon maps must survive any bytes, and what
 * they accept must become an outline that can be triangulated.
 *
 * The first byte chooses the reader, the second the unit and the agent's radius. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "map/polygons.h"
#include "meshing/cdt.h"

/* Larger maps only take longer. */
#define POINTS_MAX 400

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_polygons(const pathfan_polygons *p) {
  if (!p->polygon_count) abort();
  for (int32_t i = 0; i < p->polygon_count; i++)
    if (p->polygons[i].first_ring > pathfan_polygon_end(p, i)) abort();
  for (int32_t r = 0; r < p->ring_count; r++)
    if (pathfan_ring_end(p, r) - p->rings[r].first_point < 3) abort();
  for (int32_t i = 0; i < 2 * p->point_count; i++)
    if (!(fabs(p->points[i]) <= PATHFAN_COORDINATE_MAX)) abort();
}

static void check_outline(const pathfan_polygons *polygons, uint8_t choice) {
  static const double units[] = {0, 1, 0.125, 1e-3}, radii[] = {0, 0, 0.3, 1, 1e6};
  const pathfan_snap_options options = {units[choice % 4], radii[choice / 4 % 5]};
  pathfan_frame frame;
  pathfan_outline outline;
  pathfan_mesh_data mesh = {0};
  pathfan_error error = {{0}};
  const pathfan_status status =
      pathfan_polygons_outline(polygons, &options, &frame, &outline, &error);
  if (status) {
    const bool fair = status == PATHFAN_ERR_MALFORMED || status == PATHFAN_ERR_LIMIT;
    if (!fair || strstr(error.text, "GEOS") || outline.edges || frame.width) abort();
    return;
  }
  for (int32_t v = 0; v < outline.vertex_count; v++) {
    const pathfan_lattice_point at = outline.vertices[v];
    if (at.x < 0 || at.y < 0 || at.x > frame.width || at.y > frame.height) abort();
  }
  if (pathfan_cdt_build(&outline, &mesh)) abort();
  if ((outline.edge_count > 0) != (mesh.view.polygon_count > 0)) abort();
  pathfan_mesh_data_free(&mesh);
  pathfan_outline_free(&outline);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static pathfan_status (*const readers[])(const char *, size_t, const char *, pathfan_polygons *,
                                           pathfan_error *) = {
      pathfan_geojson_parse, pathfan_poly_parse, pathfan_wkt_parse};
  if (size < 2) return 0;
  pathfan_polygons polygons;
  pathfan_error error = {{0}};
  char *text = malloc(size - 2 ? size - 2 : 1); /* ends where the map does */
  if (!text) return 0;
  memcpy(text, data + 2, size - 2);
  const pathfan_status status = readers[data[0] % 3](text, size - 2, "fuzz", &polygons, &error);
  free(text);
  if (status) {
    if (status != PATHFAN_ERR_MALFORMED || polygons.points || !error.text[0]) abort();
    return 0;
  }
  check_polygons(&polygons);
  if (polygons.point_count <= POINTS_MAX) check_outline(&polygons, data[1]);
  pathfan_polygons_free(&polygons);
  return 0;
}
