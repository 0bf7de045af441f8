/* astar.h - the shortest path between two nodes of an overlay graph.
 *
 *   status = pathfan_astar_find(&astar, &overlay, from, to, &budget);
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

/* Finds the shortest path, through vertices and terminals. Of equally long ones the same each
 * time and for any numbering, but not the same for `from` and `to` swapped. Each node that is
 * settled spends 1 of the budget. Errors: NO_MEMORY. */
pathfan_status pathfan_astar_find(pathfan_astar *astar, const pathfan_overlay *overlay,
                                  int32_t from, int32_t to, pathfan_budget *budget);

void pathfan_astar_free(pathfan_astar *astar);

#endif
