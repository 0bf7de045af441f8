#include "twin_loops.h"

#include <math.h>
#include <stdlib.h>

#include "twin_region.h"

/* Relative; lengths and ratios nearer to a limit than this are decided by rounding. */
#define CLOSE 1e-9

static double apart(pf_fixed_point a, pf_fixed_point b) {
  return hypot((double)(b.x - a.x), (double)(b.y - a.y));
}

/* Point m of `parts` of a leg, counted from its end that is first by x, then by y. */
static pf_fixed_point part_of(pf_fixed_point first, pf_fixed_point last, int32_t m, int32_t parts) {
  const double share = (double)m / parts;
  return (pf_fixed_point){first.x + llrint((double)(last.x - first.x) * share),
                          first.y + llrint((double)(last.y - first.y) * share)};
}

twin_loop_points twin_loop_points_of(const twin_track *track, int bits, double spacing) {
  const double step = ldexp(spacing, bits);
  twin_loop_points points = {0};
  double along = 0;
  int64_t most = track->count;
  for (int32_t i = 0; i + 1 < track->count; i++)
    most += (int64_t)ceil(apart(track->points[i], track->points[i + 1]) / step) + 1;
  points.at = calloc((size_t)most, sizeof *points.at);
  points.along = calloc((size_t)most, sizeof *points.along);
  for (int32_t i = 0; i + 1 < track->count; i++) {
    const pf_fixed_point a = track->points[i], b = track->points[i + 1];
    const bool is_turned = b.x < a.x || (b.x == a.x && b.y < a.y);
    const double length = apart(a, b), exact = length / step;
    const int32_t parts = exact > 1 ? (int32_t)ceil(exact) : 1;
    if (fabs(exact - round(exact)) < CLOSE * (1 + exact)) points.close = true;
    for (int32_t m = 0; m < parts; m++) {
      points.at[points.count] = m == 0      ? a
                                : is_turned ? part_of(b, a, parts - m, parts)
                                            : part_of(a, b, m, parts);
      points.along[points.count++] = ldexp(along + length * m / parts, -bits);
    }
    along += length;
  }
  points.at[points.count] = track->points[track->count - 1];
  points.along[points.count++] = ldexp(along, -bits);
  return points;
}

void twin_loop_points_free(twin_loop_points *points) {
  free(points->at);
  free(points->along);
}

/* A point that rounding has put into an obstacle, pulled a 64th towards the other. */
static pf_fixed_point pulled(const twin_map *map, int bits, pf_fixed_point p,
                             pf_fixed_point other) {
  if (twin_map_is_free(map, bits, p)) return p;
  return (pf_fixed_point){p.x + llrint((double)(other.x - p.x) / 64),
                          p.y + llrint((double)(other.y - p.y) / 64)};
}

static bool see(const twin_map *map, int bits, pf_fixed_point a, pf_fixed_point b) {
  const pf_fixed_point from = pulled(map, bits, a, b), to = pulled(map, bits, b, a);
  return twin_map_is_free(map, bits, from) && twin_map_is_free(map, bits, to) &&
         twin_map_sees(map, bits, from, to);
}

double twin_loop(const twin_map *map, int bits, const twin_loop_points *points, double least) {
  const pf_fixed_point *at = points->at;
  double worst = least;
  for (int32_t i = 0; i < points->count; i++)
    for (int32_t k = i + 1; k < points->count; k++) {
      const double ratio =
          (points->along[k] - points->along[i]) / ldexp(apart(at[i], at[k]), -bits);
      if (ratio > worst && see(map, bits, at[i], at[k]) &&
          !(points->hides && points->hides(points->context, at[i], at[k])))
        worst = ratio;
    }
  return worst;
}

bool twin_has_loop(const twin_map *map, int bits, const twin_track *track, double shortest,
                   double most, bool *close) {
  const double spacing = fmax(shortest / 24, track->length / 192);
  twin_loop_points points = twin_loop_points_of(track, bits, spacing);
  const double worst = twin_loop(map, bits, &points, most * (1 - 2 * CLOSE));
  *close = points.close || fabs(worst - most) < CLOSE * most;
  twin_loop_points_free(&points);
  return worst > most;
}
