/* search.h - the cheapest ways over a terrain, with no preprocessing but its mesh.
 *
 *   pf_terrain_search search = {0};
 *   status = pf_terrain_find(&search, &terrain, bits, from, to, limit);
 *   ... search.targets[0].reached.cost; the way there: trace.h ...
 *   status = pf_terrain_spread(&search, &terrain, bits, goal, places, count, limit);
 *   pf_terrain_search_free(&search);
 *
 * A search is the scratch of one thread, grown as needed and kept. */
#ifndef PF_TERRAIN_SEARCH_H
#define PF_TERRAIN_SEARCH_H

#include "terrain/search_state.h"

/* Finds the cheapest way to `to`; the result is in targets[0]. limit: most events, 0: no limit.
 * Errors: NO_MEMORY. */
pathfan_status pf_terrain_find(pf_terrain_search *search, const pf_terrain *terrain,
                               int fraction_bits, pf_terrain_place from, pf_terrain_place to,
                               uint64_t limit);

/* Finds the cheapest way to each of places [Size: count]; the results are in targets[i]. Places
 * without a polygon aren't reached. */
pathfan_status pf_terrain_spread(pf_terrain_search *search, const pf_terrain *terrain,
                                 int fraction_bits, pf_terrain_place from,
                                 const pf_terrain_place *places, int32_t count, uint64_t limit);

/* Follows only straight ways from a node, for star.c. Errors: NO_MEMORY. */
pathfan_status pf_terrain_search_star(pf_terrain_search *search, const pf_terrain *terrain,
                                      int fraction_bits, int32_t node);

/* The same from a place; targets[0] tells whether it reaches `to`. */
pathfan_status pf_terrain_search_star_from(pf_terrain_search *search, const pf_terrain *terrain,
                                           int fraction_bits, pf_terrain_place from,
                                           pf_terrain_place to);

/* Bytes of memory that a search keeps. */
uint64_t pf_terrain_search_bytes(const pf_terrain_search *search);

void pf_terrain_search_free(pf_terrain_search *search);

#endif
