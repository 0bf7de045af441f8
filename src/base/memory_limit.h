/* memory_limit.h - how much memory a piece of work may hold, and how much it has held.
 *
 *   pf_memory_limit memory_limit = {.most = 500 << 20};
 *   status = pf_memory_limit_take(&memory_limit, bytes);    before an array is made
 *   pf_memory_limit_release(&memory_limit, bytes);             after it is freed
 *
 * The number of places where polygons cross, or of ways of a terrain, isn't known beforehand. So
 * stages ask as they go, and end before they exceed their memory limit. Only memory that grows with
 * the map is counted. Any thread may ask. */
#ifndef PF_BASE_MEMORY_LIMIT_H
#define PF_BASE_MEMORY_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/memory.h"
#include "pathfan/status.h"

typedef struct pf_memory_limit {
  uint64_t most;         /* bytes; 0: no limit */
  _Atomic uint64_t held; /* bytes */
  _Atomic uint64_t peak; /* the maximum of held */
  _Atomic bool is_spent; /* a request was refused */
} pf_memory_limit;

/* A NULL memory limit has no limit and counts nothing. */

/* Announces that so much more will be held. Errors: LIMIT; then it isn't counted. */
pathfan_status pf_memory_limit_take(pf_memory_limit *memory_limit, uint64_t bytes);

/* The same for work that goes on without: false, if it can't be held. */
bool pf_memory_limit_fits(pf_memory_limit *memory_limit, uint64_t bytes);

void pf_memory_limit_release(pf_memory_limit *memory_limit, uint64_t bytes);

/* held returns what is held now. return declares all that was taken since then freed or handed on;
 * only if one thread alone uses the memory limit. */
uint64_t pf_memory_limit_held(const pf_memory_limit *memory_limit);
void pf_memory_limit_return(pf_memory_limit *memory_limit, uint64_t held);

/* Like pf_grow (base/memory.h). The old and the new array exist together for a moment. Errors:
 * LIMIT, NO_MEMORY; the list is unchanged then. */
#define pf_memory_limit_grow(memory_limit, list, capacity, need)                                   \
  pf_memory_limit_grow_bytes((memory_limit), PF_ROOM(list, capacity), (int64_t)(need))

/* Its part that knows no types. */
pathfan_status pf_memory_limit_grow_bytes(pf_memory_limit *memory_limit, pf_room room,
                                          int64_t need);

/* Writes the limit for people: "512 MB", "1000 bytes". Returns text. */
const char *pf_memory_limit_text(const pf_memory_limit *memory_limit, char text[32]);

#endif
