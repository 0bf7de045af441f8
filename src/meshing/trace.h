/* trace.h - the outline of a grid map's free cells. */
#ifndef PATHFAN_MESHING_TRACE_H
#define PATHFAN_MESHING_TRACE_H

#include "geometry/outline.h"
#include "geometry/grid.h"

/* Walks round the free cells, which are connected by their sides only. Vertices
 * are the points where the boundary turns, by (y, x). Errors: NO_MEMORY. */
pathfan_status pathfan_trace_grid(const pathfan_grid *grid, pathfan_outline *outline);

#endif
