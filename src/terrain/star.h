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

/* A straight leg over open ground. */
typedef struct pathfan_star_leg {
  int32_t node; /* that it leads to; NONE: a road */
  int32_t arc;  /* that it enters, `at` a distance from node[0], to go on backward or not */
  int32_t backward;
  int32_t crossing; /* rivers crossed, of the search; -1: none */
  double at, cost;
} pathfan_star_leg;

/* Zero it first. */
typedef struct pathfan_star {
  pathfan_star_leg *legs; /* by node, then by arc */
  int32_t count, capacity;
} pathfan_star;

/* The star of a node: of its sector. The search is used up. Errors: NO_MEMORY. */
pathfan_status pathfan_star_of_node(pathfan_star *star, pathfan_terrain_search *search,
                                    const pathfan_terrain *terrain, int fraction_bits,
                                    int32_t node);

/* The star of a place, as far as `to` is held against it: whether straight ways reach that is told
 * by search->targets[0]. Who stands at a vertex has legs to its nodes that cost nothing, and no
 * others; who stands on a road has legs of that kind to where he is. Errors: NO_MEMORY. */
pathfan_status pathfan_star_of_place(pathfan_star *star, pathfan_terrain_search *search,
                                     const pathfan_terrain *terrain, int fraction_bits,
                                     pathfan_terrain_place from, pathfan_terrain_place to);

void pathfan_star_free(pathfan_star *star);

#endif
