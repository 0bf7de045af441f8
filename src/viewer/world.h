/* world.h - the maps that are served, and what is open of each.
 *
 * A place is a served map under an id that the server made: an index or a map that was
 * named on the command line, or a drawing. What answers requests about it is its view,
 * an open index or, until there is one, the map in memory. Places and views are held by
 * whoever works with them and live until the last has let go; so a request goes on with
 * what it began with while a new view takes the old one's place.
 *
 * A view's index may also move to a new generation by itself (pathfan_index_reload): after a
 * build here, or when somebody else has published one, for which whoever takes the view looks
 * once a second at most. Any thread may call anything here. */
#ifndef PATHFAN_VIEWER_WORLD_H
#define PATHFAN_VIEWER_WORLD_H

#include <jansson.h>

#include "request/source.h"

/* What is open of a place. */
typedef struct pathfan_view {
  int holders;    /* atomic */
  int64_t looked; /* atomic; second in which it was asked last whether the index is stale */
  pathfan_source source;
} pathfan_view;

/* Takes over index or map; NULL if memory is out, and both are closed then. */
pathfan_view *pathfan_view_make(pathfan_index *index, pathfan_map *map);

/* A view of the index at a path, if it was made of this map as it is now; NULL: it wasn't. */
pathfan_view *pathfan_view_of_made(const char *index_path, const char *map_path);

pathfan_view *pathfan_view_hold(pathfan_view *view);
void pathfan_view_release(pathfan_view *view); /* NULL is fine */

#define PATHFAN_ID_BYTES 64

typedef struct pathfan_place {
  int holders; /* atomic */
  char id[PATHFAN_ID_BYTES];
  char *map_path;   /* of the source; NULL: what the index holds */
  char *index_path; /* where it is or is going to be */
  char *drawing;    /* folder of what was added here; NULL: it was named */
  bool editable;    /* that is a drawing, not only a map */

  /* Under the world's lock. */
  char *name; /* for people */
  pathfan_view *view;
  int32_t job; /* that builds it; 0: none */
} pathfan_place;

typedef struct pathfan_world pathfan_world;

/* Called with a sentence about something that was left out; may be NULL. */
typedef void pathfan_world_message(const char *sentence);

/* Errors: NO_MEMORY. */
pathfan_status pathfan_world_make(pathfan_world **world, pathfan_error *error);
void pathfan_world_free(pathfan_world *world); /* NULL is fine */

/* Adds what lies at a path: an index, a map, or all of both in a folder and below. The
 * indexes of maps are going to be in the folder `made`. A file of a folder that can't be
 * opened is left out with a message. Errors: those of opening, ARGUMENT (a folder holds
 * nothing), NO_MEMORY. */
pathfan_status pathfan_world_add(pathfan_world *world, const char *path, const char *made,
                                 pathfan_world_message *message, pathfan_error *error);

/* Adds a place under an id that begins like `name`, or is `id` if that is given; takes over
 * view. *place is held for the caller. Errors: NO_MEMORY (view is released). */
pathfan_status pathfan_world_put(pathfan_world *world, const char *id, const char *name,
                                 const char *map_path, const char *index_path, const char *drawing,
                                 bool editable, pathfan_view *view, pathfan_place **place);

/* The place of an id, held; NULL if there is none. */
pathfan_place *pathfan_world_take(pathfan_world *world, const char *id);
pathfan_place *pathfan_place_hold(pathfan_place *place);
void pathfan_place_release(pathfan_place *place); /* NULL is fine */

/* Removes a place; those who hold it may go on. False: it was not there any more. */
bool pathfan_world_remove(pathfan_world *world, pathfan_place *place);

int32_t pathfan_world_count(pathfan_world *world);

/* All places in order, each held, and how many; NULL: memory is out. */
pathfan_place **pathfan_world_places(pathfan_world *world, int32_t *count);
void pathfan_places_release(pathfan_place **places, int32_t count); /* NULL is fine */

/* The view of a place, held. */
pathfan_view *pathfan_world_view(pathfan_world *world, pathfan_place *place);

/* Takes over a view, in place of what the place had. */
void pathfan_world_show(pathfan_world *world, pathfan_place *place, pathfan_view *view);

/* Says which job builds a place; 0: none. */
void pathfan_world_set_job(pathfan_world *world, pathfan_place *place, int32_t job);

/* What GET /api/maps tells of a place. NULL: memory is out. */
json_t *pathfan_world_describe(pathfan_world *world, pathfan_place *place);

#endif
