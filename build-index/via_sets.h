/* via_sets.h - for each pair of regions a few via nodes of good alternatives from one to the other
 * (via_set.h); where there are many regions, for pairs of nodes of their tree (via_levels.h). */
#ifndef PATHFAN_BUILD_VIA_SETS_H
#define PATHFAN_BUILD_VIA_SETS_H

#include "batches.h"
#include "region_pairs.h"
#include "regions.h"

typedef struct pathfan_via_sets {
  int32_t count;              /* of regions; 0: none were made */
  pathfan_region_pairs pairs; /* none: those of all regions a >= b */
  uint64_t pair_count;
  uint8_t *size;        /* [Size: pair_count] how many a pair has */
  uint8_t *leading;     /* how many of these lead: format/layout.h, "Leading" */
  uint32_t *by_default; /* a bit for each of the first, low ones first: default_vias.h; NULL: not
                           found, all are tried */
  int32_t *vias;        /* build numbers, pair by pair, the best first */
  uint64_t via_count;
} pathfan_via_sets;

/* Pairs of regions that are few: each of them can ask all of its samples. */
#define PATHFAN_PAIRS_FEW (UINT64_C(64) * 65 / 2)

/* Finds them where each pair of regions has one, a batch for each region, and drops their results:
 * of a crew member 0 has them. All members have agreed on what is there (batches.h). rank_of:
 * [Size: n]. few: so many pairs of regions are few. done: see parallel.h; it counts regions.
 * Errors: NO_MEMORY, CANCELLED. */
pathfan_status pathfan_via_sets_find(const pathfan_graph *graph, const pathfan_regions *regions,
                                     const pathfan_batches *batches, const int32_t *rank_of,
                                     uint64_t few, pathfan_via_sets *sets,
                                     pathfan_done_function *done, void *done_context);

/* Frees the arrays and zeroes the struct. */
void pathfan_via_sets_free(pathfan_via_sets *sets);

#endif
