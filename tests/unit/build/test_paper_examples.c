/* Examples 1 to 6 of the paper (sections 3.1 and 4.1). Figures 2 and 4 give no coordinates, and the
 * text gives only some lengths, but it names first moves, via nodes, labels and plateaus. The graph
 * below has the edges that these need, and lengths that agree with the text: F-B-A 33, A-D-J 39,
 * F-G-H 60, D-J 16, K-C-B-E 47, and 88, 92, 100 for the three paths of Example 1. The other lengths
 * were chosen so that the paper's statements hold; the tests check these on the builder's stages,
 * which take any graph, and on the twin. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/layout.h"
#include "graph/graph.h"
#include "graph/dijkstra.h"
#include "graph/overlay.h"
#include "build-index/labels/hub_lists.h"
#include "query/open/row_reader.h"
#include "build-index/tables/rows.h"
#include "suite.h"
#include "build-index/tables/tables.h"
#include "twin_dense.h"

enum { A, B, C, D, E, F, G, H, I, J, K, S, T, ALL };
enum { VERTICES = S }; /* of Figure 4; Figure 2 adds s and t */

static const struct {
  int a, b, length;
} edges[] = {
    {F, B, 20}, {B, A, 13}, {A, D, 23}, {D, J, 16}, {F, G, 8},  {G, H, 52}, {F, I, 14},
    {I, G, 20}, {K, I, 16}, {K, C, 7},  {C, B, 30}, {B, E, 10}, {E, H, 35}, {C, A, 20},
    {H, J, 25}, {S, I, 10}, {S, K, 4},  {H, T, 6},  {J, T, 30},
};
enum { EDGES = sizeof edges / sizeof edges[0], EDGES_OF_VERTICES = EDGES - 4 };

/* The graph as the builder has it; each vertex can be passed in every direction. */
typedef struct example {
  pf_graph graph;
  pf_lattice_point at[ALL];
  int64_t weights[ALL * ALL];
  pf_tree tree;
  pf_moves moves;
  int32_t rank[ALL];
} example;

static void make(example *x, int32_t n) {
  memset(x, 0, sizeof *x);
  for (int i = 0; i < (n == ALL ? EDGES : EDGES_OF_VERTICES); i++)
    x->weights[edges[i].a * n + edges[i].b] = x->weights[edges[i].b * n + edges[i].a] =
        edges[i].length;
  pf_graph *graph = &x->graph;
  graph->vertex_count = n;
  graph->at = x->at;
  graph->group = calloc((size_t)PF_EDGE_GROUPS * (size_t)n + 1, sizeof *graph->group);
  graph->edges = calloc(2 * EDGES, sizeof *graph->edges);
  graph->tie_hash = calloc(2 * EDGES, sizeof *graph->tie_hash);
  for (int32_t v = 0; v < n; v++) {
    x->rank[v] = v;                          /* alphabetical: Example 3 */
    x->at[v] = (pf_lattice_point){v, v * v}; /* no three collinear: edges are sight lines */
    graph->group[PF_EDGE_GROUPS * v] = graph->edge_count;
    for (int32_t w = 0; w < n; w++)
      if (x->weights[v * n + w])
        graph->edges[graph->edge_count++] =
            (pf_edge){.weight = x->weights[v * n + w], .to = w, .side = PF_SIDE_LEFT};
    for (int g = 1; g <= PF_EDGE_GROUPS; g++)
      graph->group[PF_EDGE_GROUPS * v + g] = graph->edge_count;
  }
  for (int32_t e = 0; e < graph->edge_count; e++) {
    graph->edges[e].next_taut = pf_graph_first(graph, graph->edges[e].to);
    graph->edges[e].next_end = pf_graph_end(graph, graph->edges[e].to);
  }
  assert_int_equal(pf_tree_init(&x->tree, graph), PATHFAN_OK);
  assert_int_equal(pf_moves_build(graph, &x->tree, 1, &x->moves, NULL), PATHFAN_OK);
}

static void drop(example *x) {
  pf_moves_free(&x->moves);
  pf_tree_free(&x->tree);
  pf_graph_free(&x->graph);
}

static twin_dense twin_of(const example *x) {
  twin_dense d = twin_dense_abstract(x->graph.vertex_count, x->weights);
  memcpy(d.rank, x->rank, (size_t)d.n * sizeof *d.rank);
  return d;
}

/* Checks the path from u to v: `letters`, with s and t in lower case. */
static void check_path(const twin_dense *d, int u, int v, const char *letters, int64_t length) {
  int32_t path[ALL];
  char text[ALL + 1] = "";
  const int32_t count = twin_path(d, u, v, path);
  for (int32_t i = 0; i < count; i++) text[i] = "ABCDEFGHIJKst"[path[i]];
  assert_string_equal(text, letters);
  assert_int_equal(d->length[twin_at(d, u, v)], length);
}

/* Checks the end and the length of the branch that two trees share, which begins at `first`. */
static void check_branch(const pf_spt *from, const pf_spt *to, int first, int last,
                         int64_t length) {
  const int32_t before = from->parent[first];
  int32_t v = first;
  assert_true(before < 0 || to->parent[before] != first);
  for (int32_t next; next = to->parent[v], next >= 0 && from->parent[next] == v;) v = next;
  assert_int_equal(v, last);
  assert_int_equal(from->length[last] - from->length[first], length);
}

/* Checks the same with the trees of the Plateaus method (src/graph). */
static void check_trees(const pf_graph *graph) {
  int32_t first[ALL + 1], to[2 * EDGES];
  int64_t weight[2 * EDGES];
  pf_search_graph base = {.graph = *graph, .first = first, .to = to, .weight = weight};
  pf_overlay overlay = {0};
  pf_spt of_s = {0}, of_t = {0};
  for (int32_t v = 0; v <= ALL; v++) first[v] = pf_graph_first(graph, v);
  for (int32_t e = 0; e < graph->edge_count; e++) {
    to[e] = graph->edges[e].to;
    weight[e] = graph->edges[e].weight;
  }
  assert_int_equal(pf_overlay_begin(&overlay, &base), PATHFAN_OK);
  pf_dijkstra dijkstra = {0};
  pf_work_limit unlimited = {0};
  assert_int_equal(pf_dijkstra_grow(&dijkstra, &overlay, S, &unlimited, &of_s), PATHFAN_OK);
  assert_int_equal(pf_dijkstra_grow(&dijkstra, &overlay, T, &unlimited, &of_t), PATHFAN_OK);
  assert_true(of_s.length[T] == 88 && of_t.length[S] == 88);
  check_branch(&of_s, &of_t, S, T, 88);
  check_branch(&of_s, &of_t, K, E, 47);
  check_branch(&of_s, &of_t, D, J, 16);
  assert_int_equal(of_s.length[K] + of_t.length[K], 92);
  assert_int_equal(of_s.length[D] + of_t.length[D], 100);
  pf_spt_free(&of_s);
  pf_spt_free(&of_t);
  pf_dijkstra_free(&dijkstra);
  pf_overlay_free(&overlay);
}

/* Figure 2: the three longest plateaus and the paths through them. */
static void test_example_1(void **state) {
  (void)state;
  example x;
  twin_plateau p[4];
  pf_plateaus found;
  make(&x, ALL);
  twin_dense d = twin_of(&x);
  check_path(&d, S, T, "sIGHt", 88);
  assert_true(twin_plateaus(&d, S, T, p, 4) >= 3);
  assert_true(p[0].first == S && p[0].last == T && p[0].length == 88);
  assert_true(p[1].first == K && p[1].last == E && p[1].length == 47);
  assert_true(p[2].first == D && p[2].last == J && p[2].length == 16);
  check_path(&d, S, E, "sKCBE", 51);
  check_path(&d, E, T, "EHt", 41); /* 51 + 41 = 92 */
  check_path(&d, S, D, "sKCAD", 54);
  check_path(&d, D, T, "DJt", 46); /* 54 + 46 = 100 */

  check_trees(&x.graph);

  assert_int_equal(pf_plateaus_init(&found, ALL, 3), PATHFAN_OK);
  assert_int_equal(pf_tree_grow(&x.tree, &x.graph, S), PATHFAN_OK);
  assert_int_equal(pf_plateaus_find(&found, &x.moves, &x.tree, x.rank), PATHFAN_OK);
  for (int i = 0; i < 3; i++) {
    assert_int_equal(found.top[T * 3 + i].length, p[i].length);
    assert_int_equal(found.top[T * 3 + i].best, x.rank[p[i].best]);
  }
  pf_plateaus_free(&found);
  twin_dense_free(&d);
  drop(&x);
}

/* Codes a row and compares its runs with "first column (from 1), value" pairs. */
static void check_runs(const uint32_t *cells, const char *expected) {
  pf_row_coder coder;
  char text[200] = "";
  assert_int_equal(pf_row_coder_init(&coder, VERTICES, 2), PATHFAN_OK);
  pf_row_code(&coder, cells);
  const pf_row row = pf_row_open(coder.bytes, VERTICES, 2);
  for (uint32_t i = 0; i < row.runs; i++) {
    const uint32_t value = pf_row_via(&row, i);
    const size_t used = strlen(text);
    snprintf(text + used, sizeof text - used, "%s%u%c", i ? ":" : "",
             (row.small ? pf_load_id(row.starts, i, 2) : row.lows[i]) + 1,
             value == VERTICES ? '-' : (char)('A' + value));
  }
  assert_string_equal(text, expected);
  pf_row_coder_free(&coder);
}

/* First moves from K, run-length coded; the path to G. */
static void test_example_2(void **state) {
  (void)state;
  example x;
  uint32_t cells[VERTICES];
  make(&x, VERTICES);
  for (int v = 0; v < VERTICES; v++) cells[v] = PF_ROW_WILDCARD;
  const int32_t base = pf_graph_first(&x.graph, K);
  for (int32_t e = base; e < pf_graph_end(&x.graph, K); e++)
    for (int32_t i = x.moves.rows[K].first[e - base]; i < x.moves.rows[K].first[e - base + 1]; i++)
      for (int32_t v = x.moves.rows[K].runs[i].low; v < x.moves.rows[K].runs[i].high; v++)
        cells[v] = (uint32_t)x.graph.edges[e].to;
  check_runs(cells, "1C:6I:8C:9I:10C");
  twin_dense d = twin_of(&x);
  check_path(&d, K, G, "KIG", 36);
  twin_dense_free(&d);
  drop(&x);
}

/* Row F of CVPD^1 and CVPD^2, the labels of F and A, and d(F, J). */
static void test_examples_3_to_6(void **state) {
  (void)state;
  example x;
  pf_tables tables;
  make(&x, VERTICES);
  twin_dense d = twin_of(&x);
  assert_int_equal(pf_tables_build(&x.moves, &(pf_numbering){NULL, x.rank, x.rank, 2}, 2, &x.tree,
                                   1, &tables, NULL),
                   PATHFAN_OK);
  /* Example 3. */
  check_path(&d, F, J, "FBADJ", 72);
  uint32_t cells[VERTICES];
  for (int v = 0; v < VERTICES; v++) cells[v] = v <= F ? PF_ROW_WILDCARD : F;
  cells[J] = A;
  check_runs(cells, "1F:10A:11F");
  pf_row_coder coder;
  assert_int_equal(pf_row_coder_init(&coder, VERTICES, 2), PATHFAN_OK);
  pf_row_code(&coder, cells);
  assert_int_equal(tables.rows[F].size, coder.size);
  assert_memory_equal(tables.rows[F].bytes, coder.bytes, coder.size);
  /* Example 6: D for H, G for J, "-" for the others. */
  for (int v = F + 1; v < VERTICES; v++) cells[v] = PF_LAYOUT_NONE;
  cells[H] = D;
  cells[J] = G;
  pf_row_code(&coder, cells);
  assert_int_equal(tables.rows[VERTICES + F].size, coder.size);
  assert_memory_equal(tables.rows[VERTICES + F].bytes, coder.bytes, coder.size);
  pf_row_coder_free(&coder);
  twin_plateau p[2];
  assert_true(twin_plateaus(&d, F, H, p, 2) >= 2 && p[1].first == D && p[1].last == J);
  assert_true(twin_plateaus(&d, F, J, p, 2) >= 2 && p[1].first == G && p[1].last == H);
  assert_int_equal(twin_plateaus(&d, F, G, p, 2), 1);
  assert_int_equal(twin_plateaus(&d, F, I, p, 2), 1);
  assert_int_equal(twin_plateaus(&d, F, K, p, 2), 1);
  /* Example 4: G and I see F; H and K have labels. */
  pf_results results;
  pf_hub_lists hubs;
  pf_hub_label l;
  int32_t seen;
  pf_results_init(&results, NULL);
  const pf_batches batches = {.results = &results, .threads = 1};
  assert_int_equal(pf_batches_agree(&batches, PF_RESULT_LABELS, pf_hub_lists_batches(VERTICES)),
                   PATHFAN_OK);
  assert_int_equal(pf_hub_lists_find(&x.graph, &x.tree, x.rank, &batches, &hubs, NULL), PATHFAN_OK);
  pf_hub_reader read = pf_hub_viewers(&hubs, F);
  assert_int_equal(read.left, 2);
  assert_true(pf_hub_next_viewer(&read, &seen) && seen == G);
  assert_true(pf_hub_next_viewer(&read, &seen) && seen == I);
  read = pf_hub_labels(&hubs, F);
  assert_int_equal(read.left, 2);
  assert_true(pf_hub_next_label(&read, &l) && l.vertex == H && l.length == 60 && l.next == G);
  assert_true(pf_hub_next_label(&read, &l) && l.vertex == K && l.next == I);
  /* Example 5. */
  int64_t sum = 0;
  for (read = pf_hub_labels(&hubs, A); pf_hub_next_label(&read, &l);) {
    if (l.vertex == F) assert_true(l.next == B && l.length == 33);
    if (l.vertex == J) assert_true(l.next == D && l.length == 39);
    if (l.vertex == F || l.vertex == J) sum += l.length;
    assert_int_not_equal(l.vertex, B);
  }
  assert_int_equal(sum, 72);
  pf_results_close(&results, true);
  pf_tables_free(&tables);
  twin_dense_free(&d);
  drop(&x);
}

SUITE(test_paper_examples) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_example_1),
      cmocka_unit_test(test_example_2),
      cmocka_unit_test(test_examples_3_to_6),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
