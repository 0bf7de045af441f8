/* viewer.c - one server, from its options to its end.
 *
 * The main thread waits for a signal that ends the server. */
#include "viewer/viewer.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/status.h"
#include "server/signals.h"
#include "viewer/data_folder.h"
#include "viewer/drawings.h"
#include "viewer/limits.h"
#include "viewer/server.h"
#include "viewer/study.h"

#define PORT_DEFAULT 8080

/* Threads that talk to clients. */
#define THREADS 2

/* Seconds between requests, after which a connection is cut. */
#define SECONDS_IDLE 10

/* Niceness above that of threads that answer fast: of those that search, and of the one that reads
 * maps. */
#define NICE_SLOW 5
#define NICE_READING 10

void pf_viewer_options_init(pf_viewer_options *options) {
  const long processors = sysconf(_SC_NPROCESSORS_ONLN);
  *options = (pf_viewer_options){.bind = "127.0.0.1", .port = PORT_DEFAULT};
  options->workers = processors < 2 ? 2 : processors > 16 ? 16 : (int32_t)processors;
}

/* ---- Running ---- */

static pathfan_status serve(pf_server *server, pathfan_error *error) {
  const pf_viewer_options *options = server->options;
  const pf_http_options http = {
      .bind = options->bind,
      .port = options->port,
      .socket = -1,
      .threads = THREADS,
      .connections = PF_CONNECTIONS_MAX,
      .connections_of_one = PF_CONNECTIONS_OF_ONE,
      .seconds_idle = SECONDS_IDLE,
      .pool_count = PF_VIEWER_LANES,
      .pools = {[PF_VIEWER_FAST] = {.threads = options->workers,
                                    .requests = PF_REQUESTS_MAX,
                                    .of_one_client = PF_REQUESTS_OF_ONE},
                [PF_VIEWER_SLOW] = {.threads = options->workers,
                                    .nice = NICE_SLOW,
                                    .requests = PF_REQUESTS_MAX,
                                    .of_one_client = PF_REQUESTS_OF_ONE},
                [PF_VIEWER_READING] = {.threads = 1,
                                       .nice = NICE_READING,
                                       .requests = PF_SOURCES_MAX,
                                       .of_one_client = PF_SOURCES_OF_ONE}}};
  const pathfan_status status =
      pf_http_start(&pf_viewer_service, server, &http, &server->http, error);
  if (status) return status;
  pf_http_report(server->http, options->bind, options->listening, options->message);
  if (server->study && options->results) {
    char address[PF_HTTP_ADDRESS_BYTES], results[sizeof address + 64];
    pf_http_address(server->http, options->bind, address);
    snprintf(results, sizeof results, "%s#results=%s", address, server->study->key);
    options->results(results);
  }
  pf_signals_wait(server->signals);
  pf_crowds_stop(server->crowds);
  pf_http_stop(server->http);
  return PATHFAN_OK;
}

/* Queues builds for maps without an index, except terrains, which are searched directly. */
static void build_missing(pf_server *server) {
  int32_t count;
  pf_served_map **all = pf_served_maps_list(server->maps, &count);
  for (int32_t i = 0; i < count; i++) {
    pf_held_source *held = pf_served_map_source(server->maps, all[i]);
    if (!held->source.index && !pf_source_is_terrain(&held->source))
      pf_jobs_add(server->jobs, all[i], false);
    pf_held_source_release(held);
  }
  pf_served_list_release(all, count);
}

/* Serves the study, on maps made for it if none was named. */
static pathfan_status open_study(pf_server *server, const char *data, const char *made,
                                 pathfan_error *error) {
  char *path;
  pathfan_status status = pf_study_make_maps(server->maps, made, error);
  if (status) return status;
  if (asprintf(&path, "%s/study.sqlite", data) < 0)
    return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  status = pf_data_check(path, error);
  if (!status)
    status = pf_study_open(server->maps, path, server->options->queries, &server->study, error);
  free(path);
  const int64_t others = status ? 0 : pf_study_store_others(server->study->store);
  if (others > 0 && server->options->message) {
    char sentence[256];
    snprintf(sentence, sizeof sentence,
             "this is study %d of this folder: maps, queries or pathfan's version are others than "
             "before; %lld answers to earlier ones are kept, and exported, but not in its results",
             (int)pf_study_store_number(server->study->store), (long long)others);
    server->options->message(sentence);
  }
  return status;
}

/* Prepares all that is served except drawings: the named sources. */
static pathfan_status furnish(pf_server *server, const char *data, pathfan_error *error) {
  const pf_viewer_options *options = server->options;
  char *made = NULL;
  if (asprintf(&made, "%s/indexes", data) < 0 ||
      asprintf(&server->drawings, "%s/drawings", data) < 0)
    return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  pathfan_status status = pf_data_make(made, options->message, error);
  if (!status) status = pf_data_make(server->drawings, options->message, error);
  for (int32_t i = 0; i < options->source_count && !status; i++)
    status = pf_served_maps_add(server->maps, options->sources[i], made, options->message, error);
  if (!status && options->study) status = open_study(server, data, made, error);
  free(made);
  return status;
}

/* Serves the drawings, and begins to build indexes. */
static pathfan_status begin_work(pf_server *server, pathfan_error *error) {
  pathfan_status status =
      pf_jobs_start(server->maps, server->options->message, &server->jobs, error);
  if (!status) build_missing(server);
  return status ? status : pf_drawings_load(server, error);
}

pathfan_status pf_viewer_run(const pf_viewer_options *options, pathfan_error *error) {
  pf_server server = {.options = options, .replacing = PTHREAD_MUTEX_INITIALIZER};
  pf_data data = {.lock = -1};
  uint64_t random = 0;
  pf_signals signals;
  if (getrandom(&random, sizeof random, 0) != sizeof random) random = (uint64_t)getpid();
  snprintf(server.tag, sizeof server.tag, "%016llx", (unsigned long long)random);

  pathfan_status status = pf_served_maps_make(&server.maps, error);
  if (!status) status = pf_crowds_make(&server.crowds, error);
  if (!status) status = pf_data_open(&data, options->data, options->message, error);
  if (!status) status = furnish(&server, data.path, error);
  if (!status) {
    /* Until here a signal ends the process at once; from here on threads work, and files are
     * written. */
    pf_signals_take(&signals);
    server.signals = &signals;
    status = begin_work(&server, error);
    if (!status) status = serve(&server, error);
  }

  pf_study_close(server.study);
  pf_jobs_stop(server.jobs);
  pf_crowds_free(server.crowds);
  pf_served_maps_free(server.maps);
  pf_data_close(&data);
  free(server.drawings);
  if (server.signals) pf_signals_restore(server.signals);
  return status;
}
