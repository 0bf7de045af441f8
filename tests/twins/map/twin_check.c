#include "twin_check.h"

#include <math.h>

#include "twin_region.h"
#include "twin_sight.h"

typedef __int128 wide;

static bool same(pf_fixed_point a, pf_fixed_point b) {
  return a.x == b.x && a.y == b.y;
}

/* Cramer's rule: computes the parameters of the crossing of lines a-b and c-d, as numerators over a
 * positive denominator. Compares collinear segments by projection. */
static bool segments_touch(pf_fixed_point a, pf_fixed_point b, pf_fixed_point c, pf_fixed_point d) {
  const wide rx = b.x - a.x, ry = b.y - a.y, sx = d.x - c.x, sy = d.y - c.y;
  const wide qx = c.x - a.x, qy = c.y - a.y;
  wide below = rx * sy - ry * sx, t = qx * sy - qy * sx, u = qx * ry - qy * rx;
  if (below == 0) {
    if (u != 0) return false; /* parallel */
    const wide whole = rx * rx + ry * ry;
    wide c_at = qx * rx + qy * ry, d_at = (qx + sx) * rx + (qy + sy) * ry;
    if (c_at > d_at) {
      const wide swap = c_at;
      c_at = d_at;
      d_at = swap;
    }
    return d_at >= 0 && c_at <= whole;
  }
  if (below < 0) {
    below = -below;
    t = -t;
    u = -u;
  }
  return t >= 0 && t <= below && u >= 0 && u <= below;
}

const char *twin_check_track(const twin_map *map, int bits, const twin_track *track) {
  const pf_fixed_point *p = track->points;
  const int64_t unit = INT64_C(1) << bits;
  if (track->count < 1) return "no points";
  for (int32_t i = 0; i + 1 < track->count; i++) {
    if (same(p[i], p[i + 1])) return "a point comes twice in a row";
    if (!twin_map_sees_turning(map, bits, p[i], i > 0, p[i + 1], i + 2 < track->count))
      return "a segment isn't free";
  }
  for (int32_t i = 1; i + 1 < track->count; i++) {
    pf_wedge wedge;
    if (p[i].x % unit || p[i].y % unit) return "an interior point off the lattice";
    if (!twin_map_convex(map, p[i].x / unit, p[i].y / unit, &wedge))
      return "an interior point is no convex vertex";
    const int wraps =
        twin_wraps(wedge, pf_fixed_from_to(p[i - 1], p[i]), pf_fixed_from_to(p[i], p[i + 1]));
    if (wraps == 0) return "a straight interior point";
    if (wraps < 0) return "not taut";
  }
  for (int32_t i = 0; i < track->count; i++)
    for (int32_t j = 0; j < i; j++)
      if (same(p[i], p[j])) return "a point comes twice";
  for (int32_t i = 0; i + 1 < track->count; i++)
    for (int32_t j = i + 2; j + 1 < track->count; j++)
      if (segments_touch(p[i], p[i + 1], p[j], p[j + 1])) return "not simple";
  if (fabs(twin_track_length(track, bits) - track->length) > 1e-9 * (1 + track->length))
    return "another length";
  return NULL;
}
