/* mesh_file.h - Polyanya .mesh files, version 2. */
#ifndef PATHFAN_MESH_MESH_FILE_H
#define PATHFAN_MESH_MESH_FILE_H

#include <stdio.h>

#include "geometry/frame.h"
#include "mesh/mesh_data.h"

/* Reads the text of a mesh [Size: bytes]; path is for messages. Real-valued
 * coordinates go to the lattice of *frame, which is chosen so that nothing is
 * rounded where that is possible. Neighbour arrays may be missing (a line ends
 * after its vertices); where they are given they are held against the polygons.
 * The mesh is finished. Errors: NO_MEMORY, LIMIT, MALFORMED (with path and line). */
pathfan_status pathfan_mesh_file_parse(const char *text, size_t bytes, const char *path,
                                       pathfan_frame *frame, pathfan_mesh_data *mesh,
                                       pathfan_error *error);

/* Writes a finished mesh: points in map units, one vertex a point. The caller
 * looks for write errors of the stream. Errors: NO_MEMORY. */
pathfan_status pathfan_mesh_file_write(FILE *stream, const pathfan_frame *frame,
                                       const pathfan_mesh *mesh);

#endif
