/* joins.c - joins first vertices u and w if u may be first on a way from some region to w, and w on
 * one back to u from some other.
 *
 * For all vertices together, bits tell which w some region has for u. Where both (u, w) and (w, u)
 * are set, the regions are looked up, and the hubs of the way: common hubs by which it is shortest,
 * but for rounding. Each thread collects sets of its own; the union of these doesn't depend on who
 * found what. */
#include "joins.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"

/* Sums of labels that may be the least but for rounding: as in queries. */
enum { SLACK = 4 };

#define FAR (INT64_MAX / 4)

/* A vertex among the first ones of a region. */
typedef struct place {
  int32_t region, number;
  int64_t row;
} place;

typedef struct scratch {
  int64_t *row;     /* [Size: n] lengths to hubs; FAR: no label */
  int32_t *hubs;    /* [Size: labels of a vertex + 1] */
  place *one, *two; /* [Size: places of a vertex] */
  pf_hub_sets entries, pairs;
} scratch;

typedef struct job {
  const pf_first_vertices *firsts;
  const pf_label_lists *lists;
  int32_t n, words;
  int64_t *place_first; /* [Size: n + 2] */
  place *places;
  int64_t places_most; /* of a vertex */
  uint64_t *any;       /* [Size: 64 * words * words] by u: for which w some region has it */
  scratch *scratch;
  const pf_joins *joins;
} job;

/* ---- Sets ---- */

static bool make_sets(pf_hub_sets *sets, int64_t count) {
  *sets = (pf_hub_sets){.count = count};
  sets->head = pf_alloc((uint64_t)count, sizeof *sets->head);
  if (sets->head) memset(sets->head, 0xff, (size_t)count * sizeof *sets->head);
  return sets->head != NULL;
}

static void free_sets(pf_hub_sets *sets) {
  free(sets->head);
  free(sets->nodes);
}

static pathfan_status add(pf_hub_sets *sets, int64_t set, int32_t hub) {
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

static pathfan_status add_all(pf_hub_sets *to, const pf_hub_sets *from) {
  pathfan_status status = PATHFAN_OK;
  for (int64_t set = 0; set < from->count; set++)
    for (int32_t i = from->head[set]; i >= 0 && !status; i = from->nodes[i].next)
      status = add(to, set, from->nodes[i].hub);
  return status;
}

/* ---- Ways ---- */

static void set_row(const pf_label_lists *l, int32_t u, int64_t *row, bool is_on) {
  for (uint32_t i = l->spans[u].labels; i < l->spans[u + 1].labels; i++)
    row[pf_label_hub(l->labels[i])] = is_on ? pf_label_length(l->labels[i]) : FAR;
  row[u] = is_on ? 0 : FAR;
}

/* Lists the hubs by which the ways from the vertex whose row is set to w are shortest, but for
 * rounding; returns their number. */
static int32_t list_hubs(const pf_label_lists *l, const int64_t *row, int32_t w, int32_t *hubs) {
  const uint64_t *labels = l->labels + l->spans[w].labels;
  const uint32_t count = l->spans[w + 1].labels - l->spans[w].labels;
  int64_t best = row[w];
  int32_t found = 0;
  for (uint32_t i = 0; i < count; i++) {
    const int64_t length = row[pf_label_hub(labels[i])] + pf_label_length(labels[i]);
    best = length < best ? length : best;
  }
  if (best >= FAR / 2) return 0;
  if (row[w] <= best + SLACK) hubs[found++] = w;
  for (uint32_t i = 0; i < count; i++)
    if (row[pf_label_hub(labels[i])] + pf_label_length(labels[i]) <= best + SLACK)
      hubs[found++] = (int32_t)pf_label_hub(labels[i]);
  return found;
}

/* ---- Joining ---- */

/* Lists the places at which u is first for w; returns their number. */
static int64_t list_places(const job *j, int32_t u, int32_t w, place *list) {
  int64_t count = 0;
  for (int64_t p = j->place_first[u]; p < j->place_first[u + 1]; p++) {
    const place *at = &j->places[p];
    list[count] = *at;
    count += pf_is_first_for(j->firsts, &j->firsts->of[at->region], at->number, w);
  }
  return count;
}

static pathfan_status add_pair(scratch *s, const place *a, const place *b, int32_t hub) {
  return add(&s->pairs, (int64_t)pf_layout_region_pair(a->region, b->region), hub);
}

/* Joins two different vertices; the row of u is set. */
static pathfan_status join(const job *j, scratch *s, int32_t u, int32_t w) {
  const int64_t ones = list_places(j, u, w, s->one), twos = list_places(j, w, u, s->two);
  const int32_t hubs = list_hubs(j->lists, s->row, w, s->hubs);
  pathfan_status status = PATHFAN_OK;
  for (int32_t h = 0; h < hubs && !status; h++) {
    for (int64_t k = 0; k < twos && !status; k++)
      status = add(&s->entries, s->two[k].row, s->hubs[h]);
    for (int64_t i = 0; i < ones && !status; i++) {
      status = add(&s->entries, s->one[i].row, s->hubs[h]);
      for (int64_t k = 0; k < twos && !status; k++)
        status = add_pair(s, &s->one[i], &s->two[k], s->hubs[h]);
    }
  }
  return status;
}

/* Joins the regions from which a path may turn at u alone. */
static pathfan_status join_turns(const job *j, scratch *s, int32_t u) {
  const int64_t count = list_places(j, u, u, s->one);
  pathfan_status status = PATHFAN_OK;
  for (int64_t i = 0; i < count; i++)
    for (int64_t k = 0; k <= i && !status; k++) {
      const place *a = &s->one[i], *b = &s->one[k];
      if (!pf_arrivals_join(j->firsts->of[a->region].travel[a->number],
                            j->firsts->of[b->region].travel[b->number]))
        continue;
      status = add(&s->entries, a->row, u);
      if (!status) status = add(&s->entries, b->row, u);
      if (!status) status = add_pair(s, a, b, u);
    }
  return status;
}

/* Transposes 64 rows of 64 bits. */
static void transpose(uint64_t rows[64]) {
  uint64_t mask = UINT64_C(0x00000000ffffffff);
  for (int step = 32; step; step >>= 1, mask ^= mask << step)
    for (int i = 0; i < 64; i = (i + step + 1) & ~step) {
      const uint64_t swap = (rows[i] >> step ^ rows[i + step]) & mask;
      rows[i] ^= swap << step;
      rows[i + step] ^= swap;
    }
}

/* Joins the vertices of a block with those before them. */
static pathfan_status join_block(void *context, int64_t item, int32_t thread) {
  const job *j = context;
  scratch *s = &j->scratch[thread];
  const int64_t block = j->words - 1 - item; /* the ones with the most work first */
  uint64_t back[64];
  pathfan_status status = PATHFAN_OK;
  uint64_t *both = pf_alloc((uint64_t)(block + 1) * 64, sizeof *both);
  if (!both) return PATHFAN_ERR_NO_MEMORY;
  for (int64_t word = 0; word <= block; word++) {
    for (int k = 0; k < 64; k++) back[k] = j->any[(word * 64 + k) * j->words + block];
    transpose(back);
    for (int k = 0; k < 64; k++)
      both[k * (block + 1) + word] = back[k] & j->any[(block * 64 + k) * j->words + word];
  }
  for (int k = 0; k < 64 && block * 64 + k < j->n && !status; k++) {
    const int32_t u = (int32_t)(block * 64 + k);
    set_row(j->lists, u, s->row, true);
    for (int64_t word = 0; word <= block; word++)
      for (uint64_t left = both[k * (block + 1) + word]; left && !status; left &= left - 1) {
        const int32_t w = (int32_t)(word * 64 + __builtin_ctzll(left));
        if (w < u) status = join(j, s, u, w);
      }
    if (!status) status = join_turns(j, s, u);
    set_row(j->lists, u, s->row, false);
  }
  free(both);
  return status;
}

/* ---- All of it ---- */

/* Lists where each vertex is a first vertex, and for which w anywhere. */
static pathfan_status find_places(job *j, const int64_t *row_first) {
  const pf_first_vertices *f = j->firsts;
  j->place_first = pf_alloc_zero((uint64_t)j->n + 2, sizeof *j->place_first);
  j->any = pf_alloc_zero((uint64_t)j->words * 64 * (uint64_t)j->words, sizeof *j->any);
  j->places = pf_alloc((uint64_t)row_first[f->count], sizeof *j->places);
  if (!j->place_first || !j->any || !j->places) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t r = 0; r < f->count; r++)
    for (int32_t i = 0; i < f->of[r].count; i++) j->place_first[f->of[r].vertices[i] + 2]++;
  for (int32_t v = 0; v < j->n; v++) {
    const int64_t here = j->place_first[v + 2];
    if (here > j->places_most) j->places_most = here;
    j->place_first[v + 2] += j->place_first[v + 1];
  }
  for (int32_t r = 0; r < f->count; r++)
    for (int32_t i = 0; i < f->of[r].count; i++) {
      const int32_t v = f->of[r].vertices[i];
      const uint64_t *bits = f->of[r].bits + (int64_t)i * f->words;
      j->places[j->place_first[v + 1]++] = (place){r, i, row_first[r] + i};
      for (int32_t word = 0; word < j->words; word++)
        j->any[(int64_t)v * j->words + word] |= bits[word];
    }
  return PATHFAN_OK;
}

static pathfan_status make_scratch(const job *j, const pf_joins *joins, scratch *s) {
  uint32_t most = 0;
  for (int32_t v = 0; v < j->n; v++) {
    const uint32_t count = j->lists->spans[v + 1].labels - j->lists->spans[v].labels;
    if (count > most) most = count;
  }
  s->row = pf_alloc((uint64_t)j->n, sizeof *s->row);
  s->hubs = pf_alloc((uint64_t)most + 1, sizeof *s->hubs);
  s->one = pf_alloc((uint64_t)j->places_most + 1, sizeof *s->one);
  s->two = pf_alloc((uint64_t)j->places_most + 1, sizeof *s->two);
  if (!make_sets(&s->entries, joins->entries.count) || !make_sets(&s->pairs, joins->pairs.count) ||
      !s->row || !s->hubs || !s->one || !s->two)
    return PATHFAN_ERR_NO_MEMORY;
  for (int32_t v = 0; v < j->n; v++) s->row[v] = FAR;
  return PATHFAN_OK;
}

static void free_job(job *j, int32_t threads) {
  for (int32_t t = 0; j->scratch && t < threads; t++) {
    scratch *s = &j->scratch[t];
    free(s->row);
    free(s->hubs);
    free(s->one);
    free(s->two);
    free_sets(&s->entries);
    free_sets(&s->pairs);
  }
  free(j->scratch);
  free(j->place_first);
  free(j->places);
  free(j->any);
}

pathfan_status pf_joins_make(const pf_first_vertices *firsts, const pf_label_lists *lists,
                             int32_t n, int32_t threads, pf_joins *joins, const pf_limits *limits) {
  job j = {.firsts = firsts, .lists = lists, .n = n, .words = firsts->words, .joins = joins};
  memset(joins, 0, sizeof *joins);
  joins->row_first = pf_alloc_zero((uint64_t)firsts->count + 1, sizeof *joins->row_first);
  if (!joins->row_first) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t r = 0; r < firsts->count; r++)
    joins->row_first[r + 1] = joins->row_first[r] + firsts->of[r].count;
  pathfan_status status = find_places(&j, joins->row_first);
  if (!make_sets(&joins->entries, joins->row_first[firsts->count]) ||
      !make_sets(&joins->pairs, (int64_t)pf_layout_region_pairs(firsts->count)))
    status = PATHFAN_ERR_NO_MEMORY;
  j.scratch = pf_alloc_zero((uint64_t)threads, sizeof *j.scratch);
  if (!j.scratch) status = PATHFAN_ERR_NO_MEMORY;
  for (int32_t t = 0; t < threads && !status; t++) status = make_scratch(&j, joins, &j.scratch[t]);
  if (!status) status = pf_parallel_for(j.words, threads, join_block, &j, limits);
  for (int32_t t = 0; t < threads && !status; t++) {
    status = add_all(&joins->entries, &j.scratch[t].entries);
    if (!status) status = add_all(&joins->pairs, &j.scratch[t].pairs);
  }
  free_job(&j, threads);
  if (status) pf_joins_free(joins);
  return status;
}

void pf_joins_free(pf_joins *joins) {
  free(joins->row_first);
  free_sets(&joins->entries);
  free_sets(&joins->pairs);
  memset(joins, 0, sizeof *joins);
}
