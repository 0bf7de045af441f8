/* polyanya.h - exact shortest paths over a mesh, online.
 *
 *   pathfan_polyanya search = {0};                          one per thread
 *   status = pathfan_polyanya_find(&search, &mesh, from, to, 0, 0);
 *   if (search.outcome == PATHFAN_POLYANYA_FOUND) ... search.points[0 .. search.point_count) ...
 *   pathfan_polyanya_free(&search);
 *
 * Once warm, a search allocates nothing. Source: polyanya-2017. */
#ifndef PATHFAN_SEARCH_POLYANYA_H
#define PATHFAN_SEARCH_POLYANYA_H

#include "search/polyanya_search.h"

/* Finds the shortest path. without: PATHFAN_POLYANYA_NO_*; limit: stop after that many expansions,
 * 0 = never. Lengths are compared as doubles; visibility is decided exactly. Errors: NO_MEMORY
 * (search stays usable). */
pathfan_status pathfan_polyanya_find(pathfan_polyanya *search, const pathfan_search_mesh *mesh,
                                     pathfan_polyanya_end from, pathfan_polyanya_end to,
                                     uint32_t without, uint64_t limit);

/* Finds the shortest path, with all prunings, if it is the only one: the outcome is SEVERAL,
 * without points, if another path may be longer by no more than `within` lattice units.
 * pathfan_polyanya_find returns any of these. */
pathfan_status pathfan_polyanya_find_only(pathfan_polyanya *search, const pathfan_search_mesh *mesh,
                                          pathfan_polyanya_end from, pathfan_polyanya_end to,
                                          double within, uint64_t limit);

/* Frees all and zeroes the struct. */
void pathfan_polyanya_free(pathfan_polyanya *search);

#endif
