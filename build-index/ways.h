/* ways.h - the ways over a terrain: stars of all nodes, the edges they make, and labels. */
#ifndef PATHFAN_BUILD_WAYS_H
#define PATHFAN_BUILD_WAYS_H

#include "base/allowance.h"
#include "base/parallel.h"
#include "pathfan/status.h"
#include "ways_data.h"

/* Finds the ways on `threads` threads; the result doesn't depend on their number. done: see
 * parallel.h; it counts nodes, twice. The result stays taken from the allowance (NULL: none).
 * Errors: NO_MEMORY, LIMIT, CANCELLED; *ways is all zero then. */
pathfan_status pathfan_ways_find(const pathfan_terrain *terrain, int fraction_bits, int32_t threads,
                                 pathfan_ways_data *ways, pathfan_allowance *allowance,
                                 pathfan_done_function *done, void *done_context);

#endif
