/* requests.c - requests from their first header to their answer.
 *
 * libmicrohttpd calls pf_requests_handle when the headers are here, for each piece of the body, at
 * its end, and after a suspended connection was resumed. */
#include "server/requests.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

#include "base/clock.h"
#include "base/memory.h"
#include "server/head_check.h"
#include "server/host_check.h"
#include "server/limits.h"
#include "server/sending.h"

/* ---- On a thread of a pool ---- */

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

void pf_http_give_up(pf_http *http, pf_exchange *x) {
  if (atomic_load(&http->stopping)) {
    pf_http_refuse_ending(x);
    return;
  }
  pf_exchange_fail(x, PF_CLIENT_GONE, "client_gone", "the client has hung up");
  x->is_broken = true;
  if (!x->has_begun) pf_sending_report(http, x);
}

/* Has the service work on it; returns the pool that is to go on, or PF_HTTP_ANSWERED. */
static int work(pf_http *http, pf_worker *worker, pf_exchange *x) {
  if (is_gone(x)) {
    pf_http_give_up(http, x);
    return PF_HTTP_ANSWERED;
  }
  if (!x->has_begun && pf_seconds() - x->queued > PF_SECONDS_QUEUE) {
    pf_exchange_fail(x, 503, "too_late", "the server is busy: this waited for %d s",
                     PF_SECONDS_QUEUE);
    return PF_HTTP_ANSWERED;
  }
  return http->service->work(http->context, worker, x);
}

void pf_requests_answer(void *context, pf_worker *worker, pf_exchange *x) {
  pf_http *http = context;
  const int pool = work(http, worker, x);
  if (pool != PF_HTTP_ANSWERED) {
    x->queued = pf_seconds();
    if (pf_http_put(http, pool, x)) return;
  }
  if (x->has_begun) {
    pf_sending_go_on(x);
  } else {
    x->answered = true;
    MHD_resume_connection(x->connection);
  }
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

void *pf_requests_see_address(void *context, const char *address,
                              struct MHD_Connection *connection) {
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
  pf_peers_await(&http->peers, connection, pf_seconds() + PF_SECONDS_REQUEST);
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
  return pf_sending_begin(http, x) == MHD_YES;
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
  if (x->body_bytes + bytes > PF_HTTP_SMALL_BYTES &&
      !pf_http_hold(http, x, x->body_bytes + bytes)) {
    pf_exchange_drop_body(x);
    pf_http_let_go(http, x, 0);
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
  if (x->answered || x->status) return pf_sending_begin(http, x);
  if (atomic_load(&http->stopping)) {
    pf_http_refuse_ending(x);
    return pf_sending_begin(http, x);
  }
  const int pool = http->service->finish(http->context, x);
  if (pool == PF_HTTP_ANSWERED) return pf_sending_begin(http, x);
  pf_peers_cut_at(&http->peers, x->connection, 0);
  x->queued = pf_seconds();
  MHD_suspend_connection(x->connection); /* first: it may be resumed at once */
  if (pf_http_put(http, pool, x)) return MHD_YES;
  x->answered = true;
  MHD_resume_connection(x->connection);
  return MHD_YES;
}

enum MHD_Result pf_requests_handle(void *context, struct MHD_Connection *connection,
                                   const char *path, const char *method, const char *version,
                                   const char *data, size_t *bytes, void **state) {
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

void pf_requests_completed(void *context, struct MHD_Connection *connection, void **state,
                           enum MHD_RequestTerminationCode code) {
  pf_http *http = context;
  pf_exchange *x = *state;
  (void)code;
  pf_peers_await(&http->peers, connection, pf_seconds() + http->seconds_idle);
  if (!x || *state == &odd_address || *state == &long_address) return;
  pf_http_let_go(http, x, 0);
  if (x->has_begun) pf_sending_report(http, x);
  if (x->working) atomic_fetch_sub(&http->running, 1);
  pf_exchange_clear(x);
  free(x);
  *state = NULL;
}
