/* field.c - see field.h. */
#include "weighted/field.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

#define ROUNDS_MOST 16
#define INTERVALS_MOST 1000000
/* How many nodes ways are traced to between rounds. */
#define SAMPLES 1000
/* The longest interval at first, and the shortest at all, by the map's larger side. */
#define LONGEST 0.125
#define SHORTEST 1e-7
/* What is looser than this part of a crossing's share of the gap is halved. */
#define LOOSE 0.5
/* The same of an interval by itself, on a way of so many crossings. */
#define CROSSINGS 3
/* After how many stops traces for losses end. */
#define TRACED_MOST 100
/* Below this part of the largest cost the gap may be that of this cost. */
#define LEAST 0.02

static const pf_weighted_place nowhere = {{0, 0}, NULL, 0};

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
  if (!status) status = pf_grow(&f->noted, &f->noted_capacity, f->intervals.count);
  if (status) return status;
  memset(f->noted, 0, (size_t)f->intervals.count * sizeof *f->noted);
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
  pathfan_status status = pf_way_trace(w, &f->pass, false, f->noted);
  f->pass.goal = &nowhere;
  return status;
}

pathfan_status pf_weighted_field_at(pf_weighted_field *f, const pf_weighted_place *place,
                                    pf_weighted_value *value) {
  const uint64_t before = f->traced.pairs + f->upper.pairs;
  set_end(f, place);
  f->pass.goal = &f->ends[1];
  value->bound = pf_pass_goal(&f->pass).cost;
  f->pass.goal = &nowhere;
  pathfan_status status = pf_upper_way(&f->upper, place, &f->way);
  /* Where bounds need few joints, ways over these are dear: then that of the bounds is better. */
  if (!status && f->way.cost - value->bound > f->gap * f->way.cost) {
    status = trace(f);
    if (!status && isfinite(f->traced.cost)) status = pf_way_shorten(&f->traced);
    if (!status && isfinite(f->traced.cost)) status = pf_way_straighten(&f->traced);
    if (!status && f->traced.cost < f->way.cost) status = pf_way_copy(&f->way, &f->traced);
  }
  value->cost = f->way.cost;
  if (isfinite(value->bound)) value->bound -= 8 * 0x1p-52 * (f->way.count + 2) * value->bound;
  value->bound = fmin(value->bound, value->cost);
  const uint64_t spent = f->traced.pairs + f->upper.pairs - before;
  return status ? status : pf_limits_done(f->limits, (int64_t)spent + 1);
}

/* ---- Refining ---- */

/* Marks where bounds are lost on the way to a node, if more than allowed. */
static pathfan_status mark_on_way(pf_weighted_field *f, int32_t node) {
  const pf_weighted_map *map = f->intervals.map;
  const pf_weighted_place place = {map->nodes[node], map->faces_at + map->first_face[node],
                                   (int32_t)(map->first_face[node + 1] - map->first_face[node])};
  pf_weighted_value value;
  pathfan_status status = pf_weighted_field_at(f, &place, &value);
  const double lost = value.cost - value.bound;
  if (status || isinf(value.cost) || lost <= f->gap * fmax(value.cost, f->least)) return status;
  f->is_loose = true;
  memset(f->noted, 0, (size_t)f->intervals.count * sizeof *f->noted);
  status = trace(f);
  const double share = LOOSE * lost / (f->traced.count + 1);
  for (int32_t i = 0; i < f->intervals.count; i++)
    if (f->noted[i] > share) f->intervals.is_marked[i] = 1;
  return status;
}

static double cost_of(const pf_weighted_field *f, const pf_interval *interval) {
  return fmax(f->pass.cost[interval->node[0]], f->pass.cost[interval->node[1]]);
}

/* Marks intervals that are loose by themselves. */
static void mark_loose(pf_weighted_field *f) {
  for (int32_t i = 0; i < f->intervals.count; i++) {
    const pf_interval *interval = &f->intervals.list[i];
    const double cost = cost_of(f, interval);
    const double share = f->gap * fmax(cost, f->least) / CROSSINGS;
    if (isinf(cost)) continue;
    f->intervals.is_marked[i] |= f->raise.loose[interval->node[0]] > share ||
                                 f->raise.loose[interval->node[1]] > share ||
                                 pf_loose_in_the_middle(&f->pass, i) > share;
  }
}

static pathfan_status mark(pf_weighted_field *f) {
  const pf_weighted_map *map = f->intervals.map;
  const int32_t stride = map->node_count / SAMPLES + 1;
  pathfan_status status = PATHFAN_OK;
  double most = 0;
  for (int32_t n = 0; n < map->node_count; n++)
    if (isfinite(f->pass.cost[n])) most = fmax(most, f->pass.cost[n]);
  f->least = LEAST * most;
  f->is_loose = false;
  for (int32_t n = 0; n < map->node_count && !status; n += stride)
    if (map->first_face[n] < map->first_face[n + 1]) status = mark_on_way(f, n);
  if (f->is_loose) mark_loose(f);
  return status;
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
  free(f->noted);
  memset(f, 0, sizeof *f);
}
