/* star.h - what is best reached straight from a point or node: nodes, and places where roads are
 * entered.
 *
 *   status = pathfan_star_of_node(&star, &search, &terrain, bits, node);     or _of_place
 *   pathfan_star_free(&star);
 *
 * Every cheapest way that leaves over open ground begins with one of these legs. */
#ifndef PATHFAN_TERRAIN_STAR_H
#define PATHFAN_TERRAIN_STAR_H

#include "terrain/search_state.h"
#include "terrain/ways.h"

/* Zero it first. */
typedef struct pathfan_star {
  pathfan_way_leg *legs;          /* legs into roads first, then those to nodes, by number */
  pathfan_way_leg straight;       /* the leg to pathfan_star_of_place's `to`; cost INFINITY: none */
  const pathfan_crossed *crossed; /* the legs' rivers: owned by the search, valid until its next
                                     use */
  int32_t count, capacity, crossed_count;
} pathfan_star;

/* Finds the star of a node, within its sector. Overwrites the search. Errors: NO_MEMORY. */
pathfan_status pathfan_star_of_node(pathfan_star *star, pathfan_terrain_search *search,
                                    const pathfan_terrain *terrain, int fraction_bits,
                                    int32_t node);

/* Finds the star of a place, and the straight leg to `to` if there is one. A place at a vertex has
 * only legs of cost 0 to the vertex's nodes; a place on a road also has legs of cost 0 into the
 * road. Errors: NO_MEMORY. */
pathfan_status pathfan_star_of_place(pathfan_star *star, pathfan_terrain_search *search,
                                     const pathfan_terrain *terrain, int fraction_bits,
                                     pathfan_terrain_place from, pathfan_terrain_place to);

void pathfan_star_free(pathfan_star *star);

#endif
