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

/* Narrows the part [*low, *high] of an edge, distances from its right end, to where a source's ways
 * may be the cheapest; lets them enter a road on the edge. False: nowhere. */
bool pf_clip(pf_terrain_search *s, int32_t source, double toll, int32_t crossing,
             const pf_edge_met *edge, double *low, double *high);

#endif
