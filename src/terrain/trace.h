/* trace.h - the way found by a search. */
#ifndef PF_TERRAIN_TRACE_H
#define PF_TERRAIN_TRACE_H

#include "terrain/route.h"
#include "terrain/search_state.h"

/* Builds the way from a search's start to target number `target`, which must have been reached.
 * Errors: NO_MEMORY. */
pathfan_status pf_route_trace(pf_route *route, const pf_terrain_search *search, int32_t target);

#endif
