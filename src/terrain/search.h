/* search.h - the cheapest ways over a terrain, with no preprocessing but its mesh.
 *
 *   pathfan_terrain_search search = {0};
 *   status = pathfan_terrain_find(&search, &terrain, bits, from, to, limit);
 *   ... search.targets[0].reached.cost; the way there: trace.h ...
 *   status = pathfan_terrain_spread(&search, &terrain, bits, goal, places, count, limit);
 *   pathfan_terrain_search_free(&search);
 *
 * A search is the scratch of one thread, grown as needed and kept. */
#ifndef PATHFAN_TERRAIN_SEARCH_H
#define PATHFAN_TERRAIN_SEARCH_H

#include "terrain/search_state.h"

/* Finds the cheapest way to `to`; the result is in targets[0]. limit: most events, 0: no limit.
 * Errors: NO_MEMORY. */
pathfan_status pathfan_terrain_find(pathfan_terrain_search *search, const pathfan_terrain *terrain,
                                    int fraction_bits, pathfan_terrain_place from,
                                    pathfan_terrain_place to, uint64_t limit);

/* Finds the cheapest way to each of places [Size: count]; the results are in targets[i]. Places
 * without a polygon aren't reached. */
pathfan_status pathfan_terrain_spread(pathfan_terrain_search *search,
                                      const pathfan_terrain *terrain, int fraction_bits,
                                      pathfan_terrain_place from,
                                      const pathfan_terrain_place *places, int32_t count,
                                      uint64_t limit);

/* Follows only straight ways from a node, for star.c. Errors: NO_MEMORY. */
pathfan_status pathfan_terrain_search_star(pathfan_terrain_search *search,
                                           const pathfan_terrain *terrain, int fraction_bits,
                                           int32_t node);

/* The same from a place; targets[0] tells whether it reaches `to`. */
pathfan_status pathfan_terrain_search_star_from(pathfan_terrain_search *search,
                                                const pathfan_terrain *terrain, int fraction_bits,
                                                pathfan_terrain_place from,
                                                pathfan_terrain_place to);

/* Bytes of memory that a search keeps. */
uint64_t pathfan_terrain_search_bytes(const pathfan_terrain_search *search);

void pathfan_terrain_search_free(pathfan_terrain_search *search);

#endif
