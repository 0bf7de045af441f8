/* place.h - where the start and the targets of a search lie on the mesh. */
#ifndef PF_TERRAIN_PLACE_H
#define PF_TERRAIN_PLACE_H

#include "terrain/frontier.h"

/* Registers a target, whose place must be set, at its nodes, or in its polygons and on its arcs;
 * one without a polygon nowhere. Errors go to s->status. */
void pf_place_target(pf_terrain_search *s, int32_t target);

/* Starts ways from s->start in all directions. Errors go to s->status. */
void pf_place_start(pf_terrain_search *s);

#endif
