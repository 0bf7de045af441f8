/* ways.h - the ways over a terrain: stars of all nodes, the edges they make, and labels. */
#ifndef PF_BUILD_INDEX_TERRAIN_WAYS_H
#define PF_BUILD_INDEX_TERRAIN_WAYS_H

#include "base/limits.h"
#include "pathfan/status.h"
#include "ways_data.h"

/* Finds the ways on `threads` threads; the result doesn't depend on their number. Counts
 * nodes done, twice. The result stays taken from the memory limit. Errors: NO_MEMORY, LIMIT,
 * CANCELLED; *ways is all zero then. */
pathfan_status pf_ways_find(const pf_terrain *terrain, int fraction_bits, int32_t threads,
                            const pf_limits *limits, pf_ways_data *ways);

#endif
