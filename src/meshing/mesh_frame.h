/* mesh_frame.h - chooses a lattice for points given as numbers. */
#ifndef PF_MESHING_MESH_FRAME_H
#define PF_MESHING_MESH_FRAME_H

#include "geometry/frame.h"

/* Chooses scale and origin for the points in use (x,y pairs [Size: 2 * count], finite); width and
 * height are left 0. The unit is 1, or a fraction by a power of two or ten, if all coordinates are
 * multiples of it and the extent allows; otherwise the finest unit that the extent allows, with
 * is_rounded set. The origin is (0,0), as on grid maps, if no coordinate is negative and that costs
 * no fraction bits. */
void pf_mesh_frame(const double *points, const uint8_t *used, int32_t count, pf_frame *frame);

#endif
