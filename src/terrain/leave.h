/* leave.h - how a search goes on from nodes, points, and along roads. */
#ifndef PATHFAN_TERRAIN_LEAVE_H
#define PATHFAN_TERRAIN_LEAVE_H

#include "terrain/frontier.h"

/* Lets ways go on from a node that was taken from the queue: roads, links, open ground. */
void pathfan_leave_node(pathfan_terrain_search *s, int32_t node);

/* The same along an arc, and off it on the way. */
void pathfan_go_along(pathfan_terrain_search *s, int32_t travel);

/* Straight ways from a point in or by a polygon through one of its edges. */
void pathfan_leave_point(pathfan_terrain_search *s, int32_t source, int32_t polygon,
                         uint32_t corner);

#endif
