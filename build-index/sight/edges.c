/* edges.c - lists the edges of the visibility graph by columns.
 *
 * The unit of lengths depends on the vertex from which the map's extent is measured, the one with
 * the lowest number. So the graph is put together by columns, as a query will do, and measured
 * there. */
#include "edges.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "graph/search_graph.h"
#include "graph/trees.h"

/* Turns edges to smaller columns round: dealt out to these in order of columns, they become edges
 * to greater columns, in ascending order. vertex_at: [Size: n] build number of a column. */
static void deal(const pf_graph *graph, const int32_t *column_of, const int32_t *vertex_at,
                 int32_t *next, int32_t *to) {
  for (int32_t c = 0; c < graph->vertex_count; c++) {
    const int32_t v = vertex_at[c];
    for (int32_t e = pf_graph_first(graph, v); e < pf_graph_end(graph, v); e++) {
      const int32_t other = column_of[graph->edges[e].to];
      if (other < c) to[next[other]++] = c;
    }
  }
}

static bool has(const pf_edge_list *list, int32_t c, int32_t other) {
  int32_t begin = list->first[c], end = list->first[c + 1];
  while (begin < end) {
    const int32_t middle = begin + (end - begin) / 2;
    if (list->to[middle] == other) return true;
    if (list->to[middle] < other)
      begin = middle + 1;
    else
      end = middle;
  }
  return false;
}

/* Checks that sight was symmetric: as many edges lead to greater columns as to smaller ones, and
 * each has its reverse. */
static bool ends_agree(const pf_graph *graph, const int32_t *column_of, const pf_edge_list *list) {
  if (2 * (int64_t)list->first[graph->vertex_count] != graph->edge_count) return false;
  for (int32_t v = 0; v < graph->vertex_count; v++)
    for (int32_t e = pf_graph_first(graph, v); e < pf_graph_end(graph, v); e++) {
      const int32_t c = column_of[v], other = column_of[graph->edges[e].to];
      if (other > c && !has(list, c, other)) return false;
    }
  return true;
}

/* Finds list->length_bits by making a graph of the list. at, wedge: [Size: n] by columns. */
static pathfan_status measure(const pf_lattice_point *at, const pf_wedge *wedge, int32_t n,
                              int bits_most, pf_edge_list *list) {
  const pf_mesh mesh = {.convex_count = n, .vertices = at};
  pf_search_graph *search = NULL, *turns = NULL;
  pathfan_status status = pf_search_graph_of_edges(&mesh, wedge, list, 0, &search);
  if (!status) status = pf_search_graph_with_turns(search, &turns);
  if (!status) status = pf_search_graph_bits(&turns->graph, bits_most, &list->length_bits);
  pf_search_graph_free(turns);
  pf_search_graph_free(search);
  return status;
}

pathfan_status pf_edges_list(const pf_graph *graph, const int32_t *column_of, int bits_most,
                             pf_edge_list *list) {
  const int32_t n = graph->vertex_count;
  memset(list, 0, sizeof *list);
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  int32_t *vertex_at = pf_alloc((uint64_t)n, sizeof *vertex_at);
  int32_t *next = pf_alloc((uint64_t)n, sizeof *next);
  pf_lattice_point *at = pf_alloc((uint64_t)n, sizeof *at);
  pf_wedge *wedge = pf_alloc((uint64_t)n, sizeof *wedge);
  list->first = pf_alloc_zero((uint64_t)n + 1, sizeof *list->first);
  if (!vertex_at || !next || !at || !wedge || !list->first) goto cleanup;
  for (int32_t v = 0; v < n; v++) {
    const int32_t c = column_of[v];
    vertex_at[c] = v;
    at[c] = graph->at[v];
    wedge[c] = graph->wedge[v];
    for (int32_t e = pf_graph_first(graph, v); e < pf_graph_end(graph, v); e++) {
      const int32_t other = column_of[graph->edges[e].to];
      if (other < c) list->first[other + 1]++;
    }
  }
  for (int32_t c = 0; c < n; c++) {
    list->first[c + 1] += list->first[c];
    next[c] = list->first[c];
  }
  list->to = pf_alloc((uint64_t)list->first[n], sizeof *list->to);
  if (!list->to) goto cleanup;
  deal(graph, column_of, vertex_at, next, list->to);
  for (int32_t c = 0; c < n; c++) assert(next[c] <= list->first[c + 1]);
  status = PATHFAN_OK;
  if (ends_agree(graph, column_of, list))
    status = measure(at, wedge, n, bits_most, list);
  else
    pf_edge_list_free(list);

cleanup:
  if (status) pf_edge_list_free(list);
  free(vertex_at);
  free(next);
  free(at);
  free(wedge);
  return status;
}
