/* intervals.h - the edges cut into intervals, along each of which a bound is linear. Intervals that
 * no cheaper way can cross are dropped for good, others are halved where the bound is loose. */
#ifndef PF_WEIGHTED_INTERVALS_H
#define PF_WEIGHTED_INTERVALS_H

#include "weighted/weighted.h"

typedef struct pf_interval {
  int32_t edge;
  int32_t node[2];     /* joints at its ends */
  int32_t face[2];     /* the edge's */
  int32_t mirror;      /* the interval of the same place on the other bank; NONE */
  int32_t before;      /* that of which it is a part, before the last refinement; NONE */
  double from, length; /* along the edge */
  pf_xy at, along;     /* where it begins; unit vector */
} pf_interval;

/* What bounds are given for: nodes of the map, and points between intervals of an edge. */
typedef struct pf_joint {
  pf_xy at;
  int32_t mirror; /* the joint on the other bank; NONE; of map nodes NONE, they have links */
  double crossing;
  int32_t edge; /* between whose intervals it lies; NONE: a node of the map */
} pf_joint;

/* Zero it first. */
typedef struct pf_intervals {
  const pf_weighted_map *map;
  pf_interval *list; /* by edge, then by place */
  pf_joint *joints;
  int32_t count, joint_count;
  uint32_t *first_at; /* [Size: joint_count + 1] intervals at joints */
  int32_t *at;
  uint32_t *first_in; /* [Size: faces + 1] intervals on the border of faces */
  int32_t *in;
  int32_t *first_of;            /* [Size: edges + 1] intervals of edges */
  uint8_t *is_marked, *is_dead; /* [Size: count] for the next pf_intervals_refine */

  pf_interval *other; /* those before the last refinement */
  int32_t capacity, other_capacity, joint_capacity, at_capacity, in_capacity;
  int32_t first_at_capacity, first_in_capacity, first_of_capacity, marked_capacity, dead_capacity;
} pf_intervals;

/* Cuts all edges into intervals: each edge at the feet of the ends, if it borders on their faces,
 * and then so that none is longer than `longest`. Errors: NO_MEMORY. */
pathfan_status pf_intervals_begin(pf_intervals *intervals, const pf_weighted_map *map,
                                  const pf_weighted_place ends[2], double longest);

/* Drops dead intervals, halves marked ones with those on the other bank, and forgets the marks.
 * Intervals shorter than `least` stay as they are. Errors: NO_MEMORY. */
pathfan_status pf_intervals_refine(pf_intervals *intervals, double least);

void pf_intervals_free(pf_intervals *intervals);

#endif
