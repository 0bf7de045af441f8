/* sample.c - random queries over a map.
 *
 * Two free cells drawn blindly are mostly far apart, while a benchmark needs all lengths. So a
 * start is drawn, all octile lengths from it are computed, a length is drawn, and then a goal among
 * the cells about that far away. Each start serves several goals, because computing its lengths
 * takes a walk over the whole map. */
#include "map/sample.h"

#include <stdlib.h>

#include "base/random.h"
#include "base/status.h"
#include "map/octile.h"

/* Queries per start. More would be faster but less varied. */
#define GOALS_PER_START 8

/* Starts drawn before accepting one from which no other cell can be reached. */
#define STARTS_TRIED 20

/* MovingAI's buckets: lengths 0 to below 4 are in bucket 0, and so on. */
#define BUCKET_LENGTH 4

static int64_t count_free(const pf_grid *grid) {
  int64_t cells = (int64_t)grid->width * grid->height, count = 0;
  for (int64_t i = 0; i < cells; i++) count += grid->free[i];
  return count;
}

/* The free cell number `rank`, row by row; there must be more than rank of them. */
static int64_t nth_free(const pf_grid *grid, int64_t rank) {
  int64_t cell = -1;
  while (rank >= 0) rank -= grid->free[++cell];
  return cell;
}

static bool has_neighbour(const pf_grid *grid, int32_t x, int32_t y) {
  return pf_grid_is_free(grid, x - 1, y) || pf_grid_is_free(grid, x + 1, y) ||
         pf_grid_is_free(grid, x, y - 1) || pf_grid_is_free(grid, x, y + 1);
}

static int compare(const void *left, const void *right) {
  const pf_scen_entry *a = left, *b = right;
  double key_a[5] = {a->octile_length, a->from_y, a->from_x, a->to_y, a->to_x};
  double key_b[5] = {b->octile_length, b->from_y, b->from_x, b->to_y, b->to_x};
  for (int i = 0; i < 5; i++)
    if (key_a[i] != key_b[i]) return key_a[i] < key_b[i] ? -1 : 1;
  return 0;
}

pathfan_status pf_sample_queries(const pf_grid *grid, pf_span map_name, int32_t count,
                                 uint64_t seed, pf_scen_entry *entries, pathfan_error *error) {
  pf_random random = pf_random_from(seed);
  pf_octile octile;
  int32_t width = grid->width;
  int64_t free_count = count_free(grid);
  if (count > 0 && free_count == 0)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "the map has no free cell to start from");

  pathfan_status status = pf_octile_init(&octile, grid, error);
  int32_t from_x = 0, from_y = 0;
  for (int32_t i = 0; i < count && !status; i++) {
    if (i % GOALS_PER_START == 0) {
      int tries = 0;
      do {
        int64_t cell = nth_free(grid, pf_random_below(&random, free_count));
        from_x = (int32_t)(cell % width);
        from_y = (int32_t)(cell / width);
      } while (!has_neighbour(grid, from_x, from_y) && ++tries < STARTS_TRIED);
      status = pf_octile_from(&octile, from_x, from_y, error);
      if (status) break;
    }
    /* Ring 0 is the start itself; no ring is empty, as a diagonal step has straight ones beside
     * it. */
    int64_t goal = octile.order[0];
    if (octile.ring_count > 1) {
      int64_t ring = 1 + pf_random_below(&random, octile.ring_count - 1);
      int64_t first = octile.ring[ring], beyond = octile.ring[ring + 1];
      goal = octile.order[first + pf_random_below(&random, beyond - first)];
    }
    double length = pf_octile_length(&octile, goal);
    entries[i] = (pf_scen_entry){.bucket = (int32_t)(length / BUCKET_LENGTH),
                                 .map_name = map_name,
                                 .width = width,
                                 .height = grid->height,
                                 .from_x = from_x,
                                 .from_y = from_y,
                                 .to_x = (double)(goal % width),
                                 .to_y = (double)(goal / width),
                                 .octile_length = length};
  }
  pf_octile_free(&octile);
  if (!status) qsort(entries, (size_t)count, sizeof *entries, compare);
  return status;
}
