/* search.c - the cheapest ways from a point, in order of cost: continuous Dijkstra, or A* with one
 * target.
 *
 * The search propagates straight ways: from the start, from nodes, and from roads, which they leave
 * at the critical angle (Rowe, section 2: cheapest ways turn nowhere else). They go from polygon to
 * polygon as waves (wave.c), each the ways of one source through one edge. Waves are pruned by the
 * known costs of the edges that they meet (clip.c), so that each goes little farther than where its
 * source is the best to come from. The directions in which ways leave a node follow from how it was
 * reached (leave.c).
 *
 * The queue holds nodes, waves and travels that begin inside an arc, by the least cost of any of
 * their ways, plus, with one target, a lower bound of the cost from there: the straight distance at
 * the least of all rates. That is the paper's ellipse (phase 2, step 2), point by point. */
#include "terrain/search.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "terrain/leave.h"
#include "terrain/place.h"
#include "terrain/wave.h"

#define SLACK 1e-12 /* times the map's size and the background's rate */

/* ---- The search ---- */

/* Begins a travel inside an arc: from now on others are compared with it. */
static void begin_travel(pf_terrain_search *s, int32_t number) {
  pf_travel *travel = &s->travels[number];
  if (travel->cost >= pf_arc_cost(s, travel->arc, travel->start) - pf_slack(s, travel->cost) &&
      travel->by.kind != PF_ARRIVAL_START)
    return;
  if (s->first_travel[travel->arc] < 0) {
    if (!pf_search_grow(s, &s->touched_arcs, &s->touched_arc_capacity,
                        (int64_t)s->touched_arc_count + 1))
      return;
    s->touched_arcs[s->touched_arc_count++] = travel->arc;
  }
  travel->next = s->first_travel[travel->arc];
  s->first_travel[travel->arc] = number;
  pf_go_along(s, number);
}

static void expand(pf_terrain_search *s, int32_t number) {
  if (number < s->terrain->node_count) {
    pf_leave_node(s, number);
    return;
  }
  const int32_t slot = number - s->terrain->node_count;
  assert(slot < s->wave_count);
  assert(s->waiting > 0);
  assert(s->free_count < s->free_capacity);
  const pf_wave wave = s->waves[slot];
  s->free_slots[s->free_count++] = slot;
  s->waiting--;
  if (wave.polygon < 0)
    begin_travel(s, wave.corner);
  else
    pf_expand_wave(s, &wave);
}

static pathfan_status run(pf_terrain_search *s, uint64_t limit) {
  while (!s->status && s->queue.count) {
    if (s->is_goal_directed && s->queue.entries[0].key >= pf_key_bits(s->targets[0].reached.cost))
      break;
    if (s->is_star && !s->waiting) break;
    if (limit && (uint64_t)s->expanded >= limit) {
      s->stopped = true;
      break;
    }
    s->expanded++;
    expand(s, pf_heap_take(&s->queue).node);
  }
  return s->status;
}

/* ---- Scratch ---- */

static void reset(pf_terrain_search *s) {
  for (int32_t i = 0; i < s->touched_count; i++)
    s->reached[s->touched[i]] = (pf_reached){.cost = INFINITY};
  for (int32_t i = 0; i < s->touched_arc_count; i++) s->first_travel[s->touched_arcs[i]] = -1;
  for (int32_t i = 0; i < s->in_polygon_count; i++) s->first_target[s->in_polygons[i].number] = -1;
  pf_heap_clear(&s->queue);
  s->touched_count = s->touched_arc_count = 0;
  s->source_count = s->travel_count = s->crossed_count = s->wave_count = s->free_count = 0;
  s->target_count = s->in_polygon_count = s->at_node_count = s->on_arc_count = 0;
  s->expanded = s->generated = 0;
  s->waiting = 0;
  s->is_star = false;
  s->root = -1;
  s->stopped = false;
  s->status = PATHFAN_OK;
}

static pathfan_status fit(pf_terrain_search *s, const pf_terrain *terrain) {
  const int32_t nodes = terrain->node_count, arcs = terrain->arc_count;
  const int32_t polygons = terrain->mesh->polygon_count;
  int32_t old = s->node_capacity;
  pathfan_status status = pf_grow(&s->reached, &s->node_capacity, nodes);
  if (!status) status = pf_grow(&s->touched, &s->touched_capacity, nodes);
  for (; old < s->node_capacity; old++) s->reached[old] = (pf_reached){.cost = INFINITY};
  old = s->arc_capacity;
  if (!status) status = pf_grow(&s->first_travel, &s->arc_capacity, arcs);
  for (; old < s->arc_capacity; old++) s->first_travel[old] = -1;
  old = s->polygon_capacity;
  if (!status) status = pf_grow(&s->first_target, &s->polygon_capacity, polygons);
  for (; old < s->polygon_capacity; old++) s->first_target[old] = -1;
  if (!status) status = pf_heap_fit(&s->queue, nodes + s->wave_capacity);
  return status;
}

static pathfan_status begin(pf_terrain_search *s, const pf_terrain *terrain, int fraction_bits,
                            pf_terrain_place from) {
  reset(s);
  const pathfan_status status = fit(s, terrain);
  s->terrain = terrain;
  s->fraction_bits = fraction_bits;
  s->fraction = pf_power_of_two(-fraction_bits);
  s->start = from;
  s->slack = SLACK * terrain->extent * terrain->background;
  return status;
}

static pathfan_status add_target(pf_terrain_search *s, pf_terrain_place place) {
  if (!pf_search_grow(s, &s->targets, &s->target_capacity, (int64_t)s->target_count + 1))
    return s->status;
  s->targets[s->target_count++] = (pf_target){.place = place,
                                              .x = (double)place.at.x * s->fraction,
                                              .y = (double)place.at.y * s->fraction,
                                              .reached = {.cost = INFINITY}};
  pf_place_target(s, s->target_count - 1);
  return s->status;
}

pathfan_status pf_terrain_find(pf_terrain_search *s, const pf_terrain *terrain, int fraction_bits,
                               pf_terrain_place from, pf_terrain_place to, uint64_t limit) {
  pathfan_status status = begin(s, terrain, fraction_bits, from);
  s->is_goal_directed = true;
  if (!status) status = add_target(s, to);
  if (status) return status;
  pf_place_start(s);
  return run(s, limit);
}

pathfan_status pf_terrain_spread(pf_terrain_search *s, const pf_terrain *terrain, int fraction_bits,
                                 pf_terrain_place from, const pf_terrain_place *places,
                                 int32_t count, uint64_t limit) {
  pathfan_status status = begin(s, terrain, fraction_bits, from);
  s->is_goal_directed = false;
  for (int32_t i = 0; i < count && !status; i++) status = add_target(s, places[i]);
  if (status) return status;
  pf_place_start(s);
  return run(s, limit);
}

pathfan_status pf_terrain_search_star(pf_terrain_search *s, const pf_terrain *terrain,
                                      int fraction_bits, int32_t node) {
  const pathfan_status status = begin(s, terrain, fraction_bits, (pf_terrain_place){.polygon = -1});
  if (status) return status;
  s->is_goal_directed = false;
  s->is_star = true;
  s->root = node;
  pf_reach_node(s, node, 0, (pf_arrival){PF_ARRIVAL_START, -1, -1});
  s->expanded++;
  pf_leave_node(s, pf_heap_take(&s->queue).node);
  return run(s, 0);
}

pathfan_status pf_terrain_search_star_from(pf_terrain_search *s, const pf_terrain *terrain,
                                           int fraction_bits, pf_terrain_place from,
                                           pf_terrain_place to) {
  pathfan_status status = begin(s, terrain, fraction_bits, from);
  s->is_goal_directed = false;
  s->is_star = true;
  if (!status) status = add_target(s, to);
  if (status) return status;
  pf_place_start(s);
  /* The stars of a vertex's nodes are known already. */
  const bool is_at_vertex =
      s->touched_count && s->reached[s->touched[0]].by.kind == PF_ARRIVAL_START;
  return is_at_vertex ? s->status : run(s, 0);
}

uint64_t pf_terrain_search_bytes(const pf_terrain_search *s) {
  const struct {
    int32_t capacity;
    size_t size;
  } lists[] = {{s->queue.capacity, sizeof *s->queue.entries + sizeof *s->queue.place},
               {s->node_capacity, sizeof *s->reached},
               {s->arc_capacity, sizeof *s->first_travel},
               {s->polygon_capacity, sizeof *s->first_target},
               {s->touched_capacity, sizeof *s->touched},
               {s->touched_arc_capacity, sizeof *s->touched_arcs},
               {s->source_capacity, sizeof *s->sources},
               {s->travel_capacity, sizeof *s->travels},
               {s->crossed_capacity, sizeof *s->crossed},
               {s->wave_capacity, sizeof *s->waves},
               {s->free_capacity, sizeof *s->free_slots},
               {s->target_capacity, sizeof *s->targets},
               {s->in_polygon_capacity, sizeof *s->in_polygons},
               {s->at_node_capacity, sizeof *s->at_nodes},
               {s->on_arc_capacity, sizeof *s->on_arcs}};
  uint64_t bytes = 0;
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
    bytes += (uint64_t)lists[i].capacity * lists[i].size;
  return bytes;
}

void pf_terrain_search_free(pf_terrain_search *s) {
  pf_heap_free(&s->queue);
  free(s->reached);
  free(s->first_travel);
  free(s->first_target);
  free(s->touched);
  free(s->touched_arcs);
  free(s->sources);
  free(s->travels);
  free(s->crossed);
  free(s->waves);
  free(s->free_slots);
  free(s->targets);
  free(s->in_polygons);
  free(s->at_nodes);
  free(s->on_arcs);
  memset(s, 0, sizeof *s);
}
