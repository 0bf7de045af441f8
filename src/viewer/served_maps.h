/* served_maps.h - the served maps.
 *
 * Each is served under an id that the server made: an index or a map named on the command line, or
 * a drawing. Requests about it are answered by a held source. Both are held by their users and live
 * until the last one releases them, so a request continues with the source it began with while a
 * new one takes its place. Any thread may call any function here. */
#ifndef PF_VIEWER_SERVED_MAPS_H
#define PF_VIEWER_SERVED_MAPS_H

#include <jansson.h>

#include "server/held_source.h"

#define PF_ID_BYTES 64

typedef struct pf_served_map {
  _Atomic int holders;
  char id[PF_ID_BYTES];
  char *map_path;   /* of the source; NULL: the index holds the map */
  char *index_path; /* where the index is, or will be */
  char *drawing;    /* folder of a map added here; NULL: it was named */
  bool editable;    /* it is a drawing, not only a map */

  /* Guarded by the lock of all. */
  char *name; /* for people */
  pf_held_source *held;
  int32_t job;         /* the one that builds its index; 0: none */
  double agent_radius; /* to build with, map units; held may have another */
} pf_served_map;

typedef struct pf_served_maps pf_served_maps;

/* Called with a sentence about something skipped; may be NULL. */
typedef void pf_served_message(const char *sentence);

/* Makes an empty list. Errors: NO_MEMORY. */
pathfan_status pf_served_maps_make(pf_served_maps **maps, pathfan_error *error);
void pf_served_maps_free(pf_served_maps *maps); /* NULL is fine */

/* Adds the index or map at a path, or all of both in a folder and below. The indexes of maps will
 * be in the folder `made`. A file of a folder that can't be opened is skipped with a message.
 * Errors: those of opening, ARGUMENT (a folder holds nothing), NO_MEMORY. */
pathfan_status pf_served_maps_add(pf_served_maps *maps, const char *path, const char *made,
                                  pf_served_message *message, pathfan_error *error);

/* A map that is to be served; members are as in pf_served_map, texts are copied. */
typedef struct pf_new_map {
  const char *id; /* NULL: one that begins like the name is made */
  const char *name, *map_path, *index_path, *drawing;
  bool editable;
  double agent_radius;
  pf_held_source *held; /* taken over, and released if adding fails */
} pf_new_map;

/* Serves a map. *served is held for the caller. Errors: NO_MEMORY. */
pathfan_status pf_served_maps_put(pf_served_maps *maps, const pf_new_map *map,
                                  pf_served_map **served);

/* Returns the map of an id, held; NULL: there is none. */
pf_served_map *pf_served_maps_take(pf_served_maps *maps, const char *id);
pf_served_map *pf_served_map_retain(pf_served_map *served);
void pf_served_map_release(pf_served_map *served); /* NULL is fine */

/* Stops serving a map; its holders may go on. False: it wasn't served any more. */
bool pf_served_maps_remove(pf_served_maps *maps, pf_served_map *served);

int32_t pf_served_maps_count(pf_served_maps *maps);

/* Returns all maps in order, each held, and their number; NULL: out of memory. */
pf_served_map **pf_served_maps_list(pf_served_maps *maps, int32_t *count);
void pf_served_list_release(pf_served_map **all, int32_t count); /* NULL is fine */

/* Returns the source of a map, fresh and held. */
pf_held_source *pf_served_map_source(pf_served_maps *maps, pf_served_map *served);

/* Takes over a source, which replaces the map's. */
void pf_served_map_show(pf_served_maps *maps, pf_served_map *served, pf_held_source *held);

/* Records the job that builds a map's index; 0: none. */
void pf_served_map_set_job(pf_served_maps *maps, pf_served_map *served, int32_t job);

/* Set and get the radius with which its index is built from now on. */
void pf_served_map_set_radius(pf_served_maps *maps, pf_served_map *served, double agent_radius);
double pf_served_map_radius(pf_served_maps *maps, pf_served_map *served);

/* Returns the radius of a source of the map. */
double pf_served_map_radius_of(pf_served_maps *maps, pf_served_map *served,
                               const pf_held_source *held);

/* Returns a map's description in GET /api/maps. NULL: out of memory. */
json_t *pf_served_map_describe(pf_served_maps *maps, pf_served_map *served);

#endif
