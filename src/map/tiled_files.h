/* tiled_files.h - tilesets of a Tiled map that are files of their own.
 *
 * In the text of a map they follow the map, each after a line that names it; map/read.h joins them,
 * so that the text is complete in itself. */
#ifndef PF_MAP_TILED_FILES_H
#define PF_MAP_TILED_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

/* At most this many tilesets are joined to a map. */
#define PF_TILED_FILES_MAX 256

/* Size of a tileset's name, with its terminator; those with longer ones aren't joined. */
#define PF_TILED_NAME_BYTES 256

/* The line before a tileset, without its name. */
#define PF_TILED_FILE_BEGIN "\n<!-- pathfan: tileset "
#define PF_TILED_FILE_END " -->\n"

/* Finds the name of the next file that the text of a map gives as a tileset, from *at on, which
 * moves behind it. False: there is none. */
bool pf_tiled_next_file(const char *text, size_t bytes, size_t *at, char name[PF_TILED_NAME_BYTES]);

/* Finds the map in a joined text, and the text of a tileset. False: it isn't there. */
pf_span pf_tiled_map_of(const char *text, size_t bytes);
bool pf_tiled_file_of(const char *text, size_t bytes, const char *name, pf_span *file);

#endif
