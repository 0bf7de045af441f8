/* spots.h - where agents start by Weidmann's law: the parts of patches in a flow's polygon, or its
 * point's patch. */
#ifndef PF_CROWD_SPOTS_H
#define PF_CROWD_SPOTS_H

#include "crowd/state.h"

/* Lists the spots of a flow (starts, start_areas). None: the place isn't in free space. Errors:
 * NO_MEMORY. */
pathfan_status pf_spots_of(const pathfan_crowd *crowd, pf_stream *stream);

/* A point of a spot. */
pathfan_point pf_spot_middle(const pathfan_crowd *crowd, const pf_stream *stream, int32_t spot);

/* How many people the spots of a flow hold. */
int64_t pf_spots_room(const pathfan_crowd *crowd, const pf_stream *stream);

/* Draws a place with room for one more; *spot -1: there is none. Spots get their turns by their
 * areas, so that people are spread evenly. */
pathfan_point pf_spot_draw(pathfan_crowd *crowd, pf_stream *stream, int32_t *spot);

/* A random number, 0 <= number < 1. */
double pf_crowd_chance(pathfan_crowd *crowd);

#endif
