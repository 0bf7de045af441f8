/* The order of hubs against the rule itself, with sums over all pairs recomputed at each step; if
 * not all vertices have trees, the properties that any order must have. */
#include <stdlib.h>
#include <string.h>

#include "graph_fixture.h"
#include "build-index/labels/hub_order.h"
#include "twin_dense.h"

typedef struct stage {
  pf_grid_mesh mesh;
  pf_graph graph;
  pf_tree trees[2];
} stage;

static void begin(stage *s, const twin_map *map) {
  memset(s, 0, sizeof *s);
  graph_of_map(map, 36, &s->mesh, &s->graph);
  for (int t = 0; t < 2; t++) assert_int_equal(pf_tree_init(&s->trees[t], &s->graph), 0);
}

static void end(stage *s) {
  for (int t = 0; t < 2; t++) pf_tree_free(&s->trees[t]);
  pf_graph_free(&s->graph);
  pf_grid_mesh_free(&s->mesh);
}

/* Whether the path from u to v has no ranked vertex, ends included. */
static bool is_open(const twin_dense *d, const int32_t *rank, int32_t u, int32_t v) {
  if (d->length[twin_at(d, u, v)] < 0) return false;
  for (; v >= 0; v = d->parent[twin_at(d, u, v)])
    if (rank[v] < d->n) return false;
  return true;
}

/* Returns the number of open paths through v, divided by 16 more than those that end there. */
static double worth(const twin_dense *d, const int32_t *rank, int32_t v) {
  int64_t on = 0, own = 0;
  for (int32_t u = 0; u < d->n; u++)
    for (int32_t w = 0; w < d->n; w++) {
      if (!is_open(d, rank, u, w)) continue;
      own += w == v;
      for (int32_t x = w; x >= 0; x = d->parent[twin_at(d, u, x)]) on += x == v;
    }
  return (double)on / (double)(own + 16);
}

/* Returns the vertex with the greatest worth when last computed; ties in reading order. */
static int32_t first_of(const twin_dense *d, const int32_t *rank, const double *known) {
  int32_t best = -1;
  for (int32_t v = 0; v < d->n; v++) {
    if (rank[v] < d->n) continue;
    const bool tie = best >= 0 && known[v] == known[best];
    if (best < 0 || known[v] > known[best] ||
        (tie && (d->at[v].y < d->at[best].y ||
                 (d->at[v].y == d->at[best].y && d->at[v].x < d->at[best].x))))
      best = v;
  }
  return best;
}

static void check_rule(const twin_map *map, const twin_dense *d, const int32_t *rank_of) {
  int32_t rank[64];
  double known[64];
  for (int32_t v = 0; v < d->n; v++) rank[v] = d->n;
  for (int32_t v = 0; v < d->n; v++) known[v] = worth(d, rank, v);
  for (int32_t turn = 0; turn < d->n;) {
    const int32_t v = first_of(d, rank, known);
    const double now = worth(d, rank, v);
    if (now != known[v]) {
      known[v] = now;
      continue;
    }
    if (rank_of[v] != turn) twin_fail(map, "vertex %d has turn %d, not %d", v, rank_of[v], turn);
    rank[v] = turn++;
  }
}

static void test_rule(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(300);
  int32_t rank[64], checked = 0;
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i, 12);
    twin_dense d = twin_dense_make(&map, 36);
    if (d.n < 64) {
      stage s;
      begin(&s, &map);
      assert_int_equal(pf_hub_order_find(&s.graph, s.trees, 1 + i % 2, NULL, NULL, rank, NULL), 0);
      check_rule(&map, &d, rank);
      end(&s);
      checked++;
    }
    twin_dense_free(&d);
    twin_map_free(&map);
  }
  assert_true(checked > count / 2);
}

/* More vertices than trees in the first round: each gets a rank, and threads don't matter. */
static void test_rounds(void **state) {
  (void)state;
  twin_map map = {.name = "pillars", .grid = {.width = 161, .height = 121}};
  map.grid.free = malloc((size_t)map.grid.width * (size_t)map.grid.height);
  assert_non_null(map.grid.free);
  for (int32_t y = 0; y < map.grid.height; y++)
    for (int32_t x = 0; x < map.grid.width; x++)
      map.grid.free[(int64_t)y * map.grid.width + x] =
          pf_mix((uint64_t)(y / 2 * 100 + x / 2)) % 4 != 0;
  stage s;
  begin(&s, &map);
  const int32_t n = s.graph.vertex_count;
  assert_true(n > 600);
  int32_t *one = malloc((size_t)n * sizeof *one), *two = malloc((size_t)n * sizeof *two);
  uint8_t *used = calloc((size_t)n, 1);
  assert_true(one && two && used);
  assert_int_equal(pf_hub_order_find(&s.graph, s.trees, 1, NULL, NULL, one, NULL), PATHFAN_OK);
  assert_int_equal(pf_hub_order_find(&s.graph, s.trees, 2, NULL, NULL, two, NULL), PATHFAN_OK);
  assert_memory_equal(one, two, (size_t)n * sizeof *one);
  for (int32_t v = 0; v < n; v++) {
    assert_in_range(one[v], 0, n - 1);
    assert_false(used[one[v]]++);
  }
  free(one);
  free(two);
  free(used);
  end(&s);
  twin_map_free(&map);
}

SUITE(test_hub_order) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rule),
      cmocka_unit_test(test_rounds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
