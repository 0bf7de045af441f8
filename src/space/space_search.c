/* space_search.c - the data that searches need of a space, made by the first request that needs it
 * while others wait. Separate from space.c, so that a library without searches doesn't link it. */
#include <stdlib.h>

#include "base/memory.h"
#include "base/status.h"
#include "format/layout.h"
#include "graph/search_graph.h"
#include "search/search_mesh.h"
#include "space/space.h"

/* Collects the obstacles at all convex vertices. The caller frees them; NULL: out of memory. */
static pf_wedge *wedges_of(const pf_space *space) {
  const int32_t n = space->mesh->convex_count;
  pf_wedge *wedge = pf_alloc((uint64_t)n, sizeof *wedge);
  for (int32_t v = 0; wedge && v < n; v++) wedge[v] = space->wedge_at(space->owner, v);
  return wedge;
}

static void free_search_mesh(void *made) {
  pf_search_mesh_free(made);
  free(made);
}

static pathfan_status make_search_mesh(const pf_space *space, void **made) {
  pf_search_mesh *mesh = pf_alloc_zero(1, sizeof *mesh);
  pf_wedge *wedge = wedges_of(space);
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  if (mesh && wedge)
    status = pf_search_mesh_build(space->mesh, wedge, space->component, space->component_stride,
                                  space->fraction_bits, mesh);
  free(wedge);
  *made = status ? NULL : mesh;
  if (status) free(mesh);
  return status;
}

static void free_graph(void *made) {
  pf_search_graph_free(made);
}

/* Builds the graph from the stored edges. */
static pathfan_status graph_of_stored_edges(const pf_space *space, const pf_wedge *wedge,
                                            void **made) {
  pf_search_graph *graph = NULL;
  pf_edge_list edges = {0};
  pathfan_status status = space->read_edges(space->owner, &edges);
  if (!status)
    status = pf_search_graph_of_edges(space->mesh, wedge, &edges, space->fraction_bits, &graph);
  pf_edge_list_free(&edges);
  *made = graph;
  return status;
}

static pathfan_status graph_of_mesh(const pf_space *space, const pf_wedge *wedge, void **made) {
  pf_search_graph *graph = NULL;
  const pf_graph_mesh of = {space->mesh, wedge, space->component, space->component_stride};
  const pathfan_status status =
      pf_search_graph_build(of, space->fraction_bits,
                            pf_length_bits_most(space->frame.width, space->frame.height), &graph);
  *made = graph;
  return status;
}

static pathfan_status make_graph(const pf_space *space, void **made) {
  pf_wedge *wedge = wedges_of(space);
  if (!wedge) return PATHFAN_ERR_NO_MEMORY;
  const pathfan_status status = space->read_edges ? graph_of_stored_edges(space, wedge, made)
                                                  : graph_of_mesh(space, wedge, made);
  free(wedge);
  return status;
}

/* Returns the graph, which must have been made. */
static const pf_search_graph *graph_of(const pf_space *space) {
  return atomic_load_explicit(&space->graph.made, memory_order_acquire);
}

static pathfan_status make_lengths(const pf_space *space, void **made) {
  pf_search_graph *lengths;
  const pathfan_status status = pf_search_graph_with_lengths(graph_of(space), &lengths);
  *made = lengths;
  return status;
}

static pathfan_status make_turns(const pf_space *space, void **made) {
  pf_search_graph *turns;
  const pathfan_status status = pf_search_graph_with_turns(graph_of(space), &turns);
  *made = turns;
  return status;
}

static pathfan_status need(const pf_space *space, size_t offset, pf_space_maker make,
                           void (*free_part)(void *), const void **made, pathfan_error *error) {
  const pathfan_status status = pf_space_need(space, offset, make, free_part, made);
  if (!status) return PATHFAN_OK;
  return pf_fail(error, status,
                 status == PATHFAN_ERR_LIMIT ? "the map has too many edges for a search of them"
                                             : "out of memory");
}

pathfan_status pf_space_need_search_mesh(const pf_space *space, const pf_search_mesh **mesh,
                                         pathfan_error *error) {
  const void *made;
  const pathfan_status status = need(space, offsetof(pf_space, search_mesh), make_search_mesh,
                                     free_search_mesh, &made, error);
  *mesh = made;
  return status;
}

pathfan_status pf_space_need_graph(const pf_space *space, const pf_search_graph **graph,
                                   pathfan_error *error) {
  const void *made = NULL;
  pathfan_status status = space->check_edges ? space->check_edges(space->owner, error) : PATHFAN_OK;
  if (!status)
    status = need(space, offsetof(pf_space, graph), make_graph, free_graph, &made, error);
  *graph = made;
  return status;
}

/* Makes an extension of the graph, at `offset`. */
static pathfan_status need_more(const pf_space *space, size_t offset, pf_space_maker make_part,
                                const pf_search_graph **graph, pathfan_error *error) {
  const void *made = NULL;
  pathfan_status status = pf_space_need_graph(space, graph, error);
  if (!status) status = need(space, offset, make_part, free_graph, &made, error);
  *graph = made;
  return status;
}

pathfan_status pf_space_need_lengths(const pf_space *space, const pf_search_graph **lengths,
                                     pathfan_error *error) {
  return need_more(space, offsetof(pf_space, lengths), make_lengths, lengths, error);
}

pathfan_status pf_space_need_turns(const pf_space *space, const pf_search_graph **turns,
                                   pathfan_error *error) {
  return need_more(space, offsetof(pf_space, turns), make_turns, turns, error);
}
