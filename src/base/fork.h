/* fork.h - a gate that keeps fork() from happening while a lock is held.
 *
 * A child inherits memory as it is at that moment, with the locks of other threads, which no thread
 * of the child will ever release. So every thread that holds a lock of the libraries also holds
 * this gate, and fork() waits until none does. */
#ifndef PF_BASE_FORK_H
#define PF_BASE_FORK_H

#include "base/platform.h"

#if PATHFAN_WITH_POSIX
/* Any number of threads may be inside; a thread may enter several times. While fork() waits for the
 * threads inside, others wait before the gate. */
void pf_fork_hold(void);
void pf_fork_release(void);
#else
static inline void pf_fork_hold(void) {}
static inline void pf_fork_release(void) {}
#endif

#endif
