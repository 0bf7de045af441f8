/* ground.h - from the text of a map, of any kind, to a mesh to walk on. */
#ifndef PATHFAN_BUILD_GROUND_H
#define PATHFAN_BUILD_GROUND_H

#include "mesh/ground.h"
#include "pathfan/build.h"

/* Reads a map from text[0..bytes); path is for messages. kind: what DEFAULT in
 * options->mesh stands for. *ground is all zero after an error; free it with
 * pathfan_ground_free. Errors: NO_MEMORY, ARGUMENT, LIMIT, MALFORMED. */
pathfan_status pathfan_ground_read(const char *text, size_t bytes, const char *path,
                                   const pathfan_map_options *options, pathfan_mesh_kind kind,
                                   pathfan_ground *ground, pathfan_error *error);

#endif
