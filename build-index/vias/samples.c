/* samples.c - chooses the samples of an area.
 *
 * The first sample of an area is its highest ranked vertex; each further one is the vertex
 * farthest, by paths, from those before, so that each side of a wall gets its own, and first of all
 * each component. Small components are left out, unless the area has no other: they are mostly
 * places that no path comes from. */
#include "samples.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Components with fewer vertices on the map are small: a region has as many. */
enum { COMPONENT_LEAST = 24 };

pathfan_status pf_sampler_init(pf_sampler *sampler, const pf_graph *graph, const int32_t *rank_of) {
  int32_t most = 0;
  *sampler = (pf_sampler){.graph = graph, .rank_of = rank_of};
  for (int32_t v = 0; v < graph->vertex_count; v++)
    if (graph->component[v] > most) most = graph->component[v];
  int32_t *size = pf_alloc_zero((uint64_t)most + 1, sizeof *size);
  if (!size) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t v = 0; v < graph->vertex_count; v++) size[graph->component[v]]++;
  sampler->component_size = size;
  return PATHFAN_OK;
}

void pf_sampler_free(pf_sampler *sampler) {
  free(sampler->component_size);
  memset(sampler, 0, sizeof *sampler);
}

/* Returns the component of an area that is largest on the map; -1: the area has no vertex. */
static int32_t main_component(const pf_sampler *s, const int32_t *vertices, int32_t count) {
  int32_t best = -1;
  for (int32_t i = 0; i < count; i++) {
    const int32_t component = s->graph->component[vertices[i]];
    assert(component >= 0);
    if (best < 0 || s->component_size[component] > s->component_size[best] ||
        (s->component_size[component] == s->component_size[best] && component < best))
      best = component;
  }
  return best;
}

pathfan_status pf_sampling_begin(pf_sampling *area, const pf_sampler *sampler,
                                 const int32_t *vertices, int32_t count) {
  const int32_t most = main_component(sampler, vertices, count);
  *area = (pf_sampling){.sampler = sampler};
  area->vertices = pf_alloc((uint64_t)count, sizeof *area->vertices);
  area->nearest = pf_alloc((uint64_t)count, sizeof *area->nearest);
  if (!area->vertices || !area->nearest) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < count; i++) {
    const int32_t component = sampler->graph->component[vertices[i]];
    const bool is_small = sampler->component_size[component] < COMPONENT_LEAST;
    if (component != most && (sampler->one_component || is_small)) continue;
    area->nearest[area->vertex_count] = PF_FLAT_FAR;
    area->vertices[area->vertex_count++] = vertices[i];
  }
  return PATHFAN_OK;
}

int32_t pf_sampling_next(const pf_sampling *area) {
  const int32_t *rank_of = area->sampler->rank_of;
  int32_t best = -1;
  uint32_t farthest = 0;
  for (int32_t i = 0; i < area->vertex_count; i++) {
    const int32_t v = area->vertices[i];
    const uint32_t far = area->nearest[i];
    if (far < farthest || !far || (far == farthest && best >= 0 && rank_of[v] > rank_of[best]))
      continue;
    best = v;
    farthest = far;
  }
  return best;
}

void pf_sampling_add(pf_sampling *area, const pf_tree *tree) {
  assert(area->count < PF_SAMPLES);
  for (int32_t i = 0; i < area->vertex_count; i++) {
    const uint32_t length = pf_flat_length(tree, area->vertices[i]);
    if (length < area->nearest[i]) area->nearest[i] = length;
  }
  area->count++;
}

void pf_sampling_end(pf_sampling *area) {
  free(area->vertices);
  free(area->nearest);
  memset(area, 0, sizeof *area);
}
