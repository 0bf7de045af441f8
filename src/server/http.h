/* http.h - talking to clients: from a socket to an exchange that a service answers, and back.
 *
 *   static const pathfan_service service = {begin, finish, work, tidy, NULL, headers};
 *   pathfan_http_options options = {.bind = "127.0.0.1", .port = 8080, ...};
 *   status = pathfan_http_start(&service, context, &options, &http, &error);
 *   ...
 *   pathfan_http_stop(http);
 *
 * A service is told when the headers of a request are here and when all of it is, on one of the
 * threads that talk to clients; what takes longer than these may wait it has done by a pool. */
#ifndef PATHFAN_SERVER_HTTP_H
#define PATHFAN_SERVER_HTTP_H

#include "server/exchange.h"
#include "server/pool.h"

/* Pools of one server. */
#define PATHFAN_HTTP_POOLS 3

/* In place of the number of a pool: the exchange is answered. */
#define PATHFAN_HTTP_ANSWERED (-1)

/* What a server does with requests. Each function gets the service's context, and is called on
 * several threads at a time. */
typedef struct pathfan_service {
  /* The headers are here: sets route and body_limit, or answers. */
  void (*begin)(void *context, pathfan_exchange *x, const char *method, const char *path);
  /* The whole request is here, and isn't answered: answers, or says which pool is to. */
  int (*finish)(void *context, pathfan_exchange *x);
  /* On a thread of that pool: answers, or says which later pool is to. */
  int (*work)(void *context, pathfan_desk *desk, pathfan_exchange *x);
  /* Once a second; may be NULL. */
  void (*tidy)(void *context, double now);
  /* An answer is on its way, its text excepted, which is gone; may be NULL. */
  void (*answered)(void *context, const pathfan_exchange *x);
  const char *const *headers; /* of every answer: name, value, ..., NULL */
} pathfan_service;

typedef struct pathfan_http_options {
  const char *bind; /* an address of this machine, numeric */
  int32_t port;     /* 0: any that is free */
  int socket;       /* one that listens, taken over, in place of both; or -1 */
  const char *host; /* one more name that requests may give as Host; "*": any; NULL: none */
  int32_t threads;  /* that talk to clients */
  int32_t connections, connections_of_one; /* at once, and of one address; one more is hung up on */
  int32_t seconds_idle; /* between requests, and without a byte, after which a connection is cut */
  int32_t pool_count;
  pathfan_pool_options pools[PATHFAN_HTTP_POOLS];
} pathfan_http_options;

typedef struct pathfan_http pathfan_http;

/* Listens; *http is set before the first request. Service and context must outlive the server,
 * options needn't. Errors: IO, ARGUMENT, NO_MEMORY. */
pathfan_status pathfan_http_start(const pathfan_service *service, void *context,
                                  const pathfan_http_options *options, pathfan_http **http,
                                  pathfan_error *error);

/* The port it listens at; 0 of a socket that has none. */
int pathfan_http_port(const pathfan_http *http);

/* The address by which a browser of this machine opens a server that listens at `bind`, http://...
 * True: that is all addresses, 0.0.0.0 or ::, of which this is one. */
enum { PATHFAN_HTTP_ADDRESS_BYTES = 300 };
bool pathfan_http_address(const pathfan_http *http, const char *bind,
                          char text[PATHFAN_HTTP_ADDRESS_BYTES]);

/* Tells the address by which a browser of this machine opens a server that listens at `bind`,
 * http://...; of one that listens at all addresses, 0.0.0.0 or ::, which can't be opened, a
 * sentence says by which others do. Either may be NULL. */
void pathfan_http_tell(const pathfan_http *http, const char *bind,
                       void (*listening)(const char *address),
                       void (*message)(const char *sentence));

/* Requests that wait for a pool, or run there; connections there are. */
int32_t pathfan_http_in_hand(const pathfan_http *http, int pool);
int32_t pathfan_http_connections(const pathfan_http *http);

/* Whether a Host, which a request must have once, names this server by an address, localhost,
 * this machine's name or what the options say; answers if not. */
bool pathfan_http_check_host(const pathfan_http *http, pathfan_exchange *x);

/* Whether somebody still waits for the answer: the client hasn't hung up, or closed its half of the
 * connection, and the server isn't about to end. To be asked on the thread of the pool, now and
 * then by what takes long: it is a call of the system. */
bool pathfan_http_is_wanted(const pathfan_http *http, const pathfan_exchange *x);

/* Takes no more requests, answers those that are running, and frees. NULL is fine. */
void pathfan_http_stop(pathfan_http *http);

#endif
