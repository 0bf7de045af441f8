/* serve.c - one server, from its options to its end. */
#include "serve/serve.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/status.h"
#include "serve/limits.h"
#include "serve/listen.h"
#include "serve/service.h"
#include "serve/state.h"
#include "server/signals.h"

#define PORT_DEFAULT 8080

/* Niceness above that of the threads that talk to clients: of batches, of searches. */
#define NICE_BATCH 5
#define NICE_SLOW 10
#define NICE_COSTS 15

void pf_serve_options_init(pf_serve_options *options) {
  const long processors = sysconf(_SC_NPROCESSORS_ONLN);
  *options = (pf_serve_options){.bind = "127.0.0.1",
                                .port = PORT_DEFAULT,
                                .connections = 1024,
                                .queue = 64,
                                .queue_of_one = 16,
                                .work_limit = PF_WORK_MAX,
                                .copies = PF_SERVE_COPIES};
  options->threads = processors < 1 ? 1 : processors > 16 ? 16 : (int32_t)processors;
  options->workers = options->threads > 1 ? options->threads - 1 : 1;
}

static void free_worker(void *worker) {
  pf_worker_clear(worker);
  free(worker);
}

/* Reports where it listens. */
static void report_listening(const pf_serve_state *serve, bool is_inherited) {
  const pf_serve_options *options = serve->options;
  char address[256];
  if (!is_inherited && !options->socket) {
    pf_http_report(serve->http, options->bind, options->listening, options->message);
    return;
  }
  if (is_inherited)
    snprintf(address, sizeof address, "the socket that was handed over");
  else
    snprintf(address, sizeof address, "unix:%s", options->socket);
  if (options->listening) options->listening(address);
}

static pathfan_status serve_until_end(pf_serve_state *serve, const pf_signals *signals,
                                      pathfan_error *error) {
  const pf_serve_options *options = serve->options;
  pf_http_options http = {.bind = options->bind,
                          .port = options->port,
                          .socket = pf_listen_inherited(),
                          .host = options->host,
                          .client_header = options->client_header,
                          .threads = options->threads,
                          .connections = options->connections,
                          .connections_of_one = options->connections - options->connections / 2,
                          .seconds_idle = PF_SERVE_SECONDS_IDLE,
                          .pool_count = 3,
                          .pools = {{.threads = options->threads, .nice = NICE_BATCH},
                                    {.threads = options->workers, .nice = NICE_SLOW},
                                    {.threads = 1, .nice = NICE_COSTS}}};
  for (int i = 0; i < http.pool_count; i++) {
    http.pools[i].requests = options->queue;
    http.pools[i].of_one_client = options->queue_of_one;
  }
  const bool is_inherited = http.socket >= 0, is_unix = options->socket && !is_inherited;
  pathfan_status status = PATHFAN_OK;
  if (is_unix) status = pf_listen_unix(options->socket, &http.socket, error);
  if (status) return status;
  status = pf_http_start(&pf_serve_service, serve, &http, &serve->http, error);
  if (!status) {
    report_listening(serve, is_inherited);
    pf_signals_wait(signals);
    pf_http_stop(serve->http);
  }
  if (is_unix) unlink(options->socket);
  return status;
}

pathfan_status pf_serve_run(const pf_serve_options *options, pathfan_error *error) {
  const char *folder = options->copy_folder ? options->copy_folder : pf_copying_folder();
  pf_serve_state serve = {
      .options = options,
      .indexes = {.copies_most = options->copies, .copy_folder = options->mapped ? NULL : folder}};
  pathfan_status status = PATHFAN_OK;
  pf_signals signals;
  if (pthread_key_create(&serve.worker, free_worker) != 0)
    return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  pf_signals_take(&signals);
  pf_metrics_init(&serve.metrics);
  for (int32_t i = 0; i < options->source_count && !status; i++)
    status = pf_served_indexes_add(&serve.indexes, options->sources[i], options->message, error);
  if (!status) status = pf_served_indexes_sort(&serve.indexes, error);
  if (!status) status = serve_until_end(&serve, &signals, error);
  pf_served_indexes_free(&serve.indexes);
  pthread_key_delete(serve.worker);
  pf_signals_restore(&signals);
  return status;
}
