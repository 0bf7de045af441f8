/* mesh_file.h - .mesh files: version 2, Polyanya's, and version 3, of the benchmarks of
 * pathfinding.ai.
 *
 * Version 2: `mesh`, `2`, `V P` on a line each; a line `x y n p1 .. pn` for every vertex, the
 * polygons round it counter-clockwise, -1 for an obstacle; a line `n v1 .. vn p1 .. pn` for every
 * polygon, its corners counter-clockwise and its neighbours, p1 across the edge from vn to v1, p2
 * across that from v1 to v2 and so on, -1 for an obstacle. Counter-clockwise means a positive
 * shoelace sum.
 *
 * Version 3 counts vertices and polygons from 1: `mesh`, `3`, `V P`; lines `x y`; lines `t n v1 ..
 * vn p1 .. pn`, the same with t 1 for a walkable polygon and 0 for one that isn't: such polygons
 * are obstacles. p is a polygon that can be entered across the edge; if negative, the polygon -p
 * behind a wall; 0 for none. */
#ifndef PF_MESHING_MESH_FILE_H
#define PF_MESHING_MESH_FILE_H

#include <stdio.h>

#include "base/ignored.h"
#include "geometry/frame.h"
#include "mesh/mesh_data.h"

/* Reads the text of a mesh [Size: bytes]; path is for messages. The mesh is finished.
 * Besides the above it accepts:
 * - Both lists of polygons may be missing, on some lines or all. Where they are given
 *   they are checked against the polygons.
 * - All polygons clockwise: they are reversed.
 * - Equal points under several numbers; vertices that no polygon uses.
 * - T-junctions: corners in the middle of a neighbour's edge, exactly on its line.
 * A wall between two walkable polygons is refused, since no obstacle is behind it. Coordinates go
 * to the lattice of *frame. Its unit is 1, or a fraction by a power of two or ten, and nothing is
 * rounded, if all coordinates are multiples of it and the extent allows; otherwise it is the finest
 * that the extent allows. A polygon that is convex except for 1e-6 of its size (from rounding, here
 * or elsewhere) is cut into convex ones; one that rounding leaves without area is omitted, and
 * counted in ignored, as are vertices that no polygon uses; it may be NULL. Errors: NO_MEMORY,
 * LIMIT (2 GiB), MALFORMED (with path and line). */
pathfan_status pf_mesh_file_parse(const char *text, size_t bytes, const char *path, pf_frame *frame,
                                  pf_mesh_data *mesh, pf_ignored *ignored, pathfan_error *error);

/* Writes a finished mesh as version 2 or 3: points in map units, one vertex per point. Read again,
 * it is the same mesh in the same order. The caller checks the stream for write errors. Errors:
 * NO_MEMORY. */
pathfan_status pf_mesh_file_write(FILE *stream, int version, const pf_frame *frame,
                                  const pf_mesh *mesh);

#endif
