/* twin_check.h - is this a path? Judged by the map alone. */
#ifndef PATHFAN_TWIN_CHECK_H
#define PATHFAN_TWIN_CHECK_H

#include "twin_maps.h"

/* Points of the fixed grid. */
typedef struct twin_track {
  double length;
  int32_t count;
  pathfan_fixed_point *points;
} twin_track;

/* The points of an answer's path; fails the test if they don't lie on the grid. */
twin_track twin_track_of(const pathfan_path *path, int bits);

/* NULL if every segment is free, no pinch is passed, every interior point is a
 * convex vertex round which the path bends tautly, no segments meet but
 * neighbours in their ends, and the length is right; else what is wrong. */
const char *twin_check_track(const twin_map *map, int bits, const twin_track *track);

double twin_track_length(const twin_track *track, int bits);

/* Paper, equation 3: shared length by all length. Both paths are cut at each
 * other's points; a piece is shared if both ends lie on one segment of the other. */
double twin_similarity(const twin_track *a, const twin_track *b, int bits);

/* Checks every path of an answer, their order, stretch against the first, and
 * dissimilarity; fails the test if something is wrong. */
void twin_check_answer(const twin_map *map, int bits, const pathfan_request *request,
                       const pathfan_answer *answer);

bool twin_same_points(const twin_track *a, const twin_track *b);

#endif
