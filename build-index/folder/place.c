/* place.c - locks a folder of indexes.
 *
 * Locks the folder itself by flock(): it exists anyway, and opening it for reading is enough.
 * Without locks, as on some network file systems, builders go on all the same: each index still
 * appears whole (base/publish.c). */
#include "place.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/retry.h"
#include "base/status.h"
#include "base/text.h"

/* Pause between two looks at a lock that another process holds. */
#define WAIT_NANOSECONDS 20000000

bool pf_wait_again(const pf_waiting *waiting, pathfan_status *status) {
  const struct timespec pause = {.tv_nsec = WAIT_NANOSECONDS};
  if (!waiting->wait) return false;
  if (waiting->is_cancelled && waiting->is_cancelled(waiting->context)) {
    *status = PATHFAN_ERR_CANCELLED;
    return false;
  }
  nanosleep(&pause, NULL);
  return true;
}

pathfan_status pf_place_make(const char *path, size_t from, pathfan_error *error) {
  char *part = strdup(path);
  pathfan_status status = PATHFAN_OK;
  struct stat info;
  if (!part) return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: out of memory", pf_name_tail(path));
  for (size_t at = from; !status && path[at];) {
    while (path[at] == '/') at++;
    at += strcspn(path + at, "/");
    part[at] = 0;
    if (mkdir(part, 0777) != 0 && (stat(part, &info) != 0 || !S_ISDIR(info.st_mode)))
      status = pf_fail(error, PATHFAN_ERR_IO, "%s: can't make the folder: %s", pf_name_tail(part),
                       strerror(errno));
    part[at] = path[at];
  }
  free(part);
  return status;
}

pathfan_status pf_place_lock(const char *path, pf_place_use use, const pf_waiting *waiting,
                             int *lock, pathfan_error *error) {
  const int how = (use == PF_PLACE_ALONE ? LOCK_EX : LOCK_SH) | LOCK_NB;
  pathfan_status status = PATHFAN_OK;
  int locked;
  PF_RETRY(*lock, open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (*lock < 0)
    return pf_fail(error, PATHFAN_ERR_IO, "%s: can't open the folder: %s", pf_name_tail(path),
                   strerror(errno));
  while (!status) {
    PF_RETRY(locked, flock(*lock, how));
    if (locked == 0 || errno != EWOULDBLOCK) break;
    if (!pf_wait_again(waiting, &status) && !status)
      status =
          pf_fail(error, PATHFAN_ERR_BUSY,
                  "%s: another process is building the indexes of this folder", pf_name_tail(path));
  }
  if (status) {
    (void)close(*lock);
    *lock = -1;
  }
  return status;
}
