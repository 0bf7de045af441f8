/* leave.h - continues a search from nodes, points, and along roads. */
#ifndef PF_TERRAIN_LEAVE_H
#define PF_TERRAIN_LEAVE_H

#include "terrain/frontier.h"

/* Continues from a node taken from the queue: along roads, over links and open ground. */
void pf_leave_node(pf_terrain_search *s, int32_t node);

/* Continues along an arc, and from it over open ground on both sides. */
void pf_go_along(pf_terrain_search *s, int32_t travel);

/* Starts straight ways from a point in or on a polygon through one of its edges. */
void pf_leave_point(pf_terrain_search *s, int32_t source, int32_t polygon, uint32_t corner);

#endif
