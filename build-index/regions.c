/* regions.c - regions must be areas: two points that see the same vertices can have many of them in
 * between where the map is open (docs/decisions/regions.md). A tree over the vertices makes small
 * ones where the map is intricate.
 *
 * The first vertex that stands for a region is its highest ranked one; each other one is the
 * farthest, by paths, from those before, so that what lies on both sides of a wall has its own.
 * They are of one component, the largest on the map: the others are mostly places nobody comes
 * from. */
#include "regions.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "format/layout.h"

/* Smaller regions find little more, and there are more pairs of them; so many pairs at most that
 * large maps take no longer for them than for their trees. */
#define REGION_SIZE_MOST 24
#define LEVELS_MOST 8

typedef struct cutter {
  const pathfan_graph *graph;
  pathfan_regions *regions;
  int32_t *list;           /* [Size: n] vertices, those of a region side by side */
  int32_t *first;          /* [Size: count + 1] where those of each region begin */
  int32_t *component_size; /* vertices of each */
} cutter;

static int32_t levels_of(int32_t n) {
  int32_t levels = 0;
  while (levels < LEVELS_MOST && n >> levels > REGION_SIZE_MOST) levels++;
  return levels;
}

int32_t pathfan_regions_count(int32_t n) {
  return n ? 1 << levels_of(n) : 0;
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

static int32_t coordinate(const pathfan_graph *graph, int32_t v, int axis) {
  return axis ? graph->at[v].y : graph->at[v].x;
}

/* The longer side of what list[0, count) covers: 0 x, 1 y. */
static int longer_side(const pathfan_graph *graph, const int32_t *list, int32_t count) {
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

/* Orders list[0, count) along an axis and finds where to cut it: as near to the middle as the
 * coordinate changes; *cut is where the second part begins. Returns how many are in the first. */
static int32_t halve(const pathfan_graph *graph, int32_t *list, int32_t count, int axis,
                     place *room, uint32_t *cut) {
  int32_t best = count;
  *cut = PATHFAN_REGION_CUT_NONE;
  for (int32_t i = 0; i < count; i++) room[i] = (place){coordinate(graph, list[i], axis), list[i]};
  if (count) qsort(room, (size_t)count, sizeof *room, by_place);
  for (int32_t i = 1; i < count; i++)
    if (room[i].at != room[i - 1].at && abs(2 * i - count) < abs(2 * best - count)) best = i;
  for (int32_t i = 0; i < count; i++) list[i] = room[i].vertex;
  if (best < count) *cut = (uint32_t)room[best].at;
  return best;
}

/* Level by level; the regions below a node lie side by side. */
static pathfan_status cut(cutter *c) {
  const int32_t n = c->graph->vertex_count, count = c->regions->count;
  place *room = pathfan_alloc((uint64_t)n, sizeof *room);
  if (!room) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t v = 0; v < n; v++) c->list[v] = v;
  c->first[0] = 0;
  c->first[count] = n;
  for (int32_t node = 1; node < count; node++) {
    const int32_t depth = 31 - __builtin_clz((uint32_t)node), below = count >> depth;
    const int32_t begin = (node - (1 << depth)) * below, middle = begin + below / 2;
    int32_t *list = c->list + c->first[begin];
    const int32_t here = c->first[begin + below] - c->first[begin];
    const int axis = longer_side(c->graph, list, here);
    uint32_t at;
    const int32_t low = halve(c->graph, list, here, axis, room, &at);
    c->regions->cuts[node] = at << 1 | (uint32_t)axis;
    c->first[middle] = c->first[begin] + low;
  }
  free(room);
  return PATHFAN_OK;
}

/* ---- Samples ---- */

typedef struct sampler {
  const cutter *cutter;
  pathfan_tree *trees;
  const int32_t *rank_of;
} sampler;

static int32_t *count_components(const pathfan_graph *graph) {
  int32_t most = 0;
  for (int32_t v = 0; v < graph->vertex_count; v++)
    if (graph->component[v] > most) most = graph->component[v];
  int32_t *size = pathfan_alloc_zero((uint64_t)most + 1, sizeof *size);
  for (int32_t v = 0; size && v < graph->vertex_count; v++) size[graph->component[v]]++;
  return size;
}

/* The component of a region's samples; -1: it has no vertex. */
static int32_t component_of(const cutter *c, int32_t region) {
  int32_t best = -1;
  for (int32_t i = c->first[region]; i < c->first[region + 1]; i++) {
    const int32_t component = c->graph->component[c->list[i]];
    if (best < 0 || c->component_size[component] > c->component_size[best] ||
        (c->component_size[component] == c->component_size[best] && component < best))
      best = component;
  }
  return best;
}

/* How far v is, by paths, from the nearest of the first `count` samples. */
static uint32_t nearest_sample(const pathfan_regions *regions, int64_t n, int64_t region,
                               int32_t count, int32_t v) {
  uint32_t least = PATHFAN_FLAT_FAR;
  for (int32_t i = 0; i < count; i++) {
    const uint32_t length = pathfan_region_tree(regions, n, region, i).length[v];
    if (length < least) least = length;
  }
  return least;
}

/* The next sample of a region; -1: all its vertices are. */
static int32_t choose(const sampler *s, int64_t region, int32_t component, int32_t count) {
  const cutter *c = s->cutter;
  int32_t best = -1;
  uint32_t farthest = 0;
  for (int32_t i = c->first[region]; i < c->first[region + 1]; i++) {
    const int32_t v = c->list[i];
    if (c->graph->component[v] != component) continue;
    const uint32_t far = nearest_sample(c->regions, c->graph->vertex_count, region, count, v);
    if (far < farthest || !far ||
        (far == farthest && best >= 0 && s->rank_of[v] > s->rank_of[best]))
      continue;
    best = v;
    farthest = far;
  }
  return best;
}

static pathfan_status sample(void *context, int64_t region, int32_t thread) {
  const sampler *s = context;
  const cutter *c = s->cutter;
  pathfan_regions *regions = c->regions;
  const int64_t n = c->graph->vertex_count;
  const int32_t component = component_of(c, (int32_t)region);
  for (int32_t i = 0; i < PATHFAN_SAMPLES; i++) {
    const int64_t at = region * PATHFAN_SAMPLES + i;
    const int32_t v = component < 0 ? -1 : choose(s, region, component, i);
    regions->samples[at] = v;
    if (v < 0) continue;
    const pathfan_status status = pathfan_tree_grow(&s->trees[thread], c->graph, v);
    if (status) return status;
    pathfan_flat_tree_fill(&s->trees[thread], c->graph, regions->lengths + at * n,
                           regions->arrivals + at * n);
  }
  return PATHFAN_OK;
}

pathfan_status pathfan_regions_make(const pathfan_graph *graph, pathfan_tree *trees,
                                    int32_t threads, const int32_t *rank_of,
                                    pathfan_regions *regions, pathfan_done_function *done,
                                    void *done_context) {
  const uint64_t n = (uint64_t)graph->vertex_count;
  cutter c = {.graph = graph, .regions = regions};
  const sampler s = {&c, trees, rank_of};
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  memset(regions, 0, sizeof *regions);
  if (!n) return PATHFAN_OK;
  regions->levels = levels_of(graph->vertex_count);
  regions->count = pathfan_regions_count(graph->vertex_count);
  const uint64_t count = (uint64_t)regions->count, samples = count * PATHFAN_SAMPLES;
  regions->cuts = pathfan_alloc_zero(count, sizeof *regions->cuts);
  regions->samples = pathfan_alloc(samples, sizeof *regions->samples);
  regions->lengths = pathfan_alloc(samples * n, sizeof *regions->lengths);
  regions->arrivals = pathfan_alloc(samples * n, sizeof *regions->arrivals);
  c.list = pathfan_alloc(n, sizeof *c.list);
  c.first = pathfan_alloc(count + 1, sizeof *c.first);
  c.component_size = count_components(graph);
  if (regions->cuts && regions->samples && regions->lengths && regions->arrivals && c.list &&
      c.first && c.component_size)
    status = cut(&c);
  if (!status)
    status = pathfan_parallel_for(regions->count, threads, sample, (void *)&s, done, done_context);
  free(c.list);
  free(c.first);
  free(c.component_size);
  if (status) pathfan_regions_free(regions);
  return status;
}

void pathfan_regions_drop_trees(pathfan_regions *regions) {
  free(regions->lengths);
  free(regions->arrivals);
  regions->lengths = regions->arrivals = NULL;
}

void pathfan_regions_free(pathfan_regions *regions) {
  pathfan_regions_drop_trees(regions);
  free(regions->cuts);
  free(regions->samples);
  memset(regions, 0, sizeof *regions);
}
