/* via_sets.h - for each pair of regions a few via nodes of good alternatives from one to the other.
 *
 * Between the samples of two regions the Dissimilarity method finds ways; the vertices by which
 * they go are worth a try for all points of both; within one region, its own vertices besides. The
 * idea is that of Luxen and Schieferdecker, "Candidate sets for alternative routes in road
 * networks" (SEA 2012). */
#ifndef PATHFAN_BUILD_VIA_SETS_H
#define PATHFAN_BUILD_VIA_SETS_H

#include "regions.h"

typedef struct pathfan_via_sets {
  int32_t count;        /* of regions; 0: none were made */
  uint8_t *size;        /* [Size: pathfan_layout_region_pairs(count)] how many a pair has */
  uint8_t *leading;     /* how many of these lead: format/layout.h, "Leading" */
  uint32_t *by_default; /* a bit for each of the first, low ones first: default_vias.h; NULL: not
                           found yet */
  int32_t *vias;        /* build numbers, pair by pair, the best first */
  uint64_t via_count;
} pathfan_via_sets;

/* Finds them. rank_of: [Size: n]. done: see parallel.h; it counts regions. Errors: NO_MEMORY,
 * CANCELLED. */
pathfan_status pathfan_via_sets_find(const pathfan_graph *graph, const pathfan_regions *regions,
                                     int32_t threads, const int32_t *rank_of,
                                     pathfan_via_sets *sets, pathfan_done_function *done,
                                     void *done_context);

/* Frees the arrays and zeroes the struct. */
void pathfan_via_sets_free(pathfan_via_sets *sets);

#endif
