/* length.h - the length of a vector, the same to the last bit on every system. */
#ifndef PF_BASE_LENGTH_H
#define PF_BASE_LENGTH_H

#include <math.h>

/* In place of hypot, whose last bit is the C library's. Neither square may be out of range. */
static inline double pf_length(double x, double y) {
  return sqrt(x * x + y * y);
}

#endif
