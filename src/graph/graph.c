/* graph.c - makes edges from the views of vertices, sorted so that a tree can grow along taut edges
 * only: the edges that may follow an arrival at a vertex are a suffix of one of its groups, which
 * is found here once per edge. */
#include "graph/graph.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sort.h"

static int group_of(const pathfan_graph *graph, int32_t v, int32_t to) {
  const pathfan_lattice_point d = pathfan_from_to(graph->at[v], graph->at[to]);
  const pathfan_side near = pathfan_side_of(graph->wedge[v], d);
  if (near == PATHFAN_SIDE_NONE) return PATHFAN_EDGES_OTHER;
  const bool taut = pathfan_side_of(graph->wedge[to], d) != PATHFAN_SIDE_NONE;
  if (near == PATHFAN_SIDE_LEFT) return taut ? PATHFAN_EDGES_LEFT_TAUT : PATHFAN_EDGES_LEFT_END;
  return taut ? PATHFAN_EDGES_RIGHT_TAUT : PATHFAN_EDGES_RIGHT_END;
}

typedef struct edge_sort {
  const pathfan_graph *graph;
  int32_t v;
} edge_sort;

/* Orders LEFT groups counter-clockwise, RIGHT groups clockwise, each within a half turn; OTHER by
 * number. */
static int by_group(const void *a, const void *b, void *context) {
  const edge_sort *c = context;
  const pathfan_edge *ea = a, *eb = b;
  if (ea->side != eb->side) return ea->side - eb->side; /* holds the group during sorting */
  if (ea->side == PATHFAN_EDGES_OTHER) return (ea->to > eb->to) - (ea->to < eb->to);
  const pathfan_lattice_point origin = c->graph->at[c->v];
  const int64_t cross = pathfan_cross(pathfan_from_to(origin, c->graph->at[ea->to]),
                                      pathfan_from_to(origin, c->graph->at[eb->to]));
  const int turn = (cross > 0) - (cross < 0);
  return ea->side <= PATHFAN_EDGES_LEFT_END ? -turn : turn;
}

/* Finds the first edge in [begin,end) that may follow travel direction d on `side`. */
static int32_t first_allowed(const pathfan_graph *graph, int32_t v, int32_t begin, int32_t end,
                             pathfan_lattice_point d, pathfan_side side) {
  while (begin < end) {
    const int32_t middle = begin + (end - begin) / 2;
    const pathfan_lattice_point out =
        pathfan_from_to(graph->at[v], graph->at[graph->edges[middle].to]);
    const int64_t cross = pathfan_cross(d, out);
    if (side == PATHFAN_SIDE_LEFT ? cross >= 0 : cross <= 0)
      end = middle;
    else
      begin = middle + 1;
  }
  return begin;
}

void pathfan_graph_link(pathfan_graph *graph) {
  for (int32_t v = 0; v < graph->vertex_count; v++)
    for (int32_t e = pathfan_graph_first(graph, v); e < pathfan_graph_end(graph, v); e++) {
      pathfan_edge *edge = &graph->edges[e];
      const pathfan_lattice_point d = pathfan_from_to(graph->at[v], graph->at[edge->to]);
      const pathfan_side side = pathfan_side_of(graph->wedge[edge->to], d);
      const int32_t *group = &graph->group[PATHFAN_EDGE_GROUPS * edge->to];
      edge->side = side;
      edge->next_taut = edge->next_end = 0;
      if (side == PATHFAN_SIDE_NONE) continue;
      const int g = side == PATHFAN_SIDE_LEFT ? PATHFAN_EDGES_LEFT_TAUT : PATHFAN_EDGES_RIGHT_TAUT;
      edge->next_taut = first_allowed(graph, edge->to, group[g], group[g + 1], d, side);
      edge->next_end = first_allowed(graph, edge->to, group[g + 1], group[g + 2], d, side);
    }
}

/* Sorts the edges of every vertex into groups and links each to its successors. */
static void arrange(pathfan_graph *graph) {
  graph->taut_edge_count = 0;
  for (int32_t v = 0; v < graph->vertex_count; v++) {
    int32_t *group = &graph->group[PATHFAN_EDGE_GROUPS * v];
    const int32_t begin = group[0], end = group[PATHFAN_EDGE_GROUPS];
    for (int32_t e = begin; e < end; e++)
      graph->edges[e].side = group_of(graph, v, graph->edges[e].to);
    edge_sort context = {graph, v};
    if (end > begin)
      pathfan_sort(graph->edges + begin, (size_t)(end - begin), sizeof *graph->edges, by_group,
                   &context);
    int32_t e = begin;
    for (int g = 0; g < PATHFAN_EDGE_GROUPS; g++) {
      group[g] = e;
      while (e < end && graph->edges[e].side == g) e++;
    }
    graph->taut_edge_count +=
        group[1] - group[0] + group[PATHFAN_EDGES_RIGHT_END] - group[PATHFAN_EDGES_RIGHT_TAUT];
  }
  pathfan_graph_link(graph);
}

static pathfan_status collect_edges(const pathfan_mesh *mesh, const pathfan_vertex_sight *views,
                                    pathfan_graph *graph) {
  int64_t edges = 0;
  const int32_t n = mesh->convex_count;
  for (int32_t v = 0; v < n; v++) edges += views[v].neighbour_count;
  if (edges > INT32_MAX / 2 || n > INT32_MAX / 8) return PATHFAN_ERR_LIMIT;
  graph->vertex_count = n;
  graph->edge_count = (int32_t)edges;
  graph->group = pathfan_alloc_zero((uint64_t)PATHFAN_EDGE_GROUPS * n + 1, sizeof *graph->group);
  graph->edges = pathfan_alloc_zero((uint64_t)edges, sizeof *graph->edges);
  graph->tie_hash = pathfan_alloc_zero((uint64_t)edges, sizeof *graph->tie_hash);
  if (!graph->group || !graph->edges || !graph->tie_hash) return PATHFAN_ERR_NO_MEMORY;
  int32_t e = 0;
  for (int32_t v = 0; v < n; v++) {
    graph->group[PATHFAN_EDGE_GROUPS * v] = e;
    for (int32_t i = 0; i < views[v].neighbour_count; i++)
      graph->edges[e++].to = views[v].neighbours[i];
  }
  graph->group[PATHFAN_EDGE_GROUPS * n] = e;
  return PATHFAN_OK;
}

pathfan_status pathfan_graph_build(const pathfan_mesh *mesh, const pathfan_wedge *wedge,
                                   const int32_t *component, size_t stride, int32_t threads,
                                   int64_t max_cones, pathfan_graph *graph, pathfan_cones *cones,
                                   pathfan_done_function *done, void *done_context) {
  const int32_t n = mesh->convex_count;
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  memset(graph, 0, sizeof *graph);
  if (cones) memset(cones, 0, sizeof *cones);
  graph->at = mesh->vertices;
  graph->wedge = wedge;
  pathfan_vertex_sight *views = pathfan_alloc_zero((uint64_t)n, sizeof *views);
  graph->component = pathfan_alloc((uint64_t)n, sizeof *graph->component);
  if (views && graph->component)
    status = pathfan_sight_all(mesh, wedge, threads, views, done, done_context);
  for (int32_t v = 0; v < n && !status; v++)
    graph->component[v] = component[(size_t)views[v].polygon * stride];
  if (!status) status = collect_edges(mesh, views, graph);
  if (!status && cones) status = pathfan_cones_collect(mesh, views, max_cones, cones);
  if (!status) arrange(graph);
  pathfan_views_free(views, n);
  if (status) {
    pathfan_graph_free(graph);
    if (cones) pathfan_cones_free(cones);
  }
  return status;
}

pathfan_status pathfan_graph_renumber(pathfan_graph *graph, const int32_t *position,
                                      const pathfan_lattice_point *at, const pathfan_wedge *wedge) {
  const int32_t n = graph->vertex_count;
  int32_t *group = pathfan_alloc_zero((uint64_t)PATHFAN_EDGE_GROUPS * n + 1, sizeof *group);
  pathfan_edge *edges = pathfan_alloc((uint64_t)graph->edge_count, sizeof *edges);
  int32_t *component = pathfan_alloc((uint64_t)n, sizeof *component);
  int32_t *old_of = pathfan_alloc((uint64_t)n, sizeof *old_of);
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
    group[PATHFAN_EDGE_GROUPS * v] = out;
    for (int32_t e = pathfan_graph_first(graph, old); e < pathfan_graph_end(graph, old); e++) {
      edges[out] = graph->edges[e];
      edges[out++].to = position[graph->edges[e].to];
    }
  }
  group[PATHFAN_EDGE_GROUPS * n] = out;
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

void pathfan_graph_weigh(pathfan_graph *graph, int32_t bits) {
  graph->length_bits = bits;
  for (int32_t v = 0; v < graph->vertex_count; v++)
    for (int32_t e = pathfan_graph_first(graph, v); e < pathfan_graph_end(graph, v); e++) {
      const pathfan_lattice_point a = graph->at[v], b = graph->at[graph->edges[e].to];
      graph->edges[e].weight = pathfan_length_units(pathfan_from_to(a, b), bits);
      graph->tie_hash[e] = pathfan_graph_tie_hash(a, b);
    }
}

pathfan_status pathfan_graph_forget_edges(pathfan_graph *graph) {
  const int32_t n = graph->vertex_count;
  int32_t *sharpest = pathfan_alloc(2 * (uint64_t)n, sizeof *sharpest);
  if (!sharpest) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t v = 0; v < n; v++) {
    sharpest[2 * v] = pathfan_graph_sharpest(graph, v, PATHFAN_EDGES_LEFT_TAUT);
    sharpest[2 * v + 1] = pathfan_graph_sharpest(graph, v, PATHFAN_EDGES_RIGHT_TAUT);
  }
  free(graph->edges);
  free(graph->tie_hash);
  free(graph->sharpest);
  graph->edges = NULL;
  graph->tie_hash = NULL;
  graph->sharpest = sharpest;
  return PATHFAN_OK;
}

void pathfan_graph_free(pathfan_graph *graph) {
  free(graph->sharpest);
  free(graph->group);
  free(graph->edges);
  free(graph->tie_hash);
  free(graph->component);
  memset(graph, 0, sizeof *graph);
}
