/* grid_astar.c - A* with octile distance, which is consistent, so that a cell is expanded once. */
#include "search/grid_astar.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/stamp.h"

#define SQRT2 1.4142135623730951

typedef struct pf_grid_astar_cell {
  double length;
  uint32_t stamp; /* equals search->now if length is of this search */
  uint8_t came;   /* number of the step that led here */
  bool closed;
} cell_state;

typedef struct pf_grid_astar_entry {
  double estimate, length;
  int32_t cell;
} entry;

/* Steps: the four straight ones, then the diagonal ones. */
static const int8_t step_x[8] = {1, 0, -1, 0, 1, -1, -1, 1};
static const int8_t step_y[8] = {0, 1, 0, -1, 1, 1, -1, -1};

int32_t pf_grid_cell_of(const pf_grid *grid, pf_fixed_point p, int bits) {
  const int64_t x = p.x >> bits, y = p.y >> bits;
  const int64_t mask = ((int64_t)1 << bits) - 1;
  const bool on_x = (p.x & mask) == 0, on_y = (p.y & mask) == 0;
  static const int8_t dx[4] = {0, 0, -1, -1}, dy[4] = {0, -1, -1, 0}; /* clockwise */
  for (int i = 0; i < 4; i++) {
    if ((dx[i] && !on_x) || (dy[i] && !on_y)) continue;
    const int64_t cx = x + dx[i], cy = y + dy[i];
    if (cx < 0 || cy < 0 || cx >= grid->width || cy >= grid->height) continue;
    if (grid->free[cy * grid->width + cx]) return (int32_t)(cy * grid->width + cx);
  }
  return -1;
}

static double octile(int64_t dx, int64_t dy) {
  const int64_t ax = dx < 0 ? -dx : dx, ay = dy < 0 ? -dy : dy;
  const int64_t low = ax < ay ? ax : ay, high = ax < ay ? ay : ax;
  return (double)(high - low) + SQRT2 * (double)low;
}

static bool before(const entry *a, const entry *b) {
  if (a->estimate != b->estimate) return a->estimate < b->estimate;
  if (a->length != b->length) return a->length > b->length;
  return a->cell < b->cell;
}

static bool enqueue(pf_grid_astar *s, entry e) {
  if (pf_grow(&s->queue, &s->queue_capacity, s->queue_count + 1)) return false;
  int32_t at = s->queue_count++;
  for (; at && before(&e, &s->queue[(at - 1) / 2]); at = (at - 1) / 2)
    s->queue[at] = s->queue[(at - 1) / 2];
  s->queue[at] = e;
  return true;
}

static entry dequeue(pf_grid_astar *s) {
  const entry first = s->queue[0], last = s->queue[--s->queue_count];
  int32_t at = 0;
  for (int32_t child = 1; child < s->queue_count; child = 2 * at + 1) {
    if (child + 1 < s->queue_count && before(&s->queue[child + 1], &s->queue[child])) child++;
    if (!before(&s->queue[child], &last)) break;
    s->queue[at] = s->queue[child];
    at = child;
  }
  if (s->queue_count) s->queue[at] = last;
  return first;
}

/* Whether a step from a free cell is legal. */
static bool open(const pf_grid *grid, int32_t x, int32_t y, int step) {
  if (!pf_grid_is_free(grid, x + step_x[step], y + step_y[step])) return false;
  return step < 4 ||
         (pf_grid_is_free(grid, x + step_x[step], y) && pf_grid_is_free(grid, x, y + step_y[step]));
}

static pathfan_status list_cells(pf_grid_astar *s, const pf_grid *grid, int32_t from, int32_t to) {
  int32_t straight = 0, diagonal = 0, count = 0;
  for (int32_t c = to;; count++) {
    const pathfan_status status = pf_grow(&s->cells, &s->cell_capacity, count + 1);
    if (status) return status;
    s->cells[count] = c;
    if (c == from) break;
    const uint8_t step = s->state[c].came;
    if (step < 4)
      straight++;
    else
      diagonal++;
    c -= step_y[step] * grid->width + step_x[step];
  }
  s->cell_count = ++count;
  for (int32_t i = 0; i < count / 2; i++) {
    const int32_t swap = s->cells[i];
    s->cells[i] = s->cells[count - 1 - i];
    s->cells[count - 1 - i] = swap;
  }
  s->length = straight + SQRT2 * diagonal;
  return PATHFAN_OK;
}

pathfan_status pf_grid_astar_find(pf_grid_astar *s, const pf_grid *grid, int32_t from, int32_t to,
                                  uint64_t limit) {
  const int32_t width = grid->width, to_x = to % width, to_y = to / width;
  const int64_t cells = (int64_t)width * grid->height;
  if (s->state_capacity < cells) {
    free(s->state);
    s->state_capacity = 0;
    s->state = pf_alloc_zero((uint64_t)cells, sizeof *s->state);
    if (!s->state) return PATHFAN_ERR_NO_MEMORY;
    s->state_capacity = cells;
  }
  if (pf_stamp_wraps(&s->now)) memset(s->state, 0, (size_t)s->state_capacity * sizeof *s->state);
  s->outcome = PF_GRID_ASTAR_NO_PATH;
  s->cell_count = s->queue_count = 0;
  s->expanded = s->generated = 0;
  s->state[from] = (cell_state){0, s->now, 0, false};
  if (!enqueue(s, (entry){octile(to_x - from % width, to_y - from / width), 0, from}))
    return PATHFAN_ERR_NO_MEMORY;
  while (s->queue_count) {
    const entry e = dequeue(s);
    cell_state *here = &s->state[e.cell];
    if (here->closed) continue;
    here->closed = true;
    if (e.cell == to) {
      s->outcome = PF_GRID_ASTAR_FOUND;
      return list_cells(s, grid, from, to);
    }
    if (limit && (uint64_t)s->expanded == limit) {
      s->outcome = PF_GRID_ASTAR_LIMIT;
      return PATHFAN_OK;
    }
    s->expanded++;
    const int32_t x = e.cell % width, y = e.cell / width;
    for (int step = 0; step < 8; step++) {
      if (!open(grid, x, y, step)) continue;
      const int32_t next = e.cell + step_y[step] * width + step_x[step];
      const double length = here->length + (step < 4 ? 1 : SQRT2);
      cell_state *there = &s->state[next];
      if (there->stamp == s->now && (there->closed || there->length <= length)) continue;
      *there = (cell_state){length, s->now, (uint8_t)step, false};
      s->generated++;
      const double rest = octile(to_x - x - step_x[step], to_y - y - step_y[step]);
      if (!enqueue(s, (entry){length + rest, length, next})) return PATHFAN_ERR_NO_MEMORY;
    }
  }
  return PATHFAN_OK;
}

void pf_grid_astar_free(pf_grid_astar *s) {
  free(s->cells);
  free(s->state);
  free(s->queue);
  memset(s, 0, sizeof *s);
}
