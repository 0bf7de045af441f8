/* penalty.h - the cheapest taut paths between two nodes, one after the other, the edges of each
 * path becoming dearer: the Penalty method (paper, section 2.3.2).
 *
 *   pf_penalty_begin(&penalty, &overlay, s, t, 1.4);
 *   while (!pf_penalty_next(&penalty, &overlay, &work_limit) && penalty.node_count)
 *     if (penalty.fresh) use(penalty.nodes, penalty.node_count); */
#ifndef PF_GRAPH_PENALTY_H
#define PF_GRAPH_PENALTY_H

#include "base/work_limit.h"
#include "graph/overlay.h"

/* Scratch of one thread; zero it first, free it with pf_penalty_free. */
typedef struct pf_penalty {
  /* The path found last. */
  int32_t *nodes;                    /* from one end to the other */
  int32_t node_count, node_capacity; /* 0: no path, or the work limit was spent */
  int64_t length;                    /* true length, length units of the graph */
  bool fresh;                        /* not found before */

  /* private */
  int32_t from, to;
  double factor;
  const pf_search_graph *priced; /* the graph that cost is for */
  double *cost;                  /* [Size: edges + overlay edges] per step; edges first */
  int32_t cost_capacity;
  int32_t *raised; /* steps whose cost isn't their length */
  int32_t raised_count, raised_capacity;
  int32_t *before; /* [Size: edges + overlay edges] the step before a step; -1: none */
  int32_t before_capacity;
  int32_t *low; /* [Size: 2 n] see penalty.c */
  int32_t low_capacity;
  int32_t *last; /* [Size: n] the step from a vertex to the goal; -1: none, or taken */
  int32_t last_capacity;
  bool *taken; /* [Size: overlay edges] taken in this search; used only if there are corners */
  int32_t taken_capacity;
  struct pf_penalty_arrival *queue;
  int32_t queue_count, queue_capacity;
  int32_t *found; /* steps of all paths found, each list after its size */
  int32_t found_count, found_capacity;
} pf_penalty;

/* Starts between two nodes of overlay, which must not change until the last path is found. Both are
 * ends: of other points, paths pass only corners. factor: > 1. Errors: NO_MEMORY. */
pathfan_status pf_penalty_begin(pf_penalty *penalty, const pf_overlay *overlay, int32_t from,
                                int32_t to, double factor);

/* Finds the cheapest taut path and makes its edges dearer by the factor. Ties are broken as in
 * dijkstra.h. Each edge taken from the queue spends 1 of the work limit. Errors: NO_MEMORY. */
pathfan_status pf_penalty_next(pf_penalty *penalty, const pf_overlay *overlay,
                               pf_work_limit *work_limit);

void pf_penalty_free(pf_penalty *penalty);

#endif
