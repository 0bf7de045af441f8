/* listen.h - sockets that listen before the server takes them over. */
#ifndef PF_SERVE_LISTEN_H
#define PF_SERVE_LISTEN_H

#include "base/status.h"

/* Returns the listening socket that the parent process handed over by LISTEN_FDS and LISTEN_PID
 * (systemd's socket activation), the first if there are several; -1: none. Removes both variables
 * from the environment. */
int pf_listen_inherited(void);

/* Makes a Unix socket, with the rights that the umask leaves, and listens at it; replaces one at
 * which no process listens any more. Errors: ARGUMENT (the path is too long), BUSY (a process
 * listens there), IO (something else lies there, and others). */
pathfan_status pf_listen_unix(const char *path, int *out, pathfan_error *error);

#endif
