/* listen.h - sockets that listen before anybody serves them. */
#ifndef PATHFAN_SERVE_LISTEN_H
#define PATHFAN_SERVE_LISTEN_H

#include "base/status.h"

/* The socket that whoever began this process handed over, listening, by LISTEN_FDS and LISTEN_PID
 * (systemd's socket activation); -1: none. The first of them; both are taken out of the
 * environment. */
int pathfan_listen_inherited(void);

/* Listens at a Unix socket, which is made, with the rights that the umask leaves; one that nobody
 * listens at any more is replaced. Errors: ARGUMENT (the path is too long), BUSY (somebody listens
 * there), IO (something else lies there, and others). */
pathfan_status pathfan_listen_unix(const char *path, int *out, pathfan_error *error);

#endif
