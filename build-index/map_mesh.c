/* map_mesh.c - a map's mesh as a file, and in numbers. */
#include "base/file.h"
#include "mesh/mesh_file.h"
#include "mesh/metrics.h"
#include "pathfan/build.h"
#include "search/map.h"

pathfan_status pathfan_map_write_mesh(const pathfan_map *map, const char *path,
                                      pathfan_error *error) {
  pathfan_output output;
  if (error) error->text[0] = 0;
  if (!map || !path) return pathfan_fail(error, PATHFAN_ERR_ARGUMENT, "no map or no path");
  pathfan_status status = pathfan_output_open(&output, path, error);
  if (status) return status;
  status = pathfan_mesh_file_write(output.stream, &map->ground.frame, &map->ground.mesh.view);
  if (!status) return pathfan_output_close(&output, error);
  pathfan_output_discard(&output);
  return pathfan_fail(error, status, "%s: no memory to write the mesh", path);
}

static pathfan_mesh_kind kind_of(pathfan_layout_mesh mesh) {
  switch (mesh) {
  case PATHFAN_LAYOUT_MESH_GIVEN: return PATHFAN_MESH_DEFAULT;
  case PATHFAN_LAYOUT_MESH_CDT: return PATHFAN_MESH_CDT;
  case PATHFAN_LAYOUT_MESH_MERGED: return PATHFAN_MESH_MERGED;
  case PATHFAN_LAYOUT_MESH_RECTANGLES: return PATHFAN_MESH_RECTANGLES;
  }
  return PATHFAN_MESH_DEFAULT;
}

void pathfan_map_metrics(const pathfan_map *map, pathfan_mesh_metrics *metrics) {
  const pathfan_mesh_measure measure =
      pathfan_mesh_measure_of(&map->ground.mesh, &map->ground.frame);
  *metrics = (pathfan_mesh_metrics){.kind = kind_of(map->ground.mesh_kind),
                                    .vertices = measure.vertices,
                                    .polygons = measure.polygons,
                                    .components = measure.components,
                                    .dead_ends = measure.dead_ends,
                                    .degree = measure.degree,
                                    .corners = measure.corners,
                                    .area = measure.area};
}
