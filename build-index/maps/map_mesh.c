/* map_mesh.c - writes a map's mesh or its free space as a file; measures the mesh. */
#include "base/file.h"
#include "base/status.h"
#include "free_polygons.h"
#include "map/geojson_write.h"
#include "map/poly_write.h"
#include "meshing/mesh_file.h"
#include "meshing/metrics.h"
#include "pathfan/build.h"
#include "space/map.h"

static pathfan_status write_mesh(FILE *stream, int version, const pf_ground *ground) {
  return pf_mesh_file_write(stream, version, &ground->frame, &ground->mesh.view);
}

static pathfan_status write_polygons(FILE *stream, const pf_ground *ground,
                                     void (*write)(FILE *, const pf_polygons *)) {
  pf_polygons polygons;
  pathfan_status status = pf_free_polygons(&ground->mesh, &ground->frame, &polygons);
  if (!status && !polygons.polygon_count) status = PATHFAN_ERR_MALFORMED;
  if (!status) write(stream, &polygons);
  pf_polygons_free(&polygons);
  return status;
}

static pathfan_status write_kind(FILE *stream, const pf_ground *ground, pathfan_space_file kind) {
  switch (kind) {
  case PATHFAN_SPACE_FILE_MESH_2: return write_mesh(stream, 2, ground);
  case PATHFAN_SPACE_FILE_MESH_3: return write_mesh(stream, 3, ground);
  case PATHFAN_SPACE_FILE_POLY: return write_polygons(stream, ground, pf_poly_write);
  case PATHFAN_SPACE_FILE_POLYGON: return write_polygons(stream, ground, pf_enclosures_write);
  case PATHFAN_SPACE_FILE_GEOJSON: return write_polygons(stream, ground, pf_geojson_write_polygons);
  }
  return PATHFAN_ERR_ARGUMENT;
}

pathfan_status pathfan_map_write(const pathfan_map *map, const char *path, pathfan_space_file kind,
                                 pathfan_error *error) {
  pf_output output;
  if (error) error->text[0] = 0;
  if (!map || !path) return pf_fail(error, PATHFAN_ERR_ARGUMENT, "no map or no path");
  if (map->ground.mesh.view.is_layered)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT,
                   "%s: floors lie above each other in the map, which such a file can't hold",
                   path);
  pathfan_status status = pf_output_open(&output, path, error);
  if (status) return status;
  status = write_kind(output.stream, &map->ground, kind);
  if (!status) return pf_output_close(&output, error);
  pf_output_discard(&output);
  if (status == PATHFAN_ERR_MALFORMED)
    return pf_fail(error, status, "nothing of the map is free, so it has no polygons");
  if (status == PATHFAN_ERR_ARGUMENT)
    return pf_fail(error, status, "%s: no kind of file %d", path, (int)kind);
  return pf_fail(error, status, "%s: no memory to write it", path);
}

void pathfan_map_metrics(const pathfan_map *map, pathfan_mesh_metrics *metrics) {
  const pf_mesh_measure measure = pf_mesh_measure_of(&map->ground.mesh, &map->ground.frame);
  *metrics = (pathfan_mesh_metrics){.kind = (pathfan_mesh_kind)map->ground.mesh_kind,
                                    .vertices = measure.vertices,
                                    .polygons = measure.polygons,
                                    .components = measure.components,
                                    .dead_ends = measure.dead_ends,
                                    .degree = measure.degree,
                                    .corners = measure.corners,
                                    .area = measure.area};
}
