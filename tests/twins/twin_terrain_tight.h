/* twin_terrain_tight.h - random terrains on so few points that nearly all coincides: roads that run
 * along rivers, end on obstacles' sides and meet at the angles by which they are left, rates just
 * below the ground's and next to nothing, rivers for nothing, for a fortune and never. */
#ifndef PATHFAN_TWIN_TERRAIN_TIGHT_H
#define PATHFAN_TWIN_TERRAIN_TIGHT_H

#include "base/random.h"
#include "twin_terrain.h"

/* Terrain `number` (>= 0), the same each time: 3 to 7 by 3 to 6 units, on whole coordinates. */
twin_terrain twin_terrain_tight(int number);

/* A point that isn't blocked: a vertex, a middle of a segment, any point on halves or thousandths
 * of a unit. */
pathfan_point twin_terrain_tight_end(const twin_terrain *terrain, pathfan_random *random);

#endif
