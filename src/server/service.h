/* service.h - what a service and its server (http.h) want of each other: the functions by which it
 * answers requests, and those that it may call meanwhile. Any thread that has the exchange. */
#ifndef PF_SERVER_SERVICE_H
#define PF_SERVER_SERVICE_H

#include "server/exchange.h"
#include "server/pool.h"

typedef struct pf_http pf_http;

/* Pools of one server. */
#define PF_HTTP_POOLS 3

/* Returned in place of a pool's number: the exchange is answered. */
#define PF_HTTP_ANSWERED (-1)

/* What a server does with requests. Each function gets the service's context, and may run on
 * several threads at a time. */
typedef struct pf_service {
  /* The headers have arrived: sets route and body_limit, or answers. */
  void (*begin)(void *context, pf_exchange *x, const char *method, const char *path);
  /* The whole request has arrived, unanswered: answers, or returns the pool that is to. */
  int (*finish)(void *context, pf_exchange *x);
  /* On a thread of that pool: answers, or returns the later pool that is to. It may answer in part
   * (is_partial), and is then called again once the client has taken that, on a thread of the same
   * pool. */
  int (*work)(void *context, pf_worker *worker, pf_exchange *x);
  /* Once a second; may be NULL. */
  void (*tidy)(void *context, double now);
  /* An answer is on its way, or the last piece of one; its text is gone already. May be NULL. */
  void (*answered)(void *context, const pf_exchange *x);
  const char *const *headers; /* of every answer: name, value, ..., NULL */
} pf_service;

/* Count the requests that wait for a pool or run there, and the connections. */
int32_t pf_http_in_hand(const pf_http *http, int pool);
int32_t pf_http_connections(pf_http *http);

/* Counts that the exchange makes the server hold so many bytes, its body or its answer, until it is
 * over; less than before changes nothing. False: clients have no room left (budget.h). */
bool pf_http_hold(pf_http *http, pf_exchange *x, uint64_t bytes);

/* Answers 503 for that reason. */
void pf_http_refuse_room(pf_exchange *x);

/* Returns the bytes that clients make the server hold. */
uint64_t pf_http_held(pf_http *http);

/* Whether the request has one Host, which names this server by an address, localhost, this
 * machine's name or that of the options; answers if not. */
bool pf_http_check_host(const pf_http *http, pf_exchange *x);

/* Whether the client still waits for the answer: it hasn't hung up, or closed its half of the
 * connection, and the server isn't about to end. For the pool's thread to ask now and then during
 * long work: it makes a system call. */
bool pf_http_is_wanted(const pf_http *http, const pf_exchange *x);

/* Answers one that isn't wanted any more. */
void pf_http_give_up(pf_http *http, pf_exchange *x);

#endif
