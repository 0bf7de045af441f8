/* viewer.c - one server, from its options to its end.
 *
 * The main thread waits for a signal that ends the server. */
#include "viewer/viewer.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/status.h"
#include "server/signals.h"
#include "viewer/drawings.h"
#include "viewer/server.h"
#include "viewer/study.h"

#define PORT_DEFAULT 8080

/* Threads that talk to clients. */
#define THREADS 2

/* Connections at once, and of one address; one more is hung up on. Each costs some 40 KB.
 * Whoever holds as many, silently and ever anew, keeps out all others of that address. */
#define CONNECTIONS_MAX 256
#define CONNECTIONS_OF_ONE 128

/* Seconds between requests, after which a connection is cut. */
#define SECONDS_IDLE 10

/* Requests that are answered or wait for it; one more gets 429. */
#define REQUESTS_MAX 64

void pathfan_viewer_options_init(pathfan_viewer_options *options) {
  const long processors = sysconf(_SC_NPROCESSORS_ONLN);
  *options = (pathfan_viewer_options){.bind = "127.0.0.1", .port = PORT_DEFAULT};
  options->workers = processors < 2 ? 2 : processors > 16 ? 16 : (int32_t)processors;
}

/* ---- Folders ---- */

static pathfan_status make_folder(const char *path, pathfan_error *error) {
  if (mkdir(path, 0700) == 0 || errno == EEXIST) return PATHFAN_OK;
  return pathfan_fail(error, PATHFAN_ERR_IO, "%s: can't be made: %s", path, strerror(errno));
}

/* The folder of everything that is written, and whether it goes at the end. */
static pathfan_status make_data(const pathfan_viewer_options *options, char **data,
                                pathfan_error *error) {
  if (options->data) {
    *data = strdup(options->data);
    if (!*data) return pathfan_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
    return make_folder(*data, error);
  }
  return pathfan_temporary_folder("pathfan-view", data, error);
}

/* Holds the folder against other servers, which would write the same files; *lock is to be
 * closed. Where there are no locks it is held against nobody. */
static pathfan_status lock_data(const char *data, int *lock, pathfan_error *error) {
  *lock = open(data, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (*lock < 0)
    return pathfan_fail(error, PATHFAN_ERR_IO, "%s: can't be opened: %s", data, strerror(errno));
  if (flock(*lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return PATHFAN_OK;
  return pathfan_fail(error, PATHFAN_ERR_BUSY, "%s: another viewer keeps its data there", data);
}

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *where) {
  (void)info, (void)kind, (void)where;
  return remove(path) == 0 || errno == ENOENT ? 0 : -1;
}

/* ---- Running ---- */

static pathfan_status serve(pathfan_server *server, const pathfan_signals *signals,
                            pathfan_error *error) {
  const pathfan_viewer_options *options = server->options;
  const pathfan_http_options http = {
      .bind = options->bind,
      .port = options->port,
      .socket = -1,
      .threads = THREADS,
      .connections = CONNECTIONS_MAX,
      .connections_of_one = CONNECTIONS_OF_ONE,
      .seconds_idle = SECONDS_IDLE,
      .pool_count = 1,
      .pools = {{.threads = options->workers, .requests = REQUESTS_MAX}}};
  const pathfan_status status =
      pathfan_http_start(&pathfan_viewer_service, server, &http, &server->http, error);
  if (status) return status;
  if (options->listening) {
    char address[128];
    const bool six = strchr(options->bind, ':') != NULL;
    snprintf(address, sizeof address, "http://%s%s%s:%d/", six ? "[" : "", options->bind,
             six ? "]" : "", pathfan_http_port(server->http));
    options->listening(address);
  }
  pathfan_signals_wait(signals);
  pathfan_crowds_stop(server->crowds);
  pathfan_http_stop(server->http);
  return PATHFAN_OK;
}

/* Has the indexes made of maps that have none, and aren't searched as they are. */
static void build_missing(pathfan_server *server) {
  int32_t count;
  pathfan_served_map **all = pathfan_served_maps_list(server->maps, &count);
  for (int32_t i = 0; i < count; i++) {
    pathfan_held_source *held = pathfan_served_map_source(server->maps, all[i]);
    if (!held->source.index && !pathfan_source_is_terrain(&held->source))
      pathfan_jobs_add(server->jobs, all[i], false);
    pathfan_held_source_release(held);
  }
  pathfan_served_list_release(all, count);
}

/* Serves the study, in maps made if none was named. */
static pathfan_status open_study(pathfan_server *server, const char *data, const char *made,
                                 pathfan_error *error) {
  char *path;
  pathfan_status status = pathfan_study_make_maps(server->maps, made, error);
  if (status) return status;
  if (asprintf(&path, "%s/study.sqlite", data) < 0)
    return pathfan_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  status = pathfan_study_open(server->maps, path, &server->study, error);
  free(path);
  return status;
}

/* Makes what is served: what was named, then drawings. */
static pathfan_status furnish(pathfan_server *server, const char *data, pathfan_error *error) {
  const pathfan_viewer_options *options = server->options;
  char *made = NULL;
  if (asprintf(&made, "%s/indexes", data) < 0 ||
      asprintf(&server->drawings, "%s/drawings", data) < 0)
    return pathfan_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  pathfan_status status = make_folder(made, error);
  for (int32_t i = 0; i < options->source_count && !status; i++)
    status =
        pathfan_served_maps_add(server->maps, options->sources[i], made, options->message, error);
  if (!status && options->study) status = open_study(server, data, made, error);
  if (!status) status = pathfan_jobs_start(server->maps, options->message, &server->jobs, error);
  if (!status) build_missing(server);
  if (!status) status = pathfan_drawings_load(server, error);
  free(made);
  return status;
}

pathfan_status pathfan_viewer_run(const pathfan_viewer_options *options, pathfan_error *error) {
  pathfan_server server = {.options = options,
                           .reading = PTHREAD_MUTEX_INITIALIZER,
                           .replacing = PTHREAD_MUTEX_INITIALIZER};
  char *data = NULL;
  int lock = -1;
  uint64_t random = 0;
  pathfan_signals signals;
  if (getrandom(&random, sizeof random, 0) != sizeof random) random = (uint64_t)getpid();
  snprintf(server.tag, sizeof server.tag, "%016llx", (unsigned long long)random);
  pathfan_signals_take(&signals);

  pathfan_status status = pathfan_served_maps_make(&server.maps, error);
  if (!status) status = pathfan_crowds_make(&server.crowds, error);
  if (!status) status = make_data(options, &data, error);
  if (!status) status = lock_data(data, &lock, error);
  if (!status) status = furnish(&server, data, error);
  if (!status) status = serve(&server, &signals, error);

  pathfan_study_close(server.study);
  pathfan_jobs_stop(server.jobs);
  pathfan_crowds_free(server.crowds);
  pathfan_served_maps_free(server.maps);
  if (data && !options->data) nftw(data, remove_one, 16, FTW_DEPTH | FTW_PHYS);
  if (lock >= 0) close(lock);
  free(server.drawings);
  free(data);
  pathfan_signals_give_back(&signals);
  return status;
}
