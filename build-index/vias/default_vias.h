/* default_vias.h - the via nodes that answers to requests by default are made of, between samples
 * of two regions and of regions beside them: they are added to the via sets, and marked.
 *
 *   status = pf_default_vias_find(&regions, ground, rank_of, threads, PF_PAIRS_FEW, &sets,
 *                                 &limits); */
#ifndef PF_BUILD_INDEX_VIAS_DEFAULT_VIAS_H
#define PF_BUILD_INDEX_VIAS_DEFAULT_VIAS_H

#include "mesh/loops.h"
#include "via_sets.h"

/* Adds to the sets and fills sets->by_default. The regions must still have their trees. ground:
 * what paths run over, where vertices are located. rank_of: [Size: n]. few: up to this many pairs
 * of regions each asks for several answers. Counts regions done. Errors: NO_MEMORY, CANCELLED; the
 * sets are as they were then, or freed by the caller. */
pathfan_status pf_default_vias_find(const pf_regions *regions, pf_loop_ground ground,
                                    const int32_t *rank_of, int32_t threads, uint64_t few,
                                    pf_via_sets *sets, const pf_limits *limits);

#endif
