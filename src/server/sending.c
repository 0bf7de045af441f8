/* sending.c - answers on their way.
 *
 * A large answer is cut off if the client reads it more slowly, on average, than
 * PF_LEAST_BYTES_A_SECOND, after some seconds to begin: else those who don't read could make the
 * server hold as much as it ever may, for as long as they like. libmicrohttpd asks for a piece when
 * the one before it is with the system; so each call moves the time at which the connection is cut.
 *
 * An answer in pieces goes through these states, each with one owner:
 *
 *   a thread of a pool   makes a piece: x->text
 *   libmicrohttpd        sends it, asking send_piece for parts of it; the connection isn't
 * suspended send_piece           at its end suspends the connection and puts the exchange into the
 * pool
 *
 * So a client that reads slowly keeps no thread waiting, and one piece of memory. */
#include "server/sending.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "server/limits.h"

#define BLOCK_BYTES (256 << 10) /* libmicrohttpd takes at once, of an answer that is there */
#define PART_BYTES (32 << 10)   /* of one in pieces */

/* Returns when the connection is to be cut, if so many bytes have been taken. */
static double deadline(double began, uint64_t taken) {
  return began + PF_SECONDS_START + (double)taken / PF_LEAST_BYTES_A_SECOND;
}

/* ---- Answers that are there ---- */

typedef struct sending {
  pf_http *http;
  struct MHD_Connection *connection;
  char *text;
  uint64_t bytes;
  double began;
} sending;

static ssize_t send_block(void *context, uint64_t at, char *room, size_t bytes) {
  const sending *s = context;
  pf_peers_cut_at(&s->http->peers, s->connection, deadline(s->began, at));
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
  if (x->fixed || x->bytes <= BLOCK_BYTES) {
    response = MHD_create_response_from_buffer(
        x->bytes, x->text, x->fixed ? MHD_RESPMEM_PERSISTENT : MHD_RESPMEM_MUST_FREE);
    if (response) x->text = NULL;
    return response;
  }
  sending *s = malloc(sizeof *s);
  if (!s) return NULL;
  *s = (sending){http, x->connection, x->text, x->bytes, pf_seconds()};
  response = MHD_create_response_from_callback(x->bytes, BLOCK_BYTES, send_block, s, sending_free);
  if (response)
    x->text = NULL;
  else
    free(s);
  return response;
}

/* ---- Answers in pieces ---- */

static uint64_t body_held(const pf_exchange *x) {
  return x->body_bytes > PF_HTTP_SMALL_BYTES ? x->body_bytes : 0;
}

/* Lets a pool make the next piece. */
static void ask_for_more(pf_http *http, pf_exchange *x) {
  x->paused = pf_seconds();
  pf_peers_cut_at(&http->peers, x->connection, 0);
  pf_exchange_drop_text(x);
  pf_http_let_go(http, x, body_held(x));
  MHD_suspend_connection(x->connection);                   /* first: it may be resumed at once */
  if (!pf_http_put(http, x->pool, x)) pf_sending_go_on(x); /* its text is the reason */
}

void pf_sending_go_on(pf_exchange *x) {
  x->sent = 0;
  x->began_sending += pf_seconds() - x->paused; /* the client didn't wait for itself */
  MHD_resume_connection(x->connection);
}

static ssize_t send_piece(void *context, uint64_t at, char *room, size_t bytes) {
  pf_exchange *x = context;
  pf_http *http = x->http;
  if (x->sent == x->bytes && x->is_partial) {
    ask_for_more(http, x);
    return 0; /* asked again once the connection is resumed */
  }
  pf_peers_cut_at(&http->peers, x->connection, deadline(x->began_sending, at));
  /* Before the client sees the end, so that what it asks then counts later. */
  if (x->is_broken || x->sent == x->bytes) pf_sending_report(http, x);
  if (x->is_broken) return MHD_CONTENT_READER_END_WITH_ERROR;
  if (x->sent == x->bytes) return MHD_CONTENT_READER_END_OF_STREAM;
  if (bytes > x->bytes - x->sent) bytes = x->bytes - x->sent;
  memcpy(room, x->text + x->sent, bytes);
  x->sent += bytes;
  return (ssize_t)bytes;
}

static struct MHD_Response *response_in_pieces(pf_http *http, pf_exchange *x) {
  x->http = http;
  x->has_begun = true;
  x->began_sending = pf_seconds();
  return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, PART_BYTES, send_piece, x, NULL);
}

/* ---- All ---- */

void pf_sending_report(const pf_http *http, pf_exchange *x) {
  if (http->service->answered && !x->is_reported) http->service->answered(http->context, x);
  x->is_reported = true;
}

/* Counts what the answer makes the server hold from now on; answers 503 instead if there is no
 * room. */
static void count(pf_http *http, pf_exchange *x, bool is_short) {
  const uint64_t body = x->is_partial ? body_held(x) : 0;
  const bool is_counted = !is_short && !x->fixed && x->bytes > PF_HTTP_SMALL_BYTES;
  const uint64_t held = body + (is_counted ? x->bytes : 0);
  pf_http_let_go(http, x, held);
  if (pf_http_hold(http, x, held)) return;
  pf_http_refuse_room(x);
  pf_http_let_go(http, x, 0);
}

static void add_headers(const pf_http *http, const pf_exchange *x, struct MHD_Response *response,
                        bool is_same) {
  if (!is_same && (x->bytes || x->status != 204))
    MHD_add_response_header(response, "Content-Type", x->type ? x->type : "text/plain");
  if (x->encoding && !is_same) MHD_add_response_header(response, "Content-Encoding", x->encoding);
  if (x->varies) MHD_add_response_header(response, "Vary", "Accept-Encoding");
  if (x->etag[0]) MHD_add_response_header(response, "ETag", x->etag);
  if (x->header_name[0]) MHD_add_response_header(response, x->header_name, x->header_value);
  if (x->closing) MHD_add_response_header(response, "Connection", "close");
  if (x->status == 429 || x->status == 503) MHD_add_response_header(response, "Retry-After", "1");
  MHD_add_response_header(response, "Cache-Control", x->etag[0] ? "no-cache" : "no-store");
  for (const char *const *h = http->service->headers; *h; h += 2)
    MHD_add_response_header(response, h[0], h[1]);
}

enum MHD_Result pf_sending_begin(pf_http *http, pf_exchange *x) {
  const bool is_same = x->etag[0] && x->status == 200 && pf_exchange_names_tag(x, "If-None-Match");
  if (!x->status) pf_exchange_fail(x, 500, "no_answer", "the server has no answer");
  count(http, x, is_same);
  if (!x->is_partial) pf_exchange_drop_body(x);
  struct MHD_Response *response =
      is_same         ? MHD_create_response_from_buffer(0, "", MHD_RESPMEM_PERSISTENT)
      : x->is_partial ? response_in_pieces(http, x)
                      : response_of(http, x);
  if (!response) return MHD_NO;
  add_headers(http, x, response, is_same);
  pf_peers_cut_at(&http->peers, x->connection, pf_seconds() + PF_SECONDS_ANSWER);
  const enum MHD_Result done =
      MHD_queue_response(x->connection, is_same ? 304 : (unsigned)x->status, response);
  MHD_destroy_response(response);
  /* One in pieces is reported at its end. */
  if (x->status != PF_CLIENT_GONE && !x->has_begun) pf_sending_report(http, x);
  return done;
}
