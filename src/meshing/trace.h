/* trace.h - the outline of a grid map's free cells. */
#ifndef PATHFAN_MESHING_TRACE_H
#define PATHFAN_MESHING_TRACE_H

#include "geometry/outline.h"
#include "geometry/grid.h"

/* Traces the border of the free cells, which are connected only by their sides. Vertices are the
 * points where the border turns, sorted by (y, x). Errors: NO_MEMORY. */
pathfan_status pathfan_trace_grid(const pathfan_grid *grid, pathfan_outline *outline);

#endif
