/* default_vias.c - lets answers between samples vote for via nodes.
 *
 * What via sets name are paths that differ, one by one; but the paths of an answer are mostly
 * splices, of parts that hardly differ from path 1. So answers between samples are chosen among all
 * candidates, as a thorough request does it, and name the via nodes they are made of.
 *
 * Samples of two regions show by far not all of these; but via nodes of answers between
 * neighbouring regions serve here too. So a few answers for each pair of regions, which take the
 * time, vote for all pairs nearby: some eighty times as many votes, at no further search
 * (docs/decisions/regions.md, "Votes of neighbours"; docs/decisions/coverage.md). */
#include "default_vias.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/portable.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "format/layout.h"
#include "neighbours.h"
#include "sample_answers.h"
#include "via_set.h"

/* Answers for each pair of regions, each between other samples. */
enum { ASKED_FEW = 4, ASKED_MANY = 1 };

/* The weight of a vote: of the pair's own answers, of those between one of its regions and a
 * neighbour of the other, of those between two neighbours. And the weight that makes a via node one
 * of the set, and a default. */
enum { OWN = 4, NEAR = 2, FAR = 1, ENOUGH = 2 };

/* Answers with three paths promise as many if their weight is more than this share of all: where
 * they are fewer, requests hardly ever find a third path. */
#define PROMISING 0.12

/* The most via nodes of an answer: each alternative has one, or two if it is a splice. */
enum { USED_MOST = 2 * (PF_SAMPLE_PATHS - 1) };

/* An answer's via nodes, which vote. */
typedef struct answer_votes {
  int32_t paths; /* of the answer; 0: there is none */
  int32_t count;
  int32_t via[USED_MOST];
} answer_votes;

/* A via node, and the weight of its votes. */
typedef struct weighed {
  int32_t via, weight;
} weighed;

/* The scratch memory of a thread. */
typedef struct bench {
  pf_different different;
  pf_sample_answers answers;
  int32_t *number_of; /* [Size: n] of a via node in the list; -1: not in it */
  weighed *list;      /* [Size: n] */
  int32_t count;
} bench;

/* The new set of a pair. */
typedef struct pair_set {
  uint8_t size;
  int32_t vias[PF_VIAS_MOST];
} pair_set;

typedef struct votes_job {
  const pf_graph *graph;
  const pf_regions *regions;
  pf_via_sets *sets;
  int32_t asked;       /* answers for each pair of regions */
  uint64_t *first;     /* [Size: pairs] where each pair's via nodes begin */
  answer_votes *votes; /* [Size: pairs * asked] */
  pf_neighbours neighbours;
  bench *benches;       /* [Size: threads] */
  pair_set *made;       /* [Size: pairs] */
  uint32_t *by_default; /* [Size: pairs] */
} votes_job;

/* ---- Voting ---- */

static int32_t samples_of(const pf_regions *regions, int64_t region) {
  int32_t count = 0;
  while (count < PF_SAMPLES && regions->samples[region * PF_SAMPLES + count] >= 0) count++;
  return count;
}

static pf_sample_end end_of(const pf_regions *regions, int64_t region, int32_t sample) {
  return (pf_sample_end){pf_region_tree(regions, region, sample),
                         regions->samples[region * PF_SAMPLES + sample]};
}

static answer_votes *votes_of(const votes_job *job, uint64_t pair) {
  return job->votes + pair * (uint64_t)job->asked;
}

/* Finds the answer between two samples, of the shortest candidates. */
static pathfan_status ask(bench *b, const pf_sample_end ends[2], answer_votes *votes) {
  int32_t vias[PF_SAMPLE_VIAS];
  uint64_t used;
  assert(ends[0].source >= 0 && ends[1].source >= 0);
  const uint32_t length = ends[0].tree.length[ends[1].source];
  if (length == PF_FLAT_FAR || length == 0) return PATHFAN_OK;
  pf_different_begin(&b->different, &ends[0].tree, ends[0].source, &ends[1].tree, ends[1].source);
  const int32_t count = pf_different_list(&b->different, PF_SAMPLE_VIAS, vias);
  const pathfan_status status = pf_sample_answers_ask(&b->answers, ends, vias, count, &used);
  votes->paths = b->answers.taken_count;
  for (; used && !status; used &= used - 1) {
    assert(votes->count < USED_MOST);
    votes->via[votes->count++] = pf_different_name(&b->different, vias[pf_lowest_bit(used)]);
  }
  return status;
}

/* Collects the votes of all pairs of a region with those before it, the last regions first. The
 * samples asked vary from pair to pair, so that neighbours ask different ones. */
static pathfan_status vote(void *context, int64_t item, int32_t thread) {
  const votes_job *job = context;
  const int64_t a = job->regions->count - 1 - item;
  const int32_t of_a = samples_of(job->regions, a);
  pathfan_status status = PATHFAN_OK;
  for (int64_t b = 0; b < a && !status; b++) {
    const uint64_t pair = pf_layout_region_pair((int32_t)a, (int32_t)b);
    const int32_t of_b = samples_of(job->regions, b), all = of_a * of_b;
    for (int32_t i = 0; i < job->asked && i < all && !status; i++) {
      const int32_t at = pf_sample_pair(pair, i, all);
      const pf_sample_end ends[] = {end_of(job->regions, a, at % of_a),
                                    end_of(job->regions, b, at / of_a)};
      status = ask(&job->benches[thread], ends, votes_of(job, pair) + i);
    }
  }
  return status;
}

/* ---- Counting ---- */

/* Adds the votes of a pair's answers, `weight` each. */
static void weigh(const votes_job *job, bench *b, uint64_t pair, int32_t weight) {
  const answer_votes *votes = votes_of(job, pair);
  for (int32_t i = 0; i < job->asked; i++)
    for (int32_t k = 0; k < votes[i].count; k++) {
      int32_t *number = &b->number_of[votes[i].via[k]];
      if (*number < 0) {
        *number = b->count;
        b->list[b->count++] = (weighed){votes[i].via[k], 0};
      }
      b->list[*number].weight += weight;
    }
}

static int by_weight(const void *a, const void *b) {
  const weighed *x = a, *y = b;
  if (x->weight != y->weight) return x->weight > y->weight ? -1 : 1;
  return (x->via > y->via) - (x->via < y->via);
}

static int32_t weight_of(int32_t i, int32_t k) {
  return !i && !k ? OWN : !i || !k ? NEAR : FAR;
}

/* Lists the via nodes with enough votes of the pairs nearby, those with most first. */
static void weigh_all(const votes_job *job, bench *b, int64_t region, int64_t other) {
  const pf_region_neighbours *x = &job->neighbours.of[region], *y = &job->neighbours.of[other];
  b->count = 0;
  for (int32_t i = 0; i < x->count; i++)
    for (int32_t k = 0; k < y->count; k++)
      weigh(job, b, pf_layout_region_pair(x->list[i], y->list[k]), weight_of(i, k));
  int32_t kept = 0;
  for (int32_t i = 0; i < b->count; i++) {
    b->number_of[b->list[i].via] = -1;
    if (b->list[i].weight >= ENOUGH) b->list[kept++] = b->list[i];
  }
  b->count = kept;
  if (kept) qsort(b->list, (size_t)kept, sizeof *b->list, by_weight);
}

/* Returns how many paths the answers of the pairs nearby have: two if any has, three if that isn't
 * an exception; 0 if there is no answer. */
static uint32_t promise(const votes_job *job, int64_t region, int64_t other) {
  const pf_region_neighbours *x = &job->neighbours.of[region], *y = &job->neighbours.of[other];
  int32_t weight[PF_SAMPLE_PATHS + 1] = {0}; /* of answers with so many paths */
  for (int32_t i = 0; i < x->count; i++)
    for (int32_t k = 0; k < y->count; k++)
      for (int32_t n = 0; n < job->asked; n++)
        weight[votes_of(job, pf_layout_region_pair(x->list[i], y->list[k]))[n].paths] +=
            weight_of(i, k);
  const int32_t all = weight[1] + weight[2] + weight[3];
  if (!all) return 0;
  return weight[3] > PROMISING * all + 1 ? 3 : weight[2] || weight[3] ? 2 : 1;
}

static bool has(const pair_set *set, int32_t via) {
  int32_t i = 0;
  while (i < set->size && set->vias[i] != via) i++;
  return i < set->size;
}

/* Makes the set of two regions: its leading via nodes, which must stay first, those of answers, and
 * the others while there is room. promised: how many paths answers have. */
static void make_set(const votes_job *job, const bench *b, uint64_t pair, uint32_t promised) {
  const int32_t *vias = job->sets->vias + job->first[pair];
  const int32_t size = job->sets->size[pair], leading = job->sets->leading[pair];
  pair_set *set = &job->made[pair];
  job->by_default[pair] = promised << PF_DEFAULT_VIAS_BITS;
  for (int32_t i = 0; i < leading; i++) set->vias[set->size++] = vias[i];
  for (int32_t i = 0; i < b->count && set->size < PF_VIAS_MOST; i++)
    if (!has(set, b->list[i].via)) set->vias[set->size++] = b->list[i].via;
  for (int32_t i = leading; i < size && set->size < PF_VIAS_MOST; i++)
    if (!has(set, vias[i])) set->vias[set->size++] = vias[i];
  for (int32_t i = 0; i < set->size; i++)
    for (int32_t k = 0; k < b->count; k++)
      if (b->list[k].via == set->vias[i]) job->by_default[pair] |= UINT32_C(1) << i;
}

/* Keeps the set within one region, all of which is tried. */
static void keep_set(const votes_job *job, uint64_t pair) {
  const int32_t size = job->sets->size[pair];
  pair_set *set = &job->made[pair];
  set->size = (uint8_t)size;
  if (size) memcpy(set->vias, job->sets->vias + job->first[pair], (size_t)size * sizeof *set->vias);
  job->by_default[pair] = (UINT32_C(1) << size) - 1;
}

static pathfan_status make_sets(void *context, int64_t item, int32_t thread) {
  const votes_job *job = context;
  const int64_t a = job->regions->count - 1 - item;
  bench *b = &job->benches[thread];
  for (int64_t other = 0; other < a; other++) {
    weigh_all(job, b, a, other);
    make_set(job, b, pf_layout_region_pair((int32_t)a, (int32_t)other), promise(job, a, other));
  }
  keep_set(job, pf_layout_region_pair((int32_t)a, (int32_t)a));
  return PATHFAN_OK;
}

static_assert(PF_SAMPLE_PATHS == 3, "promise tells three from fewer, and two bits hold it");
static_assert((int)PF_VIAS_MOST <= (int)PF_DEFAULT_VIAS_BITS, "each via node has a bit");

/* Puts the new sets in place of the old ones. */
static pathfan_status replace(votes_job *job) {
  pf_via_sets *sets = job->sets;
  uint64_t all = 0;
  for (uint64_t pair = 0; pair < sets->pair_count; pair++) all += job->made[pair].size;
  int32_t *vias = pf_alloc(all, sizeof *vias), *at = vias;
  if (!vias) return PATHFAN_ERR_NO_MEMORY;
  for (uint64_t pair = 0; pair < sets->pair_count; at += sets->size[pair], pair++) {
    sets->size[pair] = job->made[pair].size;
    memcpy(at, job->made[pair].vias, sets->size[pair] * sizeof *at);
  }
  free(sets->vias);
  sets->vias = vias;
  sets->via_count = all;
  sets->by_default = job->by_default;
  job->by_default = NULL;
  return PATHFAN_OK;
}

/* ---- All of it ---- */

static pathfan_status bench_init(bench *b, const pf_graph *graph, pf_loop_ground ground,
                                 const int32_t *rank_of) {
  const int32_t n = graph->vertex_count;
  pathfan_status status = pf_different_init(&b->different, n);
  if (!status) status = pf_sample_answers_init(&b->answers, graph, ground);
  b->number_of = pf_alloc((uint64_t)n, sizeof *b->number_of);
  b->list = pf_alloc((uint64_t)n, sizeof *b->list);
  if (status || !b->number_of || !b->list) return PATHFAN_ERR_NO_MEMORY;
  pf_different_among(&b->different, n, graph->at, rank_of);
  for (int32_t v = 0; v < n; v++) b->number_of[v] = -1;
  return PATHFAN_OK;
}

static void bench_free(bench *b) {
  pf_different_free(&b->different);
  pf_sample_answers_free(&b->answers);
  free(b->number_of);
  free(b->list);
}

static pathfan_status begin(votes_job *job, int32_t threads, pf_loop_ground ground,
                            const int32_t *rank_of) {
  const uint64_t pairs = job->sets->pair_count;
  job->first = pf_alloc(pairs, sizeof *job->first);
  job->votes = pf_alloc_zero(pairs * (uint64_t)job->asked, sizeof *job->votes);
  job->made = pf_alloc_zero(pairs, sizeof *job->made);
  job->by_default = pf_alloc_zero(pairs, sizeof *job->by_default);
  job->benches = pf_alloc_zero((uint64_t)threads, sizeof *job->benches);
  if (!job->first || !job->votes || !job->made || !job->by_default || !job->benches)
    return PATHFAN_ERR_NO_MEMORY;
  for (uint64_t pair = 0, at = 0; pair < pairs; at += job->sets->size[pair], pair++)
    job->first[pair] = at;
  pathfan_status status = pf_neighbours_find(job->regions, &job->neighbours);
  for (int32_t t = 0; t < threads && !status; t++)
    status = bench_init(&job->benches[t], job->graph, ground, rank_of);
  return status;
}

pathfan_status pf_default_vias_find(const pf_regions *regions, pf_loop_ground ground,
                                    const int32_t *rank_of, int32_t threads, uint64_t few,
                                    pf_via_sets *sets, const pf_limits *limits) {
  const bool are_few = pf_layout_region_pairs(regions->count) <= few;
  votes_job job = {.graph = regions->graph,
                   .regions = regions,
                   .sets = sets,
                   .asked = are_few ? ASKED_FEW : ASKED_MANY};
  if (!regions->count) return PATHFAN_OK;
  assert(regions->lengths && sets->vias && !sets->by_default);
  assert(sets->pair_count == pf_layout_region_pairs(regions->count));
  pathfan_status status = begin(&job, threads, ground, rank_of);
  if (!status) status = pf_parallel_for(regions->count, threads, vote, &job, limits);
  if (!status) status = pf_parallel_for(regions->count, threads, make_sets, &job, NULL);
  if (!status) status = replace(&job);
  for (int32_t t = 0; job.benches && t < threads; t++) bench_free(&job.benches[t]);
  pf_neighbours_free(&job.neighbours);
  free(job.first);
  free(job.votes);
  free(job.made);
  free(job.by_default);
  free(job.benches);
  return status;
}
