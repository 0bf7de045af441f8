/* via_set.h - the via set of a pair of areas: what the Dissimilarity method finds between their
 * samples; within one, its own vertices besides.
 *
 * The idea is that of Luxen and Schieferdecker, "Candidate sets for alternative routes in road
 * networks" (SEA 2012). */
#ifndef PATHFAN_BUILD_VIA_SET_H
#define PATHFAN_BUILD_VIA_SET_H

#include "different.h"
#include "samples.h"

/* Via nodes of a pair: few have so many. */
enum { PATHFAN_VIAS_MOST = 24 };

/* The samples of an area and their trees, all among the same vertices. */
typedef struct pathfan_sampled {
  int32_t count;
  int32_t vertex[PATHFAN_SAMPLES];
  pathfan_flat_tree tree[PATHFAN_SAMPLES];
} pathfan_sampled;

typedef struct pathfan_via_set {
  int32_t size;
  int32_t leading;                 /* how many of these lead: format/layout.h, "Leading" */
  int32_t vias[PATHFAN_VIAS_MOST]; /* build numbers, the best first */
} pathfan_via_set;

/* The set between two areas. own: the vertices of both, ascending, if they are one, else NULL.
 * number_of: [Size: d->n] build numbers, ascending; NULL: vertices go by theirs. */
pathfan_via_set pathfan_via_set_find(pathfan_different *d, const pathfan_sampled *a,
                                     const pathfan_sampled *b, const int32_t *own,
                                     int32_t own_count, const int32_t *number_of);

#endif
