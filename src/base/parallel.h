/* parallel.h - the same function for every item of a range, on several threads. */
#ifndef PATHFAN_BASE_PARALLEL_H
#define PATHFAN_BASE_PARALLEL_H

#include <stdbool.h>
#include <stdint.h>

#include "pathfan/status.h"

/* Work on one item. `thread` is 0..threads-1, for per-thread scratch. Returning
 * anything but OK stops the loop soon. */
typedef pathfan_status pathfan_parallel_function(void *context, int64_t item, int32_t thread);

/* Told how many items are finished; false: the rest is not wanted any more. */
typedef bool pathfan_done_function(void *context, int64_t items);

/* Calls function for items 0..count-1, each once, in any order, on `threads`
 * threads (the caller's is one of them, number 0; fewer if the system gives no
 * more; below 1 counts as 1). Returns the status of the lowest item that
 * failed, or OK; items above that one may have been left out. What the calls
 * wrote may be read after the return. `done`, when not NULL, is called from the
 * caller's thread after each of its items, about ten times a second while it waits
 * for other threads, and once at the end. When it says false the loop stops soon,
 * and its status is CANCELLED. */
pathfan_status pathfan_parallel_for(int64_t count, int32_t threads,
                                    pathfan_parallel_function *function, void *context,
                                    pathfan_done_function *done, void *done_context);

/* The same question in a loop of one thread: OK, or CANCELLED. */
static inline pathfan_status pathfan_go_on(pathfan_done_function *done, void *done_context,
                                           int64_t items) {
  return done && !done(done_context, items) ? PATHFAN_ERR_CANCELLED : PATHFAN_OK;
}

#endif
