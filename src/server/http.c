/* http.c - a server's beginning and end, and what it counts.
 *
 * Each of libmicrohttpd's threads has many connections and waits for none: it moves bytes, and does
 * work of microseconds. A request that needs more is suspended and put into a pool, whose thread
 * answers and resumes it. So a slow client or query doesn't keep others from being answered.
 *
 * A thread here, the monitor, cuts connections whose time is up, once a second, and calls the
 * service's own check too. */
#include "server/http.h"

#include <assert.h>
#include <errno.h>
#include <microhttpd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/condition.h"
#include "base/status.h"
#include "server/address.h"
#include "server/http_server.h"
#include "server/limits.h"
#include "server/requests.h"

/* ---- Connections ---- */

static void connection_changed(void *context, struct MHD_Connection *connection, void **kept,
                               enum MHD_ConnectionNotificationCode code) {
  pf_http *http = context;
  if (code == MHD_CONNECTION_NOTIFY_STARTED)
    pf_peers_add(&http->peers, connection, kept);
  else
    pf_peers_remove(&http->peers, kept);
}

static void *watch(void *context) {
  pf_http *http = context;
  pthread_mutex_lock(&http->lock);
  while (!atomic_load(&http->stopping)) {
    struct timespec until = pf_condition_now();
    until.tv_sec++;
    pthread_cond_timedwait(&http->leave, &http->lock, &until);
    pthread_mutex_unlock(&http->lock);
    const double now = pf_seconds();
    pf_peers_cut(&http->peers, now);
    if (http->service->tidy) http->service->tidy(http->context, now);
    pthread_mutex_lock(&http->lock);
  }
  pthread_mutex_unlock(&http->lock);
  return NULL;
}

/* ---- Starting and stopping ---- */

/* Makes libmicrohttpd listen and serve. */
static pathfan_status listen_at(pf_http *http, const pf_http_options *options,
                                pathfan_error *error) {
  struct sockaddr_storage address;
  const bool has_socket = options->socket >= 0;
  unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME;
  if (!has_socket && !pf_address_read(options->bind, options->port, &address))
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "'%s' is not an address like 127.0.0.1 or ::1",
                   options->bind);
  if (!has_socket && address.ss_family == AF_INET6) flags |= MHD_USE_IPv6;
  const struct MHD_OptionItem place[] = {
      {has_socket ? MHD_OPTION_LISTEN_SOCKET : MHD_OPTION_SOCK_ADDR,
       has_socket ? options->socket : 0, has_socket ? NULL : (void *)&address},
      {MHD_OPTION_END, 0, NULL}};
  errno = 0;
  http->daemon = MHD_start_daemon(
      flags, (uint16_t)(has_socket ? 0 : options->port), NULL, NULL, pf_requests_handle, http,
      MHD_OPTION_THREAD_POOL_SIZE, (unsigned)options->threads, MHD_OPTION_CONNECTION_LIMIT,
      (unsigned)options->connections, MHD_OPTION_PER_IP_CONNECTION_LIMIT,
      (unsigned)options->connections_of_one, MHD_OPTION_CONNECTION_TIMEOUT,
      (unsigned)options->seconds_idle, MHD_OPTION_NOTIFY_CONNECTION, connection_changed, http,
      MHD_OPTION_URI_LOG_CALLBACK, pf_requests_see_address, http, MHD_OPTION_NOTIFY_COMPLETED,
      pf_requests_completed, http, MHD_OPTION_ARRAY, place, MHD_OPTION_END);
  if (!http->daemon) { /* it may or may not have closed the socket */
    const char *why = errno ? strerror(errno) : "no reason is given";
    if (has_socket) return pf_fail(error, PATHFAN_ERR_IO, "can't serve: %s", why);
    return pf_fail(error, PATHFAN_ERR_IO, "can't listen at %s, port %d: %s", options->bind,
                   (int)options->port, why);
  }
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(http->daemon, MHD_DAEMON_INFO_BIND_PORT);
  http->port = has_socket ? 0 : info && info->port ? info->port : (int)options->port;
  return PATHFAN_OK;
}

pathfan_status pf_http_start(const pf_service *service, void *context,
                             const pf_http_options *options, pf_http **out, pathfan_error *error) {
  pathfan_status status = PATHFAN_OK;
  *out = NULL;
  pf_http *http = calloc(1, sizeof *http);
  if (!http) {
    if (options->socket >= 0) close(options->socket);
    return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  }
  *out = http; /* before the first request */
  http->service = service;
  http->context = context;
  http->seconds_idle = options->seconds_idle;
  http->client_header = options->client_header;
  pf_budget_begin(&http->budget, PF_HELD_MOST, PF_HELD_OF_ONE);
  pf_peers_begin(&http->peers);
  pthread_mutex_init(&http->lock, NULL);
  pf_condition_begin(&http->leave);
  if (gethostname(http->own_name, sizeof http->own_name - 1) != 0) http->own_name[0] = '\0';
  if (options->host) snprintf(http->other_name, sizeof http->other_name, "%s", options->host);
  for (; http->pool_count < options->pool_count && !status; http->pool_count += !status) {
    const pf_pool_options *limits = &options->pools[http->pool_count];
    http->limits[http->pool_count] = *limits;
    status = pf_pool_start(limits, pf_requests_answer, http, &http->pools[http->pool_count], error);
  }
  if (status && options->socket >= 0) close(options->socket);
  if (!status) status = listen_at(http, options, error);
  if (!status) {
    http->has_monitor = pthread_create(&http->monitor, NULL, watch, http) == 0;
    if (!http->has_monitor) status = pf_fail(error, PATHFAN_ERR_IO, "no thread could be started");
  }
  if (status) {
    pf_http_stop(http);
    *out = NULL;
  }
  return status;
}

int pf_http_port(const pf_http *http) {
  return http->port;
}

bool pf_http_address(const pf_http *http, const char *bind, char text[PF_HTTP_ADDRESS_BYTES]) {
  return pf_address_write(bind, http->port, text, PF_HTTP_ADDRESS_BYTES);
}

void pf_http_report(const pf_http *http, const char *bind, void (*listening)(const char *address),
                    void (*message)(const char *sentence)) {
  char text[400];
  static_assert(sizeof text >= PF_HTTP_ADDRESS_BYTES, "an address");
  const bool any = pf_http_address(http, bind, text);
  if (listening) listening(text);
  if (!any || !message) return;
  snprintf(text, sizeof text,
           "it listens at all addresses of this machine: whoever reaches one can use it, by "
           "http://%s:%d/ or by that address in place of the name",
           *http->own_name ? http->own_name : "NAME", http->port);
  message(text);
}

static void wait_for_running(const pf_http *http, double until) {
  const struct timespec pause = {.tv_nsec = 5 * 1000 * 1000};
  while (atomic_load(&http->running) > 0 && pf_seconds() < until) nanosleep(&pause, NULL);
}

void pf_http_stop(pf_http *http) {
  if (!http) return;
  /* Not MHD_quiesce_daemon: it and the daemon's threads (0.9.75) may both remove the socket from an
   * epoll set, which aborts the program. */
  atomic_store(&http->stopping, true);
  const double until = pf_seconds() + PF_SECONDS_FINISH;
  wait_for_running(http, until); /* answers in pieces need the pools to their end */
  /* Pools end after answering all they have, which may put exchanges into a later pool. */
  for (int i = 0; i < http->pool_count; i++) pf_pool_end(http->pools[i]);
  wait_for_running(http, until);
  if (http->daemon) MHD_stop_daemon(http->daemon);
  /* The daemon's threads may have used the pools until now. */
  for (int i = 0; i < http->pool_count; i++) pf_pool_free(http->pools[i]);
  if (http->has_monitor) {
    pthread_mutex_lock(&http->lock);
    pthread_cond_signal(&http->leave);
    pthread_mutex_unlock(&http->lock);
    pthread_join(http->monitor, NULL);
  }
  pf_budget_end(&http->budget);
  pf_peers_end(&http->peers);
  pthread_cond_destroy(&http->leave);
  pthread_mutex_destroy(&http->lock);
  free(http);
}
