/* leave.h - continues a search from nodes, points, and along roads. */
#ifndef PATHFAN_TERRAIN_LEAVE_H
#define PATHFAN_TERRAIN_LEAVE_H

#include "terrain/frontier.h"

/* Continues from a node taken from the queue: along roads, over links and open ground. */
void pathfan_leave_node(pathfan_terrain_search *s, int32_t node);

/* Continues along an arc, and from it over open ground on both sides. */
void pathfan_go_along(pathfan_terrain_search *s, int32_t travel);

/* Starts straight ways from a point in or on a polygon through one of its edges. */
void pathfan_leave_point(pathfan_terrain_search *s, int32_t source, int32_t polygon,
                         uint32_t corner);

#endif
