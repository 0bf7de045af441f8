/* locate.h - which polygon a point lies in, from rows of runs of cells.
 *
 * The arrays are those of the index's "locator" section (format/layout.h). */
#ifndef PATHFAN_MESH_LOCATE_H
#define PATHFAN_MESH_LOCATE_H

#include "geometry/predicates.h"

typedef struct pathfan_locator {
  int32_t width, height;
  const uint32_t *first; /* [Size: height + 1] */
  const void *x;         /* [Size: first[height]] ids of entry_bytes */
  const void *polygon;   /* [Size: first[height]] ids of entry_bytes; NONE: blocked */
  int entry_bytes;       /* 2 or 4 */
} pathfan_locator;

/* A polygon that contains the point, or -1 if it is inside an obstacle or off
 * the map. A point between cells belongs to the free cell at (+x,+y) of it; if
 * that one is blocked, to the first free one clockwise (file coordinates: then
 * (+x,-y), (-x,-y), (-x,+y)). On a pinch this picks one of the two wedges. */
int32_t pathfan_locate(const pathfan_locator *locator, pathfan_fixed point, int fraction_bits);

/* The free point nearest to `point`, on the fixed-point grid, if one is not
 * farther than `radius` fixed-point units: true, and *nearest and *polygon are
 * set. Ties go to the smaller y, then the smaller x. */
bool pathfan_locate_nearest(const pathfan_locator *locator, pathfan_fixed point, double radius,
                            int fraction_bits, pathfan_fixed *nearest, int32_t *polygon);

#endif
