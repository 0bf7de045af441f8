/* http.h - talking to clients: from a socket to an exchange that a route's handler
 * answers, and back. */
#ifndef PATHFAN_VIEWER_HTTP_H
#define PATHFAN_VIEWER_HTTP_H

#include "viewer/server.h"

typedef struct pathfan_http pathfan_http;

/* Listens at options->bind and port; *port is the one it got. Errors: IO, ARGUMENT,
 * NO_MEMORY. */
pathfan_status pathfan_http_start(pathfan_server *server, pathfan_http **http, int *port,
                                  pathfan_error *error);

/* Takes no more requests, answers those that are running, and frees. NULL is fine. */
void pathfan_http_stop(pathfan_http *http);

#endif
