/* heap.h - a priority queue of nodes: four children per place, so that a level fits in a cache
 * line; each node is in it once and moves up when its key decreases.
 *
 * Which of four children is the least is as good as random, and so is the depth to which an entry
 * sinks; a branch on it would be mispredicted each time. So the least is chosen without branches,
 * entries greater than all others follow the last one, and the hole left by the first entry sinks
 * to the bottom before the last entry is lifted from there (it rarely rises far). */
#ifndef PF_BASE_HEAP_H
#define PF_BASE_HEAP_H

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "pathfan/status.h"

typedef struct pf_heap_entry {
  int64_t key;
  int32_t node;
} pf_heap_entry;

#define PF_HEAP_SLACK 4 /* places read past the last entry */

/* Zero it first. */
typedef struct pf_heap {
  pf_heap_entry *entries; /* [Size: capacity + PF_HEAP_SLACK] those past the last have the
                                  key INT64_MAX */
  int32_t *place;         /* [Size: capacity] place of each node; -1: not in the queue */
  int32_t count, capacity;
} pf_heap;

/* Makes room for nodes 0 .. nodes-1. Errors: NO_MEMORY. */
static inline pathfan_status pf_heap_fit(pf_heap *heap, int32_t nodes) {
  if (nodes <= heap->capacity) return PATHFAN_OK;
  const int32_t capacity = nodes + 16;
  void *entries =
      pf_resize(heap->entries, (uint64_t)capacity + PF_HEAP_SLACK, sizeof *heap->entries);
  if (entries) heap->entries = (pf_heap_entry *)entries;
  void *place = pf_resize(heap->place, (uint64_t)capacity, sizeof *heap->place);
  if (place) heap->place = (int32_t *)place;
  if (!entries || !place) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t v = heap->capacity; v < capacity; v++) heap->place[v] = -1;
  for (int32_t i = heap->count; i < capacity + PF_HEAP_SLACK; i++) heap->entries[i].key = INT64_MAX;
  heap->capacity = capacity;
  return PATHFAN_OK;
}

static inline void pf_heap_free(pf_heap *heap) {
  free(heap->entries);
  free(heap->place);
  memset(heap, 0, sizeof *heap);
}

static inline void pf_heap_lift(pf_heap *heap, int32_t place, pf_heap_entry entry) {
  while (place > 0) {
    const int32_t above = (place - 1) >> 2;
    if (heap->entries[above].key <= entry.key) break;
    heap->entries[place] = heap->entries[above];
    heap->place[heap->entries[place].node] = place;
    place = above;
  }
  heap->entries[place] = entry;
  heap->place[entry.node] = place;
}

/* Inserts a node or decreases its key: the new key must not be greater than the present one. */
static inline void pf_heap_put(pf_heap *heap, int32_t node, int64_t key) {
  assert(node >= 0 && node < heap->capacity);
  const int32_t place = heap->place[node];
  assert(place < heap->count);
  assert(place < 0 || heap->entries[place].node == node);
  assert(place < 0 || key <= heap->entries[place].key);
  pf_heap_lift(heap, place < 0 ? heap->count++ : place, (pf_heap_entry){key, node});
}

/* Removes the node of the least key; there must be one. */
static inline pf_heap_entry pf_heap_take(pf_heap *heap) {
  pf_heap_entry *entries = heap->entries;
  assert(heap->count > 0);
  const pf_heap_entry top = entries[0];
  assert(heap->place[top.node] == 0);
  heap->place[top.node] = -1;
  const int32_t count = --heap->count;
  if (!count) {
    entries[0].key = INT64_MAX;
    return top;
  }
  const pf_heap_entry last = entries[count];
  entries[count].key = INT64_MAX;
  int32_t place = 0;
  for (int32_t child = 1; child < count; child = 4 * place + 1) {
    const int32_t a = child + (entries[child + 1].key < entries[child].key);
    const int32_t b = child + 2 + (entries[child + 3].key < entries[child + 2].key);
    const int32_t least = entries[b].key < entries[a].key ? b : a;
    entries[place] = entries[least];
    heap->place[entries[place].node] = place;
    place = least;
  }
  pf_heap_lift(heap, place, last);
  assert(entries[0].key >= top.key);
  assert(entries[count].key == INT64_MAX);
  return top;
}

static inline void pf_heap_clear(pf_heap *heap) {
  while (heap->count) {
    pf_heap_entry *last = &heap->entries[--heap->count];
    heap->place[last->node] = -1;
    last->key = INT64_MAX;
  }
}

#endif
