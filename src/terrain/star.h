/* star.h - what is best reached straight from a point or node: nodes, and places where roads are
 * entered.
 *
 *   status = pf_star_of_node(&star, &search, &terrain, bits, node);     or _of_place
 *   pf_star_free(&star);
 *
 * Every cheapest way that leaves over open ground begins with one of these legs. */
#ifndef PF_TERRAIN_STAR_H
#define PF_TERRAIN_STAR_H

#include "terrain/search_state.h"
#include "terrain/ways.h"

/* Zero it first. */
typedef struct pf_star {
  pf_way_leg *legs;          /* legs into roads first, then those to nodes, by number */
  pf_way_leg straight;       /* the leg to pf_star_of_place's `to`; cost INFINITY: none */
  const pf_crossed *crossed; /* the legs' rivers: owned by the search, valid until its next
                                     use */
  int32_t count, capacity, crossed_count;
} pf_star;

/* Finds the star of a node, within its sector. Overwrites the search. Errors: NO_MEMORY. */
pathfan_status pf_star_of_node(pf_star *star, pf_terrain_search *search, const pf_terrain *terrain,
                               int fraction_bits, int32_t node);

/* Finds the star of a place, and the straight leg to `to` if there is one. A place at a vertex has
 * only legs of cost 0 to the vertex's nodes; a place on a road also has legs of cost 0 into the
 * road. Errors: NO_MEMORY. */
pathfan_status pf_star_of_place(pf_star *star, pf_terrain_search *search, const pf_terrain *terrain,
                                int fraction_bits, pf_terrain_place from, pf_terrain_place to);

void pf_star_free(pf_star *star);

#endif
