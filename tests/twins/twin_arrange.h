/* twin_arrange.h - what is wrong with an arrangement of segments, by brute force on exact integers:
 * every pair of pieces, every point against every piece. */
#ifndef PATHFAN_TWIN_ARRANGE_H
#define PATHFAN_TWIN_ARRANGE_H

#include "map/arrange.h"

/* NULL: nothing. Static storage. Checked is that points are all different and in order, that they
 * are ends, extra points or next to a crossing; that pieces meet in ends only or are the same; that
 * those of a segment lead from its one end to the other, each point of them within a unit of it, in
 * order; that segments which share a line share pieces; and that no segment passes a point by less
 * than half a unit without bending to it. */
const char *twin_arrange_fault(const pathfan_segment *segments, int32_t count,
                               const pathfan_lattice_point *extra, int32_t extra_count,
                               const pathfan_arrangement *a);

#endif
