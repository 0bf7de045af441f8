/* twin_measures.h - how good paths are, from the definitions: the distance of every pair
 * of points by trying all ways (twin_shortest.h), shared length by clipping. */
#ifndef PATHFAN_TWIN_MEASURES_H
#define PATHFAN_TWIN_MEASURES_H

#include "twin_check.h"
#include "twin_shortest.h"

/* Where two ends lie, and how far every vertex is from them. */
typedef struct twin_ends {
  const twin_map *map;
  const twin_roads *roads;
  int bits;
  pathfan_fixed_point at[2];
  double *away[2]; /* [Size: n] straight; INFINITY: not seen */
  double apart;    /* INFINITY: no way */
} twin_ends;

twin_ends twin_ends_make(const twin_map *map, const twin_roads *roads, int bits,
                         pathfan_fixed_point s, pathfan_fixed_point t);
void twin_ends_free(twin_ends *ends);

typedef struct twin_measured {
  pathfan_measures measures; /* similarity 0 */
  /* Some part is longer than the distance of its ends by all but nothing: whether it is
     a shortest way can't be told, and local optimality hangs on it. */
  bool ambiguous;
} twin_measured;

/* The track's interior points are convex vertices. */
twin_measured twin_measure(const twin_ends *ends, const twin_track *track);

/* A walk from end to end of up to `most` vertices, all different and none at an end, each
 * seen from the one before, whether a path would turn there or not. False, and no points, if it got
 * lost. */
bool twin_random_walk(pathfan_random *random, const twin_ends *ends, int32_t most,
                      twin_track *track);

#endif
