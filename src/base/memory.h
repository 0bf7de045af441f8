/* memory.h - overflow-checked array allocation. */
#ifndef PATHFAN_BASE_MEMORY_H
#define PATHFAN_BASE_MEMORY_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* malloc / calloc / realloc of count elements; NULL on overflow or when memory
 * is out. A count of 0 gives a non-NULL pointer that free() takes. */
static inline void *pathfan_alloc(uint64_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) return NULL;
  return malloc(bytes ? bytes : 1);
}

static inline void *pathfan_alloc_zero(uint64_t count, size_t size) {
  if (count > SIZE_MAX) return NULL;
  return calloc(count ? (size_t)count : 1, size ? size : 1);
}

static inline void *pathfan_resize(void *old, uint64_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) return NULL;
  return realloc(old, bytes ? bytes : 1);
}

#endif
