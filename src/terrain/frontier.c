/* frontier.c - the state of a search: known costs, and the queue of nodes, waves and travels. */
#include "terrain/frontier.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"

/* Costs aren't negative, so their bits sort as they do. */
int64_t pf_key_bits(double key) {
  int64_t bits;
  memcpy(&bits, &key, sizeof bits);
  return bits < 0 ? 0 : bits;
}

double pf_cost_ahead(const pf_terrain_search *s, double x, double y) {
  if (!s->is_goal_directed) return 0;
  const double dx = s->targets[0].x - x, dy = s->targets[0].y - y;
  return s->terrain->least * sqrt(dx * dx + dy * dy);
}

bool pf_is_beaten(const pf_terrain_search *s, double cost, double ahead) {
  return s->is_goal_directed && cost + ahead >= s->targets[0].reached.cost;
}

void pf_reach_target(pf_terrain_search *s, int32_t target, double cost, pf_arrival by) {
  pf_reached *reached = &s->targets[target].reached;
  if (cost < reached->cost) *reached = (pf_reached){cost, by};
}

void pf_reach_node(pf_terrain_search *s, int32_t node, double cost, pf_arrival by) {
  assert(node >= 0 && node < s->terrain->node_count);
  assert(cost >= -s->slack);
  pf_reached *reached = &s->reached[node];
  const double slack = pf_slack(s, cost);
  if (!(cost < reached->cost - slack)) return;
  const pf_lattice_point at = s->terrain->nodes[node].at;
  const double ahead = pf_cost_ahead(s, at.x, at.y);
  if (pf_is_beaten(s, cost, ahead - slack)) return;
  assert(s->touched_count < s->touched_capacity);
  if (reached->cost == INFINITY) s->touched[s->touched_count++] = node;
  *reached = (pf_reached){cost, by};
  /* `put` both adds a node and lowers its key. */
  pf_heap_put(&s->queue, node, pf_key_bits(cost + ahead));
  s->generated++;
}

/* ---- Lists ---- */

int32_t pf_add_source(pf_terrain_search *s, const pf_wave_source *source) {
  if (!pf_search_grow(s, &s->sources, &s->source_capacity, (int64_t)s->source_count + 1)) return -1;
  s->sources[s->source_count] = *source;
  return s->source_count++;
}

int32_t pf_add_travel(pf_terrain_search *s, const pf_travel *travel) {
  if (!pf_search_grow(s, &s->travels, &s->travel_capacity, (int64_t)s->travel_count + 1)) return -1;
  s->travels[s->travel_count] = *travel;
  return s->travel_count++;
}

int32_t pf_add_crossed(pf_terrain_search *s, int32_t river, int32_t before) {
  if (!pf_search_grow(s, &s->crossed, &s->crossed_capacity, (int64_t)s->crossed_count + 1))
    return -1;
  s->crossed[s->crossed_count] = (pf_crossed){river, before};
  return s->crossed_count++;
}

void pf_queue_wave(pf_terrain_search *s, const pf_wave *wave, double key) {
  if (s->status) return;
  int32_t slot;
  if (s->free_count) {
    slot = s->free_slots[--s->free_count];
  } else {
    slot = s->wave_count;
    if (!pf_search_grow(s, &s->waves, &s->wave_capacity, (int64_t)slot + 1) ||
        !pf_search_grow(s, &s->free_slots, &s->free_capacity, s->wave_capacity))
      return;
    s->status = pf_heap_fit(&s->queue, s->terrain->node_count + s->wave_capacity);
    if (s->status) return;
    s->wave_count++;
  }
  assert(key >= -s->slack);
  assert(slot < s->wave_count);
  s->waves[slot] = *wave;
  s->waiting++;
  pf_heap_put(&s->queue, s->terrain->node_count + slot, pf_key_bits(key));
  s->generated++;
}

void pf_queue_travel(pf_terrain_search *s, const pf_travel *travel, double key) {
  const int32_t number = pf_add_travel(s, travel);
  pf_queue_wave(s, &(pf_wave){.polygon = -1, .corner = number}, key);
}

double pf_arc_cost(const pf_terrain_search *s, int32_t arc, double at) {
  const pf_arc *road = &s->terrain->arcs[arc];
  const double rate[2] = {pf_rate_beside(s->terrain, arc, 0), pf_rate_beside(s->terrain, arc, 1)};
  double cost = fmin(s->reached[road->node[0]].cost + rate[0] * at,
                     s->reached[road->node[1]].cost + rate[1] * (road->length - at));
  for (int32_t t = s->first_travel[arc]; t >= 0; t = s->travels[t].next) {
    const pf_travel *travel = &s->travels[t];
    const double way = travel->backward ? travel->start - at : at - travel->start;
    if (way >= 0) cost = fmin(cost, travel->cost + rate[travel->backward] * way);
  }
  return cost;
}
