/* place.h - where the ends of a search lie on the mesh. */
#ifndef PATHFAN_TERRAIN_PLACE_H
#define PATHFAN_TERRAIN_PLACE_H

#include "terrain/frontier.h"

/* Enters where a target, whose place is set, is found: nodes, or polygons and arcs. Of one without
 * a polygon, nowhere. */
void pathfan_place_target(pathfan_terrain_search *s, int32_t target);

/* Lets ways go on from s->start, in all directions. Trouble of either is told by s->status. */
void pathfan_place_start(pathfan_terrain_search *s);

#endif
