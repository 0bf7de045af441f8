/* allowance.h - how much memory a piece of work may hold, and how much it has held.
 *
 *   pathfan_allowance allowance = {.most = 500 << 20};
 *   status = pathfan_allowance_take(&allowance, bytes);    before an array is made
 *   pathfan_allowance_give(&allowance, bytes);             after it is freed
 *
 * The number of places where polygons cross, or of ways of a terrain, isn't known beforehand. So
 * stages ask as they go, and end before they exceed their allowance. Only memory that grows with
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
  _Atomic uint64_t peak; /* the maximum of held */
  _Atomic bool is_spent; /* a request was refused */
} pathfan_allowance;

/* A NULL allowance has no limit and counts nothing. */

/* Announces that so much more will be held. Errors: LIMIT; then it isn't counted. */
pathfan_status pathfan_allowance_take(pathfan_allowance *allowance, uint64_t bytes);

void pathfan_allowance_give(pathfan_allowance *allowance, uint64_t bytes);

/* held returns what is held now. return declares all that was taken since then freed or handed on;
 * only if one thread alone uses the allowance. */
uint64_t pathfan_allowance_held(const pathfan_allowance *allowance);
void pathfan_allowance_return(pathfan_allowance *allowance, uint64_t held);

/* Like pathfan_grow (base/memory.h). The old and the new array exist together for a moment. Errors:
 * LIMIT, NO_MEMORY; the list is unchanged then. */
pathfan_status pathfan_allowance_grow(pathfan_allowance *allowance, void *list, int32_t *capacity,
                                      int64_t need, size_t size);

/* Writes the limit for people: "512 MB", "1000 bytes". Returns text. */
const char *pathfan_allowance_told(const pathfan_allowance *allowance, char text[32]);

#endif
