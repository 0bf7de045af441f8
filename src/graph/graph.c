/* graph.c - makes edges from the views of vertices, sorted so that a tree can grow along taut edges
 * only: the edges that may follow an arrival at a vertex are a suffix of one of its groups, which
 * is found here once per edge. */
#include "graph/graph.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sort.h"

static int group_of(const pf_graph *graph, int32_t v, int32_t to) {
  const pf_lattice_point d = pf_from_to(graph->at[v], graph->at[to]);
  const pf_side near = pf_side_of(graph->wedge[v], d);
  if (near == PF_SIDE_NONE) return PF_EDGES_OTHER;
  const bool taut = pf_side_of(graph->wedge[to], d) != PF_SIDE_NONE;
  if (near == PF_SIDE_LEFT) return taut ? PF_EDGES_LEFT_TAUT : PF_EDGES_LEFT_END;
  return taut ? PF_EDGES_RIGHT_TAUT : PF_EDGES_RIGHT_END;
}

typedef struct edge_sort {
  const pf_graph *graph;
  int32_t v;
} edge_sort;

/* Orders LEFT groups counter-clockwise, RIGHT groups clockwise, each within a half turn; OTHER by
 * number. */
static int by_group(const void *a, const void *b, void *context) {
  const edge_sort *c = context;
  const pf_edge *ea = a, *eb = b;
  if (ea->side != eb->side) return ea->side - eb->side; /* holds the group during sorting */
  if (ea->side == PF_EDGES_OTHER) return (ea->to > eb->to) - (ea->to < eb->to);
  const pf_lattice_point origin = c->graph->at[c->v];
  const int64_t cross =
      pf_cross(pf_from_to(origin, c->graph->at[ea->to]), pf_from_to(origin, c->graph->at[eb->to]));
  const int turn = (cross > 0) - (cross < 0);
  return ea->side <= PF_EDGES_LEFT_END ? -turn : turn;
}

/* Finds the first edge in [begin,end) that may follow travel direction d on `side`. */
static int32_t first_allowed(const pf_graph *graph, int32_t v, int32_t begin, int32_t end,
                             pf_lattice_point d, pf_side side) {
  while (begin < end) {
    const int32_t middle = begin + (end - begin) / 2;
    const pf_lattice_point out = pf_from_to(graph->at[v], graph->at[graph->edges[middle].to]);
    const int64_t cross = pf_cross(d, out);
    if (side == PF_SIDE_LEFT ? cross >= 0 : cross <= 0)
      end = middle;
    else
      begin = middle + 1;
  }
  return begin;
}

void pf_graph_link(pf_graph *graph) {
  for (int32_t v = 0; v < graph->vertex_count; v++)
    for (int32_t e = pf_graph_first(graph, v); e < pf_graph_end(graph, v); e++) {
      pf_edge *edge = &graph->edges[e];
      const pf_lattice_point d = pf_from_to(graph->at[v], graph->at[edge->to]);
      const pf_side side = pf_side_of(graph->wedge[edge->to], d);
      const int32_t *group = &graph->group[PF_EDGE_GROUPS * edge->to];
      edge->side = side;
      edge->next_taut = edge->next_end = 0;
      if (side == PF_SIDE_NONE) continue;
      const int g = side == PF_SIDE_LEFT ? PF_EDGES_LEFT_TAUT : PF_EDGES_RIGHT_TAUT;
      edge->next_taut = first_allowed(graph, edge->to, group[g], group[g + 1], d, side);
      edge->next_end = first_allowed(graph, edge->to, group[g + 1], group[g + 2], d, side);
    }
}

/* Sorts the edges of every vertex into groups and links each to its successors. */
static void arrange(pf_graph *graph) {
  graph->taut_edge_count = 0;
  for (int32_t v = 0; v < graph->vertex_count; v++) {
    int32_t *group = &graph->group[PF_EDGE_GROUPS * v];
    const int32_t begin = group[0], end = group[PF_EDGE_GROUPS];
    for (int32_t e = begin; e < end; e++)
      graph->edges[e].side = group_of(graph, v, graph->edges[e].to);
    edge_sort context = {graph, v};
    if (end > begin)
      pf_sort(graph->edges + begin, (size_t)(end - begin), sizeof *graph->edges, by_group,
              &context);
    int32_t e = begin;
    for (int g = 0; g < PF_EDGE_GROUPS; g++) {
      group[g] = e;
      while (e < end && graph->edges[e].side == g) e++;
    }
    graph->taut_edge_count +=
        group[1] - group[0] + group[PF_EDGES_RIGHT_END] - group[PF_EDGES_RIGHT_TAUT];
  }
  pf_graph_link(graph);
}

static pathfan_status collect_edges(const pf_mesh *mesh, const pf_vertex_sight *views,
                                    pf_graph *graph) {
  int64_t edges = 0;
  const int32_t n = mesh->convex_count;
  for (int32_t v = 0; v < n; v++) edges += views[v].neighbour_count;
  if (edges > INT32_MAX / 2 || n > INT32_MAX / 8) return PATHFAN_ERR_LIMIT;
  graph->vertex_count = n;
  graph->edge_count = (int32_t)edges;
  graph->group = pf_alloc_zero((uint64_t)PF_EDGE_GROUPS * n + 1, sizeof *graph->group);
  graph->edges = pf_alloc_zero((uint64_t)edges, sizeof *graph->edges);
  graph->tie_hash = pf_alloc_zero((uint64_t)edges, sizeof *graph->tie_hash);
  if (!graph->group || !graph->edges || !graph->tie_hash) return PATHFAN_ERR_NO_MEMORY;
  int32_t e = 0;
  for (int32_t v = 0; v < n; v++) {
    graph->group[PF_EDGE_GROUPS * v] = e;
    for (int32_t i = 0; i < views[v].neighbour_count; i++)
      graph->edges[e++].to = views[v].neighbours[i];
  }
  graph->group[PF_EDGE_GROUPS * n] = e;
  return PATHFAN_OK;
}

/* What the graph and the cones hold, without what grows with vertices alone. */
static uint64_t bytes_of(const pf_graph *graph, const pf_cones *cones) {
  const uint64_t edge = sizeof *graph->edges + sizeof *graph->tie_hash;
  const uint64_t entries = cones && cones->entries ? (uint64_t)cones->count : 0;
  return (uint64_t)graph->edge_count * edge + entries * sizeof *cones->entries;
}

pathfan_status pf_graph_build(pf_graph_mesh of, int32_t threads, int64_t max_cones, pf_graph *graph,
                              pf_cones *cones, const pf_limits *limits) {
  static_assert(PF_SIGHT_NEIGHBOUR_BYTES >=
                    sizeof(int32_t) + sizeof *graph->edges + sizeof *graph->tie_hash,
                "a neighbour becomes an edge");
  const pf_mesh *mesh = of.mesh;
  const int32_t n = mesh->convex_count;
  const uint64_t held = pf_limits_held(limits);
  memset(graph, 0, sizeof *graph);
  if (cones) memset(cones, 0, sizeof *cones);
  graph->at = mesh->vertices;
  graph->wedge = of.wedge;
  pf_vertex_sight *views = pf_alloc_zero((uint64_t)n, sizeof *views);
  graph->component = pf_alloc((uint64_t)n, sizeof *graph->component);
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  if (views && graph->component)
    status = pf_sight_all(mesh, of.wedge, threads, cones ? max_cones : -1, views, limits);
  for (int32_t v = 0; v < n && !status; v++)
    graph->component[v] = of.component[(size_t)views[v].polygon * of.stride];
  if (!status) status = collect_edges(mesh, views, graph);
  if (!status && cones) status = pf_cones_collect(mesh, views, max_cones, cones);
  if (!status) arrange(graph);
  pf_views_free(views, n);
  if (status) {
    pf_graph_free(graph);
    if (cones) pf_cones_free(cones);
  }
  pf_limits_return(limits, held + bytes_of(graph, cones));
  return status;
}

pathfan_status pf_graph_renumber(pf_graph *graph, const int32_t *position,
                                 const pf_lattice_point *at, const pf_wedge *wedge) {
  const int32_t n = graph->vertex_count;
  int32_t *group = pf_alloc_zero((uint64_t)PF_EDGE_GROUPS * n + 1, sizeof *group);
  pf_edge *edges = pf_alloc((uint64_t)graph->edge_count, sizeof *edges);
  int32_t *component = pf_alloc((uint64_t)n, sizeof *component);
  int32_t *old_of = pf_alloc((uint64_t)n, sizeof *old_of);
  if (!group || !edges || !component || !old_of) {
    free(group);
    free(edges);
    free(component);
    free(old_of);
    return PATHFAN_ERR_NO_MEMORY;
  }
  for (int32_t v = 0; v < n; v++) old_of[position[v]] = v;
  int32_t out = 0;
  for (int32_t v = 0; v < n; v++) {
    const int32_t old = old_of[v];
    component[v] = graph->component[old];
    group[PF_EDGE_GROUPS * v] = out;
    for (int32_t e = pf_graph_first(graph, old); e < pf_graph_end(graph, old); e++) {
      edges[out] = graph->edges[e];
      edges[out++].to = position[graph->edges[e].to];
    }
  }
  group[PF_EDGE_GROUPS * n] = out;
  free(old_of);
  free(graph->group);
  free(graph->edges);
  free(graph->component);
  graph->group = group;
  graph->edges = edges;
  graph->component = component;
  graph->at = at;
  graph->wedge = wedge;
  arrange(graph);
  return PATHFAN_OK;
}

void pf_graph_weigh(pf_graph *graph, int32_t bits) {
  graph->length_bits = bits;
  for (int32_t v = 0; v < graph->vertex_count; v++)
    for (int32_t e = pf_graph_first(graph, v); e < pf_graph_end(graph, v); e++) {
      const pf_lattice_point a = graph->at[v], b = graph->at[graph->edges[e].to];
      graph->edges[e].weight = pf_length_units(pf_from_to(a, b), bits);
      graph->tie_hash[e] = pf_graph_tie_hash(a, b);
    }
}

pathfan_status pf_graph_forget_edges(pf_graph *graph) {
  const int32_t n = graph->vertex_count;
  int32_t *sharpest = pf_alloc(2 * (uint64_t)n, sizeof *sharpest);
  if (!sharpest) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t v = 0; v < n; v++) {
    sharpest[2 * v] = pf_graph_sharpest(graph, v, PF_EDGES_LEFT_TAUT);
    sharpest[2 * v + 1] = pf_graph_sharpest(graph, v, PF_EDGES_RIGHT_TAUT);
  }
  free(graph->edges);
  free(graph->tie_hash);
  free(graph->sharpest);
  graph->edges = NULL;
  graph->tie_hash = NULL;
  graph->sharpest = sharpest;
  return PATHFAN_OK;
}

void pf_graph_free(pf_graph *graph) {
  free(graph->sharpest);
  free(graph->group);
  free(graph->edges);
  free(graph->tie_hash);
  free(graph->component);
  memset(graph, 0, sizeof *graph);
}
