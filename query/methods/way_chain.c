/* way_chain.c - labels are followed from edge to edge, from both ends to a hub, or to a node and
 * from there to both ends. */
#include "methods/way_chain.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "terrain/turn.h"

static pathfan_status append(pathfan_way_chain *c, int32_t node, int32_t edge) {
  pathfan_status status =
      pathfan_grow(&c->nodes, &c->node_capacity, (int64_t)c->count + 1, sizeof node);
  if (!status && c->count)
    status = pathfan_grow(&c->edges, &c->edge_capacity, c->count, sizeof edge);
  if (status) return status;
  if (c->count) c->edges[c->count - 1] = edge;
  c->nodes[c->count++] = node;
  return PATHFAN_OK;
}

static const pathfan_way_label *label_of(const pathfan_ways *ways, int32_t node, int32_t hub) {
  uint32_t low = ways->first_label[node], high = ways->first_label[node + 1];
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (ways->labels[middle].hub < hub)
      low = middle + 1;
    else
      high = middle;
  }
  return low < ways->first_label[node + 1] && ways->labels[low].hub == hub ? &ways->labels[low]
                                                                           : NULL;
}

/* From a node, which was appended, to a hub. */
static pathfan_status append_to_hub(pathfan_way_chain *c, const pathfan_ways *ways, int32_t nodes,
                                    int32_t hub) {
  pathfan_status status = PATHFAN_OK;
  int32_t node = c->nodes[c->count - 1];
  for (int32_t steps = 0; steps <= nodes && !status; steps++) {
    const pathfan_way_label *label = label_of(ways, node, hub);
    if (!label || label->edge < 0) return label ? PATHFAN_OK : PATHFAN_ERR_DAMAGED;
    const pathfan_way_edge *edge = &ways->edges[label->edge];
    node = edge->a == node ? edge->b : edge->a;
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

/* Turns round the nodes from number `first` on, and the edges between them. */
static void turn(pathfan_way_chain *c, int32_t first) {
  if (c->count - first < 2) return;
  reverse(c->nodes + first, c->count - first);
  reverse(c->edges + first, c->count - 1 - first);
}

/* From an end to a hub, appended; *attachment: by which. */
static pathfan_status append_end_to_hub(pathfan_way_chain *c, const pathfan_way_ends *ends, int end,
                                        int32_t hub) {
  const pathfan_way_end *e = &ends->end[end];
  const pathfan_hub_way *way = &e->hubs[hub];
  c->attachment[end] = way->attachment;
  const pathfan_status status =
      append(c, e->attachments[way->attachment].node, PATHFAN_TERRAIN_NONE);
  return status ? status : append_to_hub(c, ends->ways, ends->terrain->node_count, hub);
}

/* From a hub, which was appended last, to an end: found by way of the other direction, and turned.
 */
static pathfan_status append_hub_to_end(pathfan_way_chain *c, const pathfan_way_ends *ends, int end,
                                        int32_t hub) {
  const int32_t joint = c->count - 1;
  const pathfan_status status = append_end_to_hub(c, ends, end, hub);
  if (status) return status;
  turn(c, joint + 1);
  /* The hub stands there twice now, side by side. */
  memmove(c->nodes + joint + 1, c->nodes + joint + 2,
          (size_t)(c->count - joint - 2) * sizeof *c->nodes);
  memmove(c->edges + joint, c->edges + joint + 1,
          (size_t)(c->count - joint - 2) * sizeof *c->edges);
  c->count--;
  return PATHFAN_OK;
}

pathfan_status pathfan_way_chain_over_hub(pathfan_way_chain *c, const pathfan_way_ends *ends,
                                          int32_t hub) {
  c->count = 0;
  const pathfan_status status = append_end_to_hub(c, ends, 0, hub);
  return status ? status : append_hub_to_end(c, ends, 1, hub);
}

/* From a node, which was appended last, to an end. */
static pathfan_status append_node_to_end(pathfan_way_chain *c, const pathfan_way_ends *ends,
                                         int end) {
  int32_t hub = 0;
  (void)pathfan_way_end_cost(ends, end, c->nodes[c->count - 1], &hub);
  const pathfan_status status = append_to_hub(c, ends->ways, ends->terrain->node_count, hub);
  return status ? status : append_hub_to_end(c, ends, end, hub);
}

pathfan_status pathfan_way_chain_over_node(pathfan_way_chain *c, const pathfan_way_ends *ends,
                                           int32_t node, int32_t *at) {
  c->count = 0;
  pathfan_status status = append(c, node, PATHFAN_TERRAIN_NONE);
  if (!status) status = append_node_to_end(c, ends, 0);
  if (status) return status;
  turn(c, 0);
  *at = c->count - 1;
  return append_node_to_end(c, ends, 1);
}

/* ---- Whether it is sound ---- */

/* The arm of an edge, which is no link, at one of its nodes. */
static pathfan_arm arm_of(const pathfan_way_ends *ends, int32_t number, int32_t node) {
  const pathfan_terrain *t = ends->terrain;
  const pathfan_way_edge *edge = &ends->ways->edges[number];
  const bool is_a = edge->a == node;
  const pathfan_lattice_point at = t->nodes[node].at;
  if (edge->kind == PATHFAN_WAY_ARC)
    return pathfan_arm_along(t, node, edge->first, t->arcs[edge->first].node[0] != node);
  if (edge->kind == PATHFAN_WAY_LEG) {
    const pathfan_lattice_point to = t->nodes[is_a ? edge->b : edge->a].at;
    return pathfan_arm_over_ground(t, node, (double)to.x - at.x, (double)to.y - at.y);
  }
  const pathfan_way_leg *leg = &ends->ways->legs[edge->first];
  if (edge->kind == PATHFAN_WAY_LEG_ARC && !is_a)
    return pathfan_arm_along(t, node, leg->arc, t->arcs[leg->arc].node[0] != node);
  const pathfan_arc *arc = &t->arcs[leg->arc];
  const double place = is_a ? leg->at : ends->ways->exits[edge->exit].at;
  const pathfan_lattice_point from = t->nodes[arc->node[0]].at, to = t->nodes[arc->node[1]].at;
  const double share = place / arc->length;
  return pathfan_arm_over_ground(t, node, from.x + share * ((double)to.x - from.x) - at.x,
                                 from.y + share * ((double)to.y - from.y) - at.y);
}

static bool is_link(const pathfan_way_ends *ends, int32_t edge) {
  return ends->ways->edges[edge].kind == PATHFAN_WAY_LINK;
}

bool pathfan_way_chain_is_sound(const pathfan_way_chain *c, const pathfan_way_ends *ends,
                                int32_t at) {
  if (at < 1 || at + 1 >= c->count) return false; /* an end's own node: path 1 or a detour to it */
  /* Both halves are cheapest and come by no node twice, but they may have some in common. */
  for (int32_t i = at + 1; i < c->count; i++)
    for (int32_t k = 0; k < at; k++)
      if (c->nodes[i] == c->nodes[k]) return false;
  /* Links have no direction, so nobody can tell who turns there. */
  if (is_link(ends, c->edges[at - 1]) || is_link(ends, c->edges[at])) return false;
  return pathfan_can_turn(ends->terrain, c->nodes[at], arm_of(ends, c->edges[at - 1], c->nodes[at]),
                          arm_of(ends, c->edges[at], c->nodes[at]));
}

void pathfan_way_chain_free(pathfan_way_chain *c) {
  free(c->nodes);
  free(c->edges);
  memset(c, 0, sizeof *c);
}
