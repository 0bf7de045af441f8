/* router.h - cheapest paths over the graph of cells, at the current densities: Dijkstra or A*.
 *
 *   status = pf_router_find(&router, &graph, squares, factor, from, &goal, PATHFAN_CROWD_ASTAR);
 *   if (isfinite(router.result)) ... router.way[0 .. way_count - 1] ...
 *   pf_router_free(&router); */
#ifndef PF_CROWD_ROUTER_H
#define PF_CROWD_ROUTER_H

#include "base/heap.h"
#include "crowd/goals.h"
#include "crowd/cell_graph.h"
#include "pathfan/crowd.h"

/* Must be zeroed first. */
typedef struct pf_router {
  pf_heap queue;
  double *cost;    /* [Size: capacity] of the cells reached */
  int32_t *before; /* [Size: capacity] */
  int32_t *touched;
  int32_t touched_count, capacity;
  int32_t *way; /* [Size: way_count] from the first cell to a goal */
  int32_t way_count;
  int32_t goal;  /* the goal reached */
  double result; /* cost of the path; INFINITY: there is none */
  int64_t expanded;
} pf_router;

/* Finds a path. factor [Size: squares]: cost per distance into a cell. Errors: NO_MEMORY. */
pathfan_status pf_router_find(pf_router *router, const pf_cell_graph *graph, int32_t squares,
                              const double *factor, int32_t from, const pf_goal *goal,
                              pathfan_crowd_search search);

/* Finds the shortest paths from all squares: next [Size: squares] is the square after each, itself
 * at a goal, -1 where there is none. Errors: NO_MEMORY. */
pathfan_status pf_router_tree(pf_router *router, const pf_cell_graph *graph, int32_t squares,
                              const pf_goal *goal, int32_t *next);

/* Returns the cheapest edge between two squares that have one: with `factor`, or as in the tree if
 * that is NULL. */
const pf_cell_edge *pf_router_edge(const pf_cell_graph *graph, const double *factor, int32_t from,
                                   int32_t to);

void pf_router_free(pf_router *router);

#endif
