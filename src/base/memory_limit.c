/* memory_limit.c - a sum and its maximum, updated by any thread. */
#include "base/memory_limit.h"

#include <stdatomic.h>
#include <stdio.h>

#include "base/memory.h"

#define MEGABYTE (UINT64_C(1) << 20)

pathfan_status pf_memory_limit_take(pf_memory_limit *a, uint64_t bytes) {
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

void pf_memory_limit_release(pf_memory_limit *a, uint64_t bytes) {
  if (a) atomic_fetch_sub(&a->held, bytes);
}

uint64_t pf_memory_limit_held(const pf_memory_limit *a) {
  return a ? a->held : 0;
}

void pf_memory_limit_return(pf_memory_limit *a, uint64_t held) {
  if (a) a->held = held;
}

pathfan_status pf_memory_limit_grow(pf_memory_limit *a, void *list, int32_t *capacity, int64_t need,
                                    size_t size) {
  int32_t grown = *capacity;
  if (need <= *capacity) return PATHFAN_OK;
  /* As much as pf_grow will allocate. */
  const uint64_t more = ((uint64_t)need + (uint64_t)need / 2 + 16) * size;
  pathfan_status status = pf_memory_limit_take(a, more);
  if (status) return status;
  status = pf_grow(list, &grown, need, size);
  pf_memory_limit_release(a, status ? more : (uint64_t)*capacity * size);
  if (!status) *capacity = grown;
  return status;
}

const char *pf_memory_limit_text(const pf_memory_limit *a, char text[32]) {
  const bool is_even = a->most % MEGABYTE == 0;
  const unsigned long long told = is_even ? a->most / MEGABYTE : a->most;
  snprintf(text, 32, "%llu %s", told, is_even ? "MB" : told == 1 ? "byte" : "bytes");
  return text;
}
