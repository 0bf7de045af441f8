/* place.h - the folder that indexes lie in: makes it, and locks it against other builders.
 *
 *   status = pathfan_place_lock("indexes", PATHFAN_PLACE_ALONE, &waiting, &lock, &error);
 *   ...
 *   close(lock); */
#ifndef PATHFAN_BUILD_FOLDER_PLACE_H
#define PATHFAN_BUILD_FOLDER_PLACE_H

#include <stdbool.h>
#include <stddef.h>

#include "pathfan/status.h"

typedef enum pathfan_place_use {
  PATHFAN_PLACE_ALONE,   /* no other process may work there */
  PATHFAN_PLACE_TOGETHER /* others that say the same may */
} pathfan_place_use;

/* What to do while another process holds the folder. */
typedef struct pathfan_waiting {
  bool wait;                           /* false: fail at once */
  bool (*is_cancelled)(void *context); /* may be NULL */
  void *context;
} pathfan_waiting;

/* Pauses before another look at a lock. False: stop waiting; *status is set if cancelled. */
bool pathfan_wait_again(const pathfan_waiting *waiting, pathfan_status *status);

/* Makes the folder `path` and its parents, from byte `from` of it on. Errors: IO, NO_MEMORY. */
pathfan_status pathfan_place_make(const char *path, size_t from, pathfan_error *error);

/* Locks an existing folder; the lock of a process that dies is released. *lock: closing it unlocks;
 * -1 on failure. A file system without locks is no error. Errors: IO, BUSY, CANCELLED. */
pathfan_status pathfan_place_lock(const char *path, pathfan_place_use use,
                                  const pathfan_waiting *waiting, int *lock, pathfan_error *error);

#endif
