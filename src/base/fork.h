/* fork.h - a gate that keeps fork() from happening in the middle of something.
 *
 * A child inherits memory as it is at that moment, locks of other threads
 * included, which nobody in the child will ever release. So whatever holds a lock
 * in the libraries holds this gate too, and fork() waits until nobody does. */
#ifndef PATHFAN_BASE_FORK_H
#define PATHFAN_BASE_FORK_H

#include "base/platform.h"

#if PATHFAN_WITH_POSIX
/* Any number of threads may be inside; a thread may enter several times. While fork()
 * waits for those inside, others wait before the gate. */
void pathfan_fork_hold(void);
void pathfan_fork_release(void);
#else
static inline void pathfan_fork_hold(void) {}
static inline void pathfan_fork_release(void) {}
#endif

#endif
