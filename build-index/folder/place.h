/* place.h - the folder that indexes lie in: made, and locked against other builders.
 *
 *   status = pathfan_place_lock("indexes", PATHFAN_PLACE_ALONE, &waiting, &lock, &error);
 *   ...
 *   close(lock);
 */
#ifndef PATHFAN_BUILD_FOLDER_PLACE_H
#define PATHFAN_BUILD_FOLDER_PLACE_H

#include <stdbool.h>
#include <stddef.h>

#include "pathfan/status.h"

typedef enum pathfan_place_use {
  PATHFAN_PLACE_ALONE,   /* nobody else is at work there */
  PATHFAN_PLACE_TOGETHER /* others who say so may be */
} pathfan_place_use;

/* What to do while somebody else is there. */
typedef struct pathfan_waiting {
  bool wait;                           /* else it is an error at once */
  bool (*is_cancelled)(void *context); /* may be NULL */
  void *context;
} pathfan_waiting;

/* Before another look at what somebody has: false if it must not be waited for. */
bool pathfan_wait_again(const pathfan_waiting *waiting, pathfan_status *status);

/* Makes the folder `path` and those above it, down from byte `from` of it. Errors: IO, NO_MEMORY.
 */
pathfan_status pathfan_place_make(const char *path, size_t from, pathfan_error *error);

/* Locks a folder that is there; nothing is left behind by whoever dies. *lock: to be closed, which
 * unlocks; -1 when it failed, and where there are no locks. Errors: IO, BUSY, CANCELLED. */
pathfan_status pathfan_place_lock(const char *path, pathfan_place_use use,
                                  const pathfan_waiting *waiting, int *lock, pathfan_error *error);

#endif
