/* stamp.h - a set of numbers 0..n-1 that is emptied at once: who is in it bears the stamp of now.
 *
 *   pathfan_stamp stamp = {0};                            zero it first
 *   status = pathfan_stamp_fit(&stamp, n);
 *   pathfan_stamp_next(&stamp);                           nobody is in the set
 *   if (pathfan_stamp_add(&stamp, v)) ... v is new ...
 *   pathfan_stamp_drop(&stamp, v);                        v isn't any more
 *   pathfan_stamp_free(&stamp); */
#ifndef PATHFAN_BASE_STAMP_H
#define PATHFAN_BASE_STAMP_H

#include <stdbool.h>
#include <string.h>

#include "base/memory.h"

typedef struct pathfan_stamp {
  uint32_t *of;     /* [Size: capacity] now: in the set */
  uint32_t now;     /* never 0 once next was called */
  int32_t capacity; /* n at least */
} pathfan_stamp;

/* Room for 0..n-1; who is in the set stays. Errors: NO_MEMORY; the set is as it was. */
static inline pathfan_status pathfan_stamp_fit(pathfan_stamp *stamp, int64_t n) {
  const int32_t had = stamp->capacity;
  const pathfan_status status = pathfan_grow(&stamp->of, &stamp->capacity, n, sizeof *stamp->of);
  if (stamp->capacity > had)
    memset(stamp->of + had, 0, (size_t)(stamp->capacity - had) * sizeof *stamp->of);
  return status;
}

/* The next `now`, never 0, for stamps that stand beside what they mark, in records. True, once in
 * 2^32 times: old stamps would look like new ones, and all of them must be set to 0. */
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

/* Puts a number in; true: it wasn't yet. */
static inline bool pathfan_stamp_add(pathfan_stamp *stamp, int64_t i) {
  const bool fresh = stamp->of[i] != stamp->now;
  stamp->of[i] = stamp->now;
  return fresh;
}

/* Takes a number out. */
static inline void pathfan_stamp_drop(pathfan_stamp *stamp, int64_t i) {
  stamp->of[i] = 0;
}

static inline void pathfan_stamp_free(pathfan_stamp *stamp) {
  free(stamp->of);
  memset(stamp, 0, sizeof *stamp);
}

#endif
