/* pass.c - label-correcting: intervals spread their bounds in order of cost. An interval J to which
 * a way leads from an interval I gets a line below f (bound.h) if its own isn't: a tangent of f, or
 * a constant. */
#include "weighted/pass.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* How often one end of an interval alone is lowered far from a front: it might go on for ever. */
#define SWUNG_MOST 4
/* After so many pairs an interval a pass lowers bounds further than need be, so that it ends. */
#define PAIRS_AN_INTERVAL 400

/* ---- Lowering ---- */

/* The queue has intervals by their lower bound; a joint at which no interval begins, on a bridge,
 * is ~its number. */
static void push(pf_pass *p, double cost, int32_t interval) {
  if (!p->status) p->status = pf_queue_push(&p->queue, cost, interval);
}

static void lower(pf_pass *p, int32_t joint, double cost) {
  const uint32_t first = p->intervals->first_at[joint], end = p->intervals->first_at[joint + 1];
  if (!(cost < p->cost[joint] - p->slack)) return;
  p->cost[joint] = cost;
  if (first == end) push(p, cost, ~joint);
  for (uint32_t i = first; i < end; i++) {
    const int32_t number = p->intervals->at[i];
    const pf_interval *interval = &p->intervals->list[number];
    push(p, fmin(p->cost[interval->node[0]], p->cost[interval->node[1]]), number);
  }
}

static void follow_links(pf_pass *p, int32_t joint) {
  const pf_weighted_map *map = p->map;
  if (joint >= map->node_count) {
    const pf_joint *j = &p->intervals->joints[joint];
    if (j->mirror >= 0) lower(p, j->mirror, p->cost[joint] + j->crossing);
    return;
  }
  for (uint32_t i = map->first_link[joint]; i < map->first_link[joint + 1]; i++) {
    const int32_t link = map->links_from[i];
    lower(p, pf_link_end(map, link), p->cost[joint] + map->links[link].cost);
  }
}

/* Lowers the ends of an interval to a line. */
static void lower_to(pf_pass *p, const pf_interval *interval, double begin, double end) {
  lower(p, interval->node[0], begin);
  lower(p, interval->node[1], end);
}

/* A tangent of f along an interval, by what it is at the interval's ends. */
typedef struct tangent {
  double cost, slope; /* f where it touches */
  double begin, end;
} tangent;

static tangent tangent_at(const pf_front *from, double rate, const pf_interval *to, double x) {
  const pf_ground_value f = pf_ground_cost(from, rate, pf_xy_on(to->at, to->along, x));
  const double slope = pf_xy_dot(f.slope, to->along);
  return (tangent){f.cost, slope, f.cost - slope * x, f.cost + slope * (to->length - x)};
}

static double distance_to(pf_xy at, pf_xy begin, pf_xy along, double length) {
  const double vx = at.x - begin.x, vy = at.y - begin.y;
  double x = vx * along.x + vy * along.y;
  x = x < 0 ? 0 : x > length ? length : x;
  return hypot(vx - along.x * x, vy - along.y * x);
}

/* Distance between a front and an interval that lie in one convex face and so don't cross. */
static double distance_between(const pf_front *from, const pf_interval *to) {
  const double a = distance_to(from->at, to->at, to->along, to->length);
  const double b =
      distance_to(pf_xy_on(from->at, from->along, from->length), to->at, to->along, to->length);
  const double c = distance_to(to->at, from->at, from->along, from->length);
  const double d =
      distance_to(pf_xy_on(to->at, to->along, to->length), from->at, from->along, from->length);
  return fmin(fmin(a, b), fmin(c, d));
}

/* Whether the line of an interval's bounds lies below f: if one tangent is above it. Looks for the
 * place where they are closest. */
static bool is_below(const pf_front *from, double rate, const pf_interval *to, double begin,
                     double end) {
  double low = 0, high = to->length;
  const double slope = (end - begin) / to->length;
  for (int step = 0; step < 12; step++) {
    const double x = low + (high - low) / 2;
    const tangent t = tangent_at(from, rate, to, x);
    if (t.begin >= begin && t.end >= end) return true;
    if (t.cost < begin + slope * x) return false;
    *(t.slope < slope ? &low : &high) = x;
  }
  return false;
}

/* Notes by how much new bounds of an interval are below what leads to its ends. */
static void note_lost(pf_pass *p, const pf_interval *to, const double leads[2],
                      const double bounds[2]) {
  double *lost = &p->spread[to - p->intervals->list].lost;
  for (int k = 0; k < 2; k++)
    if (bounds[k] < p->cost[to->node[k]])
      *lost = fmax(*lost, fmin(leads[k], p->cost[to->node[k]]) - bounds[k]);
}

static void lower_noted(pf_pass *p, const pf_interval *to, const double leads[2], double begin,
                        double end) {
  note_lost(p, to, leads, (double[2]){begin, end});
  lower_to(p, to, begin, end);
}

static bool is_hasty(const pf_pass *p) {
  return p->pairs - p->begun > PAIRS_AN_INTERVAL * (uint64_t)p->intervals->count;
}

/* Lowers one end of an interval to the highest bound beside that of the other end, which stays: of
 * both the end that falls by less. No bound may fall below `safe`. Returns whether it did. */
static bool swing(pf_pass *p, const pf_front *from, double rate, const pf_interval *to,
                  const double leads[2], double safe) {
  const double begin = p->cost[to->node[0]], end = p->cost[to->node[1]];
  int32_t *swung = &p->spread[to - p->intervals->list].swung;
  const pf_xy far = pf_xy_on(to->at, to->along, to->length);
  const pf_xy back = {-to->along.x, -to->along.y};
  double low_begin = -INFINITY, low_end = -INFINITY;
  if (*swung == SWUNG_MOST || is_hasty(p)) return false;
  if (begin <= leads[0])
    low_end = pf_ground_support(from, rate, to->at, to->along, to->length, begin, end, 0);
  if (end <= leads[1])
    low_begin = pf_ground_support(from, rate, far, back, to->length, end, begin, 0);
  if (low_begin < safe && low_end < safe) return false;
  ++*swung;
  if (low_end >= safe && (low_begin < safe || end - low_end <= begin - low_begin))
    lower_noted(p, to, leads, begin, low_end);
  else
    lower_noted(p, to, leads, low_begin, end);
  return true;
}

/* The part of the distance that every new bound keeps; without it bounds would go on falling by
 * less and less towards a corner where intervals meet. */
#define KEPT 0.3

/* Spreads to an interval that doesn't share a joint with the front. */
static void spread_apart(pf_pass *p, const pf_front *from, double rate, const pf_interval *to) {
  const double begin = p->cost[to->node[0]], end = p->cost[to->node[1]];
  const double least = fmin(from->cost[0], from->cost[1]);
  const tangent first = tangent_at(from, rate, to, 0);
  const tangent last = tangent_at(from, rate, to, to->length);
  const double leads[2] = {first.cost, last.cost};
  const bool is_lower_at_ends = first.cost >= begin && last.cost >= end;
  if (is_lower_at_ends && (first.end >= end || last.begin >= begin)) return;
  tangent best = tangent_at(from, rate, to, to->length / 2);
  if (best.begin >= begin && best.end >= end) return;
  if (is_lower_at_ends && isfinite(begin) && isfinite(end) && is_below(from, rate, to, begin, end))
    return;
  double safe = least;
  if (fmin(best.begin, best.end) < least + 0.5 * (fmin(first.cost, last.cost) - least))
    safe = least + KEPT * rate * distance_between(from, to);
  if (best.begin < safe || best.end < safe) {
    best = best.begin < best.end ? first : last;
    if (best.begin < safe || best.end < safe) {
      if (swing(p, from, rate, to, leads, safe)) return;
      double low = fmin(first.cost, last.cost);
      if (first.slope < 0 && last.slope > 0) /* where the tangents at the ends meet */
        low = first.cost + first.slope * (last.cost - first.cost - last.slope * to->length) /
                               (first.slope - last.slope);
      best.begin = best.end = fmax(low, safe);
    }
  }
  lower_noted(p, to, leads, best.begin, best.end);
}

/* Spreads from an interval to another of the same face that meets it at a joint: end `i` of the one
 * and `k` of the other. Nothing changes if the line is below f already. Else the joint's bound
 * stays, unless the other's could fall for ever. */
static void spread_round(pf_pass *p, const pf_front *from, double rate, const pf_interval *to,
                         int i, int k) {
  const double here = from->cost[i], far = from->cost[1 - i];
  const pf_xy away = i ? (pf_xy){-from->along.x, -from->along.y} : from->along;
  const pf_xy direction = k ? (pf_xy){-to->along.x, -to->along.y} : to->along;
  const double turn = pf_ground_turn((far - here) / from->length, away, direction, rate);
  if (p->cost[to->node[1 - k]] <= here + turn * to->length && !is_hasty(p)) return;
  const double cosine = pf_xy_dot(away, direction);
  const double sine = cosine > 0 ? fabs(away.x * direction.y - away.y * direction.x) : 1;
  const double least = fmin(here, far + rate * from->length * sine);
  if (turn >= 0 || here + turn * to->length >= least) {
    lower(p, to->node[1 - k], here + turn * to->length);
    return;
  }
  const tangent t = tangent_at(from, rate, to, to->length / 2);
  if (t.begin >= least && t.end >= least)
    lower_to(p, to, t.begin, t.end);
  else
    lower_to(p, to, least, least);
}

static void spread_to(pf_pass *p, const pf_front *from, const pf_interval *interval, double rate,
                      const pf_interval *to) {
  p->pairs++;
  if (fmin(from->cost[0], from->cost[1]) >= fmax(p->cost[to->node[0]], p->cost[to->node[1]]))
    return;
  for (int i = 0; interval && i < 2; i++)
    for (int k = 0; k < 2; k++)
      if (interval->node[i] == to->node[k]) {
        spread_round(p, from, rate, to, i, k);
        return;
      }
  spread_apart(p, from, rate, to);
}

/* ---- The pass ---- */

pf_front pf_front_of(const pf_pass *p, const pf_interval *interval) {
  return (pf_front){interval->at,
                    interval->along,
                    interval->length,
                    {p->cost[interval->node[0]], p->cost[interval->node[1]]}};
}

/* Spreads over a face, from an interval (NULL: from the end). */
static void spread_over(pf_pass *p, const pf_front *from, const pf_interval *interval,
                        int32_t face) {
  const pf_intervals *all = p->intervals;
  for (uint32_t i = all->first_in[face]; i < all->first_in[face + 1] && !p->status; i++) {
    const pf_interval *to = &all->list[all->in[i]];
    if (interval && to->edge == interval->edge) continue;
    spread_to(p, from, interval, all->map->rate[face], to);
  }
}

static void spread_interval(pf_pass *p, int32_t number) {
  const pf_interval *interval = &p->intervals->list[number];
  for (int end = 1; end >= 0; end--)
    lower(p, interval->node[end],
          p->cost[interval->node[1 - end]] + pf_pass_along(p, interval, end));
  follow_links(p, interval->node[0]);
  follow_links(p, interval->node[1]);
  const pf_front from = pf_front_of(p, interval);
  memcpy(p->spread[number].cost, from.cost, sizeof from.cost);
  for (int side = 0; side < 2; side++)
    if (interval->face[side] >= 0) spread_over(p, &from, interval, interval->face[side]);
}

/* Whether no way over an interval to the goal can cost less than `most`. */
static bool is_hopeless(const pf_pass *p, const pf_interval *interval, double least, double most) {
  const int32_t begin = interval->node[0], end = interval->node[1];
  if (p->knows_rest && fmin(p->cost[begin] + p->rest[begin], p->cost[end] + p->rest[end]) > most)
    return true;
  const pf_xy middle = pf_xy_on(interval->at, interval->along, interval->length / 2);
  const double apart = hypot(middle.x - p->goal->at.x, middle.y - p->goal->at.y);
  return least + p->intervals->map->least * (apart - interval->length / 2) > most;
}

/* The bound for the goal's place by an interval that has just spread; direct ways are the caller's.
 */
static double goal_by(const pf_pass *p, const pf_interval *interval) {
  double best = INFINITY;
  for (int32_t i = 0; i < p->goal->face_count; i++) {
    const int32_t face = p->goal->faces[i];
    if (interval->face[0] != face && interval->face[1] != face) continue;
    const pf_front from = pf_front_of(p, interval);
    if (isfinite(from.cost[0]) && isfinite(from.cost[1]))
      best = fmin(best, pf_ground_cost(&from, p->intervals->map->rate[face], p->goal->at).cost);
  }
  return best;
}

static void prepare(pf_pass *p) {
  const pf_intervals *all = p->intervals;
  p->status = pf_grow(&p->cost, &p->cost_capacity, all->joint_count);
  if (!p->status) p->status = pf_grow(&p->spread, &p->spread_capacity, all->count);
  if (p->status) return;
  p->queue.count = 0;
  p->is_stopped = false;
  for (int32_t n = 0; n < all->joint_count; n++) p->cost[n] = INFINITY;
  for (int32_t i = 0; i < all->count; i++)
    p->spread[i] = (pf_spread_from){{INFINITY, INFINITY}, 0, 0};
}

pathfan_status pf_pass_look_ahead(pf_pass *p, const pf_pass *back) {
  const int32_t count = back->intervals->joint_count;
  const pathfan_status status = pf_grow(&p->rest, &p->rest_capacity, count);
  if (status) return status;
  for (int32_t n = 0; n < count; n++) p->rest[n] = pf_pass_bound(back, n);
  p->knows_rest = true;
  return PATHFAN_OK;
}

pathfan_status pf_pass_look_ahead_before(pf_pass *p, const pf_pass *back) {
  const pf_intervals *all = back->intervals;
  const pathfan_status status = pf_grow(&p->rest, &p->rest_capacity, all->joint_count);
  if (status) return status;
  for (int32_t n = 0; n < all->joint_count; n++) p->rest[n] = 0;
  for (int32_t i = 0; i < all->count; i++) {
    const pf_interval *interval = &all->list[i], *whole = &all->other[interval->before];
    const double begin = pf_pass_bound(back, whole->node[0]);
    const double end = pf_pass_bound(back, whole->node[1]);
    for (int k = 0; k < 2; k++) {
      const double x = (interval->from - whole->from + k * interval->length) / whole->length;
      p->rest[interval->node[k]] =
          isinf(begin) || isinf(end) ? fmin(begin, end) : begin + (end - begin) * x;
    }
  }
  p->knows_rest = true;
  return PATHFAN_OK;
}

/* Tells the limits how many pairs were compared since the last time. */
static void tell(pf_pass *p) {
  p->status = pf_limits_done(p->limits, (int64_t)(p->pairs - p->told));
  p->told = p->pairs;
}

pathfan_status pf_pass_run(pf_pass *p, double most) {
  const pf_intervals *all = p->intervals;
  const pf_front start = pf_front_at(p->end->at);
  prepare(p);
  p->slack = 1e-15 * (isfinite(most) ? most : all->map->least * all->map->extent);
  p->begun = p->pairs;
  for (int32_t i = 0; i < p->end->face_count && !p->status; i++)
    spread_over(p, &start, NULL, p->end->faces[i]);
  p->reach = most;
  p->told = p->pairs;
  while (p->queue.count && !p->status) {
    const pf_queue_entry entry = pf_queue_pop(&p->queue);
    const double *cost = p->cost;
    if (entry.number < 0) {
      if (cost[~entry.number] >= entry.cost && entry.cost <= p->reach)
        follow_links(p, ~entry.number);
      continue;
    }
    const pf_interval *interval = &all->list[entry.number];
    const double begin = cost[interval->node[0]], end = cost[interval->node[1]];
    const double least = fmin(begin, end);
    const pf_spread_from *spread = &p->spread[entry.number];
    if (least < entry.cost || (begin == spread->cost[0] && end == spread->cost[1])) continue;
    if (least > p->reach) break;
    if (is_hopeless(p, interval, least, most)) continue;
    if (p->limit && p->pairs >= p->limit) {
      p->is_stopped = true;
      p->reach = fmin(p->reach, least);
      break;
    }
    spread_interval(p, entry.number);
    if (p->pairs - p->told >= PF_PAIRS_TOLD && !p->status) tell(p);
    if (isinf(most)) p->reach = fmin(p->reach, goal_by(p, interval));
  }
  if (!p->status) tell(p);
  p->is_whole = !p->is_stopped && (isfinite(most) || isinf(p->reach));
  p->knows_rest = false;
  return p->status;
}

pf_lead pf_pass_goal(const pf_pass *p) {
  const pf_intervals *all = p->intervals;
  const double direct = hypot(p->end->at.x - p->goal->at.x, p->end->at.y - p->goal->at.y);
  pf_lead best = {INFINITY, PF_WEIGHTED_NONE, PF_WEIGHTED_NONE, 0};
  for (int32_t i = 0; i < p->goal->face_count; i++) {
    const int32_t face = p->goal->faces[i];
    const double rate = all->map->rate[face];
    for (int32_t k = 0; k < p->end->face_count; k++)
      if (p->end->faces[k] == face && rate * direct < best.cost)
        best = (pf_lead){rate * direct, PF_WEIGHTED_NONE, face, 0};
    for (uint32_t k = all->first_in[face]; k < all->first_in[face + 1]; k++) {
      const pf_front from = pf_front_of(p, &all->list[all->in[k]]);
      if (isinf(from.cost[0]) || isinf(from.cost[1])) continue;
      if (fmin(from.cost[0], from.cost[1]) >= best.cost) continue;
      const pf_ground_value f = pf_ground_cost(&from, rate, p->goal->at);
      if (f.cost < best.cost) best = (pf_lead){f.cost, all->in[k], face, f.x};
    }
  }
  return best;
}

void pf_pass_free(pf_pass *p) {
  free(p->queue.entries);
  free(p->spread);
  free(p->cost);
  free(p->rest);
  memset(p, 0, sizeof *p);
}
