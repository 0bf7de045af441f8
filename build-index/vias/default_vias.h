/* default_vias.h - which via nodes of a set are tried by requests with default options: those used
 * by answers between samples of the two regions and of regions beside them.
 *
 *   status = pf_default_vias_find(&regions, fraction_bits, threads, PF_PAIRS_FEW, &sets,
 *                                 &limits); */
#ifndef PF_BUILD_INDEX_VIAS_DEFAULT_VIAS_H
#define PF_BUILD_INDEX_VIAS_DEFAULT_VIAS_H

#include "via_sets.h"

/* Fills sets->by_default. The regions must still have their trees. few: up to this many pairs of
 * regions all samples are asked. Counts regions done. Errors: NO_MEMORY, CANCELLED. */
pathfan_status pf_default_vias_find(const pf_regions *regions, int fraction_bits, int32_t threads,
                                    uint64_t few, pf_via_sets *sets, const pf_limits *limits);

#endif
