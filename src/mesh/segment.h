/* segment.h - whether two points of a mesh see each other. */
#ifndef PF_MESH_SEGMENT_H
#define PF_MESH_SEGMENT_H

#include "mesh/mesh.h"

/* Whether the segment between two points is free; it may touch obstacles. from_polygon and
 * to_polygon must contain the points, each in its sector. */
bool pf_mesh_sees(const pf_mesh *mesh, pf_fixed_point from, int32_t from_polygon, pf_fixed_point to,
                  int32_t to_polygon, int fraction_bits);

#endif
