/* polyline.h - paths as sequences of fixed-point points: length, straightness,
 * self-contact, shared length. */
#ifndef PATHFAN_GEOMETRY_POLYLINE_H
#define PATHFAN_GEOMETRY_POLYLINE_H

#include "geometry/predicates.h"

/* Drops repeated points and interior points where the path goes straight on.
 * Returns the new count, at least 1 for count >= 1. */
int32_t pathfan_polyline_straighten(pathfan_fixed_point *points, int32_t count);

/* Whether no two segments meet, but for neighbours in their common point. */
bool pathfan_polyline_is_simple(const pathfan_fixed_point *points, int32_t count);

/* Whether the two halves of a path, up to its point `via` and from there on, meet anywhere else.
 * Both are shortest ways from there, or longer than these by at most `slack` fixed-point steps. */
bool pathfan_polyline_halves_meet(const pathfan_fixed_point *points, int32_t count, int32_t via,
                                  double slack);

/* Whether a ring, whose last point is joined to the first, has no two sides that meet,
 * but for neighbours in their common point. count >= 3. */
bool pathfan_ring_is_simple(const pathfan_fixed_point *points, int32_t count);

/* Euclidean length in lattice units: the sum from the first point on. */
double pathfan_polyline_length(const pathfan_fixed_point *points, int32_t count, int fraction_bits);

/* Length that two simple polylines have in common, in lattice units; partly
 * overlapping collinear segments count. Exact decisions, rounded lengths. */
double pathfan_polyline_shared(const pathfan_fixed_point *a, int32_t a_count,
                               const pathfan_fixed_point *b, int32_t b_count, int fraction_bits);

/* Length in common of two segments whose boxes meet, fixed-point steps: above 0 if they lie on one
 * line. */
double pathfan_segments_overlap(pathfan_fixed_point a, pathfan_fixed_point b, pathfan_fixed_point c,
                                pathfan_fixed_point d);

#endif
