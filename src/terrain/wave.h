/* wave.h - propagates straight ways from polygon to polygon. */
#ifndef PF_TERRAIN_WAVE_H
#define PF_TERRAIN_WAVE_H

#include "terrain/frontier.h"

/* Propagates a wave across the edges of its polygon from corner `first` to `last`, in the polygon's
 * order. Reaches the targets within its bounds and the corners between these two; with_ends:
 * including them. */
void pf_sweep(pf_terrain_search *s, const pf_wave *wave, uint32_t first, uint32_t last,
              bool with_ends);

/* The same for a wave taken from the queue. */
void pf_expand_wave(pf_terrain_search *s, const pf_wave *wave);

/* Starts the ways that leave a travel between two distances from node[0], on both sides. */
void pf_leave_road(pf_terrain_search *s, int32_t travel, double from, double to);

#endif
