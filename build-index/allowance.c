/* allowance.c - a sum, and its maximum, which any thread adds to. */
#include "allowance.h"

#include <stdatomic.h>

#include "base/memory.h"

pathfan_status pathfan_allowance_take(pathfan_allowance *a, uint64_t bytes) {
  if (!a) return PATHFAN_OK;
  const uint64_t now = atomic_fetch_add(&a->held, bytes) + bytes;
  if (a->most && now > a->most) {
    atomic_fetch_sub(&a->held, bytes);
    a->is_spent = true;
    return PATHFAN_ERR_LIMIT;
  }
  uint64_t peak = a->peak;
  while (now > peak && !atomic_compare_exchange_weak(&a->peak, &peak, now)) {
  }
  return PATHFAN_OK;
}

void pathfan_allowance_give(pathfan_allowance *a, uint64_t bytes) {
  if (a) atomic_fetch_sub(&a->held, bytes);
}

pathfan_status pathfan_allowance_grow(pathfan_allowance *a, void *list, int32_t *capacity,
                                      int64_t need, size_t size) {
  int32_t grown = *capacity;
  if (need <= *capacity) return PATHFAN_OK;
  /* As much as pathfan_grow is going to make of it. */
  const uint64_t more = ((uint64_t)need + (uint64_t)need / 2 + 16) * size;
  pathfan_status status = pathfan_allowance_take(a, more);
  if (status) return status;
  status = pathfan_grow(list, &grown, need, size);
  pathfan_allowance_give(a, status ? more : (uint64_t)*capacity * size);
  if (!status) *capacity = grown;
  return status;
}
