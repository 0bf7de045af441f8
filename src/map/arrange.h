/* arrange.h - cuts segments that cross, touch and overlap into pieces that meet at their ends only.
 *
 *   pathfan_arrangement a;
 *   status = pathfan_arrange(segments, count, extra, extra_count, NULL, &a);
 *   ... pieces of segment s: a.first[s] .. a.first[s + 1] ...
 *   pathfan_arrangement_free(&a);
 *
 * Where two segments cross, both bend by less than a unit to the nearest lattice point. A segment
 * that passes within half a unit of a point bends to it too. Source: snap rounding (J. D. Hobby,
 * Practical segment intersection with finite precision output, 1999). */
#ifndef PATHFAN_MAP_ARRANGE_H
#define PATHFAN_MAP_ARRANGE_H

#include "base/permit.h"
#include "geometry/predicates.h"

typedef struct pathfan_segment {
  pathfan_lattice_point from, to; /* coordinates in 0..PATHFAN_EXTENT_MAX (frame.h) */
} pathfan_segment;

typedef struct pathfan_piece {
  int32_t from, to; /* numbers of points, different */
} pathfan_piece;

typedef struct pathfan_arrangement {
  int32_t point_count, piece_count;
  pathfan_lattice_point *points; /* [Size: point_count] by (y, x), all different */
  pathfan_piece *pieces; /* [Size: piece_count] along their segments. Where segments overlap, pieces
                            repeat, in the same or the opposite direction */
  int32_t *first;        /* [Size: segments + 1] first piece of each segment */
} pathfan_arrangement;

/* Cuts segments [Size: count] where they meet, and where they pass extra points [Size:
 * extra_count], which become points of the arrangement in any case. The result depends only on the
 * set of segments and points. permit is asked now and then whether to go on, and for all memory;
 * the memory that *a holds stays taken. Errors: NO_MEMORY, LIMIT (of memory; 2^28 points or
 * pieces), CANCELLED; *a is empty then, and no memory stays taken. */
pathfan_status pathfan_arrange(const pathfan_segment *segments, int32_t count,
                               const pathfan_lattice_point *extra, int32_t extra_count,
                               const pathfan_permit *permit, pathfan_arrangement *a);

/* Returns the number of the point at a place, or -1 if there is none. */
int32_t pathfan_arrangement_find(const pathfan_arrangement *a, pathfan_lattice_point at);

void pathfan_arrangement_free(pathfan_arrangement *a);

#endif
