/* movingai.h - reading MovingAI .map files.
 *
 * Accepted: "type octile", "height H" and "width W" (either order), "map", then
 * H rows of exactly W characters out of . G @ O T S W; LF or CRLF; blank lines
 * at the end. Rejected, with file and line: everything else. */
#ifndef PATHFAN_MAP_MOVINGAI_H
#define PATHFAN_MAP_MOVINGAI_H

#include <stddef.h>

#include "map/grid.h"

/* Parses text[0..bytes) into a newly allocated grid. name is used in messages.
 * passable lists the characters of free cells (NULL: ".G"); one that is not a
 * terrain character is an ARGUMENT error. Errors: NO_MEMORY, MALFORMED, ARGUMENT. */
pathfan_status pathfan_movingai_parse(const char *text, size_t bytes, const char *name,
                                      const char *passable, pathfan_grid *grid,
                                      pathfan_error *error);

/* Reads a whole file into memory the caller frees; rejects directories and
 * files above max_bytes. The text is zero-terminated past *bytes. */
pathfan_status pathfan_file_read(const char *path, size_t max_bytes, char **text, size_t *bytes,
                                 pathfan_error *error);

#endif
