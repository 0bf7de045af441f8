/* drawings.h - drawings kept in a folder: DATA/drawings/ID/ with the drawing itself (drawing.json),
 * its map (map) and the map's index (index.pathfan).
 *
 * Each file is replaced whole. drawing.json is authoritative: the map is rewritten from it, and an
 * index of another map is rebuilt. The server makes ID, from no text that was sent. */
#ifndef PF_VIEWER_DRAWINGS_H
#define PF_VIEWER_DRAWINGS_H

#include "pathfan/build.h"
#include "viewer/drawing.h"
#include "viewer/server.h"

/* Serves the drawings in the folder. One that can't be read is skipped with a message. Errors: IO,
 * NO_MEMORY. */
pathfan_status pf_drawings_load(pf_server *server, pathfan_error *error);

/* A map as text, and the drawing that it was made from. */
typedef struct pf_drawn_map {
  const char *text;
  size_t bytes;
  const pf_drawing *drawing;                /* NULL: only the map is kept, which can't be edited */
  pathfan_cancelled_function *is_cancelled; /* called while the map is read */
  void *context;
} pf_drawn_map;

/* Adds a map, held for the caller, and queues the build of its index; a terrain has none, and *job
 * is 0. Errors: LIMIT (there are too many), IO, NO_MEMORY, and those of reading the map: MALFORMED,
 * ARGUMENT, LIMIT, CANCELLED. */
pathfan_status pf_drawings_add(pf_server *server, const char *name, const pf_drawn_map *map,
                               pf_served_map **served, int32_t *job, pathfan_error *error);

/* Replaces the drawing of an editable map, and queues the build of its index, or the reading of a
 * terrain. One call at a time. Errors: IO, NO_MEMORY. */
pathfan_status pf_drawings_set(pf_server *server, pf_served_map *served, const pf_drawing *drawing,
                               int32_t *job, pathfan_error *error);

/* Reads the drawing of an editable map. Errors: IO, NO_MEMORY, MALFORMED. */
pathfan_status pf_drawings_get(pf_served_map *served, pf_drawing *drawing, pathfan_error *error);

/* Stops serving a drawing and removes its files. */
void pf_drawings_remove(pf_server *server, pf_served_map *served);

#endif
