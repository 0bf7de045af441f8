/* make_map.c - the public face of src/map/generate*.c and sample.c. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/path.h"
#include "base/reserved.h"
#include "base/status.h"
#include "map/generate.h"
#include "map/geojson_write.h"
#include "map/movingai.h"
#include "map/sample.h"
#include "map/scenario.h"
#include "pathfan/build.h"

void pathfan_map_recipe_init(pathfan_map_recipe *recipe) {
  *recipe = (pathfan_map_recipe){.kind = PATHFAN_MAP_ROOMS,
                                 .width = 256,
                                 .height = 256,
                                 .seed = 1,
                                 .density = -1,
                                 .scale = 0,
                                 .floors = 3};
}

/* Makes maps that aren't made of cells. */
static pathfan_status make_terrain(const pf_recipe *recipe, const char *path,
                                   pathfan_error *error) {
  pf_features features;
  pathfan_status status = pf_generate_terrain(recipe, &features, error);
  if (!status) status = pf_geojson_write(&features, path, error);
  pf_features_free(&features);
  return status;
}

static pathfan_status make_city(const pf_recipe *recipe, const char *path, pathfan_error *error) {
  pf_features features = {.background_rate = 1};
  pathfan_status status = pf_generate_city(recipe, &features.areas, error);
  if (!status) status = pf_geojson_write(&features, path, error);
  pf_features_free(&features);
  return status;
}

static pathfan_status make_building(const pf_recipe *recipe, int32_t floors, const char *path,
                                    pathfan_error *error) {
  pf_features features;
  pathfan_status status = pf_generate_building(recipe, floors, &features, error);
  if (!status) status = pf_geojson_write(&features, path, error);
  pf_features_free(&features);
  return status;
}

pathfan_status pathfan_map_make(const pathfan_map_recipe *recipe, const char *path,
                                pathfan_error *error) {
  pf_grid grid = {0};
  pathfan_status status;
  if (error) error->text[0] = 0;
  if (!recipe || !path)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "no recipe or no path is given");
  if (!PF_KNOWS(recipe)) return pf_fail(error, PATHFAN_ERR_ARGUMENT, "recipe: " PF_UNKNOWN_MEMBER);

  const pf_recipe r = {.width = recipe->width,
                       .height = recipe->height,
                       .seed = recipe->seed,
                       .density = recipe->density,
                       .scale = recipe->scale};
  switch (recipe->kind) {
  case PATHFAN_MAP_ROOMS: status = pf_generate_rooms(&r, &grid, error); break;
  case PATHFAN_MAP_CAVES: status = pf_generate_caves(&r, &grid, error); break;
  case PATHFAN_MAP_MAZE: status = pf_generate_maze(&r, &grid, error); break;
  case PATHFAN_MAP_RANDOM: status = pf_generate_random(&r, &grid, error); break;
  case PATHFAN_MAP_TERRAIN: return make_terrain(&r, path, error);
  case PATHFAN_MAP_CITY: return make_city(&r, path, error);
  case PATHFAN_MAP_BUILDING: return make_building(&r, recipe->floors, path, error);
  default:
    status = pf_fail(error, PATHFAN_ERR_ARGUMENT, "there is no kind of map number %d",
                     (int)recipe->kind);
  }
  if (!status) status = pf_movingai_write(&grid, path, error);
  pf_grid_free(&grid);
  return status;
}

/* Returns the file's own name for a scenario's map column; the caller frees it. Tabs and line ends
 * in a name would break the line apart. */
static char *map_column(const char *map_path) {
  char *name = strdup(pf_path_name(map_path));
  for (char *c = name; c && *c; c++)
    if (*c == '\t' || *c == '\n' || *c == '\r') *c = '_';
  return name;
}

pathfan_status pathfan_scenario_make(const char *map_path, const char *path, int32_t count,
                                     uint64_t seed, pathfan_error *error) {
  pf_grid grid = {0};
  pf_output output = {0};
  char *name = NULL;
  pf_scen_entry *entries = NULL;
  if (error) error->text[0] = 0;
  if (!map_path || !path || count < 0)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT,
                   "a scenario needs a map, a path and a count of 0 or more");

  pathfan_status status = pf_output_check(path, map_path, error);
  if (!status) status = pf_movingai_read(map_path, NULL, &grid, error);
  if (status) return status;
  name = map_column(map_path);
  entries = pf_alloc((uint64_t)count, sizeof *entries);
  if (!name || !entries) {
    status = pf_fail(error, PATHFAN_ERR_NO_MEMORY, "no memory for %d queries", (int)count);
    goto cleanup;
  }
  status = pf_sample_queries(&grid, (pf_span){name, strlen(name)}, count, seed, entries, error);
  if (status) goto cleanup;
  status = pf_output_open(&output, path, error);
  if (status) goto cleanup;
  pf_scen_write_version(output.stream);
  for (int32_t i = 0; i < count; i++) pf_scen_write(output.stream, &entries[i]);
  status = pf_output_close(&output, error);

cleanup:
  free(entries);
  free(name);
  pf_grid_free(&grid);
  return status;
}
