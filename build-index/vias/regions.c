/* regions.c - cuts the map into regions, and chooses their samples.
 *
 * Regions must be areas: where the map is open, two points that see the same vertices can have many
 * of these between them (docs/decisions/regions.md). A tree over the vertices makes small regions
 * where the map is intricate. */
#include "regions.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sort.h"
#include "base/parallel.h"
#include "format/layout.h"

/* Smaller regions find little more, and make more pairs. */
#define REGION_SIZE_MOST 24

/* The most regions for which each pair has a set. */
#define PAIRED_MOST 256

int32_t pf_regions_levels(int32_t n) {
  int32_t levels = 0;
  while (levels < PF_HIERARCHY_LEVELS_MAX && n >> levels > REGION_SIZE_MOST) levels++;
  return levels;
}

int32_t pf_regions_count(int32_t n) {
  return n ? INT32_C(1) << pf_regions_levels(n) : 0;
}

bool pf_regions_are_many(int32_t n, uint64_t paired) {
  return (uint64_t)pf_regions_count(n) > (paired ? paired : PAIRED_MOST) ||
         pf_regions_levels(n) > PF_REGION_LEVELS_MAX;
}

/* ---- Regions ---- */

typedef struct place {
  int32_t at, vertex;
} place;

static int by_place(const void *a, const void *b) {
  const place *x = a, *y = b;
  if (x->at != y->at) return x->at < y->at ? -1 : 1;
  return (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

static int32_t coordinate(const pf_graph *graph, int32_t v, int axis) {
  return axis ? graph->at[v].y : graph->at[v].x;
}

/* Returns the longer side of the area that list[0, count) covers: 0 x, 1 y. */
static int longer_side(const pf_graph *graph, const int32_t *list, int32_t count) {
  int64_t extent[2];
  for (int axis = 0; axis < 2; axis++) {
    int32_t low = INT32_MAX, high = INT32_MIN;
    for (int32_t i = 0; i < count; i++) {
      const int32_t at = coordinate(graph, list[i], axis);
      if (at < low) low = at;
      if (at > high) high = at;
    }
    extent[axis] = (int64_t)high - low;
  }
  return count && extent[1] > extent[0];
}

/* Sorts list[0, count) along an axis and cuts it as near to the middle as the coordinate changes;
 * *cut is where the second part begins. Returns the size of the first part. */
static int32_t halve(const pf_graph *graph, int32_t *list, int32_t count, int axis, place *room,
                     uint32_t *cut) {
  int32_t best = count;
  *cut = PF_REGION_CUT_NONE;
  for (int32_t i = 0; i < count; i++) room[i] = (place){coordinate(graph, list[i], axis), list[i]};
  if (count) qsort(room, (size_t)count, sizeof *room, by_place);
  for (int32_t i = 1; i < count; i++)
    if (room[i].at != room[i - 1].at && abs(2 * i - count) < abs(2 * best - count)) best = i;
  for (int32_t i = 0; i < count; i++) list[i] = room[i].vertex;
  if (best < count) *cut = (uint32_t)room[best].at;
  return best;
}

/* Cuts level by level; the regions below a node are contiguous. */
static pathfan_status cut(const pf_graph *graph, pf_regions *r) {
  const int32_t n = graph->vertex_count;
  place *room = pf_alloc((uint64_t)n, sizeof *room);
  if (!room) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t v = 0; v < n; v++) r->list[v] = v;
  r->first[0] = 0;
  r->first[r->count] = n;
  for (int32_t node = 1; node < r->count; node++) {
    const pf_region_span span = pf_region_span_of(r, node);
    const int32_t middle = span.begin + (span.end - span.begin) / 2;
    int32_t *list = r->list + r->first[span.begin];
    const int32_t here = r->first[span.end] - r->first[span.begin];
    const int axis = longer_side(graph, list, here);
    uint32_t at;
    const int32_t low = halve(graph, list, here, axis, room, &at);
    r->cuts[node] = at << 1 | (uint32_t)axis;
    assert(low >= 0 && low <= here);
    r->first[middle] = r->first[span.begin] + low;
  }
  for (int32_t region = 0; region < r->count; region++)
    qsort(r->list + r->first[region], (size_t)(r->first[region + 1] - r->first[region]),
          sizeof *r->list, pf_by_number);
  free(room);
  return PATHFAN_OK;
}

/* ---- Samples ---- */

typedef struct sample_job {
  const pf_sampler *sampler;
  pf_regions *regions;
  pf_tree *trees;
} sample_job;

static pathfan_status sample(void *context, int64_t region, int32_t thread) {
  const sample_job *job = context;
  pf_regions *regions = job->regions;
  pf_tree *tree = &job->trees[thread];
  const pf_graph *graph = job->sampler->graph;
  const int64_t n = graph->vertex_count;
  const int32_t begin = regions->first[region], end = regions->first[region + 1];
  pf_sampling area;
  pathfan_status status =
      pf_sampling_begin(&area, job->sampler, regions->list + begin, end - begin);
  for (int32_t i = 0; i < PF_SAMPLES && !status; i++) {
    const int64_t at = region * PF_SAMPLES + i;
    const int32_t v = pf_sampling_next(&area);
    regions->samples[at] = v;
    if (v < 0) continue;
    status = pf_tree_grow(tree, graph, v);
    if (status) break;
    assert(v < n);
    pf_sampling_add(&area, tree);
    pf_flat_tree_fill(tree, graph, regions->lengths + at * n, regions->arrivals + at * n);
  }
  pf_sampling_end(&area);
  return status;
}

pathfan_status pf_regions_cut(const pf_graph *graph, int32_t levels, pf_regions *regions) {
  memset(regions, 0, sizeof *regions);
  assert(levels >= 0 && levels <= PF_HIERARCHY_LEVELS_MAX);
  regions->graph = graph;
  regions->levels = levels;
  regions->count = INT32_C(1) << levels;
  regions->cuts = pf_alloc_zero((uint64_t)regions->count, sizeof *regions->cuts);
  regions->list = pf_alloc((uint64_t)graph->vertex_count, sizeof *regions->list);
  regions->first = pf_alloc((uint64_t)regions->count + 1, sizeof *regions->first);
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  if (regions->cuts && regions->list && regions->first) status = cut(graph, regions);
  if (status) pf_regions_free(regions);
  return status;
}

pathfan_status pf_regions_make(const pf_graph *graph, pf_tree *trees, int32_t threads,
                               const int32_t *rank_of, uint64_t paired, pf_regions *regions,
                               const pf_limits *limits) {
  const uint64_t n = (uint64_t)graph->vertex_count;
  pf_sampler sampler = {0};
  sample_job job = {&sampler, regions, trees};
  memset(regions, 0, sizeof *regions);
  if (!n) return PATHFAN_OK;
  pathfan_status status = pf_regions_cut(graph, pf_regions_levels(graph->vertex_count), regions);
  if (status) return status;
  if (pf_regions_are_many(graph->vertex_count, paired))
    return pf_limits_done(limits, regions->count);
  const uint64_t samples = (uint64_t)regions->count * PF_SAMPLES;
  status = pf_sampler_init(&sampler, graph, rank_of);
  regions->samples = pf_alloc(samples, sizeof *regions->samples);
  regions->lengths = pf_alloc(samples * n, sizeof *regions->lengths);
  regions->arrivals = pf_alloc(samples * n, sizeof *regions->arrivals);
  if (!regions->samples || !regions->lengths || !regions->arrivals) status = PATHFAN_ERR_NO_MEMORY;
  if (!status) status = pf_parallel_for(regions->count, threads, sample, &job, limits);
  pf_sampler_free(&sampler);
  if (status) pf_regions_free(regions);
  return status;
}

void pf_regions_drop_trees(pf_regions *regions) {
  free(regions->lengths);
  free(regions->arrivals);
  regions->lengths = regions->arrivals = NULL;
}

void pf_regions_free(pf_regions *regions) {
  pf_regions_drop_trees(regions);
  free(regions->cuts);
  free(regions->list);
  free(regions->first);
  free(regions->samples);
  memset(regions, 0, sizeof *regions);
}
