/* baselines.c - adds one tree per vertex to all three baselines, and looks random pairs up in
 * each. */
#include "evaluate/baselines.h"

#include <math.h>
#include <time.h>

#include "base/memory.h"
#include "base/random.h"
#include "evaluate/baseline_cpd.h"
#include "evaluate/baseline_cvpd.h"
#include "evaluate/baseline_hubs.h"
#include "pathfan/inspect.h"

/* Pairs looked up: enough for caches to behave as with requests from everywhere. */
#define PAIRS 20000
#define ROUNDS 3 /* the best one counts */
#define SEED 20230401

/* Tolerance: lengths are sums of rounded edge lengths, in different orders. */
#define CLOSE 1e-6

typedef struct pair {
  int32_t u, v;
  double length; /* by the index, lattice units */
} pair;

typedef struct bench {
  const pathfan_index *index;
  pf_baseline_ground ground;
  pf_cpd cpd;
  pf_hubs hubs;
  pf_plain_cvpd cvpd;
  pair *pairs;
  int32_t pair_count;
} bench;

static pathfan_status fill(bench *b) {
  pf_tree tree = {0};
  int32_t *best = pf_alloc((uint64_t)b->ground.n, sizeof *best);
  pathfan_status status = best ? pf_cpd_init(&b->cpd, &b->ground) : PATHFAN_ERR_NO_MEMORY;
  if (!status) status = pf_hubs_init(&b->hubs, &b->ground);
  if (!status) status = pf_plain_cvpd_init(&b->cvpd, &b->ground);
  if (!status) status = pf_tree_init(&tree, &b->ground.graph);
  for (int32_t u = 0; u < b->ground.n && !status; u++) {
    status = pf_tree_grow(&tree, &b->ground.graph, u);
    if (status) break;
    pf_baseline_best(&b->ground, &tree, best);
    status = pf_cpd_add(&b->cpd, &tree);
    if (!status) status = pf_hubs_add(&b->hubs, &tree, best);
    if (!status) status = pf_plain_cvpd_add(&b->cvpd, &tree, best);
  }
  pf_tree_free(&tree);
  free(best);
  return status;
}

static pathfan_status choose_pairs(bench *b, double unit) {
  pf_random random = pf_random_from(SEED);
  b->pairs = pf_alloc(PAIRS, sizeof *b->pairs);
  if (!b->pairs) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < PAIRS && b->ground.n > 0; i++) {
    pathfan_pair_info info;
    pair *it = &b->pairs[b->pair_count];
    it->u = (int32_t)pf_random_below(&random, b->ground.n);
    it->v = (int32_t)pf_random_below(&random, b->ground.n);
    const pathfan_status status = pathfan_index_pair(b->index, it->u, it->v, &info);
    if (status) return status;
    it->length = info.length / unit;
    b->pair_count += info.reachable;
  }
  return PATHFAN_OK;
}

static double by_cpd(const bench *b, int32_t u, int32_t v) {
  return pf_cpd_distance(&b->cpd, u, v);
}

static double by_hubs(const bench *b, int32_t u, int32_t v) {
  return pf_hubs_distance(&b->hubs, u, v);
}

static double by_cvpd(const bench *b, int32_t u, int32_t v) {
  return pf_plain_cvpd_distance(&b->cvpd, u, v);
}

static double by_index(const bench *b, int32_t u, int32_t v) {
  pathfan_pair_info info;
  return pathfan_index_pair(b->index, u, v, &info) ? NAN : info.length;
}

static double nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return 1e9 * (double)now.tv_sec + (double)now.tv_nsec;
}

/* Returns nanoseconds per look-up, the mean over the pairs. */
static double time_look_ups(const bench *b, double (*look_up)(const bench *, int32_t, int32_t)) {
  double best = INFINITY;
  for (int round = 0; round < ROUNDS; round++) {
    volatile double sum = 0; /* the results are used, so they are computed */
    const double start = nanoseconds();
    for (int32_t i = 0; i < b->pair_count; i++) sum += look_up(b, b->pairs[i].u, b->pairs[i].v);
    const double spent = (nanoseconds() - start) / b->pair_count;
    (void)sum;
    if (spent < best) best = spent;
  }
  return best;
}

static bool close_to(double a, double b) {
  return fabs(a - b) <= CLOSE * (1 + fabs(b));
}

static int32_t count_disagreements(const bench *b) {
  int32_t count = 0;
  for (int32_t i = 0; i < b->pair_count; i++) {
    const pair *it = &b->pairs[i];
    count += !close_to(by_cpd(b, it->u, it->v), it->length) ||
             !close_to(by_hubs(b, it->u, it->v), it->length) ||
             !close_to(by_cvpd(b, it->u, it->v), it->length);
  }
  return count;
}

static void state(const bench *b, bool times, pf_map_facts *facts) {
  const uint32_t n = (uint32_t)b->ground.n;
  const double heads = 4.0 * (n + 1); /* the beginnings of rows and lists */
  facts->cpd_runs = b->cpd.rows.begin[n];
  facts->cpd_bytes = facts->cpd_runs * 4 + heads;
  facts->hub_labels = b->hubs.labels.begin[n];
  facts->hub_bytes = facts->hub_labels * 10 + heads; /* hub, length */
  facts->cvpd_runs = b->cvpd.rows.begin[n];
  facts->cvpd_bytes = facts->cvpd_runs * 4 + heads;
  facts->dl_labels = b->cvpd.labels.begin[n];
  facts->dl_bytes = facts->dl_labels * 12 + heads; /* vertex, length, next */
  facts->pairs = b->pair_count;
  facts->disagreements = count_disagreements(b);
  if (!times || !b->pair_count) return;
  facts->cpd_ns = time_look_ups(b, by_cpd);
  facts->hub_ns = time_look_ups(b, by_hubs);
  facts->cvpd_ns = time_look_ups(b, by_cvpd);
  facts->index_ns = time_look_ups(b, by_index);
}

pathfan_status pf_baselines_run(const pathfan_index *index, const pathfan_map *map, bool times,
                                pf_map_facts *facts) {
  pathfan_index_info info;
  bench b = {.index = index};
  pathfan_index_info_get(index, &info);
  if (info.vertex_count > PF_BASELINE_VERTICES_MAX) return PATHFAN_OK;
  pathfan_status status = pf_baseline_ground_make(index, map, &b.ground);
  if (!status) status = fill(&b);
  if (!status) status = choose_pairs(&b, info.unit);
  if (!status) state(&b, times, facts);
  free(b.pairs);
  pf_cpd_free(&b.cpd);
  pf_hubs_free(&b.hubs);
  pf_plain_cvpd_free(&b.cvpd);
  pf_baseline_ground_free(&b.ground);
  return status;
}
