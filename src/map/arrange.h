/* arrange.h - cuts segments that cross, touch and overlap into pieces that meet at their ends only.
 *
 *   pf_arrangement a;
 *   status = pf_arrange(segments, count, extra, extra_count, NULL, &a);
 *   ... pieces of segment s: a.first[s] .. a.first[s + 1] ...
 *   pf_arrangement_free(&a);
 *
 * Where two segments cross, both bend by less than a unit to the nearest lattice point. A segment
 * that passes within half a unit of a point bends to it too. Source: snap rounding (J. D. Hobby,
 * Practical segment intersection with finite precision output, 1999). */
#ifndef PF_MAP_ARRANGE_H
#define PF_MAP_ARRANGE_H

#include "base/limits.h"
#include "geometry/predicates.h"

typedef struct pf_segment {
  pf_lattice_point from, to; /* coordinates in 0..PF_EXTENT_MAX (frame.h) */
} pf_segment;

typedef struct pf_segment_piece {
  int32_t from, to; /* numbers of points, different */
} pf_segment_piece;

typedef struct pf_arrangement {
  int32_t point_count, piece_count;
  pf_lattice_point *points; /* [Size: point_count] by (y, x), all different */
  pf_segment_piece *pieces; /* [Size: piece_count] along their segments. Where segments overlap,
                            pieces repeat, in the same or the opposite direction */
  int32_t *first;           /* [Size: segments + 1] first piece of each segment */
} pf_arrangement;

/* Cuts segments [Size: count] where they meet, and where they pass extra points [Size:
 * extra_count], which become points of the arrangement in any case. The result depends only on the
 * set of segments and points. limits are asked now and then whether to go on, and for all memory;
 * the memory that *a holds stays taken. Errors: NO_MEMORY, LIMIT (of memory; 2^28 points or
 * pieces), CANCELLED; *a is empty then, and no memory stays taken. */
pathfan_status pf_arrange(const pf_segment *segments, int32_t count, const pf_lattice_point *extra,
                          int32_t extra_count, const pf_limits *limits, pf_arrangement *a);

/* Returns the number of the point at a place, or -1 if there is none. */
int32_t pf_arrangement_find(const pf_arrangement *a, pf_lattice_point at);

void pf_arrangement_free(pf_arrangement *a);

#endif
