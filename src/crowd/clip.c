/* clip.c - cuts convex polygons, corner by corner. */
#include "crowd/clip.h"

#include <math.h>

#include "crowd/places.h"

int32_t pf_clip_axis(const pathfan_point *in, int32_t count, int axis, double bound, bool above,
                     pathfan_point *out) {
  int32_t kept = 0;
  for (int32_t i = 0; i < count; i++) {
    const pathfan_point p = in[i], q = in[i + 1 < count ? i + 1 : 0];
    const double a = (axis ? p.y : p.x) - bound, b = (axis ? q.y : q.x) - bound;
    const bool p_in = above ? a >= 0 : a <= 0, q_in = above ? b >= 0 : b <= 0;
    if (p_in) out[kept++] = p;
    if (p_in == q_in) continue;
    const double t = a / (a - b);
    out[kept++] = axis ? (pathfan_point){p.x + t * (q.x - p.x), bound}
                       : (pathfan_point){bound, p.y + t * (q.y - p.y)};
  }
  return kept;
}

double pf_clip_area(const pathfan_point *corners, int32_t count) {
  double sum = 0;
  for (int32_t i = 2; i < count; i++)
    sum += (corners[i - 1].x - corners[0].x) * (corners[i].y - corners[0].y) -
           (corners[i - 1].y - corners[0].y) * (corners[i].x - corners[0].x);
  return fabs(sum) / 2;
}

void pf_clip_bounds(const pathfan_point *corners, int32_t count, int axis, double *low,
                    double *high) {
  *low = INFINITY;
  *high = -INFINITY;
  for (int32_t i = 0; i < count; i++) {
    *low = fmin(*low, axis ? corners[i].y : corners[i].x);
    *high = fmax(*high, axis ? corners[i].y : corners[i].x);
  }
}

int32_t pf_clip_line(const pathfan_point *in, int32_t count, pathfan_point a, pathfan_point b,
                     pathfan_point *out) {
  int32_t kept = 0;
  for (int32_t i = 0; i < count; i++) {
    const pathfan_point p = in[i], q = in[i + 1 < count ? i + 1 : 0];
    const double s = pf_place_turn(a, b, p), t = pf_place_turn(a, b, q);
    if (s >= 0) out[kept++] = p;
    if ((s >= 0) == (t >= 0)) continue;
    const double share = s / (s - t);
    out[kept++] = (pathfan_point){p.x + share * (q.x - p.x), p.y + share * (q.y - p.y)};
  }
  return kept;
}
