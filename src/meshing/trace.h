/* trace.h - the outline of a grid map's free cells. */
#ifndef PF_MESHING_TRACE_H
#define PF_MESHING_TRACE_H

#include "geometry/outline.h"
#include "geometry/grid.h"

/* Traces the border of the free cells, which are connected only by their sides. Vertices are the
 * points where the border turns, sorted by (y, x). Errors: NO_MEMORY. */
pathfan_status pf_trace_grid(const pf_grid *grid, pf_outline *outline);

#endif
