/* queue.h - a heap of numbers by cost, then by number. Entries may be out of date: whoever takes
 * one looks whether it still holds. */
#ifndef PF_WEIGHTED_QUEUE_H
#define PF_WEIGHTED_QUEUE_H

#include "base/memory.h"

typedef struct pf_queue_entry {
  double cost;
  int32_t number;
} pf_queue_entry;

/* Zero it first; `entries` are freed by whoever has it. */
typedef struct pf_queue {
  pf_queue_entry *entries;
  int32_t count, capacity;
} pf_queue;

static inline bool pf_queue_is_before(pf_queue_entry a, pf_queue_entry b) {
  return a.cost < b.cost || (a.cost == b.cost && a.number < b.number);
}

/* Errors: NO_MEMORY. */
static inline pathfan_status pf_queue_push(pf_queue *q, double cost, int32_t number) {
  const pf_queue_entry entry = {cost, number};
  const pathfan_status status = pf_grow(&q->entries, &q->capacity, (int64_t)q->count + 1);
  if (status) return status;
  int32_t i = q->count++;
  for (; i && pf_queue_is_before(entry, q->entries[(i - 1) / 2]); i = (i - 1) / 2)
    q->entries[i] = q->entries[(i - 1) / 2];
  q->entries[i] = entry;
  return PATHFAN_OK;
}

/* Takes the first of one or more entries. */
static inline pf_queue_entry pf_queue_pop(pf_queue *q) {
  const pf_queue_entry first = q->entries[0], last = q->entries[--q->count];
  int32_t i = 0;
  for (int32_t child; (child = 2 * i + 1) < q->count; i = child) {
    if (child + 1 < q->count && pf_queue_is_before(q->entries[child + 1], q->entries[child]))
      child++;
    if (!pf_queue_is_before(q->entries[child], last)) break;
    q->entries[i] = q->entries[child];
  }
  q->entries[i] = last;
  return first;
}

#endif
