/* via_sets.c - all pairs of regions, each by the trees that regions have. */
#include "via_sets.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sort.h"
#include "format/layout.h"
#include "via_set.h"

typedef struct via_sets_job {
  const pathfan_graph *graph;
  const pathfan_regions *regions;
  pathfan_different *scratch; /* [Size: threads] */
} via_sets_job;

static pathfan_sampled sampled(const via_sets_job *job, int64_t region) {
  pathfan_sampled s = {0};
  for (int32_t i = 0; i < PATHFAN_SAMPLES; i++) {
    const int32_t v = job->regions->samples[region * PATHFAN_SAMPLES + i];
    if (v < 0) break;
    s.tree[i] = pathfan_region_tree(job->regions, job->graph->vertex_count, region, i);
    s.vertex[s.count++] = v;
  }
  return s;
}

/* All pairs of a region with those up to itself: the last regions, which have most, first. A result
 * is what each pair has, how many of these lead, and then all of them. */
static int64_t region_of(const pathfan_regions *regions, int64_t batch) {
  return regions->count - 1 - batch;
}

static pathfan_status pair_up(void *context, int64_t batch, int32_t thread, uint8_t **bytes,
                              uint64_t *size) {
  const via_sets_job *job = context;
  const pathfan_regions *regions = job->regions;
  const int64_t a = region_of(regions, batch);
  const uint64_t pairs = (uint64_t)a + 1;
  const int32_t *own = regions->list + regions->first[a];
  const pathfan_sampled from = sampled(job, a);
  int32_t *vias = pathfan_alloc(pairs * PATHFAN_VIAS_MOST, sizeof *vias), count = 0;
  uint8_t *all = pathfan_alloc(pairs * (2 + PATHFAN_VIAS_MOST * sizeof *vias), 1);
  if (!vias || !all) {
    free(vias);
    free(all);
    return PATHFAN_ERR_NO_MEMORY;
  }
  for (int64_t b = 0; b <= a; b++) {
    const pathfan_sampled to = sampled(job, b);
    const pathfan_via_set set =
        pathfan_via_set_find(&job->scratch[thread], &from, &to, b == a ? own : NULL,
                             b == a ? regions->first[a + 1] - regions->first[a] : 0, NULL);
    all[b] = (uint8_t)set.size;
    all[pairs + (uint64_t)b] = (uint8_t)set.leading;
    memcpy(vias + count, set.vias, (size_t)set.size * sizeof *vias);
    count += set.size;
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
  sets->pair_count = all;
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

static pathfan_status begin(const pathfan_graph *graph, pathfan_different *d,
                            const int32_t *rank_of) {
  const pathfan_status status = pathfan_different_init(d, graph->vertex_count);
  if (!status) pathfan_different_among(d, graph->vertex_count, graph->at, rank_of);
  return status;
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
  for (int32_t t = 0; t < threads && !status; t++) status = begin(graph, &job.scratch[t], rank_of);
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
  pathfan_region_pairs_free(&sets->pairs);
  free(sets->size);
  free(sets->leading);
  free(sets->by_default);
  free(sets->vias);
  memset(sets, 0, sizeof *sets);
}
