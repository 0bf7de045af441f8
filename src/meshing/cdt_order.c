/* cdt_order.c - orders points in rounds, and within each along a Hilbert curve.
 *
 * Neighbours on the curve are neighbours in the plane, so that the walk to the next point is short
 * and stays in the cache. With the curve alone there would be rows of points where each new point
 * flips all edges so far; therefore a random 16th of the points goes first, a 16th of them before
 * that, and so on (N. Amenta, S. Choi, G. Rote, "Incremental constructions con BRIO", SoCG 2003). A
 * hash of the coordinates serves as the random number. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "meshing/cdt_triangles.h"

/* A key and the point's number share 64 bits: 2 * 18 + 28. On large maps the key is coarser than
 * the lattice; points in one of its cells keep their order. */
#define KEY_BITS 18
#define NUMBER_BITS 28

/* Distance along a Hilbert curve over a square of 2^bits. */
static uint64_t hilbert(uint32_t x, uint32_t y, int bits) {
  /* For each of the curve's four shapes: the position of each quarter, and its shape. */
  static const uint8_t place[4][4] = {{0, 1, 3, 2}, {0, 3, 1, 2}, {2, 3, 1, 0}, {2, 1, 3, 0}};
  static const uint8_t shape[4][4] = {{1, 0, 3, 0}, {0, 2, 1, 1}, {2, 1, 2, 3}, {3, 3, 0, 2}};
  uint64_t key = 0;
  unsigned now = 0;
  for (int bit = bits - 1; bit >= 0; bit--) {
    const unsigned quarter = (x >> bit & 1) << 1 | (y >> bit & 1);
    key = key << 2 | place[now][quarter];
    now = shape[now][quarter];
  }
  return key;
}

/* Sorts by the `bits` bits above NUMBER_BITS; stable. The result is in one of the two arrays. */
#define DIGIT_BITS 12
static uint64_t *radix_sort(uint64_t *keys, uint64_t *other, int32_t count, int bits) {
  static const int32_t digits = 1 << DIGIT_BITS;
  int32_t first[1 << DIGIT_BITS];
  for (int shift = NUMBER_BITS; shift < NUMBER_BITS + bits; shift += DIGIT_BITS) {
    memset(first, 0, sizeof first);
    for (int32_t i = 0; i < count; i++) first[keys[i] >> shift & (uint64_t)(digits - 1)]++;
    for (int32_t d = 0, sum = 0; d < digits; d++) {
      const int32_t size = first[d];
      first[d] = sum;
      sum += size;
    }
    for (int32_t i = 0; i < count; i++)
      other[first[keys[i] >> shift & (uint64_t)(digits - 1)]++] = keys[i];
    uint64_t *swap = keys;
    keys = other;
    other = swap;
  }
  return keys;
}

/* Returns a point's round, counted from the last: 0 for all but a 16th. */
#define ROUNDS 7
static int round_of(pf_lattice_point at) {
  const uint64_t rank = pf_cdt_rank(at);
  uint64_t mixed = (rank ^ rank >> 29) * UINT64_C(0x9e3779b97f4a7c15);
  int round = 0;
  for (; round < ROUNDS - 1 && !(mixed >> 60); mixed <<= 4) round++;
  return round;
}

static void by_rounds(const pf_lattice_point *points, const uint64_t *sorted, int32_t count,
                      int32_t *order) {
  int32_t size[ROUNDS] = {0}, next[ROUNDS];
  for (int32_t i = 0; i < count; i++) size[round_of(points[i])]++;
  for (int round = ROUNDS - 1, sum = 0; round >= 0; round--) {
    next[round] = sum;
    sum += size[round];
  }
  for (int32_t i = 0; i < count; i++) {
    const int32_t number = (int32_t)(sorted[i] & (((uint64_t)1 << NUMBER_BITS) - 1));
    order[next[round_of(points[number])]++] = number;
  }
}

pathfan_status pf_cdt_order(const pf_lattice_point *points, int32_t count, int32_t *order) {
  uint64_t *keys = pf_alloc((uint64_t)count, sizeof *keys);
  uint64_t *other = pf_alloc((uint64_t)count, sizeof *other);
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  if (keys && other) {
    uint32_t all = 0;
    for (int32_t i = 0; i < count; i++) all |= (uint32_t)points[i].x | (uint32_t)points[i].y;
    int bits = 1;
    while (all >> bits) bits++;
    const int coarse = bits > KEY_BITS ? bits - KEY_BITS : 0;
    bits -= coarse;
    for (int32_t i = 0; i < count; i++)
      keys[i] = hilbert((uint32_t)points[i].x >> coarse, (uint32_t)points[i].y >> coarse, bits)
                    << NUMBER_BITS |
                (uint64_t)i;
    const uint64_t *sorted = radix_sort(keys, other, count, 2 * bits);
    by_rounds(points, sorted, count, order);
    status = PATHFAN_OK;
  }
  free(keys);
  free(other);
  return status;
}
