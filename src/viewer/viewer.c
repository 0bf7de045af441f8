/* viewer.c - one server, from its options to its end.
 *
 * Signals are blocked in all threads; the main one waits for those that end the server. */
#include "viewer/viewer.h"

#include <errno.h>
#include <ftw.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "viewer/http.h"
#include "viewer/server.h"

#define PORT_DEFAULT 8080

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
  const char *folder = getenv("TMPDIR");
  if (!folder || !*folder) folder = "/tmp";
  if (asprintf(data, "%s/pathfan-view-XXXXXX", folder) < 0) {
    *data = NULL;
    return pathfan_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  }
  if (mkdtemp(*data)) return PATHFAN_OK;
  const pathfan_status status =
      pathfan_fail(error, PATHFAN_ERR_IO, "%s: can't be made: %s", *data, strerror(errno));
  free(*data);
  *data = NULL;
  return status;
}

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *where) {
  (void)info, (void)kind, (void)where;
  return remove(path) == 0 || errno == ENOENT ? 0 : -1;
}

/* ---- Running ---- */

/* Waits for a signal that ends the server. */
static void wait_for_end(const sigset_t *signals) {
  int number;
  while (sigwait(signals, &number) != 0) continue;
}

static pathfan_status serve(pathfan_server *server, const sigset_t *signals, pathfan_error *error) {
  const pathfan_viewer_options *options = server->options;
  pathfan_http *http;
  int port;
  const pathfan_status status = pathfan_http_start(server, &http, &port, error);
  if (status) return status;
  if (options->listening) {
    char address[128];
    const bool six = strchr(options->bind, ':') != NULL;
    snprintf(address, sizeof address, "http://%s%s%s:%d/", six ? "[" : "", options->bind,
             six ? "]" : "", port);
    options->listening(address);
  }
  wait_for_end(signals);
  pathfan_http_stop(http);
  return PATHFAN_OK;
}

pathfan_status pathfan_viewer_run(const pathfan_viewer_options *options, pathfan_error *error) {
  pathfan_server server = {.options = options};
  char *data = NULL, *made = NULL;
  uint64_t random = 0;
  sigset_t signals, before;
  if (getrandom(&random, sizeof random, 0) != sizeof random) random = (uint64_t)getpid();
  snprintf(server.tag, sizeof server.tag, "%016llx", (unsigned long long)random);
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, &before);

  pathfan_status status = pathfan_world_make(&server.world, error);
  if (!status) status = make_data(options, &data, error);
  if (!status && asprintf(&made, "%s/indexes", data) < 0) {
    made = NULL;
    status = pathfan_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  }
  if (!status) status = make_folder(made, error);
  for (int32_t i = 0; i < options->source_count && !status; i++)
    status = pathfan_world_add(server.world, options->sources[i], made, options->message, error);
  if (!status) status = serve(&server, &signals, error);

  pathfan_world_free(server.world);
  if (data && !options->data) nftw(data, remove_one, 16, FTW_DEPTH | FTW_PHYS);
  free(made);
  free(data);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return status;
}
