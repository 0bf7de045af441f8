/* make_map.c - the public face of src/map/generate*.c. */
#include "base/reserved.h"
#include "base/status.h"
#include "map/generate.h"
#include "map/geojson_write.h"
#include "map/movingai.h"
#include "pathfan/build.h"

void pathfan_map_recipe_init(pathfan_map_recipe *recipe) {
  *recipe = (pathfan_map_recipe){
      .kind = PATHFAN_MAP_ROOMS, .width = 256, .height = 256, .seed = 1, .density = -1, .scale = 0};
}

/* What isn't cells. */
static pathfan_status make_terrain(const pathfan_map_recipe *r, const char *path,
                                   pathfan_error *error) {
  pathfan_features features;
  pathfan_status status = pathfan_generate_terrain(r->width, r->height, r->seed, r->density,
                                                   r->scale, &features, error);
  if (!status) status = pathfan_geojson_write(&features, path, error);
  pathfan_features_free(&features);
  return status;
}

pathfan_status pathfan_map_make(const pathfan_map_recipe *recipe, const char *path,
                                pathfan_error *error) {
  pathfan_grid grid = {0};
  pathfan_status status;
  if (error) error->text[0] = 0;
  if (!recipe || !path)
    return pathfan_fail(error, PATHFAN_ERR_ARGUMENT, "no recipe or no path is given");
  if (!PATHFAN_KNOWS(recipe))
    return pathfan_fail(error, PATHFAN_ERR_ARGUMENT, "recipe: " PATHFAN_UNKNOWN_MEMBER);

  const pathfan_map_recipe *r = recipe;
  switch (r->kind) {
  case PATHFAN_MAP_ROOMS:
    status =
        pathfan_generate_rooms(r->width, r->height, r->seed, r->density, r->scale, &grid, error);
    break;
  case PATHFAN_MAP_CAVES:
    status =
        pathfan_generate_caves(r->width, r->height, r->seed, r->density, r->scale, &grid, error);
    break;
  case PATHFAN_MAP_MAZE:
    status =
        pathfan_generate_maze(r->width, r->height, r->seed, r->density, r->scale, &grid, error);
    break;
  case PATHFAN_MAP_RANDOM:
    status =
        pathfan_generate_random(r->width, r->height, r->seed, r->density, r->scale, &grid, error);
    break;
  case PATHFAN_MAP_TERRAIN: return make_terrain(r, path, error);
  default:
    status = pathfan_fail(error, PATHFAN_ERR_ARGUMENT, "there is no kind of map number %d",
                          (int)r->kind);
  }
  if (!status) status = pathfan_movingai_write(&grid, path, error);
  pathfan_grid_free(&grid);
  return status;
}
