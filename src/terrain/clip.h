/* clip.h - which part of an edge straight ways may cross, for wave.c. */
#ifndef PATHFAN_TERRAIN_CLIP_H
#define PATHFAN_TERRAIN_CLIP_H

#include "terrain/frontier.h"

/* An edge that ways come upon, from `x,y` on the right to the left, as they see it. */
typedef struct pathfan_edge_met {
  double x, y, ex, ey, length; /* beginning, unit vector */
  int32_t right, left;         /* nodes */
  int32_t arc;                 /* along it; NONE */
  bool turned;                 /* node[0] of the arc is the left one */
} pathfan_edge_met;

/* Narrows the part [*low, *high] of an edge, distances from its right end, to where a source's
 * ways may be the cheapest ones; finds where they enter the road. False: nowhere. */
bool pathfan_clip(pathfan_terrain_search *s, int32_t source, double toll, int32_t crossing,
                  const pathfan_edge_met *edge, double *low, double *high);

#endif
