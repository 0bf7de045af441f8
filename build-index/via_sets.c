/* via_sets.c - each two samples of two regions are asked for ways that differ by little, by what
 * requests ask for by default, and by more, and for one that runs elsewhere. Sets that are made for
 * one theta serve no other (docs/decisions/regions.md). What more samples find comes first. */
#include "via_sets.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "different.h"
#include "format/layout.h"

/* In the order in which via nodes are wanted; those of the first lead. */
static const double thetas[] = {0.6, 0.8, 0.4};
enum { THETAS = 3 };

/* A vote for theta number t; each of as many samples as there are has one at most. */
#define VOTE(t) (UINT32_C(1) << 8 * (THETAS - (t)))
static_assert(PATHFAN_SAMPLES * PATHFAN_SAMPLES < 256,
              "votes for one theta are less than one for a better");

/* Via nodes of a pair: few have so many. */
enum { VIAS_MOST = 24 };

/* All that is found between two regions; if it is less than VIAS_MOST, vertices of the region's
 * own. */
enum { FOUND_MOST = PATHFAN_SAMPLES * PATHFAN_SAMPLES * (THETAS * PATHFAN_DIFFERENT_MOST + 1) };

typedef struct found {
  int32_t via;
  uint32_t votes; /* of samples, those of a theta above all of later ones */
} found;

typedef struct via_sets_job {
  const pathfan_graph *graph;
  const pathfan_regions *regions;
  pathfan_different *scratch; /* [Size: threads] */
} via_sets_job;

static void vote(found *list, int32_t *count, int32_t via, uint32_t votes) {
  int32_t i = 0;
  while (i < *count && list[i].via != via) i++;
  if (i == *count) list[(*count)++] = (found){via, 0};
  list[i].votes += votes;
}

static int by_votes(const void *a, const void *b) {
  const found *x = a, *y = b;
  if (x->votes != y->votes) return x->votes > y->votes ? -1 : 1;
  return (x->via > y->via) - (x->via < y->via);
}

/* The via nodes between the sources of two trees. */
static void ask(pathfan_different *d, const pathfan_flat_tree *a, int32_t from,
                const pathfan_flat_tree *b, int32_t to, found *list, int32_t *count) {
  int32_t vias[PATHFAN_DIFFERENT_MOST], elsewhere;
  if (a->length[to] == PATHFAN_FLAT_FAR || a->length[to] == 0) return;
  pathfan_different_begin(d, a, from, b, to);
  for (int t = THETAS - 1; t >= 0; t--) {
    const int32_t ways = pathfan_different_find(d, thetas[t], vias);
    for (int32_t i = 0; i < ways; i++) vote(list, count, vias[i], VOTE(t));
  }
  if (pathfan_different_elsewhere(d, &elsewhere)) vote(list, count, elsewhere, 1);
}

/* Ends that lie in one region may go round a single obstacle, of which samples tell little: as far
 * as there is room, all of the region's vertices are tried. */
static void add_own(const via_sets_job *job, int64_t region, found *list, int32_t *count) {
  for (int32_t v = 0; v < job->graph->vertex_count && *count < VIAS_MOST; v++)
    if (pathfan_region_at(job->regions, job->graph->at[v]) == region) vote(list, count, v, 0);
}

/* The via set of regions a >= b. Returns its size; *leading: how many of it lead. */
static int32_t find(const via_sets_job *job, pathfan_different *d, int64_t a, int64_t b,
                    int32_t *vias, uint8_t *leading) {
  const int64_t n = job->graph->vertex_count;
  const int32_t *of_a = job->regions->samples + a * PATHFAN_SAMPLES;
  const int32_t *of_b = job->regions->samples + b * PATHFAN_SAMPLES;
  found list[FOUND_MOST];
  int32_t count = 0;
  for (int32_t i = 0; i < PATHFAN_SAMPLES && of_a[i] >= 0; i++) {
    const pathfan_flat_tree from = pathfan_region_tree(job->regions, n, a, i);
    const int32_t partners = a == b ? i : PATHFAN_SAMPLES;
    for (int32_t k = 0; k < partners && of_b[k] >= 0; k++) {
      const pathfan_flat_tree to = pathfan_region_tree(job->regions, n, b, k);
      ask(d, &from, of_a[i], &to, of_b[k], list, &count);
    }
  }
  if (a == b) add_own(job, a, list, &count);
  if (count) qsort(list, (size_t)count, sizeof *list, by_votes);
  if (count > VIAS_MOST) count = VIAS_MOST;
  for (int32_t i = 0; i < count; i++) vias[i] = list[i].via;
  *leading = 0;
  while (*leading < count && (a == b || list[*leading].votes >= VOTE(0))) ++*leading;
  return count;
}

/* All pairs of a region with those up to itself: the last regions, which have most, first. A result
 * is what each pair has, how many of these lead, and then all of them. */
static int64_t region_of(const pathfan_regions *regions, int64_t batch) {
  return regions->count - 1 - batch;
}

static pathfan_status pair_up(void *context, int64_t batch, int32_t thread, uint8_t **bytes,
                              uint64_t *size) {
  const via_sets_job *job = context;
  const int64_t a = region_of(job->regions, batch);
  const uint64_t pairs = (uint64_t)a + 1;
  int32_t *vias = pathfan_alloc(pairs * VIAS_MOST, sizeof *vias), count = 0;
  uint8_t *all = pathfan_alloc(pairs * (2 + VIAS_MOST * sizeof *vias), 1);
  if (!vias || !all) {
    free(vias);
    free(all);
    return PATHFAN_ERR_NO_MEMORY;
  }
  for (int64_t b = 0; b <= a; b++) {
    const int32_t here =
        find(job, &job->scratch[thread], a, b, vias + count, &all[pairs + (uint64_t)b]);
    all[b] = (uint8_t)here;
    count += here;
  }
  *size = 2 * pairs + (uint64_t)count * sizeof *vias;
  memcpy(all + 2 * pairs, vias, (uint64_t)count * sizeof *vias);
  free(vias);
  uint8_t *kept = pathfan_resize(all, *size, 1);
  *bytes = kept ? kept : all;
  return PATHFAN_OK;
}

/* Puts results together, region by region. */
static pathfan_status gather(const pathfan_results *results, const pathfan_regions *regions,
                             pathfan_via_sets *sets) {
  const uint64_t all = pathfan_layout_region_pairs(regions->count);
  uint64_t bytes = 0;
  for (int64_t i = 0; i < regions->count; i++)
    bytes += pathfan_results_get(results, PATHFAN_RESULT_VIA_SETS, i).size;
  sets->via_count = (bytes - 2 * all) / sizeof *sets->vias;
  sets->size = pathfan_alloc(all, sizeof *sets->size);
  sets->leading = pathfan_alloc(all, sizeof *sets->leading);
  sets->vias = pathfan_alloc(sets->via_count, sizeof *sets->vias);
  if (!sets->size || !sets->leading || !sets->vias) return PATHFAN_ERR_NO_MEMORY;
  uint8_t *at = (uint8_t *)sets->vias;
  for (int64_t a = 0; a < regions->count; a++) {
    const pathfan_result r =
        pathfan_results_get(results, PATHFAN_RESULT_VIA_SETS, region_of(regions, a));
    const uint64_t pairs = (uint64_t)a + 1, first = pathfan_layout_region_pairs((int32_t)a);
    memcpy(sets->size + first, r.bytes, pairs);
    memcpy(sets->leading + first, r.bytes + pairs, pairs);
    memcpy(at, r.bytes + 2 * pairs, r.size - 2 * pairs);
    at += r.size - 2 * pairs;
  }
  return PATHFAN_OK;
}

pathfan_status pathfan_via_sets_find(const pathfan_graph *graph, const pathfan_regions *regions,
                                     const pathfan_batches *batches, const int32_t *rank_of,
                                     pathfan_via_sets *sets, pathfan_done_function *done,
                                     void *done_context) {
  const int32_t threads = batches->threads;
  const bool keeps = !batches->crew || !batches->crew->member;
  via_sets_job job = {.graph = graph, .regions = regions};
  memset(sets, 0, sizeof *sets);
  sets->count = regions->count;
  if (!regions->count) return PATHFAN_OK;
  job.scratch = pathfan_alloc_zero((uint64_t)threads, sizeof *job.scratch);
  pathfan_status status = job.scratch ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
  for (int32_t t = 0; t < threads && !status; t++)
    status = pathfan_different_init(&job.scratch[t], graph, rank_of);
  if (!status)
    status = pathfan_batches_find(batches, PATHFAN_RESULT_VIA_SETS, regions->count, pair_up, &job,
                                  done, done_context);
  if (!status && keeps) status = gather(batches->results, regions, sets);
  if (!status) pathfan_results_drop(batches->results, PATHFAN_RESULT_VIA_SETS);
  for (int32_t t = 0; job.scratch && t < threads; t++) pathfan_different_free(&job.scratch[t]);
  free(job.scratch);
  if (status) pathfan_via_sets_free(sets);
  return status;
}

void pathfan_via_sets_free(pathfan_via_sets *sets) {
  free(sets->size);
  free(sets->leading);
  free(sets->vias);
  memset(sets, 0, sizeof *sets);
}
