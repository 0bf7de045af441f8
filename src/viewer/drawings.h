/* drawings.h - drawings kept in a folder: DATA/drawings/ID/ with the drawing itself
 * (drawing.json), the map it makes (map) and the index of that (index.pathfan).
 *
 * Each file is replaced whole. drawing.json is what counts: the map is written again from
 * it, and an index of another map is made anew. ID is made here, of no text that was sent. */
#ifndef PATHFAN_VIEWER_DRAWINGS_H
#define PATHFAN_VIEWER_DRAWINGS_H

#include "pathfan/build.h"
#include "viewer/drawing.h"
#include "viewer/server.h"

/* Serves what is in the folder. A drawing that can't be read is
 * left out with a message. Errors: IO, NO_MEMORY. */
pathfan_status pathfan_drawings_load(pathfan_server *server, pathfan_error *error);

/* Adds a drawing, held for the caller, and has its index made; a terrain has none, *job is 0. text
 * is the map; drawing is NULL if only the map is kept, which can't be drawn on then. Errors: LIMIT
 * (there are too many), IO, NO_MEMORY, and those of reading the map: MALFORMED, ARGUMENT, LIMIT,
 * CANCELLED (is_cancelled is asked with context while it is read). */
pathfan_status pathfan_drawings_add(pathfan_server *server, const char *name,
                                    const pathfan_drawing *drawing, const char *text, size_t bytes,
                                    pathfan_cancelled_function *is_cancelled, void *context,
                                    pathfan_served_map **served, int32_t *job,
                                    pathfan_error *error);

/* Replaces a drawing, the map being editable, and has its index made, or a terrain read. One at a
 * time. Errors: IO, NO_MEMORY. */
pathfan_status pathfan_drawings_set(pathfan_server *server, pathfan_served_map *served,
                                    const pathfan_drawing *drawing, int32_t *job,
                                    pathfan_error *error);

/* Reads the drawing of an editable map back. Errors: IO, NO_MEMORY, MALFORMED. */
pathfan_status pathfan_drawings_get(pathfan_served_map *served, pathfan_drawing *drawing,
                                    pathfan_error *error);

/* Serves a drawing no more and removes its files. */
void pathfan_drawings_remove(pathfan_server *server, pathfan_served_map *served);

#endif
