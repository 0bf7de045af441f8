/* regions.h - the map cut into regions, and vertices that stand for them.
 *
 * The plane is halved again and again, so that either half has as many vertices: 2^levels regions,
 * the leaves of a complete tree (format/layout.h), which every point finds by as many comparisons.
 */
#ifndef PATHFAN_BUILD_REGIONS_H
#define PATHFAN_BUILD_REGIONS_H

#include "base/parallel.h"
#include "format/layout.h"
#include "samples.h"

typedef struct pathfan_regions {
  int32_t levels; /* 2^levels regions */
  int32_t count;  /* of regions; 0: none were made */
  uint32_t *cuts; /* [Size: count] of the tree, as in the file; number 0 is not used */
  int32_t *list;  /* [Size: n] vertices, those of a region side by side, ascending */
  int32_t *first; /* [Size: count + 1] where those of each region begin */
  /* Where there are few: */
  int32_t *samples;  /* [Size: count * SAMPLES] build numbers, -1: there is no other */
  uint32_t *lengths; /* [Size: count * SAMPLES * n] of their trees (flat_tree.h) */
  uint32_t *arrivals;
} pathfan_regions;

/* How many regions a map of n vertices has. */
int32_t pathfan_regions_levels(int32_t n);
int32_t pathfan_regions_count(int32_t n);

/* Whether these are too many for a set for each pair of them, more than `paired`, 0: than is usual,
 * or than section regions can have: then pairs of nodes of the tree have sets (region_pairs.h). */
bool pathfan_regions_are_many(int32_t n, uint64_t paired);

/* Cuts 2^levels regions. Errors: NO_MEMORY. */
pathfan_status pathfan_regions_cut(const pathfan_graph *graph, int32_t levels,
                                   pathfan_regions *regions);

/* Cuts regions; if they aren't many it chooses their samples and grows the trees of these. rank_of:
 * [Size: n]. trees: one per thread. done: see parallel.h; it counts regions. Errors: NO_MEMORY,
 * CANCELLED. */
pathfan_status pathfan_regions_make(const pathfan_graph *graph, pathfan_tree *trees,
                                    int32_t threads, const int32_t *rank_of, uint64_t paired,
                                    pathfan_regions *regions, pathfan_done_function *done,
                                    void *done_context);

/* Regions begin .. end-1. */
typedef struct pathfan_region_span {
  int32_t begin, end;
} pathfan_region_span;

/* Those below a node of the tree; region r is node count + r. */
static inline pathfan_region_span pathfan_region_span_of(const pathfan_regions *regions,
                                                         int32_t node) {
  const int32_t depth = 31 - __builtin_clz((uint32_t)node), below = regions->count >> depth;
  const int32_t begin = (node - (INT32_C(1) << depth)) * below;
  return (pathfan_region_span){begin, begin + below};
}

/* The tree of a sample, which there is. */
static inline pathfan_flat_tree pathfan_region_tree(const pathfan_regions *regions, int64_t n,
                                                    int64_t region, int32_t sample) {
  const int64_t at = (region * PATHFAN_SAMPLES + sample) * n;
  return (pathfan_flat_tree){regions->lengths + at, regions->arrivals + at};
}

/* Frees the trees, which nobody asks for any more. */
void pathfan_regions_drop_trees(pathfan_regions *regions);

/* Frees the arrays and zeroes the struct. */
void pathfan_regions_free(pathfan_regions *regions);

#endif
