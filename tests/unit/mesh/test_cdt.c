/* Triangulations against a checker that doesn't know how they are made. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "geometry/frame.h"
#include "meshing/cdt.h"
#include "meshing/trace.h"
#include "suite.h"
#include "twin_maps.h"
#include "twin_mesh_check.h"
#include "twin_outlines.h"

static pf_mesh_data triangulate(const pf_outline *outline, const char *name) {
  pf_mesh_data mesh;
  const pathfan_status status = pf_cdt_build(outline, &mesh);
  if (status) fail_msg("%s: %s", name, pathfan_status_text(status));
  const char *fault = twin_mesh_fault(&mesh.view, outline, true);
  if (fault) fail_msg("%s: %s", name, fault);
  assert_int_equal(mesh.view.vertex_count, outline->vertex_count);
  if (outline->vertex_count)
    assert_memory_equal(mesh.vertices, outline->vertices,
                        (size_t)outline->vertex_count * sizeof *outline->vertices);
  return mesh;
}

static int32_t check(const pf_outline *outline, const char *name) {
  pf_mesh_data mesh = triangulate(outline, name);
  const int32_t triangles = mesh.view.polygon_count;
  pf_mesh_data_free(&mesh);
  return triangles;
}

/* Checks an outline and frees it. */
static int32_t check_once(pf_outline outline, const char *name) {
  const int32_t triangles = check(&outline, name);
  pf_outline_free(&outline);
  return triangles;
}

/* ---- Grids ---- */

static void check_grid(const pf_grid *grid, const char *name) {
  pf_outline outline;
  assert_int_equal(pf_trace_grid(grid, &outline), PATHFAN_OK);
  check_once(outline, name);
}

static void test_maps(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(1200);
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i, 40);
    check_grid(&map.grid, map.name);
    twin_map_free(&map);
  }
}

static void test_tiny_maps(void **state) {
  (void)state;
  uint8_t cells[36];
  for (int bits = 0; bits < 1 << 12; bits++) {
    const pf_grid grid = {3, 4, cells};
    for (int i = 0; i < 12; i++) cells[i] = bits >> i & 1;
    check_grid(&grid, "3 x 4");
  }
  pf_random random = pf_random_from(5);
  for (int n = twin_scaled(5000); n > 0; n--) {
    const pf_grid grid = {pf_random_between(&random, 1, 6), pf_random_between(&random, 1, 6),
                          cells};
    const double share = 0.2 + 0.1 * pf_random_between(&random, 0, 6);
    for (int i = 0; i < 36; i++) cells[i] = pf_random_chance(&random, share);
    check_grid(&grid, "tiny");
  }
}

static void test_benchmark_maps(void **state) {
  (void)state;
  const int count = twin_benchmark_maps(check_grid);
  print_message("%d maps\n", count);
}

/* ---- Polygons of every kind ---- */

static void test_bent_outlines(void **state) {
  (void)state;
  pf_random random = pf_random_from(11);
  const int count = twin_drawn_count() + twin_scaled(800);
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i, 24);
    const int32_t step = 1 << pf_random_between(&random, 2, 23);
    const double chance = 0.25 * pf_random_between(&random, 0, 4);
    check_once(twin_outline_bent(&map.grid, step, chance, &random), map.name);
    twin_map_free(&map);
  }
}

static void test_stretched_grids(void **state) {
  (void)state;
  pf_random random = pf_random_from(12);
  for (int i = 0; i < twin_drawn_count() + twin_scaled(400); i++) {
    twin_map map = twin_map_number(i, 40);
    pf_outline outline;
    assert_int_equal(pf_trace_grid(&map.grid, &outline), PATHFAN_OK);
    check_once(twin_outline_stretched(&outline, &random), map.name);
    pf_outline_free(&outline);
    twin_map_free(&map);
  }
}

/* Up to the last unit of the extent: outlines as flat and as large as possible. */
static void test_extreme_outlines(void **state) {
  (void)state;
  const int32_t m = PF_EXTENT_MAX;
  pf_lattice_point whole[] = {{0, 0}, {m, 0}, {m, m}, {0, m}};
  pf_lattice_point flat[] = {{0, 0}, {m, 0}, {m, 1}, {0, 1}};
  pf_lattice_point sliver[] = {{0, 0}, {m - 1, m - 2}, {m, m}, {1, 1}};
  pf_lattice_point needle[] = {{0, 0}, {1, 0}, {m, m}, {m - 1, m}};
  pf_outline_edge edges[] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}};
  pf_lattice_point *all[] = {whole, flat, sliver, needle};
  for (int i = 0; i < 4; i++) {
    const pf_outline outline = {4, 4, all[i], edges};
    assert_int_equal(check(&outline, "extreme"), 2);
  }
}

static void test_shapes(void **state) {
  (void)state;
  pf_random random = pf_random_from(13);
  static const int32_t counts[] = {3, 4, 7, 32, 100, 1000};
  for (int i = 0; i < 6; i++) {
    const int32_t n = counts[i];
    assert_int_equal(check_once(twin_outline_star(n, 1 << 27), "star"), n);
    assert_int_equal(check_once(twin_outline_star(n, 400 * n), "small star"), n);
    assert_int_equal(check_once(twin_outline_ring(n, 1 << 24, 1 << 27), "ring"), 2 * n);
    assert_int_equal(check_once(twin_outline_ring(n, 390 * n, 400 * n + 2000), "thin ring"), 2 * n);
    assert_int_equal(check_once(twin_outline_comb(n, 10, &random), "short comb"), 2 * n);
    assert_int_equal(check_once(twin_outline_comb(n, 1 << 26, &random), "long comb"), 2 * n);
  }
}

/* The lattice points of a circle round the origin: all co-circular. */
static void test_circles(void **state) {
  (void)state;
  static const int32_t squares[] = {25, 65, 325, 1105, 5525, 27625, 160225};
  for (int i = 0; i < 7; i++) {
    int32_t r = 0, count = 0;
    while (r * r < squares[i]) r++;
    pf_lattice_point at[600];
    pf_outline_edge edges[600];
    /* Along the lower half, then back along the upper one. */
    for (int half = 0; half < 2; half++)
      for (int32_t k = -r; k <= r; k++) {
        const int32_t x = half ? k : -k;
        int32_t y = 0;
        while (x * x + y * y < squares[i]) y++;
        if (x * x + y * y != squares[i] || (y == 0 && half)) continue;
        at[count++] = (pf_lattice_point){r + x, half ? r - y : r + y};
      }
    if (at[count - 1].y == r) count--;
    for (int32_t k = 0; k < count; k++) edges[k] = (pf_outline_edge){k, (k + 1) % count};
    const pf_outline outline = {count, count, at, edges};
    assert_true(count >= 12);
    assert_int_equal(check(&outline, "circle"), count - 2);
  }
}

/* ---- The order of the input ---- */

/* A triangle by its points, in a fixed rotation. */
typedef struct triangle {
  pf_lattice_point at[3];
} triangle;

static int compare_points(pf_lattice_point a, pf_lattice_point b) {
  if (a.y != b.y) return a.y < b.y ? -1 : 1;
  return (a.x > b.x) - (a.x < b.x);
}

static int compare_triangles(const void *a, const void *b) {
  const triangle *x = a, *y = b;
  int order = 0;
  for (int i = 0; i < 3 && !order; i++) order = compare_points(x->at[i], y->at[i]);
  return order;
}

static triangle *list_triangles(const pf_mesh *mesh) {
  triangle *list = malloc(((size_t)mesh->polygon_count + 1) * sizeof *list);
  assert_non_null(list);
  for (int32_t p = 0; p < mesh->polygon_count; p++) {
    pf_lattice_point at[3];
    int first = 0;
    for (int i = 0; i < 3; i++) at[i] = mesh->vertices[mesh->corner_vertex[3 * p + i]];
    for (int i = 1; i < 3; i++)
      if (compare_points(at[i], at[first]) < 0) first = i;
    for (int i = 0; i < 3; i++) list[p].at[i] = at[(first + i) % 3];
  }
  qsort(list, (size_t)mesh->polygon_count, sizeof *list, compare_triangles);
  return list;
}

static void test_order_does_not_matter(void **state) {
  (void)state;
  pf_random random = pf_random_from(14);
  for (int i = 0; i < twin_drawn_count() + twin_scaled(200); i++) {
    twin_map map = twin_map_number(i, 24);
    const double chance = 0.5 * (i % 3);
    pf_outline outline = twin_outline_bent(&map.grid, 8, chance, &random);
    pf_outline shuffled = twin_outline_shuffled(&outline, &random);
    pf_mesh_data a = triangulate(&outline, map.name), b = triangulate(&shuffled, map.name),
                 again = triangulate(&outline, map.name);
    assert_int_equal(a.view.polygon_count, b.view.polygon_count);
    triangle *in_a = list_triangles(&a.view), *in_b = list_triangles(&b.view);
    const size_t bytes = (size_t)a.view.polygon_count * sizeof *in_a;
    if (memcmp(in_a, in_b, bytes) != 0) twin_fail(&map, "other triangles in another order");
    const size_t corners = (size_t)a.view.polygon_count * 3 * sizeof(int32_t);
    assert_memory_equal(a.corner_vertex, again.corner_vertex, corners);
    assert_memory_equal(a.corner_neighbour, again.corner_neighbour, corners);
    free(in_a);
    free(in_b);
    pf_mesh_data_free(&a);
    pf_mesh_data_free(&b);
    pf_mesh_data_free(&again);
    pf_outline_free(&outline);
    pf_outline_free(&shuffled);
    twin_map_free(&map);
  }
}

static void test_turned_and_mirrored(void **state) {
  (void)state;
  static const int32_t maps[][4] = {{0, -1, 1, 0}, {-1, 0, 0, -1},  {0, 1, -1, 0},  {-1, 0, 0, 1},
                                    {1, 0, 0, -1}, {0, 1, 1, 0},    {0, -1, -1, 0}, {3, 1, 1, 2},
                                    {7, 5, 4, 3},  {1, 1000, 0, 1}, {2, -1, 3, 5}};
  for (int i = 0; i < twin_drawn_count() + twin_scaled(100); i++) {
    twin_map map = twin_map_number(i, 30);
    pf_outline outline;
    assert_int_equal(pf_trace_grid(&map.grid, &outline), PATHFAN_OK);
    const int32_t triangles = check(&outline, map.name);
    for (int m = 0; m < 11; m++)
      assert_int_equal(
          check_once(twin_outline_mapped(&outline, maps[m][0], maps[m][1], maps[m][2], maps[m][3]),
                     map.name),
          triangles);
    pf_outline_free(&outline);
    twin_map_free(&map);
  }
}

/* ---- Outlines that break the rules ---- */

static void refuse(const pf_outline *outline, const char *why) {
  pf_mesh_data mesh;
  const pathfan_status status = pf_cdt_build(outline, &mesh);
  if (status != PATHFAN_ERR_MALFORMED) fail_msg("%s: %s", why, pathfan_status_text(status));
  assert_null(mesh.vertices);
}

static void turn_round(pf_outline_edge *ring) {
  for (int i = 0; i < 4; i++) ring[i] = (pf_outline_edge){ring[i].to, ring[i].from};
}

static void test_broken_outlines(void **state) {
  (void)state;
  pf_lattice_point at[] = {{0, 0}, {8, 0}, {8, 8}, {0, 8}, {2, 2}, {2, 4}, {4, 4}, {4, 2}};
  pf_outline_edge edges[] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5}, {5, 6}, {6, 7}, {7, 4}};
  pf_outline outline = {8, 8, at, edges};
  assert_int_equal(check(&outline, "right"), 8);

#define BROKEN(why, ...)                                                                           \
  do {                                                                                             \
    const pf_outline kept = outline;                                                               \
    pf_lattice_point kept_at[8];                                                                   \
    pf_outline_edge kept_edges[8];                                                                 \
    memcpy(kept_at, at, sizeof at);                                                                \
    memcpy(kept_edges, edges, sizeof edges);                                                       \
    __VA_ARGS__;                                                                                   \
    refuse(&outline, why);                                                                         \
    memcpy(at, kept_at, sizeof at);                                                                \
    memcpy(edges, kept_edges, sizeof edges);                                                       \
    outline = kept;                                                                                \
  } while (0)
  BROKEN("a negative coordinate", at[0].x = -1);
  BROKEN("a coordinate beyond the extent", at[2].y = PF_EXTENT_MAX + 1);
  BROKEN("a vertex number too large", edges[3].to = 8);
  BROKEN("a negative vertex number", edges[3].from = -1);
  BROKEN("an edge of no length", edges[3].to = 3);
  BROKEN("two vertices at a point", at[5] = at[4]);
  BROKEN("an edge missing", outline.edge_count = 7);
  BROKEN("a vertex without edges", outline.edge_count = 4);
  BROKEN("no edges at all", outline.edge_count = 0);
  BROKEN("an edge turned round", (edges[3] = (pf_outline_edge){0, 3}));
  BROKEN("an edge twice", (edges[7] = edges[6]));
  BROKEN("an edge there and back", (edges[7] = (pf_outline_edge){7, 6}));
  BROKEN("edges that cross", at[4].x = 6);
  BROKEN("a hole that sticks out", (at[4].x = at[5].x = 9));
  BROKEN("a vertex on an edge", at[4].x = 0);
  BROKEN("a vertex on the edge of its own ring", (at[4] = (pf_lattice_point){3, 4}));
  BROKEN("a hole the wrong way round", turn_round(edges + 4));
  BROKEN("the whole the wrong way round", turn_round(edges));
#undef BROKEN
  assert_int_equal(check(&outline, "right again"), 8);
}

/* A vertex is moved or an edge is redirected: the outline is refused, or its mesh is right. */
static void test_damaged_outlines(void **state) {
  (void)state;
  pf_random random = pf_random_from(15);
  int refused = 0, count = twin_scaled(4000);
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i % 200, 12);
    pf_outline outline = twin_outline_bent(&map.grid, 6, 0.5 * (i % 3), &random);
    const int damages = outline.edge_count ? pf_random_between(&random, 1, 3) : 0;
    for (int d = 0; d < damages; d++) {
      const int32_t v = pf_random_between(&random, 0, outline.vertex_count - 1);
      const int32_t e = pf_random_between(&random, 0, outline.edge_count - 1);
      switch (pf_random_between(&random, 0, 3)) {
      case 0: outline.vertices[v].x += pf_random_between(&random, -5, 5); break;
      case 1: outline.vertices[v].y += pf_random_between(&random, -50, 50); break;
      case 2: outline.edges[e].to = v; break;
      default: outline.edges[e].from = v;
      }
    }
    pf_mesh_data mesh;
    const pathfan_status status = pf_cdt_build(&outline, &mesh);
    if (status) {
      assert_int_equal(status, PATHFAN_ERR_MALFORMED);
      refused++;
    } else {
      const char *fault = twin_mesh_fault(&mesh.view, &outline, true);
      if (fault) twin_fail(&map, "damaged outline %d: %s", i, fault);
    }
    pf_mesh_data_free(&mesh);
    pf_outline_free(&outline);
    twin_map_free(&map);
  }
  print_message("%d of %d refused\n", refused, count);
  assert_true(refused > 0 && refused < count);
}

static void test_nothing(void **state) {
  (void)state;
  const pf_outline outline = {0};
  assert_int_equal(check(&outline, "nothing"), 0);
}

SUITE(test_cdt) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_maps),
                                     cmocka_unit_test(test_tiny_maps),
                                     cmocka_unit_test(test_bent_outlines),
                                     cmocka_unit_test(test_stretched_grids),
                                     cmocka_unit_test(test_extreme_outlines),
                                     cmocka_unit_test(test_shapes),
                                     cmocka_unit_test(test_circles),
                                     cmocka_unit_test(test_order_does_not_matter),
                                     cmocka_unit_test(test_turned_and_mirrored),
                                     cmocka_unit_test(test_broken_outlines),
                                     cmocka_unit_test(test_damaged_outlines),
                                     cmocka_unit_test(test_nothing)};
  const struct CMUnitTest maps[] = {
      cmocka_unit_test(test_benchmark_maps)}; /* by the target `nightly` */
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  if (getenv("PATHFAN_BENCHMARK_DIR")) failed += cmocka_run_group_tests(maps, NULL, NULL);
  return failed;
}
