/* tie_hash.h - the hash of an edge by which ways of equal length are told apart.
 *
 * The same in both directions, and a function of coordinates only. It has 40 bits, as the graph's
 * (graph/graph.h), so that sums over a way stay below 2^64. */
#ifndef PF_GEOMETRY_TIE_HASH_H
#define PF_GEOMETRY_TIE_HASH_H

#include "base/hash.h"
#include "geometry/predicates.h"

static inline uint64_t pf_tie_hash(pf_fixed_point a, pf_fixed_point b) {
  if (b.x < a.x || (b.x == a.x && b.y < a.y)) {
    const pf_fixed_point swap = a;
    a = b;
    b = swap;
  }
  uint64_t hash = pf_mix((uint64_t)a.x + UINT64_C(0x9e3779b97f4a7c15));
  hash = pf_mix(hash + (uint64_t)a.y);
  hash = pf_mix(hash + (uint64_t)b.x);
  return pf_mix(hash + (uint64_t)b.y) >> 24;
}

#endif
