/* upper.c - Dijkstra over joints: two of a face are joined by a straight line. */
#include "weighted/upper.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* How a joint is reached. */
typedef struct pf_upper_from {
  int32_t joint; /* NONE: from the end */
  pf_way_step leg;
} pf_upper_from;

static void reach(pf_upper *u, int32_t joint, double cost, int32_t before, pf_way_step leg) {
  u->pairs++;
  if (!(cost < u->cost[joint])) return;
  u->cost[joint] = cost;
  u->from[joint] = (pf_upper_from){before, leg};
  if (!u->status) u->status = pf_queue_push(&u->queue, cost, joint);
}

static void reach_over(pf_upper *u, pf_xy at, double cost, int32_t before, int32_t face) {
  const pf_intervals *all = u->intervals;
  const double rate = all->map->rate[face];
  const pf_way_step leg = {PF_WEIGHTED_GROUND, face, rate, 0};
  for (uint32_t i = all->first_in[face]; i < all->first_in[face + 1]; i++)
    for (int end = 0; end < 2; end++) {
      const int32_t joint = all->list[all->in[i]].node[end];
      const pf_xy to = all->joints[joint].at;
      if (cost < u->cost[joint])
        reach(u, joint, cost + rate * hypot(to.x - at.x, to.y - at.y), before, leg);
    }
}

static void reach_along(pf_upper *u, int32_t joint) {
  const pf_intervals *all = u->intervals;
  for (uint32_t i = all->first_at[joint]; i < all->first_at[joint + 1]; i++) {
    const pf_interval *interval = &all->list[all->at[i]];
    const int end = interval->node[0] == joint;
    const double rate = pf_rate_along(all->map, interval->edge, !end);
    reach(u, interval->node[end], u->cost[joint] + rate * interval->length, joint,
          (pf_way_step){PF_WEIGHTED_ALONG, interval->edge, 0, 0});
  }
}

static void spread(pf_upper *u, int32_t joint) {
  const pf_intervals *all = u->intervals;
  const pf_weighted_map *map = all->map;
  const pf_joint *j = &all->joints[joint];
  const double cost = u->cost[joint];
  reach_along(u, joint);
  if (joint >= map->node_count) {
    for (int side = 0; side < 2; side++)
      if (map->edges[j->edge].face[side] >= 0)
        reach_over(u, j->at, cost, joint, map->edges[j->edge].face[side]);
    if (j->mirror >= 0)
      reach(u, j->mirror, cost + j->crossing, joint,
            (pf_way_step){PF_WEIGHTED_BANK, j->edge, 0, j->crossing});
    return;
  }
  for (uint32_t i = map->first_face[joint]; i < map->first_face[joint + 1]; i++)
    reach_over(u, j->at, cost, joint, map->faces_at[i]);
  for (uint32_t i = map->first_link[joint]; i < map->first_link[joint + 1]; i++) {
    const int32_t link = map->links_from[i];
    const double toll = map->links[link].cost;
    reach(u, pf_link_end(map, link), cost + toll, joint,
          (pf_way_step){PF_WEIGHTED_LINK, link, 0, toll});
  }
}

pathfan_status pf_upper_find(pf_upper *u, const pf_intervals *intervals,
                             const pf_weighted_place *end) {
  u->intervals = intervals;
  u->end = end;
  u->queue.count = 0;
  u->status = pf_grow(&u->cost, &u->cost_capacity, intervals->joint_count);
  if (!u->status) u->status = pf_grow(&u->from, &u->from_capacity, intervals->joint_count);
  if (!u->status) u->status = pf_grow(&u->order, &u->order_capacity, intervals->joint_count);
  if (u->status) return u->status;
  u->order_count = 0;
  for (int32_t n = 0; n < intervals->joint_count; n++) u->cost[n] = INFINITY;
  for (int32_t i = 0; i < end->face_count; i++)
    reach_over(u, end->at, 0, PF_WEIGHTED_NONE, end->faces[i]);
  uint64_t told = u->pairs;
  while (u->queue.count && !u->status) {
    const pf_queue_entry entry = pf_queue_pop(&u->queue);
    if (entry.cost <= u->cost[entry.number]) {
      u->order[u->order_count++] = entry.number;
      spread(u, entry.number);
    }
    if (u->status || (u->queue.count && u->pairs - told < PF_PAIRS_TOLD)) continue;
    u->status = pf_limits_done(u->limits, (int64_t)(u->pairs - told));
    told = u->pairs;
  }
  return u->status;
}

static pf_way_stop stop_of(const pf_intervals *all, int32_t joint) {
  const pf_joint *j = &all->joints[joint];
  if (joint < all->map->node_count) return (pf_way_stop){joint, PF_WEIGHTED_NONE, 0};
  const pf_xy a = all->map->nodes[all->map->edges[j->edge].node[0]];
  return (pf_way_stop){PF_WEIGHTED_NONE, j->edge, hypot(j->at.x - a.x, j->at.y - a.y)};
}

/* Finds the joint through which a place is reached; NONE: straight from the end. */
static double best_to(const pf_upper *u, const pf_weighted_place *place, pf_upper_from *best) {
  const pf_intervals *all = u->intervals;
  double least = INFINITY;
  for (int32_t i = 0; i < place->face_count; i++) {
    const int32_t face = place->faces[i];
    const double rate = all->map->rate[face];
    const pf_way_step leg = {PF_WEIGHTED_GROUND, face, rate, 0};
    for (int32_t k = 0; k < u->end->face_count; k++) {
      const double cost = rate * hypot(place->at.x - u->end->at.x, place->at.y - u->end->at.y);
      if (u->end->faces[k] != face || !(cost < least)) continue;
      least = cost;
      *best = (pf_upper_from){PF_WEIGHTED_NONE, leg};
    }
    for (uint32_t k = all->first_in[face]; k < all->first_in[face + 1]; k++)
      for (int end = 0; end < 2; end++) {
        const int32_t joint = all->list[all->in[k]].node[end];
        if (!(u->cost[joint] < least)) continue;
        const pf_xy at = all->joints[joint].at;
        const double cost = u->cost[joint] + rate * hypot(place->at.x - at.x, place->at.y - at.y);
        if (!(cost < least)) continue;
        least = cost;
        *best = (pf_upper_from){joint, leg};
      }
  }
  return least;
}

int32_t pf_upper_before(const pf_upper *u, int32_t joint) {
  return u->from[joint].joint;
}

double pf_upper_cost(const pf_upper *u, const pf_weighted_place *place) {
  return best_to(u, place, &(pf_upper_from){0});
}

pathfan_status pf_upper_way(pf_upper *u, const pf_weighted_place *place, pf_way *w) {
  const pf_way_stop end = {PF_WEIGHTED_NONE, PF_WEIGHTED_NONE, 0};
  pf_upper_from by = {PF_WEIGHTED_NONE, {0}};
  w->cost = best_to(u, place, &by);
  w->count = 0;
  if (isinf(w->cost)) return PATHFAN_OK;
  int32_t count = 2;
  for (int32_t joint = by.joint; joint >= 0; joint = u->from[joint].joint) count++;
  pathfan_status status = pf_grow(&w->stops, &w->stop_capacity, count);
  if (!status) status = pf_grow(&w->legs, &w->leg_capacity, count - 1);
  if (status) return status;
  w->count = count;
  w->stops[0] = w->stops[count - 1] = end;
  for (int32_t i = count - 2;; i--) {
    w->legs[i] = by.leg;
    if (by.joint < 0) break;
    w->stops[i] = stop_of(u->intervals, by.joint);
    by = u->from[by.joint];
  }
  status = pf_way_shorten(w);
  return status ? status : pf_way_straighten(w);
}

void pf_upper_free(pf_upper *u) {
  free(u->cost);
  free(u->from);
  free(u->order);
  free(u->queue.entries);
  memset(u, 0, sizeof *u);
}
