/* server.h - shared by handlers: the state of one server, and the table of routes. */
#ifndef PF_VIEWER_SERVER_H
#define PF_VIEWER_SERVER_H

#include <pthread.h>

#include "viewer/crowds.h"
#include "server/exchange.h"
#include "server/http.h"
#include "viewer/jobs.h"
#include "viewer/options.h"
#include "viewer/served_maps.h"

typedef struct pf_server {
  const pf_viewer_options *options;
  pf_served_maps *maps;
  pf_jobs *jobs;
  pf_crowds *crowds;
  struct pf_study *study;           /* NULL: not offered */
  char *drawings;                   /* folder of drawings */
  const struct pf_signals *signals; /* that end the server; NULL: not taken yet */
  pthread_mutex_t replacing;        /* held while a drawing is replaced */
  char tag[20];                     /* random, of this run: no ETag outlives it */
  pf_http *http;                    /* set before it listens */
} pf_server;

/* Answers an exchange, or sets x->how to the slower lane that is to. worker: the thread's; NULL for
 * quick routes. */
typedef void pf_handler(pf_server *server, pf_worker *worker, pf_exchange *x);

typedef enum pf_route_kind {
  PF_ROUTE_QUICK = 0, /* answered by the thread that talks to the client */
  PF_ROUTE_READ,      /* answered by the pool */
  PF_ROUTE_ASK,       /* likewise, with a body: only for pages of this server */
  PF_ROUTE_SOURCE     /* likewise, with a body that may be a whole map */
} pf_route_kind;

/* Pools, so that fast requests don't wait for slow ones: fast is work bounded by an index,
 * Polyanya, and all reading; slow are searches, and steps of crowds; reading is of maps sent, one
 * at a time. */
typedef enum pf_viewer_lane {
  PF_VIEWER_FAST = 0,
  PF_VIEWER_SLOW,
  PF_VIEWER_READING,
  PF_VIEWER_LANES
} pf_viewer_lane;

/* One path and method. "{map}" and the like in a pattern stand for one part. */
typedef struct pf_http_route {
  const char *method, *pattern;
  pf_route_kind kind;
  pf_viewer_lane lane; /* the first lane, unless the kind is quick */
  pf_handler *handler;
} pf_http_route;

extern const pf_http_route pf_routes[];
extern const int pf_route_count;

/* Finds the route of a method (HEAD counts as GET) and a path, and the parts in place of {...}.
 * NULL: there is none; *path_known says whether there is one for other methods, which allowed then
 * lists. */
const pf_http_route *pf_route_find(const char *method, const char *path,
                                   char parts[2][PF_PART_BYTES], bool *path_known,
                                   char allowed[64]);

/* The viewer as a service; its context is the server. */
extern const pf_service pf_viewer_service;

/* Returns the map that the address names, held; NULL after answering 404. */
pf_served_map *pf_take_map(pf_server *server, pf_exchange *x, const char *id);

/* Gives an answer the ETag of a source's generation in this run. */
void pf_tag_shape(const pf_server *server, pf_exchange *x, const pf_source_facts *facts);

/* ---- Handlers, by file ---- */

/* api_page.c */
pf_handler pf_get_page;

/* api_maps.c */
pf_handler pf_get_maps, pf_get_map, pf_get_geometry, pf_get_thumbnail, pf_get_source;

/* api_drawings.c */
pf_handler pf_post_map, pf_get_drawing, pf_put_drawing, pf_delete_map, pf_get_job, pf_delete_job;

/* api_look.c */
pf_handler pf_get_look, pf_get_vertex, pf_get_vertices;

/* api_terrain.c */
pf_handler pf_get_terrain, pf_get_field;

/* api_crowds.c */
pf_handler pf_get_environments, pf_post_crowd, pf_get_crowd, pf_post_steps, pf_patch_crowd,
    pf_delete_crowd;

/* api_study.c */
pf_handler pf_get_study, pf_post_participant, pf_post_study_query, pf_post_response,
    pf_get_progress, pf_get_export, pf_get_results;

/* api_targets.c */
pf_handler pf_post_targets;

/* api_query.c */
pf_handler pf_post_query;

/* Options for answering a query about a map; others: as in pf_request_read. hide: leaves out
 * whatever would reveal the method. */
typedef struct pf_query_options {
  const char *others;
  const char *algorithm; /* replaces that of the request; NULL: doesn't */
  int32_t paths;         /* replaces that of the request; 0: doesn't */
  bool exact;            /* no separation and no bound on loops, whatever the request has */
  bool hide;
} pf_query_options;

void pf_answer_query(pf_server *server, pf_worker *worker, pf_exchange *x, const json_t *object,
                     const pf_query_options *options);

#endif
