/* place.h - the folder that indexes lie in: makes it, and locks it against other builders.
 *
 *   status = pf_place_lock("indexes", PF_PLACE_ALONE, &waiting, &lock, &error);
 *   ...
 *   close(lock); */
#ifndef PF_BUILD_INDEX_FOLDER_PLACE_H
#define PF_BUILD_INDEX_FOLDER_PLACE_H

#include <stdbool.h>
#include <stddef.h>

#include "pathfan/status.h"

typedef enum pf_place_use {
  PF_PLACE_ALONE,   /* no other process may work there */
  PF_PLACE_TOGETHER /* others that say the same may */
} pf_place_use;

/* What to do while another process holds the folder. */
typedef struct pf_waiting {
  bool wait;                           /* false: fail at once */
  bool (*is_cancelled)(void *context); /* may be NULL */
  void *context;
} pf_waiting;

/* Pauses before another look at a lock. False: stop waiting; *status is set if cancelled. */
bool pf_wait_again(const pf_waiting *waiting, pathfan_status *status);

/* Makes the folder `path` and its parents, from byte `from` of it on. Errors: IO, NO_MEMORY. */
pathfan_status pf_place_make(const char *path, size_t from, pathfan_error *error);

/* Locks an existing folder; the lock of a process that dies is released. *lock: closing it unlocks;
 * -1 on failure. A file system without locks is no error. Errors: IO, BUSY, CANCELLED. */
pathfan_status pf_place_lock(const char *path, pf_place_use use, const pf_waiting *waiting,
                             int *lock, pathfan_error *error);

#endif
