/* astar.h - the shortest path between two nodes of an overlay graph.
 *
 *   status = pf_astar_find(&astar, &overlay, from, to, NULL, &work_limit);
 *   use(astar.points, astar.point_count);
 */
#ifndef PF_GRAPH_ASTAR_H
#define PF_GRAPH_ASTAR_H

#include "base/work_limit.h"
#include "base/heap.h"
#include "graph/overlay.h"
#include "graph/spt.h"

/* Scratch of one thread; zero it first, free it with pf_astar_free. */
typedef struct pf_astar {
  pf_fixed_point *points; /* from one node to the other, both included, along edges */
  int32_t point_count;    /* 0: no path, or the work limit was spent */
  int32_t point_capacity;
  int64_t length; /* length units of the graph */

  /* private */
  pf_heap heap;
  pf_spt tree;
} pf_astar;

/* A source of better lower bounds than the straight line. */
typedef struct pf_guide {
  /* Returns a lower bound of the length left from a vertex to the goal, length units of the graph:
     no path along edges, whichever are blocked, is shorter, except for their rounding. 0: unknown.
   */
  int64_t (*left)(void *context, int32_t vertex);
  void *context;
} pf_guide;

/* Finds the shortest path through vertices and terminals. Of equal-length paths it is always the
 * same one, for any numbering, and with or without a guide, but perhaps another one for `from` and
 * `to` swapped. guide may be NULL. Each settled node spends 1 of the work limit. Errors: NO_MEMORY.
 */
pathfan_status pf_astar_find(pf_astar *astar, const pf_overlay *overlay, int32_t from, int32_t to,
                             const pf_guide *guide, pf_work_limit *work_limit);

void pf_astar_free(pf_astar *astar);

#endif
