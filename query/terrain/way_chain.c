/* way_chain.c - follows labels from edge to edge: both ends to a hub, or a node to both ends. */
#include "way_chain.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "terrain/turn.h"

static pathfan_status append(pf_way_chain *c, int32_t node, int32_t edge) {
  pathfan_status status = pf_grow(&c->nodes, &c->node_capacity, (int64_t)c->count + 1);
  if (!status && c->count) status = pf_grow(&c->edges, &c->edge_capacity, c->count);
  if (status) return status;
  if (c->count) c->edges[c->count - 1] = edge;
  c->nodes[c->count++] = node;
  return PATHFAN_OK;
}

static const pf_way_label *label_of(const pf_ways *ways, int32_t list, int32_t hub) {
  const uint32_t end = ways->first_label[list + 1];
  uint32_t low = ways->first_label[list], high = end;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (ways->labels[middle].hub < hub)
      low = middle + 1;
    else
      high = middle;
  }
  return low < end && ways->labels[low].hub == hub ? &ways->labels[low] : NULL;
}

/* Appends the way from the last node to a hub; with side 1 the way from the hub, backwards. */
static pathfan_status append_to_hub(pf_way_chain *c, const pf_ways *ways, int32_t nodes,
                                    int32_t hub, int side) {
  assert(c->count > 0);
  assert(hub >= 0 && hub < nodes);
  pathfan_status status = PATHFAN_OK;
  int32_t node = c->nodes[c->count - 1];
  for (int32_t steps = 0; steps <= nodes && !status; steps++) {
    const pf_way_label *label = label_of(ways, pf_way_list(ways, node, side), hub);
    if (!label || label->edge < 0) return label ? PATHFAN_OK : PATHFAN_ERR_DAMAGED;
    node = pf_way_other_end(&ways->edges[label->edge], node);
    status = append(c, node, label->edge);
  }
  return status ? status : PATHFAN_ERR_DAMAGED;
}

static void reverse(int32_t *list, int32_t count) {
  for (int32_t i = 0, k = count - 1; i < k; i++, k--) {
    const int32_t swap = list[i];
    list[i] = list[k];
    list[k] = swap;
  }
}

/* Reverses the nodes from number `first` on, and the edges between them. */
static void turn(pf_way_chain *c, int32_t first) {
  if (c->count - first < 2) return;
  reverse(c->nodes + first, c->count - first);
  reverse(c->edges + first, c->count - 1 - first);
}

/* Appends the way from an end to a hub, and notes its attachment. */
static pathfan_status append_end_to_hub(pf_way_chain *c, const pf_way_ends *ends, int end,
                                        int32_t hub) {
  const pf_way_end *e = &ends->end[end];
  const pf_hub_way *way = &e->hubs[hub];
  assert(way->cost < INFINITY); /* the end reaches the hub */
  c->attachment[end] = way->attachment;
  const pathfan_status status = append(c, e->attachments[way->attachment].node, PF_TERRAIN_NONE);
  return status ? status : append_to_hub(c, ends->ways, ends->terrain->node_count, hub, end);
}

/* Appends the way from the last node, a hub, to an end: found the other way round, and reversed. */
static pathfan_status append_hub_to_end(pf_way_chain *c, const pf_way_ends *ends, int end,
                                        int32_t hub) {
  const int32_t joint = c->count - 1;
  assert(c->count > 0);
  const pathfan_status status = append_end_to_hub(c, ends, end, hub);
  if (status) return status;
  turn(c, joint + 1);
  /* Now the hub is there twice in a row. */
  memmove(c->nodes + joint + 1, c->nodes + joint + 2,
          (size_t)(c->count - joint - 2) * sizeof *c->nodes);
  memmove(c->edges + joint, c->edges + joint + 1,
          (size_t)(c->count - joint - 2) * sizeof *c->edges);
  c->count--;
  return PATHFAN_OK;
}

pathfan_status pf_way_chain_over_hub(pf_way_chain *c, const pf_way_ends *ends, int32_t hub) {
  c->count = 0;
  const pathfan_status status = append_end_to_hub(c, ends, 0, hub);
  return status ? status : append_hub_to_end(c, ends, 1, hub);
}

/* Appends the way from the last node to an end. */
static pathfan_status append_node_to_end(pf_way_chain *c, const pf_way_ends *ends, int end) {
  int32_t hub = 0;
  (void)pf_way_end_cost(ends, end, c->nodes[c->count - 1], &hub);
  const pathfan_status status =
      append_to_hub(c, ends->ways, ends->terrain->node_count, hub, 1 - end);
  return status ? status : append_hub_to_end(c, ends, end, hub);
}

pathfan_status pf_way_chain_over_node(pf_way_chain *c, const pf_way_ends *ends, int32_t node,
                                      int32_t *at) {
  c->count = 0;
  pathfan_status status = append(c, node, PF_TERRAIN_NONE);
  if (!status) status = append_node_to_end(c, ends, 0);
  if (status) return status;
  turn(c, 0);
  *at = c->count - 1;
  return append_node_to_end(c, ends, 1);
}

/* ---- Whether it is sound ---- */

/* Returns the arm from a node straight to a place on an arc. */
static pf_arm arm_towards_arc(const pf_terrain *t, int32_t node, int32_t number, double place) {
  const pf_arc *arc = &t->arcs[number];
  const pf_lattice_point at = t->nodes[node].at;
  const pf_lattice_point from = t->nodes[arc->node[0]].at, to = t->nodes[arc->node[1]].at;
  const double share = place / arc->length;
  return pf_arm_over_ground(t, node, from.x + share * ((double)to.x - from.x) - at.x,
                            from.y + share * ((double)to.y - from.y) - at.y);
}

/* Returns the arm along an arc at one of its nodes. */
static pf_arm arm_along(const pf_terrain *t, int32_t node, int32_t arc, bool is_leaving) {
  return pf_arm_along(t, node, arc, t->arcs[arc].node[0] != node, is_leaving);
}

/* Returns the arm of an edge, which must not be a link, at one of its nodes. */
static pf_arm arm_of(const pf_way_ends *ends, int32_t number, int32_t node, bool is_leaving) {
  const pf_terrain *t = ends->terrain;
  const pf_way_edge *edge = &ends->ways->edges[number];
  assert(edge->kind != PF_WAY_LINK);
  const bool is_a = edge->a == node;
  const pf_lattice_point at = t->nodes[node].at;
  if (edge->kind == PF_WAY_ARC) return arm_along(t, node, edge->first, is_leaving);
  if (edge->kind == PF_WAY_LEG) {
    const pf_lattice_point to = t->nodes[is_a ? edge->b : edge->a].at;
    return pf_arm_over_ground(t, node, (double)to.x - at.x, (double)to.y - at.y);
  }
  const pf_way_leg *leg = &ends->ways->legs[edge->first];
  if (edge->kind == PF_WAY_LEG_ARC && !is_a) return arm_along(t, node, leg->arc, is_leaving);
  return arm_towards_arc(t, node, leg->arc, is_a ? leg->at : ends->ways->exits[edge->exit].at);
}

/* Whether an end stands at the node that it is attached to. */
static bool is_at(const pf_way_ends *ends, int end, int32_t attachment) {
  const pf_way_end *e = &ends->end[end];
  const pf_way_leg *leg = &e->star.legs[e->attachments[attachment].leg];
  return leg->node >= 0 && leg->cost == 0;
}

/* Returns the arm by which an end is attached to a node. */
static pf_arm arm_of_end(const pf_way_ends *ends, int end, int32_t number) {
  const pf_terrain *t = ends->terrain;
  const pf_way_end *e = &ends->end[end];
  const pf_attachment *a = &e->attachments[number];
  assert(number >= 0 && number < e->attachment_count);
  const pf_way_leg *leg = &e->star.legs[a->leg];
  if (leg->arc >= 0)
    return a->exit >= 0 ? arm_towards_arc(t, a->node, leg->arc, ends->ways->exits[a->exit].at)
                        : arm_along(t, a->node, leg->arc, end == 1);
  if (is_at(ends, end, number)) return (pf_arm){-1, 0, PF_TERRAIN_NONE};
  const pf_lattice_point at = t->nodes[a->node].at;
  const double unit = pf_power_of_two(-ends->fraction_bits);
  return pf_arm_over_ground(t, a->node, (double)e->place.at.x * unit - at.x,
                            (double)e->place.at.y * unit - at.y);
}

static bool is_link(const pf_way_ends *ends, int32_t edge) {
  return ends->ways->edges[edge].kind == PF_WAY_LINK;
}

bool pf_way_chain_is_sound(const pf_way_chain *c, const pf_way_ends *ends, int32_t at) {
  assert(at >= 0 && at < c->count);
  /* The node at which an end stands gives path 1, or a detour to it. */
  if (at == 0 && is_at(ends, 0, c->attachment[0])) return false;
  if (at + 1 == c->count && is_at(ends, 1, c->attachment[1])) return false;
  /* Each half is cheapest and comes by no node twice, but the two may have nodes in common. */
  for (int32_t i = at + 1; i < c->count; i++)
    for (int32_t k = 0; k < at; k++)
      if (c->nodes[i] == c->nodes[k]) return false;
  int32_t first = at, last = at;
  while (first > 0 && is_link(ends, c->edges[first - 1])) first--;
  while (last + 1 < c->count && is_link(ends, c->edges[last])) last++;
  const pf_arm in = first ? arm_of(ends, c->edges[first - 1], c->nodes[first], false)
                          : arm_of_end(ends, 0, c->attachment[0]);
  const pf_arm out = last + 1 < c->count ? arm_of(ends, c->edges[last], c->nodes[last], true)
                                         : arm_of_end(ends, 1, c->attachment[1]);
  if (in.arc >= 0 && in.arc == out.arc) return false; /* there and back */
  return first == last ? pf_can_turn(ends->terrain, c->nodes[at], in, out)
                       : pf_can_cross(ends->terrain, c->nodes + first, last - first + 1, in, out);
}

void pf_way_chain_free(pf_way_chain *c) {
  free(c->nodes);
  free(c->edges);
  memset(c, 0, sizeof *c);
}
