/* map_mesh.c - a map's mesh as a file, and in numbers. */
#include "base/file.h"
#include "base/status.h"
#include "meshing/mesh_file.h"
#include "meshing/metrics.h"
#include "pathfan/build.h"
#include "space/map.h"

pathfan_status pathfan_map_write_mesh(const pathfan_map *map, const char *path,
                                      pathfan_error *error) {
  pathfan_output output;
  if (error) error->text[0] = 0;
  if (!map || !path) return pathfan_fail(error, PATHFAN_ERR_ARGUMENT, "no map or no path");
  pathfan_status status = pathfan_output_open(&output, path, error);
  if (status) return status;
  status = pathfan_mesh_file_write(output.stream, 2, &map->ground.frame, &map->ground.mesh.view);
  if (!status) return pathfan_output_close(&output, error);
  pathfan_output_discard(&output);
  return pathfan_fail(error, status, "%s: no memory to write the mesh", path);
}

void pathfan_map_metrics(const pathfan_map *map, pathfan_mesh_metrics *metrics) {
  const pathfan_mesh_measure measure =
      pathfan_mesh_measure_of(&map->ground.mesh, &map->ground.frame);
  *metrics = (pathfan_mesh_metrics){.kind = (pathfan_mesh_kind)map->ground.mesh_kind,
                                    .vertices = measure.vertices,
                                    .polygons = measure.polygons,
                                    .components = measure.components,
                                    .dead_ends = measure.dead_ends,
                                    .degree = measure.degree,
                                    .corners = measure.corners,
                                    .area = measure.area};
}
