/* read.h - reads the text of a map from its file, and from the files that this names. */
#ifndef PF_MAP_READ_H
#define PF_MAP_READ_H

#include <stddef.h>

#include "pathfan/status.h"

/* Reads a map file into memory that the caller frees, unpacked if gzip packed it. The image of a
 * robot's map is appended as map/occupancy.h describes; it is looked up in the folder of the YAML
 * unless its name begins with a slash, and must be a regular file near it (pf_named_check). So are
 * tilesets of a map of Tiled that are files of their own, as map/tiled_files.h describes; one that
 * can't be read is left to the reader to tell. So the text is complete in itself, and an index can
 * keep it. Errors: IO, NO_MEMORY, LIMIT (together above max_bytes), MALFORMED (a damaged file of
 * gzip; it names no image, or a file that lies elsewhere or is no tileset). */
pathfan_status pf_map_read(const char *path, size_t max_bytes, char **text, size_t *bytes,
                           pathfan_error *error);

/* Copies a map in memory likewise; files that it names are not looked for. */
pathfan_status pf_map_copy(const void *map, size_t map_bytes, const char *name, size_t max_bytes,
                           char **text, size_t *bytes, pathfan_error *error);

#endif
