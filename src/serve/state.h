/* state.h - the state of one `serve`, shared by its files. */
#ifndef PF_SERVE_STATE_H
#define PF_SERVE_STATE_H

#include <pthread.h>

#include "serve/ask.h"
#include "serve/indexes.h"
#include "serve/metrics.h"
#include "serve/options.h"
#include "server/http.h"

typedef struct pf_serve_state {
  const pf_serve_options *options;
  pf_served_indexes indexes;
  pf_serve_metrics metrics;
  pf_http *http;        /* NULL: none listens, and memory of clients has no bound */
  pthread_key_t worker; /* one for each thread that talks to clients */
} pf_serve_state;

/* Counts the bytes of an answer that grows, besides the request's body, which stays until it is
 * complete. False: refusal says that there is no room for it. */
bool pf_serve_hold(pf_serve_state *serve, pf_exchange *x, uint64_t bytes, pf_refusal *refusal);

#endif
