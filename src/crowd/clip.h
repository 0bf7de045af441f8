/* clip.h - cuts convex polygons, given by their corners; `out` has room for one more than `in`. */
#ifndef PF_CROWD_CLIP_H
#define PF_CROWD_CLIP_H

#include <stdbool.h>

#include "pathfan/map.h"

/* Clips to where the axis (0: x, 1: y) is at least, or at most, a bound. Returns the number of
 * corners left. */
int32_t pf_clip_axis(const pathfan_point *in, int32_t count, int axis, double bound, bool above,
                     pathfan_point *out);

/* Clips to the left of the line from a to b. */
int32_t pf_clip_line(const pathfan_point *in, int32_t count, pathfan_point a, pathfan_point b,
                     pathfan_point *out);

double pf_clip_area(const pathfan_point *corners, int32_t count);

/* The least and greatest coordinate on an axis. */
void pf_clip_bounds(const pathfan_point *corners, int32_t count, int axis, double *low,
                    double *high);

#endif
