/* validate_ways.c - checks legs, exits, edges and labels: every number in range, every list in
 * order, and what is stored in two places the same in both. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/status.h"
#include "built_with.h"
#include "format/sections.h"
#include "terrain_view.h"
#include "validate_terrain.h"

#if PATHFAN_WITH_SEARCH

#define NONE PF_TERRAIN_NONE

typedef struct checker {
  const pf_index_view *view;
  const pf_terrain *t;
  const pf_ways *w;
  pathfan_error *error;
} checker;

static pathfan_status bad(const checker *k, pf_section_id section, const char *what, int64_t at) {
  return pf_fail(k->error, PATHFAN_ERR_DAMAGED, "%s: section %s: %s (at %lld)", k->view->path,
                 pf_section_rules[section].name, what, (long long)at);
}

static pathfan_status check_lists(const checker *k, pf_section_id section, const uint32_t *first,
                                  int64_t lists, int64_t count) {
  bool is_bad = first[0] || first[lists] != count;
  for (int64_t i = 0; i < lists; i++) is_bad |= first[i + 1] < first[i];
  return is_bad ? bad(k, section, "lists out of order", 0) : PATHFAN_OK;
}

static int64_t node_lists(const checker *k) {
  return (int64_t)k->t->node_count + k->w->second_node;
}

/* The side of exits is that of the legs that they are not: of ways that lead to a node, if there
 * are two sides. */
static int legs_of_exits(const checker *k, int64_t list) {
  return k->w->second_node && list < k->w->second_list;
}

static bool is_cost(double cost) {
  return cost >= 0 && isfinite(cost);
}

static bool is_in(int32_t number, int32_t count) {
  return number >= 0 && number < count;
}

/* Whether a number is in the list [first[of], first[of + 1]). */
static bool is_listed(int32_t number, const uint32_t *first, int64_t of) {
  return number >= 0 && (uint32_t)number >= first[of] && (uint32_t)number < first[of + 1];
}

/* ---- Legs and exits ---- */

/* Whether a leg is sound; it leads to a node, or into a road on the ground. */
static bool is_leg(const checker *k, const pf_way_leg *leg) {
  if (!is_cost(leg->cost) || (leg->crossed != NONE && !is_in(leg->crossed, k->w->crossed_count)))
    return false;
  if (leg->arc == NONE)
    return is_in(leg->node, k->t->node_count) && leg->backward == 0 && leg->at == 0;
  return leg->node == NONE && is_in(leg->arc, k->t->arc_count) &&
         k->t->arcs[leg->arc].corner >= 0 && (leg->backward == 0 || leg->backward == 1) &&
         leg->at >= 0 && leg->at <= k->t->arcs[leg->arc].length;
}

/* Checks that all are rivers, and that the ones before have lower numbers, so that chains end. */
static pathfan_status check_crossed(const checker *k) {
  for (int32_t i = 0; i < k->w->crossed_count; i++) {
    const pf_crossed *one = &k->w->crossed[i];
    if (!is_in(one->river, k->t->feature_count) ||
        k->t->features[one->river].kind != PF_FEATURE_RIVER)
      return bad(k, PF_SECTION_WAYS_CROSSED, "not a river", i);
    if (one->before != NONE && !is_in(one->before, i))
      return bad(k, PF_SECTION_WAYS_CROSSED, "a chain that doesn't end", i);
  }
  return PATHFAN_OK;
}

static pathfan_status check_legs(const checker *k) {
  const pathfan_status status =
      check_lists(k, PF_SECTION_WAYS_FIRST_LEG, k->w->first_leg, node_lists(k), k->w->leg_count);
  if (status) return status;
  for (int32_t i = 0; i < k->w->leg_count; i++)
    if (!is_leg(k, &k->w->legs[i])) return bad(k, PF_SECTION_WAYS_LEGS, "impossible values", i);
  return check_crossed(k);
}

/* Whether an exit is a leg seen from its road, by a way along the road in the other direction. */
static bool is_exit(const checker *k, int64_t list, const pf_way_exit *exit) {
  if (!is_in(exit->node, k->t->node_count) ||
      !is_listed(exit->leg, k->w->first_leg, pf_way_list(k->w, exit->node, legs_of_exits(k, list))))
    return false;
  const pf_way_leg *leg = &k->w->legs[exit->leg];
  return leg->arc == list / 2 % k->t->arc_count && leg->backward == 1 - list % 2 &&
         leg->at == exit->at && leg->cost == exit->cost;
}

static pathfan_status check_exits(const checker *k) {
  const int64_t lists = 2 * (int64_t)k->t->arc_count + k->w->second_list;
  const pathfan_status status =
      check_lists(k, PF_SECTION_WAYS_FIRST_EXIT, k->w->first_exit, lists, k->w->exit_count);
  if (status) return status;
  for (int64_t list = 0; list < lists; list++)
    for (uint32_t i = k->w->first_exit[list]; i < k->w->first_exit[list + 1]; i++) {
      const pf_way_exit *exit = &k->w->exits[i];
      if (!is_exit(k, list, exit))
        return bad(k, PF_SECTION_WAYS_EXITS, "not a leg seen from its road", i);
      if (i > k->w->first_exit[list] &&
          (list % 2 ? exit->at > exit[-1].at : exit->at < exit[-1].at))
        return bad(k, PF_SECTION_WAYS_EXITS, "not in order along its road", i);
    }
  return PATHFAN_OK;
}

/* ---- Edges ---- */

/* Whether an edge over a leg that enters a road goes on to the edge's other end. */
static bool is_along(const checker *k, const pf_way_edge *edge) {
  const pf_way_leg *leg = &k->w->legs[edge->first];
  if (leg->arc == NONE) return false;
  if (edge->kind == PF_WAY_LEG_ARC)
    return edge->exit == NONE && edge->b == k->t->arcs[leg->arc].node[1 - leg->backward];
  if (edge->is_back ||
      !is_listed(edge->exit, k->w->first_exit, pf_way_exit_list(k->w, leg->arc, leg->backward, 0)))
    return false;
  const pf_way_exit *exit = &k->w->exits[edge->exit];
  return edge->b == exit->node && (leg->backward ? exit->at <= leg->at : exit->at >= leg->at);
}

static bool is_edge(const checker *k, const pf_way_edge *edge) {
  const pf_terrain *t = k->t;
  if (!is_cost(edge->cost) || edge->is_back < 0 || edge->is_back > (k->w->second_node > 0) ||
      edge->a == edge->b || !is_in(edge->a, t->node_count) || !is_in(edge->b, t->node_count))
    return false;
  if (edge->kind == PF_WAY_LEG_ARC || edge->kind == PF_WAY_LEG_EXIT)
    return is_listed(edge->first, k->w->first_leg, pf_way_list(k->w, edge->a, edge->is_back)) &&
           is_along(k, edge);
  if (edge->exit != NONE || edge->is_back) return false;
  switch (edge->kind) {
  case PF_WAY_LEG:
    return is_listed(edge->first, k->w->first_leg, edge->a) &&
           k->w->legs[edge->first].node == edge->b;
  case PF_WAY_ARC:
    return is_in(edge->first, t->arc_count) &&
           t->arcs[edge->first].node[0] + (int64_t)t->arcs[edge->first].node[1] ==
               edge->a + (int64_t)edge->b &&
           (t->arcs[edge->first].node[0] == edge->a || t->arcs[edge->first].node[1] == edge->a) &&
           isfinite(pf_lane_of(t, edge->first, t->arcs[edge->first].node[1] == edge->a).rate);
  case PF_WAY_LINK:
    return edge->first >= 0 && (uint32_t)edge->first >= t->nodes[edge->a].first_link &&
           (uint32_t)edge->first < t->nodes[edge->a + 1].first_link &&
           t->links[edge->first].to == edge->b;
  default: return false;
  }
}

static pathfan_status check_edges(const checker *k) {
  for (int32_t i = 0; i < k->w->edge_count; i++)
    if (!is_edge(k, &k->w->edges[i])) return bad(k, PF_SECTION_WAYS_EDGES, "impossible values", i);
  return PATHFAN_OK;
}

/* ---- Labels ---- */

static pathfan_status check_ranks(const checker *k) {
  uint8_t *is_met = pf_alloc_zero((uint64_t)k->t->node_count, sizeof *is_met);
  pathfan_status status = PATHFAN_OK;
  if (!is_met) return pf_fail(k->error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  for (int32_t r = 0; r < k->t->node_count && !status; r++) {
    const int32_t node = k->w->by_rank[r];
    if (!is_in(node, k->t->node_count) || is_met[node])
      status = bad(k, PF_SECTION_WAYS_BY_RANK, "not each node once", r);
    else
      is_met[node] = 1;
  }
  free(is_met);
  return status;
}

/* Whether a way over an edge leaves a node, or leads to it. */
static bool is_at(const checker *k, const pf_way_edge *edge, int32_t node, int side) {
  if (!k->w->second_node) return edge->a == node || edge->b == node;
  return (edge->is_back != side ? edge->b : edge->a) == node;
}

/* Whether a label of a node is sound: it ends there if the node is the hub, else leads along one of
 * its edges. */
static bool is_label(const checker *k, int32_t node, int side, const pf_way_label *label) {
  if (!is_in(label->hub, k->t->node_count) || !is_cost(label->cost)) return false;
  if (k->w->by_rank[label->hub] == node) return label->edge == NONE && label->cost == 0;
  return is_in(label->edge, k->w->edge_count) && is_at(k, &k->w->edges[label->edge], node, side);
}

static pathfan_status check_labels(const checker *k) {
  const pf_ways *w = k->w;
  const pathfan_status status =
      check_lists(k, PF_SECTION_WAYS_FIRST_LABEL, w->first_label, node_lists(k), w->label_count);
  if (status) return status;
  for (int64_t n = 0; n < node_lists(k); n++)
    for (uint32_t i = w->first_label[n]; i < w->first_label[n + 1]; i++) {
      if (!is_label(k, (int32_t)(n % k->t->node_count), n >= k->t->node_count, &w->labels[i]))
        return bad(k, PF_SECTION_WAYS_LABELS, "impossible values", i);
      if (i > w->first_label[n] && w->labels[i].hub <= w->labels[i - 1].hub)
        return bad(k, PF_SECTION_WAYS_LABELS, "hubs out of order", i);
    }
  return PATHFAN_OK;
}

pathfan_status pf_validate_ways(const pf_index_view *view, pathfan_error *error) {
  const checker k = {view, &view->terrain->terrain, &view->terrain->ways, error};
  pathfan_status status = check_legs(&k);
  if (!status) status = check_exits(&k);
  if (!status) status = check_edges(&k);
  if (!status) status = check_ranks(&k);
  return status ? status : check_labels(&k);
}

/* ---- Walks ---- */

/* Returns a node's label for a hub, by the node's list; NULL if it has none. */
static const pf_way_label *find_label(const pf_ways *w, int32_t node, int32_t hub) {
  uint32_t low = w->first_label[node], high = w->first_label[node + 1];
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (w->labels[middle].hub == hub) return &w->labels[middle];
    if (w->labels[middle].hub < hub)
      low = middle + 1;
    else
      high = middle;
  }
  return NULL;
}

/* Whether costs fall along a walk from a node's label on. Where edges cost nothing they stay equal
 * for a while, but not for more steps than there are nodes. */
static bool gets_nearer(const pf_ways *w, int32_t node, int side, const pf_way_label *label,
                        int32_t most) {
  for (int32_t steps = 0; steps <= most; steps++) {
    if (label->edge == NONE) return true;
    const pf_way_edge *edge = &w->edges[label->edge];
    node = pf_way_other_end(edge, node);
    const pf_way_label *next = find_label(w, pf_way_list(w, node, side), label->hub);
    if (!next || next->cost > label->cost) return false;
    if (next->cost < label->cost) return true;
    label = next;
  }
  return false;
}

pathfan_status pf_validate_way_walks(const pf_index_view *view, pathfan_error *error) {
  const checker k = {view, &view->terrain->terrain, &view->terrain->ways, error};
  const int32_t nodes = k.t->node_count;
  for (int64_t n = 0; n < node_lists(&k); n++)
    for (uint32_t i = k.w->first_label[n]; i < k.w->first_label[n + 1]; i++)
      if (!gets_nearer(k.w, (int32_t)(n % nodes), n >= nodes, &k.w->labels[i], nodes))
        return bad(&k, PF_SECTION_WAYS_LABELS, "a walk that doesn't get to its hub", i);
  return PATHFAN_OK;
}
#else
pathfan_status pf_validate_ways(const pf_index_view *view, pathfan_error *error) {
  (void)view;
  (void)error;
  return PATHFAN_OK;
}

pathfan_status pf_validate_way_walks(const pf_index_view *view, pathfan_error *error) {
  (void)view;
  (void)error;
  return PATHFAN_OK;
}
#endif
