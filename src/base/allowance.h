/* allowance.h - how much memory a piece of work may hold, and how much it has held.
 *
 *   pathfan_allowance allowance = {.most = 500 << 20};
 *   status = pathfan_allowance_take(&allowance, bytes);    before an array is made
 *   pathfan_allowance_give(&allowance, bytes);             after it is freed
 *
 * Nobody knows beforehand in how many places polygons cross, or how many ways a terrain has; so
 * stages ask as they go, and end before they have taken more than they may. Only what grows with
 * the map is counted. Any thread may ask. */
#ifndef PATHFAN_BASE_ALLOWANCE_H
#define PATHFAN_BASE_ALLOWANCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pathfan/status.h"

typedef struct pathfan_allowance {
  uint64_t most;         /* bytes; 0: no limit */
  _Atomic uint64_t held; /* bytes */
  _Atomic uint64_t peak; /* the most that was ever held */
  _Atomic bool is_spent; /* somebody was refused */
} pathfan_allowance;

/* In all of them NULL is nobody's allowance: no limit, and nothing is counted. */

/* So much more is going to be held. Errors: LIMIT; then it isn't. */
pathfan_status pathfan_allowance_take(pathfan_allowance *allowance, uint64_t bytes);

void pathfan_allowance_give(pathfan_allowance *allowance, uint64_t bytes);

/* What is held now; and all that was taken since then is freed, or handed on: where one thread
 * works by itself. */
uint64_t pathfan_allowance_held(const pathfan_allowance *allowance);
void pathfan_allowance_return(pathfan_allowance *allowance, uint64_t held);

/* As pathfan_grow (base/memory.h). Old and new array are there at once for a moment. Errors: LIMIT,
 * NO_MEMORY; the list is as it was then. */
pathfan_status pathfan_allowance_grow(pathfan_allowance *allowance, void *list, int32_t *capacity,
                                      int64_t need, size_t size);

/* Writes how much is allowed as people say it: "512 MB", "1000 bytes". Returns text. */
const char *pathfan_allowance_told(const pathfan_allowance *allowance, char text[32]);

#endif
