/* state.h - the state of one `serve`, shared by its files. */
#ifndef PATHFAN_SERVE_STATE_H
#define PATHFAN_SERVE_STATE_H

#include <pthread.h>

#include "serve/indexes.h"
#include "serve/metrics.h"
#include "serve/options.h"
#include "server/http.h"

typedef struct pathfan_serve_state {
  const pathfan_serve_options *options;
  pathfan_served_indexes indexes;
  pathfan_serve_metrics metrics;
  pathfan_http *http;
  pthread_key_t desk; /* one for each thread that talks to clients */
} pathfan_serve_state;

#endif
