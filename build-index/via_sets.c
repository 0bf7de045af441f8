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
  uint8_t *size, *leading;
  int32_t **vias; /* [Size: count] of all pairs of a region with those up to itself */
  int32_t *via_count;
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

/* All pairs of a region with those up to itself: the last regions, which have most, first. */
static pathfan_status pair_up(void *context, int64_t item, int32_t thread) {
  const via_sets_job *job = context;
  const pathfan_regions *regions = job->regions;
  const int64_t a = regions->count - 1 - item;
  const uint64_t pair = pathfan_layout_region_pairs((int32_t)a);
  const int32_t *own = regions->list + regions->first[a];
  const pathfan_sampled from = sampled(job, a);
  int32_t *vias = pathfan_alloc((uint64_t)(a + 1) * PATHFAN_VIAS_MOST, sizeof *vias), count = 0;
  if (!vias) return PATHFAN_ERR_NO_MEMORY;
  for (int64_t b = 0; b <= a; b++) {
    const pathfan_sampled to = sampled(job, b);
    const pathfan_via_set set =
        pathfan_via_set_find(&job->scratch[thread], &from, &to, b == a ? own : NULL,
                             b == a ? regions->first[a + 1] - regions->first[a] : 0, NULL);
    job->size[pair + (uint64_t)b] = (uint8_t)set.size;
    job->leading[pair + (uint64_t)b] = (uint8_t)set.leading;
    memcpy(vias + count, set.vias, (size_t)set.size * sizeof *vias);
    count += set.size;
  }
  int32_t *kept = pathfan_resize(vias, (uint64_t)count, sizeof *vias);
  job->vias[a] = kept ? kept : vias;
  job->via_count[a] = count;
  return PATHFAN_OK;
}

static pathfan_status gather(const via_sets_job *job, pathfan_via_sets *sets) {
  for (int32_t a = 0; a < sets->count; a++) sets->via_count += (uint64_t)job->via_count[a];
  sets->vias = pathfan_alloc(sets->via_count, sizeof *sets->vias);
  if (!sets->vias) return PATHFAN_ERR_NO_MEMORY;
  int32_t *at = sets->vias;
  for (int32_t a = 0; a < sets->count; at += job->via_count[a], a++)
    if (job->via_count[a]) memcpy(at, job->vias[a], (size_t)job->via_count[a] * sizeof *at);
  return PATHFAN_OK;
}

static pathfan_status begin(const pathfan_graph *graph, pathfan_different *d,
                            const int32_t *rank_of) {
  const pathfan_status status = pathfan_different_init(d, graph->vertex_count);
  if (!status) pathfan_different_among(d, graph->vertex_count, graph->at, rank_of);
  return status;
}

pathfan_status pathfan_via_sets_find(const pathfan_graph *graph, const pathfan_regions *regions,
                                     int32_t threads, const int32_t *rank_of,
                                     pathfan_via_sets *sets, pathfan_done_function *done,
                                     void *done_context) {
  const uint64_t count = (uint64_t)regions->count;
  via_sets_job job = {.graph = graph, .regions = regions};
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  memset(sets, 0, sizeof *sets);
  sets->count = regions->count;
  if (!count) return PATHFAN_OK;
  sets->pair_count = pathfan_layout_region_pairs(regions->count);
  sets->size = pathfan_alloc(sets->pair_count, sizeof *sets->size);
  sets->leading = pathfan_alloc(sets->pair_count, sizeof *sets->leading);
  job.size = sets->size;
  job.leading = sets->leading;
  job.vias = pathfan_alloc_zero(count, sizeof *job.vias);
  job.via_count = pathfan_alloc_zero(count, sizeof *job.via_count);
  job.scratch = pathfan_alloc_zero((uint64_t)threads, sizeof *job.scratch);
  if (sets->size && sets->leading && job.vias && job.via_count && job.scratch) status = PATHFAN_OK;
  for (int32_t t = 0; t < threads && !status; t++) status = begin(graph, &job.scratch[t], rank_of);
  if (!status)
    status = pathfan_parallel_for(regions->count, threads, pair_up, &job, done, done_context);
  if (!status) status = gather(&job, sets);
  for (int32_t t = 0; job.scratch && t < threads; t++) pathfan_different_free(&job.scratch[t]);
  for (uint64_t a = 0; job.vias && a < count; a++) free(job.vias[a]);
  free(job.scratch);
  free(job.vias);
  free(job.via_count);
  if (status) pathfan_via_sets_free(sets);
  return status;
}

void pathfan_via_sets_free(pathfan_via_sets *sets) {
  pathfan_region_pairs_free(&sets->pairs);
  free(sets->size);
  free(sets->leading);
  free(sets->vias);
  memset(sets, 0, sizeof *sets);
}
