/* ground.c - what stands between a map's text and a mesh. */
#include "ground.h"

#include <stdlib.h>
#include <string.h>

#include "map/movingai.h"
#include "mesh/rectangles.h"

static pathfan_status cut_into_rectangles(pathfan_ground *ground, pathfan_error *error) {
  pathfan_grid_mesh mesh = {0};
  const pathfan_grid *grid = &ground->grid;
  pathfan_status status = pathfan_rectangles_build(grid, &mesh);
  if (!status)
    status = pathfan_locator_build_rows(mesh.cell_polygon, grid->width, grid->height, 0,
                                        &ground->locator_bytes, &ground->locator_size);
  ground->mesh_kind = PATHFAN_LAYOUT_MESH_RECTANGLES;
  ground->mesh = mesh.data;
  memset(&mesh.data, 0, sizeof mesh.data);
  pathfan_grid_mesh_free(&mesh);
  return status ? pathfan_fail(error, status, "out of memory cutting the map into rectangles")
                : PATHFAN_OK;
}

pathfan_status pathfan_ground_read(const char *text, size_t bytes, const char *path,
                                   const pathfan_map_options *options, pathfan_mesh_kind kind,
                                   pathfan_ground *ground, pathfan_error *error) {
  (void)kind;
  memset(ground, 0, sizeof *ground);
  pathfan_status status =
      pathfan_movingai_parse(text, bytes, path, options->passable, &ground->grid, error);
  ground->frame = (pathfan_frame){.width = ground->grid.width, .height = ground->grid.height};
  if (!status) status = cut_into_rectangles(ground, error);
  if (!status)
    pathfan_locator_open(ground->locator_bytes, ground->locator_size, &ground->locator);
  else
    pathfan_ground_free(ground);
  return status;
}
