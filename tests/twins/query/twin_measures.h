/* twin_measures.h - measures paths from the definitions: the distance of every pair of points by
 * trying all paths (twin_shortest.h). */
#ifndef PF_TWIN_MEASURES_H
#define PF_TWIN_MEASURES_H

#include "pathfan/query.h"
#include "twin_check.h"
#include "twin_shortest.h"

/* Two ends, and their distances to all vertices. */
typedef struct twin_ends {
  const twin_map *map;
  const twin_roads *roads;
  int bits;
  pf_fixed_point at[2];
  double *away[2]; /* [Size: n] straight; INFINITY: not visible */
  double apart;    /* INFINITY: no path */
} twin_ends;

twin_ends twin_ends_make(const twin_map *map, const twin_roads *roads, int bits, pf_fixed_point s,
                         pf_fixed_point t);
void twin_ends_free(twin_ends *ends);

typedef struct twin_measured {
  pathfan_measures measures; /* similarity 0 */
  /* Some part is longer than the distance of its ends by next to nothing: whether it is a
     shortest path is uncertain, and so is local optimality. */
  bool ambiguous;
} twin_measured;

/* The track's interior points must be convex vertices. */
twin_measured twin_measure(const twin_ends *ends, const twin_track *track);

/* Makes a walk from end to end over up to `most` vertices, all different and none at an end, each
 * visible from the one before, whether a path would turn there or not. False, and no points, if it
 * doesn't arrive. */
bool twin_random_walk(pf_random *random, const twin_ends *ends, int32_t most, twin_track *track);

#endif
