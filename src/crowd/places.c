/* places.c - even-odd, and signs of triangles. */
#include "crowd/places.h"

bool pathfan_place_holds(const pathfan_crowd_place *place, pathfan_point at) {
  bool odd = false;
  for (int32_t i = 0, k = place->corner_count - 1; i < place->corner_count; k = i++) {
    const pathfan_point p = place->corners[i], q = place->corners[k];
    if ((p.y > at.y) != (q.y > at.y) && at.x < p.x + (at.y - p.y) / (q.y - p.y) * (q.x - p.x))
      odd = !odd;
  }
  return odd;
}

static double turn(pathfan_point a, pathfan_point b, pathfan_point c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/* Whether two segments have a point in common. */
static bool meet(pathfan_point a, pathfan_point b, pathfan_point p, pathfan_point q) {
  return (turn(a, b, p) >= 0) != (turn(a, b, q) >= 0) &&
         (turn(p, q, a) >= 0) != (turn(p, q, b) >= 0);
}

bool pathfan_place_lets(const pathfan_crowd_place *place, pathfan_point a, pathfan_point b) {
  if (pathfan_place_holds(place, a)) return true;
  for (int32_t i = 0, k = place->corner_count - 1; i < place->corner_count; k = i++)
    if (meet(a, b, place->corners[k], place->corners[i])) return false;
  return !pathfan_place_holds(place, b);
}
