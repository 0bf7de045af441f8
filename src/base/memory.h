/* memory.h - overflow-checked array allocation. */
#ifndef PF_BASE_MEMORY_H
#define PF_BASE_MEMORY_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "pathfan/status.h"

/* malloc / calloc / realloc of count elements; NULL on overflow or out of memory. A count of 0
 * gives a non-NULL pointer that free() takes. */
static inline void *pf_alloc(uint64_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) return NULL;
  return malloc(bytes ? bytes : 1);
}

static inline void *pf_alloc_zero(uint64_t count, size_t size) {
  if (count > SIZE_MAX) return NULL;
  return calloc(count ? (size_t)count : 1, size ? size : 1);
}

static inline void *pf_resize(void *old, uint64_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) return NULL;
  return realloc(old, bytes ? bytes : 1);
}

/* Allocates memory at a multiple of `align`, a power of two no less than a pointer's size, for
 * pf_free_aligned; NULL as above. The start of the block is stored before it, since not every
 * system has aligned_alloc. */
static inline void *pf_alloc_aligned(uint64_t bytes, size_t align) {
  if (bytes > SIZE_MAX - 2 * align) return NULL;
  char *block = malloc((size_t)bytes + 2 * align);
  if (!block) return NULL;
  void **aligned = (void **)(block + 2 * align - (uintptr_t)block % align);
  aligned[-1] = block;
  return aligned;
}

static inline void pf_free_aligned(void *memory) {
  if (memory) free(((void **)memory)[-1]);
}

/* Makes room for `need` elements, with some to spare, in a growing list, *list of *capacity
 * elements. Errors: NO_MEMORY; the list is unchanged then. */
static inline pathfan_status pf_grow(void *list, int32_t *capacity, int64_t need, size_t size) {
  if (need <= *capacity) return PATHFAN_OK;
  if (need > INT32_MAX) return PATHFAN_ERR_NO_MEMORY;
  const int64_t spare = need + need / 2 + 16, more = spare < INT32_MAX ? spare : INT32_MAX;
  void *grown = pf_resize(*(void **)list, (uint64_t)more, size);
  if (!grown) return PATHFAN_ERR_NO_MEMORY;
  *(void **)list = grown;
  *capacity = (int32_t)more;
  return PATHFAN_OK;
}

#endif
