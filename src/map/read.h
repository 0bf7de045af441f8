/* read.h - the text that maps are made of: that of a file, and of those that it names. */
#ifndef PATHFAN_MAP_READ_H
#define PATHFAN_MAP_READ_H

#include <stddef.h>

#include "pathfan/status.h"

/* Reads a map's file into memory the caller frees. Of a robot's map the image follows, as
 * map/occupancy.h has it, taken from the folder of the YAML unless its name begins with a slash. So
 * the text is the map by itself, and an index can keep it. Errors: IO, NO_MEMORY, LIMIT (together
 * above max_bytes), MALFORMED (it names no image). */
pathfan_status pathfan_map_read(const char *path, size_t max_bytes, char **text, size_t *bytes,
                                pathfan_error *error);

#endif
