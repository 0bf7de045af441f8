/* overlay.h - the graph of one request (paper, section 3.1): the visibility graph with the ends,
 * and any other points, attached to it for a while.
 *
 *   pathfan_overlay_begin(&overlay, base);
 *   status = pathfan_overlay_attach(&overlay, from, from_polygon, &s);
 *   status = pathfan_overlay_attach(&overlay, to, to_polygon, &t);
 *   overlay.blocked = enters_area, overlay.context = areas;       optional
 *   status = pathfan_astar_find(&astar, &overlay, s, t, NULL, &budget);
 *                                                                 astar.h, dijkstra.h, penalty.h
 *
 * A point is joined to the convex vertices that it sees, the nearest on each ray, and to all points
 * attached before that it sees. Nodes 0..n-1 are the vertices, further ones the points; a point at
 * a convex vertex, in its sector, is that vertex. */
#ifndef PATHFAN_GRAPH_OVERLAY_H
#define PATHFAN_GRAPH_OVERLAY_H

#include "graph/search_graph.h"
#include "mesh/visible.h"

/* An edge between a terminal and a vertex or another terminal; the list holds one each way, one
 * after the other. */
typedef struct pathfan_overlay_edge {
  int64_t weight;
  uint64_t hash; /* as the base's edges have: sums break ties between paths */
  int32_t to;
  int32_t next; /* next edge from the same node; -1: none */
} pathfan_overlay_edge;

/* An attached point. */
typedef struct pathfan_terminal {
  pathfan_fixed_point at;
  int32_t polygon;
  pathfan_fixed_point first, second; /* the closed wedge at an area's corner (mesh/mesh.h);
                                        else 0 */
} pathfan_terminal;

/* The bounding box of some points attached one after the other. */
typedef struct pathfan_terminal_box {
  pathfan_fixed_point low, high;
  int32_t end; /* in terminals; its points begin at the end of the box before */
} pathfan_terminal_box;

/* Scratch of one thread; zero it first, free it with pathfan_overlay_free. Allocates nothing once
 * it is as large as the requests need. */
typedef struct pathfan_overlay {
  const pathfan_search_graph *base;
  pathfan_terminal *terminals;
  int32_t terminal_count, terminal_capacity;
  pathfan_overlay_edge *edges; /* a terminal's edges to vertices are contiguous, by angle */
  int32_t edge_count, edge_capacity;
  int32_t *head; /* [Size: nodes] newest edge from a node; -1: none */
  int32_t head_capacity;

  /* How many of the points, the first ones, are ends: leaves of trees (dijkstra.h). Set it after
     pathfan_overlay_begin, which sets it to 0. */
  int32_t end_count;

  /* If not NULL: whether the edge between two points is blocked; the same in both directions. Set
     it after pathfan_overlay_begin, which clears it. */
  bool (*blocked)(const void *context, pathfan_fixed_point a, pathfan_fixed_point b);
  const void *context;

  /* private */
  pathfan_visible visible;
  pathfan_terminal_box *boxes;
  int32_t box_count, box_capacity;
  bool is_apart;
} pathfan_overlay;

/* Removes all points; the base may be a different one. Errors: NO_MEMORY. */
pathfan_status pathfan_overlay_begin(pathfan_overlay *overlay, const pathfan_search_graph *base);

/* Attaches a free point that lies in or on `polygon`, in its sector. *node is its number. Errors:
 * NO_MEMORY. */
pathfan_status pathfan_overlay_attach(pathfan_overlay *overlay, pathfan_fixed_point at,
                                      int32_t polygon, int32_t *node);

/* Attaches a point where paths may turn round a closed wedge, from direction `first`
 * counter-clockwise to `second`, less than half a turn: it is joined only to nodes that a path may
 * come from or go to. */
pathfan_status pathfan_overlay_attach_corner(pathfan_overlay *overlay, pathfan_fixed_point at,
                                             int32_t polygon, pathfan_fixed_point first,
                                             pathfan_fixed_point second, int32_t *node);

/* Announces that the next point attached isn't near the last one. Saves time with many corners of
 * many areas if called before each area's first. */
static inline void pathfan_overlay_part(pathfan_overlay *overlay) {
  overlay->is_apart = true;
}

static inline int32_t pathfan_overlay_count(const pathfan_overlay *overlay) {
  return overlay->base->graph.vertex_count + overlay->terminal_count;
}

static inline pathfan_fixed_point pathfan_overlay_at(const pathfan_overlay *overlay, int32_t node) {
  const int32_t n = overlay->base->graph.vertex_count;
  return node < n ? pathfan_search_graph_at(overlay->base, node) : overlay->terminals[node - n].at;
}

/* Returns on which side of a path along d the closed wedge at a node lies: the obstacle of a
 * vertex, or that of a corner; LEFT at all other points. */
pathfan_side pathfan_overlay_side(const pathfan_overlay *overlay, int32_t node,
                                  pathfan_fixed_point d);

/* Whether an edge is blocked. */
static inline bool pathfan_overlay_blocked(const pathfan_overlay *overlay, int32_t a, int32_t b) {
  return overlay->blocked && overlay->blocked(overlay->context, pathfan_overlay_at(overlay, a),
                                              pathfan_overlay_at(overlay, b));
}

/* Whether an edge of a terminal joins two nodes, blocked or not. */
static inline bool pathfan_overlay_joins(const pathfan_overlay *overlay, int32_t a, int32_t b) {
  for (int32_t i = overlay->head[a]; i >= 0; i = overlay->edges[i].next)
    if (overlay->edges[i].to == b) return true;
  return false;
}

void pathfan_overlay_free(pathfan_overlay *overlay);

#endif
