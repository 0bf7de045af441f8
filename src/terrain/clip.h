/* clip.h - which part of an edge straight ways may cross, for wave.c. */
#ifndef PF_TERRAIN_CLIP_H
#define PF_TERRAIN_CLIP_H

#include "terrain/frontier.h"

/* An edge as seen by ways that meet it: from `x,y` on the right to the left. */
typedef struct pf_edge_met {
  double x, y, ex, ey, length; /* right end, unit vector */
  int32_t right, left;         /* nodes */
  int32_t arc;                 /* arc along the edge; NONE */
  bool turned;                 /* node[0] of the arc is on the left */
} pf_edge_met;

/* A part of an edge, as distances from its right end. */
typedef struct pf_edge_part {
  double low, high;
} pf_edge_part;

/* Narrows a part of an edge to where a wave's ways may be the cheapest; lets them enter a road on
 * the edge. False: nowhere. */
bool pf_clip(pf_terrain_search *s, const pf_wave *wave, const pf_edge_met *edge,
             pf_edge_part *part);

#endif
