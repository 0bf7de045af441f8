/* trace.c - a way by the bounds of a pass: from each stop to the interval, joint or link through
 * which its bound comes, always to a lower one. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "weighted/way.h"

/* A stop this close to an edge's end, by the interval's length, moves there: ways that run into a
 * corner would cross the edges that meet there again and again. */
#define SNAP 0.01

#define STOP_MOST 4000

/* The most rivers that a way crosses at no cost in one place. */
#define FREE_MOST 12

typedef struct tracer {
  pf_way *way;
  const pf_pass *pass;
  const pf_intervals *intervals;
  pf_way_stop here;
  pf_xy at;
  double bound; /* at the stop */
  /* The best that leads to it: */
  double best;
  pf_way_stop next;
  pf_way_step leg;
  double next_bound;
  bool is_end; /* it is the pass's end */
  /* Stops in this place from which rivers were crossed at no cost, where bounds are equal: the way
     doesn't come back to them. */
  pf_way_stop left[FREE_MOST];
  int32_t left_count;
} tracer;

static pathfan_status add_stop(pf_way *w, pf_way_stop stop, const pf_way_step *leg) {
  pathfan_status status = pf_grow(&w->stops, &w->stop_capacity, (int64_t)w->count + 1);
  if (!status) status = pf_grow(&w->legs, &w->leg_capacity, (int64_t)w->count + 1);
  if (status) return status;
  if (w->count) w->legs[w->count - 1] = *leg;
  w->stops[w->count++] = stop;
  return PATHFAN_OK;
}

static pf_way_stop stop_on(const tracer *t, const pf_interval *interval, double x) {
  const pf_weighted_edge *edge = &t->intervals->map->edges[interval->edge];
  const int32_t nodes = t->intervals->map->node_count;
  const bool begins = interval->node[0] < nodes, ends = interval->node[1] < nodes;
  if (begins && x < SNAP * interval->length)
    return (pf_way_stop){edge->node[0], PF_WEIGHTED_NONE, 0};
  if (ends && interval->length - x < SNAP * interval->length)
    return (pf_way_stop){edge->node[1], PF_WEIGHTED_NONE, 0};
  return (pf_way_stop){PF_WEIGHTED_NONE, interval->edge, interval->from + x};
}

static double bound_on(const pf_front *from, double x) {
  return from->cost[0] + (from->cost[1] - from->cost[0]) * x / from->length;
}

/* Whether a bound is really lower. */
static bool is_lower(const tracer *t, double bound) {
  return bound < t->bound - 1e-12 * t->bound;
}

static void offer(tracer *t, double cost, double bound, pf_way_stop next, pf_way_step leg) {
  if (!(cost < t->best)) return;
  t->best = cost;
  t->next = next;
  t->next_bound = bound;
  t->leg = leg;
  t->is_end = false;
}

static void offer_over(tracer *t, int32_t face) {
  const pf_intervals *all = t->intervals;
  const double rate = all->map->rate[face];
  const pf_way_step leg = {PF_WEIGHTED_GROUND, face, rate, 0};
  const pf_weighted_place *end = t->pass->end;
  for (int32_t i = 0; i < end->face_count; i++) {
    const double cost = rate * hypot(t->at.x - end->at.x, t->at.y - end->at.y);
    if (end->faces[i] != face || !(cost < t->best)) continue;
    offer(t, cost, 0, (pf_way_stop){PF_WEIGHTED_NONE, PF_WEIGHTED_NONE, 0}, leg);
    t->is_end = true;
  }
  t->way->pairs += all->first_in[face + 1] - all->first_in[face];
  for (uint32_t i = all->first_in[face]; i < all->first_in[face + 1]; i++) {
    const pf_interval *interval = &all->list[all->in[i]];
    const pf_front from = pf_front_of(t->pass, interval);
    if (interval->edge == t->here.edge || isinf(from.cost[0]) || isinf(from.cost[1])) continue;
    const pf_ground_value f = pf_ground_cost(&from, rate, t->at);
    const double bound = bound_on(&from, f.x);
    if (is_lower(t, bound)) offer(t, f.cost, bound, stop_on(t, interval, f.x), leg);
  }
}

static void offer_along(tracer *t, const pf_interval *interval, int end, double distance) {
  const double bound = t->pass->cost[interval->node[end]];
  const double rate = pf_rate_along(t->pass->map, interval->edge, end);
  const pf_way_step leg = {PF_WEIGHTED_ALONG, interval->edge, 0, 0};
  if (isfinite(bound) && is_lower(t, bound))
    offer(t, bound + rate * distance, bound, stop_on(t, interval, end ? interval->length : 0), leg);
}

static void offer_bank(tracer *t, const pf_weighted_edge *edge) {
  const pf_intervals *all = t->intervals;
  const pf_weighted_edge *bank = &all->map->edges[edge->bank];
  const pf_xy a = all->map->nodes[bank->node[0]];
  const double there = hypot(t->at.x - a.x, t->at.y - a.y);
  for (int32_t i = all->first_of[edge->bank]; i < all->first_of[edge->bank + 1]; i++) {
    const pf_interval *interval = &all->list[i];
    const pf_front from = pf_front_of(t->pass, interval);
    if (there < interval->from || there > interval->from + interval->length) continue;
    if (isinf(from.cost[0]) || isinf(from.cost[1])) continue;
    const double bound = bound_on(&from, there - interval->from);
    if (is_lower(t, bound))
      offer(t, bound + edge->crossing, bound, (pf_way_stop){PF_WEIGHTED_NONE, edge->bank, there},
            (pf_way_step){PF_WEIGHTED_BANK, t->here.edge, 0, edge->crossing});
  }
}

static void look_from_edge(tracer *t) {
  const pf_intervals *all = t->intervals;
  const pf_weighted_edge *edge = &all->map->edges[t->here.edge];
  for (int side = 0; side < 2; side++)
    if (edge->face[side] >= 0) offer_over(t, edge->face[side]);
  for (int32_t i = all->first_of[t->here.edge]; i < all->first_of[t->here.edge + 1]; i++) {
    const pf_interval *interval = &all->list[i];
    offer_along(t, interval, 0, fabs(interval->from - t->here.at));
    offer_along(t, interval, 1, fabs(interval->from + interval->length - t->here.at));
  }
  if (edge->bank >= 0 && isfinite(edge->crossing)) offer_bank(t, edge);
}

static void look_from_node(tracer *t) {
  const pf_intervals *all = t->intervals;
  const pf_weighted_map *map = t->pass->map;
  const int32_t node = t->here.node;
  for (uint32_t i = map->first_face[node]; i < map->first_face[node + 1]; i++)
    offer_over(t, map->faces_at[i]);
  for (uint32_t i = all->first_at[node]; i < all->first_at[node + 1]; i++) {
    const pf_interval *interval = &all->list[all->at[i]];
    offer_along(t, interval, interval->node[0] == node, interval->length);
  }
  for (uint32_t i = map->first_link_to[node]; i < map->first_link_to[node + 1]; i++) {
    const int32_t number = map->links_to[i], begin = pf_link_begin(map, number);
    const double toll = map->links[number].cost, bound = t->pass->cost[begin];
    if (isfinite(bound) && is_lower(t, bound))
      offer(t, bound + toll, bound, (pf_way_stop){begin, PF_WEIGHTED_NONE, 0},
            (pf_way_step){PF_WEIGHTED_LINK, number, 0, toll});
  }
}

/* ---- What costs nothing: bridges that are points, and such rivers ---- */

static void look(tracer *t);

static bool is_left(const tracer *t, int32_t node, int32_t edge) {
  for (int32_t i = 0; i < t->left_count; i++)
    if (t->left[i].node == node && t->left[i].edge == edge) return true;
  return false;
}

/* Looks from a stop to which a way leads at no cost, and goes there if that is better. */
static void look_beyond(tracer *t, pf_way_stop stop, double bound, pf_way_step leg) {
  if (!(bound <= t->bound * (1 + 1e-12)) || is_left(t, stop.node, stop.edge)) return;
  if (t->left_count == FREE_MOST) return;
  tracer beyond = *t;
  beyond.here = stop;
  beyond.best = INFINITY;
  beyond.left[beyond.left_count++] = t->here;
  look(&beyond);
  if (beyond.best < t->best) offer(t, beyond.best, t->bound, stop, leg);
}

static void look_beyond_node(tracer *t) {
  const pf_weighted_map *map = t->pass->map;
  for (uint32_t i = map->first_link_to[t->here.node]; i < map->first_link_to[t->here.node + 1];
       i++) {
    const int32_t number = map->links_to[i], begin = pf_link_begin(map, number);
    if (map->links[number].cost == 0)
      look_beyond(t, (pf_way_stop){begin, PF_WEIGHTED_NONE, 0}, t->pass->cost[begin],
                  (pf_way_step){PF_WEIGHTED_LINK, number, 0, 0});
  }
}

static void look_beyond_edge(tracer *t) {
  const pf_weighted_edge *edge = &t->intervals->map->edges[t->here.edge];
  if (edge->bank < 0 || edge->crossing != 0) return;
  const pf_xy a = t->intervals->map->nodes[t->intervals->map->edges[edge->bank].node[0]];
  const pf_way_stop stop = {PF_WEIGHTED_NONE, edge->bank, hypot(t->at.x - a.x, t->at.y - a.y)};
  look_beyond(t, stop, t->bound, (pf_way_step){PF_WEIGHTED_BANK, t->here.edge, 0, 0});
}

/* Finds the best that leads to the stop. */
static void look(tracer *t) {
  if (t->here.edge >= 0) {
    look_from_edge(t);
    look_beyond_edge(t);
  } else {
    look_from_node(t);
    look_beyond_node(t);
  }
}

/* ---- The way ---- */

void pf_way_turn(pf_way *w) {
  for (int32_t i = 0, k = w->count - 1; i < k; i++, k--) {
    const pf_way_stop swap = w->stops[i];
    w->stops[i] = w->stops[k];
    w->stops[k] = swap;
  }
  for (int32_t i = 0, k = w->count - 2; i < k; i++, k--) {
    const pf_way_step swap = w->legs[i];
    w->legs[i] = w->legs[k];
    w->legs[k] = swap;
  }
  for (int32_t i = 0; i + 1 < w->count; i++) {
    pf_way_step *leg = &w->legs[i];
    if (leg->kind == PF_WEIGHTED_BANK) leg->by = w->stops[i].edge;
  }
}

/* Notes by how much what leads to a stop is above its bound, for the interval that it lies on, or
 * those that meet there. */
static void note_loss(const tracer *t, double *loss) {
  const pf_intervals *all = t->intervals;
  const double lost = t->best - t->bound;
  if (t->here.node >= 0) {
    for (uint32_t i = all->first_at[t->here.node]; i < all->first_at[t->here.node + 1]; i++)
      loss[all->at[i]] = fmax(loss[all->at[i]], lost);
    return;
  }
  for (int32_t i = all->first_of[t->here.edge]; i < all->first_of[t->here.edge + 1]; i++) {
    const pf_interval *interval = &all->list[i];
    if (t->here.at >= interval->from && t->here.at <= interval->from + interval->length)
      loss[i] = fmax(loss[i], lost);
  }
}

pathfan_status pf_way_trace(pf_way *w, const pf_pass *pass, bool is_back, double *loss) {
  const pf_lead lead = pf_pass_goal(pass);
  tracer t = {.way = w, .pass = pass, .intervals = pass->intervals};
  const pf_way_stop end = {PF_WEIGHTED_NONE, PF_WEIGHTED_NONE, 0};
  w->count = 0;
  w->cost = INFINITY;
  if (isinf(lead.cost)) return PATHFAN_OK;
  pathfan_status status = add_stop(w, end, NULL);
  t.leg = (pf_way_step){PF_WEIGHTED_GROUND, lead.face, pass->intervals->map->rate[lead.face], 0};
  t.is_end = lead.interval < 0;
  if (!t.is_end) {
    const pf_interval *interval = &pass->intervals->list[lead.interval];
    const pf_front from = pf_front_of(pass, interval);
    t.next = stop_on(&t, interval, lead.x);
    t.next_bound = bound_on(&from, lead.x);
  }
  while (!status) {
    status = add_stop(w, t.is_end ? end : t.next, &t.leg);
    if (t.is_end || status) break;
    const bool is_free =
        t.leg.toll == 0 && (t.leg.kind == PF_WEIGHTED_LINK || t.leg.kind == PF_WEIGHTED_BANK);
    if (!is_free)
      t.left_count = 0;
    else if (t.left_count < FREE_MOST)
      t.left[t.left_count++] = t.here;
    t.here = t.next;
    t.at = pf_way_stop_at(w, w->count - 1);
    t.bound = t.next_bound;
    t.best = INFINITY;
    look(&t);
    if (isinf(t.best) || w->count > (w->stop_most ? w->stop_most : STOP_MOST)) return PATHFAN_OK;
    if (loss) note_loss(&t, loss);
  }
  if (status) return status;
  if (!is_back) pf_way_turn(w);
  w->cost = pf_way_sum(w);
  return PATHFAN_OK;
}
