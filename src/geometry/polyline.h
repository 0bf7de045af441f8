/* polyline.h - paths as sequences of fixed-point points: length, straightness,
 * self-contact, shared length. */
#ifndef PF_GEOMETRY_POLYLINE_H
#define PF_GEOMETRY_POLYLINE_H

#include "geometry/predicates.h"

/* Drops repeated points and interior points where the path goes straight on. Returns the new count,
 * at least 1 if count >= 1. */
int32_t pf_polyline_straighten(pf_fixed_point *points, int32_t count);

/* Whether no two segments meet, except neighbours in their common point. */
bool pf_polyline_is_simple(const pf_fixed_point *points, int32_t count);

/* Whether the two halves of a path, up to its point `via` and from there on, meet anywhere else.
 * Each half must be a shortest path from `via`, or longer than one by at most `slack` fixed-point
 * steps. */
bool pf_polyline_halves_meet(const pf_fixed_point *points, int32_t count, int32_t via,
                             double slack);

/* Whether no two sides of a ring, whose last point is joined to the first, meet, except neighbours
 * in their common point. count >= 3. */
bool pf_ring_is_simple(const pf_fixed_point *points, int32_t count);

/* Euclidean length in lattice units, summed from the first point on. */
double pf_polyline_length(const pf_fixed_point *points, int32_t count, int fraction_bits);

/* Length that two simple polylines share, in lattice units; partly overlapping collinear segments
 * count. Decisions are exact, lengths rounded. */
double pf_polyline_shared(const pf_fixed_point *a, int32_t a_count, const pf_fixed_point *b,
                          int32_t b_count, int fraction_bits);

/* Length that two segments share, fixed-point steps; above 0 only if they are collinear. Their
 * boxes must meet. */
double pf_segments_overlap(pf_fixed_point a, pf_fixed_point b, pf_fixed_point c, pf_fixed_point d);

#endif
