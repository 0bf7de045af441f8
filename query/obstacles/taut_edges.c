/* taut_edges.c - an edge is taut if the obstacle at neither end faces it: 51,082 of ost000a's
 * 146,388. Whoever needs the edges first makes them; if two threads do at once, one's are freed. */
#include "taut_edges.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/status.h"
#include "query/open/built_with.h"
#include "query/open/stored_edges.h"
#if PATHFAN_WITH_SEARCH
#include "graph/search_graph.h"
#endif

static bool is_taut(const pf_index_view *view, int32_t v, int32_t w) {
  const pf_lattice_point d = pf_from_to(pf_vertex_at(view, v), pf_vertex_at(view, w));
  return pf_side_of(pf_vertex_wedge(view, v), d) != PF_SIDE_NONE &&
         pf_side_of(pf_vertex_wedge(view, w), d) != PF_SIDE_NONE;
}

/* Keeps the taut ones of a list of edges, in which each is once. */
static void keep_taut(const pf_index_view *view, pf_edge_list *list) {
  int32_t kept = 0;
  for (int32_t v = 0; v < view->n; v++) {
    const int32_t begin = list->first[v], end = list->first[v + 1];
    list->first[v] = kept;
    for (int32_t e = begin; e < end; e++)
      if (is_taut(view, v, list->to[e])) list->to[kept++] = list->to[e];
  }
  list->first[view->n] = kept;
}

/* Places each edge of a list at both of its ends. Taken in the order of vertices, those to smaller
 * ones come first, and all ascend. */
static void place(const pf_index_view *view, const pf_edge_list *list, pf_taut_edges *edges) {
  int32_t *first = edges->first; /* first[v + 1]: the next free place of v */
  for (int32_t v = 0; v <= view->n; v++) first[v] = 0;
  for (int32_t v = 0; v < view->n; v++)
    for (int32_t e = list->first[v]; e < list->first[v + 1]; e++) {
      if (v + 2 <= view->n) first[v + 2]++;
      if (list->to[e] + 2 <= view->n) first[list->to[e] + 2]++;
    }
  for (int32_t v = 2; v <= view->n; v++) first[v] += first[v - 1];
  for (int32_t v = 0; v < view->n; v++)
    for (int32_t e = list->first[v]; e < list->first[v + 1]; e++) {
      const int32_t w = list->to[e];
      const int64_t length = pf_straight_units(view, pf_vertex_at(view, v), (uint32_t)w);
      edges->length[first[v + 1]] = edges->length[first[w + 1]] = length;
      edges->to[first[v + 1]++] = w;
      edges->to[first[w + 1]++] = v;
    }
}

/* Lists all edges: the stored ones or, if there are none, those of the graph that searches use. */
static pathfan_status list_edges(const pf_generation *g, pf_edge_list *list, pathfan_error *error) {
  if (g->view.edges) {
    const pathfan_status status = pf_generation_need(g, PF_PART_EDGES, error);
    return status ? status : pf_stored_edges_read(&g->view, list);
  }
#if PATHFAN_WITH_SEARCH
  const pf_search_graph *graph;
  const pathfan_status status = pf_space_need_graph(&g->space, &graph, error);
  if (status) return status;
  int32_t count = 0;
  list->first = pf_alloc((uint64_t)g->view.n + 1, sizeof *list->first);
  list->to = pf_alloc((uint64_t)graph->graph.edge_count, sizeof *list->to);
  if (!list->first || !list->to) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t v = 0; v < g->view.n; v++) {
    list->first[v] = count;
    for (int32_t e = graph->first[v]; e < graph->first[v + 1]; e++)
      if (graph->to[e] > v) list->to[count++] = graph->to[e];
  }
  list->first[g->view.n] = count;
  return PATHFAN_OK;
#else
  return pf_fail(error, PATHFAN_ERR_ARGUMENT,
                 "%s: holds no edges, which paths round areas need: build it without --no-edges",
                 g->path);
#endif
}

/* Allocates the edges in one piece, which free() frees. */
static pf_taut_edges *allocate(int32_t n, uint64_t count) {
  const size_t firsts = ((size_t)n + 1) * sizeof(int32_t);
  const size_t each = sizeof(int64_t) + sizeof(int32_t);
  pf_taut_edges *edges = count > (SIZE_MAX - sizeof *edges - firsts) / each
                             ? NULL
                             : malloc(sizeof *edges + firsts + (size_t)count * each);
  if (!edges) return NULL;
  edges->length = (int64_t *)(edges + 1);
  edges->to = (int32_t *)(edges->length + count);
  edges->first = edges->to + count;
  return edges;
}

static pathfan_status make(const pf_generation *g, pf_taut_edges **edges, pathfan_error *error) {
  pf_edge_list list = {0};
  *edges = NULL;
  pathfan_status status = list_edges(g, &list, error);
  if (!status) {
    keep_taut(&g->view, &list);
    *edges = allocate(g->view.n, 2 * (uint64_t)list.first[g->view.n]);
    if (*edges)
      place(&g->view, &list, *edges);
    else
      status = PATHFAN_ERR_NO_MEMORY;
  }
  pf_edge_list_free(&list);
  return status;
}

pathfan_status pf_taut_edges_need(const pf_generation *const_g, const pf_taut_edges **out,
                                  pathfan_error *error) {
  pf_generation *g = (pf_generation *)const_g; /* immutable but for what is made once */
  pf_taut_edges *made = atomic_load_explicit(&g->taut_edges, memory_order_acquire), *fresh;
  *out = made;
  if (made) return PATHFAN_OK;
  const pathfan_status status = make(g, &fresh, error);
  if (status) return status;
  if (!atomic_compare_exchange_strong(&g->taut_edges, &made, fresh)) free(fresh);
  *out = made ? made : fresh;
  return PATHFAN_OK;
}
