/* default_vias.c - samples of two regions tell by far not all of the via nodes that answers between
 * these are made of; but what answers between regions beside them are made of serves here too. So a
 * few answers for each pair of regions, which take the time, vote for all pairs near by: some
 * eighty times as many, at no further search (docs/decisions/regions.md, "Votes of neighbours"). */
#include "default_vias.h"

#include <stdlib.h>

#include "base/memory.h"
#include "format/layout.h"
#include "sample_answers.h"

/* Answers for each pair of regions, each between other samples: all that there are where the pairs
 * are few, since these answers take most of the time. */
enum { PAIRS_FEW = 64 * 65 / 2, ASKED_FEW = 3, ASKED_MOST = PATHFAN_SAMPLES * PATHFAN_SAMPLES };

/* What a vote counts: of the pair's own answers, of those from one of its regions to a neighbour of
 * the other, of those from neighbour to neighbour. And what makes a via node one to try: where
 * fewer are asked anything. */
enum { OWN = 2, NEAR = 2, FAR = 1, ENOUGH = 2, ENOUGH_FEW = 1 };

typedef struct pair_votes {
  uint32_t of[ASKED_MOST]; /* a bit for each via node of the pair's set */
} pair_votes;

/* The regions beside a region, itself first. */
typedef struct neighbours {
  int32_t *list;
  int32_t count, capacity;
} neighbours;

typedef struct votes_job {
  const pathfan_graph *graph;
  const pathfan_regions *regions;
  pathfan_via_sets *sets;
  int32_t asked, enough;           /* of each pair of regions; votes */
  uint64_t *first;                 /* [Size: pairs] where the via nodes of each begin */
  pair_votes *votes;               /* [Size: pairs] */
  neighbours *beside;              /* [Size: count] */
  pathfan_sample_answers *scratch; /* [Size: threads] */
  uint16_t *weight;                /* [Size: threads * n] all 0 between two pairs */
} votes_job;

/* ---- Neighbours ---- */

/* An area of the plane, borders included. */
typedef struct area {
  int64_t low[2], high[2];
} area;

static bool meet(const area *a, const area *b) {
  return a->low[0] <= b->high[0] && b->low[0] <= a->high[0] && a->low[1] <= b->high[1] &&
         b->low[1] <= a->high[1];
}

static pathfan_status add(neighbours *n, int32_t region) {
  const pathfan_status status = pathfan_grow(&n->list, &n->capacity, n->count + 1, sizeof *n->list);
  if (!status) n->list[n->count++] = region;
  return status;
}

/* Lists for each region those that it meets, be it in a corner. */
static pathfan_status find_neighbours(const pathfan_regions *regions, neighbours *beside) {
  const int32_t count = regions->count;
  area *areas = pathfan_alloc(2 * (uint64_t)count, sizeof *areas); /* of nodes of the tree */
  pathfan_status status = areas ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
  if (areas) areas[1] = (area){{INT64_MIN, INT64_MIN}, {INT64_MAX, INT64_MAX}};
  for (int32_t node = 1; node < count && !status; node++) {
    const int axis = regions->cuts[node] & 1;
    areas[2 * node] = areas[2 * node + 1] = areas[node];
    areas[2 * node].high[axis] = areas[2 * node + 1].low[axis] = regions->cuts[node] >> 1;
  }
  for (int32_t a = 0; a < count && !status; a++) {
    status = add(&beside[a], a);
    for (int32_t b = 0; b < count && !status; b++)
      if (b != a && meet(&areas[count + a], &areas[count + b])) status = add(&beside[a], b);
  }
  free(areas);
  return status;
}

/* ---- Voting ---- */

static int32_t samples_of(const pathfan_regions *regions, int64_t region) {
  int32_t count = 0;
  while (count < PATHFAN_SAMPLES && regions->samples[region * PATHFAN_SAMPLES + count] >= 0)
    count++;
  return count;
}

/* Asks between sample i of region a and sample k of b. */
static pathfan_status ask(const votes_job *job, pathfan_sample_answers *scratch, int64_t a,
                          int32_t i, int64_t b, int32_t k, uint32_t *used) {
  const int64_t n = job->graph->vertex_count;
  const uint64_t pair = pathfan_layout_region_pair((int32_t)a, (int32_t)b);
  const int32_t from = job->regions->samples[a * PATHFAN_SAMPLES + i];
  const int32_t to = job->regions->samples[b * PATHFAN_SAMPLES + k];
  const pathfan_flat_tree tree = pathfan_region_tree(job->regions, n, a, i);
  const pathfan_flat_tree other = pathfan_region_tree(job->regions, n, b, k);
  *used = 0;
  if (tree.length[to] == PATHFAN_FLAT_FAR || tree.length[to] == 0) return PATHFAN_OK;
  return pathfan_sample_answers_ask(scratch, &tree, from, &other, to,
                                    job->sets->vias + job->first[pair], job->sets->size[pair],
                                    used);
}

/* From one pair of samples to the next: prime to all numbers of them. */
#define STRIDE 5

/* Votes of all pairs of a region with those before it, the last regions first. Which samples are
 * asked changes from pair to pair, so that neighbours ask others. */
static pathfan_status vote(void *context, int64_t item, int32_t thread) {
  const votes_job *job = context;
  const int64_t a = job->regions->count - 1 - item;
  const int32_t of_a = samples_of(job->regions, a);
  pathfan_status status = PATHFAN_OK;
  for (int64_t b = 0; b < a && !status; b++) {
    const uint64_t pair = pathfan_layout_region_pair((int32_t)a, (int32_t)b);
    const int32_t of_b = samples_of(job->regions, b), all = of_a * of_b;
    for (int32_t i = 0; i < job->asked && i < all && !status; i++) {
      const int32_t at = (int32_t)((pair + STRIDE * (uint64_t)i) % (uint64_t)all);
      status = ask(job, &job->scratch[thread], a, at % of_a, b, at / of_a, &job->votes[pair].of[i]);
    }
  }
  return status;
}

/* ---- Counting ---- */

/* Adds what the answers of a pair say, `count` each. */
static void weigh(const votes_job *job, uint16_t *weight, uint64_t pair, int count) {
  const int32_t *vias = job->sets->vias + job->first[pair];
  for (int32_t i = 0; i < job->asked; i++)
    for (uint32_t left = job->votes[pair].of[i]; left; left &= left - 1)
      weight[vias[__builtin_ctz(left)]] += (uint16_t)count;
}

/* The same of all pairs near by; sign -1: takes it back. */
static void weigh_all(const votes_job *job, uint16_t *weight, int64_t a, int64_t b, int sign) {
  for (int32_t i = 0; i < job->beside[a].count; i++)
    for (int32_t k = 0; k < job->beside[b].count; k++) {
      const int count = !i && !k ? OWN : !i || !k ? NEAR : FAR;
      weigh(job, weight, pathfan_layout_region_pair(job->beside[a].list[i], job->beside[b].list[k]),
            sign * count);
    }
}

static pathfan_status count_votes(void *context, int64_t item, int32_t thread) {
  const votes_job *job = context;
  const int64_t a = job->regions->count - 1 - item;
  uint16_t *weight = job->weight + (int64_t)thread * job->graph->vertex_count;
  for (int64_t b = 0; b <= a; b++) {
    const uint64_t pair = pathfan_layout_region_pair((int32_t)a, (int32_t)b);
    const int32_t *vias = job->sets->vias + job->first[pair];
    uint32_t by_default = 0;
    weigh_all(job, weight, a, b, 1);
    for (int32_t i = 0; i < job->sets->size[pair]; i++)
      if (a == b || weight[vias[i]] >= job->enough) by_default |= UINT32_C(1) << i;
    weigh_all(job, weight, a, b, -1);
    job->sets->by_default[pair] = by_default;
  }
  return PATHFAN_OK;
}

static bool make(votes_job *job, int32_t threads, int fraction_bits) {
  const uint64_t count = (uint64_t)job->regions->count;
  const uint64_t pairs = pathfan_layout_region_pairs(job->regions->count);
  job->sets->by_default = pathfan_alloc(pairs, sizeof *job->sets->by_default);
  job->first = pathfan_alloc(pairs, sizeof *job->first);
  job->votes = pathfan_alloc_zero(pairs, sizeof *job->votes);
  job->beside = pathfan_alloc_zero(count, sizeof *job->beside);
  job->scratch = pathfan_alloc_zero((uint64_t)threads, sizeof *job->scratch);
  job->weight = pathfan_alloc_zero((uint64_t)threads * (uint64_t)job->graph->vertex_count,
                                   sizeof *job->weight);
  if (!job->sets->by_default || !job->first || !job->votes || !job->beside || !job->scratch ||
      !job->weight)
    return false;
  for (uint64_t pair = 0, at = 0; pair < pairs; at += job->sets->size[pair], pair++)
    job->first[pair] = at;
  for (int32_t t = 0; t < threads; t++)
    if (pathfan_sample_answers_init(&job->scratch[t], job->graph, fraction_bits)) return false;
  return true;
}

pathfan_status pathfan_default_vias_find(const pathfan_graph *graph, const pathfan_regions *regions,
                                         int fraction_bits, int32_t threads, pathfan_via_sets *sets,
                                         pathfan_done_function *done, void *done_context) {
  const bool are_few = pathfan_layout_region_pairs(regions->count) <= PAIRS_FEW;
  votes_job job = {.graph = graph,
                   .regions = regions,
                   .sets = sets,
                   .asked = are_few ? ASKED_MOST : ASKED_FEW,
                   .enough = are_few ? ENOUGH : ENOUGH_FEW};
  if (!regions->count) return PATHFAN_OK;
  pathfan_status status = make(&job, threads, fraction_bits) ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
  if (!status) status = find_neighbours(regions, job.beside);
  if (!status)
    status = pathfan_parallel_for(regions->count, threads, vote, &job, done, done_context);
  if (!status)
    status = pathfan_parallel_for(regions->count, threads, count_votes, &job, NULL, NULL);
  for (int32_t t = 0; job.scratch && t < threads; t++) pathfan_sample_answers_free(&job.scratch[t]);
  for (int32_t a = 0; job.beside && a < regions->count; a++) free(job.beside[a].list);
  free(job.first);
  free(job.votes);
  free(job.beside);
  free(job.scratch);
  free(job.weight);
  return status;
}
