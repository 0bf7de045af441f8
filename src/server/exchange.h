/* exchange.h - one request and its answer.
 *
 * A handler reads the route's parts, arguments and body, and calls one of the answering functions
 * once. An exchange belongs to one thread at a time. */
#ifndef PF_SERVER_EXCHANGE_H
#define PF_SERVER_EXCHANGE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

struct MHD_Connection;
struct pf_http;

#define PF_PART_BYTES 64

/* How far an answer in pieces has come, for the service. */
typedef struct pf_progress {
  size_t at;     /* in the body: what comes before is answered */
  int32_t count; /* of what is answered */
  double spent;  /* seconds of work on it */
} pf_progress;

typedef struct pf_exchange {
  struct MHD_Connection *connection;
  const void *route;            /* the requested route, set by the service; NULL: there is none */
  void *subject;                /* the route's subject, set by the service */
  int how;                      /* the way of answering, set by the service; from 0 on */
  char parts[2][PF_PART_BYTES]; /* the text in place of {...} in the route */
  const char *content_type;     /* of the body; "" if not given */
  char *body;                   /* zero-terminated; NULL if there is none */
  size_t body_bytes, body_capacity, body_limit;

  /* The answer. */
  int status; /* 0: none yet */
  const char *type;
  char *text; /* owned, unless fixed */
  bool fixed; /* text is static */
  size_t bytes;
  bool is_partial; /* more text will follow; the body is kept until then. Whatever answers without
                      it ends the answer: an error then follows what was sent, as a last line */
  pf_progress progress;
  const char *encoding; /* of the text, static: "gzip"; NULL: none */
  bool varies;          /* other clients would get the text in another encoding */
  char etag[64];        /* "": none */
  char header_name[32], header_value[160]; /* one more header; "": none */

  /* For the server. */
  double began;    /* when its headers had arrived, seconds of the monotonic clock */
  double queued;   /* when it was put into a pool, on the same clock */
  uint64_t client; /* its client; 0: nobody in particular */
  uint64_t turn;   /* in a pool's queue: a client's exchanges have different turns */
  bool working, answered, closing;
  bool has_begun;               /* an answer in pieces whose head was sent */
  bool is_reported;             /* the service knows that it is over */
  bool is_broken;               /* no more of it can be sent: the connection is to be cut */
  int pool;                     /* in which it was last */
  struct pf_http *http;         /* of an answer in pieces */
  size_t sent;                  /* bytes of the present piece */
  double began_sending, paused; /* when, on the monotonic clock; not counting what pieces took */
  bool is_old;                  /* HTTP/1.0 */
  uint64_t payer;               /* the client whose share of memory it uses, 0 until then */
  uint64_t held;                /* bytes of that share */
  size_t taken;                 /* bytes of the body received so far, even if it is refused */
  struct pf_exchange *next;
} pf_exchange;

/* Returns an argument of the address, after '?'; NULL if absent. */
const char *pf_exchange_argument(const pf_exchange *x, const char *name);

/* Returns a header of the request; NULL if absent. */
const char *pf_exchange_header(const pf_exchange *x, const char *name);

/* Whether the body is declared to be of this media type, whatever its parameters. */
bool pf_exchange_is_type(const pf_exchange *x, const char *type);

/* Whether a header (If-Match, If-None-Match) names x->etag, or any by "*". */
bool pf_exchange_names_tag(const pf_exchange *x, const char *header);

/* Returns the request's client: by a header if one is named and present, else by the address (upper
 * half of an IPv6 one); 0, nobody in particular, on a Unix socket. */
uint64_t pf_exchange_client(const pf_exchange *x, const char *header);

/* Returns the body as JSON, which the caller frees; NULL after answering 400, with the place, or
 * 413. */
json_t *pf_exchange_read(pf_exchange *x);

/* Answers with JSON, which it takes over; NULL: out of memory. */
void pf_exchange_json(pf_exchange *x, int status, json_t *json);

/* Answers with text, which it takes over; NULL: out of memory. */
void pf_exchange_text(pf_exchange *x, int status, const char *type, char *text, size_t bytes);

/* Answers with static text. */
void pf_exchange_fixed(pf_exchange *x, int status, const char *type, const char *text,
                       size_t bytes);

/* Answers with an error: {"error": {"status", "code", "message"}}. */
void pf_exchange_fail(pf_exchange *x, int status, const char *code, const char *format, ...)
    PF_PRINTF(4, 5);

/* Does the same for a failed library call, whose sentence may name files. */
void pf_exchange_failed(pf_exchange *x, pathfan_status status, const char *sentence);

/* Does the same if nothing is at the address, or only other methods, which allowed lists; NULL:
 * there are none. OPTIONS is answered with that list. */
void pf_exchange_no_route(pf_exchange *x, const char *method, const char *path,
                          const char *allowed);

/* Adds a header to the answer. */
void pf_exchange_add(pf_exchange *x, const char *name, const char *format, ...) PF_PRINTF(3, 4);

/* Discards the answer. */
void pf_exchange_drop_text(pf_exchange *x);

/* Frees the body. */
void pf_exchange_drop_body(pf_exchange *x);

/* Discards the answer, and frees all that the exchange holds, but not itself. */
void pf_exchange_clear(pf_exchange *x);

/* Removes folders from a sentence for clients: those of a path at its beginning, and of absolute
 * paths anywhere. */
void pf_hide_folders(char *text);

/* ---- JSON ---- */

/* Makes a number; null if it isn't finite. */
json_t *pf_json_number(double value);

/* Makes a name for people, of any origin, without control characters and without characters that
 * reorder the text after them (bidi), by which one name can pass for another. "" if it isn't
 * UTF-8. */
json_t *pf_json_name(const char *name);

/* [x, y] */
json_t *pf_json_point(double x, double y);

#endif
