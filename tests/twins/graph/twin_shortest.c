#include "twin_shortest.h"

#include <math.h>
#include <stdlib.h>

#include "twin_region.h"

twin_roads twin_roads_make(const twin_map *map) {
  twin_roads roads = {.dense = twin_dense_make(map, 0)};
  roads.between = twin_floyd_warshall(&roads.dense);
  return roads;
}

void twin_roads_free(twin_roads *roads) {
  twin_dense_free(&roads->dense);
  free(roads->between);
  roads->between = NULL;
}

static double apart(pf_fixed_point a, pf_fixed_point b, int bits) {
  return ldexp(hypot((double)(b.x - a.x), (double)(b.y - a.y)), -bits);
}

/* Straight distances to all vertices that p sees, except one at p itself, which may be in another
 * sector. */
static double *ways_from(const twin_map *map, const twin_dense *d, int bits, pf_fixed_point p) {
  double *away = malloc(((size_t)d->n + 1) * sizeof *away);
  assert_non_null(away);
  for (int32_t v = 0; v < d->n; v++) {
    const pf_fixed_point at = pf_lift(d->at[v], bits);
    const bool seen =
        (at.x != p.x || at.y != p.y) && twin_map_sees_turning(map, bits, p, false, at, true);
    away[v] = seen ? apart(p, at, bits) : INFINITY;
  }
  return away;
}

double twin_shortest(const twin_map *map, const twin_roads *roads, int bits, pf_fixed_point s,
                     pf_fixed_point t) {
  const twin_dense *d = &roads->dense;
  if (twin_map_sees(map, bits, s, t)) return apart(s, t, bits);
  double *from = ways_from(map, d, bits, s), *to = ways_from(map, d, bits, t);
  double least = INFINITY;
  for (int32_t u = 0; u < d->n; u++)
    for (int32_t v = 0; v < d->n && from[u] < INFINITY; v++)
      least = fmin(least, from[u] + roads->between[twin_at(d, u, v)] + to[v]);
  free(from);
  free(to);
  return least;
}
