/* graph.h - the visibility graph over convex vertices.
 *
 * An edge joins two convex vertices that see each other with no third one on the segment between
 * them (the nearest vertex on each ray; the farther ones are reached through it). Edges are stored
 * in both directions. */
#ifndef PF_GRAPH_GRAPH_H
#define PF_GRAPH_GRAPH_H

#include <stdint.h>

#include "base/hash.h"
#include "graph/sight.h"
#include "mesh/mesh_data.h"

/* The edges that leave a vertex, in five groups. LEFT and RIGHT: the obstacle at this vertex lies
 * on that side of the edge, so a path may turn into the edge there. TAUT: the same holds at the far
 * end, so a path can go on from there; END: it can't. LEFT groups are sorted counter-clockwise,
 * RIGHT groups clockwise, so that the edges that a path may take after arriving are always a suffix
 * of the group. */
enum {
  PF_EDGES_LEFT_TAUT = 0,
  PF_EDGES_LEFT_END,
  PF_EDGES_RIGHT_TAUT,
  PF_EDGES_RIGHT_END,
  PF_EDGES_OTHER, /* the path would come out of the obstacle: first edges only */
  PF_EDGE_GROUPS
};

typedef struct pf_edge {
  int64_t weight; /* round(length * 2^length_bits) */
  int32_t to;
  int32_t next_taut; /* first edge of `to` in its TAUT group that may follow this one */
  int32_t next_end;  /* likewise in its END group */
  int32_t side;      /* pf_side on which `to`'s obstacle is passed */
} pf_edge;

typedef struct pf_graph {
  int32_t vertex_count;
  int32_t edge_count;         /* directed */
  int32_t taut_edge_count;    /* directed */
  const pf_lattice_point *at; /* [Size: vertex_count] the mesh's first vertices */
  const pf_wedge *wedge;      /* [Size: vertex_count] the obstacles */
  int32_t *group;             /* [Size: 5 * vertex_count + 1] where each group begins */
  pf_edge *edges;
  uint64_t *tie_hash; /* [Size: edge_count] symmetric hash of an edge's two ends */
  int32_t *component; /* [Size: vertex_count] */
  int32_t *sharpest;  /* [Size: 2 * vertex_count] NULL until edges are forgotten */
  int32_t length_bits;
} pf_graph;

/* A mesh, and what graphs need to know of it. */
typedef struct pf_graph_mesh {
  const pf_mesh *mesh;
  const pf_wedge *wedge;    /* [Size: convex_count] the obstacles */
  const int32_t *component; /* that of polygon p at component[p * stride] */
  size_t stride;
} pf_graph_mesh;

static inline pf_graph_mesh pf_graph_mesh_of(const pf_mesh_data *data) {
  return (pf_graph_mesh){&data->view, data->wedge, data->component, 1};
}

/* Builds the graph of a mesh from the view of every convex vertex, on `threads` threads. The mesh
 * and its wedges must outlive the graph. cones (may be NULL) gets the cone lists; if there are more
 * than max_cones, cones->entries is NULL and cones->count their number. The memory of edges and
 * cones is taken from the limit, and stays taken. Errors: NO_MEMORY, LIMIT, CANCELLED. */
pathfan_status pf_graph_build(pf_graph_mesh of, int32_t threads, int64_t max_cones, pf_graph *graph,
                              pf_cones *cones, const pf_limits *limits);

/* Renumbers vertices: old vertex v becomes position[v]. `at` and `wedge` are the renumbered ones.
 * Errors: NO_MEMORY (the graph is then unchanged). */
pathfan_status pf_graph_renumber(pf_graph *graph, const int32_t *position,
                                 const pf_lattice_point *at, const pf_wedge *wedge);

/* Links edges to those that may follow them. The edges' `to` and the groups must be set. */
void pf_graph_link(pf_graph *graph);

/* Returns an edge's tie hash: the same in both directions, and a function of coordinates only, so
 * that numbering doesn't choose between equal-length paths. It has 40 bits: sums over any path stay
 * below 2^64, and comparisons of sums don't depend on a common part. */
static inline uint64_t pf_graph_tie_hash(pf_lattice_point a, pf_lattice_point b) {
  const uint64_t pa = (uint64_t)(uint32_t)a.x << 32 | (uint32_t)a.y;
  const uint64_t pb = (uint64_t)(uint32_t)b.x << 32 | (uint32_t)b.y;
  const uint64_t low = pa < pb ? pa : pb, high = pa < pb ? pb : pa;
  return pf_mix(pf_mix(low + UINT64_C(0x9e3779b97f4a7c15)) + high) >> 24;
}

/* Sets weights and tie hashes for lengths in units of 2^-bits. */
void pf_graph_weigh(pf_graph *graph, int32_t bits);

/* Frees the edges, most of the graph's memory, when no more trees are grown. Their number stays,
 * and for each vertex the sharpest turns round its obstacle: pf_graph_sharpest. Errors:
 * NO_MEMORY (the graph is then unchanged). */
pathfan_status pf_graph_forget_edges(pf_graph *graph);

/* Returns the vertex to which the last edge of v's LEFT_TAUT or RIGHT_TAUT group leads; -1: the
 * group is empty. */
static inline int32_t pf_graph_sharpest(const pf_graph *graph, int32_t v, int group) {
  if (graph->sharpest) return graph->sharpest[2 * v + (group == PF_EDGES_RIGHT_TAUT)];
  const int32_t *bound = &graph->group[PF_EDGE_GROUPS * v + group];
  return bound[0] < bound[1] ? graph->edges[bound[1] - 1].to : -1;
}

static inline int32_t pf_graph_first(const pf_graph *graph, int32_t v) {
  return graph->group[PF_EDGE_GROUPS * v];
}

static inline int32_t pf_graph_end(const pf_graph *graph, int32_t v) {
  return graph->group[PF_EDGE_GROUPS * (v + 1)];
}

void pf_graph_free(pf_graph *graph);

#endif
