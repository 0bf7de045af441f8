/* ways_legs.h - the straight legs of a terrain: stars of all nodes. */
#ifndef PF_BUILD_INDEX_TERRAIN_WAYS_LEGS_H
#define PF_BUILD_INDEX_TERRAIN_WAYS_LEGS_H

#include "base/limits.h"
#include "ways_data.h"

/* Finds legs and the rivers they cross: sets first_leg, legs, crossed and their counts. Errors:
 * NO_MEMORY, LIMIT (of the memory limit, too), CANCELLED. */
pathfan_status pf_ways_find_legs(const pf_terrain *terrain, int fraction_bits, int32_t threads,
                                 const pf_limits *limits, pf_ways_data *ways);

#endif
