/* twins.h - the two corners of each edge that two polygons share. */
#ifndef PF_MESH_TWINS_H
#define PF_MESH_TWINS_H

#include "mesh/mesh.h"
#include "pathfan/status.h"

/* Finds for each corner c the corner at which the neighbour across c's edge begins the same edge,
 * from the next corner's vertex back to c's; -1 at a wall, or if the two polygons don't agree.
 * twin: [Size: first_corner[polygon_count]]. Errors: NO_MEMORY. */
pathfan_status pf_mesh_twins(const pf_mesh *mesh, int32_t *twin);

#endif
