/* samples.h - vertices that stand for an area of the map.
 *
 *   status = pf_sampler_init(&sampler, graph, rank_of);
 *   pf_sampling_begin(&area, &sampler, vertices, count);
 *   while (area.count < PF_SAMPLES && (v = pf_sampling_next(&area)) >= 0) {
 *     grow the tree of v, at least over the area's vertices;
 *     pf_sampling_add(&area, tree);
 *   }
 *   pf_sampling_end(&area);
 *   pf_sampler_free(&sampler); */
#ifndef PF_BUILD_INDEX_VIAS_SAMPLES_H
#define PF_BUILD_INDEX_VIAS_SAMPLES_H

#include "flat_tree.h"

/* More samples per region find more paths between two regions, but the time grows with the square
 * (docs/decisions/regions.md). Nodes of a hierarchy have fewer: there trees take the time. */
enum { PF_SAMPLES = 5, PF_LEVEL_SAMPLES = 3 };

typedef struct pf_sampler {
  const pf_graph *graph;
  const int32_t *rank_of;
  bool one_component;      /* the samples of an area are of its largest one; false by default */
  int32_t *component_size; /* vertices of each component */
} pf_sampler;

/* Errors: NO_MEMORY. */
pathfan_status pf_sampler_init(pf_sampler *sampler, const pf_graph *graph, const int32_t *rank_of);
void pf_sampler_free(pf_sampler *sampler);

/* An area whose samples are being chosen. */
typedef struct pf_sampling {
  const pf_sampler *sampler;
  int32_t *vertices; /* [Size: vertex_count] those that samples stand for */
  int32_t vertex_count;
  uint32_t *nearest; /* [Size: vertex_count] distance to the nearest sample */
  int32_t count;     /* samples so far */
} pf_sampling;

/* Begins an area. Errors: NO_MEMORY; end it then too. */
pathfan_status pf_sampling_begin(pf_sampling *area, const pf_sampler *sampler,
                                 const int32_t *vertices, int32_t count);

/* Returns the next sample; -1: there is no other. */
int32_t pf_sampling_next(const pf_sampling *area);

/* Takes the sample, whose tree is `tree`. */
void pf_sampling_add(pf_sampling *area, const pf_tree *tree);

void pf_sampling_end(pf_sampling *area);

#endif
