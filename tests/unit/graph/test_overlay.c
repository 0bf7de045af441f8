/* The graph of one request, src/graph/overlay.h: its edges, shortest paths through it with and
 * without edges taken away, complete trees. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/layout.h"
#include "geometry/frame.h"
#include "meshing/cdt.h"
#include "mesh/locate.h"
#include "meshing/locate_build.h"
#include "meshing/rectangles.h"
#include "graph/astar.h"
#include "graph/dijkstra.h"
#include "graph/overlay.h"
#include "suite.h"
#include "twin_net.h"
#include "twin_outline_maps.h"
#include "twin_region.h"

/* A map, the library's structures for it, and the twin's vertices. */
typedef struct world {
  twin_map map;
  pf_grid_mesh grid_mesh;
  void *locator_bytes;
  pf_locator locator;
  pf_search_graph *graph, *lengths;
  twin_dense dense;
  int32_t *twin_of; /* [Size: n] the twin's number of a vertex */
  int bits;
} world;

/* Makes a world in place; it must not move afterwards, since the graph points into it. */
static void world_make(world *w, twin_map map) {
  *w = (world){.map = map};
  pf_mesh_data *mesh = &w->grid_mesh.data;
  int32_t width = map.grid.width, height = map.grid.height;
  uint64_t size;
  if (map.outline.edge_count) {
    assert_int_equal(pf_cdt_build(&map.outline, mesh), PATHFAN_OK);
    assert_int_equal(pf_mesh_finish(mesh), PATHFAN_OK);
    width = height = 1;
    for (int32_t v = 0; v < map.outline.vertex_count; v++) {
      if (map.outline.vertices[v].x > width) width = map.outline.vertices[v].x;
      if (map.outline.vertices[v].y > height) height = map.outline.vertices[v].y;
    }
  } else {
    assert_int_equal(pf_rectangles_build(&map.grid, &w->grid_mesh), PATHFAN_OK);
  }
  w->bits = pf_fraction_bits(width > height ? width : height);
  assert_int_equal(pf_locator_build(&mesh->view, width, height, 0, &w->locator_bytes, &size),
                   PATHFAN_OK);
  assert_true(pf_locator_open(w->locator_bytes, size, &w->locator));
  assert_int_equal(pf_search_graph_build(pf_graph_mesh_of(mesh), w->bits,
                                         pf_length_bits_most(width, height), &w->graph),
                   PATHFAN_OK);
  assert_int_equal(pf_search_graph_with_lengths(w->graph, &w->lengths), PATHFAN_OK);
  w->dense = twin_dense_make(&map, 0);
  const int32_t n = mesh->view.convex_count;
  assert_int_equal(n, w->dense.n);
  w->twin_of = malloc(((size_t)n + 1) * sizeof *w->twin_of);
  for (int32_t v = 0; v < n; v++) {
    w->twin_of[v] = -1;
    for (int32_t u = 0; u < n; u++)
      if (w->dense.at[u].x == mesh->view.vertices[v].x &&
          w->dense.at[u].y == mesh->view.vertices[v].y)
        w->twin_of[v] = u;
    assert_true(w->twin_of[v] >= 0);
  }
}

static void world_free(world *w) {
  pf_search_graph_free(w->lengths);
  pf_search_graph_free(w->graph);
  pf_grid_mesh_free(&w->grid_mesh);
  free(w->locator_bytes);
  free(w->twin_of);
  twin_dense_free(&w->dense);
  twin_map_free(&w->map);
}

enum { POINTS_MAX = 8 };

static int32_t some_points(const world *w, pf_random *random, pf_fixed_point *points) {
  int32_t count = 0;
  for (int i = 0; i < POINTS_MAX; i++) {
    bool fresh = twin_map_random_point(random, &w->map, w->bits, false, &points[count]);
    for (int32_t k = 0; k < count && fresh; k++)
      fresh = points[k].x != points[count].x || points[k].y != points[count].y;
    count += fresh;
  }
  return count;
}

/* The searches' working memory. */
static pf_astar astar;
static pf_dijkstra dijkstra;

static void attach(pf_overlay *o, const world *w, const pf_fixed_point *points, int32_t count,
                   int32_t *node) {
  assert_int_equal(pf_overlay_begin(o, w->graph), PATHFAN_OK);
  for (int32_t i = 0; i < count; i++) {
    const int32_t polygon = pf_locate(&w->locator, w->graph->mesh, points[i], w->bits);
    assert_true(polygon >= 0);
    assert_int_equal(pf_overlay_attach(o, points[i], polygon, &node[i]), PATHFAN_OK);
  }
  o->end_count = o->terminal_count;
}

/* Returns the twin's number of a node; both sides attach points in the same order. */
static int32_t twin_node(const world *w, int32_t node) {
  return node < w->graph->graph.vertex_count ? w->twin_of[node] : node;
}

static void check_edges(const world *w, const pf_overlay *o, const twin_net *twin) {
  const int32_t n = w->graph->graph.vertex_count, nodes = pf_overlay_count(o);
  assert_int_equal(nodes, twin->count);
  uint8_t *found = calloc((size_t)nodes * (size_t)nodes + 1, 1);
  for (int32_t a = 0; a < nodes; a++) {
    for (int32_t e = a < n ? w->graph->first[a] : 0; a < n && e < w->graph->first[a + 1]; e++)
      found[twin_net_place(twin, twin_node(w, a), twin_node(w, w->graph->to[e]))]++;
    for (int32_t i = o->head[a]; i >= 0; i = o->edges[i].next)
      found[twin_net_place(twin, twin_node(w, a), twin_node(w, o->edges[i].to))]++;
  }
  for (int32_t a = 0; a < nodes; a++)
    for (int32_t b = 0; b < nodes; b++)
      if (found[twin_net_place(twin, a, b)] != twin->edge[twin_net_place(twin, a, b)])
        twin_fail(&w->map, "%d and %d of %d are joined %d times instead of %d", a, b, n,
                  found[twin_net_place(twin, a, b)], twin->edge[twin_net_place(twin, a, b)]);
  free(found);
}

/* Takes away about a third of all edges, chosen by their midpoint. */
static bool take_away(const void *context, pf_fixed_point a, pf_fixed_point b) {
  const uint64_t *seed = context;
  uint64_t mixed = *seed + (uint64_t)(a.x + b.x) * 0x9e3779b97f4a7c15u;
  mixed = (mixed ^ mixed >> 29) * 0xbf58476d1ce4e5b9u + (uint64_t)(a.y + b.y);
  mixed = (mixed ^ mixed >> 32) * 0x94d049bb133111ebu;
  return (mixed >> 40) % 3 == 0;
}

/* Lengths are rounded once per edge. */
static double close_to(const world *w, int32_t nodes) {
  return ldexp((double)nodes, -w->graph->graph.length_bits) + 1e-9;
}

static void check_paths(const world *w, pf_overlay *o, const twin_net *twin, const int32_t *node,
                        int32_t count) {
  pf_spt tree = {0};
  const double close = close_to(w, twin->count);
  for (int32_t i = 0; i < count; i++) {
    double *length = twin_net_lengths(twin, twin_node(w, node[i]), false);
    for (int32_t j = 0; j < count; j++) {
      const double expected = length[twin_node(w, node[j])];
      pf_work_limit work_limit = {0};
      assert_int_equal(pf_astar_find(&astar, o, node[i], node[j], NULL, &work_limit), PATHFAN_OK);
      assert_false(work_limit.stopped);
      assert_int_equal(astar.point_count > 0, expected < INFINITY);
      if (!astar.point_count) continue;
      double sum = 0;
      for (int32_t p = 1; p < astar.point_count; p++) {
        const pf_fixed_point way = pf_fixed_from_to(astar.points[p - 1], astar.points[p]);
        sum += ldexp(hypot((double)way.x, (double)way.y), -w->bits);
      }
      if (fabs(sum - expected) > close ||
          fabs(ldexp((double)astar.length, -w->graph->graph.length_bits) - expected) > close)
        twin_fail(&w->map, "length %.17g (%.17g) instead of %.17g", sum,
                  ldexp((double)astar.length, -w->graph->graph.length_bits), expected);
    }
    free(length);

    length = twin_net_lengths(twin, twin_node(w, node[i]), true);
    pf_work_limit unlimited = {0};
    o->base = w->lengths;
    assert_int_equal(pf_dijkstra_grow(&dijkstra, o, node[i], &unlimited, &tree), PATHFAN_OK);
    for (int32_t v = 0; v < twin->count; v++) {
      const double expected = length[twin_node(w, v)];
      assert_int_equal(tree.length[v] != PF_SPT_FAR, expected < INFINITY);
      if (expected < INFINITY)
        assert_true(fabs(ldexp((double)tree.length[v], -w->graph->graph.length_bits) - expected) <=
                    close);
      const int32_t p = tree.parent[v];
      assert_int_equal(p >= 0, expected < INFINITY && v != node[i]);
      if (p >= 0) assert_true(tree.length[p] < tree.length[v]);
      if (p >= 0) assert_true(p == node[i] || p < w->graph->graph.vertex_count);
    }
    free(length);
  }
  pf_spt_free(&tree);
}

static int64_t left_in_tree(void *context, int32_t v) {
  const pf_spt *tree = context;
  return tree->length[v] == PF_SPT_FAR ? 0 : tree->length[v];
}

/* A* guided by the exact remaining lengths finds the same path with no more work. */
static void check_guided(const world *w, pf_overlay *o, int32_t a, int32_t b) {
  static pf_astar guided;
  pf_spt tree = {0};
  pf_work_limit unlimited = {0}, plain = {0}, led = {0};
  const int32_t ends = o->end_count;
  o->base = w->lengths;
  o->end_count = 0; /* A* may pass through ends */
  assert_int_equal(pf_dijkstra_grow(&dijkstra, o, b, &unlimited, &tree), PATHFAN_OK);
  o->base = w->graph;
  o->end_count = ends;
  const pf_guide guide = {left_in_tree, &tree};
  assert_int_equal(pf_astar_find(&astar, o, a, b, NULL, &plain), PATHFAN_OK);
  assert_int_equal(pf_astar_find(&guided, o, a, b, &guide, &led), PATHFAN_OK);
  assert_true(led.spent <= plain.spent);
  assert_int_equal(guided.point_count, astar.point_count);
  if (astar.point_count &&
      (guided.length != astar.length ||
       memcmp(guided.points, astar.points, (size_t)astar.point_count * sizeof *astar.points) != 0))
    twin_fail(&w->map, "another path with a guide");
  pf_spt_free(&tree);
  pf_astar_free(&guided);
}

/* A path in the tree of one node is the same in the tree of the other. */
static void check_both_ways(const world *w, pf_overlay *o, int32_t a, int32_t b) {
  pf_spt from = {0}, to = {0};
  pf_work_limit unlimited = {0};
  o->base = w->lengths;
  assert_int_equal(pf_dijkstra_grow(&dijkstra, o, a, &unlimited, &from), PATHFAN_OK);
  assert_int_equal(pf_dijkstra_grow(&dijkstra, o, b, &unlimited, &to), PATHFAN_OK);
  assert_true(from.length[b] == to.length[a]);
  for (int32_t v = b; from.length[b] != PF_SPT_FAR && v != a; v = from.parent[v])
    if (to.parent[from.parent[v]] != v) twin_fail(&w->map, "another path from the other end");
  pf_spt_free(&from);
  pf_spt_free(&to);
}

static void check_world(world *w, pf_overlay *o, int64_t *points_seen) {
  pf_random random = pf_random_from(w->map.seed + 40);
  pf_fixed_point points[POINTS_MAX];
  int32_t node[POINTS_MAX], of_twin[POINTS_MAX];
  const int32_t count = some_points(w, &random, points);
  twin_net twin = twin_net_make(&w->map, &w->dense, w->bits, points, count, of_twin);
  attach(o, w, points, count, node);
  for (int32_t i = 0; i < count; i++) assert_int_equal(twin_node(w, node[i]), of_twin[i]);
  check_edges(w, o, &twin);
  check_paths(w, o, &twin, node, count);
  if (count > 1) {
    check_both_ways(w, o, node[0], node[1]);
    check_guided(w, o, node[0], node[1]);
  }

  const uint64_t seed = w->map.seed;
  for (int32_t a = 0; a < twin.count; a++)
    for (int32_t b = 0; b < twin.count; b++)
      if (take_away(&seed, twin.at[a], twin.at[b])) twin.edge[twin_net_place(&twin, a, b)] = 0;
  o->blocked = take_away;
  o->context = &seed;
  check_paths(w, o, &twin, node, count);
  if (count > 1) check_guided(w, o, node[0], node[1]);
  twin_net_free(&twin);
  *points_seen += count;
}

static void test_graphs(void **state) {
  (void)state;
  pf_overlay o = {0};
  int64_t points = 0;
  const int count = twin_drawn_count() + twin_scaled(40);
  for (int i = 0; i < count; i++) {
    world w;
    world_make(&w, twin_map_number(i, 10));
    check_world(&w, &o, &points);
    world_free(&w);
  }
  for (int i = 0; i < twin_scaled(40); i++) {
    world w;
    world_make(&w, twin_outline_map(i, 7));
    check_world(&w, &o, &points);
    world_free(&w);
  }
  pf_overlay_free(&o);
  pf_astar_free(&astar);
  pf_dijkstra_free(&dijkstra);
  printf("%lld points attached\n", (long long)points);
  if (twin_is_whole()) assert_true(points > 400);
}

static void test_work_limit(void **state) {
  (void)state;
  world w;
  world_make(&w, twin_map_drawn("blocks", ".........\n..@..@...\n.........\n...@@@...\n"
                                          "...@@@...\n...@@@...\n.........\n.........\n"));
  const pf_fixed_point points[2] = {{(INT64_C(9) << w.bits) / 2, INT64_C(2) << w.bits},
                                    {(INT64_C(9) << w.bits) / 2, INT64_C(7) << w.bits}};
  pf_overlay o = {0};
  pf_spt tree = {0};
  int32_t node[2];
  attach(&o, &w, points, 2, node);
  pf_work_limit two = {.limit = 2}, three = {.limit = 3}, unlimited = {0};
  assert_int_equal(pf_astar_find(&astar, &o, node[0], node[1], NULL, &two), PATHFAN_OK);
  assert_true(two.stopped && astar.point_count == 0 && two.spent == 2);
  attach(&o, &w, points, 2, node);
  o.base = w.lengths;
  assert_int_equal(pf_dijkstra_grow(&dijkstra, &o, node[0], &three, &tree), PATHFAN_OK);
  assert_true(three.stopped && three.spent == 3);
  assert_int_equal(pf_astar_find(&astar, &o, node[0], node[1], NULL, &unlimited), PATHFAN_OK);
  assert_true(!unlimited.stopped && astar.point_count > 0);
  pf_spt_free(&tree);
  pf_overlay_free(&o);
  pf_astar_free(&astar);
  pf_dijkstra_free(&dijkstra);
  world_free(&w);
}

SUITE(test_overlay) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_graphs),
                                     cmocka_unit_test(test_work_limit)};
  return cmocka_run_group_tests_name("overlay", tests, NULL, NULL);
}
