/* buckets.c - a queue of vertices by length, in buckets.
 *
 * Buckets are as wide as the largest power of two not above the shortest edge, so that vertices of
 * one bucket can't improve each other and no heap is needed (Denardo and Fox 1979). They are wider
 * if there would be many more of them than vertices, which mostly costs cache. */
#include "graph/buckets.h"

#include <stdlib.h>
#include <string.h>

#include "base/portable.h"

#define BUCKETS_MAX (1 << 16)
#define BUCKETS_PER_VERTEX 4

static int64_t power_of_two_above(int64_t x) {
  int64_t p = 1;
  while (p <= x) p *= 2;
  return p;
}

pathfan_status pf_buckets_init(pf_buckets *q, const pf_graph *graph) {
  int64_t shortest = INT64_MAX, longest = 1;
  int64_t most = BUCKETS_PER_VERTEX * (int64_t)graph->vertex_count + 1024;
  memset(q, 0, sizeof *q);
  for (int32_t e = 0; e < graph->edge_count; e++) {
    const int64_t w = graph->edges[e].weight;
    if (w < shortest) shortest = w;
    if (w > longest) longest = w;
  }
  if (shortest == INT64_MAX) shortest = 1;
  while (((int64_t)2 << q->shift) <= shortest) q->shift++;
  if (most > BUCKETS_MAX) most = BUCKETS_MAX;
  while ((longest >> q->shift) + 2 > most) q->shift++;
  const int64_t buckets = power_of_two_above((longest >> q->shift) + 2);
  q->mask = buckets - 1;
  q->first = pf_alloc((uint64_t)buckets, sizeof *q->first);
  q->occupied = pf_alloc_zero((uint64_t)buckets / 64 + 1, sizeof *q->occupied);
  if (!q->first || !q->occupied) return PATHFAN_ERR_NO_MEMORY;
  memset(q->first, 0xff, (size_t)buckets * sizeof *q->first);
  return PATHFAN_OK;
}

void pf_buckets_free(pf_buckets *q) {
  free(q->first);
  free(q->occupied);
  free(q->vertex);
  free(q->next);
  memset(q, 0, sizeof *q);
}

void pf_buckets_clear(pf_buckets *q) {
  for (int64_t word = 0; q->left && word <= q->mask >> 6; word++)
    for (; q->occupied[word]; q->occupied[word] &= q->occupied[word] - 1)
      q->first[word << 6 | pf_lowest_bit(q->occupied[word])] = -1;
  q->entries = q->left = 0;
}

pathfan_status pf_buckets_grow(pf_buckets *q) {
  int32_t same = q->capacity;
  const pathfan_status status = pf_grow(&q->vertex, &same, q->capacity + 1);
  return status ? status : pf_grow(&q->next, &q->capacity, q->capacity + 1);
}
