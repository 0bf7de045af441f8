/* Merged meshes are sound, as merged as the rule allows, and the same as those of a slow program
 * that examines all pairs before each step. */
#include <stdlib.h>
#include <string.h>

#include "meshing/cdt.h"
#include "meshing/merge.h"
#include "meshing/trace.h"
#include "suite.h"
#include "twin_maps.h"
#include "twin_mesh_check.h"
#include "twin_outlines.h"

static const pf_merge_rule rules[] = {PF_MERGE_PUBLIC, PF_MERGE_SMALLEST, PF_MERGE_LONGEST};
#define RULES 3

static pf_mesh_data triangulate(const pf_outline *outline) {
  pf_mesh_data mesh;
  assert_int_equal(pf_cdt_build(outline, &mesh), PATHFAN_OK);
  assert_int_equal(pf_mesh_finish(&mesh), PATHFAN_OK);
  return mesh;
}

static pf_mesh_data merge(const pf_mesh_data *mesh, pf_merge_rule rule, const pf_outline *outline,
                          const char *name) {
  pf_mesh_data merged;
  assert_int_equal(pf_merge(mesh, rule, &merged), PATHFAN_OK);
  const char *fault = twin_mesh_fault(&merged.view, outline, false);
  if (fault) fail_msg("%s, rule %d: %s", name, (int)rule, fault);
  assert_int_equal(merged.component_count, mesh->component_count);
  assert_int_equal(merged.view.convex_count, mesh->view.convex_count);
  return merged;
}

/* ---- The slow program ---- */

#define CORNERS_MAX 64

typedef struct polygon {
  int count; /* 0: merged into another polygon */
  pf_lattice_point at[CORNERS_MAX];
} polygon;

typedef struct slow_mesh {
  polygon *polygons;
  int count;
} slow_mesh;

static int compare_points(pf_lattice_point a, pf_lattice_point b) {
  if (a.y != b.y) return a.y < b.y ? -1 : 1;
  return (a.x > b.x) - (a.x < b.x);
}

static bool same(pf_lattice_point a, pf_lattice_point b) {
  return compare_points(a, b) == 0;
}

static slow_mesh copy_mesh(const pf_mesh *mesh) {
  slow_mesh slow = {.polygons = calloc((size_t)mesh->polygon_count + 1, sizeof *slow.polygons),
                    .count = mesh->polygon_count};
  assert_non_null(slow.polygons);
  for (int32_t p = 0; p < mesh->polygon_count; p++)
    for (uint32_t c = mesh->first_corner[p]; c < mesh->first_corner[p + 1]; c++) {
      assert_true(slow.polygons[p].count < CORNERS_MAX);
      slow.polygons[p].at[slow.polygons[p].count++] = mesh->vertices[mesh->corner_vertex[c]];
    }
  return slow;
}

/* Returns the edge of q that is edge i of p in the other direction, or -1. */
static int shared_edge(const polygon *p, int i, const polygon *q) {
  for (int j = 0; j < q->count; j++)
    if (same(p->at[i], q->at[(j + 1) % q->count]) && same(q->at[j], p->at[(i + 1) % p->count]))
      return j;
  return -1;
}

static int degree(const slow_mesh *mesh, int p) {
  int edges = 0;
  for (int q = 0; q < mesh->count; q++)
    for (int i = 0; q != p && i < mesh->polygons[p].count; i++)
      edges += shared_edge(&mesh->polygons[p], i, &mesh->polygons[q]) >= 0;
  return edges;
}

static int64_t area_of(const polygon *p) {
  int64_t area = 0;
  for (int i = 0; i < p->count; i++) area += pf_cross(p->at[i], p->at[(i + 1) % p->count]);
  return area;
}

/* Returns the union of p and q, without their common edge. */
static polygon unite(const polygon *p, int i, const polygon *q, int j) {
  polygon both = {0};
  assert_true(p->count + q->count - 2 < CORNERS_MAX);
  for (int k = 1; k <= p->count; k++) both.at[both.count++] = p->at[(i + k) % p->count];
  for (int k = 2; k < q->count; k++) both.at[both.count++] = q->at[(j + k) % q->count];
  return both;
}

static bool is_convex(const polygon *p) {
  for (int i = 0; i < p->count; i++) {
    const pf_lattice_point a = pf_from_to(p->at[i], p->at[(i + 1) % p->count]);
    const pf_lattice_point b = pf_from_to(p->at[(i + 1) % p->count], p->at[(i + 2) % p->count]);
    if (pf_cross(a, b) < 0 || (pf_cross(a, b) == 0 && pf_dot(a, b) < 0)) return false;
  }
  return true;
}

/* A possible merge. */
typedef struct step {
  int p, i, q, j;
  int64_t key; /* the smallest key goes first, ties by the edge */
  pf_lattice_point low, high;
} step;

/* Whether the rule dissolves an edge in this pass (0 or 1); sets its key. */
static bool wanted(const slow_mesh *mesh, pf_merge_rule rule, int pass, step *s) {
  const polygon *p = &mesh->polygons[s->p], *q = &mesh->polygons[s->q];
  const pf_lattice_point way = pf_from_to(s->low, s->high);
  const int in_p = degree(mesh, s->p), in_q = degree(mesh, s->q);
  const bool dead = in_p == 1 || in_q == 1;
  switch (rule) {
  case PF_MERGE_SMALLEST: s->key = area_of(p) + area_of(q); return pass == 0;
  case PF_MERGE_PUBLIC: s->key = -area_of(p) - area_of(q); break;
  default: s->key = pass == 0 ? -area_of(p) - area_of(q) : -pf_dot(way, way);
  }
  return pass == 0 ? dead && in_p + in_q - 2 <= 1 : !dead;
}

static bool find_step(const slow_mesh *mesh, pf_merge_rule rule, int pass, step *best) {
  bool found = false;
  for (int p = 0; p < mesh->count; p++)
    for (int q = p + 1; q < mesh->count; q++)
      for (int i = 0; i < mesh->polygons[p].count; i++) {
        step s = {.p = p, .i = i, .q = q};
        s.j = shared_edge(&mesh->polygons[p], i, &mesh->polygons[q]);
        if (s.j < 0) continue;
        s.low = mesh->polygons[p].at[i];
        s.high = mesh->polygons[q].at[s.j];
        if (compare_points(s.high, s.low) < 0) {
          const pf_lattice_point swap = s.low;
          s.low = s.high;
          s.high = swap;
        }
        const polygon both = unite(&mesh->polygons[p], i, &mesh->polygons[q], s.j);
        if (!is_convex(&both) || !wanted(mesh, rule, pass, &s)) continue;
        const int low = compare_points(s.low, best->low);
        if (!found || s.key < best->key ||
            (s.key == best->key &&
             (low < 0 || (low == 0 && compare_points(s.high, best->high) < 0))))
          *best = s;
        found = true;
      }
  return found;
}

static void slow_merge(slow_mesh *mesh, pf_merge_rule rule) {
  for (int pass = 0; pass < 2; pass++)
    for (step s = {0}; find_step(mesh, rule, pass, &s);) {
      mesh->polygons[s.p] = unite(&mesh->polygons[s.p], s.i, &mesh->polygons[s.q], s.j);
      mesh->polygons[s.q].count = 0;
    }
}

static int by_points(const void *a, const void *b) {
  const polygon *p = a, *q = b;
  if (p->count != q->count) return p->count - q->count;
  for (int i = 0; i < p->count; i++) {
    const int order = compare_points(p->at[i], q->at[i]);
    if (order) return order;
  }
  return 0;
}

/* Rotates each polygon so that its first point comes first, sorts the polygons, drops empty
 * ones. */
static void tidy(slow_mesh *mesh) {
  int kept = 0;
  for (int p = 0; p < mesh->count; p++) {
    const polygon old = mesh->polygons[p];
    int first = 0;
    for (int i = 1; i < old.count; i++)
      if (compare_points(old.at[i], old.at[first]) < 0) first = i;
    polygon *to = &mesh->polygons[kept];
    memset(to, 0, sizeof *to);
    to->count = old.count;
    for (int i = 0; i < old.count; i++) to->at[i] = old.at[(first + i) % old.count];
    kept += old.count > 0;
  }
  mesh->count = kept;
  qsort(mesh->polygons, (size_t)kept, sizeof *mesh->polygons, by_points);
}

static bool are_same(slow_mesh *a, slow_mesh *b) {
  tidy(a);
  tidy(b);
  if (a->count != b->count) return false;
  for (int p = 0; p < a->count; p++)
    if (by_points(&a->polygons[p], &b->polygons[p]) != 0) return false;
  return true;
}

static void test_against_slow_program(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(150);
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i, 9);
    pf_random random = pf_random_from(map.seed);
    pf_outline outline;
    if (i % 2)
      outline = twin_outline_bent(&map.grid, 8, 0.5 * (i % 3), &random);
    else
      assert_int_equal(pf_trace_grid(&map.grid, &outline), PATHFAN_OK);
    pf_mesh_data mesh = triangulate(&outline);
    for (int r = 0; r < RULES && mesh.view.polygon_count < 90; r++) {
      pf_mesh_data merged = merge(&mesh, rules[r], &outline, map.name);
      slow_mesh slow = copy_mesh(&mesh.view), fast = copy_mesh(&merged.view);
      slow_merge(&slow, rules[r]);
      if (!are_same(&slow, &fast)) twin_fail(&map, "rule %d: other polygons", (int)rules[r]);
      free(slow.polygons);
      free(fast.polygons);
      pf_mesh_data_free(&merged);
    }
    pf_mesh_data_free(&mesh);
    pf_outline_free(&outline);
    twin_map_free(&map);
  }
}

/* ---- Larger ones ---- */

static int64_t check(const pf_outline *outline, const char *name) {
  pf_mesh_data mesh = triangulate(outline);
  int64_t polygons = 0;
  for (int r = 0; r < RULES; r++) {
    pf_mesh_data merged = merge(&mesh, rules[r], outline, name);
    assert_int_equal(merged.view.vertex_count, mesh.view.vertex_count);
    assert_true(merged.view.polygon_count <= mesh.view.polygon_count);
    polygons += merged.view.polygon_count;
    pf_mesh_data_free(&merged);
  }
  pf_mesh_data_free(&mesh);
  return polygons;
}

static int64_t check_once(pf_outline outline, const char *name) {
  const int64_t polygons = check(&outline, name);
  pf_outline_free(&outline);
  return polygons;
}

static void test_maps(void **state) {
  (void)state;
  pf_random random = pf_random_from(21);
  const int count = twin_drawn_count() + twin_scaled(300);
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i, 40);
    pf_outline outline;
    assert_int_equal(pf_trace_grid(&map.grid, &outline), PATHFAN_OK);
    check(&outline, map.name);
    check_once(twin_outline_bent(&map.grid, 10, 0.3 * (i % 4), &random), map.name);
    check_once(twin_outline_stretched(&outline, &random), map.name);
    pf_outline_free(&outline);
    twin_map_free(&map);
  }
}

static void test_shapes(void **state) {
  (void)state;
  pf_random random = pf_random_from(22);
  for (int32_t n = 3; n <= 300; n *= 3) {
    assert_int_equal(check_once(twin_outline_star(n, 1 << 27), "star"), RULES * n);
    check_once(twin_outline_ring(n, 1 << 24, 1 << 27), "ring");
    check_once(twin_outline_ring(n, 390 * n, 400 * n + 2000), "thin ring");
    check_once(twin_outline_comb(n, 1000, &random), "comb");
  }
}

static void test_order_does_not_matter(void **state) {
  (void)state;
  pf_random random = pf_random_from(23);
  for (int i = 0; i < twin_drawn_count() + twin_scaled(100); i++) {
    twin_map map = twin_map_number(i, 16);
    pf_outline outline = twin_outline_bent(&map.grid, 8, 0.5 * (i % 3), &random);
    pf_outline shuffled = twin_outline_shuffled(&outline, &random);
    pf_mesh_data a = triangulate(&outline), b = triangulate(&shuffled);
    for (int r = 0; r < RULES; r++) {
      pf_mesh_data in_a = merge(&a, rules[r], &outline, map.name),
                   in_b = merge(&b, rules[r], &outline, map.name);
      slow_mesh x = copy_mesh(&in_a.view), y = copy_mesh(&in_b.view);
      if (!are_same(&x, &y)) twin_fail(&map, "rule %d: other polygons", (int)rules[r]);
      free(x.polygons);
      free(y.polygons);
      pf_mesh_data_free(&in_a);
      pf_mesh_data_free(&in_b);
    }
    pf_mesh_data_free(&a);
    pf_mesh_data_free(&b);
    pf_outline_free(&outline);
    pf_outline_free(&shuffled);
    twin_map_free(&map);
  }
}

/* Makes a square of each free cell. Merging gives neighbours several edges in common; the vertices
 * between these edges vanish. */
static pf_mesh_data squares(const pf_grid *grid) {
  const int32_t w = grid->width, h = grid->height;
  const size_t cells = (size_t)w * (size_t)h;
  pf_mesh_data mesh = {.vertices =
                           malloc((size_t)(w + 1) * (size_t)(h + 1) * sizeof *mesh.vertices),
                       .first_corner = malloc((cells + 1) * sizeof *mesh.first_corner),
                       .corner_vertex = malloc(4 * cells * sizeof *mesh.corner_vertex)};
  assert_true(mesh.vertices && mesh.first_corner && mesh.corner_vertex);
  for (int32_t y = 0; y <= h; y++)
    for (int32_t x = 0; x <= w; x++)
      mesh.vertices[mesh.view.vertex_count++] = (pf_lattice_point){x, y};
  uint32_t corner = 0;
  for (int32_t y = 0; y < h; y++)
    for (int32_t x = 0; x < w; x++) {
      const int32_t v = y * (w + 1) + x;
      if (!pf_grid_is_free(grid, x, y)) continue;
      mesh.first_corner[mesh.view.polygon_count++] = corner;
      mesh.corner_vertex[corner++] = v;
      mesh.corner_vertex[corner++] = v + 1;
      mesh.corner_vertex[corner++] = v + w + 2;
      mesh.corner_vertex[corner++] = v + w + 1;
    }
  mesh.first_corner[mesh.view.polygon_count] = corner;
  assert_int_equal(pf_mesh_match(&mesh, NULL), PATHFAN_OK);
  assert_int_equal(pf_mesh_finish(&mesh), PATHFAN_OK);
  return mesh;
}

static void test_squares(void **state) {
  (void)state;
  for (int i = 0; i < twin_drawn_count() + twin_scaled(300); i++) {
    twin_map map = twin_map_number(i, 25);
    pf_outline outline;
    assert_int_equal(pf_trace_grid(&map.grid, &outline), PATHFAN_OK);
    pf_mesh_data mesh = squares(&map.grid);
    for (int r = 0; r < RULES; r++) {
      pf_mesh_data merged = merge(&mesh, rules[r], &outline, map.name);
      pf_mesh_data_free(&merged);
    }
    pf_mesh_data_free(&mesh);
    pf_outline_free(&outline);
    twin_map_free(&map);
  }
  twin_map open = twin_map_drawn("open", "....\n....\n....\n....\n");
  pf_mesh_data mesh = squares(&open.grid), merged;
  assert_int_equal(pf_merge(&mesh, PF_MERGE_SMALLEST, &merged), PATHFAN_OK);
  assert_int_equal(merged.view.polygon_count, 1);
  pf_mesh_data_free(&mesh);
  pf_mesh_data_free(&merged);
  twin_map_free(&open);
}

/* A square of side 4 with a vertex in its middle that no obstacle touches: four triangles. Without
 * edges to keep they become one polygon and the vertex goes; with any, none of them can. */
static void test_vertices_stay(void **state) {
  (void)state;
  pf_lattice_point vertices[] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}, {2, 2}};
  pf_outline_edge walls[] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}}, line = {0, 4};
  const pf_outline outline = {
      .vertex_count = 5, .edge_count = 4, .vertices = vertices, .edges = walls};
  pf_mesh_data mesh, merged;
  assert_int_equal(pf_cdt_build_with(&outline, &line, 1, &mesh), PATHFAN_OK);
  assert_int_equal(pf_mesh_finish(&mesh), PATHFAN_OK);
  assert_int_equal(mesh.view.polygon_count, 4);
  uint8_t kept[12] = {0};
  assert_int_equal(pf_merge_around(&mesh, PF_MERGE_SMALLEST, kept, &merged), PATHFAN_OK);
  assert_int_equal(merged.view.polygon_count, 2);
  assert_int_equal(merged.view.vertex_count, 5);
  pf_mesh_data_free(&merged);
  memset(kept, 1, sizeof kept);
  assert_int_equal(pf_merge_around(&mesh, PF_MERGE_SMALLEST, kept, &merged), PATHFAN_OK);
  assert_int_equal(merged.view.polygon_count, 4);
  pf_mesh_data_free(&merged);
  pf_mesh_data_free(&mesh);
}

/* ---- The benchmark ---- */

static int64_t polygon_count[RULES];

static void count_merged(const pf_grid *grid, const char *name) {
  pf_outline outline;
  assert_int_equal(pf_trace_grid(grid, &outline), PATHFAN_OK);
  pf_mesh_data mesh = triangulate(&outline);
  for (int r = 0; r < RULES; r++) {
    pf_mesh_data merged = merge(&mesh, rules[r], &outline, name);
    polygon_count[r] += merged.view.polygon_count;
    pf_mesh_data_free(&merged);
  }
  pf_mesh_data_free(&mesh);
  pf_outline_free(&outline);
}

static void test_benchmark_maps(void **state) {
  (void)state;
  const int count = twin_benchmark_maps(count_merged);
  print_message("%d maps: %lld, %lld, %lld polygons\n", count, (long long)polygon_count[0],
                (long long)polygon_count[1], (long long)polygon_count[2]);
}

SUITE(test_merge) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_against_slow_program),
                                     cmocka_unit_test(test_maps),
                                     cmocka_unit_test(test_shapes),
                                     cmocka_unit_test(test_order_does_not_matter),
                                     cmocka_unit_test(test_squares),
                                     cmocka_unit_test(test_vertices_stay)};
  const struct CMUnitTest maps[] = {
      cmocka_unit_test(test_benchmark_maps)}; /* by the target `nightly` */
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  if (getenv("PATHFAN_BENCHMARK_DIR")) failed += cmocka_run_group_tests(maps, NULL, NULL);
  return failed;
}
