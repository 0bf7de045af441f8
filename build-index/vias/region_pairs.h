/* region_pairs.h - which pairs of nodes of a tree of regions have a via set: so that each pair of
 * regions finds one, and a region has only a few, however many regions there are.
 *
 * A pair of nodes has a set if the nodes lie apart, by their size; otherwise the halves of both are
 * tested, down to regions. The rule is in format/layout.h, "Hierarchy"; the idea is from P.
 * Callahan and S. Kosaraju, "A decomposition of multidimensional point sets with applications to
 * k-nearest-neighbors and n-body potential fields" (JACM 42, 1995). */
#ifndef PF_BUILD_INDEX_VIAS_REGION_PAIRS_H
#define PF_BUILD_INDEX_VIAS_REGION_PAIRS_H

#include <stdint.h>

#include "pathfan/status.h"

typedef struct pf_region_pairs {
  int32_t apart;   /* in: when boxes are apart: format/layout.h */
  uint32_t *first; /* [Size: 2 * regions + 1] where each node's partners begin, node 0 included */
  uint32_t *partners; /* [Size: first[2 * regions]] nodes of the same level, up to itself */
} pf_region_pairs;

/* Lists the pairs. cuts: [Size: 2^levels] a tree (format/layout.h), of a map of width x height.
 * Errors: NO_MEMORY; LIMIT: 2^32 pairs or more. */
pathfan_status pf_region_pairs_list(const uint32_t *cuts, int32_t levels, int32_t width,
                                    int32_t height, pf_region_pairs *pairs);

/* Frees the arrays and zeroes the struct. */
void pf_region_pairs_free(pf_region_pairs *pairs);

#endif
