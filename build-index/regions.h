/* regions.h - the map cut into regions, and vertices that stand for them.
 *
 * The plane is halved again and again, so that either half has as many vertices: 2^levels regions,
 * the leaves of a complete tree (format/layout.h), which every point finds by as many comparisons.
 */
#ifndef PATHFAN_BUILD_REGIONS_H
#define PATHFAN_BUILD_REGIONS_H

#include "base/parallel.h"
#include "flat_tree.h"

/* More vertices that stand for a region find more ways between two of them, and the time grows with
 * the square (docs/decisions/regions.md). */
enum { PATHFAN_SAMPLES = 3 };

typedef struct pathfan_regions {
  int32_t levels;    /* 2^levels regions */
  int32_t count;     /* of regions; 0: none were made */
  uint32_t *cuts;    /* [Size: count] of the tree, as in the file; number 0 is not used */
  int32_t *samples;  /* [Size: count * SAMPLES] build numbers, -1: there is no other */
  uint32_t *lengths; /* [Size: count * SAMPLES * n] of their trees (flat_tree.h) */
  uint32_t *arrivals;
} pathfan_regions;

/* How many regions a map of n vertices has. */
int32_t pathfan_regions_count(int32_t n);

/* Cuts regions, chooses their samples and grows the trees of these. rank_of: [Size: n]. trees: one
 * per thread. done: see parallel.h; it counts regions. Errors: NO_MEMORY, CANCELLED. */
pathfan_status pathfan_regions_make(const pathfan_graph *graph, pathfan_tree *trees,
                                    int32_t threads, const int32_t *rank_of,
                                    pathfan_regions *regions, pathfan_done_function *done,
                                    void *done_context);

/* The region of a lattice point; there are some. */
static inline int32_t pathfan_region_at(const pathfan_regions *regions, pathfan_lattice_point at) {
  int32_t node = 1;
  while (node < regions->count) {
    const uint32_t cut = regions->cuts[node];
    node = 2 * node + ((cut & 1 ? at.y : at.x) >= (int32_t)(cut >> 1));
  }
  return node - regions->count;
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
