/* mesh_frame.h - a lattice for points given as numbers. */
#ifndef PATHFAN_MESHING_MESH_FRAME_H
#define PATHFAN_MESHING_MESH_FRAME_H

#include "geometry/frame.h"

/* Chooses unit and origin for the points (x,y pairs [Size: 2 * count], finite) that
 * are in use; width and height are left 0. Whole units, or a power of two
 * or of ten below, if all coordinates are multiples of it and the extent allows, else
 * the finest unit that the extent allows, and is_rounded. The origin is (0,0), as
 * on grid maps, where no coordinate is negative and that costs no fractions of a
 * unit. */
void pathfan_mesh_frame(const double *points, const uint8_t *used, int32_t count,
                        pathfan_frame *frame);

#endif
