/* astar.h - the shortest path between two nodes of an overlay graph.
 *
 *   status = pathfan_astar_find(&astar, &overlay, from, to, NULL, &budget);
 *   use(astar.points, astar.point_count);
 */
#ifndef PATHFAN_GRAPH_ASTAR_H
#define PATHFAN_GRAPH_ASTAR_H

#include "base/budget.h"
#include "base/heap.h"
#include "graph/overlay.h"
#include "graph/spt.h"

/* Scratch of one thread; zero it first, free it with pathfan_astar_free. */
typedef struct pathfan_astar {
  pathfan_fixed_point *points; /* from one node to the other, both included, along edges */
  int32_t point_count;         /* 0: no path, or the budget was spent */
  int32_t point_capacity;
  int64_t length; /* length units of the graph */

  /* private */
  pathfan_heap heap;
  pathfan_spt tree;
} pathfan_astar;

/* A source of better lower bounds than the straight line. */
typedef struct pathfan_guide {
  /* Returns a lower bound of the length left from a vertex to the goal, length units of the graph:
     no path along edges, whichever are blocked, is shorter but for their rounding. 0: unknown. */
  int64_t (*left)(void *context, int32_t vertex);
  void *context;
} pathfan_guide;

/* Finds the shortest path through vertices and terminals. Of equal-length paths it is always the
 * same one, for any numbering, and with or without a guide, but perhaps another one for `from` and
 * `to` swapped. guide may be NULL. Each settled node spends 1 of the budget. Errors: NO_MEMORY. */
pathfan_status pathfan_astar_find(pathfan_astar *astar, const pathfan_overlay *overlay,
                                  int32_t from, int32_t to, const pathfan_guide *guide,
                                  pathfan_budget *budget);

void pathfan_astar_free(pathfan_astar *astar);

#endif
