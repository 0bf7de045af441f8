/* star.h - what a point or a node reaches best by going straight: nodes, and places where roads are
 * entered.
 *
 *   status = pathfan_star_of_node(&star, &search, &terrain, bits, node);     or _of_place
 *   pathfan_star_free(&star);
 *
 * Every cheapest way that leaves it over open ground begins with one of these legs. */
#ifndef PATHFAN_TERRAIN_STAR_H
#define PATHFAN_TERRAIN_STAR_H

#include "terrain/search_state.h"
#include "terrain/ways.h"

/* Zero it first. */
typedef struct pathfan_star {
  pathfan_way_leg *legs;          /* those into roads, then those to nodes, by number */
  pathfan_way_leg straight;       /* to where pathfan_star_of_place was told; cost INFINITY: none */
  const pathfan_crossed *crossed; /* rivers, of legs: the search's, until that is used again */
  int32_t count, capacity, crossed_count;
} pathfan_star;

/* The star of a node: of its sector. The search is used up. Errors: NO_MEMORY. */
pathfan_status pathfan_star_of_node(pathfan_star *star, pathfan_terrain_search *search,
                                    const pathfan_terrain *terrain, int fraction_bits,
                                    int32_t node);

/* The star of a place, and the straight leg to `to` where there is one. Who stands at a vertex has
 * legs to its nodes that cost nothing, and no others; who stands on a road has legs of that kind to
 * where he is. Errors: NO_MEMORY. */
pathfan_status pathfan_star_of_place(pathfan_star *star, pathfan_terrain_search *search,
                                     const pathfan_terrain *terrain, int fraction_bits,
                                     pathfan_terrain_place from, pathfan_terrain_place to);

void pathfan_star_free(pathfan_star *star);

#endif
