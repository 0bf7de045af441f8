/* picture.h - a picture as a map of cells: a pixel is a cell, blocked if it is darker than half, or
 * not opaque. */
#ifndef PF_BUILDER_PICTURE_H
#define PF_BUILDER_PICTURE_H

#include <stdbool.h>
#include <stddef.h>

#include "pathfan/status.h"

/* Whether these are the bytes of a PNG. */
bool pf_picture_is(const void *bytes, size_t count);

/* Makes the text of a .map, which the caller frees. Errors: NO_MEMORY, LIMIT, MALFORMED, with name.
 */
pathfan_status pf_picture_cells(const void *bytes, size_t count, const char *name, char **text,
                                size_t *text_bytes, pathfan_error *error);

#endif
