/* ways.h - an index's data of a terrain: edges that join nodes, and labels that give the cost
 * between any two nodes.
 *
 * A leg is straight, from a node over open ground to another, or to where it enters a road. An exit
 * is such a leg seen from the road: where a way along the road leaves it for the leg's node. An
 * edge joins two nodes without a stop between: a leg; a whole arc; a link; a leg that enters an arc
 * and goes on to the arc's end, or leaves it again by an exit. A label of a node gives the cost to
 * a hub and the first edge on the way there; any two nodes have a hub in common that lies on a
 * cheapest way between them.
 *
 * Without one-way roads all of it is symmetric: ways cost the same in both directions. With them
 * there are two sides. Side 0 is of ways that leave a node: its legs, exits for ways along a road,
 * labels with the cost to each hub. Side 1 is of ways that lead to it: its legs and exits are those
 * of the terrain reversed (terrain.h), and labels give the cost from each hub. */
#ifndef PF_TERRAIN_WAYS_H
#define PF_TERRAIN_WAYS_H

#include "terrain/terrain.h"

typedef struct pf_way_leg {
  int32_t node;     /* node where it ends; NONE: it enters a road */
  int32_t arc;      /* arc that it enters; NONE */
  int32_t backward; /* direction along the arc: 1 to node[0], 0 to node[1] */
  int32_t crossed;  /* the last one of the rivers it crosses; NONE */
  double at;        /* place of entry: distance from node[0] of the arc */
  double cost;
} pf_way_leg;

typedef struct pf_way_exit {
  double at;    /* distance from node[0] of the arc */
  double cost;  /* of the leg */
  int32_t node; /* node where it leads */
  int32_t leg;  /* the leg of that node that enters the road here */
} pf_way_exit;

typedef enum pf_way_kind {
  PF_WAY_LEG = 0,  /* first: a leg of a that leads to b */
  PF_WAY_ARC,      /* first: an arc between a and b */
  PF_WAY_LINK,     /* first: a link of a that leads to b */
  PF_WAY_LEG_ARC,  /* first: a leg of a that enters an arc; it goes on to the arc's end b */
  PF_WAY_LEG_EXIT, /* the same, but it leaves the arc by `exit` for b */
  PF_WAY_KINDS
} pf_way_kind;

typedef struct pf_way_edge {
  int32_t kind; /* pf_way_kind */
  int32_t a, b; /* nodes */
  int32_t first, exit;
  int32_t is_back; /* with two sides an edge leads from a to b; or, with 1, from b to a, and is of
                      the terrain reversed. Without: 0, and it leads both ways */
  double cost;
} pf_way_edge;

typedef struct pf_way_label {
  int32_t hub;  /* rank of the hub: 0 is the most travelled node */
  int32_t edge; /* the first edge on the way there; NONE: the node is the hub itself */
  double cost;
} pf_way_label;

typedef struct pf_ways {
  int32_t leg_count, crossed_count, exit_count, edge_count;
  int64_t label_count;
  int32_t second_node; /* the number of nodes if there are two sides; 0: there is one */
  int32_t second_list; /* twice the number of arcs if there are two sides; 0 */
  /* Lists are numbered by node, or by direction along an arc, and by side: pf_way_list and
     pf_way_exit_list. */
  const uint32_t *first_leg; /* [Size: nodes * sides + 1] legs of each node */
  const pf_way_leg *legs;
  const pf_crossed *crossed;  /* rivers of legs; each record refers only to lower numbers */
  const uint32_t *first_exit; /* [Size: 2 * arcs * sides + 1] exits of arc a for ways along it, at
                                 2 a + 1 if backward, else 2 a; in the order in which such ways
                                 pass them */
  const pf_way_exit *exits;
  const pf_way_edge *edges;
  const uint32_t *first_label; /* [Size: nodes * sides + 1] labels of each node, by hub */
  const pf_way_label *labels;
  const int32_t *by_rank; /* [Size: nodes] nodes by rank */
} pf_ways;

static inline int32_t pf_way_list(const pf_ways *ways, int32_t node, int side) {
  return side ? node + ways->second_node : node;
}

static inline int64_t pf_way_exit_list(const pf_ways *ways, int32_t arc, int32_t backward,
                                       int side) {
  const int64_t list = 2 * (int64_t)arc + backward;
  return side ? list + ways->second_list : list;
}

/* The node at which a way over an edge from `node` ends. */
static inline int32_t pf_way_other_end(const pf_way_edge *edge, int32_t node) {
  return edge->a == node ? edge->b : edge->a;
}

#endif
