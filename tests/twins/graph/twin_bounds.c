/* twin_bounds.c - see twin_bounds.h. */
#include "twin_bounds.h"

#include <math.h>

/* What rounding may add: bounds, rates and places have 53 bits, and a place on an edge is off by
 * some units in the last place of the map's coordinates; a handful of operations each. */
#define ROUNDING 0x1p-48

static double fraction(pf_random *random) {
  const int64_t number = pf_random_below(random, 1002); /* each end as often as the rest together */
  return number < 250 ? 0 : number > 750 ? 1 : (double)pf_random_below(random, 1001) / 1000;
}

static pf_xy place_on(const pf_pass *p, const pf_interval *interval, double part) {
  const pf_xy a = p->intervals->joints[interval->node[0]].at;
  const pf_xy b = p->intervals->joints[interval->node[1]].at;
  return (pf_xy){a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)};
}

static double bound_on(const pf_pass *p, const pf_interval *interval, double part) {
  const double begin = p->cost[interval->node[0]], end = p->cost[interval->node[1]];
  if (part == 0 || part == 1) return part == 0 ? begin : end;
  return begin + part * (end - begin);
}

/* The cost of a way to y that leaves an interval at a place. */
static double cost_from(const pf_pass *p, const pf_interval *from, double part, double rate,
                        pf_xy y) {
  const pf_xy x = place_on(p, from, part);
  return bound_on(p, from, part) + rate * hypot(y.x - x.x, y.y - x.y);
}

/* The same from the best place: the cost is convex along the interval. */
static double cost_over(const pf_pass *p, const pf_interval *from, double rate, pf_xy y) {
  double low = 0, high = 1;
  for (int step = 0; step < 60; step++) {
    const double a = low + (high - low) / 3, b = high - (high - low) / 3;
    if (cost_from(p, from, a, rate, y) < cost_from(p, from, b, rate, y))
      high = b;
    else
      low = a;
  }
  return fmin(cost_from(p, from, low, rate, y),
              fmin(cost_from(p, from, 0, rate, y), cost_from(p, from, 1, rate, y)));
}

/* Whether the pass must have spread from an interval: not if its own bounds, those of the way back,
 * or the distance to the goal tell that all ways over it cost more. */
static bool counts(const pf_pass *p, const pf_interval *interval, double most) {
  const int32_t a = interval->node[0], b = interval->node[1];
  if (fmin(p->cost[a], p->cost[b]) > p->reach || isinf(p->cost[a]) || isinf(p->cost[b]))
    return false;
  if (isinf(most)) return true;
  const pf_xy middle = place_on(p, interval, 0.5);
  const double apart = hypot(middle.x - p->goal->at.x, middle.y - p->goal->at.y);
  const double least = fmin(p->cost[a], p->cost[b]);
  if (least + p->map->least * (apart - interval->length / 2) > most) return false;
  return fmin(p->cost[a] + p->rest[a], p->cost[b] + p->rest[b]) <= most;
}

/* Whether a bound is too high beside what a way costs; notes by how much. */
static bool exceeds(const pf_pass *p, double bound, double cost, double rate, double *excess) {
  const double allowed = ROUNDING * (cost + rate * p->map->extent);
  const double above = fmin(bound, p->reach) - cost;
  if (above > 0) *excess = fmax(*excess, above / allowed);
  return above > allowed;
}

/* Over rivers and links, all of them. */
static const char *check_crossings(const pf_pass *p, double most, double *excess) {
  const pf_intervals *all = p->intervals;
  const pf_weighted_map *map = p->map;
  for (int32_t i = 0; i < all->count; i++) {
    const pf_interval *from = &all->list[i];
    if (from->mirror < 0 || !counts(p, from, most)) continue;
    const pf_interval *to = &all->list[from->mirror];
    for (int k = 0; k < 2; k++)
      if (exceeds(p, p->cost[to->node[1 - k]],
                  p->cost[from->node[k]] + map->edges[from->edge].crossing, map->least, excess))
        return "over a river";
  }
  if (isfinite(most)) return NULL; /* which links count isn't told by intervals */
  for (int32_t i = 0; i < map->link_count; i++)
    if (exceeds(p, p->cost[pf_link_end(map, i)],
                p->cost[pf_link_begin(map, i)] + map->links[i].cost, map->least, excess))
      return "over a link";
  return NULL;
}

/* On the border of the faces of the pass's end. */
static const char *check_start(const pf_pass *p, pf_random *random, int samples, double *excess) {
  const pf_intervals *all = p->intervals;
  for (int s = 0; s < samples && p->end->face_count; s++) {
    const int32_t face = p->end->faces[pf_random_below(random, p->end->face_count)];
    const uint32_t first = all->first_in[face], end = all->first_in[face + 1];
    if (first == end) continue;
    const pf_interval *to = &all->list[all->in[first + pf_random_below(random, end - first)]];
    const double part = fraction(random), rate = p->map->rate[face];
    const pf_xy y = place_on(p, to, part);
    const double cost = rate * hypot(y.x - p->end->at.x, y.y - p->end->at.y);
    if (exceeds(p, bound_on(p, to, part), cost, rate, excess)) return "from the end";
  }
  return NULL;
}

const char *twin_bounds_fault(const pf_pass *p, double most, pf_random *random, int samples,
                              double *excess) {
  const pf_intervals *all = p->intervals;
  const char *fault = check_crossings(p, most, excess);
  if (!fault) fault = check_start(p, random, samples, excess);
  for (int s = 0; s < samples && !fault && all->count; s++) {
    const pf_interval *from = &all->list[pf_random_below(random, all->count)];
    const int side = (int)pf_random_below(random, 2);
    const int32_t face = from->face[from->face[side] < 0 ? 1 - side : side];
    if (!counts(p, from, most)) continue;
    for (int end = 0; end < 2; end++) {
      const double rate = pf_rate_along(p->map, from->edge, !end);
      if (exceeds(p, p->cost[from->node[end]], p->cost[from->node[1 - end]] + rate * from->length,
                  rate, excess))
        fault = "along an edge";
    }
    if (fault || face < 0) continue;
    const uint32_t first = all->first_in[face], count = all->first_in[face + 1] - first;
    const pf_interval *to = &all->list[all->in[first + pf_random_below(random, count)]];
    const double part = fraction(random), rate = p->map->rate[face];
    if (to->edge == from->edge) continue;
    const double cost = cost_over(p, from, rate, place_on(p, to, part));
    if (exceeds(p, bound_on(p, to, part), cost, rate, excess)) fault = "through a face";
  }
  return fault;
}
