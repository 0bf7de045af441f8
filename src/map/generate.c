/* generate.c - makes caves and random maps; what all generators share.
 *
 * Every decision is made with whole numbers from base/random.h, and nothing depends on the math
 * library, on addresses or on the order of evaluation, so the same arguments give the same map
 * everywhere; tests/unit/build/test_generate.c pins digests. Changing the numbers that these
 * functions draw, or their order, changes every map. */
#include "map/generate.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "base/status.h"
#include "map/generate_begin.h"

pathfan_status pf_generate_check(const pf_generate_kind *kind, pf_recipe *recipe,
                                 pathfan_error *error) {
  pf_recipe *r = recipe;
  if (r->width < 1 || r->width > PF_GRID_MAX || r->height < 1 || r->height > PF_GRID_MAX)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT,
                   "width and height of a map must be 1 to %d, not %d and %d", PF_GRID_MAX,
                   (int)r->width, (int)r->height);
  if (r->density < 0) r->density = kind->density;
  if (!(r->density <= 1)) /* also NaN */
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "the density of a map must be 0 to 1");
  if (r->scale == 0) r->scale = kind->scale;
  if (r->scale < kind->scale_min || r->scale > kind->scale_max)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT,
                   "the scale of this kind of map must be %d to %d, not %d", (int)kind->scale_min,
                   (int)kind->scale_max, (int)r->scale);
  return PATHFAN_OK;
}

pathfan_status pf_generate_begin(const pf_generate_kind *kind, pf_recipe *recipe, pf_grid *grid,
                                 pathfan_error *error) {
  *grid = (pf_grid){0};
  const pathfan_status status = pf_generate_check(kind, recipe, error);
  if (status) return status;
  uint64_t cells = (uint64_t)recipe->width * (uint64_t)recipe->height;
  grid->free = pf_alloc(cells, 1);
  if (!grid->free)
    return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "no memory for %d x %d cells", (int)recipe->width,
                   (int)recipe->height);
  memset(grid->free, kind->fill, cells);
  grid->width = recipe->width;
  grid->height = recipe->height;
  return PATHFAN_OK;
}

/* ---- Caves ----
 *
 * The well-known cellular automaton: a cell is blocked in the next round if among it and its eight
 * neighbours a majority is blocked. Cells off the map count as blocked, so caves are closed at the
 * border. Each round is done in place; the old state of only two rows is needed. */

/* sum[x] = blocked cells among x-1, x, x+1 of a row; a NULL row is off the map. */
static void sum_row(const uint8_t *row, int32_t width, uint8_t *sum) {
  if (!row) {
    memset(sum, 3, (size_t)width);
    return;
  }
  for (int32_t x = 0; x < width; x++) {
    int before = x > 0 ? !row[x - 1] : 1, behind = x + 1 < width ? !row[x + 1] : 1;
    sum[x] = (uint8_t)(before + !row[x] + behind);
  }
}

static void smooth(pf_grid *grid, uint8_t *sums) {
  int32_t width = grid->width;
  uint8_t *above = sums, *here = sums + width, *below = sums + 2 * (int64_t)width;
  sum_row(NULL, width, above);
  sum_row(grid->free, width, here);
  for (int32_t y = 0; y < grid->height; y++) {
    uint8_t *row = grid->free + (int64_t)y * width;
    sum_row(y + 1 < grid->height ? row + width : NULL, width, below);
    for (int32_t x = 0; x < width; x++) row[x] = above[x] + here[x] + below[x] < 5;
    uint8_t *reused = above;
    above = here;
    here = below;
    below = reused;
  }
}

pathfan_status pf_generate_caves(const pf_recipe *recipe, pf_grid *grid, pathfan_error *error) {
  pf_recipe r = *recipe;
  pf_random random = pf_random_from(r.seed);
  const pf_generate_kind kind = {
      .density = 0.45, .scale = 4, .scale_min = 1, .scale_max = 100, .fill = 1};
  pathfan_status status = pf_generate_begin(&kind, &r, grid, error);
  if (status) return status;
  uint8_t *sums = pf_alloc(3 * (uint64_t)r.width, 1);
  if (!sums) {
    pf_grid_free(grid);
    return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "no memory for the rows of a map");
  }
  int64_t cells = (int64_t)r.width * r.height;
  for (int64_t i = 0; i < cells; i++) grid->free[i] = !pf_random_chance(&random, r.density);
  for (int32_t round = 0; round < r.scale; round++) smooth(grid, sums);
  free(sums);
  return PATHFAN_OK;
}

/* ---- Random blocks ---- */

pathfan_status pf_generate_random(const pf_recipe *recipe, pf_grid *grid, pathfan_error *error) {
  pf_recipe r = *recipe;
  pf_random random = pf_random_from(r.seed);
  const pf_generate_kind kind = {
      .density = 0.2, .scale = 1, .scale_min = 1, .scale_max = PF_GRID_MAX, .fill = 1};
  pathfan_status status = pf_generate_begin(&kind, &r, grid, error);
  if (status) return status;
  const int32_t width = r.width, height = r.height, scale = r.scale;
  int64_t cells = (int64_t)width * height, missing = (int64_t)(r.density * (double)cells);
  /* Corners of blocks may lie off the map, so that its margins aren't emptier. */
  int64_t corners_x = (int64_t)width + scale - 1, corners_y = (int64_t)height + scale - 1;

  /* Four blocks for each block's area cover 98 % of the map; after that too many blocks hit only
   * blocked cells. */
  int64_t tries = 4 * (corners_x * corners_y / ((int64_t)scale * scale) + 1);
  while (missing > 0 && tries-- > 0) {
    int32_t x = (int32_t)(pf_random_below(&random, corners_x) - scale + 1);
    int32_t y = (int32_t)(pf_random_below(&random, corners_y) - scale + 1);
    for (int32_t row = y < 0 ? 0 : y; row < height && row < y + scale; row++)
      for (int32_t at = x < 0 ? 0 : x; at < width && at < x + scale && missing > 0; at++) {
        uint8_t *cell = &grid->free[(int64_t)row * width + at];
        missing -= *cell;
        *cell = 0;
      }
  }

  /* The rest is blocked cell by cell: each free one with the chance missing / left. */
  int64_t left = 0;
  for (int64_t i = 0; i < cells; i++) left += grid->free[i];
  for (int64_t i = 0; i < cells && missing > 0; i++) {
    if (!grid->free[i]) continue;
    if (pf_random_below(&random, left--) < missing) {
      grid->free[i] = 0;
      missing--;
    }
  }
  return PATHFAN_OK;
}
