/* portable.h - what the C standard lacks: whole numbers of 128 bits, counts of bits, sums that are
 * checked for overflow, hints to the compiler.
 *
 * Everything here has two forms with the same results to the last bit: one by extensions that GCC
 * and clang share, and a plain one in C11. PATHFAN_PLAIN_C chooses: 0 or 1, by the compiler where
 * nothing is said. No other file uses such an extension (tests/check_dependencies.py); those with
 * code of their own for vectors ask PATHFAN_PLAIN_C. */
#ifndef PF_BASE_PORTABLE_H
#define PF_BASE_PORTABLE_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/platform.h"

#ifndef PATHFAN_PLAIN_C
#if defined(__GNUC__) && defined(__SIZEOF_INT128__)
#define PATHFAN_PLAIN_C 0
#else
#define PATHFAN_PLAIN_C 1
#endif
#endif

/* ---- Hints ---- */

#if !PATHFAN_PLAIN_C
#define PF_COLD __attribute__((cold)) /* a function that is rarely called */
#define PF_NO_INLINE __attribute__((noinline))
#define PF_INLINE inline __attribute__((always_inline))
#define PF_PREFETCH(at) __builtin_prefetch(at)
#else
#define PF_COLD
#define PF_NO_INLINE
#define PF_INLINE inline
#define PF_PREFETCH(at) ((void)(at))
#endif

/* Those that all compilers for POSIX and mingw know. */
#ifndef __GNUC__
#define PF_PRINTF(format_at, args_at)
#elif PATHFAN_WITH_WINDOWS /* with _GNU_SOURCE printf is mingw's, not Microsoft's */
#define PF_PRINTF(format_at, args_at) __attribute__((format(gnu_printf, format_at, args_at)))
#else
#define PF_PRINTF(format_at, args_at) __attribute__((format(printf, format_at, args_at)))
#endif
#define PF_AT_LOAD __attribute__((constructor)) /* runs when the program or library is loaded */

/* Before a loop over a few elements: it shall be made of vectors, not unrolled. */
#if !PATHFAN_PLAIN_C && !defined(__clang__)
#define PF_AS_VECTORS _Pragma("GCC unroll 1")
#else
#define PF_AS_VECTORS
#endif

/* Whether a file with a form for <emmintrin.h> takes it. */
#if !PATHFAN_PLAIN_C && defined(__SSE2__)
#define PF_WITH_SSE2 1
#else
#define PF_WITH_SSE2 0
#endif

/* Small vectors, with operators, of so many bytes. There are none in the plain form. */
#if !PATHFAN_PLAIN_C
#define PF_VECTOR(bytes) __attribute__((vector_size(bytes)))
#endif

/* ---- Bits ---- */

#if !PATHFAN_PLAIN_C

/* The number of the lowest or highest bit that is set, from 0; bits isn't 0. */
static inline int pf_lowest_bit(uint64_t bits) {
  return __builtin_ctzll(bits);
}

static inline int pf_highest_bit(uint64_t bits) {
  return 63 - __builtin_clzll(bits);
}

/* How many bits are set. */
static inline int pf_count_bits(uint64_t bits) {
  return __builtin_popcountll(bits);
}

/* Whether the product or sum fits in 64 bits; then it is in *result. */
static inline bool pf_times_fits(uint64_t a, uint64_t b, uint64_t *result) {
  return !__builtin_mul_overflow(a, b, result);
}

static inline bool pf_plus_fits(uint64_t a, uint64_t b, uint64_t *result) {
  return !__builtin_add_overflow(a, b, result);
}

/* Returns the lower half of a product, and its upper half in *high. */
static inline uint64_t pf_times(uint64_t a, uint64_t b, uint64_t *high) {
  __extension__ typedef unsigned __int128 product;
  const product whole = (product)a * b;
  *high = (uint64_t)(whole >> 64);
  return (uint64_t)whole;
}

#else

static inline int pf_highest_bit(uint64_t bits) {
  int bit = 0;
  for (int step = 32; step; step /= 2)
    if (bits >> step) {
      bits >>= step;
      bit += step;
    }
  return bit;
}

static inline int pf_lowest_bit(uint64_t bits) {
  return pf_highest_bit(bits & (~bits + 1));
}

static inline int pf_count_bits(uint64_t bits) {
  int count = 0;
  for (; bits; bits &= bits - 1) count++;
  return count;
}

static inline bool pf_times_fits(uint64_t a, uint64_t b, uint64_t *result) {
  if (b && a > UINT64_MAX / b) return false;
  *result = a * b;
  return true;
}

static inline bool pf_plus_fits(uint64_t a, uint64_t b, uint64_t *result) {
  if (a > UINT64_MAX - b) return false;
  *result = a + b;
  return true;
}

/* By halves of 32 bits, as on paper. */
static inline uint64_t pf_times(uint64_t a, uint64_t b, uint64_t *high) {
  const uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
  const uint64_t low = a0 * b0, cross = a1 * b0 + (low >> 32);
  const uint64_t middle = a0 * b1 + (uint32_t)cross;
  *high = a1 * b1 + (cross >> 32) + (middle >> 32);
  return middle << 32 | (uint32_t)low;
}

#endif

/* ---- Whole numbers of 128 bits ---- */

#if !PATHFAN_PLAIN_C

__extension__ typedef __int128 pf_int128;

static inline pf_int128 pf_int128_of(int64_t value) {
  return value;
}

static inline pf_int128 pf_int128_product(int64_t a, int64_t b) {
  return (pf_int128)a * b;
}

/* Sums, differences and negatives must fit. */
static inline pf_int128 pf_int128_plus(pf_int128 a, pf_int128 b) {
  return a + b;
}

static inline pf_int128 pf_int128_minus(pf_int128 a, pf_int128 b) {
  return a - b;
}

/* Returns -1, 0 or 1. */
static inline int pf_int128_compare(pf_int128 a, pf_int128 b) {
  return (a > b) - (a < b);
}

static inline int pf_int128_sign(pf_int128 a) {
  return (a > 0) - (a < 0);
}

/* The upper and lower half of the size, |a|. */
static inline uint64_t pf_int128_size(pf_int128 a, uint64_t *high) {
  __extension__ typedef unsigned __int128 magnitude;
  const magnitude size = a < 0 ? -(magnitude)a : (magnitude)a;
  *high = (uint64_t)(size >> 64);
  return (uint64_t)size;
}

/* The nearest double. */
static inline double pf_int128_double(pf_int128 a) {
  return (double)a;
}

/* Returns a / b, rounded down, which must fit; b > 0. *rest: what is left, 0..b-1. */
static inline int64_t pf_int128_quotient(pf_int128 a, int64_t b, int64_t *rest) {
  pf_int128 quotient = a / b, left = a % b;
  if (left < 0) {
    quotient--;
    left += b;
  }
  *rest = (int64_t)left;
  return (int64_t)quotient;
}

#else

/* In two's complement. */
typedef struct pf_int128 {
  uint64_t low, high;
} pf_int128;

static inline pf_int128 pf_int128_of(int64_t value) {
  const pf_int128 whole = {(uint64_t)value, value < 0 ? UINT64_MAX : 0};
  return whole;
}

static inline pf_int128 pf_int128_product(int64_t a, int64_t b) {
  pf_int128 product;
  product.low = pf_times((uint64_t)a, (uint64_t)b, &product.high);
  if (a < 0) product.high -= (uint64_t)b; /* a as a whole number is 2^64 too much */
  if (b < 0) product.high -= (uint64_t)a;
  return product;
}

static inline pf_int128 pf_int128_plus(pf_int128 a, pf_int128 b) {
  pf_int128 sum = {a.low + b.low, a.high + b.high};
  sum.high += sum.low < a.low;
  return sum;
}

static inline pf_int128 pf_int128_minus(pf_int128 a, pf_int128 b) {
  const pf_int128 difference = {a.low - b.low, a.high - b.high - (a.low < b.low)};
  return difference;
}

static inline int pf_int128_compare(pf_int128 a, pf_int128 b) {
  const uint64_t top = UINT64_C(1) << 63, x = a.high ^ top, y = b.high ^ top;
  if (x != y) return x < y ? -1 : 1;
  return (a.low > b.low) - (a.low < b.low);
}

static inline int pf_int128_sign(pf_int128 a) {
  return pf_int128_compare(a, pf_int128_of(0));
}

static inline uint64_t pf_int128_size(pf_int128 a, uint64_t *high) {
  if (a.high >> 63) a = pf_int128_minus(pf_int128_of(0), a);
  *high = a.high;
  return a.low;
}

/* The bits that a double has no room for only matter by whether one of them is set. */
static inline double pf_int128_double(pf_int128 a) {
  uint64_t high, low = pf_int128_size(a, &high);
  double size = (double)low;
  if (high) {
    const int room = 63 - pf_highest_bit(high);
    uint64_t top = room ? high << room | low >> (64 - room) : high;
    if (low << room) top |= 1;
    size = ldexp((double)top, 64 - room);
  }
  return a.high >> 63 ? -size : size;
}

/* Bit by bit, as on paper. */
static inline int64_t pf_int128_quotient(pf_int128 a, int64_t b, int64_t *rest) {
  const bool is_negative = a.high >> 63;
  uint64_t high, low = pf_int128_size(a, &high), quotient = 0, left = 0;
  for (int bit = 127; bit >= 0; bit--) {
    left = left << 1 | ((bit < 64 ? low >> bit : high >> (bit - 64)) & 1);
    quotient <<= 1;
    if (left >= (uint64_t)b) {
      left -= (uint64_t)b;
      quotient |= 1;
    }
  }
  if (is_negative && left) { /* rounded up so far */
    quotient++;
    left = (uint64_t)b - left;
  }
  *rest = (int64_t)left;
  return (int64_t)(is_negative ? ~quotient + 1 : quotient);
}

#endif

/* Returns a / b to the nearest whole number, halves up, which must fit; b > 0. */
static inline int64_t pf_int128_rounded(pf_int128 a, int64_t b) {
  int64_t rest;
  const int64_t quotient = pf_int128_quotient(a, b, &rest);
  return quotient + (rest >= b - rest);
}

#endif
