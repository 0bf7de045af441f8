/* polyanya.h - exact shortest paths over a mesh, online.
 *
 *   pf_polyanya search = {0};                          one per thread
 *   status = pf_polyanya_find(&search, &mesh, from, to, 0, 0);
 *   if (search.outcome == PF_POLYANYA_FOUND) ... search.points[0 .. search.point_count) ...
 *   pf_polyanya_free(&search);
 *
 * Once warm, a search allocates nothing. Source: polyanya-2017. */
#ifndef PF_SEARCH_POLYANYA_H
#define PF_SEARCH_POLYANYA_H

#include "search/polyanya_search.h"

/* Finds the shortest path. without: PF_POLYANYA_NO_*; limit: stop after that many expansions,
 * 0 = never. Lengths are compared as doubles; visibility is decided exactly. Errors: NO_MEMORY
 * (search stays usable). */
pathfan_status pf_polyanya_find(pf_polyanya *search, const pf_search_mesh *mesh,
                                pf_polyanya_end from, pf_polyanya_end to, uint32_t without,
                                uint64_t limit);

/* Finds the shortest path, with all prunings, if it is the only one: the outcome is SEVERAL,
 * without points, if another path may be longer by no more than `within` lattice units.
 * pf_polyanya_find returns any of these. */
pathfan_status pf_polyanya_find_only(pf_polyanya *search, const pf_search_mesh *mesh,
                                     pf_polyanya_end from, pf_polyanya_end to, double within,
                                     uint64_t limit);

/* Frees all and zeroes the struct. */
void pf_polyanya_free(pf_polyanya *search);

#endif
