#include "twin_measures.h"

#include <math.h>
#include <stdlib.h>

#include "twin_region.h"

static double apart(pf_fixed_point a, pf_fixed_point b, int bits) {
  return ldexp(hypot((double)(b.x - a.x), (double)(b.y - a.y)), -bits);
}

twin_ends twin_ends_make(const twin_map *map, const twin_roads *roads, int bits, pf_fixed_point s,
                         pf_fixed_point t) {
  const twin_dense *d = &roads->dense;
  twin_ends ends = {map, roads, bits, {s, t}, {NULL, NULL}, twin_shortest(map, roads, bits, s, t)};
  for (int e = 0; e < 2; e++) {
    ends.away[e] = malloc(((size_t)d->n + 1) * sizeof *ends.away[e]);
    assert_non_null(ends.away[e]);
    for (int32_t v = 0; v < d->n; v++) {
      const pf_fixed_point at = pf_lift(d->at[v], bits), p = ends.at[e];
      const bool seen =
          (at.x != p.x || at.y != p.y) && twin_map_sees_turning(map, bits, p, false, at, true);
      ends.away[e][v] = seen ? apart(p, at, bits) : INFINITY;
    }
  }
  return ends;
}

void twin_ends_free(twin_ends *ends) {
  free(ends->away[0]);
  free(ends->away[1]);
}

static int32_t vertex_at(const twin_ends *ends, pf_fixed_point at) {
  for (int32_t v = 0; v < ends->roads->dense.n; v++) {
    const pf_fixed_point here = pf_lift(ends->roads->dense.at[v], ends->bits);
    if (here.x == at.x && here.y == at.y) return v;
  }
  fail_msg("a path turns where no vertex is");
  return -1;
}

static double from_end(const twin_ends *ends, int e, int32_t v) {
  const twin_dense *d = &ends->roads->dense;
  double least = INFINITY;
  for (int32_t u = 0; u < d->n; u++)
    least = fmin(least, ends->away[e][u] + ends->roads->between[twin_at(d, u, v)]);
  return least;
}

/* Distance from point x of the track to point y; x < y. */
static double distance(const twin_ends *ends, const twin_track *track, int32_t x, int32_t y) {
  const bool first = x == 0, last = y == track->count - 1;
  if (first && last) return ends->apart;
  if (first) return from_end(ends, 0, vertex_at(ends, track->points[y]));
  if (last) return from_end(ends, 1, vertex_at(ends, track->points[x]));
  return ends->roads->between[twin_at(&ends->roads->dense, vertex_at(ends, track->points[x]),
                                      vertex_at(ends, track->points[y]))];
}

twin_measured twin_measure(const twin_ends *ends, const twin_track *track) {
  const double whole = twin_track_length(track, ends->bits);
  twin_measured m = {{.bounded_stretch = 1, .length_ratio = whole / ends->apart}, false};
  double part = INFINITY;
  for (int32_t x = 0; x < track->count; x++)
    for (int32_t y = x + 1; y < track->count; y++) {
      const twin_track piece = {0, y - x + 1, track->points + x};
      const double length = twin_track_length(&piece, ends->bits);
      const double least = distance(ends, track, x, y), excess = length - least;
      if (excess > 1e-12 * length && excess < 1e-7 * (1 + length)) m.ambiguous = true;
      if (excess <= 1e-9 * length) continue;
      m.measures.bounded_stretch = fmax(m.measures.bounded_stretch, length / least);
      part = fmin(part, length);
    }
  m.measures.local_optimality = part < INFINITY ? part / ends->apart : 1;
  return m;
}

bool twin_random_walk(pf_random *random, const twin_ends *ends, int32_t most, twin_track *track) {
  const twin_dense *d = &ends->roads->dense;
  int32_t *vertices = malloc(((size_t)most + 1) * sizeof *vertices);
  int32_t count = 0;
  bool arrived = false;
  assert_non_null(vertices);
  *track = (twin_track){0, 0, NULL};
  while (!arrived && count < most && d->n) {
    int32_t next = -1;
    for (int tries = 0; tries < 200 && next < 0; tries++) {
      const int32_t v = pf_random_between(random, 0, d->n - 1);
      const bool seen =
          count ? d->sees[twin_at(d, vertices[count - 1], v)] != 0 : ends->away[0][v] < INFINITY;
      const pf_fixed_point at = pf_lift(d->at[v], ends->bits);
      bool before = (at.x == ends->at[0].x && at.y == ends->at[0].y) ||
                    (at.x == ends->at[1].x && at.y == ends->at[1].y);
      for (int32_t i = 0; i < count; i++) before = before || vertices[i] == v;
      if (seen && !before) next = v;
    }
    if (next < 0) break;
    vertices[count++] = next;
    arrived = ends->away[1][next] < INFINITY && pf_random_chance(random, 0.5);
  }
  if (arrived) {
    track->points = malloc(((size_t)count + 2) * sizeof *track->points);
    assert_non_null(track->points);
    track->points[track->count++] = ends->at[0];
    for (int32_t i = 0; i < count; i++)
      track->points[track->count++] = pf_lift(d->at[vertices[i]], ends->bits);
    track->points[track->count++] = ends->at[1];
    track->length = twin_track_length(track, ends->bits);
  }
  free(vertices);
  return arrived;
}
