/* knots.h - the net of one request (paper, section 3.1): the visibility graph with the
 * ends, and any other points, tied in.
 *
 *   pathfan_knots_begin(&knots, net);
 *   status = pathfan_knots_tie(&knots, from, from_polygon, &s);
 *   status = pathfan_knots_tie(&knots, to, to_polygon, &t);
 *   knots.blocked = enters_area, knots.context = areas;           optional
 *   status = pathfan_knots_shortest(&knots, s, t, work_limit);
 *   use(knots.points, knots.point_count);
 *
 * A point is joined to the convex vertices that it sees, the nearest on each ray, and
 * to all points tied in before that it sees. Nodes 0..n-1 are the vertices, further
 * ones the points; a point at a convex vertex, in its sector, is that vertex. */
#ifndef PATHFAN_RIVALS_KNOTS_H
#define PATHFAN_RIVALS_KNOTS_H

#include "mesh/visible.h"
#include "rivals/heap.h"
#include "rivals/net.h"
#include "rivals/dijkstra.h"

/* An edge between a point and a vertex or another point; there is one each way. */
typedef struct pathfan_link {
  int64_t weight;
  uint64_t hash; /* as the graph's edges have: equally long paths are told apart by sums */
  int32_t to;
  int32_t next; /* another one from the same node; -1: none */
} pathfan_link;

typedef struct pathfan_knot {
  pathfan_fixed at;
  int32_t polygon;
  pathfan_fixed first, second; /* what is closed at a bend, as a wedge (mesh/mesh.h); else 0 */
} pathfan_knot;

/* Scratch of one thread; zero it first, free it with pathfan_knots_free. Allocates
 * nothing once it is as large as the requests need. */
typedef struct pathfan_knots {
  const pathfan_net *net;
  pathfan_knot *knots;
  int32_t knot_count, knot_capacity;
  pathfan_link *links; /* those of knot i to vertices come together, ascending by angle */
  int32_t link_count, link_capacity;
  int32_t *head; /* [Size: nodes] newest link from a node; -1: none */
  int32_t head_capacity;

  /* The points tied in first that are ends: leaves of trees (dijkstra.h). Set it after
     pathfan_knots_begin, which sets it to 0. */
  int32_t end_count;

  /* If not NULL: whether the edge between two points is taken away. Same answer in
     both directions. Set it after pathfan_knots_begin, which clears it. */
  bool (*blocked)(const void *context, pathfan_fixed a, pathfan_fixed b);
  const void *context;

  /* What pathfan_knots_shortest found. */
  pathfan_fixed *points; /* from one node to the other, both included, as the edges go */
  int32_t point_count;   /* 0: there is no way, or it stopped */
  int32_t point_capacity;
  int64_t length;   /* length units of the net */
  uint64_t settled; /* nodes taken from the queue since pathfan_knots_begin */
  bool stopped;     /* the work limit came first */

  /* private */
  pathfan_heap heap;
  pathfan_net_tree tree;
  int32_t *better; /* edges of a vertex that improve something */
  int32_t better_capacity;
  pathfan_visible visible;
  int32_t *starts;
  int32_t start_capacity;
  int32_t *seen;
  int32_t seen_capacity;
  uint32_t *stamp; /* [Size: n] now: seen by this point */
  int32_t stamp_capacity;
  uint32_t now;
} pathfan_knots;

/* Takes all points out; the net may be another one than before. Errors: NO_MEMORY. */
pathfan_status pathfan_knots_begin(pathfan_knots *knots, const pathfan_net *net);

/* Ties in a free point that lies in or on `polygon`, in its sector: *node is its number.
 * Errors: NO_MEMORY. */
pathfan_status pathfan_knots_tie(pathfan_knots *knots, pathfan_fixed at, int32_t polygon,
                                 int32_t *node);

/* The same for a point where paths may turn round something closed, from direction
 * `first` counter-clockwise to `second`, less than half a turn: it is joined only to
 * what a path may come from or go to. */
pathfan_status pathfan_knots_tie_bend(pathfan_knots *knots, pathfan_fixed at, int32_t polygon,
                                      pathfan_fixed first, pathfan_fixed second, int32_t *node);

/* Finds the shortest path between two nodes, through vertices and points (A*). Of
 * equally long ones the same each time and for any numbering, but not the same for
 * `from` and `to` swapped. work_limit: at most that many nodes are settled since
 * pathfan_knots_begin; 0: no limit. Errors: NO_MEMORY. */
pathfan_status pathfan_knots_shortest(pathfan_knots *knots, int32_t from, int32_t to,
                                      uint64_t work_limit);

static inline int32_t pathfan_knots_count(const pathfan_knots *knots) {
  return knots->net->graph.vertex_count + knots->knot_count;
}

static inline pathfan_fixed pathfan_knots_at(const pathfan_knots *knots, int32_t node) {
  const int32_t n = knots->net->graph.vertex_count;
  return node < n ? pathfan_net_at(knots->net, node) : knots->knots[node - n].at;
}

/* On which side of a traveller along d what is closed at a node lies: the obstacle of a
 * vertex, or what a bend was tied in with; LEFT of all at other points. */
pathfan_side pathfan_knots_side(const pathfan_knots *knots, int32_t node, pathfan_fixed d);

/* Whether an edge has been taken away. */
static inline bool pathfan_knots_blocked(const pathfan_knots *knots, int32_t a, int32_t b) {
  return knots->blocked &&
         knots->blocked(knots->context, pathfan_knots_at(knots, a), pathfan_knots_at(knots, b));
}

void pathfan_knots_free(pathfan_knots *knots);

#endif
