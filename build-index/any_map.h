/* any_map.h - from the text of a map, of any kind, to a mesh to walk on. */
#ifndef PATHFAN_BUILD_ANY_MAP_H
#define PATHFAN_BUILD_ANY_MAP_H

#include "base/permit.h"
#include "space/ground.h"
#include "pathfan/build.h"

/* No map file may be larger: one of so many bytes has more vertices than an index
 * can be built of, and a mesh more than can be numbered. */
#define PATHFAN_MAP_BYTES_MAX ((size_t)1 << 30)

/* Reads a map from text[0..bytes); path is for messages. *ground is all zero after an error; free
 * it with pathfan_ground_free. Nothing stays taken of the permit. Errors: NO_MEMORY, ARGUMENT,
 * LIMIT (among others, of memory), MALFORMED (with path and line or feature), CANCELLED. */
pathfan_status pathfan_ground_read(const char *text, size_t bytes, const char *path,
                                   const pathfan_map_options *options, const pathfan_permit *permit,
                                   pathfan_ground *ground, pathfan_error *error);

#endif
