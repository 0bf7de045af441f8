/* router.c - cheapest paths over the graph of cells.
 *
 * An edge costs its length times the factor of the cell that it leads into (paper, section 3:
 * density is mapped on the edges that go into a region). Factors are >= 1, so the straight distance
 * to the goal is a lower bound, and A* finds paths as cheap as Dijkstra's. Links make it none; with
 * them Dijkstra searches. */
#include "crowd/router.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static pathfan_status fit(pf_router *r, int32_t squares) {
  if (squares <= r->capacity) return PATHFAN_OK;
  int32_t costs = r->capacity, befores = r->capacity, toucheds = r->capacity, ways = r->capacity;
  pathfan_status status = pf_grow(&r->cost, &costs, squares);
  if (!status) status = pf_grow(&r->before, &befores, squares);
  if (!status) status = pf_grow(&r->touched, &toucheds, squares);
  if (!status) status = pf_grow(&r->way, &ways, squares);
  if (!status) status = pf_heap_fit(&r->queue, squares);
  if (status) return status;
  for (int32_t v = r->capacity; v < costs; v++) r->cost[v] = INFINITY;
  r->capacity = squares;
  return PATHFAN_OK;
}

static int64_t key_of(double cost) {
  int64_t bits; /* ordered like the numbers, which are >= 0 */
  memcpy(&bits, &cost, sizeof bits);
  return bits;
}

static void reach(pf_router *r, int32_t cell, int32_t before, double cost, double ahead) {
  if (cost >= r->cost[cell]) return;
  if (r->cost[cell] == INFINITY) r->touched[r->touched_count++] = cell;
  r->cost[cell] = cost;
  r->before[cell] = before;
  pf_heap_put(&r->queue, cell, key_of(cost + ahead));
}

static void follow_back(pf_router *r, int32_t cell) {
  r->way_count = 0;
  for (; cell >= 0; cell = r->before[cell]) r->way[r->way_count++] = cell;
  for (int32_t i = 0, k = r->way_count - 1; i < k; i++, k--) {
    const int32_t swap = r->way[i];
    r->way[i] = r->way[k];
    r->way[k] = swap;
  }
}

static pathfan_status begin(pf_router *r, int32_t squares) {
  const pathfan_status status = fit(r, squares);
  if (status) return status;
  for (int32_t i = 0; i < r->touched_count; i++) r->cost[r->touched[i]] = INFINITY;
  r->touched_count = 0;
  pf_heap_clear(&r->queue);
  return PATHFAN_OK;
}

/* The cost of an edge from or, in the tree (factor NULL), to a square; INFINITY: it leads the other
 * way. */
static double cost_of(const pf_cell_graph *g, const pf_cell_edge *e, const double *factor) {
  if (!factor && e->way < 0) return e->back;
  if (!factor && e->is_behind) return e->length + pf_way_free_cost(g->links, e->way);
  if (!factor || e->is_behind) return INFINITY;
  const double walks = e->length * factor[e->to];
  return e->way < 0 ? walks
                    : walks + pf_way_length(g->links, e->way) * pf_way_factor(g->links, e->way) +
                          pf_way_delay(g->links, e->way);
}

const pf_cell_edge *pf_router_edge(const pf_cell_graph *g, const double *factor, int32_t from,
                                   int32_t to) {
  const pf_cell_edge *best = NULL;
  double least = INFINITY;
  for (int32_t i = g->first[factor ? from : to]; i < g->first[(factor ? from : to) + 1]; i++) {
    const pf_cell_edge *e = &g->list[i];
    const double cost = e->to == (factor ? to : from) ? cost_of(g, e, factor) : INFINITY;
    if (!(cost < least)) continue;
    least = cost;
    best = e;
  }
  assert(best);
  return best;
}

pathfan_status pf_router_tree(pf_router *r, const pf_cell_graph *g, int32_t squares,
                              const pf_goal *goal, int32_t *next) {
  const pathfan_status status = begin(r, squares);
  if (status) return status;
  for (int32_t v = 0; v < squares; v++) {
    next[v] = -1;
    if (goal->number[v] >= 0 && isfinite(goal->after[goal->number[v]]))
      reach(r, v, v, goal->after[goal->number[v]], 0);
  }
  while (r->queue.count) { /* walks are the same both ways */
    const int32_t v = pf_heap_take(&r->queue).node;
    for (int32_t i = g->first[v]; i < g->first[v + 1]; i++)
      reach(r, g->list[i].to, v, r->cost[v] + cost_of(g, &g->list[i], NULL), 0);
  }
  for (int32_t i = 0; i < r->touched_count; i++) next[r->touched[i]] = r->before[r->touched[i]];
  return PATHFAN_OK;
}

pathfan_status pf_router_find(pf_router *r, const pf_cell_graph *g, int32_t squares,
                              const double *factor, int32_t from, const pf_goal *goal,
                              pathfan_crowd_search search) {
  const bool is_goal_directed = search == PATHFAN_CROWD_ASTAR && !(g->links && g->links->count);
  const pathfan_status status = begin(r, squares);
  int32_t best = -1;
  if (status) return status;
  r->result = INFINITY;
  reach(r, from, -1, 0, is_goal_directed ? goal->ahead[from] : 0);
  while (r->queue.count && r->queue.entries[0].key < key_of(r->result)) {
    const int32_t v = pf_heap_take(&r->queue).node;
    r->expanded++;
    assert(v >= 0 && v < squares);
    assert(r->cost[v] >= 0 && r->cost[v] < INFINITY);
    if (goal->number[v] >= 0) {
      const double cost = r->cost[v] + goal->after[goal->number[v]] * factor[v];
      if (cost < r->result) {
        r->result = cost;
        best = v;
      }
    }
    for (int32_t i = g->first[v]; i < g->first[v + 1]; i++) {
      const pf_cell_edge *e = &g->list[i];
      assert(e->length >= 0 && factor[e->to] >= 0);
      reach(r, e->to, v, r->cost[v] + cost_of(g, e, factor),
            is_goal_directed ? goal->ahead[e->to] : 0);
    }
  }
  if (best >= 0) {
    r->goal = goal->number[best];
    follow_back(r, best);
  }
  return PATHFAN_OK;
}

void pf_router_free(pf_router *r) {
  pf_heap_free(&r->queue);
  free(r->cost);
  free(r->before);
  free(r->touched);
  free(r->way);
  memset(r, 0, sizeof *r);
}
