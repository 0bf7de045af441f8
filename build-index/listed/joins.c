/* joins.c - joins first vertices u and w if u may be first on a way from some region to w, and w on
 * one back to u from some other.
 *
 * Each vertex has places: the regions of which it is a first vertex. Two vertices are joined by
 * masks: at which places of u it is first for w, and at which of w for u. These are the bits of the
 * regions, transposed in squares of 64 vertices by 64. Where neither mask is empty, the hubs of the
 * way are common hubs by which it is shortest, but for rounding; mostly there is one, and label
 * rows know it.
 *
 * Entries are kept as masks, too: for each label of a vertex at which of its places its hub is
 * listed. Pairs of districts repeat themselves for the many w beyond one hub; so they are
 * collected in bits for one u first, by its hubs, and then added to sets. Each thread has sets of
 * its own; the union of these doesn't depend on who found what. */
#include "joins.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/portable.h"
#include "base/memory.h"
#include "base/parallel.h"

/* Sums of labels that may be the least but for rounding: as in queries. */
enum { SLACK = 4 };

#define FAR (INT64_MAX / 4)

/* Vertices of a block, bits of a word. */
enum { BLOCK = 64 };

/* A vertex among the first ones of a region. */
typedef struct place {
  int32_t region, number;
} place;

/* What is known of one vertex while it is joined with others. A slot is 0 for the vertex itself, or
 * one more than the number of its label for a hub. */
typedef struct joiner {
  int32_t u;
  int64_t *row;       /* [Size: n] lengths to hubs; FAR: no label */
  int32_t *slot_of;   /* [Size: n] by hub; -1: no label */
  uint64_t *bits;     /* [Size: slots * districts of u * district words] districts joined */
  uint8_t *is_used;   /* [Size: slots] whether there are some */
  int32_t *hubs;      /* [Size: slots] of one way */
  int32_t *districts; /* [Size: places of a vertex] of w */
} joiner;

typedef struct scratch {
  joiner joiner;
  uint64_t *ones;    /* [Size: BLOCK * n * mask words of a vertex] by u of the block, w */
  uint64_t *twos;    /* [Size: BLOCK * mask words of all vertices] by w, u of the block */
  uint64_t *entries; /* masks: by vertex, slot */
  pf_hub_sets pairs;
} scratch;

typedef struct job {
  const pf_first_vertices *firsts;
  const pf_label_lists *lists;
  const pf_label_rows *rows;
  int32_t n, districts, district_words;
  int64_t *place_first; /* [Size: n + 2] */
  place *places;        /* of a vertex by region */
  int32_t *district_of; /* [Size: places] the number of a place's district among those of u */
  int64_t *mask_first;  /* [Size: n + 1] words of masks of places */
  int64_t *entry_first; /* [Size: n + 1] words of entries */
  scratch *scratch;
} job;

static int32_t words_of(const job *j, int32_t v) {
  return (int32_t)(j->mask_first[v + 1] - j->mask_first[v]);
}

static int32_t slots_of(const job *j, int32_t v) {
  return (int32_t)(j->lists->spans[v + 1].labels - j->lists->spans[v].labels) + 1;
}

static int32_t places_of(const job *j, int32_t v) {
  return (int32_t)(j->place_first[v + 1] - j->place_first[v]);
}

static int32_t districts_of(const job *j, int32_t v) {
  return places_of(j, v) ? j->district_of[j->place_first[v + 1] - 1] + 1 : 0;
}

static int32_t hub_of(const job *j, int32_t v, int32_t slot) {
  return slot ? (int32_t)pf_label_hub(
                    j->lists->labels[j->lists->spans[v].labels + (uint32_t)slot - 1])
              : v;
}

/* ---- One vertex ---- */

static void begin(const job *j, joiner *one, int32_t u, bool is_on) {
  const pf_label_lists *l = j->lists;
  one->u = u;
  for (int32_t slot = 0; slot < slots_of(j, u); slot++) {
    const int32_t hub = hub_of(j, u, slot);
    const int64_t length =
        slot ? (int64_t)pf_label_length(l->labels[l->spans[u].labels + (uint32_t)slot - 1]) : 0;
    one->row[hub] = is_on ? length : FAR;
    one->slot_of[hub] = is_on ? slot : -1;
  }
}

/* Lists the hubs by which the ways from the joiner's vertex to w are shortest, but for rounding, by
 * w's slots; returns their number. */
static int32_t list_hubs(const job *j, const joiner *one, int32_t w, int32_t *slots) {
  const uint64_t *labels = j->lists->labels + j->lists->spans[w].labels;
  const int32_t count = slots_of(j, w);
  int64_t best = one->row[w];
  int32_t found = 0;
  for (int32_t i = 1; i < count; i++) {
    const int64_t length = one->row[pf_label_hub(labels[i - 1])] + pf_label_length(labels[i - 1]);
    best = length < best ? length : best;
  }
  if (best >= FAR / 2) return 0;
  if (one->row[w] <= best + SLACK) slots[found++] = 0;
  for (int32_t i = 1; i < count; i++)
    if (one->row[pf_label_hub(labels[i - 1])] + pf_label_length(labels[i - 1]) <= best + SLACK)
      slots[found++] = i;
  return found;
}

/* Lists the districts of a vertex's places in a mask, ascending, none twice; returns their number.
 */
static int32_t list_districts(const job *j, int32_t v, const uint64_t *mask, int32_t *list) {
  const place *places = j->places + j->place_first[v];
  int32_t count = 0;
  for (int32_t word = 0; word < words_of(j, v); word++)
    for (uint64_t left = mask[word]; left; left &= left - 1) {
      const int32_t district = places[word * BLOCK + pf_lowest_bit(left)].region / 2;
      if (!count || list[count - 1] != district) list[count++] = district;
    }
  return count;
}

static uint64_t *bits_of(const job *j, const joiner *one, int32_t slot, int32_t district) {
  const int64_t row = (int64_t)slot * districts_of(j, one->u) + district;
  return one->bits + row * j->district_words;
}

/* Notes that hub number `slot` of the joiner's vertex lies between its places in a mask and some
 * districts. */
static void note(const job *j, joiner *one, int32_t slot, const uint64_t *mask,
                 const int32_t *districts, int32_t count) {
  const int32_t *district_of = j->district_of + j->place_first[one->u];
  one->is_used[slot] = 1;
  for (int32_t word = 0; word < words_of(j, one->u); word++)
    for (uint64_t left = mask[word]; left; left &= left - 1) {
      uint64_t *bits = bits_of(j, one, slot, district_of[word * BLOCK + pf_lowest_bit(left)]);
      for (int32_t i = 0; i < count; i++)
        bits[districts[i] / BLOCK] |= UINT64_C(1) << districts[i] % BLOCK;
    }
}

static void mark(const job *j, scratch *s, int32_t v, int32_t slot, const uint64_t *mask) {
  const int32_t words = words_of(j, v);
  uint64_t *entry = s->entries + j->entry_first[v] + (int64_t)slot * words;
  for (int32_t i = 0; i < words; i++) entry[i] |= mask[i];
}

/* Joins the joiner's vertex with w; masks of places: at which one is first for the other. */
static void join(const job *j, scratch *s, int32_t w, const uint64_t *of_u, const uint64_t *of_w) {
  joiner *one = &s->joiner;
  const uint16_t known = pf_label_rows_slot(j->rows, one->u, w);
  int32_t slot = known, *slots = &slot, hubs = 1;
  if (known == PF_ROW_MANY) {
    slots = one->hubs;
    hubs = list_hubs(j, one, w, slots);
  }
  const int32_t count = list_districts(j, w, of_w, one->districts);
  for (int32_t h = 0; h < hubs; h++) {
    const int32_t here = one->slot_of[hub_of(j, w, slots[h])];
    assert(here >= 0);
    mark(j, s, one->u, here, of_u);
    mark(j, s, w, slots[h], of_w);
    note(j, one, here, of_u, one->districts, count);
  }
}

/* Joins the regions from which a path may turn at the joiner's vertex alone. */
static void join_turns(const job *j, scratch *s, const uint64_t *mask) {
  joiner *one = &s->joiner;
  const place *places = j->places + j->place_first[one->u];
  const int32_t count = places_of(j, one->u);
  uint64_t *entry = s->entries + j->entry_first[one->u];
  for (int32_t i = 0; i < count; i++) {
    if (!(mask[i / BLOCK] >> i % BLOCK & 1)) continue;
    const place *a = &places[i];
    for (int32_t k = 0; k <= i; k++) {
      const place *b = &places[k];
      if (!(mask[k / BLOCK] >> k % BLOCK & 1) ||
          !pf_arrival_ranges_join(j->firsts->of[a->region].travel[a->number],
                                  j->firsts->of[b->region].travel[b->number]))
        continue;
      const int32_t district = b->region / 2;
      entry[i / BLOCK] |= UINT64_C(1) << i % BLOCK;
      entry[k / BLOCK] |= UINT64_C(1) << k % BLOCK;
      one->is_used[0] = 1;
      bits_of(j, one, 0, j->district_of[j->place_first[one->u] + i])[district / BLOCK] |=
          UINT64_C(1) << district % BLOCK;
    }
  }
}

/* Adds what was noted for the joiner's vertex to the sets. */
static pathfan_status add_noted(const job *j, scratch *s) {
  joiner *one = &s->joiner;
  const place *places = j->places + j->place_first[one->u];
  pathfan_status status = PATHFAN_OK;
  for (int32_t slot = 0; slot < slots_of(j, one->u); slot++) {
    if (!one->is_used[slot]) continue;
    const int32_t hub = hub_of(j, one->u, slot);
    one->is_used[slot] = 0;
    for (int32_t i = 0, last = -1; i < places_of(j, one->u); i++) {
      const int32_t number = j->district_of[j->place_first[one->u] + i];
      if (number == last) continue;
      last = number;
      uint64_t *bits = bits_of(j, one, slot, number);
      for (int32_t word = 0; word < j->district_words; word++) {
        for (uint64_t left = bits[word]; left && !status; left &= left - 1)
          status = pf_hub_sets_add(&s->pairs,
                                   (int64_t)pf_layout_region_pair(
                                       places[i].region / 2, word * BLOCK + pf_lowest_bit(left)),
                                   hub);
        bits[word] = 0;
      }
    }
  }
  return status;
}

/* ---- Blocks of vertices ---- */

/* Transposes 64 rows of 64 bits. */
static void transpose(uint64_t rows[BLOCK]) {
  uint64_t mask = UINT64_C(0x00000000ffffffff);
  for (int step = 32; step; step >>= 1, mask ^= mask << step)
    for (int i = 0; i < BLOCK; i = (i + step + 1) & ~step) {
      const uint64_t swap = (rows[i] >> step ^ rows[i + step]) & mask;
      rows[i] ^= swap << step;
      rows[i + step] ^= swap;
    }
}

/* Writes for each w of a block word number `word` of the mask of v's places at which it is first
 * for w, `stride` apart. */
static void mask_block(const job *j, int32_t v, int32_t word, int32_t block, uint64_t *to,
                       int64_t stride) {
  const int32_t begin = word * BLOCK, end = places_of(j, v);
  uint64_t rows[BLOCK];
  for (int32_t i = 0; i < BLOCK; i++) {
    rows[i] = 0;
    if (begin + i >= end) continue;
    const place *p = &j->places[j->place_first[v] + begin + i];
    rows[i] = j->firsts->of[p->region].bits[(int64_t)p->number * j->firsts->words + block];
  }
  transpose(rows);
  for (int32_t i = 0; i < BLOCK; i++) to[i * stride] = rows[i];
}

static uint64_t *ones_of(const job *j, const scratch *s, int32_t block, int32_t k) {
  return s->ones + (j->mask_first[block * BLOCK + k] - j->mask_first[block * BLOCK]) *
                       j->firsts->words * BLOCK;
}

static uint64_t *twos_of(const job *j, const scratch *s, int32_t w, int32_t k) {
  return s->twos + BLOCK * j->mask_first[w] + (int64_t)k * words_of(j, w);
}

/* Makes the masks between the vertices of a block and all up to its last one. */
static void make_masks(const job *j, scratch *s, int32_t block) {
  const int32_t begin = block * BLOCK, end = begin + BLOCK < j->n ? begin + BLOCK : j->n;
  for (int32_t u = begin; u < end; u++)
    for (int32_t word = 0; word < words_of(j, u); word++)
      for (int32_t other = 0; other <= block; other++)
        mask_block(j, u, word, other,
                   ones_of(j, s, block, u - begin) + (int64_t)other * BLOCK * words_of(j, u) + word,
                   words_of(j, u));
  for (int32_t w = 0; w < end; w++)
    for (int32_t word = 0; word < words_of(j, w); word++)
      mask_block(j, w, word, block, twos_of(j, s, w, 0) + word, words_of(j, w));
}

static bool is_any(const uint64_t *mask, int32_t words) {
  uint64_t any = 0;
  for (int32_t i = 0; i < words; i++) any |= mask[i];
  return any != 0;
}

/* Joins the vertices of a block with those before them. */
static pathfan_status join_block(void *context, int64_t item, int32_t thread) {
  const job *j = context;
  scratch *s = &j->scratch[thread];
  const int32_t block = j->firsts->words - 1 - (int32_t)item; /* those with the most work first */
  pathfan_status status = PATHFAN_OK;
  make_masks(j, s, block);
  for (int32_t k = 0; k < BLOCK && block * BLOCK + k < j->n && !status; k++) {
    const int32_t u = block * BLOCK + k, words = words_of(j, u);
    const uint64_t *ones = ones_of(j, s, block, k);
    if (!words) continue;
    begin(j, &s->joiner, u, true);
    for (int32_t w = 0; w < u; w++) {
      const uint64_t *of_u = ones + (int64_t)w * words, *of_w = twos_of(j, s, w, k);
      if (is_any(of_u, words) && is_any(of_w, words_of(j, w))) join(j, s, w, of_u, of_w);
    }
    join_turns(j, s, ones + (int64_t)u * words);
    begin(j, &s->joiner, u, false);
    status = add_noted(j, s);
  }
  return status;
}

/* ---- All of it ---- */

/* Lists where each vertex is a first vertex. */
static pathfan_status find_places(job *j) {
  const pf_first_vertices *f = j->firsts;
  const uint64_t n = (uint64_t)j->n;
  int64_t rows = 0;
  for (int32_t r = 0; r < f->count; r++) rows += f->of[r].count;
  j->place_first = pf_alloc_zero(n + 2, sizeof *j->place_first);
  j->mask_first = pf_alloc_zero(n + 1, sizeof *j->mask_first);
  j->entry_first = pf_alloc_zero(n + 1, sizeof *j->entry_first);
  j->places = pf_alloc((uint64_t)rows, sizeof *j->places);
  j->district_of = pf_alloc((uint64_t)rows, sizeof *j->district_of);
  if (!j->place_first || !j->mask_first || !j->entry_first || !j->places || !j->district_of)
    return PATHFAN_ERR_NO_MEMORY;
  for (int32_t r = 0; r < f->count; r++)
    for (int32_t i = 0; i < f->of[r].count; i++) j->place_first[f->of[r].vertices[i] + 2]++;
  for (int32_t v = 0; v < j->n; v++) j->place_first[v + 2] += j->place_first[v + 1];
  for (int32_t r = 0; r < f->count; r++)
    for (int32_t i = 0; i < f->of[r].count; i++)
      j->places[j->place_first[f->of[r].vertices[i] + 1]++] = (place){r, i};
  for (int32_t v = 0; v < j->n; v++) {
    j->mask_first[v + 1] = j->mask_first[v] + (places_of(j, v) + BLOCK - 1) / BLOCK;
    j->entry_first[v + 1] = j->entry_first[v] + (int64_t)slots_of(j, v) * words_of(j, v);
    for (int64_t p = j->place_first[v], number = -1; p < j->place_first[v + 1]; p++) {
      number += p == j->place_first[v] || j->places[p].region / 2 != j->places[p - 1].region / 2;
      j->district_of[p] = (int32_t)number;
    }
  }
  return PATHFAN_OK;
}

static int64_t larger(int64_t a, int64_t b) {
  return a > b ? a : b;
}

static pathfan_status make_scratch(const job *j, scratch *s) {
  int64_t slots = 0, places = 0, bits = 0, block_words = 0;
  for (int32_t v = 0; v < j->n; v++) {
    slots = larger(slots, slots_of(j, v));
    places = larger(places, places_of(j, v));
    bits = larger(bits, (int64_t)slots_of(j, v) * districts_of(j, v) * j->district_words);
    if (v % BLOCK) continue;
    const int32_t end = v + BLOCK < j->n ? v + BLOCK : j->n;
    block_words = larger(block_words, j->mask_first[end] - j->mask_first[v]);
  }
  joiner *one = &s->joiner;
  one->row = pf_alloc((uint64_t)j->n, sizeof *one->row);
  one->slot_of = pf_alloc((uint64_t)j->n, sizeof *one->slot_of);
  one->bits = pf_alloc_zero((uint64_t)bits, sizeof *one->bits);
  one->is_used = pf_alloc_zero((uint64_t)slots, sizeof *one->is_used);
  one->hubs = pf_alloc((uint64_t)slots, sizeof *one->hubs);
  one->districts = pf_alloc((uint64_t)places, sizeof *one->districts);
  s->ones = pf_alloc((uint64_t)(block_words * j->firsts->words * BLOCK), sizeof *s->ones);
  s->twos = pf_alloc((uint64_t)(BLOCK * j->mask_first[j->n]), sizeof *s->twos);
  s->entries = pf_alloc_zero((uint64_t)j->entry_first[j->n], sizeof *s->entries);
  if (!pf_hub_sets_make(&s->pairs, (int64_t)pf_layout_region_pairs(j->districts)) || !one->row ||
      !one->slot_of || !one->bits || !one->is_used || !one->hubs || !one->districts || !s->ones ||
      !s->twos || !s->entries)
    return PATHFAN_ERR_NO_MEMORY;
  for (int32_t v = 0; v < j->n; v++) {
    one->row[v] = FAR;
    one->slot_of[v] = -1;
  }
  return PATHFAN_OK;
}

/* Drops what only joining needs. */
static void free_joiner(scratch *s) {
  joiner *one = &s->joiner;
  free(one->row);
  free(one->slot_of);
  free(one->bits);
  free(one->is_used);
  free(one->hubs);
  free(one->districts);
  free(s->ones);
  free(s->twos);
  s->joiner = (joiner){0};
  s->ones = s->twos = NULL;
}

static void free_job(job *j, int32_t threads) {
  for (int32_t t = 0; j->scratch && t < threads; t++) {
    free_joiner(&j->scratch[t]);
    free(j->scratch[t].entries);
    pf_hub_sets_free(&j->scratch[t].pairs);
  }
  free(j->scratch);
  free(j->place_first);
  free(j->places);
  free(j->district_of);
  free(j->mask_first);
  free(j->entry_first);
}

/* Puts what all threads found into those of the first. */
static pathfan_status unite(job *j, int32_t threads) {
  scratch *all = &j->scratch[0];
  pathfan_status status = PATHFAN_OK;
  free_joiner(all);
  for (int32_t t = 1; t < threads && !status; t++) {
    scratch *s = &j->scratch[t];
    free_joiner(s);
    for (int64_t i = 0; i < j->entry_first[j->n]; i++) all->entries[i] |= s->entries[i];
    status = pf_hub_sets_add_all(&all->pairs, &s->pairs);
  }
  return status;
}

/* Counts the entries of each region, in first[region + 2], or puts them where first[region + 1]
 * says. */
static void each_entry(const job *j, const uint64_t *entries, int64_t *first, pf_listing *all) {
  for (int32_t v = 0; v < j->n; v++) {
    const place *places = j->places + j->place_first[v];
    const uint64_t *mask = entries + j->entry_first[v];
    for (int32_t slot = 0; slot < slots_of(j, v); slot++) {
      const int32_t hub = hub_of(j, v, slot);
      for (int32_t word = 0; word < words_of(j, v); word++)
        for (uint64_t left = *mask++; left; left &= left - 1) {
          const int32_t region = places[word * BLOCK + pf_lowest_bit(left)].region;
          if (all)
            all[first[region + 1]++] = (pf_listing){hub, v};
          else
            first[region + 2]++;
        }
    }
  }
}

static pathfan_status take_entries(const job *j, const uint64_t *entries, pf_listings *l) {
  const int32_t regions = j->firsts->count;
  int64_t *first = pf_alloc_zero((uint64_t)regions + 2, sizeof *first);
  pathfan_status status = first ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
  if (!status) {
    each_entry(j, entries, first, NULL);
    for (int32_t r = 0; r < regions; r++) first[r + 2] += first[r + 1];
    if (!pf_listings_make(l, regions, first[regions + 1])) status = PATHFAN_ERR_NO_MEMORY;
  }
  if (!status) {
    each_entry(j, entries, first, l->all);
    memcpy(l->first, first, ((size_t)regions + 1) * sizeof *first);
  }
  free(first);
  return status;
}

pathfan_status pf_joins_make(const pf_first_vertices *firsts, const pf_label_lists *lists,
                             const pf_label_rows *rows, int32_t threads, pf_joins *joins,
                             const pf_limits *limits) {
  job j = {.firsts = firsts, .lists = lists, .rows = rows, .n = rows->n};
  memset(joins, 0, sizeof *joins);
  assert(firsts->count % 2 == 0);
  j.districts = firsts->count / 2;
  j.district_words = (j.districts + BLOCK - 1) / BLOCK;
  pathfan_status status = find_places(&j);
  j.scratch = pf_alloc_zero((uint64_t)threads, sizeof *j.scratch);
  if (!j.scratch) status = PATHFAN_ERR_NO_MEMORY;
  for (int32_t t = 0; t < threads && !status; t++) status = make_scratch(&j, &j.scratch[t]);
  if (!status) status = pf_parallel_for(firsts->words, threads, join_block, &j, limits);
  if (!status) status = unite(&j, threads);
  if (!status) status = pf_hub_sets_list(&j.scratch[0].pairs, &joins->pairs);
  if (!status) status = take_entries(&j, j.scratch[0].entries, &joins->entries);
  free_job(&j, threads);
  if (status) pf_joins_free(joins);
  return status;
}

void pf_joins_free(pf_joins *joins) {
  pf_listings_free(&joins->entries);
  pf_listings_free(&joins->pairs);
}
