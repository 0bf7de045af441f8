/* ways.h - the ways over a terrain: stars of all nodes, the edges they make, and labels. */
#ifndef PF_BUILD_INDEX_TERRAIN_WAYS_H
#define PF_BUILD_INDEX_TERRAIN_WAYS_H

#include "base/memory_limit.h"
#include "base/parallel.h"
#include "pathfan/status.h"
#include "ways_data.h"

/* Finds the ways on `threads` threads; the result doesn't depend on their number. done: see
 * parallel.h; it counts nodes, twice. The result stays taken from the memory limit (NULL: none).
 * Errors: NO_MEMORY, LIMIT, CANCELLED; *ways is all zero then. */
pathfan_status pf_ways_find(const pf_terrain *terrain, int fraction_bits, int32_t threads,
                            pf_ways_data *ways, pf_memory_limit *memory_limit,
                            pf_done_function *done, void *done_context);

#endif
