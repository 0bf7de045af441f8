/* hash.h - spreads numbers over 64 bits. */
#ifndef PF_BASE_HASH_H
#define PF_BASE_HASH_H

#include <stdint.h>

/* The finaliser of splitmix64 (S. Vigna): a bijection in which every output bit depends on every
 * input bit. */
static inline uint64_t pf_mix(uint64_t x) {
  x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
  return x ^ (x >> 31);
}

#endif
