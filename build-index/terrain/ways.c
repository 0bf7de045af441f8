/* ways.c - finds legs (ways_legs.c), makes exits and edges of them, then labels (ways_labels.c).
 *
 * Of the edges between the same two nodes only the cheapest is kept. Once the labels are made, all
 * that they don't use is dropped. */
#include "ways.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "crossed.h"
#include "ways_labels.h"
#include "ways_legs.h"

typedef struct maker {
  const pf_terrain *terrain;
  pf_ways_data *ways;
  pf_memory_limit *memory_limit;
  int32_t edge_capacity;
} maker;

/* ---- Exits ---- */

static bool is_directed(const maker *m) {
  return m->ways->view.second_node > 0;
}

static int32_t side_count(const maker *m) {
  return is_directed(m) ? 2 : 1;
}

/* Returns the number of the list of exits in which a leg of a side is: of ways that lead to its
 * node, against the leg. */
static int64_t list_of(const maker *m, const pf_way_leg *leg, int side) {
  return pf_way_exit_list(&m->ways->view, leg->arc, !leg->backward, is_directed(m) && !side);
}

static int by_way(const pf_way_exit *a, const pf_way_exit *b) {
  if (a->at != b->at) return a->at < b->at ? -1 : 1;
  return (a->leg > b->leg) - (a->leg < b->leg);
}

static int forward_order(const void *a, const void *b) {
  return by_way(a, b);
}

static int backward_order(const void *a, const void *b) {
  return by_way(b, a);
}

static pathfan_status collect_exits(maker *m) {
  pf_ways_data *w = m->ways;
  const int32_t n = m->terrain->node_count, sides = side_count(m);
  const int32_t lists = 2 * m->terrain->arc_count * sides;
  uint64_t count = 0;
  for (int32_t i = 0; i < w->view.leg_count; i++) count += w->legs[i].arc >= 0;
  const pathfan_status status = pf_memory_limit_take(
      m->memory_limit, count * sizeof *w->exits + ((uint64_t)lists + 2) * sizeof *w->first_exit);
  if (status) return status;
  w->first_exit = pf_alloc_zero((uint64_t)lists + 2, sizeof *w->first_exit);
  w->exits = pf_alloc(count, sizeof *w->exits);
  if (!w->first_exit || !w->exits) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t v = 0; v < n * sides; v++)
    for (uint32_t i = w->first_leg[v]; i < w->first_leg[v + 1]; i++)
      if (w->legs[i].arc >= 0) w->first_exit[list_of(m, &w->legs[i], v >= n) + 2]++;
  for (int32_t i = 0; i < lists; i++) w->first_exit[i + 2] += w->first_exit[i + 1];
  for (int32_t v = 0; v < n * sides; v++)
    for (uint32_t i = w->first_leg[v]; i < w->first_leg[v + 1]; i++) {
      const pf_way_leg *leg = &w->legs[i];
      if (leg->arc < 0) continue;
      w->exits[w->first_exit[list_of(m, leg, v >= n) + 1]++] =
          (pf_way_exit){leg->at, leg->cost, v % n, (int32_t)i};
    }
  w->view.exit_count = (int32_t)w->first_exit[lists];
  assert((uint64_t)w->view.exit_count == count);
  for (int32_t i = 0; i < lists; i++)
    qsort(w->exits + w->first_exit[i], w->first_exit[i + 1] - w->first_exit[i], sizeof *w->exits,
          i % 2 ? backward_order : forward_order);
  return PATHFAN_OK;
}

/* ---- Edges ---- */

static pathfan_status add_edge(maker *m, pf_way_edge edge) {
  pf_ways_data *w = m->ways;
  if (edge.a == edge.b) return PATHFAN_OK;
  const pathfan_status status = pf_memory_limit_grow(m->memory_limit, &w->edges, &m->edge_capacity,
                                                     (int64_t)w->view.edge_count + 1);
  if (!status) w->edges[w->view.edge_count++] = edge;
  return status;
}

/* Adds the edges of a leg that enters an arc: to the arc's end, and to the nodes of exits on the
 * way, which with two sides are found from their first node. */
static pathfan_status add_entries(maker *m, int32_t node, int32_t number, int side) {
  const pf_ways_data *w = m->ways;
  const pf_way_leg *leg = &w->legs[number];
  const pf_arc *arc = &m->terrain->arcs[leg->arc];
  const double way = leg->backward ? leg->at : arc->length - leg->at;
  const double rate = pf_lane_of(m->terrain, leg->arc, leg->backward ^ side).rate;
  pathfan_status status = add_edge(m, (pf_way_edge){.kind = PF_WAY_LEG_ARC,
                                                    .a = node,
                                                    .b = arc->node[1 - leg->backward],
                                                    .first = number,
                                                    .exit = PF_TERRAIN_NONE,
                                                    .is_back = side,
                                                    .cost = leg->cost + rate * way});
  if (side) return status;
  const int64_t list = pf_way_exit_list(&w->view, leg->arc, leg->backward, 0);
  for (uint32_t i = w->first_exit[list]; i < w->first_exit[list + 1] && !status; i++) {
    const pf_way_exit *exit = &w->exits[i];
    const double along = leg->backward ? leg->at - exit->at : exit->at - leg->at;
    if (along < 0 || exit->node == node || (!is_directed(m) && exit->node < node)) continue;
    status = add_edge(m, (pf_way_edge){.kind = PF_WAY_LEG_EXIT,
                                       .a = node,
                                       .b = exit->node,
                                       .first = number,
                                       .exit = (int32_t)i,
                                       .cost = leg->cost + rate * along + exit->cost});
  }
  return status;
}

static int by_pair(const pf_way_edge *s, const pf_way_edge *t, int32_t s_low, int32_t t_low) {
  const int32_t s_high = pf_way_other_end(s, s_low), t_high = pf_way_other_end(t, t_low);
  if (s_low != t_low) return s_low < t_low ? -1 : 1;
  if (s_high != t_high) return s_high < t_high ? -1 : 1;
  if (s->cost != t->cost) return s->cost < t->cost ? -1 : 1;
  if (s->kind != t->kind) return s->kind < t->kind ? -1 : 1;
  if (s->first != t->first) return s->first < t->first ? -1 : 1;
  return (s->exit > t->exit) - (s->exit < t->exit);
}

static int by_ends(const void *a, const void *b) {
  const pf_way_edge *s = a, *t = b;
  return by_pair(s, t, s->a < s->b ? s->a : s->b, t->a < t->b ? t->a : t->b);
}

/* The node from which an edge of two sides leads. */
static int32_t tail_of(const pf_way_edge *edge) {
  return edge->is_back ? edge->b : edge->a;
}

static int by_tail(const void *a, const void *b) {
  const pf_way_edge *s = a, *t = b;
  return by_pair(s, t, tail_of(s), tail_of(t));
}

static bool same_ends(const maker *m, const pf_way_edge *s, const pf_way_edge *t) {
  if (is_directed(m) && tail_of(s) != tail_of(t)) return false;
  return (s->a == t->a && s->b == t->b) || (s->a == t->b && s->b == t->a);
}

static pathfan_status add_arc(maker *m, int32_t number, int backward) {
  const pf_arc *arc = &m->terrain->arcs[number];
  const double rate = pf_lane_of(m->terrain, number, backward).rate;
  if (isinf(rate)) return PATHFAN_OK;
  return add_edge(m, (pf_way_edge){.kind = PF_WAY_ARC,
                                   .a = arc->node[backward],
                                   .b = arc->node[1 - backward],
                                   .first = number,
                                   .exit = PF_TERRAIN_NONE,
                                   .cost = rate * arc->length});
}

/* Adds the edges by which legs of side 1 are reached: along their arcs. */
static pathfan_status add_entries_to(maker *m, pathfan_status status) {
  const int32_t n = m->terrain->node_count;
  const uint32_t *first = m->ways->first_leg;
  for (int32_t v = 0; v < n; v++)
    for (uint32_t i = first[n + v]; i < first[n + v + 1] && !status; i++)
      if (m->ways->legs[i].arc >= 0) status = add_entries(m, v, (int32_t)i, 1);
  return status;
}

static pathfan_status collect_edges(maker *m) {
  pf_ways_data *w = m->ways;
  const pf_terrain *t = m->terrain;
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i < t->arc_count && !status; i++) {
    status = add_arc(m, i, 0);
    if (!status && is_directed(m)) status = add_arc(m, i, 1);
  }
  for (int32_t v = 0; v < t->node_count && !status; v++) {
    for (uint32_t i = t->nodes[v].first_link; i < t->nodes[v + 1].first_link && !status; i++)
      if (t->links[i].to > v || is_directed(m))
        status = add_edge(m, (pf_way_edge){.kind = PF_WAY_LINK,
                                           .a = v,
                                           .b = t->links[i].to,
                                           .first = (int32_t)i,
                                           .exit = PF_TERRAIN_NONE,
                                           .cost = t->links[i].cost});
    for (uint32_t i = w->first_leg[v]; i < w->first_leg[v + 1] && !status; i++)
      status = w->legs[i].node >= 0 ? add_edge(m, (pf_way_edge){.kind = PF_WAY_LEG,
                                                                .a = v,
                                                                .b = w->legs[i].node,
                                                                .first = (int32_t)i,
                                                                .exit = PF_TERRAIN_NONE,
                                                                .cost = w->legs[i].cost})
                                    : add_entries(m, v, (int32_t)i, 0);
  }
  if (is_directed(m)) status = add_entries_to(m, status);
  const uint64_t bytes = (uint64_t)w->view.edge_count * sizeof *w->edges; /* qsort copies them */
  if (!status) status = pf_memory_limit_take(m->memory_limit, bytes);
  if (status) return status;
  if (w->view.edge_count)
    qsort(w->edges, (size_t)w->view.edge_count, sizeof *w->edges,
          is_directed(m) ? by_tail : by_ends);
  pf_memory_limit_release(m->memory_limit, bytes);
  int32_t kept = 0;
  for (int32_t i = 0; i < w->view.edge_count; i++)
    if (!i || !same_ends(m, &w->edges[i], &w->edges[kept - 1])) w->edges[kept++] = w->edges[i];
  w->view.edge_count = kept;
  return PATHFAN_OK;
}

/* ---- Dropping what isn't used ---- */

/* Numbers the marked items, and sets NONE for the others. Returns how many are marked. */
static int32_t number_marked(int32_t *marks, int32_t count) {
  int32_t kept = 0;
  for (int32_t i = 0; i < count; i++) marks[i] = marks[i] ? kept++ : PF_TERRAIN_NONE;
  return kept;
}

/* Drops rivers that only dropped legs cross. */
static pathfan_status drop_unused_crossed(maker *m) {
  pf_ways_data *w = m->ways;
  pf_crossed_set set = {.memory_limit = m->memory_limit};
  const pathfan_status status =
      pf_crossed_take(&set, w->crossed, w->view.crossed_count, w->legs, w->view.leg_count);
  if (!status) {
    free(w->crossed);
    pf_memory_limit_release(m->memory_limit, (uint64_t)w->view.crossed_count * sizeof *w->crossed);
    w->crossed = pf_crossed_hand_over(&set, &w->view.crossed_count);
  }
  pf_crossed_free(&set);
  return status;
}

/* Drops edges on no label's path, and legs that no edge or exit needs. */
static pathfan_status drop_unused(maker *m) {
  pf_ways_data *w = m->ways;
  pf_ways *view = &w->view;
  const uint64_t bytes = ((uint64_t)view->edge_count + (uint64_t)view->leg_count) * sizeof(int32_t);
  const pathfan_status status = pf_memory_limit_take(m->memory_limit, bytes);
  if (status) return status;
  int32_t *edges = pf_alloc_zero((uint64_t)view->edge_count, sizeof *edges);
  int32_t *legs = pf_alloc_zero((uint64_t)view->leg_count, sizeof *legs);
  if (!edges || !legs) {
    free(edges);
    free(legs);
    return PATHFAN_ERR_NO_MEMORY;
  }
  for (int64_t i = 0; i < view->label_count; i++)
    if (w->labels[i].edge >= 0) edges[w->labels[i].edge] = 1;
  for (int32_t i = 0; i < view->edge_count; i++)
    if (edges[i] && w->edges[i].kind != PF_WAY_ARC && w->edges[i].kind != PF_WAY_LINK)
      legs[w->edges[i].first] = 1;
  for (int32_t i = 0; i < view->leg_count; i++)
    if (w->legs[i].arc >= 0) legs[i] = 1;
  const int32_t edge_count = number_marked(edges, view->edge_count);
  const int32_t leg_count = number_marked(legs, view->leg_count);
  for (int64_t i = 0; i < view->label_count; i++)
    if (w->labels[i].edge >= 0) w->labels[i].edge = edges[w->labels[i].edge];
  for (int32_t i = 0; i < view->exit_count; i++) w->exits[i].leg = legs[w->exits[i].leg];
  for (int32_t i = 0; i < view->edge_count; i++) {
    if (edges[i] < 0) continue;
    pf_way_edge edge = w->edges[i];
    if (edge.kind != PF_WAY_ARC && edge.kind != PF_WAY_LINK) edge.first = legs[edge.first];
    assert(edge.first >= 0); /* its leg is kept */
    w->edges[edges[i]] = edge;
  }
  for (int32_t i = 0; i < view->leg_count; i++)
    if (legs[i] >= 0) w->legs[legs[i]] = w->legs[i];
  /* A list begins at the first kept leg at or behind its old beginning. */
  int32_t kept = leg_count;
  for (int32_t v = m->terrain->node_count * side_count(m), i = view->leg_count; v >= 0; v--) {
    for (; i > (int32_t)w->first_leg[v]; i--)
      if (legs[i - 1] >= 0) kept = legs[i - 1];
    assert(kept >= 0 && kept <= leg_count);
    w->first_leg[v] = (uint32_t)kept;
  }
  view->edge_count = edge_count;
  view->leg_count = leg_count;
  free(edges);
  free(legs);
  pf_memory_limit_release(m->memory_limit, bytes);
  return drop_unused_crossed(m);
}

/* ---- All of it ---- */

static void open_view(pf_ways_data *w) {
  w->view.first_leg = w->first_leg;
  w->view.legs = w->legs;
  w->view.crossed = w->crossed;
  w->view.first_exit = w->first_exit;
  w->view.exits = w->exits;
  w->view.edges = w->edges;
  w->view.first_label = w->first_label;
  w->view.labels = w->labels;
  w->view.by_rank = w->by_rank;
}

pathfan_status pf_ways_find(const pf_terrain *terrain, int fraction_bits, int32_t threads,
                            const pf_limits *limits, pf_ways_data *ways) {
  const int32_t count = threads < 1 ? 1 : threads;
  maker m = {.terrain = terrain, .ways = ways, .memory_limit = pf_limits_memory(limits)};
  memset(ways, 0, sizeof *ways);
  if (terrain->lanes) {
    ways->view.second_node = terrain->node_count;
    ways->view.second_list = 2 * terrain->arc_count;
  }
  pathfan_status status = pf_ways_find_legs(terrain, fraction_bits, count, limits, ways);
  if (!status) status = collect_exits(&m);
  if (!status) status = collect_edges(&m);
  if (!status) status = pf_ways_label(terrain->node_count, count, limits, ways);
  if (!status) status = drop_unused(&m);
  open_view(ways);
  if (status) pf_ways_data_free(ways);
  return status;
}
