/* router.h - cheapest ways over the graph of cells, at the densities of now: Dijkstra or A*.
 *
 *   status = pathfan_router_find(&router, &links, squares, factor, from, &goal,
 * PATHFAN_CROWD_ASTAR); if (isfinite(router.result)) ... router.way[0 .. way_count - 1] ...
 *   pathfan_router_free(&router); */
#ifndef PATHFAN_CROWD_ROUTER_H
#define PATHFAN_CROWD_ROUTER_H

#include "base/heap.h"
#include "crowd/goals.h"
#include "crowd/links.h"
#include "pathfan/crowd.h"

/* Zero it first. */
typedef struct pathfan_router {
  pathfan_heap queue;
  double *cost;    /* [Size: capacity] of the cells that were reached */
  int32_t *before; /* [Size: capacity] */
  int32_t *touched;
  int32_t touched_count, capacity;
  int32_t *way; /* [Size: way_count] from the first cell to a goal */
  int32_t way_count;
  int32_t goal;  /* which one */
  double result; /* cost of the way; INFINITY: there is none */
  int64_t expanded;
} pathfan_router;

/* factor [Size: squares] of distance into a cell. Errors: NO_MEMORY. */
pathfan_status pathfan_router_find(pathfan_router *router, const pathfan_links *links,
                                   int32_t squares, const double *factor, int32_t from,
                                   const pathfan_goal *goal, pathfan_crowd_search search);

void pathfan_router_free(pathfan_router *router);

#endif
