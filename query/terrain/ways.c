/* ways.c - path 1 by labels; alternatives over via nodes, the most travelled ones or all of them,
 * and along roads that both ends enter, without coming by a node.
 *
 * A way over a node is two cheapest ways, so it is sound everywhere if it can turn at the node as a
 * cheapest way can. Ways that differ enough are chosen in order of cost: by how much of their cost
 * they share, by what runs side by side in the plane (the request's separation), and unless they
 * are one way, slid, as ways that cross open ground between two roads can be at no cost. */
#include "ways.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "query/choose/choose.h"
#include "way_taut.h"

/* How many via nodes effort fast tries. */
#define VIAS_FAST 1024
/* The most ways that effort fast lays out for each alternative that is wanted. */
#define LAID_FAST 40

static bool is_same_cost(double a, double b) {
  return fabs(a - b) <= 1e-9 * b;
}

static int by_cost(const void *a, const void *b) {
  const pf_way_join *x = a, *y = b;
  if (x->cost != y->cost) return x->cost < y->cost ? -1 : 1;
  if (x->kind != y->kind) return (x->kind > y->kind) - (x->kind < y->kind);
  if (x->number != y->number) return x->number < y->number ? -1 : 1;
  return (x->other > y->other) - (x->other < y->other);
}

static pathfan_status add_join(pf_ways_scratch *w, const pf_task *task, double most,
                               pf_way_join join) {
  assert(join.kind != PF_JOIN_NONE);
  task->finding->candidates.tried++;
  if (!(join.cost <= most) || isinf(join.cost)) {
    task->finding->candidates.too_long++;
    return PATHFAN_OK;
  }
  const pathfan_status status = pf_grow(&w->joins, &w->join_capacity, (int64_t)w->join_count + 1);
  if (!status) w->joins[w->join_count++] = join;
  return status;
}

/* Finds the ways that come by no node. */
static pathfan_status find_nodeless(pf_ways_scratch *w, const pf_task *task, double most) {
  const pf_star *from = &w->ends.end[0].star, *to = &w->ends.end[1].star;
  pathfan_status status = PATHFAN_OK;
  if (isfinite(from->straight.cost))
    status = add_join(w, task, most, (pf_way_join){from->straight.cost, PF_JOIN_STRAIGHT, 0, 0});
  for (int32_t i = 0; i < from->count; i++)
    for (int32_t k = 0; k < to->count && from->legs[i].arc >= 0 && !status; k++) {
      const pf_way_join join = pf_way_ends_join_on_arc(&w->ends, i, k);
      if (join.kind) status = add_join(w, task, most, join);
    }
  return status;
}

/* Finds the ways that aren't too expensive, and sorts them by cost. */
static pathfan_status find_joins(pf_ways_scratch *w, const pf_task *task, double least) {
  const pf_way_ends *ends = &w->ends;
  const int32_t n = ends->terrain->node_count;
  const bool is_thorough = task->request->effort == PATHFAN_EFFORT_THOROUGH;
  const int32_t nodes = is_thorough || n < VIAS_FAST ? n : VIAS_FAST;
  const double most = task->request->stretch * least; /* may be INFINITY */
  w->join_count = 0;
  pathfan_status status = find_nodeless(w, task, most);
  for (int32_t r = 0; r < nodes && !status; r++) {
    const int32_t node = ends->ways->by_rank[r];
    if (!pf_work_limit_spend(task->work_limit, 1)) break;
    const double from = pf_way_end_cost(ends, 0, node, NULL);
    if (!(from <= most) || isinf(from)) continue;
    const double cost = from + pf_way_end_cost(ends, 1, node, NULL);
    status = add_join(w, task, most, (pf_way_join){cost, PF_JOIN_NODE, node, 0});
  }
  if (!status && w->join_count) qsort(w->joins, (size_t)w->join_count, sizeof *w->joins, by_cost);
  return status;
}

/* Lays out a way. *is_sound: false if it turns as no cheapest way does; then it isn't laid out. */
static pathfan_status lay_out(pf_ways_scratch *w, const pf_way_join *join, pf_way_route *route,
                              bool *is_sound) {
  int32_t at;
  *is_sound = true;
  if (join->kind != PF_JOIN_NODE) return pf_way_route_of_join(route, &w->ends, join, &w->chain);
  const pathfan_status status = pf_way_chain_over_node(&w->chain, &w->ends, join->number, &at);
  if (status) return status;
  *is_sound = pf_way_chain_is_sound(&w->chain, &w->ends, at);
  return *is_sound ? pf_way_route_of_chain(route, &w->ends, &w->chain) : PATHFAN_OK;
}

/* Lays out a way, and takes it if it differs. *is_laid: whether it was laid out. */
static pathfan_status try_join(pf_ways_scratch *w, const pf_task *task, const pf_difference *d,
                               const pf_way_join *join, bool *is_laid) {
  pf_way_route *route;
  bool does;
  pathfan_status status = pf_way_choice_next(&w->choice, &route);
  if (!status) status = lay_out(w, join, route, is_laid);
  if (status) return status;
  if (!*is_laid) {
    task->finding->candidates.not_taut++;
    return PATHFAN_OK;
  }
  status = pf_draft_route(task->tracks, &route->route);
  if (!status) status = pf_way_choice_differs(&w->choice, task, d, &does);
  if (status || !does) return status;
  const double loop = task->request->max_loop;
  if (loop > 0 && pf_way_is_detour(task->scene.space, &route->route, loop))
    task->finding->candidates.not_taut++;
  else
    pf_way_choice_take(&w->choice, task);
  return PATHFAN_OK;
}

/* Whether a way is that of the last chain: over one of its nodes, or over none at all. */
static bool is_on_chain(const pf_ways_scratch *w, const pf_way_join *join) {
  if (join->kind != PF_JOIN_NODE) return true;
  for (int32_t i = 0; i < w->chain.count; i++)
    if (w->chain.nodes[i] == join->number) return true;
  return false;
}

static pathfan_status find_alternatives(pf_ways_scratch *w, const pf_task *task, double least) {
  const pathfan_request *r = task->request;
  const pf_difference d = pf_difference_of(task);
  int32_t laid_count = 0;
  double last = least;
  pathfan_status status = find_joins(w, task, least);
  const bool is_thorough = r->effort == PATHFAN_EFFORT_THOROUGH;
  for (int32_t i = 0; i < w->join_count && !status; i++) {
    const bool enough =
        task->tracks->count == r->paths || (!is_thorough && laid_count / LAID_FAST >= r->paths - 1);
    if (enough) {
      task->finding->candidates.unjudged += w->join_count - i;
      break;
    }
    bool is_laid = false;
    /* All nodes of one way have the same cost; so may others, on another side of something. */
    if (is_same_cost(w->joins[i].cost, last) && is_on_chain(w, &w->joins[i])) {
      task->finding->candidates.too_similar++;
      continue;
    }
    status = try_join(w, task, &d, &w->joins[i], &is_laid);
    laid_count += is_laid;
    if (is_laid) last = w->joins[i].cost;
  }
  return status;
}

pathfan_status pf_find_by_ways(pf_method_scratch *scratch, const pf_task *task) {
  pf_ways_scratch *w = scratch->ways;
  const pf_space *space = task->scene.space;
  const pf_end *end = task->scene.ends->end;
  const pf_terrain_place places[2] = {{end[0].at, end[0].polygon}, {end[1].at, end[1].polygon}};
  pf_way_route *route;
  assert(task->tracks->count == 0);
  assert(space->terrain && space->ways);
  w->choice.count = 0;
  pathfan_status status = PATHFAN_OK;
  if (task->generation) status = pf_generation_need_ways(task->generation, task->scene.error);
  if (!status)
    status = pf_way_ends_set(&w->ends, space->terrain, space->ways, space->fraction_bits, places);
  if (status) return status;
  const pf_way_join best = pf_way_ends_join(&w->ends);
  if (!isfinite(best.cost)) {
    pf_give_up(task, false);
    return PATHFAN_OK;
  }
  status = pf_way_choice_next(&w->choice, &route);
  if (!status) status = pf_way_route_of_join(route, &w->ends, &best, &w->chain);
  if (!status) status = pf_draft_route(task->tracks, &route->route);
  if (status) return status;
  pf_way_choice_take(&w->choice, task);
  if (task->request->paths > 1) status = find_alternatives(w, task, best.cost);
  if (!status) pf_way_choice_end(&w->choice, task);
  if (!status) pf_state_reason(task, task->work_limit->stopped);
  return status;
}

void pf_ways_scratch_free(pf_ways_scratch *w) {
  pf_way_ends_free(&w->ends);
  pf_way_chain_free(&w->chain);
  pf_way_choice_free(&w->choice);
  free(w->joins);
  memset(w, 0, sizeof *w);
}
