#include "twin_dense.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "graph/graph.h"
#include "meshing/rectangles.h"
#include "meshing/cdt.h"
#include "twin_region.h"

static void *matrix(int32_t n, size_t size) {
  void *all = calloc((size_t)n * (size_t)n + 1, size);
  assert_non_null(all);
  return all;
}

static twin_dense blank(int32_t n, int32_t bits) {
  return (twin_dense){.n = n,
                      .bits = bits,
                      .at = calloc((size_t)n + 1, sizeof(pf_lattice_point)),
                      .wedge = calloc((size_t)n + 1, sizeof(pf_wedge)),
                      .sees = matrix(n, 1),
                      .edge = matrix(n, 1),
                      .weight = matrix(n, sizeof(int64_t)),
                      .tie = matrix(n, sizeof(uint64_t)),
                      .length = matrix(n, sizeof(int64_t)),
                      .hash = matrix(n, sizeof(uint64_t)),
                      .parent = matrix(n, sizeof(int32_t)),
                      .betweenness = calloc((size_t)n + 1, sizeof(int64_t)),
                      .rank = calloc((size_t)n + 1, sizeof(int32_t))};
}

void twin_dense_free(twin_dense *d) {
  free(d->at);
  free(d->wedge);
  free(d->sees);
  free(d->edge);
  free(d->weight);
  free(d->tie);
  free(d->length);
  free(d->hash);
  free(d->parent);
  free(d->betweenness);
  free(d->rank);
  memset(d, 0, sizeof *d);
}

static void find_vertices(const twin_map *map, twin_dense *d) {
  const pf_outline *outline = &map->outline;
  int32_t count = 0;
  for (int32_t v = 0; v < outline->vertex_count; v++) {
    const pf_lattice_point at = outline->vertices[v];
    pf_wedge wedge;
    if (!twin_map_convex(map, at.x, at.y, &wedge)) continue;
    int32_t i = count++;
    for (; i > 0 && (d->at[i - 1].y > at.y || (d->at[i - 1].y == at.y && d->at[i - 1].x > at.x));
         i--) {
      d->at[i] = d->at[i - 1];
      d->wedge[i] = d->wedge[i - 1];
    }
    d->at[i] = at;
    d->wedge[i] = wedge;
  }
  for (int32_t y = 0; !outline->edge_count && y <= map->grid.height; y++)
    for (int32_t x = 0; x <= map->grid.width; x++)
      if (twin_map_convex(map, x, y, &d->wedge[count])) d->at[count++] = (pf_lattice_point){x, y};
}

static void find_edges(const twin_map *map, twin_dense *d) {
  for (int32_t u = 0; u < d->n; u++)
    for (int32_t v = 0; v < d->n; v++)
      d->sees[twin_at(d, u, v)] = u != v && twin_map_sees_turning(map, 0, pf_lift(d->at[u], 0),
                                                                  true, pf_lift(d->at[v], 0), true);
  for (int32_t u = 0; u < d->n; u++)
    for (int32_t v = 0; v < d->n; v++) {
      if (!d->sees[twin_at(d, u, v)]) continue;
      const pf_lattice_point way = pf_from_to(d->at[u], d->at[v]);
      bool between = false;
      for (int32_t w = 0; w < d->n && !between; w++) {
        if (w == u || w == v || !d->sees[twin_at(d, u, w)]) continue;
        const pf_lattice_point part = pf_from_to(d->at[u], d->at[w]);
        between = pf_cross(way, part) == 0 && pf_dot(way, part) > 0 &&
                  pf_dot(part, part) < pf_dot(way, way);
      }
      d->edge[twin_at(d, u, v)] = !between;
      d->weight[twin_at(d, u, v)] = llrint(sqrt((double)pf_dot(way, way)) * ldexp(1, d->bits));
    }
}

/* Takes the library's hashes: any others would do as well, but they decide which of several
 * equal-length paths is canonical. */
static void take_ties(const twin_map *map, twin_dense *d) {
  pf_grid_mesh mesh = {0};
  pf_graph graph;
  pf_cones cones;
  if (map->outline.edge_count) {
    assert_int_equal(pf_cdt_build(&map->outline, &mesh.data), PATHFAN_OK);
    assert_int_equal(pf_mesh_finish(&mesh.data), PATHFAN_OK);
  } else {
    assert_int_equal(pf_rectangles_build(&map->grid, &mesh), PATHFAN_OK);
  }
  assert_int_equal(pf_graph_build(pf_graph_mesh_of(&mesh.data), 1, 0, &graph, &cones, NULL),
                   PATHFAN_OK);
  pf_graph_weigh(&graph, d->bits);
  for (int32_t u = 0; u < d->n; u++)
    for (int32_t e = pf_graph_first(&graph, u); e < pf_graph_end(&graph, u); e++)
      d->tie[twin_at(d, u, graph.edges[e].to)] = graph.tie_hash[e];
  pf_cones_free(&cones);
  pf_graph_free(&graph);
  pf_grid_mesh_free(&mesh);
}

/* Dijkstra's algorithm without a queue: scans for the nearest open vertex. */
static void grow_tree(twin_dense *d, int32_t u) {
  int64_t *length = d->length + twin_at(d, u, 0);
  uint64_t *hash = d->hash + twin_at(d, u, 0);
  int32_t *parent = d->parent + twin_at(d, u, 0);
  uint8_t *closed = calloc((size_t)d->n + 1, 1);
  for (int32_t v = 0; v < d->n; v++) {
    length[v] = -1;
    parent[v] = -1;
  }
  length[u] = 0;
  for (;;) {
    int32_t v = -1;
    for (int32_t w = 0; w < d->n; w++)
      if (!closed[w] && length[w] >= 0 && (v < 0 || length[w] < length[v])) v = w;
    if (v < 0) break;
    closed[v] = 1;
    for (int32_t w = 0; w < d->n; w++) {
      if (!d->edge[twin_at(d, v, w)]) continue;
      const int64_t l = length[v] + d->weight[twin_at(d, v, w)];
      const uint64_t h = hash[v] + d->tie[twin_at(d, v, w)];
      if (length[w] >= 0 && (l > length[w] || (l == length[w] && h >= hash[w]))) continue;
      length[w] = l;
      hash[w] = h;
      parent[w] = v;
    }
  }
  free(closed);
}

static void find_ranks(twin_dense *d) {
  for (int32_t u = 0; u < d->n; u++)
    for (int32_t v = 0; v < d->n; v++)
      for (int32_t w = v; w != u && d->parent[twin_at(d, u, w)] >= 0;) {
        w = d->parent[twin_at(d, u, w)];
        if (w != u) d->betweenness[w]++;
      }
  /* Vertices are numbered in reading order, which breaks ties. */
  for (int32_t v = 0; v < d->n; v++) {
    d->rank[v] = 0;
    for (int32_t w = 0; w < d->n; w++)
      d->rank[v] += d->betweenness[w] > d->betweenness[v] ||
                    (d->betweenness[w] == d->betweenness[v] && w < v);
  }
}

twin_dense twin_dense_make(const twin_map *map, int32_t bits) {
  int32_t n = 0;
  pf_wedge wedge;
  for (int32_t v = 0; v < map->outline.vertex_count; v++)
    n += twin_map_convex(map, map->outline.vertices[v].x, map->outline.vertices[v].y, &wedge);
  for (int32_t y = 0; !map->outline.edge_count && y <= map->grid.height; y++)
    for (int32_t x = 0; x <= map->grid.width; x++) n += twin_map_convex(map, x, y, &wedge);
  twin_dense d = blank(n, bits);
  find_vertices(map, &d);
  find_edges(map, &d);
  take_ties(map, &d);
  for (int32_t u = 0; u < n; u++) grow_tree(&d, u);
  find_ranks(&d);
  return d;
}

twin_dense twin_dense_abstract(int32_t n, const int64_t *weights) {
  twin_dense d = blank(n, 0);
  for (int32_t i = 0; i < n * n; i++) {
    d.edge[i] = weights[i] != 0;
    d.weight[i] = weights[i];
  }
  for (int32_t u = 0; u < n; u++) grow_tree(&d, u);
  find_ranks(&d);
  return d;
}

double *twin_floyd_warshall(const twin_dense *d) {
  double *l = matrix(d->n, sizeof *l);
  for (int32_t u = 0; u < d->n; u++)
    for (int32_t v = 0; v < d->n; v++) {
      const pf_lattice_point way = pf_from_to(d->at[u], d->at[v]);
      l[twin_at(d, u, v)] = u == v                      ? 0
                            : d->sees[twin_at(d, u, v)] ? sqrt((double)pf_dot(way, way))
                                                        : INFINITY;
    }
  for (int32_t k = 0; k < d->n; k++)
    for (int32_t u = 0; u < d->n; u++)
      for (int32_t v = 0; v < d->n; v++) {
        const double by = l[twin_at(d, u, k)] + l[twin_at(d, k, v)];
        if (by < l[twin_at(d, u, v)]) l[twin_at(d, u, v)] = by;
      }
  return l;
}

/* Whether a -> b is an edge of the tree of u, and b -> a one of the tree of v. */
static bool common(const twin_dense *d, int32_t u, int32_t v, int32_t a, int32_t b) {
  return a >= 0 && b >= 0 && d->parent[twin_at(d, u, b)] == a && d->parent[twin_at(d, v, a)] == b;
}

static bool precedes(const twin_plateau *a, const twin_plateau *b, const int32_t *rank) {
  if (a->length != b->length) return a->length > b->length;
  if (a->tie != b->tie) return a->tie > b->tie;
  return rank[a->best] < rank[b->best];
}

int32_t twin_plateaus(const twin_dense *d, int32_t u, int32_t v, twin_plateau *out,
                      int32_t capacity) {
  int32_t count = 0;
  for (int32_t a = 0; a < d->n; a++) {
    if (common(d, u, v, d->parent[twin_at(d, u, a)], a)) continue; /* a isn't its first */
    twin_plateau p = {.best = a, .first = a, .last = a};
    for (int32_t b; b = d->parent[twin_at(d, v, p.last)], common(d, u, v, p.last, b); p.last = b) {
      p.length += d->weight[twin_at(d, p.last, b)];
      p.tie += d->tie[twin_at(d, p.last, b)];
      if (d->rank[b] < d->rank[p.best]) p.best = b;
    }
    if (p.first == p.last) continue;
    int32_t i = count < capacity ? count : capacity;
    if (i == capacity && (!capacity || !precedes(&p, &out[i - 1], d->rank))) {
      count++;
      continue;
    }
    if (i == capacity) i--;
    for (; i > 0 && precedes(&p, &out[i - 1], d->rank); i--) out[i] = out[i - 1];
    out[i] = p;
    count++;
  }
  return count;
}

int32_t twin_path(const twin_dense *d, int32_t u, int32_t v, int32_t *vertices) {
  int32_t count = 0;
  if (d->length[twin_at(d, u, v)] < 0) return 0;
  for (int32_t w = v; w >= 0; w = d->parent[twin_at(d, u, w)]) vertices[count++] = w;
  for (int32_t i = 0; i < count / 2; i++) {
    const int32_t swap = vertices[i];
    vertices[i] = vertices[count - 1 - i];
    vertices[count - 1 - i] = swap;
  }
  return count;
}
