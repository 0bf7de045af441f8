/* http.c - talking to clients.
 *
 * Each of libmicrohttpd's threads has many connections and waits for none: it moves bytes, and does
 * work of microseconds. A request that needs more is suspended and put into a pool, whose thread
 * answers and resumes it. So a slow client or query doesn't keep others from being answered.
 *
 * libmicrohttpd cuts silent connections itself. Those that send a byte now and then are cut by a
 * thread here, the monitor, which checks all of them once a second, and calls the service's own
 * check too. */
#include "server/http.h"

#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <microhttpd.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/clock.h"
#include "base/status.h"
#include "server/budget.h"
#include "server/head_check.h"
#include "server/host_check.h"
#include "server/limits.h"

/* A connection. */
typedef struct peer {
  int socket;
  double until; /* when it is cut, seconds of the monotonic clock; 0: not now */
  struct peer *last, *next;
} peer;

struct pf_http {
  const pf_service *service;
  void *context;
  struct MHD_Daemon *daemon;
  pf_budget budget;
  pf_pool *pools[PF_HTTP_POOLS];
  pf_pool_options limits[PF_HTTP_POOLS];
  int pool_count, port, seconds_idle;
  char own_name[256], other_name[256];
  const char *client_header;
  atomic_int connections;
  atomic_int running; /* requests being worked on or whose answer is on its way */
  atomic_bool stopping;
  pthread_mutex_t lock; /* of peers */
  peer *peers;
  pthread_t monitor;
  pthread_cond_t leave; /* wakes the monitor */
  bool has_monitor;
};

/* ---- Connections ---- */

static void connection_changed(void *context, struct MHD_Connection *connection,
                               void **socket_context, enum MHD_ConnectionNotificationCode code) {
  pf_http *http = context;
  peer *p = *socket_context;
  const bool begins = code == MHD_CONNECTION_NOTIFY_STARTED;
  atomic_fetch_add(&http->connections, begins ? 1 : -1);
  if (begins) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    *socket_context = p = calloc(1, sizeof *p);
    if (!p || !info) return;
    p->socket = info->connect_fd;
    p->until = pf_seconds() + PF_SECONDS_HEAD;
    pthread_mutex_lock(&http->lock);
    p->next = http->peers;
    if (p->next) p->next->last = p;
    http->peers = p;
    pthread_mutex_unlock(&http->lock);
  } else if (p) {
    pthread_mutex_lock(&http->lock);
    if (p->last)
      p->last->next = p->next;
    else if (http->peers == p)
      http->peers = p->next;
    if (p->next) p->next->last = p->last;
    pthread_mutex_unlock(&http->lock);
    free(p);
    *socket_context = NULL;
  }
}

/* Cuts the connection at that time of the monotonic clock, unless called again before; 0: never. */
static void set_deadline_at(pf_http *http, struct MHD_Connection *connection, double time) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  peer *p = info ? info->socket_context : NULL;
  if (!p) return;
  pthread_mutex_lock(&http->lock);
  p->until = time;
  pthread_mutex_unlock(&http->lock);
}

/* The same, in that many seconds; 0: never. */
static void set_deadline(pf_http *http, struct MHD_Connection *connection, double time) {
  set_deadline_at(http, connection, time > 0 ? pf_seconds() + time : 0);
}

static void *watch(void *context) {
  pf_http *http = context;
  pthread_mutex_lock(&http->lock);
  while (!atomic_load(&http->stopping)) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec++;
    pthread_cond_timedwait(&http->leave, &http->lock, &until);
    const double now = pf_seconds();
    for (peer *p = http->peers; p; p = p->next)
      if (p->until > 0 && now > p->until) shutdown(p->socket, SHUT_RDWR);
    pthread_mutex_unlock(&http->lock);
    if (http->service->tidy) http->service->tidy(http->context, now);
    pthread_mutex_lock(&http->lock);
  }
  pthread_mutex_unlock(&http->lock);
  return NULL;
}

/* ---- Memory ---- */

/* Smaller bodies and answers aren't counted: the number of connections bounds them, and quick
 * requests are answered also while there is no room. */
#define SMALL_BYTES (64 << 10)

bool pf_http_hold(pf_http *http, pf_exchange *x, uint64_t bytes) {
  if (bytes <= x->held) return true;
  if (!x->payer) x->payer = pf_exchange_client(x, http->client_header);
  if (!pf_budget_take(&http->budget, x->payer, bytes - x->held)) return false;
  x->held = bytes;
  return true;
}

static void let_go(pf_http *http, pf_exchange *x, uint64_t bytes) {
  if (bytes >= x->held) return;
  pf_budget_give(&http->budget, x->payer, x->held - bytes);
  x->held = bytes;
}

void pf_http_refuse_room(pf_exchange *x) {
  pf_exchange_fail(x, 503, "no_room",
                   "requests and answers of clients take all the memory that "
                   "there is for them; try again later");
}

uint64_t pf_http_held(pf_http *http) {
  return pf_budget_held(&http->budget);
}

/* ---- Sending ---- */

/* A large answer on its way. It is cut off if the client reads it more slowly, on average, than
 * least_rate bytes a second, after some seconds to begin: else those who don't read could make the
 * server hold as much as it ever may, for as long as they like. */
typedef struct sending {
  pf_http *http;
  struct MHD_Connection *connection;
  char *text;
  uint64_t bytes;
  double began;
} sending;

#define PIECE_BYTES (256 << 10)

static ssize_t send_piece(void *context, uint64_t at, char *room, size_t bytes) {
  const sending *s = context;
  set_deadline_at(s->http, s->connection,
                  s->began + PF_SECONDS_START + (double)at / PF_LEAST_BYTES_A_SECOND);
  if (at >= s->bytes) return MHD_CONTENT_READER_END_OF_STREAM;
  if (bytes > s->bytes - at) bytes = (size_t)(s->bytes - at);
  memcpy(room, s->text + at, bytes);
  return (ssize_t)bytes;
}

static void sending_free(void *context) {
  sending *s = context;
  free(s->text);
  free(s);
}

/* Makes the response with the exchange's text, which it takes over; NULL: out of memory. */
static struct MHD_Response *response_of(pf_http *http, pf_exchange *x) {
  struct MHD_Response *response;
  if (x->fixed || x->bytes <= PIECE_BYTES) {
    response = MHD_create_response_from_buffer(
        x->bytes, x->text, x->fixed ? MHD_RESPMEM_PERSISTENT : MHD_RESPMEM_MUST_FREE);
    if (response) x->text = NULL;
    return response;
  }
  sending *s = malloc(sizeof *s);
  if (!s) return NULL;
  *s = (sending){http, x->connection, x->text, x->bytes, pf_seconds()};
  response = MHD_create_response_from_callback(x->bytes, PIECE_BYTES, send_piece, s, sending_free);
  if (response)
    x->text = NULL;
  else
    free(s);
  return response;
}

/* ---- Answering ---- */

/* Status for a client that is gone, as in nginx: it is only counted, as no client reads it. */
#define CLIENT_GONE 499

/* Tells the service that an answer is on its way. Also called directly if the client is gone:
 * libmicrohttpd may not ask for the answer then. */
static void report_answered(const pf_http *http, const pf_exchange *x) {
  if (http->service->answered) http->service->answered(http->context, x);
}

static enum MHD_Result respond(pf_http *http, pf_exchange *x) {
  const bool same = x->etag[0] && x->status == 200 && pf_exchange_names_tag(x, "If-None-Match");
  if (!x->status) pf_exchange_fail(x, 500, "no_answer", "the server has no answer");
  pf_exchange_drop_body(x);
  const bool is_counted = !same && !x->fixed && x->bytes > SMALL_BYTES;
  let_go(http, x, is_counted ? x->bytes : 0);
  if (is_counted && !pf_http_hold(http, x, x->bytes)) {
    pf_http_refuse_room(x);
    let_go(http, x, 0);
  }
  struct MHD_Response *response =
      same ? MHD_create_response_from_buffer(0, "", MHD_RESPMEM_PERSISTENT) : response_of(http, x);
  if (!response) return MHD_NO;
  if (!same && (x->bytes || x->status != 204))
    MHD_add_response_header(response, "Content-Type", x->type ? x->type : "text/plain");
  if (x->encoding && !same) MHD_add_response_header(response, "Content-Encoding", x->encoding);
  if (x->varies) MHD_add_response_header(response, "Vary", "Accept-Encoding");
  if (x->etag[0]) MHD_add_response_header(response, "ETag", x->etag);
  if (x->header_name[0]) MHD_add_response_header(response, x->header_name, x->header_value);
  if (x->closing) MHD_add_response_header(response, "Connection", "close");
  if (x->status == 429 || x->status == 503) MHD_add_response_header(response, "Retry-After", "1");
  MHD_add_response_header(response, "Cache-Control", x->etag[0] ? "no-cache" : "no-store");
  for (const char *const *h = http->service->headers; *h; h += 2)
    MHD_add_response_header(response, h[0], h[1]);
  set_deadline(http, x->connection, PF_SECONDS_ANSWER);
  const enum MHD_Result done =
      MHD_queue_response(x->connection, same ? 304 : (unsigned)x->status, response);
  MHD_destroy_response(response);
  if (x->status != CLIENT_GONE) report_answered(http, x);
  return done;
}

static void refuse_ending(pf_exchange *x) {
  pf_exchange_fail(x, 503, "stopping", "the server is about to end");
  x->closing = true;
}

/* Puts the exchange into a pool. False: it was refused, which answers it. */
static bool put(pf_http *http, int pool, pf_exchange *x) {
  const pf_pool_options *limits = &http->limits[pool];
  switch (pf_pool_put(http->pools[pool], x)) {
  case PF_POOL_TAKEN: return true;
  case PF_POOL_FULL:
    pf_exchange_fail(x, 429, "too_many", "%d requests are being answered already",
                     limits->requests);
    break;
  case PF_POOL_FULL_OF_ONE:
    pf_exchange_fail(x, 429, "too_many_of_one",
                     "%d requests of this client are being answered already",
                     limits->of_one_client);
    break;
  case PF_POOL_ENDED: refuse_ending(x);
  }
  return false;
}

/* Whether the client has closed the connection, at least its half of it. */
static bool is_gone(const pf_exchange *x) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(x->connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  char byte;
  if (!info) return false;
  const ssize_t got = recv(info->connect_fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  return got == 0 || (got < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
}

bool pf_http_is_wanted(const pf_http *http, const pf_exchange *x) {
  return !atomic_load(&http->stopping) && !is_gone(x);
}

/* Answers an exchange; runs on a thread of a pool. */
static void answer(void *context, pf_worker *worker, pf_exchange *x) {
  pf_http *http = context;
  int pool = PF_HTTP_ANSWERED;
  if (is_gone(x)) {
    pf_exchange_fail(x, CLIENT_GONE, "client_gone", "the client has hung up");
    report_answered(http, x);
  } else if (pf_seconds() - x->queued > PF_SECONDS_QUEUE) {
    pf_exchange_fail(x, 503, "too_late", "the server is busy: this waited for %d s",
                     PF_SECONDS_QUEUE);
  } else {
    pool = http->service->work(http->context, worker, x);
  }
  if (pool != PF_HTTP_ANSWERED) {
    x->queued = pf_seconds();
    if (put(http, pool, x)) return;
  }
  x->answered = true;
  MHD_resume_connection(x->connection);
}

/* ---- Requests ---- */

/* Marks a request, until its headers are here, whose address would change its meaning when decoded:
 * a zero byte would end the path, a slash would add a part. */
static char odd_address;

/* Marks one that is too long, or has too many arguments. */
static char long_address;

static bool is_too_long(const char *address) {
  size_t bytes = 0;
  int arguments = 0;
  for (; address[bytes] && bytes <= PF_ADDRESS_BYTES; bytes++) arguments += address[bytes] == '&';
  return bytes > PF_ADDRESS_BYTES || arguments >= PF_ARGUMENTS_MAX;
}

static void *see_address(void *context, const char *address, struct MHD_Connection *connection) {
  (void)context, (void)connection;
  const char *arguments = strchrnul(address, '?');
  if (is_too_long(address)) {
    /* The address lies in libmicrohttpd's own buffer, which has no room for these arguments; so it
       mustn't find any. */
    for (char *at = (char *)arguments; *at; at++) *at = '_';
    return &long_address;
  }
  for (const char *at = strchr(address, '%'); at; at = strchr(at + 1, '%'))
    if (strncmp(at, "%00", 3) == 0 || (at < arguments && strncasecmp(at, "%2f", 3) == 0))
      return &odd_address;
  return NULL;
}

static enum MHD_Result count_host(void *context, enum MHD_ValueKind kind, const char *name,
                                  const char *value) {
  int *hosts = context;
  (void)kind, (void)value;
  *hosts += strcasecmp(name, "Host") == 0;
  return MHD_YES;
}

bool pf_http_check_host(const pf_http *http, pf_exchange *x) {
  const char *host = pf_exchange_header(x, "Host");
  int hosts = 0;
  MHD_get_connection_values(x->connection, MHD_HEADER_KIND, count_host, &hosts);
  if (!host && x->is_old) return true; /* HTTP/1.0 has none: health checks */
  if (!host || hosts > 1)
    pf_exchange_fail(x, 400, host ? "many_hosts" : "no_host", "the request has %s Host",
                     host ? "more than one" : "no");
  else if (strcmp(http->other_name, "*") != 0 && !pf_host_is_ours(host, http->own_name) &&
           !pf_host_is_ours(host, http->other_name))
    pf_exchange_fail(x, 403, "foreign_host",
                     "this server goes by its address or as localhost, not by another name");
  return !x->status;
}

static void refuse_size(pf_exchange *x) {
  pf_exchange_fail(x, 413, "too_large", "the body may have at most %zu bytes", x->body_limit);
}

/* Takes the headers. False: the connection is to be cut. */
static bool begin(pf_http *http, struct MHD_Connection *connection, const char *method,
                  const char *version, const char *path, void **state) {
  pf_exchange *x = calloc(1, sizeof *x);
  const bool odd = *state == &odd_address, is_long = *state == &long_address;
  *state = x;
  if (!x) return false;
  x->connection = connection;
  x->content_type = pf_exchange_header(x, "Content-Type");
  if (!x->content_type) x->content_type = "";
  x->body_limit = PF_BODY_OTHER;
  x->began = pf_seconds();
  x->is_old = strcmp(version, "HTTP/1.0") == 0;
  set_deadline(http, connection, PF_SECONDS_REQUEST);
  if (odd)
    pf_exchange_fail(x, 400, "bad_address", "an address has no %%00 and no %%2F");
  else if (is_long)
    pf_exchange_fail(x, 414, "long_address", "an address has at most %d bytes and %d arguments",
                     PF_ADDRESS_BYTES, PF_ARGUMENTS_MAX);
  if (pf_head_check(x, method, version) && !x->status)
    http->service->begin(http->context, x, method, path);
  const char *length = pf_exchange_header(x, "Content-Length");
  const unsigned long long announced = length ? strtoull(length, NULL, 10) : 0;
  if (announced > x->body_limit && (!x->status || announced > PF_BODY_DRAIN)) refuse_size(x);
  if (announced <= PF_BODY_DRAIN && !x->closing) return true;
  x->closing = true; /* such a body isn't read */
  x->answered = true;
  atomic_fetch_add(&http->running, 1);
  x->working = true;
  return respond(http, x) == MHD_YES;
}

/* Takes a piece of the body. False: the connection is to be cut. */
static bool take_body(pf_http *http, pf_exchange *x, const char *data, size_t bytes) {
  x->taken += bytes;
  if (x->taken > PF_BODY_DRAIN) return false;
  if (x->status) return true; /* already refused */
  if (x->body_bytes + bytes > x->body_limit) {
    refuse_size(x);
    return true;
  }
  if (x->body_bytes + bytes > SMALL_BYTES && !pf_http_hold(http, x, x->body_bytes + bytes)) {
    pf_exchange_drop_body(x);
    let_go(http, x, 0);
    pf_http_refuse_room(x);
    return true;
  }
  if (pf_grow(&x->body, &x->body_capacity, x->body_bytes + bytes + 1)) return false;
  memcpy(x->body + x->body_bytes, data, bytes);
  x->body_bytes += bytes;
  x->body[x->body_bytes] = '\0';
  return true;
}

/* Takes the end of the request: answers it or puts it into a pool. */
static enum MHD_Result finish(pf_http *http, pf_exchange *x) {
  if (!x->working) {
    x->working = true;
    atomic_fetch_add(&http->running, 1);
  }
  if (x->answered || x->status) return respond(http, x);
  if (atomic_load(&http->stopping)) {
    refuse_ending(x);
    return respond(http, x);
  }
  const int pool = http->service->finish(http->context, x);
  if (pool == PF_HTTP_ANSWERED) return respond(http, x);
  set_deadline(http, x->connection, 0);
  x->queued = pf_seconds();
  MHD_suspend_connection(x->connection); /* first: it may be resumed at once */
  if (put(http, pool, x)) return MHD_YES;
  x->answered = true;
  MHD_resume_connection(x->connection);
  return MHD_YES;
}

/* Called by libmicrohttpd when the headers are here, for each piece of the body, at its end, and
 * after a suspended connection was resumed. */
static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *path,
                              const char *method, const char *version, const char *data,
                              size_t *bytes, void **state) {
  pf_http *http = context;
  pf_exchange *x = *state;
  if (!x || *state == &odd_address || *state == &long_address)
    return begin(http, connection, method, version, path, state) ? MHD_YES : MHD_NO;
  if (*bytes) {
    const bool good = take_body(http, x, data, *bytes);
    *bytes = 0;
    return good ? MHD_YES : MHD_NO;
  }
  return finish(http, x);
}

static void completed(void *context, struct MHD_Connection *connection, void **state,
                      enum MHD_RequestTerminationCode code) {
  pf_http *http = context;
  pf_exchange *x = *state;
  (void)code;
  set_deadline(http, connection, http->seconds_idle);
  if (!x || *state == &odd_address || *state == &long_address) return;
  let_go(http, x, 0);
  if (x->working) atomic_fetch_sub(&http->running, 1);
  pf_exchange_clear(x);
  free(x);
  *state = NULL;
}

/* ---- Starting and stopping ---- */

/* Reads the address to listen at. */
static bool read_address(const char *bind, int port, struct sockaddr_storage *address) {
  struct sockaddr_in *four = (struct sockaddr_in *)address;
  struct sockaddr_in6 *six = (struct sockaddr_in6 *)address;
  memset(address, 0, sizeof *address);
  if (inet_pton(AF_INET, bind, &four->sin_addr) == 1) {
    four->sin_family = AF_INET;
    four->sin_port = htons((uint16_t)port);
    return true;
  }
  if (inet_pton(AF_INET6, bind, &six->sin6_addr) != 1) return false;
  six->sin6_family = AF_INET6;
  six->sin6_port = htons((uint16_t)port);
  return true;
}

/* Makes libmicrohttpd listen and serve. */
static pathfan_status listen_at(pf_http *http, const pf_http_options *options,
                                pathfan_error *error) {
  struct sockaddr_storage address;
  const bool has_socket = options->socket >= 0;
  unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME;
  if (!has_socket && !read_address(options->bind, options->port, &address))
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "'%s' is not an address like 127.0.0.1 or ::1",
                   options->bind);
  if (!has_socket && address.ss_family == AF_INET6) flags |= MHD_USE_IPv6;
  const struct MHD_OptionItem place[] = {
      {has_socket ? MHD_OPTION_LISTEN_SOCKET : MHD_OPTION_SOCK_ADDR,
       has_socket ? options->socket : 0, has_socket ? NULL : (void *)&address},
      {MHD_OPTION_END, 0, NULL}};
  errno = 0;
  http->daemon = MHD_start_daemon(
      flags, (uint16_t)(has_socket ? 0 : options->port), NULL, NULL, handle, http,
      MHD_OPTION_THREAD_POOL_SIZE, (unsigned)options->threads, MHD_OPTION_CONNECTION_LIMIT,
      (unsigned)options->connections, MHD_OPTION_PER_IP_CONNECTION_LIMIT,
      (unsigned)options->connections_of_one, MHD_OPTION_CONNECTION_TIMEOUT,
      (unsigned)options->seconds_idle, MHD_OPTION_NOTIFY_CONNECTION, connection_changed, http,
      MHD_OPTION_URI_LOG_CALLBACK, see_address, http, MHD_OPTION_NOTIFY_COMPLETED, completed, http,
      MHD_OPTION_ARRAY, place, MHD_OPTION_END);
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
  pthread_condattr_t monotonic;
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
  pthread_mutex_init(&http->lock, NULL);
  pthread_condattr_init(&monotonic);
  pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
  pthread_cond_init(&http->leave, &monotonic);
  pthread_condattr_destroy(&monotonic);
  if (gethostname(http->own_name, sizeof http->own_name - 1) != 0) http->own_name[0] = '\0';
  if (options->host) snprintf(http->other_name, sizeof http->other_name, "%s", options->host);
  for (; http->pool_count < options->pool_count && !status; http->pool_count += !status) {
    const pf_pool_options *limits = &options->pools[http->pool_count];
    http->limits[http->pool_count] = *limits;
    status = pf_pool_start(limits, answer, http, &http->pools[http->pool_count], error);
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

/* Whether an address stands for all addresses of this machine. */
static bool is_any(const struct sockaddr_storage *address) {
  const struct sockaddr_in *four = (const struct sockaddr_in *)address;
  const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)address;
  return address->ss_family == AF_INET6 ? IN6_IS_ADDR_UNSPECIFIED(&six->sin6_addr)
                                        : four->sin_addr.s_addr == htonl(INADDR_ANY);
}

bool pf_http_address(const pf_http *http, const char *bind, char text[PF_HTTP_ADDRESS_BYTES]) {
  struct sockaddr_storage address;
  const bool known = read_address(bind, http->port, &address);
  const bool six = known && address.ss_family == AF_INET6, any = known && is_any(&address);
  const char *place = !any ? bind : six ? "::1" : "127.0.0.1";
  snprintf(text, PF_HTTP_ADDRESS_BYTES, "http://%s%s%s:%d/", six ? "[" : "", place, six ? "]" : "",
           http->port);
  return any;
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

int32_t pf_http_in_hand(const pf_http *http, int pool) {
  return pf_pool_in_hand(http->pools[pool]);
}

int32_t pf_http_connections(const pf_http *http) {
  return atomic_load(&http->connections);
}

void pf_http_stop(pf_http *http) {
  if (!http) return;
  const struct timespec pause = {.tv_nsec = 5 * 1000 * 1000};
  /* Not MHD_quiesce_daemon: it and the daemon's threads (0.9.75) may both remove the socket from an
   * epoll set, which aborts the program. */
  atomic_store(&http->stopping, true);
  /* Pools end after answering all they have, which may put exchanges into a later pool. */
  for (int i = 0; i < http->pool_count; i++) pf_pool_end(http->pools[i]);
  const double until = pf_seconds() + PF_SECONDS_FINISH;
  while (atomic_load(&http->running) > 0 && pf_seconds() < until) nanosleep(&pause, NULL);
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
  pthread_cond_destroy(&http->leave);
  pthread_mutex_destroy(&http->lock);
  free(http);
}
