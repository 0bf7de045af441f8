/* condition.h - conditions whose timed waits don't depend on the time of day where the system can.
 */
#ifndef PF_BASE_CONDITION_H
#define PF_BASE_CONDITION_H

#include <pthread.h>
#include <time.h>

#include "base/platform.h"

#define PF_CONDITION_IS_MONOTONIC (PATHFAN_WITH_POSIX && PATHFAN_WITH_LINUX)

static inline void pf_condition_begin(pthread_cond_t *condition) {
#if PF_CONDITION_IS_MONOTONIC
  pthread_condattr_t how;
  pthread_condattr_init(&how);
  pthread_condattr_setclock(&how, CLOCK_MONOTONIC);
  pthread_cond_init(condition, &how);
  pthread_condattr_destroy(&how);
#else
  pthread_cond_init(condition, NULL);
#endif
}

/* Returns the present by the clock of pthread_cond_timedwait. */
static inline struct timespec pf_condition_now(void) {
  struct timespec now;
  clock_gettime(PF_CONDITION_IS_MONOTONIC ? CLOCK_MONOTONIC : CLOCK_REALTIME, &now);
  return now;
}

#endif
