/* samples.h - vertices that stand for an area of the map.
 *
 *   status = pathfan_sampler_init(&sampler, graph, rank_of);
 *   pathfan_sampling_begin(&area, &sampler, vertices, count);
 *   while (area.count < PATHFAN_SAMPLES && (v = pathfan_sampling_next(&area)) >= 0) {
 *     grow the tree of v, at least over the area's vertices;
 *     pathfan_sampling_add(&area, tree);
 *   }
 *   pathfan_sampling_end(&area);
 *   pathfan_sampler_free(&sampler); */
#ifndef PATHFAN_BUILD_SAMPLES_H
#define PATHFAN_BUILD_SAMPLES_H

#include "flat_tree.h"

/* More samples per region find more paths between two regions, but the time grows with the square
 * (docs/decisions/regions.md). */
enum { PATHFAN_SAMPLES = 3 };

typedef struct pathfan_sampler {
  const pathfan_graph *graph;
  const int32_t *rank_of;
  int32_t *component_size; /* vertices of each component */
} pathfan_sampler;

/* Errors: NO_MEMORY. */
pathfan_status pathfan_sampler_init(pathfan_sampler *sampler, const pathfan_graph *graph,
                                    const int32_t *rank_of);
void pathfan_sampler_free(pathfan_sampler *sampler);

/* An area whose samples are being chosen. */
typedef struct pathfan_sampling {
  const pathfan_sampler *sampler;
  int32_t *vertices; /* [Size: vertex_count] those of the samples' component */
  int32_t vertex_count;
  uint32_t *nearest; /* [Size: vertex_count] distance to the nearest sample */
  int32_t count;     /* samples so far */
} pathfan_sampling;

/* Begins an area. Errors: NO_MEMORY; end it then too. */
pathfan_status pathfan_sampling_begin(pathfan_sampling *area, const pathfan_sampler *sampler,
                                      const int32_t *vertices, int32_t count);

/* Returns the next sample; -1: there is no other. */
int32_t pathfan_sampling_next(const pathfan_sampling *area);

/* Takes the sample, whose tree is `tree`. */
void pathfan_sampling_add(pathfan_sampling *area, const pathfan_tree *tree);

void pathfan_sampling_end(pathfan_sampling *area);

#endif
