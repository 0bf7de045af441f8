/* way_ends.c - an end's star (src/terrain/star.h) attaches it to the nodes that its legs lead to;
 * where a leg enters a road, to the node at the end of that piece of road, and to the nodes for
 * which other legs leave it on the way. The labels of these nodes give the cost to every hub. */
#include "way_ends.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* ---- Attaching ---- */

static pathfan_status attach(pf_way_end *e, pf_attachment a) {
  const pathfan_status status =
      pf_grow(&e->attachments, &e->attachment_capacity, (int64_t)e->attachment_count + 1);
  if (!status) e->attachments[e->attachment_count++] = a;
  return status;
}

/* The terrain on which ways leave an end. */
static const pf_terrain *seen_by(const pf_way_ends *ends, int end) {
  return end ? &ends->reversed : ends->terrain;
}

/* Attaches an end by a leg that enters an arc. */
static pathfan_status attach_along(const pf_way_ends *ends, int end, pf_way_end *e,
                                   int32_t number) {
  const pf_way_leg *leg = &e->star.legs[number];
  assert(leg->node < 0 && leg->arc >= 0);
  const pf_arc *arc = &ends->terrain->arcs[leg->arc];
  const double way = leg->backward ? leg->at : arc->length - leg->at;
  const double rate = pf_lane_of(seen_by(ends, end), leg->arc, leg->backward).rate;
  pathfan_status status =
      attach(e, (pf_attachment){leg->cost + rate * way, arc->node[1 - leg->backward], number,
                                PF_TERRAIN_NONE});
  const uint32_t *first =
      &ends->ways->first_exit[pf_way_exit_list(ends->ways, leg->arc, leg->backward, end)];
  for (uint32_t i = first[0]; i < first[1] && !status; i++) {
    const pf_way_exit *exit = &ends->ways->exits[i];
    const double along = leg->backward ? leg->at - exit->at : exit->at - leg->at;
    if (along >= 0)
      status = attach(e, (pf_attachment){leg->cost + rate * along + exit->cost, exit->node, number,
                                         (int32_t)i});
  }
  return status;
}

static pathfan_status attach_all(const pf_way_ends *ends, int end, pf_way_end *e) {
  pathfan_status status = PATHFAN_OK;
  e->attachment_count = 0;
  for (int32_t i = 0; i < e->star.count && !status; i++) {
    const pf_way_leg *leg = &e->star.legs[i];
    status = leg->node >= 0 ? attach(e, (pf_attachment){leg->cost, leg->node, i, PF_TERRAIN_NONE})
                            : attach_along(ends, end, e, i);
  }
  return status;
}

/* ---- Hubs ---- */

static pathfan_status fit(pf_way_end *e, int32_t nodes) {
  int32_t old = e->hub_capacity;
  pathfan_status status = pf_grow(&e->hubs, &e->hub_capacity, nodes);
  for (; old < e->hub_capacity; old++) e->hubs[old].cost = INFINITY;
  return status ? status : pf_grow(&e->reached, &e->reached_capacity, nodes);
}

static void reach_hubs(const pf_way_ends *ends, int end, pf_way_end *e) {
  const pf_ways *ways = ends->ways;
  for (int32_t a = 0; a < e->attachment_count; a++) {
    const pf_attachment *at = &e->attachments[a];
    const int32_t list = pf_way_list(ways, at->node, end);
    for (uint32_t i = ways->first_label[list]; i < ways->first_label[list + 1]; i++) {
      pf_hub_way *hub = &e->hubs[ways->labels[i].hub];
      const double cost = at->cost + ways->labels[i].cost;
      if (cost >= hub->cost) continue;
      if (hub->cost == INFINITY) e->reached[e->reached_count++] = ways->labels[i].hub;
      *hub = (pf_hub_way){cost, a, i};
    }
  }
}

pathfan_status pf_way_ends_set(pf_way_ends *ends, const pf_terrain *terrain, const pf_ways *ways,
                               int fraction_bits, const pf_terrain_place places[2]) {
  pathfan_status status = PATHFAN_OK;
  assert(places[0].polygon >= 0 && places[1].polygon >= 0);
  ends->terrain = terrain;
  ends->reversed = pf_reversed(terrain);
  ends->ways = ways;
  ends->fraction_bits = fraction_bits;
  for (int i = 0; i < 2 && !status; i++) {
    pf_way_end *e = &ends->end[i];
    for (int32_t k = 0; k < e->reached_count; k++) e->hubs[e->reached[k]].cost = INFINITY;
    e->reached_count = 0;
    e->place = places[i];
    status = fit(e, terrain->node_count);
    if (!status)
      status = pf_star_of_place(&e->star, &e->search, seen_by(ends, i), fraction_bits, places[i],
                                places[1 - i]);
    if (!status) status = attach_all(ends, i, e);
    if (!status) reach_hubs(ends, i, e);
  }
  return status;
}

/* ---- Joining ---- */

pf_way_join pf_way_ends_join_on_arc(const pf_way_ends *ends, int32_t leg, int32_t other) {
  const pf_way_leg *a = &ends->end[0].star.legs[leg], *b = &ends->end[1].star.legs[other];
  const pf_way_join none = {.cost = INFINITY};
  assert(leg >= 0 && leg < ends->end[0].star.count);
  assert(other >= 0 && other < ends->end[1].star.count);
  if (a->arc < 0 || a->arc != b->arc || a->backward == b->backward) return none;
  const double along = a->backward ? a->at - b->at : b->at - a->at;
  if (along < 0) return none;
  const double rate = pf_lane_of(ends->terrain, a->arc, a->backward).rate;
  return (pf_way_join){a->cost + b->cost + rate * along, PF_JOIN_ARC, leg, other};
}

static void take(pf_way_join *best, pf_way_join other) {
  if (other.cost < best->cost) *best = other;
}

pf_way_join pf_way_ends_join(const pf_way_ends *ends) {
  const pf_way_end *from = &ends->end[0], *to = &ends->end[1];
  pf_way_join best = {.cost = INFINITY};
  for (int32_t i = 0; i < from->reached_count; i++) {
    const int32_t hub = from->reached[i];
    take(&best, (pf_way_join){from->hubs[hub].cost + to->hubs[hub].cost, PF_JOIN_HUB, hub,
                              PF_TERRAIN_NONE});
  }
  take(&best,
       (pf_way_join){from->star.straight.cost, PF_JOIN_STRAIGHT, PF_TERRAIN_NONE, PF_TERRAIN_NONE});
  for (int32_t i = 0; i < from->star.count; i++)
    for (int32_t k = 0; k < to->star.count && from->star.legs[i].arc >= 0; k++)
      take(&best, pf_way_ends_join_on_arc(ends, i, k));
  return best;
}

double pf_way_end_cost(const pf_way_ends *ends, int end, int32_t node, int32_t *by) {
  const pf_ways *ways = ends->ways;
  const pf_hub_way *hubs = ends->end[end].hubs;
  double least = INFINITY;
  assert(end == 0 || end == 1);
  assert(node >= 0 && node < ends->terrain->node_count);
  const int32_t list = pf_way_list(ways, node, 1 - end);
  for (uint32_t i = ways->first_label[list]; i < ways->first_label[list + 1]; i++) {
    const double cost = hubs[ways->labels[i].hub].cost + ways->labels[i].cost;
    if (cost >= least) continue;
    least = cost;
    if (by) *by = ways->labels[i].hub;
  }
  return least;
}

void pf_way_ends_free(pf_way_ends *ends) {
  for (int i = 0; i < 2; i++) {
    pf_way_end *e = &ends->end[i];
    pf_terrain_search_free(&e->search);
    pf_star_free(&e->star);
    free(e->attachments);
    free(e->hubs);
    free(e->reached);
  }
  memset(ends, 0, sizeof *ends);
}
