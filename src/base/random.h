/* random.h - the same random numbers on every machine.
 *
 * xoshiro256** by D. Blackman and S. Vigna ("Scrambled linear pseudorandom number generators", ACM
 * TOMS 2021), its state filled by splitmix64 so that any seed works, even 0. Whole numbers only:
 * decisions based on them don't depend on a machine's floating point. Not for secrets. */
#ifndef PF_BASE_RANDOM_H
#define PF_BASE_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/portable.h"

typedef struct pf_random {
  uint64_t state[4];
} pf_random;

static inline pf_random pf_random_from(uint64_t seed) {
  pf_random random;
  for (int i = 0; i < 4; i++) {
    uint64_t z = seed += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    random.state[i] = z ^ z >> 31;
  }
  return random;
}

/* Returns 64 random bits. */
static inline uint64_t pf_random_bits(pf_random *random) {
  uint64_t *s = random->state;
  uint64_t scrambled = s[1] * 5;
  scrambled = (scrambled << 7 | scrambled >> 57) * 9;
  uint64_t shifted = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= shifted;
  s[3] = s[3] << 45 | s[3] >> 19;
  return scrambled;
}

/* Returns a whole number in 0..below-1, each equally likely; below > 0. */
static inline int64_t pf_random_below(pf_random *random, int64_t below) {
  /* The high half of bits * below; draws that would favour some results are repeated (D. Lemire,
     "Fast random integer generation in an interval"). */
  uint64_t range = (uint64_t)below, high;
  uint64_t low = pf_times(pf_random_bits(random), range, &high);
  if (low < range) {
    uint64_t unfair = -range % range;
    while (low < unfair) low = pf_times(pf_random_bits(random), range, &high);
  }
  return (int64_t)high;
}

/* Returns a whole number in from..to, both included; from <= to. */
static inline int32_t pf_random_between(pf_random *random, int32_t from, int32_t to) {
  return from + (int32_t)pf_random_below(random, (int64_t)to - from + 1);
}

/* Returns true with the given probability, 0..1, in steps of 2^-32. */
static inline bool pf_random_chance(pf_random *random, double chance) {
  uint64_t threshold = (uint64_t)(chance * 4294967296.0); /* exact: a power of two */
  return pf_random_bits(random) >> 32 < threshold;
}

#endif
