/* place.h - where the ends of a search lie on the mesh. */
#ifndef PATHFAN_TERRAIN_PLACE_H
#define PATHFAN_TERRAIN_PLACE_H

#include "terrain/frontier.h"

/* Where a target is found. */
void pathfan_place_target(pathfan_terrain_search *s, int32_t target);

/* Lets the search begin. */
void pathfan_place_start(pathfan_terrain_search *s);

#endif
