/* twin_mesh_check.h - checks that a mesh is a mesh, and covers the right free space. */
#ifndef PF_TWIN_MESH_CHECK_H
#define PF_TWIN_MESH_CHECK_H

#include <stdbool.h>

#include "geometry/outline.h"
#include "mesh/mesh.h"

/* Returns what is wrong with a mesh, NULL if nothing is; the text stays valid until the next call.
 * Goes by coordinates: the numbering of vertices doesn't matter, nor whether a point has several.
 *  - Polygons are convex and counter-clockwise; corners may be collinear.
 *  - An edge with a neighbour is an edge of that neighbour, once, in the opposite direction, and
 *    names the polygon as its neighbour.
 *  - The edges without one cover the outline's edges, which may be cut into several, exactly once,
 *    and there are no others.
 *  - The areas are equal.
 * This proves that the polygons cover free space once: their edges, summed with their signs, leave
 * the outline, so each point lies in as many polygons as the outline winds round it.
 * With `delaunay`: polygons are triangles; every edge between two of them is locally Delaunay and,
 * if the four corners are co-circular, has the first of them by (y, x) at an end. */
const char *twin_mesh_fault(const pf_mesh *mesh, const pf_outline *outline, bool delaunay);

#endif
