/* buckets.h - a queue of vertices by length, for trees.c and grove.c: a circular array of buckets,
 * each a chain of entries, with bits that mark the non-empty ones. On maps of polygons, whose edges
 * differ in length as a wall and a room do, nearly all are empty.
 *
 * Buckets are numbered from length 0 on, without end; those from `now` to now + mask have a place.
 * A vertex may be in several: entries stay when it improves. */
#ifndef PF_GRAPH_BUCKETS_H
#define PF_GRAPH_BUCKETS_H

#include <assert.h>

#include "base/portable.h"
#include "base/memory.h"
#include "graph/graph.h"

typedef struct pf_buckets {
  int32_t *first; /* [Size: mask + 1] entry of each chain; -1: none */
  int64_t mask;
  int32_t shift;          /* a bucket is 2^shift units wide */
  uint64_t *occupied;     /* a bit for each bucket */
  int32_t *vertex, *next; /* [Size: capacity] per entry */
  int32_t capacity;
  int32_t entries; /* ever made */
  int32_t left;    /* still in a bucket */
} pf_buckets;

/* Initialises buckets as wide as the shortest edge, or wider if that would make too many. Errors:
 * NO_MEMORY; free it then, too. */
pathfan_status pf_buckets_init(pf_buckets *q, const pf_graph *graph);
void pf_buckets_free(pf_buckets *q);

/* Removes all entries. */
void pf_buckets_clear(pf_buckets *q);

/* Makes room for more entries. Errors: NO_MEMORY. */
pathfan_status pf_buckets_grow(pf_buckets *q);

static inline pathfan_status pf_buckets_put(pf_buckets *q, int32_t vertex, int64_t bucket) {
  if (q->entries == q->capacity) {
    const pathfan_status status = pf_buckets_grow(q);
    if (status) return status;
  }
  assert(bucket >= 0);
  assert(q->entries < q->capacity);
  assert(q->left <= q->entries);
  const int64_t b = bucket & q->mask;
  q->occupied[b >> 6] |= UINT64_C(1) << (b & 63);
  q->vertex[q->entries] = vertex;
  q->next[q->entries] = q->first[b];
  q->first[b] = q->entries++;
  q->left++;
  return PATHFAN_OK;
}

/* Returns the first bucket with entries from `now` on; there must be one. */
static inline int64_t pf_buckets_next(const pf_buckets *q, int64_t now) {
  const int64_t words = (q->mask >> 6) + 1, b = now & q->mask;
  assert(q->left > 0);
  int64_t word = b >> 6;
  uint64_t bits = q->occupied[word] & (UINT64_MAX << (b & 63));
  while (!bits) {
    word = word + 1 < words ? word + 1 : 0;
    bits = q->occupied[word];
  }
  return now + (((word << 6 | pf_lowest_bit(bits)) - b) & q->mask);
}

/* Takes an entry of this bucket and returns its vertex; -1: the bucket is empty now. */
static inline int32_t pf_buckets_take(pf_buckets *q, int64_t bucket) {
  const int64_t b = bucket & q->mask;
  const int32_t entry = q->first[b];
  if (entry < 0) {
    q->occupied[b >> 6] &= ~(UINT64_C(1) << (b & 63));
    return -1;
  }
  assert(entry < q->entries);
  assert(q->left > 0);
  q->first[b] = q->next[entry];
  q->left--;
  return q->vertex[entry];
}

#endif
