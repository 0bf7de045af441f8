/* The proof that polygons lie side by side, compared with examining every pair of them. */
#include "base/memory.h"
#include "meshing/planar.h"
#include "suite.h"
#include "twin_maps.h"

static bool all_right_of(const pf_lattice_point *a, const pf_lattice_point *b) {
  for (int i = 0; i < 3; i++) {
    bool all = true;
    for (int k = 0; k < 3; k++)
      all = all && pf_cross(pf_from_to(a[i], a[(i + 1) % 3]), pf_from_to(a[i], b[k])) <= 0;
    if (all) return true;
  }
  return false;
}

static bool inside_edge(pf_lattice_point a, pf_lattice_point b, pf_lattice_point at) {
  const pf_lattice_point to_a = pf_from_to(at, a), to_b = pf_from_to(at, b);
  return pf_cross(to_a, to_b) == 0 && pf_dot(to_a, to_b) < 0;
}

/* Whether triangles lie side by side: of each two, one lies right of an edge of the other, and no
 * corner lies inside an edge. */
static bool side_by_side(const pf_lattice_point (*t)[3], int count) {
  for (int i = 0; i < count; i++)
    for (int j = 0; j < count; j++) {
      if (i == j) continue;
      if (!all_right_of(t[i], t[j]) && !all_right_of(t[j], t[i])) return false;
      for (int e = 0; e < 3; e++)
        for (int k = 0; k < 3; k++)
          if (inside_edge(t[i][e], t[i][(e + 1) % 3], t[j][k])) return false;
    }
  return true;
}

/* Makes a mesh of these triangles, not yet matched. */
static pf_mesh_data mesh_of(const pf_lattice_point (*t)[3], int count) {
  pf_mesh_data mesh = {.view = {.polygon_count = count}};
  mesh.vertices = pf_alloc(3 * (uint64_t)count, sizeof *mesh.vertices);
  mesh.first_corner = pf_alloc((uint64_t)count + 1, sizeof *mesh.first_corner);
  mesh.corner_vertex = pf_alloc(3 * (uint64_t)count, sizeof *mesh.corner_vertex);
  for (int i = 0; i < 3 * count; i++) {
    const pf_lattice_point at = t[i / 3][i % 3];
    int v = 0;
    while (v < mesh.view.vertex_count && (mesh.vertices[v].x != at.x || mesh.vertices[v].y != at.y))
      v++;
    if (v == mesh.view.vertex_count) mesh.vertices[mesh.view.vertex_count++] = at;
    mesh.corner_vertex[i] = v;
  }
  for (int i = 0; i <= count; i++) mesh.first_corner[i] = 3 * (uint32_t)i;
  return mesh;
}

/* Random triangles on few points: some apart, some touching, some crossing. */
static void test_side_by_side(void **state) {
  (void)state;
  enum { MOST = 6 };
  pf_random random = pf_random_from(23);
  const int count = twin_scaled(150000);
  int good = 0, bad = 0;
  for (int i = 0; i < count; i++) {
    pf_lattice_point t[MOST][3];
    const int side = pf_random_between(&random, 2, 9), many = 2 + i % (MOST - 1);
    for (int k = 0; k < many;) {
      for (int c = 0; c < 3; c++)
        t[k][c] = (pf_lattice_point){pf_random_between(&random, 0, side),
                                     pf_random_between(&random, 0, side)};
      if (k && pf_random_chance(&random, 0.6)) { /* across an edge of the previous one */
        const int e = pf_random_between(&random, 0, 2);
        t[k][0] = t[k - 1][(e + 1) % 3];
        t[k][1] = t[k - 1][e];
      }
      k += pf_cross(pf_from_to(t[k][0], t[k][1]), pf_from_to(t[k][0], t[k][2])) > 0;
    }
    pf_mesh_data mesh = mesh_of((const pf_lattice_point(*)[3])t, many);
    int32_t polygon;
    pf_planar_flaw flaw = {.polygon = -1};
    pathfan_status status = pf_mesh_match(&mesh, &polygon);
    if (!status) status = pf_planar_check(&mesh, &flaw);
    const bool expected = side_by_side((const pf_lattice_point(*)[3])t, many);
    if ((status == PATHFAN_OK) != expected) {
      for (int k = 0; k < many; k++)
        print_message("%d,%d %d,%d %d,%d\n", (int)t[k][0].x, (int)t[k][0].y, (int)t[k][1].x,
                      (int)t[k][1].y, (int)t[k][2].x, (int)t[k][2].y);
      fail_msg("status %d", (int)status);
    }
    good += expected;
    bad += !expected;
    pf_mesh_data_free(&mesh);
  }
  print_message("%d side by side, %d not\n", good, bad);
  assert_true(good > count / 20 && bad > count / 20);
}

SUITE(test_planar) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_side_by_side),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
