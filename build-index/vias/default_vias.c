/* default_vias.c - lets answers between samples vote for via nodes.
 *
 * Samples of two regions show by far not all of the via nodes that answers between the regions use;
 * but via nodes of answers between neighbouring regions serve here too. So a few answers for each
 * pair of regions, which take the time, vote for all pairs nearby: some eighty times as many votes,
 * at no further search (docs/decisions/regions.md, "Votes of neighbours"). */
#include "default_vias.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "format/layout.h"
#include "neighbours.h"
#include "sample_answers.h"
#include "via_set.h"

/* Answers for each pair of regions, each between other samples: all there are if pairs are few,
 * since they take most of the time. */
enum { ASKED_MANY = 2, ASKED_MOST = PF_SAMPLE_PAIRS };

/* The weight of a vote: of the pair's own answers, of those between one of its regions and a
 * neighbour of the other, of those between two neighbours. And the weight that makes a via node a
 * default. */
enum { OWN = 4, NEAR = 2, FAR = 1, ENOUGH = 4 };

typedef struct pair_votes {
  uint32_t of[ASKED_MOST]; /* a bit for each via node of the pair's set */
} pair_votes;

typedef struct votes_job {
  const pf_graph *graph;
  const pf_regions *regions;
  pf_via_sets *sets;
  int32_t asked;     /* answers for each pair of regions */
  uint64_t *first;   /* [Size: pairs] where each pair's via nodes begin */
  pair_votes *votes; /* [Size: pairs] */
  pf_neighbours neighbours;
  pf_sample_answers *scratch; /* [Size: threads] */
  uint16_t *weight;           /* [Size: threads * n] all 0 between pairs */
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

/* Finds the answer between samples of a pair of regions. */
static pathfan_status ask(const votes_job *job, pf_sample_answers *scratch, uint64_t pair,
                          const pf_sample_end ends[2], uint32_t *used) {
  assert(ends[0].source >= 0 && ends[1].source >= 0);
  assert(job->sets->size[pair] <= PF_SAMPLE_VIAS);
  const uint32_t length = ends[0].tree.length[ends[1].source];
  *used = 0;
  if (length == PF_FLAT_FAR || length == 0) return PATHFAN_OK;
  return pf_sample_answers_ask(scratch, ends, job->sets->vias + job->first[pair],
                               job->sets->size[pair], used);
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
      status = ask(job, &job->scratch[thread], pair, ends, &job->votes[pair].of[i]);
    }
  }
  return status;
}

/* ---- Counting ---- */

/* Adds the votes of a pair's answers, `count` each. */
static void weigh(const votes_job *job, uint16_t *weight, uint64_t pair, int count) {
  const int32_t *vias = job->sets->vias + job->first[pair];
  for (int32_t i = 0; i < job->asked; i++)
    for (uint32_t left = job->votes[pair].of[i]; left; left &= left - 1)
      weight[vias[__builtin_ctz(left)]] += (uint16_t)count;
}

/* Adds the votes of all pairs nearby; sign -1: subtracts them again. */
static void weigh_all(const votes_job *job, uint16_t *weight, int64_t a, int64_t b, int sign) {
  const pf_region_neighbours *of_a = &job->neighbours.of[a], *of_b = &job->neighbours.of[b];
  for (int32_t i = 0; i < of_a->count; i++)
    for (int32_t k = 0; k < of_b->count; k++) {
      const int count = !i && !k ? OWN : !i || !k ? NEAR : FAR;
      weigh(job, weight, pf_layout_region_pair(of_a->list[i], of_b->list[k]), sign * count);
    }
}

static pathfan_status count_votes(void *context, int64_t item, int32_t thread) {
  const votes_job *job = context;
  const int64_t a = job->regions->count - 1 - item;
  uint16_t *weight = job->weight + (int64_t)thread * job->graph->vertex_count;
  for (int64_t b = 0; b <= a; b++) {
    const uint64_t pair = pf_layout_region_pair((int32_t)a, (int32_t)b);
    const int32_t *vias = job->sets->vias + job->first[pair];
    uint32_t by_default = 0;
    weigh_all(job, weight, a, b, 1);
    for (int32_t i = 0; i < job->sets->size[pair]; i++)
      if (a == b || weight[vias[i]] >= ENOUGH) by_default |= UINT32_C(1) << i;
    weigh_all(job, weight, a, b, -1);
    job->sets->by_default[pair] = by_default;
  }
  return PATHFAN_OK;
}

static bool make(votes_job *job, int32_t threads, int fraction_bits) {
  const uint64_t pairs = pf_layout_region_pairs(job->regions->count);
  job->sets->by_default = pf_alloc(pairs, sizeof *job->sets->by_default);
  job->first = pf_alloc(pairs, sizeof *job->first);
  job->votes = pf_alloc_zero(pairs, sizeof *job->votes);
  job->scratch = pf_alloc_zero((uint64_t)threads, sizeof *job->scratch);
  job->weight =
      pf_alloc_zero((uint64_t)threads * (uint64_t)job->graph->vertex_count, sizeof *job->weight);
  if (!job->sets->by_default || !job->first || !job->votes || !job->scratch || !job->weight)
    return false;
  for (uint64_t pair = 0, at = 0; pair < pairs; at += job->sets->size[pair], pair++)
    job->first[pair] = at;
  for (int32_t t = 0; t < threads; t++)
    if (pf_sample_answers_init(&job->scratch[t], job->graph, fraction_bits)) return false;
  return true;
}

pathfan_status pf_default_vias_find(const pf_regions *regions, int fraction_bits, int32_t threads,
                                    uint64_t few, pf_via_sets *sets, const pf_limits *limits) {
  const bool are_few = pf_layout_region_pairs(regions->count) <= few;
  votes_job job = {.graph = regions->graph,
                   .regions = regions,
                   .sets = sets,
                   .asked = are_few ? ASKED_MOST : ASKED_MANY};
  if (!regions->count) return PATHFAN_OK;
  assert(regions->lengths && sets->vias && !sets->by_default);
  pathfan_status status = make(&job, threads, fraction_bits) ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
  if (!status) status = pf_neighbours_find(regions, &job.neighbours);
  if (!status) status = pf_parallel_for(regions->count, threads, vote, &job, limits);
  if (!status) status = pf_parallel_for(regions->count, threads, count_votes, &job, NULL);
  for (int32_t t = 0; job.scratch && t < threads; t++) pf_sample_answers_free(&job.scratch[t]);
  pf_neighbours_free(&job.neighbours);
  free(job.first);
  free(job.votes);
  free(job.scratch);
  free(job.weight);
  return status;
}
