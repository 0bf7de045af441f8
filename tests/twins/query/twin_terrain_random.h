/* twin_terrain_random.h - random terrains of every hard kind, 10 by 7 units, and ends on them.
 *
 * Coordinates are decimals of two digits, so that the library's lattice holds them exactly, and the
 * middles of segments too. */
#ifndef PF_TWIN_TERRAIN_RANDOM_H
#define PF_TWIN_TERRAIN_RANDOM_H

#include "base/random.h"
#include "twin_terrain.h"

/* Terrain `number` (>= 0), the same each time; kinds take turns. */
twin_terrain twin_terrain_number(int number);
int twin_terrain_kinds(void);

/* Two points that aren't blocked: anywhere, or on a road, a river, a vertex, a bridge, a corner. */
void twin_terrain_ends(const twin_terrain *terrain, pf_random *random, pathfan_point *from,
                       pathfan_point *to);

#endif
