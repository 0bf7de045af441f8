/* arrivals.c - whether a path that turns at one vertex alone may lead from one region to another.
 */
#include "arrivals.h"

#include "mesh/mesh.h"

void pf_arrival_range_add(pf_arrival_range *t, pf_spot d, double wide) {
  const double length = sqrt(d.x * d.x + d.y * d.y);
  if (length <= wide) {
    t->any = true;
    return;
  }
  const pf_spot unit = {d.x / length, d.y / length};
  if (!t->some) t->low = t->high = unit;
  t->some = true;
  if (pf_spot_cross(t->low, unit) < 0) t->low = unit;
  if (pf_spot_cross(t->high, unit) > 0) t->high = unit;
}

/* Sines of angles below this count as 0. */
#define ANGLE_WIDE 1e-9

static bool join(const pf_arrival_range *a, const pf_arrival_range *b) {
  if ((!a->some && !a->any) || (!b->some && !b->any)) return false;
  if (a->any || b->any) return true;
  return pf_spot_cross(a->low, b->low) <= ANGLE_WIDE ||
         pf_spot_cross(a->low, b->high) <= ANGLE_WIDE ||
         pf_spot_cross(a->high, b->low) <= ANGLE_WIDE ||
         pf_spot_cross(a->high, b->high) <= ANGLE_WIDE;
}

/* One arrives with the obstacle on its left; then the other, coming back, has it on its right. */
bool pf_arrival_ranges_join(const pf_arrival_range one[2], const pf_arrival_range other[2]) {
  return join(&one[PF_SIDE_LEFT], &other[PF_SIDE_RIGHT]) ||
         join(&other[PF_SIDE_LEFT], &one[PF_SIDE_RIGHT]);
}
