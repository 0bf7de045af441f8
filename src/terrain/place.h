/* place.h - where the start and the targets of a search lie on the mesh. */
#ifndef PATHFAN_TERRAIN_PLACE_H
#define PATHFAN_TERRAIN_PLACE_H

#include "terrain/frontier.h"

/* Registers a target, whose place must be set, at its nodes, or in its polygons and on its arcs;
 * one without a polygon nowhere. Errors go to s->status. */
void pathfan_place_target(pathfan_terrain_search *s, int32_t target);

/* Starts ways from s->start in all directions. Errors go to s->status. */
void pathfan_place_start(pathfan_terrain_search *s);

#endif
