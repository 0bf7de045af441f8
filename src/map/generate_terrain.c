/* generate_terrain.c - a made-up terrain: the grid that its stages work on, and the stages.
 *
 * Heights come first; water runs down them (generate_waters.c), people settle by the water and make
 * roads (generate_ways.c), and where these cross rivers there are bridges and fords
 * (generate_crossings.c). Everything is done at the places of a grid that are moved a little at
 * random.
 *
 * Numbers are doubles, but only added, subtracted, multiplied, divided and square-rooted, which
 * IEEE 754 defines to the last bit, and rounded in the end; so the same arguments give the same
 * terrain everywhere. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "map/generate.h"
#include "map/generate_begin.h"
#include "map/generate_land.h"

#define DENSITY 0.4
#define PLACES_MAX (INT64_C(1) << 20) /* takes seconds, and 100 MB */
#define STRAY 0.42                    /* places are moved by at most this many steps */

static int32_t places_along(double extent, double step) {
  const double steps = extent / step + 0.5;
  return steps < 1 ? 2 : (int32_t)steps + 1;
}

/* Moves the places of the grid a little; those of the border stay on it. */
static void scatter(pf_land *land, pf_land_place *places) {
  const double dx = land->width / (land->across - 1), dy = land->height / (land->down - 1);
  for (int32_t i = 0; i < land->count; i++) {
    const int32_t x = i % land->across, y = i / land->across;
    const double along_x = pf_random_between(&land->random, -1000, 1000) * (STRAY / 1000);
    const double along_y = pf_random_between(&land->random, -1000, 1000) * (STRAY / 1000);
    places[i].x = (x && x < land->across - 1 ? x + along_x : x) * dx;
    places[i].y = (y && y < land->down - 1 ? y + along_y : y) * dy;
  }
}

static pathfan_status begin(pf_land *land) {
  const uint64_t count = (uint64_t)land->count;
  const double x = land->width, y = land->height;
  land->level = pf_alloc(count, sizeof *land->level);
  land->below = pf_alloc(count, sizeof *land->below);
  land->drained = pf_alloc(count, sizeof *land->drained);
  land->wet = pf_alloc_zero(count, sizeof *land->wet);
  land->blocked = pf_alloc_zero(count, sizeof *land->blocked);
  land->waters = pf_alloc(count, sizeof *land->waters);
  land->ground = pf_alloc(count, sizeof *land->ground);
  if (!land->level || !land->below || !land->drained || !land->wet || !land->blocked ||
      !land->waters || !land->ground)
    return PATHFAN_ERR_NO_MEMORY;
  scatter(land, land->waters);
  scatter(land, land->ground);
  pf_polygons *areas = &land->draft.areas;
  const double corners[4][2] = {{0, 0}, {x, 0}, {x, y}, {0, y}};
  pathfan_status status = pf_polygons_begin(areas, PF_POLYGON_FREE, NULL);
  if (!status) status = pf_polygons_ring(areas, 0);
  for (int i = 0; i < 4 && !status; i++)
    status = pf_polygons_point(areas, corners[i][0], corners[i][1]);
  return status;
}

static void end(pf_land *land) {
  free(land->level);
  free(land->below);
  free(land->drained);
  free(land->wet);
  free(land->blocked);
  free(land->waters);
  free(land->ground);
  pf_features_free(&land->draft);
}

/* Distances between villages grow more slowly than maps do: 9 for 20 x 20, 1,000 for 10,000 x
 * 10,000. */
static int32_t scale_default(int32_t width, int32_t height) {
  const double side = sqrt((double)width * height);
  return width < 1 || height < 1 ? 1 : (int32_t)sqrt(side * sqrt(side));
}

static int64_t places_of(int32_t width, int32_t height, int32_t scale) {
  const double step = (double)scale / PF_LAND_STEPS;
  return (int64_t)places_along(width, step) * places_along(height, step);
}

pathfan_status pf_generate_terrain(const pf_recipe *recipe, pf_features *features,
                                   pathfan_error *error) {
  *features = (pf_features){0};
  pf_recipe r = *recipe;
  const pf_generate_kind kind = {.density = DENSITY,
                                 .scale = scale_default(r.width, r.height),
                                 .scale_min = 1,
                                 .scale_max = PF_GRID_MAX};
  pathfan_status status = pf_generate_check(&kind, &r, error);
  if (status) return status;
  int32_t least = r.scale;
  while (places_of(r.width, r.height, least) > PLACES_MAX) least++;
  if (least > r.scale)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT,
                   "the scale of a terrain of %d x %d must be %d or more, not %d", (int)r.width,
                   (int)r.height, (int)least, (int)r.scale);
  const double step = (double)r.scale / PF_LAND_STEPS;
  pf_land land = {.width = r.width,
                  .height = r.height,
                  .scale = r.scale,
                  .density = r.density,
                  .step = step,
                  .across = places_along(r.width, step),
                  .down = places_along(r.height, step),
                  .random = pf_random_from(r.seed)};
  land.count = land.across * land.down;
  status = begin(&land);
  if (!status) status = pf_land_waters(&land);
  if (!status) status = pf_land_ways(&land);
  if (!status) status = pf_land_cross(&land, features);
  if (!status) { /* moves the draft's areas, which stay as they are */
    features->areas = land.draft.areas;
    features->areas.place_is = "feature";
    features->background_rate = 1;
    memset(&land.draft.areas, 0, sizeof land.draft.areas);
  } else {
    pf_features_free(features);
    pf_fail(error, status, "no memory for a terrain of %d x %d", (int)r.width, (int)r.height);
  }
  end(&land);
  return status;
}
