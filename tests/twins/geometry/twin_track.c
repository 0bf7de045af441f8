#include "twin_track.h"

#include <math.h>
#include <stdlib.h>

#include "twin_scale.h"

typedef __int128 wide;

static bool same(pf_fixed_point a, pf_fixed_point b) {
  return a.x == b.x && a.y == b.y;
}

static double apart(pf_fixed_point a, pf_fixed_point b, int bits) {
  return ldexp(hypot((double)(b.x - a.x), (double)(b.y - a.y)), -bits);
}

double twin_track_length(const twin_track *track, int bits) {
  double sum = 0;
  for (int32_t i = track->count - 1; i > 0; i--)
    sum += apart(track->points[i - 1], track->points[i], bits);
  return sum;
}

static bool lies_on(pf_fixed_point a, pf_fixed_point b, pf_fixed_point p) {
  const wide x = p.x, y = p.y;
  if ((b.x - a.x) * (y - a.y) != (b.y - a.y) * (x - a.x)) return false;
  return (x - a.x) * (x - b.x) <= 0 && (y - a.y) * (y - b.y) <= 0;
}

/* Length of the pieces of segment a-b, cut at other's points, that lie on other. */
static double shared_of_segment(pf_fixed_point a, pf_fixed_point b, const twin_track *other,
                                int bits) {
  pf_fixed_point *cuts = malloc(((size_t)other->count + 2) * sizeof *cuts);
  int32_t count = 0;
  double sum = 0;
  assert_non_null(cuts);
  cuts[count++] = a;
  cuts[count++] = b;
  for (int32_t i = 0; i < other->count; i++)
    if (lies_on(a, b, other->points[i])) cuts[count++] = other->points[i];
  for (int32_t i = 1; i < count; i++) /* by distance from a */
    for (int32_t j = i; j > 0 && llabs(cuts[j].x - a.x) + llabs(cuts[j].y - a.y) <
                                     llabs(cuts[j - 1].x - a.x) + llabs(cuts[j - 1].y - a.y);
         j--) {
      const pf_fixed_point swap = cuts[j];
      cuts[j] = cuts[j - 1];
      cuts[j - 1] = swap;
    }
  for (int32_t i = 0; i + 1 < count; i++) {
    for (int32_t k = 0; k + 1 < other->count; k++)
      if (lies_on(other->points[k], other->points[k + 1], cuts[i]) &&
          lies_on(other->points[k], other->points[k + 1], cuts[i + 1])) {
        sum += apart(cuts[i], cuts[i + 1], bits);
        break;
      }
  }
  free(cuts);
  return sum;
}

double twin_similarity(const twin_track *a, const twin_track *b, int bits) {
  double shared = 0;
  for (int32_t i = 0; i + 1 < a->count; i++)
    shared += shared_of_segment(a->points[i], a->points[i + 1], b, bits);
  return shared / (twin_track_length(a, bits) + twin_track_length(b, bits) - shared);
}

bool twin_same_points(const twin_track *a, const twin_track *b) {
  if (a->count != b->count) return false;
  for (int32_t i = 0; i < a->count; i++)
    if (!same(a->points[i], b->points[i])) return false;
  return true;
}
