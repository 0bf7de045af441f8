/* wave.h - straight ways from polygon to polygon. */
#ifndef PATHFAN_TERRAIN_WAVE_H
#define PATHFAN_TERRAIN_WAVE_H

#include "terrain/frontier.h"

/* Lets straight ways within bounds go on from the edges `first` to `last` of a polygon, corners in
 * its order; and they reach what lies between, with_ends: these two as well. */
void pathfan_sweep(pathfan_terrain_search *s, const pathfan_wave *wave, uint32_t first,
                   uint32_t last, bool with_ends);

/* The same for a wave that was taken from the queue. */
void pathfan_expand_wave(pathfan_terrain_search *s, const pathfan_wave *wave);

/* Ways that leave a travel between two distances from node[0], on both sides. */
void pathfan_leave_road(pathfan_terrain_search *s, int32_t travel, double from, double to);

#endif
