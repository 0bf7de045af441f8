/* http_server.h - a server as its own files see it: http.c starts and stops it, requests.c takes
 * requests, sending.c sends answers. And what these share: the clients' memory, and the pools. */
#ifndef PF_SERVER_HTTP_SERVER_H
#define PF_SERVER_HTTP_SERVER_H

#include <pthread.h>
#include <stdatomic.h>

#include "server/budget.h"
#include "server/peers.h"
#include "server/service.h"

struct pf_http {
  const pf_service *service;
  void *context;
  struct MHD_Daemon *daemon;
  pf_budget budget;
  pf_peers peers;
  pf_pool *pools[PF_HTTP_POOLS];
  pf_pool_options limits[PF_HTTP_POOLS];
  int pool_count, port, seconds_idle;
  char own_name[256], other_name[256];
  const char *client_header;
  atomic_int running; /* requests being worked on or whose answer is on its way */
  atomic_bool stopping;
  pthread_mutex_t lock; /* of leave */
  pthread_cond_t leave; /* wakes the monitor */
  pthread_t monitor;
  bool has_monitor;
};

/* Smaller bodies and answers aren't counted: the number of connections bounds them, and quick
 * requests are answered also while there is no room. */
#define PF_HTTP_SMALL_BYTES (64 << 10)

/* Gives back all but so many of the bytes that the exchange makes the server hold. */
void pf_http_let_go(pf_http *http, pf_exchange *x, uint64_t bytes);

/* Status for a client that is gone, as in nginx: it is only counted, as no client reads it. */
#define PF_CLIENT_GONE 499

/* Puts the exchange into a pool. False: it was refused, which answers it. */
bool pf_http_put(pf_http *http, int pool, pf_exchange *x);

/* Refuses it because the server is about to end. */
void pf_http_refuse_ending(pf_exchange *x);

#endif
