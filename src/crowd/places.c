/* places.c - points, boxes and segments against polygons.
 *
 * The even-odd rule, and signs of triangles. The area that a polygon shares with a box is the sum,
 * over the polygon's sides, of the area of the box above each side, with the sign of its direction:
 * the corners of the intersection need not be found. */
#include "crowd/places.h"

#include <math.h>

pathfan_point pf_place_middle(const pathfan_crowd_place *place) {
  pathfan_point middle = {0, 0};
  for (int32_t i = 0; i < place->corner_count; i++) {
    middle.x += place->corners[i].x / place->corner_count;
    middle.y += place->corners[i].y / place->corner_count;
  }
  return middle;
}

bool pf_place_holds(const pathfan_crowd_place *place, pathfan_point at) {
  bool odd = false;
  for (int32_t i = 0, k = place->corner_count - 1; i < place->corner_count; k = i++) {
    const pathfan_point p = place->corners[i], q = place->corners[k];
    if ((p.y > at.y) != (q.y > at.y) && at.x < p.x + (at.y - p.y) / (q.y - p.y) * (q.x - p.x))
      odd = !odd;
  }
  return odd;
}

/* The area of a box of this height above a line that falls from depth a to depth b over its
 * width. */
static double above(double a, double b, double width, double height) {
  const double low = fmin(a, b), high = fmax(a, b);
  if (high <= 0) return 0;
  if (low >= height) return width * height;
  if (high - low <= 0) return width * low;
  const double from = fmax(low, 0), to = fmin(high, height);
  const double slanted = (to - from) / (high - low), full = (high - to) / (high - low);
  return width * (slanted * (from + to) / 2 + full * height);
}

double pf_place_area_in(const pathfan_crowd_place *place, double x, double y, double width,
                        double height) {
  double sum = 0;
  for (int32_t i = 0, k = place->corner_count - 1; i < place->corner_count; k = i++) {
    const pathfan_point p = place->corners[k], q = place->corners[i];
    const double left = fmax(fmin(p.x, q.x), x), right = fmin(fmax(p.x, q.x), x + width);
    if (!(left < right)) continue;
    const double slope = (q.y - p.y) / (q.x - p.x);
    const double area = above(p.y + (left - p.x) * slope - y, p.y + (right - p.x) * slope - y,
                              right - left, height);
    sum += p.x < q.x ? area : -area;
  }
  return fabs(sum);
}

/* Whether two segments cross; points on a line count as on its positive side. */
static bool meet(pathfan_point a, pathfan_point b, pathfan_point p, pathfan_point q) {
  return (pf_place_turn(a, b, p) >= 0) != (pf_place_turn(a, b, q) >= 0) &&
         (pf_place_turn(p, q, a) >= 0) != (pf_place_turn(p, q, b) >= 0);
}

bool pf_place_lets(const pathfan_crowd_place *place, pathfan_point a, pathfan_point b) {
  if (pf_place_holds(place, a)) return true;
  for (int32_t i = 0, k = place->corner_count - 1; i < place->corner_count; k = i++)
    if (meet(a, b, place->corners[k], place->corners[i])) return false;
  return !pf_place_holds(place, b);
}

/* The direction of the side from corner `at` to the next one elsewhere, or to the one before it:
 * step -1. */
static pathfan_point side_from(const pathfan_crowd_place *place, int32_t at, int32_t step) {
  const pathfan_point from = place->corners[at];
  for (int32_t i = 1; i < place->corner_count; i++) {
    const int32_t other = (at + (step > 0 ? i : place->corner_count - i)) % place->corner_count;
    const double x = place->corners[other].x - from.x, y = place->corners[other].y - from.y;
    const double length = hypot(x, y);
    if (length > 0) return (pathfan_point){step * x / length, step * y / length};
  }
  return (pathfan_point){0, 0};
}

void pf_place_grow(const pathfan_crowd_place *place, double by, pathfan_point *corners) {
  double sum = 0; /* twice its area: > 0 if the outside is on the right */
  for (int32_t i = 0, k = place->corner_count - 1; i < place->corner_count; k = i++)
    sum += pf_place_turn(place->corners[0], place->corners[k], place->corners[i]);
  const double out = sum > 0 ? by : -by;
  for (int32_t i = 0; i < place->corner_count; i++) {
    const pathfan_point u = side_from(place, i, -1), v = side_from(place, i, 1);
    const double far = out / fmax(1 + u.x * v.x + u.y * v.y, 0.5);
    corners[i] = (pathfan_point){place->corners[i].x + far * (u.y + v.y),
                                 place->corners[i].y - far * (u.x + v.x)};
  }
}

double pf_place_met(const pathfan_crowd_place *place, pathfan_point a, pathfan_point b) {
  double least = INFINITY;
  if (place->corner_count < 3) return INFINITY;
  if (pf_place_holds(place, a)) return 0;
  for (int32_t i = 0, k = place->corner_count - 1; i < place->corner_count; k = i++) {
    const pathfan_point p = place->corners[k], q = place->corners[i];
    if (!meet(a, b, p, q)) continue;
    const double s = pf_place_turn(p, q, a), t = pf_place_turn(p, q, b);
    if (s != t) least = fmin(least, s / (s - t));
  }
  return least;
}
