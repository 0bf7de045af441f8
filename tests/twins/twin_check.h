/* twin_check.h - checks paths and answers, by the map alone. */
#ifndef PF_TWIN_CHECK_H
#define PF_TWIN_CHECK_H

#include "twin_maps.h"

/* A path on the fixed-point grid. */
typedef struct twin_track {
  double length;
  int32_t count;
  pf_fixed_point *points;
} twin_track;

/* The points of an answer's path; fails the test if they aren't on the fixed-point grid. */
twin_track twin_track_of(const pathfan_path *path, int bits);

/* Returns what is wrong with a track, NULL if nothing is: every segment must be free, no pinch
 * passed, every interior point a convex vertex round which the path bends tautly; segments may meet
 * only if they are neighbours, in their common end; and the length must be right. */
const char *twin_check_track(const twin_map *map, int bits, const twin_track *track);

double twin_track_length(const twin_track *track, int bits);

/* Paper, equation 3: shared length divided by all length. Both paths are cut at each other's
 * points; a piece is shared if both its ends lie on one segment of the other path. */
double twin_similarity(const twin_track *a, const twin_track *b, int bits);

/* Checks every path of an answer, their order, their stretch relative to the first, and their
 * dissimilarity; fails the test if something is wrong. */
void twin_check_answer(const twin_map *map, int bits, const pathfan_request *request,
                       const pathfan_answer *answer);

bool twin_same_points(const twin_track *a, const twin_track *b);

#endif
