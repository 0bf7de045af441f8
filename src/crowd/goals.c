/* goals.c - the goals of a flow: cells, and points in them.
 *
 * A point is reached from the nearest centre that sees it (paper, section 4: 1-nearest neighbour).
 * All cells whose centre lies in a polygon are goals; if the polygon is too small for that, the
 * mean of its corners is. */
#include "crowd/goals.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

#define NEXT 1e-9 /* of a square: more than rounding, less than anything free */

typedef struct candidate {
  double distance;
  int32_t cell;
} candidate;

static int by_distance(const void *a, const void *b) {
  const candidate *x = a, *y = b;
  if (x->distance != y->distance) return x->distance < y->distance ? -1 : 1;
  return (x->cell > y->cell) - (x->cell < y->cell);
}

static double distance(pathfan_point a, pathfan_point b) {
  return hypot(b.x - a.x, b.y - a.y);
}

/* The cell at a point, or, if the point is on the border of a square without free space, the cell
 * to its left or above it; -1: none. */
static int32_t cell_beside(const pf_cells *cells, pathfan_point at) {
  int32_t own = -1;
  for (int i = 0; i < 4 && own < 0; i++) {
    const double x = i & 1 ? NEXT * cells->width : 0, y = i & 2 ? NEXT * cells->height : 0;
    own = pf_cells_at(cells, (pathfan_point){at.x - x, at.y - y});
  }
  return own;
}

pathfan_status pf_square_near(const pf_floor *floor, const pf_cells *cells, pathfan_point at,
                              int32_t *square) {
  const int32_t own = cell_beside(cells, at);
  const bool is_in = own >= 0 && own < cells->square_count;
  *square = is_in && pf_cell_holds(&cells->list[own], at) ? own : -1;
  if (own < 0 || *square >= 0) return PATHFAN_OK;
  candidate *list = pf_alloc((uint64_t)cells->square_count, sizeof *list);
  if (!list) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t c = 0; c < cells->square_count; c++)
    list[c] = (candidate){distance(at, pf_cell_centre(&cells->list[c])), c};
  if (cells->square_count) qsort(list, (size_t)cells->square_count, sizeof *list, by_distance);
  for (int32_t i = 0; i < cells->square_count && *square < 0; i++)
    if (pf_floor_is_open(floor, at, pf_cell_centre(&cells->list[list[i].cell])))
      *square = list[i].cell;
  free(list);
  return PATHFAN_OK;
}

static void add(pf_goal *g, const pf_cells *cells, int32_t cell, int32_t place, pathfan_point at) {
  g->cells[g->count] = cell;
  g->place[g->count] = place;
  g->at[g->count] = at;
  g->after[g->count] = distance(pf_cell_centre(&cells->list[cell]), at);
  const int32_t old = g->number[cell];
  if (old < 0 || g->after[g->count] < g->after[old]) g->number[cell] = g->count;
  g->count++;
}

/* Adds a place. *found: it can be reached. */
static pathfan_status add_place(pf_goal *g, const pf_floor *floor, const pf_cells *cells,
                                const pathfan_crowd_place *place, int32_t number, bool *found) {
  const pathfan_point middle = pf_place_middle(place);
  const int32_t before = g->count;
  int32_t near;
  for (int32_t c = 0; c < cells->square_count && place->corner_count > 1; c++) {
    const pathfan_point centre = pf_cell_centre(&cells->list[c]);
    if (!pf_place_holds(place, centre)) continue;
    add(g, cells, c, number, centre);
    g->is_inside[c] = true;
  }
  *found = true;
  if (g->count > before) return PATHFAN_OK;
  const pathfan_status status = pf_square_near(floor, cells, middle, &near);
  *found = !status && near >= 0;
  if (*found) add(g, cells, near, number, middle);
  return status;
}

pathfan_status pf_goal_of(pf_goal *g, const pf_floor *floor, const pf_cells *cells,
                          const pathfan_crowd_place *places, int32_t count, int32_t *blocked) {
  const uint64_t squares = (uint64_t)cells->square_count;
  const uint64_t most = (uint64_t)count * (squares + 1);
  *blocked = -1;
  g->cells = pf_alloc(most, sizeof *g->cells);
  g->place = pf_alloc(most, sizeof *g->place);
  g->at = pf_alloc(most, sizeof *g->at);
  g->after = pf_alloc(most, sizeof *g->after);
  g->number = pf_alloc(squares, sizeof *g->number);
  g->ahead = pf_alloc(squares, sizeof *g->ahead);
  g->is_inside = pf_alloc_zero((uint64_t)cells->count, sizeof *g->is_inside);
  if (!g->cells || !g->place || !g->at || !g->after || !g->number || !g->ahead || !g->is_inside)
    return PATHFAN_ERR_NO_MEMORY;
  for (uint64_t c = 0; c < squares; c++) g->number[c] = -1;
  pathfan_status status = PATHFAN_OK;
  for (int32_t p = 0; p < count && *blocked < 0 && !status; p++) {
    bool found;
    g->has_polygon = g->has_polygon || places[p].corner_count > 1;
    status = add_place(g, floor, cells, &places[p], p, &found);
    if (!found) *blocked = p;
  }
  for (int32_t c = 0; c < cells->square_count; c++) {
    const pathfan_point centre = pf_cell_centre(&cells->list[c]);
    g->ahead[c] = INFINITY;
    for (int32_t i = 0; i < g->count; i++)
      g->ahead[c] = fmin(g->ahead[c], distance(centre, g->at[i]));
  }
  return status;
}

void pf_goal_measure(pf_goal *g, const pf_cells *cells) {
  for (int32_t i = 0; i < g->count; i++)
    g->after[i] = distance(pf_cell_centre(&cells->list[g->cells[i]]), g->at[i]);
}

void pf_goal_free(pf_goal *g) {
  free(g->cells);
  free(g->place);
  free(g->at);
  free(g->after);
  free(g->number);
  free(g->ahead);
  free(g->is_inside);
  memset(g, 0, sizeof *g);
}
