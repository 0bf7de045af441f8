/* parallel.h - calls a function for every item of a range, on several threads. */
#ifndef PF_BASE_PARALLEL_H
#define PF_BASE_PARALLEL_H

#include <stdint.h>

#include "base/limits.h"

/* Processes one item. `thread` is 0..threads-1, for per-thread scratch. Returning anything but OK
 * stops the loop soon. */
typedef pathfan_status pf_parallel_function(void *context, int64_t item, int32_t thread);

/* Calls function for items 0..count-1, each once, in any order, on `threads` threads (the caller's
 * is one of them, number 0; fewer if the system provides no more; below 1 counts as 1). Returns the
 * status of the lowest item that failed, or OK; items above that one may have been left out. The
 * results of the calls may be read after the return. limits->done, if there is one, is called from
 * the caller's thread after each of its items, about ten times a second while it waits for other
 * threads, and once at the end. If it returns false, the loop stops soon, and its status is
 * CANCELLED. The memory limit is left to the function. */
pathfan_status pf_parallel_for(int64_t count, int32_t threads, pf_parallel_function *function,
                               void *context, const pf_limits *limits);

#endif
