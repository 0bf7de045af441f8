/* Sight against a walk along every segment: the visibility graph, single segments, and the lists of
 * vertices visible from a point, by cone lists and by expansion. */
#include <stdlib.h>
#include <string.h>

#include "graph/graph.h"
#include "look_fixture.h"
#include "meshing/rectangles.h"
#include "mesh/visible.h"
#include "mesh/segment.h"
#include "suite.h"
#include "twin_maps.h"
#include "twin_sight.h"

static int by_number(const void *a, const void *b) {
  const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

/* Whether w is the first vertex on its ray from v. sees: the vertices visible from v. */
static bool nearest(const pf_lattice_point *at, int32_t n, const uint8_t *sees, int32_t v,
                    int32_t w) {
  const pf_lattice_point d = pf_from_to(at[v], at[w]);
  for (int32_t o = 0; o < n; o++) {
    if (o == v || o == w || !sees[o]) continue;
    const pf_lattice_point e = pf_from_to(at[v], at[o]);
    if (pf_cross(d, e) == 0 && pf_dot(d, e) > 0 && pf_dot(e, e) < pf_dot(d, d)) return false;
  }
  return true;
}

static bool passable(const pf_graph *graph, int32_t v, int32_t from, int32_t to) {
  const pf_lattice_point d = pf_from_to(graph->at[from], graph->at[to]);
  return twin_passable(graph->wedge[v], (pf_fixed_point){d.x, d.y});
}

static void check_graph(const twin_map *map, const pf_graph *graph) {
  const int32_t n = graph->vertex_count;
  uint8_t *sees = malloc((size_t)n + 1);
  int32_t *expected = malloc(((size_t)n + 1) * sizeof *expected);
  int32_t *listed = malloc(((size_t)n + 1) * sizeof *listed);
  int64_t taut = 0, edges = 0;
  for (int32_t v = 0; v < n; v++) {
    int32_t count = 0, found = 0;
    for (int32_t w = 0; w < n; w++)
      sees[w] =
          w != v && twin_sees(&map->grid, 0, pf_lift(graph->at[v], 0), pf_lift(graph->at[w], 0));
    for (int32_t w = 0; w < n; w++)
      if (sees[w] && nearest(graph->at, n, sees, v, w)) {
        expected[count++] = w;
        taut += passable(graph, v, v, w) && passable(graph, w, v, w);
      }
    for (int32_t e = pf_graph_first(graph, v); e < pf_graph_end(graph, v); e++)
      listed[found++] = graph->edges[e].to;
    qsort(listed, (size_t)found, sizeof *listed, by_number);
    if (found != count || memcmp(listed, expected, (size_t)count * sizeof *listed))
      twin_fail(map, "vertex %d,%d has %d edges, not %d", graph->at[v].x, graph->at[v].y, found,
                count);
    edges += count;
    /* An edge's group says whether a path can turn into it at v, and go on at w. */
    for (int g = 0; g < PF_EDGE_GROUPS; g++)
      for (int32_t e = graph->group[5 * v + g]; e < graph->group[5 * v + g + 1]; e++) {
        const int32_t w = graph->edges[e].to;
        const bool near = passable(graph, v, v, w), far = passable(graph, w, v, w);
        const bool end = g == PF_EDGES_LEFT_END || g == PF_EDGES_RIGHT_END;
        if (near != (g != PF_EDGES_OTHER) || (near && far == end))
          twin_fail(map, "edge %d-%d stands in group %d", v, w, g);
      }
  }
  assert_int_equal(edges, graph->edge_count);
  assert_int_equal(taut, graph->taut_edge_count);
  free(sees);
  free(expected);
  free(listed);
}

static void test_graph(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(1500);
  int64_t edges = 0;
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i, i % 10 ? 20 : 40);
    pf_grid_mesh m;
    pf_graph graph;
    pf_cones cones;
    assert_int_equal(pf_rectangles_build(&map.grid, &m), PATHFAN_OK);
    assert_int_equal(pf_graph_build(pf_graph_mesh_of(&m.data), 1, INT64_MAX, &graph, &cones, NULL),
                     PATHFAN_OK);
    check_graph(&map, &graph);
    edges += graph.edge_count;
    pf_cones_free(&cones);
    pf_graph_free(&graph);
    pf_grid_mesh_free(&m);
    twin_map_free(&map);
  }
  print_message("%d maps, %lld edges\n", count, (long long)edges);
}

static int32_t mesh_polygon(const twin_map *map, const pf_grid_mesh *m, int bits,
                            pf_fixed_point p) {
  const pf_lattice_point home = twin_home(&map->grid, bits, p);
  return m->cell_polygon[(int64_t)home.y * map->grid.width + home.x];
}

static void test_segments(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(1500);
  int64_t pairs = 0, seen = 0;
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i, 30);
    pf_random random = pf_random_from(map.seed);
    const int bits = i % 3 ? 32 : 3;
    pf_grid_mesh m;
    assert_int_equal(pf_rectangles_build(&map.grid, &m), PATHFAN_OK);
    for (int k = 0; k < 400; k++) {
      pf_fixed_point a, b;
      if (!twin_random_point(&random, &map.grid, bits, &a) ||
          !twin_random_point(&random, &map.grid, bits, &b))
        continue;
      const bool expected = twin_sees(&map.grid, bits, a, b);
      const bool found = pf_mesh_sees(&m.data.view, a, mesh_polygon(&map, &m, bits, a), b,
                                      mesh_polygon(&map, &m, bits, b), bits);
      assert_true(expected == twin_sees(&map.grid, bits, b, a));
      if (found != expected) {
        const pathfan_point p = twin_units(a, bits), q = twin_units(b, bits);
        twin_fail(&map, "%.17g,%.17g %s %.17g,%.17g", p.x, p.y, expected ? "sees" : "doesn't see",
                  q.x, q.y);
      }
      pairs++;
      seen += expected;
    }
    pf_grid_mesh_free(&m);
    twin_map_free(&map);
  }
  print_message("%d maps, %lld segments, %lld of them free\n", count, (long long)pairs,
                (long long)seen);
}

/* Whether a taut path from p can go on at v: along an edge to a vertex that it can pass in turn. */
static bool leads_on(const twin_map *map, const pf_generation *index, int bits, pf_fixed_point p,
                     int32_t v) {
  const pf_fixed_point at = pf_vertex_fixed(&index->view, v);
  const pf_fixed_point in = pf_fixed_from_to(p, at);
  for (int32_t w = 0; w < index->view.n; w++) {
    if (w == v) continue;
    const pf_fixed_point out = pf_fixed_from_to(at, pf_vertex_fixed(&index->view, w));
    if (twin_wraps(pf_vertex_wedge(&index->view, v), in, out) < 0 ||
        !twin_passable(pf_vertex_wedge(&index->view, w), out))
      continue;
    if (twin_sees(&map->grid, bits, at, pf_vertex_fixed(&index->view, w))) return true;
  }
  return false;
}

/* Whether p sees v and a path from p can pass it. */
static bool is_listed(const twin_map *map, const pf_generation *index, int bits, pf_fixed_point p,
                      int32_t v) {
  const pf_fixed_point at = pf_vertex_fixed(&index->view, v);
  const pf_fixed_point in = pf_fixed_from_to(p, at);
  return (in.x || in.y) && twin_passable(pf_vertex_wedge(&index->view, v), in) &&
         twin_sees(&map->grid, bits, p, at);
}

static void test_seen_sets(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(800);
  int64_t points = 0;
  pathfan_build_options options;
  pathfan_build_options_init(&options);
  options.threads = options.tables = 1;
  options.regions = false;
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i, i % 10 ? 20 : 40);
    for (int form = 0; form < 2; form++) {
      options.cone_cap = form ? 0 : PATHFAN_CONE_CAP_DEFAULT;
      pathfan_index *index = twin_index(&map, &options);
      if (generation_of(index)->view.header->polygon_count)
        assert_int_equal(generation_of(index)->view.header->has_cones, !form);
      check_looks(&map, index, 40, is_listed, leads_on, &points);
      pathfan_index_close(index);
    }
    twin_map_free(&map);
  }
  print_message("%d maps, %lld points\n", count, (long long)points);
}

SUITE(test_visibility) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_graph),
      cmocka_unit_test(test_segments),
      cmocka_unit_test(test_seen_sets),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
