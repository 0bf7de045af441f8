/* Canonical trees, first moves and column order against Dijkstra without a queue and Floyd-Warshall
 * over full matrices. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "graph/graph.h"
#include "meshing/rectangles.h"
#include "build-index/tables/moves.h"
#include "build-index/sight/order.h"
#include "graph/trees.h"
#include "suite.h"
#include "twin_dense.h"

typedef struct stage {
  pf_grid_mesh mesh;
  pf_graph graph;
  pf_cones cones;
  pf_tree tree;
} stage;

static void begin(stage *s, const twin_map *map, int32_t bits) {
  assert_int_equal(pf_rectangles_build(&map->grid, &s->mesh), PATHFAN_OK);
  assert_int_equal(
      pf_graph_build(pf_graph_mesh_of(&s->mesh.data), 2, INT64_MAX, &s->graph, &s->cones, NULL),
      PATHFAN_OK);
  pf_graph_weigh(&s->graph, bits);
  assert_int_equal(pf_tree_init(&s->tree, &s->graph), PATHFAN_OK);
}

static void end(stage *s) {
  pf_tree_free(&s->tree);
  pf_cones_free(&s->cones);
  pf_graph_free(&s->graph);
  pf_grid_mesh_free(&s->mesh);
}

/* Compares a tree of the graph with the twin's; vertex v is new_of[v] in the graph (NULL: v). */
static void check_tree(const twin_map *map, const twin_dense *d, const pf_graph *graph,
                       const pf_tree *tree, const int32_t *new_of) {
  int32_t old_of[4096], count = 0;
  assert_true(d->n <= 4096);
  for (int32_t v = 0; v < d->n; v++) old_of[new_of ? new_of[v] : v] = v;
  const int32_t u = old_of[tree->source];
  for (int32_t v = 0; v < d->n; v++) {
    const int32_t here = new_of ? new_of[v] : v;
    const int32_t parent = tree->parent[here] < 0 ? -1 : old_of[tree->parent[here]];
    if (tree->length[here] != d->length[twin_at(d, u, v)] ||
        parent != d->parent[twin_at(d, u, v)] ||
        (tree->length[here] >= 0 && tree->tie_hash[here] != d->hash[twin_at(d, u, v)]))
      twin_fail(map, "tree of %d: vertex %d comes after %d, not %d", u, v, parent,
                d->parent[twin_at(d, u, v)]);
    if (parent >= 0)
      assert_true(graph->edges[tree->parent_edge[here]].to == here &&
                  tree->parent_edge[here] >= pf_graph_first(graph, tree->parent[here]) &&
                  tree->parent_edge[here] < pf_graph_end(graph, tree->parent[here]));
    count += tree->length[here] >= 0;
  }
  assert_int_equal(tree->count, count);
  assert_int_equal(tree->order[0], tree->source);
  /* Parents before children, each vertex once. */
  uint8_t placed[4096] = {0};
  for (int32_t i = 0; i < count; i++) {
    const int32_t v = tree->order[i];
    assert_false(placed[v]);
    assert_true(i == 0 || placed[tree->parent[v]]);
    placed[v] = 1;
  }
}

/* Whether the path from u to v has a vertex of a rank below the limit, or there is no path. */
static bool is_beyond(const twin_dense *d, const int32_t *rank, int32_t limit, int32_t u,
                      int32_t v) {
  if (d->length[twin_at(d, u, v)] < 0) return true;
  for (; v >= 0; v = d->parent[twin_at(d, u, v)])
    if (rank[v] < limit) return true;
  return false;
}

/* Checks trees of near vertices only, with arbitrary ranks. */
static void check_near(const twin_map *map, const twin_dense *d, stage *s, uint64_t seed) {
  int32_t rank[4096];
  for (int32_t v = 0; v < d->n; v++) rank[v] = (int32_t)(pf_mix(seed + (uint64_t)v) % 97);
  for (int32_t u = 0; u < d->n; u++) {
    const int32_t limit = u % 3 ? rank[u] : 97 - u % 9;
    int32_t count = 0;
    assert_int_equal(pf_tree_grow_near(&s->tree, &s->graph, u, rank, limit), PATHFAN_OK);
    uint8_t placed[4096] = {0};
    for (int32_t i = 0; i < s->tree.count; i++) {
      const int32_t v = s->tree.order[i], parent = s->tree.parent[v];
      assert_true(i == 0 ? v == u : placed[parent]);
      if (placed[v]++ || is_beyond(d, rank, limit, u, v))
        twin_fail(map, "near %d: %d is beyond, or twice", u, v);
      if (s->tree.length[v] != d->length[twin_at(d, u, v)] ||
          parent != d->parent[twin_at(d, u, v)] || s->tree.tie_hash[v] != d->hash[twin_at(d, u, v)])
        twin_fail(map, "near tree of %d: vertex %d comes after %d", u, v, parent);
    }
    for (int32_t v = 0; v < d->n; v++) count += !is_beyond(d, rank, limit, u, v);
    if (count != s->tree.count)
      twin_fail(map, "near %d are %d vertices, not %d", u, count, s->tree.count);
  }
}

static void check_lengths(const twin_map *map, const twin_dense *d) {
  double *exact = twin_floyd_warshall(d);
  for (int32_t u = 0; u < d->n; u++)
    for (int32_t v = 0; v < d->n; v++) {
      const int64_t length = d->length[twin_at(d, u, v)];
      const double expected = exact[twin_at(d, u, v)];
      if (isinf(expected) ? length >= 0 : fabs(ldexp((double)length, -d->bits) - expected) > 1e-8)
        twin_fail(map, "length from %d to %d: %lld", u, v, (long long)length);
      /* The path and its reverse have the same edges. */
      if (length > 0 && d->hash[twin_at(d, u, v)] != d->hash[twin_at(d, v, u)])
        twin_fail(map, "the path from %d to %d isn't the one back", u, v);
    }
  free(exact);
}

static void check_moves(const twin_map *map, const twin_dense *d, stage *s) {
  pf_tree trees[2] = {{0}, {0}};
  pf_moves moves;
  int32_t *move = malloc(((size_t)d->n + 1) * sizeof *move);
  for (int i = 0; i < 2; i++) assert_int_equal(pf_tree_init(&trees[i], &s->graph), PATHFAN_OK);
  assert_int_equal(pf_moves_build(&s->graph, trees, 2, &moves, NULL), PATHFAN_OK);
  for (int32_t a = 0; a < d->n; a++) {
    const int32_t base = pf_graph_first(&s->graph, a);
    for (int32_t v = 0; v < d->n; v++) move[v] = -1;
    for (int32_t e = base; e < pf_graph_end(&s->graph, a); e++)
      for (int32_t i = moves.rows[a].first[e - base]; i < moves.rows[a].first[e - base + 1]; i++)
        for (int32_t v = moves.rows[a].runs[i].low; v < moves.rows[a].runs[i].high; v++) {
          assert_int_equal(move[v], -1);
          move[v] = s->graph.edges[e].to;
        }
    /* The first move from a to v is the vertex after a on the path back from v. */
    for (int32_t v = 0; v < d->n; v++)
      if (move[v] != (v == a ? -1 : d->parent[twin_at(d, v, a)]))
        twin_fail(map, "first move from %d to %d: %d", a, v, move[v]);
  }
  pf_moves_free(&moves);
  for (int i = 0; i < 2; i++) pf_tree_free(&trees[i]);
  free(move);
}

/* Finds the edge of a taut group that turns most sharply round the obstacle, by examining all; -1:
 * none. */
static int32_t find_sharpest(const pf_graph *graph, int32_t v, int group) {
  const int32_t *bound = &graph->group[PF_EDGE_GROUPS * v + group];
  const int sign = group == PF_EDGES_LEFT_TAUT ? 1 : -1;
  int32_t found = -1;
  for (int32_t e = bound[0]; e < bound[1]; e++) {
    const int32_t to = graph->edges[e].to;
    if (found < 0 || sign * pf_cross(pf_from_to(graph->at[v], graph->at[found]),
                                     pf_from_to(graph->at[v], graph->at[to])) >
                         0)
      found = to;
  }
  return found;
}

/* Checks what is left of a graph that has forgotten its edges. */
static void check_forgotten(const twin_map *map, stage *s) {
  static const int groups[] = {PF_EDGES_LEFT_TAUT, PF_EDGES_RIGHT_TAUT};
  pf_graph *graph = &s->graph;
  const int32_t n = graph->vertex_count, edges = graph->edge_count, taut = graph->taut_edge_count;
  int32_t *sharpest = malloc((2 * (size_t)n + 1) * sizeof *sharpest);
  assert_non_null(sharpest);
  for (int32_t v = 0; v < n; v++)
    for (int g = 0; g < 2; g++) {
      sharpest[2 * v + g] = find_sharpest(graph, v, groups[g]);
      assert_int_equal(pf_graph_sharpest(graph, v, groups[g]), sharpest[2 * v + g]);
    }
  assert_int_equal(pf_graph_forget_edges(graph), PATHFAN_OK);
  assert_null(graph->edges);
  assert_true(graph->edge_count == edges && graph->taut_edge_count == taut);
  for (int32_t v = 0; v < n; v++)
    for (int g = 0; g < 2; g++)
      if (pf_graph_sharpest(graph, v, groups[g]) != sharpest[2 * v + g])
        twin_fail(map, "vertex %d, group %d", v, groups[g]);
  free(sharpest);
}

static void check_order(const twin_map *map, const twin_dense *d, stage *s) {
  const size_t n = (size_t)d->n;
  int32_t *position = malloc((n + 1) * sizeof *position);
  uint8_t *used = calloc(n + 1, 1);
  pf_wedge *wedge = malloc((n + 1) * sizeof *wedge);
  pf_lattice_point *at = malloc((n + 1) * sizeof *at);
  assert_int_equal(pf_order_spanning_tree(&s->graph, position), PATHFAN_OK);
  for (size_t v = 0; v < n; v++) {
    assert_in_range(position[v], 0, n - 1);
    if (used[position[v]]++) twin_fail(map, "place %d is given twice", position[v]);
    at[position[v]] = d->at[v];
    wedge[position[v]] = d->wedge[v];
  }
  /* After renumbering the trees are the same. */
  assert_int_equal(pf_graph_renumber(&s->graph, position, at, wedge), PATHFAN_OK);
  pf_graph_weigh(&s->graph, d->bits);
  for (int32_t u = 0; u < d->n; u++) {
    assert_int_equal(pf_tree_grow(&s->tree, &s->graph, u), PATHFAN_OK);
    check_tree(map, d, &s->graph, &s->tree, position);
  }
  check_forgotten(map, s); /* must come last */
  free(position);
  free(used);
  free(wedge);
  free(at);
}

static void test_trees(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(1200);
  int64_t pairs = 0;
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i, i % 20 ? 22 : 40);
    const int32_t bits = i % 4 ? 36 : i % 8 ? 24 : 30;
    twin_dense d = twin_dense_make(&map, bits);
    stage s = {0};
    begin(&s, &map, bits);
    assert_int_equal(s.graph.vertex_count, d.n);
    for (int32_t u = 0; u < d.n; u++) {
      assert_int_equal(pf_tree_grow(&s.tree, &s.graph, u), PATHFAN_OK);
      check_tree(&map, &d, &s.graph, &s.tree, NULL);
    }
    if (bits == 36) check_lengths(&map, &d);
    check_near(&map, &d, &s, (uint64_t)i);
    check_moves(&map, &d, &s);
    check_order(&map, &d, &s);
    pairs += (int64_t)d.n * d.n;
    end(&s);
    twin_dense_free(&d);
    twin_map_free(&map);
  }
  print_message("%d maps, %lld pairs of vertices\n", count, (long long)pairs);
}

/* Lengths along a corridor that winds through a whole map stay below 2^62 units. */
static void test_length_bits(void **state) {
  (void)state;
  twin_map map = {.name = "winding corridor", .grid = {.width = 750, .height = 751}};
  map.grid.free = malloc((size_t)map.grid.width * (size_t)map.grid.height);
  assert_non_null(map.grid.free);
  for (int32_t y = 0; y < map.grid.height; y++)
    for (int32_t x = 0; x < map.grid.width; x++)
      map.grid.free[(int64_t)y * map.grid.width + x] =
          y % 2 == 0 || x == (y % 4 == 1 ? map.grid.width - 1 : 0);
  stage s = {0};
  int32_t bits = 0;
  begin(&s, &map, 12);
  assert_int_equal(pf_trees_length_bits(&s.graph, 62, &bits), PATHFAN_OK);
  /* Some 280,000 cells long: the bound proven is 2^19, and a factor of two. */
  assert_in_range(bits, 40, 43);
  pf_graph_weigh(&s.graph, bits);
  pf_tree_free(&s.tree);
  assert_int_equal(pf_tree_init(&s.tree, &s.graph), PATHFAN_OK);
  assert_int_equal(pf_tree_grow(&s.tree, &s.graph, 0), PATHFAN_OK);
  int64_t longest = 0;
  for (int32_t v = 0; v < s.graph.vertex_count; v++) {
    assert_true(s.tree.length[v] >= 0);
    if (s.tree.length[v] > longest) longest = s.tree.length[v];
  }
  assert_true(ldexp((double)longest, -bits) > 2.8e5);
  end(&s);
  twin_map_free(&map);
}

SUITE(test_trees) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_trees),
      cmocka_unit_test(test_length_bits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
