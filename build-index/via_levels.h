/* via_levels.h - the via sets of a map of many regions: between nodes of their tree, level by
 * level. */
#ifndef PATHFAN_BUILD_VIA_LEVELS_H
#define PATHFAN_BUILD_VIA_LEVELS_H

#include "via_sets.h"

/* What is asked for, besides a graph. */
typedef struct pathfan_via_levels_options {
  int32_t width, height; /* of the map, lattice units */
  int32_t apart;         /* format/layout.h; 0: as is usual */
  uint64_t tree_bytes;   /* of trees that are kept at a time, about; 0: as suits n */
  bool side_by_side;     /* trees are grown so (grove.h) even where it doesn't pay */
} pathfan_via_levels_options;

/* How many batches 2^levels regions make. */
int64_t pathfan_via_levels_batches(int32_t levels);

/* Bytes that are taken at most, about, on so many threads. */
uint64_t pathfan_via_levels_bytes(int32_t n, int32_t threads);

/* Finds them, in batches, and drops their results: of a crew member 0 has them. All members have
 * agreed on what is there (batches.h). regions: cut; trees: one per thread; rank_of: [Size: n].
 * done: see parallel.h; it counts batches. Errors: NO_MEMORY, CANCELLED, LIMIT: 2^32 pairs or more;
 * those of batches. */
pathfan_status pathfan_via_levels_find(const pathfan_graph *graph,
                                       const pathfan_via_levels_options *options,
                                       const pathfan_regions *regions, pathfan_tree *trees,
                                       const int32_t *rank_of, const pathfan_batches *batches,
                                       pathfan_via_sets *sets, pathfan_done_function *done,
                                       void *done_context);

#endif
