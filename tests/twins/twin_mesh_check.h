/* twin_mesh_check.h - whether a mesh is a mesh, and of the right free space. */
#ifndef PATHFAN_TWIN_MESH_CHECK_H
#define PATHFAN_TWIN_MESH_CHECK_H

#include <stdbool.h>

#include "geometry/outline.h"
#include "mesh/mesh.h"

/* What is wrong with a mesh, or NULL. Goes by coordinates, so that it doesn't
 * matter how vertices are numbered or whether a point has several:
 *  - polygons are convex and counter-clockwise; corners may be collinear;
 *  - an edge with a neighbour is an edge of that neighbour, once, the other way
 *    round, and names the polygon in its turn;
 *  - the edges without one cover the edges of the outline, which may be cut into
 *    several, once, and there are no others;
 *  - the areas are the same.
 * This proves that the polygons cover free space once: their edges, summed with
 * their signs, leave the outline, so each point lies in as many polygons as the
 * outline winds round it.
 * With `delaunay`: they are triangles; every edge between two of them is locally
 * Delaunay and, where the four corners are co-circular, has the first of them by
 * (y, x) at an end. The text stays valid until the next call. */
const char *twin_mesh_fault(const pathfan_mesh *mesh, const pathfan_outline *outline,
                            bool delaunay);

#endif
