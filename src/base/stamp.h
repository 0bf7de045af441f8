/* stamp.h - a set of numbers 0..n-1 that is emptied in constant time: members bear the current
 * stamp.
 *
 *   pathfan_stamp stamp = {0};                            zero it first
 *   status = pathfan_stamp_fit(&stamp, n);
 *   pathfan_stamp_next(&stamp);                           the set is empty
 *   if (pathfan_stamp_add(&stamp, v)) ... v is new ...
 *   pathfan_stamp_drop(&stamp, v);                        v is no longer in it
 *   pathfan_stamp_free(&stamp); */
#ifndef PATHFAN_BASE_STAMP_H
#define PATHFAN_BASE_STAMP_H

#include <stdbool.h>
#include <string.h>

#include "base/memory.h"

typedef struct pathfan_stamp {
  uint32_t *of;     /* [Size: capacity] equals now: in the set */
  uint32_t now;     /* never 0 once next was called */
  int32_t capacity; /* at least n */
} pathfan_stamp;

/* Makes room for 0..n-1; members stay. Errors: NO_MEMORY; the set is unchanged then. */
static inline pathfan_status pathfan_stamp_fit(pathfan_stamp *stamp, int64_t n) {
  const int32_t had = stamp->capacity;
  const pathfan_status status = pathfan_grow(&stamp->of, &stamp->capacity, n, sizeof *stamp->of);
  if (stamp->capacity > had)
    memset(stamp->of + had, 0, (size_t)(stamp->capacity - had) * sizeof *stamp->of);
  return status;
}

/* Advances `now`, never to 0; for stamps stored in the records that they mark. True once in 2^32
 * times: old stamps would look like new ones, and the caller must set all to 0. */
static inline bool pathfan_stamp_wraps(uint32_t *now) {
  if (++*now) return false;
  *now = 1;
  return true;
}

/* Empties the set. */
static inline void pathfan_stamp_next(pathfan_stamp *stamp) {
  if (pathfan_stamp_wraps(&stamp->now) && stamp->capacity)
    memset(stamp->of, 0, (size_t)stamp->capacity * sizeof *stamp->of);
}

static inline bool pathfan_stamp_has(const pathfan_stamp *stamp, int64_t i) {
  return stamp->of[i] == stamp->now;
}

/* Adds a number; true if it is new. */
static inline bool pathfan_stamp_add(pathfan_stamp *stamp, int64_t i) {
  const bool fresh = stamp->of[i] != stamp->now;
  stamp->of[i] = stamp->now;
  return fresh;
}

/* Removes a number. */
static inline void pathfan_stamp_drop(pathfan_stamp *stamp, int64_t i) {
  stamp->of[i] = 0;
}

static inline void pathfan_stamp_free(pathfan_stamp *stamp) {
  free(stamp->of);
  memset(stamp, 0, sizeof *stamp);
}

#endif
