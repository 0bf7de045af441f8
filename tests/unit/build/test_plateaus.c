/* The longest plateaus of all pairs against those read off two trees edge by edge, for every number
 * of tables. */
#include <stdlib.h>

#include "graph_fixture.h"
#include "build-index/tables/plateaus.h"
#include "suite.h"
#include "twin_dense.h"

static void check_pairs(const twin_map *map, const twin_dense *d, const pf_graph *graph,
                        const pf_moves *moves, pf_tree *tree, int32_t m) {
  pf_plateaus found;
  twin_plateau expected[8];
  assert_int_equal(pf_plateaus_init(&found, d->n, m), PATHFAN_OK);
  for (int32_t u = 0; u < d->n; u++) {
    assert_int_equal(pf_tree_grow(tree, graph, u), PATHFAN_OK);
    assert_int_equal(pf_plateaus_find(&found, moves, tree, d->rank), PATHFAN_OK);
    for (int32_t v = 0; v < d->n; v++) {
      const bool apart = u == v || d->length[twin_at(d, u, v)] < 0;
      const int32_t count = apart ? 0 : twin_plateaus(d, u, v, expected, m);
      /* The longest plateau is the shortest path (paper, section 4.1.2). */
      if (count && (expected[0].first != u || expected[0].last != v ||
                    expected[0].length != d->length[twin_at(d, u, v)]))
        twin_fail(map, "%d-%d: the shortest path is not the longest plateau", u, v);
      if (apart && u == v) continue; /* a vertex with itself: never looked up */
      for (int32_t i = 0; i < m; i++) {
        const pf_plateau *p = &found.top[(int64_t)v * m + i];
        if (i >= count ? p->length != 0
                       : p->length != expected[i].length || p->tie_hash != expected[i].tie ||
                             p->best != d->rank[expected[i].best])
          twin_fail(map, "%d-%d: plateau %d of %d has length %lld", u, v, i + 1, count,
                    (long long)p->length);
      }
    }
  }
  pf_plateaus_free(&found);
}

static void test_plateaus(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(2000);
  int64_t pairs = 0;
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i, i % 20 ? 18 : 30);
    twin_dense d = twin_dense_make(&map, 36);
    pf_grid_mesh mesh;
    pf_graph graph;
    pf_tree tree;
    pf_moves moves;
    graph_of_map(&map, 36, &mesh, &graph);
    assert_int_equal(pf_tree_init(&tree, &graph), PATHFAN_OK);
    assert_int_equal(pf_moves_build(&graph, &tree, 1, &moves, NULL), PATHFAN_OK);
    for (int32_t m = 1; m <= 8; m += i % 7 ? 7 : 1) check_pairs(&map, &d, &graph, &moves, &tree, m);
    pairs += (int64_t)d.n * d.n;
    pf_moves_free(&moves);
    pf_tree_free(&tree);
    pf_graph_free(&graph);
    pf_grid_mesh_free(&mesh);
    twin_dense_free(&d);
    twin_map_free(&map);
  }
  print_message("%d maps, %lld pairs of vertices\n", count, (long long)pairs);
}

SUITE(test_plateaus) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_plateaus)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
