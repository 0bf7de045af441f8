/* memory_limit.c - a sum and its maximum, updated by any thread. */
#include "base/memory_limit.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdio.h>

#define MEGABYTE (UINT64_C(1) << 20)

bool pf_memory_limit_fits(pf_memory_limit *a, uint64_t bytes) {
  if (!a) return true;
  const uint64_t now = atomic_fetch_add(&a->held, bytes) + bytes;
  if (a->most && now > a->most) {
    atomic_fetch_sub(&a->held, bytes);
    return false;
  }
  uint64_t peak = a->peak;
  while (now > peak && !atomic_compare_exchange_weak(&a->peak, &peak, now)) {
  }
  return true;
}

pathfan_status pf_memory_limit_take(pf_memory_limit *a, uint64_t bytes) {
  if (pf_memory_limit_fits(a, bytes)) return PATHFAN_OK;
  a->is_spent = true;
  return PATHFAN_ERR_LIMIT;
}

void pf_memory_limit_release(pf_memory_limit *a, uint64_t bytes) {
  if (!a) return;
  assert(a->held >= bytes);
  atomic_fetch_sub(&a->held, bytes);
}

uint64_t pf_memory_limit_held(const pf_memory_limit *a) {
  return a ? a->held : 0;
}

void pf_memory_limit_return(pf_memory_limit *a, uint64_t held) {
  if (!a) return;
  assert(held <= a->held); /* only what was taken since is returned */
  a->held = held;
}

pathfan_status pf_memory_limit_grow_bytes(pf_memory_limit *a, pf_room room, int64_t need) {
  const int64_t now = pf_room_now(&room);
  if (need <= now) return PATHFAN_OK;
  const uint64_t had = (uint64_t)now * room.size;
  const uint64_t more = (uint64_t)pf_room_for(&room, need) * room.size;
  pathfan_status status = pf_memory_limit_take(a, more);
  if (status) return status;
  status = pf_room_grow(&room, need);
  pf_memory_limit_release(a, status ? more : had);
  return status;
}

const char *pf_memory_limit_text(const pf_memory_limit *a, char text[32]) {
  const bool is_even = a->most % MEGABYTE == 0;
  const unsigned long long told = is_even ? a->most / MEGABYTE : a->most;
  snprintf(text, 32, "%llu %s", told, is_even ? "MB" : told == 1 ? "byte" : "bytes");
  return text;
}
