/* field.c - see field.h. */
#include "weighted/field.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

#define ROUNDS_MOST 16
#define INTERVALS_MOST 1000000
/* The longest interval at first, and the shortest at all, by the map's larger side. */
#define LONGEST 0.125
#define SHORTEST 1e-7
/* The part of the allowed gap that a leg as long as the whole way may add. */
#define SHARE 0.5
/* After how many stops traces end. */
#define TRACED_MOST 100
/* What rounding may add to a bound, relative. Each leg adds a few ulps of itself, which make up as
 * many of the whole, and half an ulp of the sum so far: this is enough for ways of 80,000 legs. */
#define ROUNDING 1e-11
/* Below this part of the largest cost the gap may be that of this cost. */
#define LEAST 0.02

static const pf_weighted_place nowhere = {{0, 0}, NULL, 0};

/* What the ways to a place cost at least. */
static double bound_at(pf_weighted_field *f, const pf_weighted_place *place) {
  f->pass.goal = place;
  const double bound = pf_pass_goal(&f->pass).cost;
  f->pass.goal = &nowhere;
  return isfinite(bound) ? bound - ROUNDING * bound : bound;
}

static pathfan_status run_pass(pf_weighted_field *f) {
  f->pass.map = f->intervals.map;
  f->pass.intervals = &f->intervals;
  f->pass.end = &f->from;
  f->pass.goal = &nowhere;
  f->pass.limit = 0;
  f->pass.limits = f->upper.limits = f->limits;
  pathfan_status status = pf_pass_run(&f->pass, INFINITY);
  if (!status) status = pf_raise_bounds(&f->raise, &f->pass, NULL, INFINITY);
  if (!status) status = pf_upper_find(&f->upper, &f->intervals, &f->from);
  if (status) return status;
  f->pairs = f->pass.pairs + f->traced.pairs + f->upper.pairs;
  return PATHFAN_OK;
}

static void set_end(pf_weighted_field *f, const pf_weighted_place *place) {
  f->ends[0] = f->from;
  f->ends[1] = *place;
  f->way.map = f->traced.map = f->intervals.map;
  f->way.ends = f->traced.ends = f->ends;
}

/* Traces the way that the bounds lead along. */
static pathfan_status trace(pf_weighted_field *f) {
  pf_way *w = &f->traced;
  w->stop_most = TRACED_MOST;
  f->pass.goal = &f->ends[1];
  pathfan_status status = pf_way_trace(w, &f->pass, false, NULL);
  f->pass.goal = &nowhere;
  return status;
}

pathfan_status pf_weighted_field_estimate(pf_weighted_field *f, const pf_weighted_place *place,
                                          pf_weighted_value *value) {
  const uint32_t *first = f->intervals.first_in;
  int64_t pairs = 1;
  value->cost = pf_upper_cost(&f->upper, place);
  value->bound = fmin(bound_at(f, place), value->cost);
  for (int32_t i = 0; i < place->face_count; i++)
    pairs += first[place->faces[i] + 1] - first[place->faces[i]];
  return pf_limits_done(f->limits, pairs);
}

pathfan_status pf_weighted_field_at(pf_weighted_field *f, const pf_weighted_place *place,
                                    pf_weighted_value *value) {
  const uint64_t before = f->traced.pairs + f->upper.pairs;
  set_end(f, place);
  value->bound = bound_at(f, &f->ends[1]);
  pathfan_status status = pf_upper_way(&f->upper, place, &f->way);
  /* Where bounds need few joints, ways over these are dear: then that of the bounds is better. */
  if (!status && f->way.cost - value->bound > f->gap * f->way.cost) {
    status = trace(f);
    if (!status && isfinite(f->traced.cost)) status = pf_way_shorten(&f->traced);
    if (!status && isfinite(f->traced.cost)) status = pf_way_straighten(&f->traced);
    if (!status && f->traced.cost < f->way.cost) status = pf_way_copy(&f->way, &f->traced);
  }
  value->cost = f->way.cost;
  value->bound = fmin(value->bound, value->cost);
  const uint64_t spent = f->traced.pairs + f->upper.pairs - before;
  return status ? status : pf_limits_done(f->limits, (int64_t)spent + 1);
}

/* ---- Refining ----
 *
 * The ways over joints are a tree. Along each of its legs the gap between cost and bound grows, or
 * shrinks; where it grows by more than the leg's share on the way to a joint whose gap is too
 * large, the intervals at the leg's ends are halved, and that from which the bound comes. */

static double allowed(const pf_weighted_field *f, double cost) {
  return f->gap * fmax(cost, f->least);
}

static void mark_at(pf_weighted_field *f, int32_t joint) {
  pf_intervals *all = &f->intervals;
  for (uint32_t i = all->first_at[joint]; i < all->first_at[joint + 1]; i++)
    all->is_marked[all->at[i]] = 1;
}

/* Marks what is at the last leg of the way to a joint, if the gap grows there. */
static void mark_leg(pf_weighted_field *f, int32_t joint, int32_t before) {
  const double *cost = f->upper.cost, *bound = f->pass.cost;
  const double leg = before < 0 ? cost[joint] : cost[joint] - cost[before];
  const double grown = leg - (before < 0 ? bound[joint] : bound[joint] - bound[before]);
  const double part = fmax(leg / cost[joint], 0.5 / f->depth[joint]);
  if (grown <= SHARE * allowed(f, cost[joint]) * part) return;
  mark_at(f, joint);
  if (before >= 0) mark_at(f, before);
  if (f->raise.lead[joint] >= 0) f->intervals.is_marked[f->raise.lead[joint]] = 1;
}

/* Marks what makes the gap too large somewhere. */
static void mark_on_ways(pf_weighted_field *f) {
  const pf_upper *u = &f->upper;
  for (int32_t i = 0; i < u->order_count; i++) {
    const int32_t joint = u->order[i], before = pf_upper_before(u, joint);
    f->depth[joint] = before < 0 ? 1 : f->depth[before] + 1;
    f->is_needed[joint] = u->cost[joint] - f->pass.cost[joint] > allowed(f, u->cost[joint]);
    f->is_loose |= f->is_needed[joint];
  }
  for (int32_t i = u->order_count; i-- > 0;) {
    const int32_t joint = u->order[i], before = pf_upper_before(u, joint);
    if (!f->is_needed[joint]) continue;
    if (before >= 0) f->is_needed[before] = 1;
    mark_leg(f, joint, before);
  }
}

/* Marks intervals that are loose by themselves. */
static void mark_intervals(pf_weighted_field *f) {
  pf_intervals *all = &f->intervals;
  for (int32_t i = 0; i < all->count; i++) {
    const pf_interval *interval = &all->list[i];
    const double cost = fmax(f->pass.cost[interval->node[0]], f->pass.cost[interval->node[1]]);
    if (isinf(cost)) continue;
    const bool is_low = pf_loose_in_the_middle(&f->pass, i) > allowed(f, cost);
    f->is_loose |= is_low;
    all->is_marked[i] |= is_low || f->pass.spread[i].lost > SHARE * allowed(f, cost);
  }
}

static pathfan_status mark(pf_weighted_field *f) {
  const pf_weighted_map *map = f->intervals.map;
  const int32_t joints = f->intervals.joint_count;
  pathfan_status status = pf_grow(&f->depth, &f->depth_capacity, joints);
  if (!status) status = pf_grow(&f->is_needed, &f->needed_capacity, joints);
  if (status) return status;
  double most = 0;
  for (int32_t n = 0; n < map->node_count; n++)
    if (isfinite(f->pass.cost[n])) most = fmax(most, f->pass.cost[n]);
  f->least = LEAST * most;
  f->is_loose = false;
  mark_on_ways(f);
  mark_intervals(f);
  return PATHFAN_OK;
}

pathfan_status pf_weighted_field_find(pf_weighted_field *f, const pf_weighted_map *map,
                                      const pf_weighted_place *from, double gap, uint64_t limit) {
  pathfan_status status = pf_grow(&f->faces, &f->face_capacity, from->face_count);
  if (status) return status;
  if (from->face_count) memcpy(f->faces, from->faces, (size_t)from->face_count * sizeof *f->faces);
  f->gap = gap;
  f->from = (pf_weighted_place){from->at, f->faces, from->face_count};
  f->pass.pairs = f->traced.pairs = f->upper.pairs = 0;
  const pf_weighted_place ends[2] = {f->from, nowhere};
  status = pf_intervals_begin(&f->intervals, map, ends, LONGEST * map->extent);
  if (!status) status = run_pass(f);
  for (f->rounds = 1; f->rounds < ROUNDS_MOST && !status; f->rounds++) {
    if (f->intervals.count > INTERVALS_MOST || (limit && f->pairs >= limit)) break;
    status = mark(f);
    if (status || !f->is_loose) break;
    status = pf_intervals_refine(&f->intervals, SHORTEST * map->extent);
    if (!status) status = run_pass(f);
  }
  return status;
}

void pf_weighted_field_free(pf_weighted_field *f) {
  pf_pass_free(&f->pass);
  pf_way_free(&f->way);
  pf_way_free(&f->traced);
  pf_upper_free(&f->upper);
  pf_intervals_free(&f->intervals);
  pf_raise_free(&f->raise);
  free(f->faces);
  free(f->depth);
  free(f->is_needed);
  memset(f, 0, sizeof *f);
}
