/* memory.h - overflow-checked array allocation. */
#ifndef PATHFAN_BASE_MEMORY_H
#define PATHFAN_BASE_MEMORY_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "pathfan/status.h"

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

/* Room for `need` elements in a list that grows, *list of *capacity elements, with some
 * to spare. Errors: NO_MEMORY; the list is as it was then. */
static inline pathfan_status pathfan_grow(void *list, int32_t *capacity, int64_t need,
                                          size_t size) {
  if (need <= *capacity) return PATHFAN_OK;
  if (need > INT32_MAX) return PATHFAN_ERR_NO_MEMORY;
  const int64_t spare = need + need / 2 + 16, more = spare < INT32_MAX ? spare : INT32_MAX;
  void *grown = pathfan_resize(*(void **)list, (uint64_t)more, size);
  if (!grown) return PATHFAN_ERR_NO_MEMORY;
  *(void **)list = grown;
  *capacity = (int32_t)more;
  return PATHFAN_OK;
}

#endif
