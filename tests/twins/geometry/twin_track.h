/* twin_track.h - paths on the fixed-point grid: their length, and what two of them share. */
#ifndef PF_TWIN_TRACK_H
#define PF_TWIN_TRACK_H

#include "geometry/predicates.h"

/* A path on the fixed-point grid. */
typedef struct twin_track {
  double length;
  int32_t count;
  pf_fixed_point *points;
} twin_track;

double twin_track_length(const twin_track *track, int bits);

/* Paper, equation 3: shared length divided by all length. Both paths are cut at each other's
 * points; a piece is shared if both its ends lie on one segment of the other path. */
double twin_similarity(const twin_track *a, const twin_track *b, int bits);

bool twin_same_points(const twin_track *a, const twin_track *b);

#endif
