/* Different paths between two vertices, and one elsewhere, against whole paths, edge by edge. */
#include <stdlib.h>

#include "build-index/vias/different.h"
#include "graph_fixture.h"
#include "twin_different.h"
#include "twin_outline_maps.h"
#include "twin_scratch.h"

typedef struct stage {
  pf_grid_mesh mesh;
  pf_graph graph;
  twin_dense dense;
  uint32_t *lengths, *arrivals; /* of the trees of all vertices [Size: n * n] */
} stage;

static void begin(stage *s, const twin_map *map) {
  pf_tree tree;
  graph_of_map(map, 36, &s->mesh, &s->graph);
  s->dense = twin_dense_make(map, s->graph.length_bits);
  const size_t n = (size_t)s->graph.vertex_count;
  assert_int_equal(s->dense.n, n);
  s->lengths = malloc((n * n + 1) * sizeof *s->lengths);
  s->arrivals = malloc((n * n + 1) * sizeof *s->arrivals);
  assert_int_equal(pf_tree_init(&tree, &s->graph), PATHFAN_OK);
  for (size_t v = 0; v < n; v++) {
    assert_int_equal(pf_tree_grow(&tree, &s->graph, (int32_t)v), PATHFAN_OK);
    pf_flat_tree_fill(&tree, &s->graph, s->lengths + v * n, s->arrivals + v * n);
  }
  pf_tree_free(&tree);
}

static void end(stage *s) {
  free(s->lengths);
  free(s->arrivals);
  twin_dense_free(&s->dense);
  pf_graph_free(&s->graph);
  pf_grid_mesh_free(&s->mesh);
}

static pf_flat_tree tree_of(const stage *s, int32_t v) {
  const size_t at = (size_t)v * (size_t)s->dense.n;
  return (pf_flat_tree){s->lengths + at, s->arrivals + at};
}

typedef struct counts {
  int64_t pairs, ways, elsewhere;
} counts;

static void check_same(const twin_map *map, const twin_ways *ways, double theta, int32_t count,
                       const int32_t *vias, int32_t expected_count, const int32_t *expected) {
  bool same = count == expected_count;
  for (int32_t i = 0; i < count && same; i++) same = vias[i] == expected[i];
  if (!same)
    twin_fail(map, "%d to %d, theta %g: %d ways, not %d, or others", ways->u, ways->t, theta, count,
              expected_count);
}

/* Uses one scratch for all pairs, as the build does; thetas in any order, one of them twice. */
static void check_pairs(const twin_map *map, const stage *s, counts *sum) {
  static const double thetas[] = {0.6, 0.4, 1, 0.8, 0.45, 0.6};
  pf_random random = pf_random_from(map->seed + 5);
  pf_different different = {0};
  const int32_t n = s->dense.n;
  assert_int_equal(pf_different_init(&different, s->dense.n), PATHFAN_OK);
  pf_different_among(&different, s->dense.n, s->graph.at, s->dense.rank);
  for (int k = 0; k < 40 && n > 1; k++) {
    const int32_t u = pf_random_below(&random, n), t = pf_random_below(&random, n);
    const pf_flat_tree a = tree_of(s, u), b = tree_of(s, t);
    if (u == t || a.length[t] == PF_FLAT_FAR || a.length[t] == 0) continue;
    twin_ways ways = twin_ways_between(&s->dense, NULL, PF_FLAT_SHIFT, u, t);
    pf_different_begin(&different, &a, u, &b, t);
    sum->pairs++;
    for (size_t i = 0; i < sizeof thetas / sizeof *thetas; i++) {
      int32_t vias[PF_DIFFERENT_MOST], expected[TWIN_WAYS], one;
      const int32_t count = pf_different_find(&different, thetas[i], vias);
      check_same(map, &ways, thetas[i], count, vias,
                 twin_ways_different(&ways, thetas[i], expected), expected);
      const int32_t other = twin_ways_elsewhere(&ways);
      const int32_t found = pf_different_elsewhere(&different, &one);
      check_same(map, &ways, thetas[i], found, &one, other >= 0, &other);
      sum->ways += count;
      sum->elsewhere += found;
    }
    twin_ways_free(&ways);
  }
  pf_different_free(&different);
  pf_different_free(&different); /* a second call does nothing */
}

static void test_ways(void **state) {
  (void)state;
  const int count = twin_drawn_count() + 150;
  counts sum = {0};
  for (int i = 0; i < count; i++) {
    twin_map map = i % 3 ? twin_map_number(i - i / 3 - 1, i % 6 ? 30 : 48)
                         : twin_outline_map(i / 3, i % 6 ? 15 : 24);
    stage s;
    begin(&s, &map);
    check_pairs(&map, &s, &sum);
    end(&s);
    twin_map_free(&map);
  }
  print_message("%d maps, %lld pairs, %lld ways, %lld elsewhere\n", count, (long long)sum.pairs,
                (long long)sum.ways, (long long)sum.elsewhere);
  assert_true(sum.ways > sum.pairs && sum.elsewhere > sum.pairs);
}

SUITE(test_different) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_ways)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
