/* crossed.c - collects chains of rivers, each once.
 *
 * A hash table of (river, the entry before). An entry is added after the one before it, so numbers
 * depend only on the order in which entries are added. */
#include "crossed.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"

#define BUCKETS_LEAST 64 /* a power of two, as all sizes are */

static int32_t *bucket_of(const pf_crossed_set *s, pf_crossed one) {
  const uint64_t key = (uint64_t)(uint32_t)one.river << 32 | (uint32_t)one.before;
  return &s->buckets[pf_mix(key) & (uint64_t)(s->bucket_count - 1)];
}

static void put(pf_crossed_set *s, int32_t number) {
  int32_t *bucket = bucket_of(s, s->chains[number]);
  s->next[number] = *bucket;
  *bucket = number;
}

/* Makes room for one more entry, and at least as many buckets as entries. */
static pathfan_status fit(pf_crossed_set *s) {
  const int64_t need = (int64_t)s->count + 1;
  pathfan_status status = pf_memory_limit_grow(s->memory_limit, &s->chains, &s->capacity, need);
  if (!status) status = pf_memory_limit_grow(s->memory_limit, &s->next, &s->next_capacity, need);
  if (status || need <= s->bucket_count) return status;
  if (s->bucket_count > INT32_MAX / 2) return PATHFAN_ERR_NO_MEMORY;
  const int32_t more = s->bucket_count ? 2 * s->bucket_count : BUCKETS_LEAST;
  status = pf_memory_limit_take(s->memory_limit, (uint64_t)more * sizeof *s->buckets);
  int32_t *buckets = status ? NULL : pf_alloc((uint64_t)more, sizeof *buckets);
  if (!buckets) return status ? status : PATHFAN_ERR_NO_MEMORY;
  pf_memory_limit_release(s->memory_limit, (uint64_t)s->bucket_count * sizeof *buckets);
  free(s->buckets);
  s->buckets = buckets;
  s->bucket_count = more;
  memset(buckets, -1, (size_t)more * sizeof *buckets);
  for (int32_t i = 0; i < s->count; i++) put(s, i);
  return PATHFAN_OK;
}

static pathfan_status add(pf_crossed_set *s, pf_crossed one, int32_t *number) {
  const pathfan_status status = fit(s);
  if (status) return status;
  for (int32_t i = *bucket_of(s, one); i >= 0; i = s->next[i])
    if (s->chains[i].river == one.river && s->chains[i].before == one.before) {
      *number = i;
      return PATHFAN_OK;
    }
  assert(one.before < s->count);
  *number = s->count++;
  s->chains[*number] = one;
  put(s, *number);
  return PATHFAN_OK;
}

/* Adds the marked entries, and replaces their marks by their numbers in the set. */
static pathfan_status add_marked(pf_crossed_set *s, const pf_crossed *from, int32_t count) {
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i < count && !status; i++) {
    assert(from[i].before < i); /* lower numbers only */
    const int32_t before = from[i].before < 0 ? PF_TERRAIN_NONE : s->marks[from[i].before];
    if (s->marks[i]) status = add(s, (pf_crossed){from[i].river, before}, &s->marks[i]);
  }
  return status;
}

pathfan_status pf_crossed_take(pf_crossed_set *s, const pf_crossed *from, int32_t count,
                               pf_way_leg *legs, int32_t leg_count) {
  pathfan_status status =
      pf_memory_limit_grow(s->memory_limit, &s->marks, &s->mark_capacity, count);
  if (status || !count) return status;
  memset(s->marks, 0, (size_t)count * sizeof *s->marks);
  for (int32_t i = 0; i < leg_count; i++)
    if (legs[i].crossed >= 0) s->marks[legs[i].crossed] = 1;
  for (int32_t i = count - 1; i >= 0; i--)
    if (s->marks[i] && from[i].before >= 0) s->marks[from[i].before] = 1;
  status = add_marked(s, from, count);
  for (int32_t i = 0; i < leg_count && !status; i++)
    if (legs[i].crossed >= 0) legs[i].crossed = s->marks[legs[i].crossed];
  return status;
}

void pf_crossed_clear(pf_crossed_set *s) {
  for (int32_t i = 0; i < s->count; i++) *bucket_of(s, s->chains[i]) = -1;
  s->count = 0;
}

pf_crossed *pf_crossed_hand_over(pf_crossed_set *s, int32_t *count) {
  pf_crossed *chains = s->chains;
  *count = s->count;
  s->chains = NULL;
  s->count = s->capacity = 0; /* the caller's now, and still taken */
  pf_crossed_free(s);
  return chains;
}

uint64_t pf_crossed_bytes(const pf_crossed_set *s) {
  return (uint64_t)s->capacity * sizeof *s->chains + (uint64_t)s->next_capacity * sizeof *s->next +
         (uint64_t)s->bucket_count * sizeof *s->buckets +
         (uint64_t)s->mark_capacity * sizeof *s->marks;
}

void pf_crossed_free(pf_crossed_set *s) {
  pf_memory_limit_release(s->memory_limit, pf_crossed_bytes(s));
  free(s->chains);
  free(s->next);
  free(s->buckets);
  free(s->marks);
  memset(s, 0, sizeof *s);
}
