/* trace.h - the way found by a search. */
#ifndef PATHFAN_TERRAIN_TRACE_H
#define PATHFAN_TERRAIN_TRACE_H

#include "terrain/route.h"
#include "terrain/search_state.h"

/* Builds the way from a search's start to target number `target`, which must have been reached.
 * Errors: NO_MEMORY. */
pathfan_status pathfan_route_trace(pathfan_route *route, const pathfan_terrain_search *search,
                                   int32_t target);

#endif
