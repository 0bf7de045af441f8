/* server.h - shared by handlers: the state of one server, and the table of routes. */
#ifndef PATHFAN_VIEWER_SERVER_H
#define PATHFAN_VIEWER_SERVER_H

#include <pthread.h>

#include "viewer/crowds.h"
#include "server/exchange.h"
#include "server/http.h"
#include "viewer/jobs.h"
#include "viewer/options.h"
#include "viewer/served_maps.h"

typedef struct pathfan_server {
  const pathfan_viewer_options *options;
  pathfan_served_maps *maps;
  pathfan_jobs *jobs;
  pathfan_crowds *crowds;
  struct pathfan_study *study;           /* NULL: not offered */
  char *drawings;                        /* folder of drawings */
  const struct pathfan_signals *signals; /* that end the server; NULL: not taken yet */
  pthread_mutex_t replacing;             /* held while a drawing is replaced */
  char tag[20];                          /* random, of this run: no ETag outlives it */
  pathfan_http *http;                    /* set before it listens */
} pathfan_server;

/* Answers an exchange, or sets x->how to the slower lane that is to. desk: the thread's; NULL for
 * quick routes. */
typedef void pathfan_handler(pathfan_server *server, pathfan_desk *desk, pathfan_exchange *x);

typedef enum pathfan_route_kind {
  PATHFAN_ROUTE_QUICK = 0, /* answered by the thread that talks to the client */
  PATHFAN_ROUTE_READ,      /* answered by the pool */
  PATHFAN_ROUTE_ASK,       /* likewise, with a body: only for pages of this server */
  PATHFAN_ROUTE_SOURCE     /* likewise, with a body that may be a whole map */
} pathfan_route_kind;

/* Pools, so that fast requests don't wait for slow ones: fast is work bounded by an index,
 * Polyanya, and all reading; slow are searches, and steps of crowds; reading is of maps sent, one
 * at a time. */
typedef enum pathfan_viewer_lane {
  PATHFAN_VIEWER_FAST = 0,
  PATHFAN_VIEWER_SLOW,
  PATHFAN_VIEWER_READING,
  PATHFAN_VIEWER_LANES
} pathfan_viewer_lane;

/* One path and method. "{map}" and the like in a pattern stand for one part. */
typedef struct pathfan_route {
  const char *method, *pattern;
  pathfan_route_kind kind;
  pathfan_viewer_lane lane; /* the first lane, unless the kind is quick */
  pathfan_handler *handler;
} pathfan_route;

extern const pathfan_route pathfan_routes[];
extern const int pathfan_route_count;

/* Finds the route of a method (HEAD counts as GET) and a path, and the parts in place of {...}.
 * NULL: there is none; *path_known says whether there is one for other methods, which allowed then
 * lists. */
const pathfan_route *pathfan_route_find(const char *method, const char *path,
                                        char parts[2][PATHFAN_PART_BYTES], bool *path_known,
                                        char allowed[64]);

/* The viewer as a service; its context is the server. */
extern const pathfan_service pathfan_viewer_service;

/* Returns the map that the address names, held; NULL after answering 404. */
pathfan_served_map *pathfan_take_map(pathfan_server *server, pathfan_exchange *x, const char *id);

/* Gives an answer the ETag of a source's generation in this run. */
void pathfan_tag_shape(const pathfan_server *server, pathfan_exchange *x,
                       const pathfan_source_facts *facts);

/* ---- Handlers, by file ---- */

/* api_page.c */
pathfan_handler pathfan_get_page;

/* api_maps.c */
pathfan_handler pathfan_get_maps, pathfan_get_map, pathfan_get_geometry, pathfan_get_thumbnail,
    pathfan_get_source;

/* api_drawings.c */
pathfan_handler pathfan_post_map, pathfan_get_drawing, pathfan_put_drawing, pathfan_delete_map,
    pathfan_get_job, pathfan_delete_job;

/* api_look.c */
pathfan_handler pathfan_get_look, pathfan_get_vertex, pathfan_get_vertices;

/* api_terrain.c */
pathfan_handler pathfan_get_terrain, pathfan_get_field;

/* api_crowds.c */
pathfan_handler pathfan_get_environments, pathfan_post_crowd, pathfan_get_crowd, pathfan_post_steps,
    pathfan_patch_crowd, pathfan_delete_crowd;

/* api_study.c */
pathfan_handler pathfan_get_study, pathfan_post_participant, pathfan_post_study_query,
    pathfan_post_response, pathfan_get_progress, pathfan_get_export, pathfan_get_results;

/* api_targets.c */
pathfan_handler pathfan_post_targets;

/* api_query.c */
pathfan_handler pathfan_post_query;

/* Options for answering a query about a map; others: as in pathfan_request_read. hide: leaves out
 * whatever would reveal the method. */
typedef struct pathfan_query_options {
  const char *others;
  const char *algorithm; /* replaces that of the request; NULL: doesn't */
  int32_t paths;         /* replaces that of the request; 0: doesn't */
  bool exact;            /* separation 0, whatever the request has */
  bool hide;
} pathfan_query_options;

void pathfan_answer_query(pathfan_server *server, pathfan_desk *desk, pathfan_exchange *x,
                          const json_t *object, const pathfan_query_options *options);

#endif
