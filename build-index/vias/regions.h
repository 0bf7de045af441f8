/* regions.h - the map cut into regions, and the vertices that stand for them.
 *
 * The plane is halved again and again so that both halves have about as many vertices, into
 * 2^levels regions: the leaves of a complete tree (format/layout.h). Any point's region is found by
 * `levels` comparisons. */
#ifndef PF_BUILD_INDEX_VIAS_REGIONS_H
#define PF_BUILD_INDEX_VIAS_REGIONS_H

#include <assert.h>

#include "base/portable.h"
#include "base/limits.h"
#include "format/layout.h"
#include "samples.h"

typedef struct pf_regions {
  const pf_graph *graph; /* whose vertices they divide */
  int32_t levels;        /* 2^levels regions */
  int32_t count;         /* number of regions; 0: none were made */
  uint32_t *cuts;        /* [Size: count] of the tree, as in the file; entry 0 is not used */
  int32_t *list;  /* [Size: n] vertices, those of each region contiguous, in ascending order */
  int32_t *first; /* [Size: count + 1] where the vertices of each region begin */
  /* If there are few: */
  int32_t *samples;  /* [Size: count * SAMPLES] build numbers; -1: no further sample */
  uint32_t *lengths; /* [Size: count * SAMPLES * n] of their trees (flat_tree.h) */
  uint32_t *arrivals;
} pf_regions;

/* Return how many levels and regions a map of n vertices has. */
int32_t pf_regions_levels(int32_t n);
int32_t pf_regions_count(int32_t n);

/* Whether these are too many for a via set per pair of regions: more than `paired` (0: than usual)
 * or than section regions can have. Then pairs of nodes of the tree have sets (region_pairs.h). */
bool pf_regions_are_many(int32_t n, uint64_t paired);

/* Cuts the map into 2^levels regions. Errors: NO_MEMORY. */
pathfan_status pf_regions_cut(const pf_graph *graph, int32_t levels, pf_regions *regions);

/* Cuts regions and, unless they are many, chooses their samples and grows the samples' trees.
 * rank_of: [Size: n]. trees: one per thread. Counts regions done. Errors: NO_MEMORY, CANCELLED. */
pathfan_status pf_regions_make(const pf_graph *graph, pf_tree *trees, int32_t threads,
                               const int32_t *rank_of, uint64_t paired, pf_regions *regions,
                               const pf_limits *limits);

/* Regions begin .. end-1. */
typedef struct pf_region_span {
  int32_t begin, end;
} pf_region_span;

/* Returns the regions below a node of the tree; region r is node count + r. */
static inline pf_region_span pf_region_span_of(const pf_regions *regions, int32_t node) {
  assert(node >= 1 && node < 2 * regions->count);
  const int32_t depth = pf_highest_bit((uint32_t)node), below = regions->count >> depth;
  const int32_t begin = (node - (INT32_C(1) << depth)) * below;
  return (pf_region_span){begin, begin + below};
}

/* Returns the tree of a sample, which must exist. */
static inline pf_flat_tree pf_region_tree(const pf_regions *regions, int64_t region,
                                          int32_t sample) {
  const int64_t n = regions->graph->vertex_count;
  assert(regions->lengths); /* not dropped yet */
  assert(region < regions->count && sample < PF_SAMPLES);
  const int64_t at = (region * PF_SAMPLES + sample) * n;
  return (pf_flat_tree){regions->lengths + at, regions->arrivals + at};
}

/* Frees the trees once they are no longer needed. */
void pf_regions_drop_trees(pf_regions *regions);

/* Frees the arrays and zeroes the struct. */
void pf_regions_free(pf_regions *regions);

#endif
