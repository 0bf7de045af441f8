/* heap.h - a queue of nodes by key: four children a place, so that a level fits in a
 * line of memory; each node is in it once and moves up when its key sinks. */
#ifndef PATHFAN_RIVALS_HEAP_H
#define PATHFAN_RIVALS_HEAP_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "pathfan/status.h"

typedef struct pathfan_heap_entry {
  int64_t key;
  int32_t node;
} pathfan_heap_entry;

/* Zero it first. */
typedef struct pathfan_heap {
  pathfan_heap_entry *entries; /* [Size: capacity] */
  int32_t *place;              /* [Size: capacity] of each node; -1: not in the queue */
  int32_t count, capacity;
} pathfan_heap;

/* Room for nodes 0 .. nodes-1. Errors: NO_MEMORY. */
static inline pathfan_status pathfan_heap_fit(pathfan_heap *heap, int32_t nodes) {
  if (nodes <= heap->capacity) return PATHFAN_OK;
  const int32_t capacity = nodes + 16;
  void *entries = pathfan_resize(heap->entries, (uint64_t)capacity, sizeof *heap->entries);
  if (entries) heap->entries = (pathfan_heap_entry *)entries;
  void *place = pathfan_resize(heap->place, (uint64_t)capacity, sizeof *heap->place);
  if (place) heap->place = (int32_t *)place;
  if (!entries || !place) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t v = heap->capacity; v < capacity; v++) heap->place[v] = -1;
  heap->capacity = capacity;
  return PATHFAN_OK;
}

static inline void pathfan_heap_free(pathfan_heap *heap) {
  free(heap->entries);
  free(heap->place);
  memset(heap, 0, sizeof *heap);
}

static inline void pathfan_heap_lift(pathfan_heap *heap, int32_t place, pathfan_heap_entry entry) {
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

/* Puts a node in, or up: its key must not be greater than the one that it has there. */
static inline void pathfan_heap_put(pathfan_heap *heap, int32_t node, int64_t key) {
  const int32_t place = heap->place[node];
  pathfan_heap_lift(heap, place < 0 ? heap->count++ : place, (pathfan_heap_entry){key, node});
}

/* Takes out the node of the least key; there must be one. */
static inline pathfan_heap_entry pathfan_heap_take(pathfan_heap *heap) {
  pathfan_heap_entry *entries = heap->entries;
  const pathfan_heap_entry top = entries[0];
  heap->place[top.node] = -1;
  const int32_t count = --heap->count;
  if (!count) return top;
  const pathfan_heap_entry last = entries[count];
  int32_t place = 0;
  for (int32_t child = 1; child < count; child = 4 * place + 1) {
    const int32_t end = child + 4 < count ? child + 4 : count;
    int32_t least = child;
    for (int32_t c = child + 1; c < end; c++)
      if (entries[c].key < entries[least].key) least = c;
    if (entries[least].key >= last.key) break;
    entries[place] = entries[least];
    heap->place[entries[place].node] = place;
    place = least;
  }
  entries[place] = last;
  heap->place[last.node] = place;
  return top;
}

static inline void pathfan_heap_clear(pathfan_heap *heap) {
  while (heap->count) heap->place[heap->entries[--heap->count].node] = -1;
}

#endif
