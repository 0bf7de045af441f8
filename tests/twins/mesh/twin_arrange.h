/* twin_arrange.h - finds what is wrong with an arrangement of segments, by brute force on exact
 * integers: every pair of pieces, every point against every piece. */
#ifndef PF_TWIN_ARRANGE_H
#define PF_TWIN_ARRANGE_H

#include "map/arrange.h"

/* Returns the first fault, NULL if there is none; static storage. Checks that points are distinct
 * and in order, and are ends, extra points or near a crossing; that pieces meet only in ends or
 * coincide; that the pieces of a segment lead in order from one end to the other, all their points
 * within a unit of it; that segments on one line share pieces; and that no segment passes a point
 * by less than half a unit without bending to it. */
const char *twin_arrange_fault(const pf_segment *segments, int32_t count,
                               const pf_lattice_point *extra, int32_t extra_count,
                               const pf_arrangement *a);

#endif
