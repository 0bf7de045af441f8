/* cdt.h - constrained Delaunay triangulation of free space, on exact integers.
 *
 * Source: polyanya-2017, section 5 (CDT). */
#ifndef PF_MESHING_CDT_H
#define PF_MESHING_CDT_H

#include "geometry/outline.h"
#include "mesh/mesh_data.h"

/* Bytes per vertex that triangulating and merging together use at their peak: the maximum measured
 * over many maps. */
#define PF_MESH_BYTES_PER_VERTEX 400

/* Triangulates the free side of an outline. The result has vertices (those of the outline, in its
 * order), polygons (triangles, counter-clockwise) and neighbours; pf_mesh_finish makes the
 * rest. Every edge of the outline is an edge of a triangle; all other edges are locally Delaunay,
 * co-circular ties broken so that the result depends only on the outline. An outline without free
 * space gives an empty mesh. Errors: NO_MEMORY; LIMIT for more than 2^28 vertices; MALFORMED if
 * edges cross or don't close (a bug in the code that made the outline). */
pathfan_status pf_cdt_build(const pf_outline *outline, pf_mesh_data *mesh);

/* The same with lines [Size: line_count] across free space or obstacles: in free space they are
 * edges of triangles, too. No line may be an edge of the outline. The outline may have vertices
 * without edges, such as ends of lines. Errors: also MALFORMED if two lines are the same, or cross
 * each other or the outline. */
pathfan_status pf_cdt_build_with(const pf_outline *outline, const pf_outline_edge *lines,
                                 int32_t line_count, pf_mesh_data *mesh);

#endif
