/* generate_building.c - a made-up building: rooms on each floor (generate_rooms.c), stairs between
 * floors above each other, and one lift through all of them, where some place is free on all. */

#include "base/random.h"
#include "base/status.h"
#include "base/text.h"
#include "map/generate.h"

#define STAIRS_COST 6 /* metres of walking */
#define LIFT_COST 4   /* from floor to floor */
#define STAIRS_LONG 2 /* cells from where they begin to where they end, in plan */
#define ROOM_SCALE 16 /* as of generate_rooms.c */
#define TRIES 1000    /* to find a place */

typedef struct plan {
  const pf_recipe *recipe;
  pf_features *features;
  pf_random random;
  pf_grid floor[PF_LEVELS_MAX];
  int32_t floors;
} plan;

static pathfan_status add_box(plan *p, pf_polygon_kind kind, int32_t floor, const int32_t box[4]) {
  pf_polygons *areas = &p->features->areas;
  pathfan_status status = pf_polygons_begin(areas, kind, NULL);
  if (!status) status = pf_polygons_ring(areas, 0);
  for (int i = 0; i < 4 && !status; i++)
    status = pf_polygons_point(areas, box[i == 1 || i == 2 ? 2 : 0], box[i > 1 ? 3 : 1]);
  if (!status) areas->polygons[areas->polygon_count - 1].levels = UINT64_C(1) << floor;
  return status;
}

/* Whether cells [left, right) of a row are exactly one run of blocked cells. */
static bool is_run(const pf_grid *grid, int32_t left, int32_t right, int32_t y) {
  if (y >= grid->height || (left > 0 && !pf_grid_is_free(grid, left - 1, y)) ||
      (right < grid->width && !pf_grid_is_free(grid, right, y)))
    return false;
  for (int32_t x = left; x < right; x++)
    if (pf_grid_is_free(grid, x, y)) return false;
  return true;
}

/* Adds the walls of a floor: runs of blocked cells, as far down as the same run goes on. */
static pathfan_status add_walls(plan *p, int32_t floor) {
  const pf_grid *grid = &p->floor[floor];
  pathfan_status status = PATHFAN_OK;
  for (int32_t y = 0; y < grid->height; y++)
    for (int32_t left = 0, right; left < grid->width && !status; left = right) {
      right = left + 1;
      if (pf_grid_is_free(grid, left, y)) continue;
      while (right < grid->width && !pf_grid_is_free(grid, right, y)) right++;
      if (y && is_run(grid, left, right, y - 1)) continue; /* belongs to the run above */
      int32_t bottom = y + 1;
      while (is_run(grid, left, right, bottom)) bottom++;
      status = add_box(p, PF_POLYGON_OBSTACLE, floor, (int32_t[]){left, y, right, bottom});
    }
  return status;
}

static pathfan_status add_link(plan *p, int32_t x, int32_t y, int32_t length, int32_t floor,
                               double cost, const char *name) {
  const pf_map_link link = {.at = {x + 0.5, y + 0.5, x + length + 0.5, y + 0.5},
                            .level = {floor, floor + 1},
                            .cost = {cost, cost},
                            .name = (char *)name};
  return pf_features_link(p->features, &link);
}

static pathfan_status add_stairs(plan *p, int32_t floor) {
  const pf_grid *below = &p->floor[floor], *above = &p->floor[floor + 1];
  const int32_t side = p->recipe->scale > 0 ? p->recipe->scale : ROOM_SCALE;
  const int64_t rooms = (int64_t)below->width * below->height / ((int64_t)side * side);
  const int64_t wanted = 2 + (rooms < 128 ? rooms / 16 : 8);
  pathfan_status status = PATHFAN_OK;
  int64_t made = 0;
  for (int32_t i = 0; i < TRIES && made < wanted && !status; i++) {
    const int32_t x = pf_random_between(&p->random, 0, below->width - 1);
    const int32_t y = pf_random_between(&p->random, 0, below->height - 1);
    if (!pf_grid_is_free(below, x, y) || !pf_grid_is_free(above, x + STAIRS_LONG, y)) continue;
    status = add_link(p, x, y, STAIRS_LONG, floor, STAIRS_COST, "stairs");
    made++;
  }
  return status;
}

static pathfan_status add_lift(plan *p) {
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i < TRIES; i++) {
    const int32_t x = pf_random_between(&p->random, 0, p->floor[0].width - 1);
    const int32_t y = pf_random_between(&p->random, 0, p->floor[0].height - 1);
    int32_t f = 0;
    while (f < p->floors && pf_grid_is_free(&p->floor[f], x, y)) f++;
    if (f < p->floors) continue;
    for (f = 0; f + 1 < p->floors && !status; f++)
      status = add_link(p, x, y, 0, f, LIFT_COST, "lift");
    return status;
  }
  return status;
}

static pathfan_status make_floor(plan *p, int32_t floor, pathfan_error *error) {
  pf_recipe recipe = *p->recipe;
  char name[PF_SHORTEST_BYTES];
  recipe.seed = p->recipe->seed * PF_LEVELS_MAX + (uint64_t)floor;
  pathfan_status status = pf_generate_rooms(&recipe, &p->floor[floor], error);
  if (status) return status;
  const int32_t whole[] = {0, 0, recipe.width, recipe.height};
  (void)pf_levels_of(&p->features->areas.levels, pf_integer_text(floor, name));
  status = add_box(p, PF_POLYGON_FREE, floor, whole);
  return status ? status : add_walls(p, floor);
}

pathfan_status pf_generate_building(const pf_recipe *recipe, int32_t floors, pf_features *features,
                                    pathfan_error *error) {
  plan p = {.recipe = recipe, .features = features, .floors = floors};
  *features = (pf_features){.background_rate = 1};
  if (floors < 1 || floors > PF_LEVELS_MAX)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "a building has 1 to %d floors", PF_LEVELS_MAX);
  pathfan_status status = PATHFAN_OK;
  p.random = pf_random_from(recipe->seed);
  for (int32_t f = 0; f < floors && !status; f++) status = make_floor(&p, f, error);
  for (int32_t f = 0; f + 1 < floors && !status; f++) status = add_stairs(&p, f);
  if (!status && floors > 1) status = add_lift(&p);
  for (int32_t f = 0; f < floors; f++) pf_grid_free(&p.floor[f]);
  if (status) pf_features_free(features);
  return status;
}
