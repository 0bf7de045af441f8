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
  pathfan_fixed_point *points; /* from one node to the other, both included, as the edges go */
  int32_t point_count;         /* 0: there is no way, or the budget was spent */
  int32_t point_capacity;
  int64_t length; /* length units of the graph */

  /* private */
  pathfan_heap heap;
  pathfan_spt tree;
} pathfan_astar;

/* Who knows more of what is left than that it is no less than the straight line. */
typedef struct pathfan_guide {
  /* What is left at least from a vertex to where the search goes, length units of the graph: no way
     along edges, whichever are taken away, is shorter but for their rounding. 0: nothing is known.
   */
  int64_t (*left)(void *context, int32_t vertex);
  void *context;
} pathfan_guide;

/* Finds the shortest path, through vertices and terminals. Of equally long ones the same each
 * time, for any numbering, and with or without a guide, which may be NULL, but not the same for
 * `from` and `to` swapped. Each node that is settled spends 1 of the budget. Errors: NO_MEMORY. */
pathfan_status pathfan_astar_find(pathfan_astar *astar, const pathfan_overlay *overlay,
                                  int32_t from, int32_t to, const pathfan_guide *guide,
                                  pathfan_budget *budget);

void pathfan_astar_free(pathfan_astar *astar);

#endif
