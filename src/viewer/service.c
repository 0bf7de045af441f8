/* service.c - how the viewer answers a request: it finds the route, keeps out pages of other sites,
 * and has a pool call the handler. */
#include <string.h>
#include <strings.h>

#include "server/host_check.h"
#include "viewer/gzip.h"
#include "viewer/limits.h"
#include "viewer/server.h"

/* Bytes of JSON from which compression saves more than it costs: answers to queries are smaller,
 * shapes of maps larger. */
#define SHRINK_FROM (32u << 10)

/* Whether the request may be made at all; answers if not. A page of another site can't see answers
 * that it makes a browser fetch here, but they cost work; links to the page itself are fine. */
static bool admit(const pf_server *server, pf_exchange *x, const char *method, const char *path) {
  const bool reads =
      strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0 || strcmp(method, "OPTIONS") == 0;
  const char *site = pf_exchange_header(x, "Sec-Fetch-Site");
  if (!pf_http_check_host(server->http, x)) return false;
  if (reads && site && strcmp(site, "cross-site") == 0 && strncmp(path, "/api/", 5) == 0)
    pf_exchange_fail(x, 403, "foreign_origin", "only this server's own page may ask that");
  if (!reads &&
      !pf_origin_is_ours(pf_exchange_header(x, "Host"), pf_exchange_header(x, "Origin"), site))
    pf_exchange_fail(x, 403, "foreign_origin", "only this server's own page may do that");
  return !x->status;
}

static void begin(void *context, pf_exchange *x, const char *method, const char *path) {
  bool known;
  char allowed[64];
  if (!admit(context, x, method, path)) return;
  const pf_http_route *route = pf_route_find(method, path, x->parts, &known, allowed);
  x->route = route;
  if (!route)
    pf_exchange_no_route(x, method, path, known ? allowed : NULL);
  else if (route->kind == PF_ROUTE_SOURCE)
    x->body_limit = PF_BODY_SOURCE;
}

/* Whether the route takes the body's media type; answers if not. */
static bool check_type(pf_exchange *x, const pf_http_route *route) {
  const bool takes_text = route->kind == PF_ROUTE_SOURCE;
  if (!x->taken || route->kind < PF_ROUTE_ASK || pf_exchange_is_type(x, "application/json") ||
      (takes_text && pf_exchange_is_type(x, "text/plain")))
    return true;
  pf_exchange_fail(x, 415, "not_json", "the body must be application/json%s",
                   takes_text ? " or text/plain" : "");
  return false;
}

static int finish(void *context, pf_exchange *x) {
  const pf_http_route *route = x->route;
  if (!check_type(x, route)) return PF_HTTP_ANSWERED;
  if (route->kind != PF_ROUTE_QUICK) {
    x->client = pf_exchange_client(x, NULL);
    return x->how = (int)route->lane;
  }
  route->handler(context, NULL, x);
  return PF_HTTP_ANSWERED;
}

/* Compresses a long text if the client accepts that. Its tag stays: nobody requests ranges of
 * it. */
static void shrink(pf_exchange *x) {
  if (x->status != 200 || x->fixed || x->bytes < SHRINK_FROM || !strstr(x->type, "json")) return;
  x->varies = true;
  if (!pf_takes_gzip(pf_exchange_header(x, "Accept-Encoding"))) return;
  size_t bytes;
  char *made = pf_gzip(x->text, x->bytes, PF_GZIP_FAST, &bytes);
  if (!made) return;
  pf_exchange_text(x, 200, x->type, made, bytes);
  x->encoding = "gzip";
}

static int work(void *context, pf_worker *worker, pf_exchange *x) {
  const pf_http_route *route = x->route;
  const int lane = x->how;
  route->handler(context, worker, x);
  shrink(x);
  return x->how == lane ? PF_HTTP_ANSWERED : x->how;
}

static void tidy(void *context, double now) {
  const pf_server *server = context;
  pf_crowds_tidy(server->crowds, now);
}

/* What a browser may load for the page: nothing that isn't served here. */
static const char policy[] = "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; "
                             "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

static const char *const headers[] = {"Content-Security-Policy",
                                      policy,
                                      "X-Content-Type-Options",
                                      "nosniff",
                                      "Referrer-Policy",
                                      "no-referrer",
                                      "Cross-Origin-Resource-Policy",
                                      "same-origin",
                                      "Cross-Origin-Opener-Policy",
                                      "same-origin",
                                      NULL};

const pf_service pf_viewer_service = {begin, finish, work, tidy, NULL, headers};
