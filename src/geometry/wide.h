/* wide.h - exact comparison of quotients whose parts exceed 128 bits: of distances, and of places
 * along a line. */
#ifndef PF_GEOMETRY_WIDE_H
#define PF_GEOMETRY_WIDE_H

#include <stdint.h>

#include "base/portable.h"

enum { PF_WIDE_LIMBS = 6 };

/* A whole number below 2^384; its 64-bit limbs, the least first. */
typedef struct pf_wide {
  uint64_t limb[PF_WIDE_LIMBS];
} pf_wide;

/* A quotient >= 0. Its parts together have at most as many bits as a pf_wide, and so have those of
 * any two that are compared, crosswise. */
typedef struct pf_ratio {
  pf_wide top, bottom;
} pf_ratio;

static inline pf_wide pf_wide_of(uint64_t value) {
  return (pf_wide){{value}};
}

/* |value| */
static inline pf_wide pf_wide_size(pf_int128 value) {
  pf_wide size = {{0}};
  size.limb[0] = pf_int128_size(value, &size.limb[1]);
  return size;
}

/* The product must be below 2^384. */
pf_wide pf_wide_times(const pf_wide *a, const pf_wide *b);

/* Returns < 0, 0 or > 0. */
int pf_ratio_compare(const pf_ratio *a, const pf_ratio *b);

#endif
