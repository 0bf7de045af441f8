/* memory.h - overflow-checked array allocation. */
#ifndef PF_BASE_MEMORY_H
#define PF_BASE_MEMORY_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include "base/allocate.h"
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

/* The most that a counter of so many bytes, signed or not, is used for. */
static inline int64_t pf_counter_most(size_t bytes) {
  return bytes < sizeof(int64_t) ? INT32_MAX : INT64_MAX;
}

/* What a growing list holds room for, and may. */
typedef struct pf_room {
  int64_t now, most; /* elements */
  size_t size;       /* bytes of an element */
  pathfan_status status;
} pf_room;

/* The room that pf_grow gives a list for `need` elements: some to spare; 0: too many. */
static inline int64_t pf_room_for(const pf_room *room, int64_t need) {
  const int64_t half = room->most / 2;
  if (need > room->most) return 0;
  return need < half ? need + need / 2 + 16 : room->most;
}

/* The part of pf_grow that knows no types. Returns the list, which may have been moved. */
static inline void *pf_grown(void *list, pf_room *room, int64_t need) {
  if (need <= room->now) return list;
  const int64_t more = pf_room_for(room, need);
  assert(room->now >= 0 && room->size > 0);
  assert(!more || more >= need);
  void *grown = more ? pf_resize(list, (uint64_t)more, room->size) : NULL;
  if (!grown) {
    room->status = PATHFAN_ERR_NO_MEMORY;
    return list;
  }
  room->now = more;
  return grown;
}

/* For macros: `grown` makes *list_ of *capacity_, with room_. */
#define PF_GROW_BY(list, capacity, grown)                                                          \
  __extension__({                                                                                  \
    __typeof__(list) list_ = (list);                                                               \
    __typeof__(capacity) capacity_ = (capacity);                                                   \
    pf_room room_ = {.now = (int64_t)*capacity_,                                                   \
                     .most = pf_counter_most(sizeof *capacity_),                                   \
                     .size = sizeof **list_};                                                      \
    *list_ = (grown);                                                                              \
    *capacity_ = (__typeof__(*capacity_))room_.now;                                                \
    room_.status;                                                                                  \
  })

/* Makes room for `need` elements, with some to spare, in a growing list, *list of *capacity
 * elements; capacity points to an integer of 32 or 64 bits. Errors: NO_MEMORY; the list is
 * unchanged then. Use it like a function: each argument is evaluated once. */
#define pf_grow(list, capacity, need)                                                              \
  PF_GROW_BY(list, capacity, pf_grown(*list_, &room_, (int64_t)(need)))

#endif
