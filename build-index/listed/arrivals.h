/* arrivals.h - the directions in which paths from a region arrive at a vertex. */
#ifndef PF_BUILD_INDEX_LISTED_ARRIVALS_H
#define PF_BUILD_INDEX_LISTED_ARRIVALS_H

#include "convex.h"

/* The directions in which points of a region travel to a vertex, between two. Zero it first. */
typedef struct pf_arrival_range {
  pf_spot low, high;
  bool some, any; /* any: a point lies at the vertex */
} pf_arrival_range;

/* Adds a direction, a vector; one no longer than `wide` means that the point lies at the vertex. */
void pf_arrival_range_add(pf_arrival_range *range, pf_spot direction, double wide);

/* Whether a path that turns at one vertex alone may lead from the points of one region to those of
 * another; both as they travel to the vertex, by pf_side. */
bool pf_arrival_ranges_join(const pf_arrival_range one[2], const pf_arrival_range other[2]);

#endif
