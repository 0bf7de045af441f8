/* upper.h - ways from an end over joints: what they cost is an upper bound everywhere.
 *
 *   status = pf_upper_find(&upper, &intervals, &end);
 *   status = pf_upper_way(&upper, &place, &way);            again and again
 *   pf_upper_free(&upper);
 *
 * The cheapest way whose every stop is a joint, as other programs find it with points on edges;
 * then its stops are moved to where it is cheapest. */
#ifndef PF_WEIGHTED_UPPER_H
#define PF_WEIGHTED_UPPER_H

#include "base/limits.h"
#include "weighted/intervals.h"
#include "weighted/queue.h"
#include "weighted/way.h"

/* Zero it first. */
typedef struct pf_upper {
  const pf_intervals *intervals;
  const pf_weighted_place *end;
  double *cost;               /* [Size: joints] INFINITY: there is no way */
  struct pf_upper_from *from; /* [Size: joints] */
  int32_t *order;             /* [Size: order_count] joints by cost */
  int32_t order_count;
  pf_queue queue;
  uint64_t pairs;          /* of joints that were looked at; counted on */
  const pf_limits *limits; /* is told of pairs while ways to all joints are found; NULL: none */
  int32_t cost_capacity, from_capacity, order_capacity;
  pathfan_status status;
} pf_upper;

/* Finds the ways from an end to all joints. The end must stay. Errors: NO_MEMORY,
 * CANCELLED. */
pathfan_status pf_upper_find(pf_upper *upper, const pf_intervals *intervals,
                             const pf_weighted_place *end);

/* Finds a way from the end to a place. way: map and ends are set; cost INFINITY: there is none.
 * Errors: NO_MEMORY. */
pathfan_status pf_upper_way(pf_upper *upper, const pf_weighted_place *place, pf_way *way);

/* The joint before another on the way there; NONE: the way leads straight from the end. */
int32_t pf_upper_before(const pf_upper *upper, int32_t joint);

/* What the cheapest of the ways to a place costs as long as it leads over joints; INFINITY: there
 * is none. */
double pf_upper_cost(const pf_upper *upper, const pf_weighted_place *place);

void pf_upper_free(pf_upper *upper);

#endif
