/* movingai.h - reads and writes MovingAI .map files.
 *
 * Accepted: "type octile", then "height H" and "width W" (either order), then "map", then H rows of
 * exactly W characters out of . G @ O T S W; LF or CRLF; blank lines at the end. H and W are
 * 1..PF_GRID_MAX. Everything else is rejected, with file and line. A map without any free cell
 * is fine. */
#ifndef PF_MAP_MOVINGAI_H
#define PF_MAP_MOVINGAI_H

#include <stddef.h>

#include "base/file.h" /* pf_read_file */
#include "base/ignored.h"
#include "geometry/grid.h"

/* The size of the largest legal map file: every cell, two bytes of line end per row, and room for
 * the header and blank lines. */
#define PF_MOVINGAI_MAX_BYTES ((size_t)PF_GRID_MAX * (PF_GRID_MAX + 2) + 65536)

/* Parses text[0..bytes) into a newly allocated grid. name is used in messages. passable lists the
 * characters of free cells (NULL: ".G"); one that is not a terrain character, or an empty list, is
 * an ARGUMENT error. ignored counts cells of S and W that are blocked; it may be NULL. Allocates
 * only once the text is known to hold all H x W cells. Errors: NO_MEMORY, MALFORMED, ARGUMENT;
 * *grid is all zero then. */
pathfan_status pf_movingai_parse(const char *text, size_t bytes, const char *name,
                                 const char *passable, pf_grid *grid, pf_ignored *ignored,
                                 pathfan_error *error);

/* pf_read_file and pf_movingai_parse in one. Errors: theirs. */
pathfan_status pf_movingai_read(const char *path, const char *passable, pf_grid *grid,
                                pathfan_error *error);

/* Writes '.' for free and '@' for blocked cells, atomically. Errors: IO, NO_MEMORY. */
pathfan_status pf_movingai_write(const pf_grid *grid, const char *path, pathfan_error *error);

#endif
