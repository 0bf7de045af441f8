/* clock.h - measures time. */
#ifndef PF_BASE_CLOCK_H
#define PF_BASE_CLOCK_H

#include <time.h>

/* Returns the seconds since some moment, by a clock that is never set; differences are accurate to
 * a few nanoseconds. */
static inline double pf_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
