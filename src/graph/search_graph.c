/* search_graph.c - the visibility graph as searches use it.
 *
 * The adjacency takes long to find, and is all that must be known of a map before a search. The
 * rest follows from coordinates and is computed for searches that visit most of the map. The
 * builder's graph and a list of edges give the same result: lists by number. */
#include "graph/search_graph.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "graph/edge_groups.h"
#include "graph/trees.h"

/* Bits left free above the longest shortest path: for sums that must be exact in
 * doubles, and for penalties (penalty.c). */
#define HEADROOM_BITS 8

pathfan_status pf_search_graph_bits(pf_graph *graph, int bits_most, int32_t *bits) {
  const pathfan_status status = pf_trees_length_bits(graph, bits_most, bits);
  *bits -= HEADROOM_BITS;
  return status;
}

/* ---- Adjacency ---- */

/* Makes a graph without edges. wedge is copied. */
static pathfan_status begin(const pf_mesh *mesh, const pf_wedge *wedge, int fraction_bits,
                            pf_search_graph **out) {
  const int32_t n = mesh->convex_count;
  pf_search_graph *search = pf_alloc_zero(1, sizeof *search);
  *out = search;
  if (!search) return PATHFAN_ERR_NO_MEMORY;
  search->mesh = mesh;
  search->fraction_bits = fraction_bits;
  search->first = pf_alloc_zero((uint64_t)n + 1, sizeof *search->first);
  search->wedge = pf_alloc((uint64_t)n, sizeof *search->wedge);
  if (!search->first || !search->wedge) return PATHFAN_ERR_NO_MEMORY;
  if (n) memcpy(search->wedge, wedge, (size_t)n * sizeof *search->wedge);
  search->graph.vertex_count = n;
  search->graph.at = mesh->vertices;
  search->graph.wedge = search->wedge;
  return PATHFAN_OK;
}

/* Turns the counts of edges, first[v + 1] of v, into positions: first[v + 1] becomes the place of
 * v's first edge; once all edges have been placed, it is where they end. */
static pathfan_status make_room(pf_search_graph *search) {
  int32_t *first = search->first, begin = 0;
  for (int32_t v = 0; v < search->graph.vertex_count; v++) {
    const int32_t count = first[v + 1];
    first[v + 1] = begin;
    begin += count;
  }
  search->graph.edge_count = begin;
  search->to = pf_alloc((uint64_t)begin, sizeof *search->to);
  return search->to ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
}

static void set_bits(pf_search_graph *search, int32_t bits) {
  search->graph.length_bits = bits;
  search->units_per_fixed = ldexp(1, bits - search->fraction_bits);
}

/* Edges go both ways: placed at their other ends in the order of vertices, they are in order
 * there. */
static pathfan_status take_graph(pf_search_graph *search, const pf_graph *full) {
  int32_t *next = search->first + 1;
  for (int32_t e = 0; e < full->edge_count; e++) next[full->edges[e].to]++;
  const pathfan_status status = make_room(search);
  if (status) return status;
  for (int32_t v = 0; v < full->vertex_count; v++)
    for (int32_t e = pf_graph_first(full, v); e < pf_graph_end(full, v); e++)
      search->to[next[full->edges[e].to]++] = v;
  return PATHFAN_OK;
}

static pathfan_status take_list(pf_search_graph *search, const pf_edge_list *list) {
  const int32_t n = search->graph.vertex_count;
  int32_t *next = search->first + 1;
  for (int32_t e = 0; e < list->first[n]; e++) next[list->to[e]]++;
  for (int32_t v = 0; v < n; v++) next[v] += list->first[v + 1] - list->first[v];
  const pathfan_status status = make_room(search);
  if (status) return status;
  for (int32_t v = 0; v < n; v++) {
    int32_t place = next[v]; /* behind the smaller ones */
    for (int32_t e = list->first[v]; e < list->first[v + 1]; e++) {
      search->to[place++] = list->to[e];
      search->to[next[list->to[e]]++] = v;
    }
    next[v] = place;
  }
  return PATHFAN_OK;
}

pathfan_status pf_search_graph_build(pf_graph_mesh of, int fraction_bits, int bits_most,
                                     pf_search_graph **out) {
  pf_graph full = {0};
  int32_t bits = 0;
  pathfan_status status = begin(of.mesh, of.wedge, fraction_bits, out);
  if (!status) status = pf_graph_build(of, 1, 0, &full, NULL, NULL);
  if (!status) status = pf_search_graph_bits(&full, bits_most, &bits);
  if (!status) status = take_graph(*out, &full);
  pf_graph_free(&full);
  if (!status) {
    set_bits(*out, bits);
    return PATHFAN_OK;
  }
  pf_search_graph_free(*out);
  *out = NULL;
  return status;
}

pathfan_status pf_search_graph_of_edges(const pf_mesh *mesh, const pf_wedge *wedge,
                                        const pf_edge_list *edges, int fraction_bits,
                                        pf_search_graph **out) {
  pathfan_status status = begin(mesh, wedge, fraction_bits, out);
  if (!status) status = take_list(*out, edges);
  if (!status) {
    set_bits(*out, edges->length_bits);
    return PATHFAN_OK;
  }
  pf_search_graph_free(*out);
  *out = NULL;
  return status;
}

/* ---- Extensions ---- */

/* Computes lengths and tie hashes of all edges. */
static pathfan_status weigh(pf_search_graph *search) {
  pf_graph *graph = &search->graph;
  const uint64_t edges = (uint64_t)graph->edge_count;
  search->weight = pf_alloc(edges, sizeof *search->weight);
  graph->tie_hash = pf_alloc(edges, sizeof *graph->tie_hash);
  if (!search->weight || !graph->tie_hash) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t v = 0; v < graph->vertex_count; v++)
    for (int32_t e = search->first[v]; e < search->first[v + 1]; e++) {
      search->weight[e] = pf_search_graph_length(search, v, search->to[e]);
      graph->tie_hash[e] = pf_graph_tie_hash(graph->at[v], graph->at[search->to[e]]);
    }
  return PATHFAN_OK;
}

/* Puts the edges into their groups and links each to those that may follow. */
static pathfan_status turn(pf_search_graph *search) {
  pf_graph *graph = &search->graph;
  const int32_t n = graph->vertex_count, edges = graph->edge_count;
  graph->group = pf_alloc(PF_EDGE_GROUPS * (uint64_t)n + 1, sizeof *graph->group);
  graph->edges = pf_alloc((uint64_t)edges, sizeof *graph->edges);
  search->to = pf_alloc((uint64_t)edges, sizeof *search->to);
  if (!graph->group || !graph->edges || !search->to) return PATHFAN_ERR_NO_MEMORY;
  pathfan_status status = pf_edges_group(graph, search->first, search->lender->to, search->to);
  if (!status) status = weigh(search);
  if (status) return status;
  for (int32_t v = 0; v < n; v++) {
    const int32_t *group = &graph->group[PF_EDGE_GROUPS * v];
    graph->taut_edge_count += group[PF_EDGES_LEFT_END] - group[PF_EDGES_LEFT_TAUT] +
                              group[PF_EDGES_RIGHT_END] - group[PF_EDGES_RIGHT_TAUT];
  }
  for (int32_t e = 0; e < edges; e++)
    graph->edges[e] = (pf_edge){.weight = search->weight[e], .to = search->to[e]};
  pf_graph_link(graph);
  return PATHFAN_OK;
}

static pathfan_status extend(const pf_search_graph *search,
                             pathfan_status (*put_together)(pf_search_graph *),
                             pf_search_graph **out) {
  pf_search_graph *more = pf_alloc_zero(1, sizeof *more);
  *out = more;
  if (!more) return PATHFAN_ERR_NO_MEMORY;
  *more = *search;
  more->lender = search;
  const pathfan_status status = put_together(more);
  if (!status) return PATHFAN_OK;
  pf_search_graph_free(more);
  *out = NULL;
  return status;
}

pathfan_status pf_search_graph_with_lengths(const pf_search_graph *search, pf_search_graph **out) {
  return extend(search, weigh, out);
}

pathfan_status pf_search_graph_with_turns(const pf_search_graph *search, pf_search_graph **out) {
  return extend(search, turn, out);
}

void pf_search_graph_free(pf_search_graph *search) {
  if (!search) return;
  const pf_search_graph *lender = search->lender;
  if (!lender || search->to != lender->to) free(search->to);
  if (!lender) {
    free(search->first);
    free(search->wedge);
  }
  free(search->weight);
  pf_graph_free(&search->graph);
  free(search);
}
