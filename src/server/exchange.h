/* exchange.h - one request and what is answered to it.
 *
 * A handler reads the route's parts, arguments and body, and calls one of the answering
 * functions once. An exchange belongs to one thread at a time. */
#ifndef PATHFAN_SERVER_EXCHANGE_H
#define PATHFAN_SERVER_EXCHANGE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

struct MHD_Connection;

#define PATHFAN_PART_BYTES 64

typedef struct pathfan_exchange {
  struct MHD_Connection *connection;
  const void *route; /* what is asked, as the service found out; NULL: nothing that there is */
  void *subject;     /* what it is about, the same */
  int how;           /* it is answered, the same; from 0 on */
  char parts[2][PATHFAN_PART_BYTES]; /* what stood for {...} in the route */
  const char *content_type;          /* of the body; "" if it isn't given */
  char *body;                        /* zero-terminated; NULL if there is none */
  size_t body_bytes, body_capacity, body_limit;

  /* The answer. */
  int status; /* 0: none yet */
  const char *type;
  char *text; /* owned, unless fixed */
  bool fixed; /* text is static */
  size_t bytes;
  const char *encoding;                    /* of the text, static: "gzip"; NULL: as it is */
  bool varies;                             /* others would get the text in another encoding */
  char etag[64];                           /* "": none */
  char header_name[32], header_value[160]; /* one more header; "": none */

  /* The server's business. */
  double began;    /* when its headers were here, seconds of the monotonic clock */
  double queued;   /* when it was put into a pool, the same */
  uint64_t client; /* whose it is; 0: nobody's in particular */
  uint64_t turn;   /* in a pool's queue: those of one client are in different ones */
  bool working, answered, closing;
  size_t taken; /* bytes of the body that came in, also of one that is refused */
  struct pathfan_exchange *next;
} pathfan_exchange;

/* An argument of the address, after '?'; NULL if it isn't there. */
const char *pathfan_exchange_argument(const pathfan_exchange *x, const char *name);

/* A header of the request; NULL if it isn't there. */
const char *pathfan_exchange_header(const pathfan_exchange *x, const char *name);

/* Whether the body is said to be of this media type, whatever its parameters. */
bool pathfan_exchange_is_type(const pathfan_exchange *x, const char *type);

/* Whether a header (If-Match, If-None-Match) names x->etag, or any by "*". */
bool pathfan_exchange_names_tag(const pathfan_exchange *x, const char *header);

/* Whose request it is: by a header if that is named and there, else by the address, of IPv6 its
 * upper half; 0, nobody's in particular, by a Unix socket. */
uint64_t pathfan_exchange_client(const pathfan_exchange *x, const char *header);

/* The body as JSON, which the caller frees; NULL after answering 400, with the place, or 413. */
json_t *pathfan_exchange_read(pathfan_exchange *x);

/* Answers with JSON, which is taken over; NULL: memory is out. */
void pathfan_exchange_json(pathfan_exchange *x, int status, json_t *json);

/* Answers with text that is taken over; NULL: memory is out. */
void pathfan_exchange_text(pathfan_exchange *x, int status, const char *type, char *text,
                           size_t bytes);

/* Answers with static text. */
void pathfan_exchange_fixed(pathfan_exchange *x, int status, const char *type, const char *text,
                            size_t bytes);

/* Answers with an error: {"error": {"status", "code", "message"}}. */
void pathfan_exchange_fail(pathfan_exchange *x, int status, const char *code, const char *format,
                           ...) PATHFAN_PRINTF(4, 5);

/* The same for a failed library call, whose sentence may name files. */
void pathfan_exchange_failed(pathfan_exchange *x, pathfan_status status, const char *sentence);

/* The same where nothing is at the address, or only other methods: allowed lists these, NULL if
 * there are none. OPTIONS is answered with them. */
void pathfan_exchange_no_route(pathfan_exchange *x, const char *method, const char *path,
                               const char *allowed);

/* Adds a header to the answer. */
void pathfan_exchange_add(pathfan_exchange *x, const char *name, const char *format, ...)
    PATHFAN_PRINTF(3, 4);

/* Takes back an answer, and frees what the exchange holds, but not itself. */
void pathfan_exchange_clear(pathfan_exchange *x);

/* Takes the folders out of a sentence for clients: of the path that it may begin with, and
 * of whole paths further on. */
void pathfan_hide_folders(char *text);

/* ---- JSON ---- */

/* A number; null if it isn't finite. */
json_t *pathfan_json_number(double value);

/* A name for people, which may come from anywhere: without control characters, and without those
 * that turn the order of what follows (bidi), by which one name can pass for another. "" if it
 * isn't UTF-8. */
json_t *pathfan_json_name(const char *name);

/* [x, y] */
json_t *pathfan_json_point(double x, double y);

#endif
