/* via_sets.c - finds via sets of pairs of regions.
 *
 * Each pair of regions asks some pairs of its samples, using the trees that regions have. The via
 * nodes named there also serve neighbouring regions: so those named between one of two regions and
 * a neighbour of the other vote with the pair's own, and a third of the pairs of samples tells more
 * than all of them alone (docs/decisions/regions.md, "Votes of neighbours"). If pairs of regions
 * are few, all samples are asked, and only a pair's own votes count. */
#include "via_sets.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "format/layout.h"
#include "neighbours.h"
#include "via_set.h"

/* Pairs of samples that each pair of regions asks if pairs of regions are many. */
enum { ASKED_MANY = 6 };

/* The weight of a vote, of the pair's own and of those nearby; and the weights that suffice. */
enum { OWN = 4, NEAR = 1 };
static const pf_via_least least = {.kept = 3, .leading = 4};

/* The via nodes that a pair of regions names. */
typedef struct pair_named {
  const uint8_t *bytes; /* [Size: count] pf_named_via items, not aligned */
  int32_t count;
} pair_named;

/* The sets of a region with the regions up to itself, one after the other. */
typedef struct region_sets {
  int32_t *vias;
  uint64_t count;
} region_sets;

/* Scratch memory of a thread that weighs votes. */
typedef struct weigher {
  pf_weighed_via *list; /* [Size: n + VIAS_MOST] */
  int32_t count;
  int32_t *number_of; /* [Size: n] index in the list; -1: not in it */
} weigher;

typedef struct via_sets_job {
  const pf_graph *graph;
  const pf_regions *regions;
  int32_t asked;         /* pairs of samples; if not all, neighbours vote */
  pf_different *scratch; /* [Size: threads] */
  pf_neighbours neighbours;
  pair_named *named;  /* [Size: pairs] */
  weigher *weighers;  /* [Size: threads] */
  region_sets *found; /* [Size: count] */
  pf_via_sets *sets;
} via_sets_job;

static bool do_vote_near(const via_sets_job *job) {
  return job->asked < PF_SAMPLE_PAIRS;
}

/* ---- Asking ---- */

static pf_sampled sampled(const via_sets_job *job, int64_t region) {
  pf_sampled s = {0};
  for (int32_t i = 0; i < PF_SAMPLES; i++) {
    const int32_t v = job->regions->samples[region * PF_SAMPLES + i];
    if (v < 0) break;
    s.tree[i] = pf_region_tree(job->regions, region, i);
    s.vertex[s.count++] = v;
  }
  return s;
}

/* A batch is all pairs of a region with the regions up to itself; the last regions, which have most
 * pairs, come first. Its result is the number that each pair names, two bytes each, then all of
 * them. */
static int64_t region_of(const pf_regions *regions, int64_t batch) {
  return regions->count - 1 - batch;
}

static void ask(const via_sets_job *job, pf_different *d, const pf_sampled *from, int64_t a,
                int64_t b, pf_named *named) {
  const pf_sampled to = sampled(job, b);
  if (a == b || !do_vote_near(job))
    pf_via_ask_all(d, from, &to, a == b, NULL, named);
  else
    pf_via_ask_some(d, from, &to, pf_layout_region_pair((int32_t)a, (int32_t)b), job->asked, named);
}

static pathfan_status ask_pairs(void *context, int64_t batch, int32_t thread, uint8_t **bytes,
                                uint64_t *size) {
  const via_sets_job *job = context;
  const int64_t a = region_of(job->regions, batch);
  const uint64_t pairs = (uint64_t)a + 1;
  assert(a >= 0);
  const pf_sampled from = sampled(job, a);
  pf_named named;
  uint8_t *all = pf_alloc(pairs * (sizeof(uint16_t) + sizeof named.list), 1);
  if (!all) return PATHFAN_ERR_NO_MEMORY;
  uint8_t *end = all + pairs * sizeof(uint16_t);
  for (int64_t b = 0; b <= a; b++) {
    ask(job, &job->scratch[thread], &from, a, b, &named);
    const uint16_t count = (uint16_t)named.count;
    memcpy(all + (uint64_t)b * sizeof count, &count, sizeof count);
    memcpy(end, named.list, count * sizeof *named.list);
    end += count * sizeof *named.list;
  }
  *size = (uint64_t)(end - all);
  uint8_t *kept = pf_resize(all, *size, 1);
  *bytes = kept ? kept : all;
  return PATHFAN_OK;
}

/* Finds the via nodes that each pair names in the results. */
static void find_named(via_sets_job *job, const pf_results *results) {
  for (int64_t a = 0; a < job->regions->count; a++) {
    const pf_result r = pf_results_get(results, PF_RESULT_VIA_SETS, region_of(job->regions, a));
    assert(r.is_there && r.bytes);
    const uint8_t *at = r.bytes + ((uint64_t)a + 1) * sizeof(uint16_t);
    pair_named *named = job->named + pf_layout_region_pairs((int32_t)a);
    for (int64_t b = 0; b <= a; b++) {
      uint16_t count;
      memcpy(&count, r.bytes + (uint64_t)b * sizeof count, sizeof count);
      named[b] = (pair_named){at, count};
      at += count * sizeof(pf_named_via);
    }
  }
}

/* ---- Weighing ---- */

static void weigh(const via_sets_job *job, weigher *w, int32_t a, int32_t b, int count) {
  const pair_named *named = &job->named[pf_layout_region_pair(a, b)];
  for (int32_t i = 0; i < named->count; i++) {
    pf_named_via via;
    memcpy(&via, named->bytes + (uint64_t)i * sizeof via, sizeof via);
    if (w->number_of[via.via] < 0) {
      w->number_of[via.via] = w->count;
      w->list[w->count++] = (pf_weighed_via){.via = via.via};
    }
    uint16_t *weight = w->list[w->number_of[via.via]].weight;
    for (int kind = 0; kind < PF_VIA_KINDS; kind++)
      weight[kind] += (uint16_t)(count * via.votes[kind]);
  }
}

/* Lists the via nodes named by a pair and by pairs nearby. */
static void weigh_all(const via_sets_job *job, weigher *w, int32_t a, int32_t b) {
  w->count = 0;
  weigh(job, w, a, b, OWN);
  if (a != b && do_vote_near(job)) {
    const pf_region_neighbours *of_a = &job->neighbours.of[a], *of_b = &job->neighbours.of[b];
    for (int32_t i = 1; i < of_a->count; i++) weigh(job, w, of_a->list[i], b, NEAR);
    for (int32_t i = 1; i < of_b->count; i++) weigh(job, w, a, of_b->list[i], NEAR);
  }
  for (int32_t i = 0; i < w->count; i++) w->number_of[w->list[i].via] = -1;
}

static pathfan_status choose_sets(void *context, int64_t batch, int32_t thread) {
  const via_sets_job *job = context;
  const pf_regions *regions = job->regions;
  const int32_t a = (int32_t)region_of(regions, batch);
  const uint64_t first = pf_layout_region_pairs(a);
  weigher *w = &job->weighers[thread];
  region_sets *found = &job->found[a];
  int32_t *vias = pf_alloc(((uint64_t)a + 1) * PF_VIAS_MOST, sizeof *vias);
  if (!vias) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t b = 0; b <= a; b++) {
    weigh_all(job, w, a, b);
    const pf_via_set set =
        pf_via_set_choose(w->list, w->count, least, regions->list + regions->first[a],
                          a == b ? regions->first[a + 1] - regions->first[a] : 0);
    job->sets->size[first + (uint64_t)b] = (uint8_t)set.size;
    job->sets->leading[first + (uint64_t)b] = (uint8_t)set.leading;
    memcpy(vias + found->count, set.vias, (size_t)set.size * sizeof *vias);
    found->count += (uint64_t)set.size;
  }
  int32_t *kept = pf_resize(vias, found->count, sizeof *vias);
  found->vias = kept ? kept : vias;
  return PATHFAN_OK;
}

static pathfan_status weigher_init(weigher *w, int32_t n) {
  w->list = pf_alloc((uint64_t)n + PF_VIAS_MOST, sizeof *w->list);
  w->number_of = pf_alloc((uint64_t)n, sizeof *w->number_of);
  for (int32_t v = 0; w->number_of && v < n; v++) w->number_of[v] = -1;
  return w->list && w->number_of ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
}

/* Joins the sets, region by region. */
static pathfan_status gather(const via_sets_job *job, pf_via_sets *sets) {
  for (int32_t a = 0; a < sets->count; a++) sets->via_count += job->found[a].count;
  sets->vias = pf_alloc(sets->via_count, sizeof *sets->vias);
  if (!sets->vias) return PATHFAN_ERR_NO_MEMORY;
  int32_t *at = sets->vias;
  for (int32_t a = 0; a < sets->count; at += job->found[a++].count)
    memcpy(at, job->found[a].vias, job->found[a].count * sizeof *at);
  return PATHFAN_OK;
}

static pathfan_status choose(via_sets_job *job, const pf_batches *batches) {
  const int32_t count = job->regions->count, threads = batches->threads;
  const uint64_t pairs = pf_layout_region_pairs(count);
  pf_via_sets *sets = job->sets;
  sets->pair_count = pairs;
  sets->size = pf_alloc(pairs, sizeof *sets->size);
  sets->leading = pf_alloc(pairs, sizeof *sets->leading);
  job->named = pf_alloc(pairs, sizeof *job->named);
  job->weighers = pf_alloc_zero((uint64_t)threads, sizeof *job->weighers);
  job->found = pf_alloc_zero((uint64_t)count, sizeof *job->found);
  if (!sets->size || !sets->leading || !job->named || !job->weighers || !job->found)
    return PATHFAN_ERR_NO_MEMORY;
  pathfan_status status = PATHFAN_OK;
  if (do_vote_near(job)) status = pf_neighbours_find(job->regions, &job->neighbours);
  for (int32_t t = 0; t < threads && !status; t++)
    status = weigher_init(&job->weighers[t], job->graph->vertex_count);
  if (status) return status;
  find_named(job, batches->results);
  status = pf_parallel_for(count, threads, choose_sets, job, NULL);
  return status ? status : gather(job, sets);
}

/* ---- All of it ---- */

static void job_free(via_sets_job *job, int32_t threads) {
  for (int32_t t = 0; job->scratch && t < threads; t++) pf_different_free(&job->scratch[t]);
  for (int32_t t = 0; job->weighers && t < threads; t++) {
    free(job->weighers[t].list);
    free(job->weighers[t].number_of);
  }
  for (int32_t a = 0; job->found && a < job->regions->count; a++) free(job->found[a].vias);
  pf_neighbours_free(&job->neighbours);
  free(job->scratch);
  free(job->named);
  free(job->weighers);
  free(job->found);
}

static pathfan_status begin(const pf_graph *graph, pf_different *d, const int32_t *rank_of) {
  const pathfan_status status = pf_different_init(d, graph->vertex_count);
  if (!status) pf_different_among(d, graph->vertex_count, graph->at, rank_of);
  return status;
}

pathfan_status pf_via_sets_find(const pf_regions *regions, const pf_batches *batches,
                                const int32_t *rank_of, uint64_t few, pf_via_sets *sets,
                                const pf_limits *limits) {
  const pf_graph *graph = regions->graph;
  const int32_t threads = batches->threads;
  const bool are_few = pf_layout_region_pairs(regions->count) <= few;
  const bool keeps = !batches->processes || !batches->processes->member;
  via_sets_job job = {.graph = graph,
                      .regions = regions,
                      .asked = are_few ? PF_SAMPLE_PAIRS : ASKED_MANY,
                      .sets = sets};
  memset(sets, 0, sizeof *sets);
  sets->count = regions->count;
  if (!regions->count) return PATHFAN_OK;
  job.scratch = pf_alloc_zero((uint64_t)threads, sizeof *job.scratch);
  pathfan_status status = job.scratch ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
  for (int32_t t = 0; t < threads && !status; t++) status = begin(graph, &job.scratch[t], rank_of);
  if (!status)
    status = pf_batches_find(batches, PF_RESULT_VIA_SETS, regions->count, ask_pairs, &job, limits);
  if (!status && keeps) status = choose(&job, batches);
  if (!status) pf_results_drop(batches->results, PF_RESULT_VIA_SETS);
  job_free(&job, threads);
  if (status) pf_via_sets_free(sets);
  return status;
}

void pf_via_sets_free(pf_via_sets *sets) {
  pf_region_pairs_free(&sets->pairs);
  free(sets->size);
  free(sets->leading);
  free(sets->by_default);
  free(sets->vias);
  memset(sets, 0, sizeof *sets);
}
