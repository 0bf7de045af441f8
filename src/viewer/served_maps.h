/* served_maps.h - the maps that are served.
 *
 * Each is served under an id that the server made: an index or a map that was named on the
 * command line, or a drawing. What answers requests about it is a held source. Both are held
 * by whoever works with them and live until the last has let go; so a request goes on with
 * what it began with while a new source takes the old one's place. Any thread may call
 * anything here. */
#ifndef PATHFAN_VIEWER_SERVED_MAPS_H
#define PATHFAN_VIEWER_SERVED_MAPS_H

#include <jansson.h>

#include "server/held_source.h"

#define PATHFAN_ID_BYTES 64

typedef struct pathfan_served_map {
  int holders; /* atomic */
  char id[PATHFAN_ID_BYTES];
  char *map_path;   /* of the source; NULL: what the index holds */
  char *index_path; /* where it is or is going to be */
  char *drawing;    /* folder of what was added here; NULL: it was named */
  bool editable;    /* that is a drawing, not only a map */

  /* Under the lock of all. */
  char *name; /* for people */
  pathfan_held_source *held;
  int32_t job;         /* that builds it; 0: none */
  double agent_radius; /* that it is built with, map units; what is held may have another */
} pathfan_served_map;

typedef struct pathfan_served_maps pathfan_served_maps;

/* Called with a sentence about something that was left out; may be NULL. */
typedef void pathfan_served_message(const char *sentence);

/* Errors: NO_MEMORY. */
pathfan_status pathfan_served_maps_make(pathfan_served_maps **maps, pathfan_error *error);
void pathfan_served_maps_free(pathfan_served_maps *maps); /* NULL is fine */

/* Adds what lies at a path: an index, a map, or all of both in a folder and below. The
 * indexes of maps are going to be in the folder `made`. A file of a folder that can't be
 * opened is left out with a message. Errors: those of opening, ARGUMENT (a folder holds
 * nothing), NO_MEMORY. */
pathfan_status pathfan_served_maps_add(pathfan_served_maps *maps, const char *path,
                                       const char *made, pathfan_served_message *message,
                                       pathfan_error *error);

/* Serves a map under an id that begins like `name`, or is `id` if that is given; takes over
 * held. *served is held for the caller. Errors: NO_MEMORY (held is released). */
pathfan_status pathfan_served_maps_put(pathfan_served_maps *maps, const char *id, const char *name,
                                       const char *map_path, const char *index_path,
                                       const char *drawing, bool editable,
                                       pathfan_held_source *held, pathfan_served_map **served);

/* The map of an id, held; NULL if there is none. */
pathfan_served_map *pathfan_served_maps_take(pathfan_served_maps *maps, const char *id);
pathfan_served_map *pathfan_served_map_retain(pathfan_served_map *served);
void pathfan_served_map_release(pathfan_served_map *served); /* NULL is fine */

/* Serves it no more; those who hold it may go on. False: it was not there any more. */
bool pathfan_served_maps_remove(pathfan_served_maps *maps, pathfan_served_map *served);

int32_t pathfan_served_maps_count(pathfan_served_maps *maps);

/* All of them in order, each held, and how many; NULL: memory is out. */
pathfan_served_map **pathfan_served_maps_list(pathfan_served_maps *maps, int32_t *count);
void pathfan_served_list_release(pathfan_served_map **all, int32_t count); /* NULL is fine */

/* The source of a map, fresh and held. */
pathfan_held_source *pathfan_served_map_source(pathfan_served_maps *maps,
                                               pathfan_served_map *served);

/* Takes over a source, in place of what the map had. */
void pathfan_served_map_show(pathfan_served_maps *maps, pathfan_served_map *served,
                             pathfan_held_source *held);

/* Says which job builds a map's index; 0: none. */
void pathfan_served_map_set_job(pathfan_served_maps *maps, pathfan_served_map *served, int32_t job);

/* The radius that its index is built with from now on; of a new map 0. */
void pathfan_served_map_set_radius(pathfan_served_maps *maps, pathfan_served_map *served,
                                   double agent_radius);
double pathfan_served_map_radius(pathfan_served_maps *maps, pathfan_served_map *served);

/* The radius of what is held of it. */
double pathfan_served_map_radius_of(pathfan_served_maps *maps, pathfan_served_map *served,
                                    const pathfan_held_source *held);

/* What GET /api/maps tells of a map. NULL: memory is out. */
json_t *pathfan_served_map_describe(pathfan_served_maps *maps, pathfan_served_map *served);

#endif
