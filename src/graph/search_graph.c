/* search_graph.c - the builder's visibility graph, kept for searching; or put together anew out of
 * its edges, of which it has the order and the lengths. */
#include "graph/search_graph.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "graph/spread.h"
#include "graph/trees.h"

/* Bits left free above the longest shortest path: for sums that must be exact in
 * doubles, and for penalties (penalty.c). */
#define HEADROOM_BITS 8

pathfan_status pathfan_search_graph_bits(pathfan_graph *graph, int bits_most, int32_t *bits) {
  const pathfan_status status = pathfan_trees_length_bits(graph, bits_most, bits);
  *bits -= HEADROOM_BITS;
  return status;
}

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
  if (!status) status = pathfan_search_graph_bits(graph, bits_most, &bits);
  if (status) return status;
  pathfan_graph_weigh(graph, bits);
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

/* ---- Out of edges ---- */

static void weigh(pathfan_search_graph *search, int32_t bits) {
  pathfan_graph *graph = &search->graph;
  graph->length_bits = bits;
  for (int32_t v = 0; v < graph->vertex_count; v++)
    for (int32_t e = search->first[v]; e < search->first[v + 1]; e++) {
      const pathfan_lattice_point a = graph->at[v], b = graph->at[search->to[e]];
      search->weight[e] = pathfan_length_units(pathfan_from_to(a, b), bits);
      graph->tie_hash[e] = pathfan_graph_tie_hash(a, b);
    }
}

static pathfan_status spread(pathfan_search_graph *search, const pathfan_wedge *wedge,
                             const pathfan_edge_list *list) {
  const int32_t n = search->mesh->convex_count;
  const uint64_t edges = 2 * (uint64_t)list->first[n];
  pathfan_graph *graph = &search->graph;
  search->wedge = pathfan_alloc((uint64_t)n, sizeof *search->wedge);
  search->first = pathfan_alloc((uint64_t)n + 1, sizeof *search->first);
  search->to = pathfan_alloc(edges, sizeof *search->to);
  search->weight = pathfan_alloc(edges, sizeof *search->weight);
  graph->tie_hash = pathfan_alloc(edges, sizeof *graph->tie_hash);
  graph->group = pathfan_alloc(PATHFAN_EDGE_GROUPS * (uint64_t)n + 1, sizeof *graph->group);
  if (!search->wedge || !search->first || !search->to || !search->weight || !graph->tie_hash ||
      !graph->group)
    return PATHFAN_ERR_NO_MEMORY;
  if (n) memcpy(search->wedge, wedge, (size_t)n * sizeof *search->wedge);
  graph->vertex_count = n;
  graph->edge_count = (int32_t)edges;
  graph->at = search->mesh->vertices;
  graph->wedge = search->wedge;
  const pathfan_status status =
      pathfan_edges_spread(list, n, graph->at, graph->wedge, graph->group, search->to);
  if (status) return status;
  for (int32_t v = 0; v <= n; v++) search->first[v] = pathfan_graph_first(graph, v);
  for (int32_t v = 0; v < n; v++) {
    const int32_t *group = &graph->group[PATHFAN_EDGE_GROUPS * v];
    graph->taut_edge_count += group[PATHFAN_EDGES_LEFT_END] - group[PATHFAN_EDGES_LEFT_TAUT] +
                              group[PATHFAN_EDGES_RIGHT_END] - group[PATHFAN_EDGES_RIGHT_TAUT];
  }
  weigh(search, list->length_bits);
  search->units_per_fixed = ldexp(1, graph->length_bits - search->fraction_bits);
  return PATHFAN_OK;
}

pathfan_status pathfan_search_graph_of_edges(const pathfan_mesh *mesh, const pathfan_wedge *wedge,
                                             const pathfan_edge_list *edges, int fraction_bits,
                                             pathfan_search_graph **out) {
  *out = NULL;
  pathfan_search_graph *search = pathfan_alloc_zero(1, sizeof *search);
  if (!search) return PATHFAN_ERR_NO_MEMORY;
  search->mesh = mesh;
  search->fraction_bits = fraction_bits;
  const pathfan_status status = spread(search, wedge, edges);
  if (status) {
    pathfan_search_graph_free(search);
    return status;
  }
  *out = search;
  return PATHFAN_OK;
}

pathfan_status pathfan_search_graph_with_turns(const pathfan_search_graph *search,
                                               pathfan_search_graph **out) {
  *out = NULL;
  const uint64_t count = (uint64_t)search->graph.edge_count;
  pathfan_edge *edges = pathfan_alloc(count, sizeof *edges);
  pathfan_search_graph *turns = pathfan_alloc_zero(1, sizeof *turns);
  if (!edges || !turns) {
    free(edges);
    free(turns);
    return PATHFAN_ERR_NO_MEMORY;
  }
  for (uint64_t e = 0; e < count; e++)
    edges[e] = (pathfan_edge){.weight = search->weight[e], .to = search->to[e]};
  *turns = *search;
  turns->lender = search;
  turns->graph.edges = edges;
  pathfan_graph_link(&turns->graph);
  *out = turns;
  return PATHFAN_OK;
}

void pathfan_search_graph_free(pathfan_search_graph *search) {
  if (!search) return;
  if (search->lender) {
    free(search->graph.edges);
    free(search);
    return;
  }
  pathfan_graph_free(&search->graph);
  free(search->wedge);
  free(search->first);
  free(search->to);
  free(search->weight);
  free(search);
}
