/* toll.h - the cheapest taut paths between two nodes, one after the other, the edges of
 * each becoming dearer: the Penalty method (paper, section 2.3.2).
 *
 *   pathfan_toll_begin(&toll, &knots, s, t, 1.4);
 *   while (!pathfan_toll_next(&toll, &knots, work_limit) && toll.node_count)
 *     if (toll.fresh) use(toll.nodes, toll.node_count);
 */
#ifndef PATHFAN_RIVALS_TOLL_H
#define PATHFAN_RIVALS_TOLL_H

#include "rivals/knots.h"

/* Scratch of one thread; zero it first, free it with pathfan_toll_free. */
typedef struct pathfan_toll {
  /* The path found last. */
  int32_t *nodes;                    /* from one end to the other */
  int32_t node_count, node_capacity; /* 0: there is no way, or it stopped */
  int64_t length;                    /* true length, length units of the net */
  bool fresh;                        /* it was not found before */
  bool stopped;                      /* the work limit came first */

  /* private */
  int32_t from, to;
  double factor;
  const pathfan_net *priced; /* the net that cost belongs to */
  double *cost;              /* [Size: edges + links] of a step; edges first */
  int32_t cost_capacity;
  int32_t *raised; /* steps whose cost isn't their length */
  int32_t raised_count, raised_capacity;
  int32_t *before; /* [Size: edges + links] the step before a step; -1: none */
  int32_t before_capacity;
  int32_t *low; /* [Size: 2 n] see toll.c */
  int32_t low_capacity;
  int32_t *last; /* [Size: n] the step from a vertex to the goal; -1: none, or taken */
  int32_t last_capacity;
  bool *taken; /* [Size: links] taken in this search; only kept where there are bends */
  int32_t taken_capacity;
  struct pathfan_toll_arrival *queue;
  int32_t queue_count, queue_capacity;
  int32_t *found; /* the steps of all paths found, each list after its size */
  int32_t found_count, found_capacity;
} pathfan_toll;

/* Starts afresh between two nodes of knots, which stay as they are until the last path
 * is found. Both are ends: of other points only bends are passed. factor: > 1.
 * Errors: NO_MEMORY. */
pathfan_status pathfan_toll_begin(pathfan_toll *toll, const pathfan_knots *knots, int32_t from,
                                  int32_t to, double factor);

/* Finds the cheapest taut path and makes its edges dearer by the factor. Equally cheap
 * ones are told apart as in sprout.h. Edges taken from the queue count as settled
 * (knots->settled, work_limit as there). Errors: NO_MEMORY. */
pathfan_status pathfan_toll_next(pathfan_toll *toll, pathfan_knots *knots, uint64_t work_limit);

void pathfan_toll_free(pathfan_toll *toll);

#endif
