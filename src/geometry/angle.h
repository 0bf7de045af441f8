/* angle.h - directions sorted by angle round a point. */
#ifndef PF_GEOMETRY_ANGLE_H
#define PF_GEOMETRY_ANGLE_H

#include <stdlib.h>

#include "geometry/predicates.h"

/* Returns 0 for a direction in the first half turn from +x, counter-clockwise, 1 for one in the
 * second. */
static inline int pf_half_turn(pf_fixed_point d) {
  return d.y < 0 || (d.y == 0 && d.x < 0);
}

/* Orders by angle from +x, counter-clockwise; on one ray by distance. */
static inline int pf_by_angle(pf_fixed_point a, pf_fixed_point b) {
  if (pf_half_turn(a) != pf_half_turn(b)) return pf_half_turn(a) - pf_half_turn(b);
  const int turn = pf_turn(a, b);
  if (turn) return -turn;
  const int64_t la = llabs(a.x) + llabs(a.y), lb = llabs(b.x) + llabs(b.y);
  return (la > lb) - (la < lb);
}

static inline bool pf_same_ray(pf_fixed_point a, pf_fixed_point b) {
  return pf_half_turn(a) == pf_half_turn(b) && !pf_turn(a, b);
}

#endif
