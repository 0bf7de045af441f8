/* via_sets.h - for each pair of regions a few via nodes of good alternatives between them
 * (via_set.h); if there are many regions, for pairs of nodes of their tree (via_levels.h).
 *
 * Folder vias/. In: the visibility graph by build numbers, and ranks. The map is cut into regions
 * with a few samples each (regions.h, samples.h); pairs of samples name via nodes whose paths
 * differ (different.h), and a pair of regions keeps those named most. Out, for the file: regions,
 * via sets (region_bytes.h), and which via nodes default requests try (default_vias.h). */
#ifndef PF_BUILD_INDEX_VIAS_VIA_SETS_H
#define PF_BUILD_INDEX_VIAS_VIA_SETS_H

#include "build-index/run/batches.h"
#include "region_pairs.h"
#include "regions.h"

typedef struct pf_via_sets {
  int32_t count;         /* number of regions; 0: none were made */
  pf_region_pairs pairs; /* none: all pairs of regions a >= b */
  uint64_t pair_count;
  uint8_t *size;        /* [Size: pair_count] number of a pair's via nodes */
  uint8_t *leading;     /* [Size: pair_count] how many of these lead: format/layout.h, "Leading" */
  uint32_t *by_default; /* bits of the first, low ones first: default_vias.h; NULL: all tried */
  int32_t *vias;        /* build numbers, pair by pair, best first */
  uint64_t via_count;
} pf_via_sets;

/* Up to this many pairs of regions, each pair can ask all of its samples. */
#define PF_PAIRS_FEW (UINT64_C(64) * 65 / 2)

/* Finds the sets where each pair of regions has one, a batch for each region, and drops the
 * batches' results; in a process group member 0 gets the sets. All members must have agreed on the
 * results that are there (batches.h). rank_of: [Size: n]. few: up to this many pairs of regions
 * each ask all samples. Counts regions done. Errors: NO_MEMORY, CANCELLED; those of batches. */
pathfan_status pf_via_sets_find(const pf_regions *regions, const pf_batches *batches,
                                const int32_t *rank_of, uint64_t few, pf_via_sets *sets,
                                const pf_limits *limits);

/* Frees the arrays and zeroes the struct. */
void pf_via_sets_free(pf_via_sets *sets);

#endif
