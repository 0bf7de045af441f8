/* http.h - talking to clients: from a socket to an exchange that a service answers, and back.
 *
 *   static const pf_service service = {begin, finish, work, tidy, NULL, headers};
 *   pf_http_options options = {.bind = "127.0.0.1", .port = 8080, ...};
 *   status = pf_http_start(&service, context, &options, &http, &error);
 *   ...
 *   pf_http_stop(http);
 *
 * The service is called when a request's headers have arrived, and again when all of it has, on a
 * thread that talks to clients. Work for which these threads can't wait is done by a pool. */
#ifndef PF_SERVER_HTTP_H
#define PF_SERVER_HTTP_H

#include "server/service.h"

typedef struct pf_http_options {
  const char *bind;          /* a numeric address of this machine */
  int32_t port;              /* 0: any free one */
  int socket;                /* a listening socket, taken over, in place of both; or -1 */
  const char *client_header; /* names a request's client; NULL: its address does */
  const char *host; /* one more name that requests may give as Host; "*": any; NULL: none */
  int32_t threads;  /* those that talk to clients */
  int32_t connections, connections_of_one; /* at once in all, and of one address; more are closed */
  int32_t seconds_idle; /* a connection is cut after so long between requests, or without a byte */
  int32_t pool_count;
  pf_pool_options pools[PF_HTTP_POOLS];
} pf_http_options;

/* Listens; *http is set before the first request. Service and context must outlive the server,
 * options needn't. Errors: IO, ARGUMENT, NO_MEMORY. */
pathfan_status pf_http_start(const pf_service *service, void *context,
                             const pf_http_options *options, pf_http **http, pathfan_error *error);

/* Returns the port it listens at; 0 for a socket without one. */
int pf_http_port(const pf_http *http);

/* Writes the address, http://..., by which a browser on this machine opens a server that listens at
 * `bind`. True: `bind` means all addresses, 0.0.0.0 or ::, of which this is one. */
enum { PF_HTTP_ADDRESS_BYTES = 300 };
bool pf_http_address(const pf_http *http, const char *bind, char text[PF_HTTP_ADDRESS_BYTES]);

/* Passes that address to listening. If the server listens at all addresses, 0.0.0.0 or ::, which
 * can't be opened as such, message gets a sentence with the address for other machines. Either may
 * be NULL. */
void pf_http_report(const pf_http *http, const char *bind, void (*listening)(const char *address),
                    void (*message)(const char *sentence));

/* Takes no more requests, answers those that are running, and frees the server. NULL is allowed. */
void pf_http_stop(pf_http *http);

#endif
