/* raise.c - a pass lowers bounds in the order in which it happens to meet intervals, and a bound
 * that was lowered for one line stays low although a better line is known later. Afterwards each
 * joint's bound is set to the highest that is valid beside all others: raising one keeps the others
 * valid, since what comes from it only costs more. */
#include "weighted/raise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

typedef struct pf_raise_entry {
  double cost;
  int32_t joint;
} pf_raise_entry;

static int by_cost(const void *a, const void *b) {
  const pf_raise_entry *s = a, *t = b;
  if (s->cost != t->cost) return s->cost < t->cost ? -1 : 1;
  return (s->joint > t->joint) - (s->joint < t->joint);
}

typedef struct raiser {
  pf_pass *pass;
  const pf_intervals *intervals;
  int32_t joint;
  double cap;    /* the bound can't be higher */
  double direct; /* the least that leads to the joint */
  int32_t lead;  /* the interval over a face from which that does */
} raiser;

static bool is_known(const pf_front *from) {
  return isfinite(from->cost[0]) && isfinite(from->cost[1]);
}

/* Limits the bound by an interval that ends at the joint and what reaches it from a front; `other`
 * is the interval's other end. */
static void limit(raiser *r, const pf_interval *interval, int end, const pf_front *from,
                  double rate) {
  const double begin = r->pass->cost[interval->node[1 - end]];
  const pf_xy far = pf_xy_on(interval->at, interval->along, interval->length);
  const pf_xy along = end ? interval->along : (pf_xy){-interval->along.x, -interval->along.y};
  r->cap = fmin(r->cap, pf_ground_support(from, rate, end ? interval->at : far, along,
                                          interval->length, begin, r->cap, r->pass->slack));
}

/* The same for an interval that meets the other end. */
static void limit_round(raiser *r, const pf_interval *interval, int end,
                        const pf_interval *from_interval, const pf_front *from, double rate) {
  const int32_t other = interval->node[1 - end];
  const int i = from_interval->node[1] == other;
  const pf_xy away = i ? (pf_xy){-from->along.x, -from->along.y} : from->along;
  const pf_xy direction = end ? interval->along : (pf_xy){-interval->along.x, -interval->along.y};
  const double slope = (from->cost[1 - i] - from->cost[i]) / from->length;
  r->cap =
      fmin(r->cap, from->cost[i] + pf_ground_turn(slope, away, direction, rate) * interval->length);
}

static void limit_over(raiser *r, const pf_interval *interval, int end, int32_t face) {
  const pf_intervals *all = r->intervals;
  const pf_pass *p = r->pass;
  const double rate = all->map->rate[face];
  const pf_xy here = all->joints[r->joint].at;
  for (int32_t i = 0; i < p->end->face_count; i++) {
    const pf_front from = pf_front_at(p->end->at);
    if (p->end->faces[i] != face) continue;
    r->direct = fmin(r->direct, pf_ground_cost(&from, rate, here).cost);
    limit(r, interval, end, &from, rate);
  }
  for (uint32_t i = all->first_in[face]; i < all->first_in[face + 1]; i++) {
    const pf_interval *other = &all->list[all->in[i]];
    const pf_front from = pf_front_of(p, other);
    if (other->edge == interval->edge || !is_known(&from)) continue;
    if (other->node[0] == r->joint || other->node[1] == r->joint) continue; /* holds_round */
    const double direct = pf_ground_cost(&from, rate, here).cost;
    if (direct < r->direct) r->lead = all->in[i];
    r->direct = fmin(r->direct, direct);
    const int32_t far = interval->node[1 - end];
    if (other->node[0] == far || other->node[1] == far)
      limit_round(r, interval, end, other, &from, rate);
    else
      limit(r, interval, end, &from, rate);
  }
}

static void limit_by_links(raiser *r) {
  const pf_intervals *all = r->intervals;
  const pf_weighted_map *map = r->pass->map;
  const double *cost = r->pass->cost;
  double best = INFINITY;
  if (r->joint >= map->node_count) {
    const pf_joint *j = &all->joints[r->joint];
    if (j->mirror >= 0) best = cost[j->mirror] + j->crossing;
  } else {
    for (uint32_t i = map->first_link_to[r->joint]; i < map->first_link_to[r->joint + 1]; i++) {
      const int32_t link = map->links_to[i];
      best = fmin(best, cost[pf_link_begin(map, link)] + map->links[link].cost);
    }
  }
  r->cap = fmin(r->cap, best);
  r->direct = fmin(r->direct, best);
}

/* Whether a bound at the joint is valid between the intervals that meet there. */
static bool holds_round(const raiser *r, double bound) {
  const pf_intervals *all = r->intervals;
  const double *cost = r->pass->cost;
  for (uint32_t i = all->first_at[r->joint]; i < all->first_at[r->joint + 1]; i++)
    for (uint32_t k = all->first_at[r->joint]; k < all->first_at[r->joint + 1]; k++) {
      const pf_interval *from = &all->list[all->at[i]], *to = &all->list[all->at[k]];
      if (from->edge == to->edge) continue;
      const int a = from->node[1] == r->joint, b = to->node[1] == r->joint;
      const pf_xy away = a ? (pf_xy){-from->along.x, -from->along.y} : from->along;
      const pf_xy direction = b ? (pf_xy){-to->along.x, -to->along.y} : to->along;
      const double slope = (cost[from->node[1 - a]] - bound) / from->length;
      const double rise = (cost[to->node[1 - b]] - bound) / to->length;
      if (!isfinite(slope) || !isfinite(rise)) continue;
      for (int side = 0; side < 2; side++) {
        const int32_t face = from->face[side];
        if (face < 0 || (to->face[0] != face && to->face[1] != face)) continue;
        if (rise > pf_ground_turn(slope, away, direction, all->map->rate[face])) return false;
      }
    }
  return true;
}

static void raise_joint(raiser *r) {
  const pf_intervals *all = r->intervals;
  double *cost = r->pass->cost;
  r->cap = r->direct = INFINITY;
  r->lead = PF_WEIGHTED_NONE;
  limit_by_links(r);
  for (uint32_t i = all->first_at[r->joint]; i < all->first_at[r->joint + 1]; i++) {
    const pf_interval *interval = &all->list[all->at[i]];
    const int end = interval->node[1] == r->joint;
    const double along = cost[interval->node[1 - end]] + pf_pass_along(r->pass, interval, end);
    if (isinf(along)) continue;
    r->cap = fmin(r->cap, along);
    r->direct = fmin(r->direct, along);
  }
  for (uint32_t i = all->first_at[r->joint]; i < all->first_at[r->joint + 1]; i++) {
    const pf_interval *interval = &all->list[all->at[i]];
    const int end = interval->node[1] == r->joint;
    if (isinf(cost[interval->node[1 - end]])) continue;
    for (int side = 0; side < 2; side++)
      if (interval->face[side] >= 0) limit_over(r, interval, end, interval->face[side]);
  }
  const double before = cost[r->joint];
  double bound = r->cap;
  if (!(bound > before + r->pass->slack) || isinf(bound)) return;
  if (!holds_round(r, bound)) {
    double low = before, high = bound;
    for (int step = 0; step < 16; step++) {
      const double middle = low + (high - low) / 2;
      *(holds_round(r, middle) ? &low : &high) = middle;
    }
    bound = low;
  }
  cost[r->joint] = bound;
}

pathfan_status pf_raise_bounds(pf_raise *raise, pf_pass *pass, const pf_pass *back, double most) {
  const pf_intervals *all = pass->intervals;
  int32_t count = 0;
  pathfan_status status = pf_grow(&raise->loose, &raise->loose_capacity, all->joint_count);
  if (!status) status = pf_grow(&raise->lead, &raise->lead_capacity, all->joint_count);
  if (!status) status = pf_grow(&raise->order, &raise->order_capacity, all->joint_count);
  if (status) return status;
  for (int32_t n = 0; n < all->joint_count; n++) {
    raise->loose[n] = 0;
    raise->lead[n] = PF_WEIGHTED_NONE;
    const double rest = back ? pf_pass_bound(back, n) : 0;
    if (isinf(pass->cost[n]) || !(pass->cost[n] + rest <= most)) continue;
    raise->order[count++] = (pf_raise_entry){pass->cost[n], n};
  }
  qsort(raise->order, (size_t)count, sizeof *raise->order, by_cost);
  raiser r = {.pass = pass, .intervals = all};
  for (int32_t i = 0; i < count; i++) {
    r.joint = raise->order[i].joint;
    raise_joint(&r);
    raise->lead[r.joint] = r.lead;
    raise->loose[r.joint] = isinf(r.direct) ? 0 : fmax(0, r.direct - pass->cost[r.joint]);
  }
  return PATHFAN_OK;
}

double pf_loose_in_the_middle(const pf_pass *p, int32_t number) {
  const pf_intervals *all = p->intervals;
  const pf_interval *interval = &all->list[number];
  const pf_front own = pf_front_of(p, interval);
  const pf_xy middle = pf_xy_on(interval->at, interval->along, interval->length / 2);
  if (isinf(own.cost[0]) || isinf(own.cost[1])) return 0;
  double best = fmin(own.cost[0] + pf_pass_along(p, interval, 1) / 2,
                     own.cost[1] + pf_pass_along(p, interval, 0) / 2);
  if (interval->mirror >= 0) {
    const pf_front bank = pf_front_of(p, &all->list[interval->mirror]);
    best = fmin(best, (bank.cost[0] + bank.cost[1]) / 2 + all->map->edges[interval->edge].crossing);
  }
  for (int k = 0; k < 2; k++) {
    const int32_t face = interval->face[k];
    if (face < 0) continue;
    for (int32_t i = 0; i < p->end->face_count; i++) {
      const pf_front start = pf_front_at(p->end->at);
      if (p->end->faces[i] == face)
        best = fmin(best, pf_ground_cost(&start, all->map->rate[face], middle).cost);
    }
    for (uint32_t i = all->first_in[face]; i < all->first_in[face + 1]; i++) {
      const pf_interval *other = &all->list[all->in[i]];
      const pf_front from = pf_front_of(p, other);
      if (other->edge == interval->edge || isinf(from.cost[0]) || isinf(from.cost[1])) continue;
      best = fmin(best, pf_ground_cost(&from, all->map->rate[face], middle).cost);
    }
  }
  return best - (own.cost[0] + own.cost[1]) / 2;
}

void pf_raise_free(pf_raise *raise) {
  free(raise->loose);
  free(raise->lead);
  free(raise->order);
  memset(raise, 0, sizeof *raise);
}
