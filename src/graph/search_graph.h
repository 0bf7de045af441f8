/* search_graph.h - the visibility graph of a map, for methods that search it while they answer.
 *
 * Immutable once built; any number of threads may use it. Its vertices are the convex vertices of
 * the mesh, by the same numbers. Lengths are integers of 2^-bits lattice units, such that no
 * shortest path reaches 2^52: their sums are exact, in doubles too, with room for a factor of 256
 * on top.
 *
 * A search that visits a small part of the map needs only the adjacency (astar.h): it measures the
 * edges that it meets. A search that visits all of it needs contiguous lengths (dijkstra.h), and
 * one that restricts turns needs the edges in their groups (penalty.h). */
#ifndef PF_GRAPH_SEARCH_GRAPH_H
#define PF_GRAPH_SEARCH_GRAPH_H

#include "graph/edge_list.h"
#include "graph/graph.h"

typedef struct pf_search_graph {
  const pf_mesh *mesh;    /* not owned */
  int fraction_bits;      /* of the points attached to it */
  double units_per_fixed; /* length units in one fixed-point unit */
  pf_graph graph;         /* without components; groups and edges only with turns, tie hashes with
                                  lengths or turns */
  pf_wedge *wedge;        /* [Size: n] the graph's */

  /* The edges, packed closely for searches: those of v are first[v] .. first[v + 1] - 1, ascending;
     with turns, by the graph's numbers. */
  int32_t *first; /* [Size: n + 1] */
  int32_t *to;
  int64_t *weight; /* with lengths or turns; else NULL */

  const struct pf_search_graph *lender; /* the graph that it extends, which owns what both
                                                share; NULL: none */
} pf_search_graph;

/* Builds the graph of a mesh, which must outlive it; its wedges are copied. bits_most: see
 * pf_length_bits_most (format/layout.h). Errors: NO_MEMORY, LIMIT (2^30 edges); *search is NULL
 * then. */
pathfan_status pf_search_graph_build(pf_graph_mesh of, int fraction_bits, int bits_most,
                                     pf_search_graph **search);

/* Builds the same graph from the mesh's list of edges. Errors: NO_MEMORY. */
pathfan_status pf_search_graph_of_edges(const pf_mesh *mesh, const pf_wedge *wedge,
                                        const pf_edge_list *edges, int fraction_bits,
                                        pf_search_graph **search);

/* Computes the length_bits for searches from a linked graph, which it weighs anew. Errors:
 * NO_MEMORY. */
pathfan_status pf_search_graph_bits(pf_graph *graph, int bits_most, int32_t *bits);

/* Extends a graph made by one of the two functions above, which must outlive the result, by the
 * lengths of its edges. Errors: NO_MEMORY. */
pathfan_status pf_search_graph_with_lengths(const pf_search_graph *search,
                                            pf_search_graph **lengths);

/* Extends such a graph by lengths and by edges in their groups, linked; takes five times as
 * long. */
pathfan_status pf_search_graph_with_turns(const pf_search_graph *search, pf_search_graph **turns);

/* NULL is allowed. */
void pf_search_graph_free(pf_search_graph *search);

/* Returns the length of an edge. */
static inline int64_t pf_search_graph_length(const pf_search_graph *search, int32_t v, int32_t w) {
  const pf_lattice_point *at = search->graph.at;
  return pf_length_units(pf_from_to(at[v], at[w]), search->graph.length_bits);
}

/* Returns the length of a segment, at least 1. */
static inline int64_t pf_search_graph_units(const pf_search_graph *search, pf_fixed_point a,
                                            pf_fixed_point b) {
  const double dx = (double)(b.x - a.x), dy = (double)(b.y - a.y);
  const int64_t units = llrint(sqrt(dx * dx + dy * dy) * search->units_per_fixed);
  return units > 0 ? units : 1;
}

static inline pf_fixed_point pf_search_graph_at(const pf_search_graph *search, int32_t vertex) {
  return pf_lift(search->graph.at[vertex], search->fraction_bits);
}

#endif
