/* router.h - cheapest paths over the graph of cells, at the current densities: Dijkstra or A*.
 *
 *   status = pathfan_router_find(&router, &links, squares, factor, from, &goal,
 *                                PATHFAN_CROWD_ASTAR);
 *   if (isfinite(router.result)) ... router.way[0 .. way_count - 1] ...
 *   pathfan_router_free(&router); */
#ifndef PATHFAN_CROWD_ROUTER_H
#define PATHFAN_CROWD_ROUTER_H

#include "base/heap.h"
#include "crowd/goals.h"
#include "crowd/links.h"
#include "pathfan/crowd.h"

/* Must be zeroed first. */
typedef struct pathfan_router {
  pathfan_heap queue;
  double *cost;    /* [Size: capacity] of the cells reached */
  int32_t *before; /* [Size: capacity] */
  int32_t *touched;
  int32_t touched_count, capacity;
  int32_t *way; /* [Size: way_count] from the first cell to a goal */
  int32_t way_count;
  int32_t goal;  /* the goal reached */
  double result; /* cost of the path; INFINITY: there is none */
  int64_t expanded;
} pathfan_router;

/* Finds a path. factor [Size: squares]: cost per distance into a cell. Errors: NO_MEMORY. */
pathfan_status pathfan_router_find(pathfan_router *router, const pathfan_links *links,
                                   int32_t squares, const double *factor, int32_t from,
                                   const pathfan_goal *goal, pathfan_crowd_search search);

void pathfan_router_free(pathfan_router *router);

#endif
