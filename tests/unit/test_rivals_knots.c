/* The net of one request, src/rivals/knots.h: who is joined to whom, shortest paths
 * through it with edges taken away and without, complete trees. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "format/layout.h"
#include "geometry/frame.h"
#include "mesh/cdt.h"
#include "mesh/locate.h"
#include "mesh/rectangles.h"
#include "rivals/knots.h"
#include "twin_net.h"
#include "twin_outline_maps.h"
#include "twin_region.h"

/* A map, what the library makes of it, and the twin's vertices. */
typedef struct world {
  twin_map map;
  pathfan_grid_mesh grid_mesh;
  void *locator_bytes;
  pathfan_locator locator;
  pathfan_net *net;
  twin_dense dense;
  int32_t *twin_of; /* [Size: n] the twin's number of a vertex */
  int bits;
} world;

/* The net points into the world, which therefore stays where it is. */
static void world_make(world *w, twin_map map) {
  *w = (world){.map = map};
  pathfan_mesh_data *mesh = &w->grid_mesh.data;
  int32_t width = map.grid.width, height = map.grid.height;
  uint64_t size;
  if (map.outline.edge_count) {
    assert_int_equal(pathfan_cdt_build(&map.outline, mesh), PATHFAN_OK);
    assert_int_equal(pathfan_mesh_finish(mesh), PATHFAN_OK);
    width = height = 1;
    for (int32_t v = 0; v < map.outline.vertex_count; v++) {
      if (map.outline.vertices[v].x > width) width = map.outline.vertices[v].x;
      if (map.outline.vertices[v].y > height) height = map.outline.vertices[v].y;
    }
  } else {
    assert_int_equal(pathfan_rectangles_build(&map.grid, &w->grid_mesh), PATHFAN_OK);
  }
  w->bits = pathfan_fraction_bits(width > height ? width : height);
  assert_int_equal(pathfan_locator_build(&mesh->view, width, height, 0, &w->locator_bytes, &size),
                   PATHFAN_OK);
  assert_true(pathfan_locator_open(w->locator_bytes, size, &w->locator));
  assert_int_equal(pathfan_net_build(&mesh->view, mesh->wedge, mesh->component, 1, w->bits,
                                     pathfan_length_bits_most(width, height), &w->net),
                   PATHFAN_OK);
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
  pathfan_net_free(w->net);
  pathfan_grid_mesh_free(&w->grid_mesh);
  free(w->locator_bytes);
  free(w->twin_of);
  twin_dense_free(&w->dense);
  twin_map_free(&w->map);
}

enum { POINTS_MAX = 8 };

static int32_t some_points(const world *w, pathfan_random *random, pathfan_fixed *points) {
  int32_t count = 0;
  for (int i = 0; i < POINTS_MAX; i++) {
    bool fresh = twin_map_random_point(random, &w->map, w->bits, false, &points[count]);
    for (int32_t k = 0; k < count && fresh; k++)
      fresh = points[k].x != points[count].x || points[k].y != points[count].y;
    count += fresh;
  }
  return count;
}

static void tie(pathfan_knots *k, const world *w, const pathfan_fixed *points, int32_t count,
                int32_t *node) {
  assert_int_equal(pathfan_knots_begin(k, w->net), PATHFAN_OK);
  for (int32_t i = 0; i < count; i++) {
    const int32_t polygon = pathfan_locate(&w->locator, w->net->mesh, points[i], w->bits);
    assert_true(polygon >= 0);
    assert_int_equal(pathfan_knots_tie(k, points[i], polygon, &node[i]), PATHFAN_OK);
  }
  k->end_count = k->knot_count;
}

/* The twin's number of a node; points are tied in the same order on both sides. */
static int32_t twin_node(const world *w, int32_t node) {
  return node < w->net->graph.vertex_count ? w->twin_of[node] : node;
}

static void check_links(const world *w, const pathfan_knots *k, const twin_net *twin) {
  const int32_t n = w->net->graph.vertex_count, nodes = pathfan_knots_count(k);
  assert_int_equal(nodes, twin->count);
  uint8_t *found = calloc((size_t)nodes * (size_t)nodes + 1, 1);
  for (int32_t a = 0; a < nodes; a++) {
    for (int32_t e = a < n ? w->net->first[a] : 0; a < n && e < w->net->first[a + 1]; e++)
      found[twin_net_place(twin, twin_node(w, a), twin_node(w, w->net->to[e]))]++;
    for (int32_t i = k->head[a]; i >= 0; i = k->links[i].next)
      found[twin_net_place(twin, twin_node(w, a), twin_node(w, k->links[i].to))]++;
  }
  for (int32_t a = 0; a < nodes; a++)
    for (int32_t b = 0; b < nodes; b++)
      if (found[twin_net_place(twin, a, b)] != twin->edge[twin_net_place(twin, a, b)])
        twin_fail(&w->map, "%d and %d of %d are joined %d times instead of %d", a, b, n,
                  found[twin_net_place(twin, a, b)], twin->edge[twin_net_place(twin, a, b)]);
  free(found);
}

/* Takes away about a third of all edges, by their middle. */
static bool take_away(const void *context, pathfan_fixed a, pathfan_fixed b) {
  const uint64_t *seed = context;
  uint64_t mixed = *seed + (uint64_t)(a.x + b.x) * 0x9e3779b97f4a7c15u;
  mixed = (mixed ^ mixed >> 29) * 0xbf58476d1ce4e5b9u + (uint64_t)(a.y + b.y);
  mixed = (mixed ^ mixed >> 32) * 0x94d049bb133111ebu;
  return (mixed >> 40) % 3 == 0;
}

/* Lengths are rounded once an edge. */
static double close_to(const world *w, int32_t nodes) {
  return ldexp((double)nodes, -w->net->graph.length_bits) + 1e-9;
}

static void check_paths(const world *w, pathfan_knots *k, const twin_net *twin, const int32_t *node,
                        int32_t count) {
  pathfan_net_tree tree = {0};
  const double close = close_to(w, twin->count);
  for (int32_t i = 0; i < count; i++) {
    double *length = twin_net_lengths(twin, twin_node(w, node[i]), false);
    for (int32_t j = 0; j < count; j++) {
      const double expected = length[twin_node(w, node[j])];
      assert_int_equal(pathfan_knots_shortest(k, node[i], node[j], 0), PATHFAN_OK);
      assert_false(k->stopped);
      assert_int_equal(k->point_count > 0, expected < INFINITY);
      if (!k->point_count) continue;
      double sum = 0;
      for (int32_t p = 1; p < k->point_count; p++) {
        const pathfan_fixed way = pathfan_fixed_from_to(k->points[p - 1], k->points[p]);
        sum += ldexp(hypot((double)way.x, (double)way.y), -w->bits);
      }
      if (fabs(sum - expected) > close ||
          fabs(ldexp((double)k->length, -w->net->graph.length_bits) - expected) > close)
        twin_fail(&w->map, "length %.17g (%.17g) instead of %.17g", sum,
                  ldexp((double)k->length, -w->net->graph.length_bits), expected);
    }
    free(length);

    length = twin_net_lengths(twin, twin_node(w, node[i]), true);
    assert_int_equal(pathfan_net_tree_grow(k, node[i], 0, &tree), PATHFAN_OK);
    for (int32_t v = 0; v < twin->count; v++) {
      const double expected = length[twin_node(w, v)];
      assert_int_equal(tree.length[v] != PATHFAN_NET_FAR, expected < INFINITY);
      if (expected < INFINITY)
        assert_true(fabs(ldexp((double)tree.length[v], -w->net->graph.length_bits) - expected) <=
                    close);
      const int32_t p = tree.parent[v];
      assert_int_equal(p >= 0, expected < INFINITY && v != node[i]);
      if (p >= 0) assert_true(tree.length[p] < tree.length[v]);
      if (p >= 0) assert_true(p == node[i] || p < w->net->graph.vertex_count);
    }
    free(length);
  }
  pathfan_net_tree_free(&tree);
}

/* A path in the tree of one node is the same in the tree of the other. */
static void check_both_ways(const world *w, pathfan_knots *k, int32_t a, int32_t b) {
  pathfan_net_tree from = {0}, to = {0};
  assert_int_equal(pathfan_net_tree_grow(k, a, 0, &from), PATHFAN_OK);
  assert_int_equal(pathfan_net_tree_grow(k, b, 0, &to), PATHFAN_OK);
  assert_true(from.length[b] == to.length[a]);
  for (int32_t v = b; from.length[b] != PATHFAN_NET_FAR && v != a; v = from.parent[v])
    if (to.parent[from.parent[v]] != v) twin_fail(&w->map, "another path from the other end");
  pathfan_net_tree_free(&from);
  pathfan_net_tree_free(&to);
}

static void check_world(world *w, pathfan_knots *k, int64_t *points_seen) {
  pathfan_random random = pathfan_random_from(w->map.seed + 40);
  pathfan_fixed points[POINTS_MAX];
  int32_t node[POINTS_MAX], of_twin[POINTS_MAX];
  const int32_t count = some_points(w, &random, points);
  twin_net twin = twin_net_make(&w->map, &w->dense, w->bits, points, count, of_twin);
  tie(k, w, points, count, node);
  for (int32_t i = 0; i < count; i++) assert_int_equal(twin_node(w, node[i]), of_twin[i]);
  check_links(w, k, &twin);
  check_paths(w, k, &twin, node, count);
  if (count > 1) check_both_ways(w, k, node[0], node[1]);

  const uint64_t seed = w->map.seed;
  for (int32_t a = 0; a < twin.count; a++)
    for (int32_t b = 0; b < twin.count; b++)
      if (take_away(&seed, twin.at[a], twin.at[b])) twin.edge[twin_net_place(&twin, a, b)] = 0;
  k->blocked = take_away;
  k->context = &seed;
  check_paths(w, k, &twin, node, count);
  twin_net_free(&twin);
  *points_seen += count;
}

static void test_nets(void **state) {
  (void)state;
  pathfan_knots k = {0};
  int64_t points = 0;
  const int count = twin_drawn_count() + twin_scaled(40);
  for (int i = 0; i < count; i++) {
    world w;
    world_make(&w, twin_map_number(i, 10));
    check_world(&w, &k, &points);
    world_free(&w);
  }
  for (int i = 0; i < twin_scaled(40); i++) {
    world w;
    world_make(&w, twin_outline_map(i, 7));
    check_world(&w, &k, &points);
    world_free(&w);
  }
  pathfan_knots_free(&k);
  printf("%lld points tied in\n", (long long)points);
  assert_true(points > 400);
}

static void test_work_limit(void **state) {
  (void)state;
  world w;
  world_make(&w, twin_map_drawn("blocks", ".........\n..@..@...\n.........\n...@@@...\n"
                                          "...@@@...\n...@@@...\n.........\n.........\n"));
  const pathfan_fixed points[2] = {{(INT64_C(9) << w.bits) / 2, INT64_C(2) << w.bits},
                                   {(INT64_C(9) << w.bits) / 2, INT64_C(7) << w.bits}};
  pathfan_knots k = {0};
  pathfan_net_tree tree = {0};
  int32_t node[2];
  tie(&k, &w, points, 2, node);
  assert_int_equal(pathfan_knots_shortest(&k, node[0], node[1], 2), PATHFAN_OK);
  assert_true(k.stopped && k.point_count == 0 && k.settled == 2);
  tie(&k, &w, points, 2, node);
  assert_int_equal(pathfan_net_tree_grow(&k, node[0], 3, &tree), PATHFAN_OK);
  assert_true(k.stopped && k.settled == 3);
  assert_int_equal(pathfan_knots_shortest(&k, node[0], node[1], 0), PATHFAN_OK);
  assert_true(!k.stopped && k.point_count > 0);
  pathfan_net_tree_free(&tree);
  pathfan_knots_free(&k);
  world_free(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_nets),
                                     cmocka_unit_test(test_work_limit)};
  return cmocka_run_group_tests_name("rivals_knots", tests, NULL, NULL);
}
