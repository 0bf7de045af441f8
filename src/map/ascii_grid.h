/* ascii_grid.h - ESRI's ASCII grids (.asc), which programs for geographic data write: cells
 * somewhere in the world, y upwards. */
#ifndef PF_MAP_ASCII_GRID_H
#define PF_MAP_ASCII_GRID_H

#include <stddef.h>

#include "base/ignored.h"
#include "base/limits.h"
#include "geometry/grid.h"
#include "map/occupancy.h"

/* Cells are free unless they are 0 or without data. Values other than 0 and 1, such as heights, are
 * counted in ignored, which may be NULL. *grid is newly allocated, its rows from the bottom up. Its
 * bytes are taken from the limits, and stay taken. Errors: NO_MEMORY, LIMIT (of memory), MALFORMED
 * (with path and line); *grid is all zero then. */
pathfan_status pf_ascii_grid_parse(const char *text, size_t bytes, const char *path,
                                   const pf_limits *limits, pf_grid *grid, pf_placement *placement,
                                   pf_ignored *ignored, pathfan_error *error);

#endif
