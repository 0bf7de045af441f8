/* via_levels.h - the via sets of a map with many regions: between nodes of their tree, level by
 * level. */
#ifndef PF_BUILD_INDEX_VIAS_VIA_LEVELS_H
#define PF_BUILD_INDEX_VIAS_VIA_LEVELS_H

#include "via_sets.h"

/* The parameters besides the graph. */
typedef struct pf_via_levels_options {
  int32_t width, height; /* of the map, lattice units */
  int32_t apart;         /* see format/layout.h; 0: the usual value */
  uint64_t tree_bytes;   /* about how many bytes of trees to keep at a time; 0: as suits n */
  bool side_by_side;     /* grow trees side by side (grove.h) even if it doesn't pay */
} pf_via_levels_options;

/* Returns the number of batches for 2^levels regions. */
int64_t pf_via_levels_batches(int32_t levels);

/* Returns about the most bytes used by so many threads. */
uint64_t pf_via_levels_bytes(int32_t n, int32_t threads);

/* Finds the sets, in batches, and drops the batches' results; in a process group member 0 gets the
 * sets. All members must have agreed on the results that are there (batches.h). regions: cut;
 * trees: one per thread; rank_of: [Size: n]. Counts batches done. Errors: NO_MEMORY, CANCELLED;
 * LIMIT: 2^32 pairs or more; those of batches. */
pathfan_status pf_via_levels_find(const pf_regions *regions, const pf_via_levels_options *options,
                                  pf_tree *trees, const int32_t *rank_of, const pf_batches *batches,
                                  pf_via_sets *sets, const pf_limits *limits);

#endif
