/* twin_terrain_tight.h - random terrains on so few points that nearly everything coincides: roads
 * along rivers, roads that end on sides of obstacles and meet at the angles at which paths leave
 * them, rates just below the ground's and almost 0, rivers that cost nothing, a fortune, or can't
 * be crossed. */
#ifndef PF_TWIN_TERRAIN_TIGHT_H
#define PF_TWIN_TERRAIN_TIGHT_H

#include "base/random.h"
#include "twin_terrain.h"

/* Terrain `number` (>= 0), the same each time: 3 to 7 by 3 to 6 units, on whole coordinates. */
twin_terrain twin_terrain_tight(int number);

/* A point that isn't blocked: a vertex, the middle of a segment, or any point on halves or
 * thousandths of a unit. */
pathfan_point twin_terrain_tight_end(const twin_terrain *terrain, pf_random *random);

#endif
