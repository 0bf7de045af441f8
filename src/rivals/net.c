/* net.c - the builder's visibility graph, kept for searching. */
#include "rivals/net.h"

#include <string.h>

#include "base/memory.h"
#include "graph/trees.h"

/* Bits left free above the longest shortest path: for sums that must be exact in
 * doubles, and for penalties (penalty.c). */
#define HEADROOM_BITS 8

static pathfan_status build(pathfan_net *net, const pathfan_wedge *wedge, const int32_t *component,
                            size_t stride, int bits_most) {
  const uint64_t n = (uint64_t)net->mesh->convex_count;
  pathfan_graph *graph = &net->graph;
  int32_t bits = 0;
  net->wedge = pathfan_alloc(n, sizeof *net->wedge);
  if (!net->wedge) return PATHFAN_ERR_NO_MEMORY;
  if (n) memcpy(net->wedge, wedge, n * sizeof *net->wedge);
  pathfan_status status =
      pathfan_graph_build(net->mesh, net->wedge, component, stride, 1, 0, graph, NULL, NULL, NULL);
  if (!status) status = pathfan_trees_length_bits(graph, bits_most, &bits);
  if (status) return status;
  pathfan_graph_weigh(graph, bits - HEADROOM_BITS);
  net->units_per_fixed = ldexp(1, graph->length_bits - net->fraction_bits);
  const uint64_t edges = (uint64_t)graph->edge_count;
  net->first = pathfan_alloc(n + 1, sizeof *net->first);
  net->to = pathfan_alloc(edges, sizeof *net->to);
  net->weight = pathfan_alloc(edges, sizeof *net->weight);
  if (!net->first || !net->to || !net->weight) return PATHFAN_ERR_NO_MEMORY;
  for (uint64_t v = 0; v <= n; v++) net->first[v] = pathfan_graph_first(graph, (int32_t)v);
  for (uint64_t e = 0; e < edges; e++) {
    net->to[e] = graph->edges[e].to;
    net->weight[e] = graph->edges[e].weight;
  }
  return PATHFAN_OK;
}

pathfan_status pathfan_net_build(const pathfan_mesh *mesh, const pathfan_wedge *wedge,
                                 const int32_t *component, size_t stride, int fraction_bits,
                                 int bits_most, pathfan_net **out) {
  *out = NULL;
  pathfan_net *net = pathfan_alloc_zero(1, sizeof *net);
  if (!net) return PATHFAN_ERR_NO_MEMORY;
  net->mesh = mesh;
  net->fraction_bits = fraction_bits;
  const pathfan_status status = build(net, wedge, component, stride, bits_most);
  if (status) {
    pathfan_net_free(net);
    return status;
  }
  *out = net;
  return PATHFAN_OK;
}

void pathfan_net_free(pathfan_net *net) {
  if (!net) return;
  pathfan_graph_free(&net->graph);
  free(net->wedge);
  free(net->first);
  free(net->to);
  free(net->weight);
  free(net);
}
