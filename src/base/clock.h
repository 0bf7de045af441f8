/* clock.h - how much time has passed. */
#ifndef PATHFAN_BASE_CLOCK_H
#define PATHFAN_BASE_CLOCK_H

#include <time.h>

/* Seconds since some moment, of a clock that nobody sets; differences are good to a few
 * nanoseconds. */
static inline double pathfan_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
