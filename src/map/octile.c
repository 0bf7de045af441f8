/* octile.c - Dijkstra's algorithm with one bucket per whole length.
 *
 * No step is shorter than 1, so cells whose lengths lie in [d, d+1) can't improve each other: a
 * bucket may be settled in any order, and no heap is needed (R. Dial, "Algorithm 360", CACM 1969).
 * A step is at most sqrt 2, so the buckets in use are d, d+1 and d+2.
 *
 * A path is stored as its numbers of straight and diagonal steps. Its length is computed from these
 * at once, so its error doesn't grow along the path, and it doesn't depend on the order of the
 * steps. */
#include "map/octile.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/status.h"

#define DIAGONAL_LENGTH 1.4142135623730951 /* sqrt 2 */

/* steps[cell] = straight steps + DIAGONAL * diagonal steps; during the search its complement marks
 * a cell whose path is final. */
#define DIAGONAL ((int64_t)1 << 32)
#define UNREACHED INT64_MAX

static double length_of(int64_t steps) {
  return (double)(steps % DIAGONAL) + (double)(steps / DIAGONAL) * DIAGONAL_LENGTH;
}

/* Cells waiting to be settled; may contain duplicates and outdated entries. */
typedef struct bucket {
  int32_t *cells;
  int64_t count, room;
} bucket;

pathfan_status pf_octile_init(pf_octile *octile, const pf_grid *grid, pathfan_error *error) {
  uint64_t cells = (uint64_t)grid->width * (uint64_t)grid->height;
  *octile = (pf_octile){.grid = grid};
  octile->steps = pf_alloc(cells, sizeof *octile->steps);
  if (!octile->steps)
    return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "no memory for the lengths to %llu cells",
                   (unsigned long long)cells);
  return PATHFAN_OK;
}

static bool push(bucket *to, int32_t cell) {
  if (pf_grow(&to->cells, &to->room, to->count + 1)) return false;
  to->cells[to->count++] = cell;
  return true;
}

/* Appends the beginning of the next ring to octile->ring. False: out of memory. */
static bool begin_ring(pf_octile *octile) {
  if (pf_grow(&octile->ring, &octile->ring_room, octile->ring_count + 2)) return false;
  octile->ring[octile->ring_count] = octile->count;
  return true;
}

/* Appends a cell to octile->order. False: out of memory. */
static bool settle(pf_octile *octile, int32_t cell) {
  bucket order = {octile->order, octile->count, octile->room};
  bool fits = push(&order, cell);
  octile->order = order.cells;
  octile->count = order.count;
  octile->room = order.room;
  return fits;
}

/* Offers the neighbours of a cell the paths through it. False: out of memory. */
static bool relax(pf_octile *octile, bucket waiting[3], int32_t cell) {
  const pf_grid *grid = octile->grid;
  int32_t width = grid->width, x = cell % width, y = cell / width;
  bool left = pf_grid_is_free(grid, x - 1, y), right = pf_grid_is_free(grid, x + 1, y);
  bool up = pf_grid_is_free(grid, x, y - 1), down = pf_grid_is_free(grid, x, y + 1);
  struct {
    bool open;
    int32_t cell;
    int64_t step;
  } next[8] = {
      {left, cell - 1, 1},
      {right, cell + 1, 1},
      {up, cell - width, 1},
      {down, cell + width, 1},
      {left && up && pf_grid_is_free(grid, x - 1, y - 1), cell - width - 1, DIAGONAL},
      {right && up && pf_grid_is_free(grid, x + 1, y - 1), cell - width + 1, DIAGONAL},
      {left && down && pf_grid_is_free(grid, x - 1, y + 1), cell + width - 1, DIAGONAL},
      {right && down && pf_grid_is_free(grid, x + 1, y + 1), cell + width + 1, DIAGONAL},
  };
  for (int i = 0; i < 8; i++) {
    if (!next[i].open) continue;
    int64_t steps = octile->steps[cell] + next[i].step, *old = &octile->steps[next[i].cell];
    double length = length_of(steps);
    if (*old < 0 || (*old != UNREACHED && length_of(*old) <= length)) continue;
    *old = steps;
    if (!push(&waiting[(int64_t)length % 3], next[i].cell)) return false;
  }
  return true;
}

pathfan_status pf_octile_from(pf_octile *octile, int32_t x, int32_t y, pathfan_error *error) {
  const pf_grid *grid = octile->grid;
  int64_t cells = (int64_t)grid->width * grid->height;
  bucket waiting[3] = {{0}};
  octile->count = octile->ring_count = 0;
  for (int64_t i = 0; i < cells; i++) octile->steps[i] = UNREACHED;

  int32_t source = y * grid->width + x;
  octile->steps[source] = 0;
  bool fits = push(&waiting[0], source) && begin_ring(octile);
  while (fits && (waiting[0].count || waiting[1].count || waiting[2].count)) {
    bucket *now = &waiting[octile->ring_count % 3];
    for (int64_t i = 0; fits && i < now->count; i++) {
      int32_t cell = now->cells[i];
      int64_t steps = octile->steps[cell];
      if (steps < 0) continue; /* a duplicate */
      fits = settle(octile, cell) && relax(octile, waiting, cell);
      octile->steps[cell] = ~steps;
    }
    now->count = 0;
    octile->ring_count++;
    fits = fits && begin_ring(octile);
  }
  for (int64_t i = 0; i < octile->count; i++)
    octile->steps[octile->order[i]] = ~octile->steps[octile->order[i]];
  for (int i = 0; i < 3; i++) free(waiting[i].cells);
  if (!fits) return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "no memory for waiting cells");
  return PATHFAN_OK;
}

double pf_octile_length(const pf_octile *octile, int64_t cell) {
  return octile->steps[cell] == UNREACHED ? -1 : length_of(octile->steps[cell]);
}

void pf_octile_free(pf_octile *octile) {
  free(octile->steps);
  free(octile->order);
  free(octile->ring);
  *octile = (pf_octile){0};
}
