#include "twin_corridor.h"

#include <math.h>
#include <stdlib.h>

#include "twin_scale.h"

typedef long double real;

typedef struct place {
  real x, y;
} place;

static place place_at(pf_fixed_point p, int bits) {
  const real unit = 1 / (real)(UINT64_C(1) << bits);
  return (place){(real)p.x * unit, (real)p.y * unit};
}

static place between(place a, place b, real part) {
  return (place){a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)};
}

static real distance(place a, place b) {
  return hypotl(b.x - a.x, b.y - a.y);
}

/* Squared distance: this is called most often, and square roots would take longest. */
static real to_segment(place p, place a, place b) {
  const real x = b.x - a.x, y = b.y - a.y, square = x * x + y * y;
  real part = square > 0 ? ((p.x - a.x) * x + (p.y - a.y) * y) / square : 0;
  part = part < 0 ? 0 : part > 1 ? 1 : part;
  const place foot = between(a, b, part);
  return (foot.x - p.x) * (foot.x - p.x) + (foot.y - p.y) * (foot.y - p.y);
}

static bool is_near(place p, const twin_track *track, real wide, int bits) {
  for (int32_t i = 0; i + 1 < track->count; i++)
    if (to_segment(p, place_at(track->points[i], bits), place_at(track->points[i + 1], bits)) <=
        wide * wide)
      return true;
  return false;
}

static real widened(double width, int bits) {
  return (real)width * (1 + 0x1p-40L) + ldexpl(4, -bits);
}

static int ascending(const void *a, const void *b) {
  const real x = *(const real *)a, y = *(const real *)b;
  return (x > y) - (x < y);
}

/* Finds where a + t (b - a) is `width` from a point. */
static int32_t cut_by_point(place a, place b, place p, real width, real *cuts) {
  const real x = b.x - a.x, y = b.y - a.y, fx = a.x - p.x, fy = a.y - p.y;
  const real square = x * x + y * y, half = fx * x + fy * y;
  const real rest = half * half - square * (fx * fx + fy * fy - width * width);
  if (rest < 0) return 0;
  cuts[0] = (-half - sqrtl(rest)) / square;
  cuts[1] = (-half + sqrtl(rest)) / square;
  return 2;
}

/* Finds where it is that far from the line c d, and where it passes the ends of c d. */
static int32_t cut_by_sides(place a, place b, place c, place d, real width, real *cuts) {
  const real x = d.x - c.x, y = d.y - c.y, length = hypotl(x, y);
  const real at[] = {((a.x - c.x) * y - (a.y - c.y) * x) / length,
                     ((a.x - c.x) * x + (a.y - c.y) * y) / length};
  const real speed[] = {((b.x - a.x) * y - (b.y - a.y) * x) / length,
                        ((b.x - a.x) * x + (b.y - a.y) * y) / length};
  int32_t count = 0;
  if (speed[0] != 0) {
    cuts[count++] = (width - at[0]) / speed[0];
    cuts[count++] = (-width - at[0]) / speed[0];
  }
  if (speed[1] != 0) {
    cuts[count++] = -at[1] / speed[1];
    cuts[count++] = (length - at[1]) / speed[1];
  }
  return count;
}

double twin_near(const twin_track *a, const twin_track *b, double width, int bits) {
  const real wide = widened(width, bits);
  real *cuts = malloc(((size_t)b->count * 8 + 2) * sizeof *cuts), sum = 0;
  assert_non_null(cuts);
  for (int32_t i = 0; i + 1 < a->count; i++) {
    const place from = place_at(a->points[i], bits), to = place_at(a->points[i + 1], bits);
    int32_t count = 0;
    cuts[count++] = 0;
    cuts[count++] = 1;
    for (int32_t k = 0; k + 1 < b->count; k++) {
      const place c = place_at(b->points[k], bits), d = place_at(b->points[k + 1], bits);
      count += cut_by_point(from, to, c, wide, cuts + count);
      count += cut_by_point(from, to, d, wide, cuts + count);
      count += cut_by_sides(from, to, c, d, wide, cuts + count);
    }
    qsort(cuts, (size_t)count, sizeof *cuts, ascending);
    for (int32_t k = 0; k + 1 < count; k++) {
      if (cuts[k] < 0 || cuts[k + 1] > 1) continue;
      const place middle = between(from, to, (cuts[k] + cuts[k + 1]) / 2);
      if (is_near(middle, b, wide, bits)) sum += (cuts[k + 1] - cuts[k]) * distance(from, to);
    }
  }
  free(cuts);
  return (double)sum;
}

double twin_nearness(const twin_track *a, const twin_track *b, double width, int bits) {
  if (width <= 0) return twin_similarity(a, b, bits);
  const double near = (twin_near(a, b, width, bits) + twin_near(b, a, width, bits)) / 2;
  return near / (twin_track_length(a, bits) + twin_track_length(b, bits) - near);
}

/* Whether a place is farther than the width from all other tracks, or with `from_one` from one of
 * them. */
static bool is_apart(place at, const twin_track *list, int32_t count, int32_t own, real wide,
                     int bits, bool from_one) {
  for (int32_t i = 0; i < count; i++)
    if (i != own && is_near(at, &list[i], wide, bits) != from_one) return from_one;
  return !from_one;
}

double twin_apart(const twin_track *list, int32_t count, int32_t own, double width, int bits,
                  bool from_one, int32_t pieces) {
  const twin_track *track = &list[own];
  const double length = twin_track_length(track, bits);
  const real wide = widened(width, bits);
  int32_t apart = 0, i = 0;
  real before = 0; /* length up to point i */
  for (int32_t k = 0; k < pieces; k++) {
    const real at = (k + 0.5L) / pieces * length;
    place from = place_at(track->points[i], bits), to = place_at(track->points[i + 1], bits);
    while (i + 2 < track->count && before + distance(from, to) < at) {
      before += distance(from, to);
      i++;
      from = to;
      to = place_at(track->points[i + 1], bits);
    }
    apart += is_apart(between(from, to, (at - before) / distance(from, to)), list, count, own, wide,
                      bits, from_one);
  }
  return (double)apart / pieces;
}
