/* memory.h - overflow-checked array allocation. */
#ifndef PF_BASE_MEMORY_H
#define PF_BASE_MEMORY_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/allocate.h"
#include "base/portable.h"
#include "pathfan/status.h"

/* malloc / calloc / realloc of count elements; NULL on overflow or out of memory. A count of 0
 * gives a non-NULL pointer that free() takes. */
static inline void *pf_alloc(uint64_t count, size_t size) {
  uint64_t bytes;
  if (!pf_times_fits(count, size, &bytes) || bytes > SIZE_MAX) return NULL;
  return malloc(bytes ? (size_t)bytes : 1);
}

static inline void *pf_alloc_zero(uint64_t count, size_t size) {
  if (count > SIZE_MAX) return NULL;
  return calloc(count ? (size_t)count : 1, size ? size : 1);
}

static inline void *pf_resize(void *old, uint64_t count, size_t size) {
  uint64_t bytes;
  if (!pf_times_fits(count, size, &bytes) || bytes > SIZE_MAX) return NULL;
  return realloc(old, bytes ? (size_t)bytes : 1);
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

/* A growing list whose elements' type isn't known: *list points to them, *counter says for how many
 * there is room. C has no name for "any pointer", so both are copied as bytes. */
typedef struct pf_room {
  void *list;     /* the address of the pointer */
  void *counter;  /* the address of the number, */
  size_t counted; /* which has so many bytes, 4 or 8; signed or not */
  size_t size;    /* bytes of an element */
} pf_room;

/* What the list has room for. */
static inline int64_t pf_room_now(const pf_room *room) {
  int32_t narrow;
  int64_t now;
  if (room->counted == sizeof now) {
    memcpy(&now, room->counter, sizeof now);
    return now;
  }
  memcpy(&narrow, room->counter, sizeof narrow);
  return narrow;
}

/* The room that pf_grow gives a list for `need` elements: some to spare; 0: too many. */
static inline int64_t pf_room_for(const pf_room *room, int64_t need) {
  const int64_t most = room->counted < sizeof(int64_t) ? INT32_MAX : INT64_MAX, half = most / 2;
  if (need > most) return 0;
  return need < half ? need + need / 2 + 16 : most;
}

/* Makes room for `need` elements, more than there is room for. */
static inline pathfan_status pf_room_grow(const pf_room *room, int64_t need) {
  const int64_t more = pf_room_for(room, need);
  const int32_t narrow = (int32_t)more;
  void *list;
  assert(pf_room_now(room) >= 0 && pf_room_now(room) < need && room->size > 0);
  assert(room->counted == sizeof more || room->counted == sizeof narrow);
  assert(!more || more >= need);
  memcpy(&list, room->list, sizeof list);
  list = more ? pf_resize(list, (uint64_t)more, room->size) : NULL;
  if (!list) return PATHFAN_ERR_NO_MEMORY;
  memcpy(room->list, &list, sizeof list);
  memcpy(room->counter, room->counted == sizeof more ? (const void *)&more : &narrow,
         room->counted);
  return PATHFAN_OK;
}

/* Most calls find that there is room. */
static PF_INLINE pathfan_status pf_grow_by_bytes(pf_room room, int64_t need) {
  return need <= pf_room_now(&room) ? PATHFAN_OK : pf_room_grow(&room, need);
}

#define PF_ROOM(list, capacity) ((pf_room){(list), (capacity), sizeof *(capacity), sizeof **(list)})

/* Makes room for `need` elements, with some to spare, in a growing list, *list of *capacity
 * elements; capacity points to an integer of 32 or 64 bits. Errors: NO_MEMORY; the list is
 * unchanged then. Use it like a function: each argument is evaluated once. */
#define pf_grow(list, capacity, need) pf_grow_by_bytes(PF_ROOM(list, capacity), (int64_t)(need))

#endif
