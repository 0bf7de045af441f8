/* overlay.h - the graph of one request (paper, section 3.1): the visibility graph with the ends,
 * and any other points, attached to it for a while.
 *
 *   pf_overlay_begin(&overlay, base);
 *   status = pf_overlay_attach(&overlay, from, from_polygon, &s);
 *   status = pf_overlay_attach(&overlay, to, to_polygon, &t);
 *   overlay.blocked = enters_area, overlay.context = areas;       optional
 *   status = pf_astar_find(&astar, &overlay, s, t, NULL, &work_limit);
 *                                                                 astar.h, dijkstra.h, penalty.h
 *
 * A point is joined to the convex vertices that it sees, the nearest on each ray, and to all points
 * attached before that it sees. Nodes 0..n-1 are the vertices, further ones the points; a point at
 * a convex vertex, in its sector, is that vertex. */
#ifndef PF_GRAPH_OVERLAY_H
#define PF_GRAPH_OVERLAY_H

#include "graph/search_graph.h"
#include "mesh/visible.h"

/* An edge between a terminal and a vertex or another terminal; the list holds one each way, one
 * after the other. */
typedef struct pf_overlay_edge {
  int64_t weight;
  uint64_t hash; /* as the base's edges have: sums break ties between paths */
  int32_t to;
  int32_t next; /* next edge from the same node; -1: none */
} pf_overlay_edge;

/* An attached point. */
typedef struct pf_terminal {
  pf_fixed_point at;
  int32_t polygon;
  pf_fixed_point first, second; /* the closed wedge at an area's corner (mesh/mesh.h);
                                        else 0 */
} pf_terminal;

/* The bounding box of some points attached one after the other. */
typedef struct pf_terminal_box {
  pf_fixed_point low, high;
  int32_t end; /* in terminals; its points begin at the end of the box before */
} pf_terminal_box;

/* Scratch of one thread; zero it first, free it with pf_overlay_free. Allocates nothing once
 * it is as large as the requests need. */
typedef struct pf_overlay {
  const pf_search_graph *base;
  pf_terminal *terminals;
  int32_t terminal_count, terminal_capacity;
  pf_overlay_edge *edges; /* a terminal's edges to vertices are contiguous, by angle */
  int32_t edge_count, edge_capacity;
  int32_t *head; /* [Size: nodes] newest edge from a node; -1: none */
  int32_t head_capacity;

  /* How many of the points, the first ones, are ends: leaves of trees (dijkstra.h). Set it after
     pf_overlay_begin, which sets it to 0. */
  int32_t end_count;

  /* If not NULL: whether the edge between two points is blocked; the same in both directions. Set
     it after pf_overlay_begin, which clears it. */
  bool (*blocked)(const void *context, pf_fixed_point a, pf_fixed_point b);
  const void *context;

  /* private */
  pf_visible visible;
  pf_terminal_box *boxes;
  int32_t box_count, box_capacity;
  bool is_apart;
} pf_overlay;

/* Removes all points; the base may be a different one. Errors: NO_MEMORY. */
pathfan_status pf_overlay_begin(pf_overlay *overlay, const pf_search_graph *base);

/* Attaches a free point that lies in or on `polygon`, in its sector. *node is its number. Errors:
 * NO_MEMORY. */
pathfan_status pf_overlay_attach(pf_overlay *overlay, pf_fixed_point at, int32_t polygon,
                                 int32_t *node);

/* Attaches a point where paths may turn round a closed wedge, from direction `first`
 * counter-clockwise to `second`, less than half a turn: it is joined only to nodes that a path may
 * come from or go to. */
pathfan_status pf_overlay_attach_corner(pf_overlay *overlay, pf_fixed_point at, int32_t polygon,
                                        pf_fixed_point first, pf_fixed_point second, int32_t *node);

/* Announces that the next point attached isn't near the last one. Saves time with many corners of
 * many areas if called before each area's first. */
static inline void pf_overlay_part(pf_overlay *overlay) {
  overlay->is_apart = true;
}

static inline int32_t pf_overlay_count(const pf_overlay *overlay) {
  return overlay->base->graph.vertex_count + overlay->terminal_count;
}

static inline pf_fixed_point pf_overlay_at(const pf_overlay *overlay, int32_t node) {
  const int32_t n = overlay->base->graph.vertex_count;
  return node < n ? pf_search_graph_at(overlay->base, node) : overlay->terminals[node - n].at;
}

/* Returns on which side of a path along d the closed wedge at a node lies: the obstacle of a
 * vertex, or that of a corner; LEFT at all other points. */
pf_side pf_overlay_side(const pf_overlay *overlay, int32_t node, pf_fixed_point d);

/* Whether an edge is blocked. */
static inline bool pf_overlay_blocked(const pf_overlay *overlay, int32_t a, int32_t b) {
  return overlay->blocked &&
         overlay->blocked(overlay->context, pf_overlay_at(overlay, a), pf_overlay_at(overlay, b));
}

/* Whether an edge of a terminal joins two nodes, blocked or not. */
static inline bool pf_overlay_joins(const pf_overlay *overlay, int32_t a, int32_t b) {
  for (int32_t i = overlay->head[a]; i >= 0; i = overlay->edges[i].next)
    if (overlay->edges[i].to == b) return true;
  return false;
}

void pf_overlay_free(pf_overlay *overlay);

#endif
