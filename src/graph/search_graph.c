/* search_graph.c - the builder's visibility graph, kept for searching. */
#include "graph/search_graph.h"

#include <string.h>

#include "base/memory.h"
#include "graph/trees.h"

/* Bits left free above the longest shortest path: for sums that must be exact in
 * doubles, and for penalties (penalty.c). */
#define HEADROOM_BITS 8

static pathfan_status build(pathfan_search_graph *search, const pathfan_wedge *wedge,
                            const int32_t *component, size_t stride, int bits_most) {
  const uint64_t n = (uint64_t)search->mesh->convex_count;
  pathfan_graph *graph = &search->graph;
  int32_t bits = 0;
  search->wedge = pathfan_alloc(n, sizeof *search->wedge);
  if (!search->wedge) return PATHFAN_ERR_NO_MEMORY;
  if (n) memcpy(search->wedge, wedge, n * sizeof *search->wedge);
  pathfan_status status = pathfan_graph_build(search->mesh, search->wedge, component, stride, 1, 0,
                                              graph, NULL, NULL, NULL);
  if (!status) status = pathfan_trees_length_bits(graph, bits_most, &bits);
  if (status) return status;
  pathfan_graph_weigh(graph, bits - HEADROOM_BITS);
  search->units_per_fixed = ldexp(1, graph->length_bits - search->fraction_bits);
  const uint64_t edges = (uint64_t)graph->edge_count;
  search->first = pathfan_alloc(n + 1, sizeof *search->first);
  search->to = pathfan_alloc(edges, sizeof *search->to);
  search->weight = pathfan_alloc(edges, sizeof *search->weight);
  if (!search->first || !search->to || !search->weight) return PATHFAN_ERR_NO_MEMORY;
  for (uint64_t v = 0; v <= n; v++) search->first[v] = pathfan_graph_first(graph, (int32_t)v);
  for (uint64_t e = 0; e < edges; e++) {
    search->to[e] = graph->edges[e].to;
    search->weight[e] = graph->edges[e].weight;
  }
  return PATHFAN_OK;
}

pathfan_status pathfan_search_graph_build(const pathfan_mesh *mesh, const pathfan_wedge *wedge,
                                          const int32_t *component, size_t stride,
                                          int fraction_bits, int bits_most,
                                          pathfan_search_graph **out) {
  *out = NULL;
  pathfan_search_graph *search = pathfan_alloc_zero(1, sizeof *search);
  if (!search) return PATHFAN_ERR_NO_MEMORY;
  search->mesh = mesh;
  search->fraction_bits = fraction_bits;
  const pathfan_status status = build(search, wedge, component, stride, bits_most);
  if (status) {
    pathfan_search_graph_free(search);
    return status;
  }
  *out = search;
  return PATHFAN_OK;
}

void pathfan_search_graph_free(pathfan_search_graph *search) {
  if (!search) return;
  pathfan_graph_free(&search->graph);
  free(search->wedge);
  free(search->first);
  free(search->to);
  free(search->weight);
  free(search);
}
