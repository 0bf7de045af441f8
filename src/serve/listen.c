/* listen.c - sockets that listen before the server takes them over. */
#include "serve/listen.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

/* The first descriptor handed over, by the protocol. */
#define FIRST_HANDED_OVER 3

int pf_listen_inherited(void) {
  const char *process = getenv("LISTEN_PID"), *count = getenv("LISTEN_FDS");
  const bool ours = process && count && strtol(process, NULL, 10) == (long)getpid() &&
                    strtol(count, NULL, 10) >= 1;
  unsetenv("LISTEN_PID");
  unsetenv("LISTEN_FDS");
  if (!ours || fcntl(FIRST_HANDED_OVER, F_SETFD, FD_CLOEXEC) != 0) return -1;
  const int flags = fcntl(FIRST_HANDED_OVER, F_GETFL);
  return fcntl(FIRST_HANDED_OVER, F_SETFL, flags | O_NONBLOCK) == 0 ? FIRST_HANDED_OVER : -1;
}

/* Removes a socket at which no process listens. */
static pathfan_status make_way(const char *path, const struct sockaddr_un *address,
                               pathfan_error *error) {
  struct stat info;
  if (lstat(path, &info) != 0) return PATHFAN_OK;
  if (!S_ISSOCK(info.st_mode))
    return pf_fail(error, PATHFAN_ERR_IO, "%s: exists, and isn't a socket", path);
  const int probe = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const bool listens =
      probe >= 0 && connect(probe, (const struct sockaddr *)address, sizeof *address) == 0;
  const bool refused = errno == ECONNREFUSED;
  if (probe >= 0) close(probe);
  if (listens) return pf_fail(error, PATHFAN_ERR_BUSY, "%s: another program listens there", path);
  if (refused) unlink(path);
  return PATHFAN_OK;
}

pathfan_status pf_listen_unix(const char *path, int *out, pathfan_error *error) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  *out = -1;
  if (!*path || strlen(path) >= sizeof address.sun_path)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "%s: the path of a Unix socket has 1 to %zu bytes",
                   path, sizeof address.sun_path - 1);
  strcpy(address.sun_path, path);
  const pathfan_status status = make_way(path, &address, error);
  if (status) return status;
  const int made = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (made < 0 || bind(made, (const struct sockaddr *)&address, sizeof address) != 0 ||
      listen(made, SOMAXCONN) != 0) {
    const int why = errno;
    if (made >= 0) close(made);
    return pf_fail(error, PATHFAN_ERR_IO, "%s: can't listen: %s", path, strerror(why));
  }
  *out = made;
  return PATHFAN_OK;
}
