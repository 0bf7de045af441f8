/* angle.h - directions sorted by angle round a point. */
#ifndef PATHFAN_GEOMETRY_ANGLE_H
#define PATHFAN_GEOMETRY_ANGLE_H

#include <stdlib.h>

#include "geometry/predicates.h"

/* Returns 0 for a direction in the first half turn from +x, counter-clockwise, 1 for one in the
 * second. */
static inline int pathfan_half_turn(pathfan_fixed_point d) {
  return d.y < 0 || (d.y == 0 && d.x < 0);
}

/* Orders by angle from +x, counter-clockwise; on one ray by distance. */
static inline int pathfan_by_angle(pathfan_fixed_point a, pathfan_fixed_point b) {
  if (pathfan_half_turn(a) != pathfan_half_turn(b))
    return pathfan_half_turn(a) - pathfan_half_turn(b);
  const int turn = pathfan_turn(a, b);
  if (turn) return -turn;
  const int64_t la = llabs(a.x) + llabs(a.y), lb = llabs(b.x) + llabs(b.y);
  return (la > lb) - (la < lb);
}

static inline bool pathfan_same_ray(pathfan_fixed_point a, pathfan_fixed_point b) {
  return pathfan_half_turn(a) == pathfan_half_turn(b) && !pathfan_turn(a, b);
}

#endif
