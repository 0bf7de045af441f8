/* twin_loops.h - whether a path turns back in plain sight, by testing every pair of its points with
 * sight by definition (twin_region.h). */
#ifndef PF_TWIN_LOOPS_H
#define PF_TWIN_LOOPS_H

#include "twin_check.h"

/* Points at which sight is tested, in the order of the path. */
typedef struct twin_loop_points {
  pf_fixed_point *at;
  double *along; /* length of the path up to each, lattice units */
  int32_t count;
  bool close; /* rounding decides how many points a leg has */
  bool (*hides)(const void *context, pf_fixed_point a, pf_fixed_point b); /* besides the map; may
                                                                             be NULL */
  const void *context;
} twin_loop_points;

/* Corners, ends, and points that divide each leg into equal parts no longer than `spacing`, lattice
 * units. The caller frees them. */
twin_loop_points twin_loop_points_of(const twin_track *track, int bits, double spacing);
void twin_loop_points_free(twin_loop_points *points);

/* Returns the greatest ratio of the length between two points that see each other to their
 * distance; `least` if there is none above it. */
double twin_loop(const twin_map *map, int bits, const twin_loop_points *points, double least);

/* Whether the track has a part with a ratio above `most`, by the library's points: every 24th of
 * the shortest path's length, lattice units, or every 192nd of its own if that is more. *close:
 * rounding decides. */
bool twin_has_loop(const twin_map *map, int bits, const twin_track *track, double shortest,
                   double most, bool *close);

#endif
