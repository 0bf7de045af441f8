/* surface.h - polygons in space become a mesh: a surface, which may lie above itself.
 *
 *   status = pf_surface_build(&soup, path, &frame, &mesh, &ignored, &error);
 *
 * Polygons are neighbours where they share an edge in space. The mesh's vertices are where the
 * corners are seen from above, and its searches walk from neighbour to neighbour, so paths are
 * shortest as seen from above (docs/decisions/surfaces.md). */
#ifndef PF_MESHING_SURFACE_H
#define PF_MESHING_SURFACE_H

#include "geometry/frame.h"
#include "mesh/mesh_data.h"
#include "meshing/soup.h"

/* Builds a finished mesh, with heights at its corners.
 * - Coordinates go to the lattice of *frame, as those of .mesh files do; or of soups with cells,
 *   to a fraction of these. Points with the same place and height are one.
 * - Polygons are turned counter-clockwise as seen from above; those that most others don't agree
 *   with are counted. Concave ones are cut. Ones without area as seen from above are left out and
 *   counted.
 * - Open edges that lie along each other as seen from above are joined where their heights allow
 *   (pf_soup.join), with new corners where one of them ends inside the other.
 * Refused, with the polygon: one whose outline meets itself; three polygons at an edge, or two on
 * the same side of it; polygons that go round a point more than once, or all the way round it but
 * for a wall without width; on a flat surface polygons that overlap.
 * Errors: NO_MEMORY, LIMIT, MALFORMED. */
pathfan_status pf_surface_build(const pf_soup *soup, const char *path, pf_frame *frame,
                                pf_mesh_data *mesh, pf_ignored *ignored, pathfan_error *error);

#endif
