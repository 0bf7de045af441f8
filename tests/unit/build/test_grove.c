/* Trees grown side by side against trees grown one by one: the same lengths, ties and parents, for
 * near vertices, up to targets, and in the lists of hubs. */
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "graph/grove.h"
#include "graph_fixture.h"
#include "build-index/labels/hub_lists.h"
#include "suite.h"
#include "twin_maps.h"

typedef struct stage {
  pf_grid_mesh mesh;
  pf_graph graph;
  pf_grove groves[2]; /* the second one by one */
  pf_tree tree, twin;
} stage;

static void begin(stage *s, const twin_map *map, int32_t bits) {
  graph_of_map(map, bits, &s->mesh, &s->graph);
  for (int g = 0; g < 2; g++)
    assert_int_equal(pf_grove_init(&s->groves[g], &s->graph, !g), PATHFAN_OK);
  assert_int_equal(pf_tree_init(&s->tree, &s->graph), PATHFAN_OK);
  assert_int_equal(pf_tree_init(&s->twin, &s->graph), PATHFAN_OK);
}

static void end(stage *s) {
  for (int g = 0; g < 2; g++) pf_grove_free(&s->groves[g]);
  pf_tree_free(&s->tree);
  pf_tree_free(&s->twin);
  pf_graph_free(&s->graph);
  pf_grid_mesh_free(&s->mesh);
}

static void check_vertex(const twin_map *map, const stage *s, int32_t v) {
  if (s->tree.length[v] != s->twin.length[v] || s->tree.tie_hash[v] != s->twin.tie_hash[v] ||
      s->tree.parent[v] != s->twin.parent[v] || s->tree.parent_edge[v] != s->twin.parent_edge[v])
    twin_fail(map, "tree of %d: vertex %d comes after %d, not %d", s->twin.source, v,
              s->tree.parent[v], s->twin.parent[v]);
}

/* Checks that the tree of near vertices equals the twin, except perhaps in order. */
static void check_near(const twin_map *map, const stage *s) {
  int32_t at[4096];
  assert_true(s->graph.vertex_count <= 4096);
  assert_int_equal(s->tree.source, s->twin.source);
  assert_int_equal(s->tree.count, s->twin.count);
  memset(at, 0xff, sizeof at);
  for (int32_t k = 0; k < s->tree.count; k++) {
    const int32_t v = s->tree.order[k];
    assert_true(at[v] < 0);
    assert_true(k ? at[s->tree.parent[v]] >= 0 : v == s->tree.source);
    at[v] = k;
  }
  for (int32_t k = 0; k < s->twin.count; k++) {
    assert_true(at[s->twin.order[k]] >= 0);
    check_vertex(map, s, s->twin.order[k]);
  }
}

/* Chooses sources with consecutive numbers, or random ones. */
static int32_t choose(const stage *s, pf_random *random, int32_t *sources) {
  const int32_t n = s->graph.vertex_count;
  int32_t count = 1 + (int32_t)pf_random_below(random, PF_GROVE_TREES);
  if (count > n) count = n;
  const bool anywhere = pf_random_below(random, 3) == 0;
  const int32_t first = (int32_t)pf_random_below(random, n - count + 1);
  for (int32_t i = 0; i < count; i++)
    sources[i] = anywhere ? (int32_t)pf_random_below(random, n) : first + i;
  return count;
}

static void try_near(const twin_map *map, stage *s, pf_random *random) {
  int32_t rank[4096], sources[PF_GROVE_TREES];
  const int32_t n = s->graph.vertex_count, count = choose(s, random, sources);
  for (int32_t v = 0; v < n; v++) rank[v] = (int32_t)pf_random_below(random, 97);
  for (int g = 0; g < 2; g++) {
    pf_grove *grove = &s->groves[g];
    assert_int_equal(pf_grove_grow(grove, sources, count), PATHFAN_OK);
    for (int32_t i = 0; i < count; i++) {
      /* 0: the tree is whole; 97: not even its source is in it. */
      const int32_t limit = i % 3 == 1 ? 0 : i % 3 == 2 ? 97 : rank[sources[i]];
      assert_int_equal(pf_tree_grow_near(&s->twin, &s->graph, sources[i], rank, limit), PATHFAN_OK);
      assert_int_equal(pf_grove_take_near(grove, i, rank, limit, &s->tree), PATHFAN_OK);
      if (limit == 97)
        assert_int_equal(s->tree.count, 0);
      else
        check_near(map, s);
    }
  }
}

static void try_targets(const twin_map *map, stage *s, pf_random *random) {
  int32_t sources[PF_GROVE_TREES], targets[PF_GROVE_TREES][5];
  pf_tree_goal goals[PF_GROVE_TREES];
  const int32_t n = s->graph.vertex_count, count = choose(s, random, sources);
  const double factor = pf_random_below(random, 2) ? 1 : 1.35;
  for (int g = 0; g < 2; g++) {
    for (int32_t i = 0; i < count; i++) {
      goals[i] = (pf_tree_goal){.targets = targets[i], .count = i % 5, .factor = factor, .more = 7};
      for (int32_t k = 0; k < goals[i].count; k++)
        targets[i][k] = (int32_t)pf_random_below(random, n);
    }
    pf_grove *grove = &s->groves[g];
    assert_int_equal(pf_grove_grow_to(grove, sources, goals, count), PATHFAN_OK);
    for (int32_t i = 0; i < count; i++) {
      /* The whole tree shows how far it must go. */
      int64_t farthest = 0;
      bool reaches = true;
      assert_int_equal(pf_tree_grow(&s->twin, &s->graph, sources[i]), PATHFAN_OK);
      for (int32_t k = 0; k < goals[i].count; k++) {
        const int64_t length = s->twin.length[targets[i][k]];
        reaches = reaches && length >= 0;
        if (length > farthest) farthest = length;
      }
      const int64_t limit = reaches ? (int64_t)(factor * (double)farthest) + 7 : INT64_MAX;
      assert_int_equal(pf_grove_take_to(grove, i, &s->tree), PATHFAN_OK);
      assert_true(goals[i].limit == limit);
      uint8_t listed[4096] = {0};
      for (int32_t k = 0; k < s->tree.reached_count; k++) listed[s->tree.reached[k]]++;
      for (int32_t v = 0; v < n; v++) {
        assert_int_equal(listed[v], s->tree.length[v] >= 0);
        if (s->twin.length[v] < 0 || s->twin.length[v] > limit) continue;
        check_vertex(map, s, v);
      }
    }
  }
}

static void test_trees(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(400);
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i, i % 10 ? 24 : 40);
    pf_random random = pf_random_from(map.seed + 5);
    stage s = {0};
    /* Coarse lengths have ties, and low lengths that don't tell them apart. */
    begin(&s, &map, i % 3 ? 60 : i % 2 ? 20 : 36);
    for (int round = 0; round < 6 && s.graph.vertex_count; round++) {
      try_near(&map, &s, &random);
      try_targets(&map, &s, &random);
    }
    end(&s);
    twin_map_free(&map);
  }
}

/* Small obstacles in an open field, which all see each other: there groves pay, and lists of hubs
 * are made with them. */
static void test_hub_lists(void **state) {
  (void)state;
  twin_map map = {.name = "dots", .grid = {.width = 200, .height = 200}};
  pf_random random = pf_random_from(11);
  map.grid.free = malloc((size_t)map.grid.width * (size_t)map.grid.height);
  assert_non_null(map.grid.free);
  memset(map.grid.free, 1, (size_t)map.grid.width * (size_t)map.grid.height);
  for (int i = 0; i < 90; i++) map.grid.free[pf_random_below(&random, 200 * 200)] = 0;
  stage s = {0};
  begin(&s, &map, 60);
  const int32_t n = s.graph.vertex_count;
  assert_true(n > 300 && pf_grove_pays(&s.graph));
  int32_t *rank = malloc((size_t)n * sizeof *rank);
  for (int32_t v = 0; v < n; v++) rank[v] = (int32_t)((int64_t)v * 7 % n); /* ranks spread out */
  for (int32_t v = 0; v < n; v++) rank[v] = rank[v] * 2 + (v % 2);
  pf_results results;
  pf_results_init(&results, NULL);
  const pf_batches batches = {.results = &results, .threads = 1};
  pf_hub_lists lists;
  assert_int_equal(pf_batches_agree(&batches, PF_RESULT_LABELS, pf_hub_lists_batches(n)),
                   PATHFAN_OK);
  assert_int_equal(pf_hub_lists_find(&s.graph, &s.tree, rank, &batches, &lists, NULL), PATHFAN_OK);
  int64_t labels = 0, seen = 0;
  for (int32_t u = 0; u < n; u++) {
    uint8_t listed[4096] = {0};
    int32_t left = 0;
    assert_int_equal(pf_tree_grow_near(&s.twin, &s.graph, u, rank, rank[u]), PATHFAN_OK);
    for (int32_t k = 1; k < s.twin.count; k++) listed[s.twin.order[k]] = 1;
    pf_hub_reader read = pf_hub_labels(&lists, u);
    for (pf_hub_label label; pf_hub_next_label(&read, &label); labels++) {
      assert_int_equal(listed[label.vertex]--, 1);
      assert_true(label.length == s.twin.length[label.vertex]);
      assert_int_equal(label.next, s.twin.parent[label.vertex]);
    }
    read = pf_hub_viewers(&lists, u);
    for (int32_t v; pf_hub_next_viewer(&read, &v); seen++) assert_int_equal(listed[v]--, 1);
    for (int32_t v = 0; v < n; v++) left += listed[v];
    assert_int_equal(left, 0);
  }
  print_message("%d vertices, %lld labels, %lld seen\n", n, (long long)labels, (long long)seen);
  assert_true(labels > 0 && seen > 0);
  pf_results_close(&results, true);
  free(rank);
  end(&s);
  twin_map_free(&map);
}

SUITE(test_grove) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_trees),
      cmocka_unit_test(test_hub_lists),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
