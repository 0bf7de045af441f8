/* listings.c - lists lie one after the other; a set's hubs are linked in the order of coming. */
#include "listings.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "format/layout.h"

bool pf_listings_make(pf_listings *l, int64_t count, int64_t most) {
  *l = (pf_listings){.count = count};
  l->first = pf_alloc_zero((uint64_t)count + 1, sizeof *l->first);
  l->all = pf_alloc((uint64_t)most, sizeof *l->all);
  return l->first && l->all;
}

void pf_listings_free(pf_listings *l) {
  free(l->all);
  free(l->first);
  *l = (pf_listings){0};
}

static int by_hub(const void *a, const void *b) {
  const pf_listing *x = a, *y = b;
  if (x->hub != y->hub) return x->hub < y->hub ? -1 : 1;
  return (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

/* Ends list number i, which begins where the one before ended: sorts it and drops what it has
 * twice. */
static void end_list(pf_listings *l, int64_t i, int64_t end) {
  const int64_t begin = l->first[i];
  int64_t kept = begin;
  if (end > begin) qsort(l->all + begin, (size_t)(end - begin), sizeof *l->all, by_hub);
  for (int64_t k = begin; k < end; k++)
    if (k == begin || by_hub(&l->all[kept - 1], &l->all[k])) l->all[kept++] = l->all[k];
  l->first[i + 1] = kept;
}

void pf_listings_end(pf_listings *l) {
  for (int64_t i = 0, end = 0; i < l->count; i++) {
    const int64_t begin = end, kept = l->first[i];
    end = l->first[i + 1];
    memmove(l->all + kept, l->all + begin, (size_t)(end - begin) * sizeof *l->all);
    end_list(l, i, kept + end - begin);
  }
}

static int64_t append(pf_listings *to, int64_t at, const pf_listings *from, int64_t list) {
  const int64_t count = from->first[list + 1] - from->first[list];
  memcpy(to->all + at, from->all + from->first[list], (size_t)count * sizeof *to->all);
  return at + count;
}

pathfan_status pf_listings_halve(pf_listings *l) {
  pf_listings half;
  pathfan_status status = pf_listings_make(&half, l->count / 2, l->first[l->count])
                              ? PATHFAN_OK
                              : PATHFAN_ERR_NO_MEMORY;
  for (int64_t r = 0; r < l->count / 2 && !status; r++)
    end_list(&half, r, append(&half, append(&half, half.first[r], l, 2 * r), l, 2 * r + 1));
  pf_listings_free(status ? &half : l);
  if (!status) *l = half;
  return status;
}

pathfan_status pf_listings_halve_pairs(pf_listings *l, int32_t districts) {
  const int32_t half_count = districts / 2;
  pf_listings half;
  pathfan_status status =
      pf_listings_make(&half, (int64_t)pf_layout_region_pairs(half_count), l->first[l->count])
          ? PATHFAN_OK
          : PATHFAN_ERR_NO_MEMORY;
  int64_t pair = 0;
  for (int32_t a = 0; a < half_count && !status; a++)
    for (int32_t b = 0; b <= a; b++, pair++) {
      int64_t at = half.first[pair];
      for (int k = 0; k < 4; k++)
        if (a != b || k != 1) /* a pair of its own halves comes once */
          at = append(&half, at, l,
                      (int64_t)pf_layout_region_pair(2 * a + (k >> 1), 2 * b + (k & 1)));
      end_list(&half, pair, at);
    }
  pf_listings_free(status ? &half : l);
  if (!status) *l = half;
  return status;
}

bool pf_hub_sets_make(pf_hub_sets *sets, int64_t count) {
  *sets = (pf_hub_sets){.count = count};
  sets->head = pf_alloc((uint64_t)count, sizeof *sets->head);
  if (sets->head) memset(sets->head, 0xff, (size_t)count * sizeof *sets->head);
  return sets->head != NULL;
}

void pf_hub_sets_free(pf_hub_sets *sets) {
  free(sets->head);
  free(sets->nodes);
}

pathfan_status pf_hub_sets_add(pf_hub_sets *sets, int64_t set, int32_t hub) {
  assert(set >= 0 && set < sets->count);
  for (int32_t i = sets->head[set]; i >= 0; i = sets->nodes[i].next)
    if (sets->nodes[i].hub == hub) return PATHFAN_OK;
  const pathfan_status status =
      pf_grow(&sets->nodes, &sets->capacity, (int64_t)sets->node_count + 1);
  if (status) return status;
  sets->nodes[sets->node_count] = (pf_hub_member){hub, sets->head[set]};
  sets->head[set] = sets->node_count++;
  return PATHFAN_OK;
}

pathfan_status pf_hub_sets_add_all(pf_hub_sets *to, const pf_hub_sets *from) {
  pathfan_status status = PATHFAN_OK;
  for (int64_t set = 0; set < from->count; set++)
    for (int32_t i = from->head[set]; i >= 0 && !status; i = from->nodes[i].next)
      status = pf_hub_sets_add(to, set, from->nodes[i].hub);
  return status;
}

pathfan_status pf_hub_sets_list(const pf_hub_sets *sets, pf_listings *l) {
  if (!pf_listings_make(l, sets->count, sets->node_count)) return PATHFAN_ERR_NO_MEMORY;
  for (int64_t p = 0; p < sets->count; p++) {
    int64_t at = l->first[p];
    for (int32_t k = sets->head[p]; k >= 0; k = sets->nodes[k].next)
      l->all[at++] = (pf_listing){sets->nodes[k].hub, 0};
    l->first[p + 1] = at;
  }
  return PATHFAN_OK;
}
