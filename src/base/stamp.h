/* stamp.h - a set of numbers 0..n-1 that is emptied in constant time: members bear the current
 * stamp.
 *
 *   pf_stamp stamp = {0};                            zero it first
 *   status = pf_stamp_fit(&stamp, n);
 *   pf_stamp_next(&stamp);                           the set is empty
 *   if (pf_stamp_add(&stamp, v)) ... v is new ...
 *   pf_stamp_drop(&stamp, v);                        v is no longer in it
 *   pf_stamp_free(&stamp); */
#ifndef PF_BASE_STAMP_H
#define PF_BASE_STAMP_H

#include <assert.h>
#include <stdbool.h>
#include <string.h>

#include "base/memory.h"

typedef struct pf_stamp {
  uint32_t *of;     /* [Size: capacity] equals now: in the set */
  uint32_t now;     /* never 0 once next was called */
  int32_t capacity; /* at least n */
} pf_stamp;

/* Makes room for 0..n-1; members stay. Errors: NO_MEMORY; the set is unchanged then. */
static inline pathfan_status pf_stamp_fit(pf_stamp *stamp, int64_t n) {
  const int32_t had = stamp->capacity;
  const pathfan_status status = pf_grow(&stamp->of, &stamp->capacity, n);
  if (stamp->capacity > had)
    memset(stamp->of + had, 0, (size_t)(stamp->capacity - had) * sizeof *stamp->of);
  return status;
}

/* Advances `now`, never to 0; for stamps stored in the records that they mark. True once in 2^32
 * times: old stamps would look like new ones, and the caller must set all to 0. */
static inline bool pf_stamp_wraps(uint32_t *now) {
  if (++*now) return false;
  *now = 1;
  return true;
}

/* Empties the set. */
static inline void pf_stamp_next(pf_stamp *stamp) {
  if (pf_stamp_wraps(&stamp->now) && stamp->capacity)
    memset(stamp->of, 0, (size_t)stamp->capacity * sizeof *stamp->of);
}

static inline bool pf_stamp_has(const pf_stamp *stamp, int64_t i) {
  assert(stamp->now); /* next was called */
  assert(i >= 0 && i < stamp->capacity);
  return stamp->of[i] == stamp->now;
}

/* Adds a number; true if it is new. */
static inline bool pf_stamp_add(pf_stamp *stamp, int64_t i) {
  assert(stamp->now);
  assert(i >= 0 && i < stamp->capacity);
  const bool fresh = stamp->of[i] != stamp->now;
  stamp->of[i] = stamp->now;
  return fresh;
}

/* Removes a number. */
static inline void pf_stamp_drop(pf_stamp *stamp, int64_t i) {
  assert(i >= 0 && i < stamp->capacity);
  stamp->of[i] = 0;
}

static inline void pf_stamp_free(pf_stamp *stamp) {
  free(stamp->of);
  memset(stamp, 0, sizeof *stamp);
}

#endif
