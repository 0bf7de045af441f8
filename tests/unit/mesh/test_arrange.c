/* test_arrange.c - segments cut where they meet, against brute force; triangulations along them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "geometry/frame.h"
#include "map/arrange.h"
#include "meshing/cdt.h"
#include "suite.h"
#include "twin_arrange.h"
#include "twin_maps.h"

#define SEGMENTS 60

typedef struct input {
  pf_segment segments[SEGMENTS];
  pf_lattice_point extra[SEGMENTS];
  int32_t count, extra_count;
} input;

static void show(const input *in) {
  for (int32_t i = 0; i < in->count; i++)
    print_error("%d,%d %d,%d\n", in->segments[i].from.x, in->segments[i].from.y,
                in->segments[i].to.x, in->segments[i].to.y);
  for (int32_t i = 0; i < in->extra_count; i++)
    print_error("extra %d,%d\n", in->extra[i].x, in->extra[i].y);
}

static pf_arrangement arrange(const input *in) {
  pf_arrangement a;
  assert_int_equal(pf_arrange(in->segments, in->count, in->extra, in->extra_count, NULL, &a),
                   PATHFAN_OK);
  return a;
}

/* Checks that segments in another order and reversed give the same pieces, cut backwards. */
static void check_order(const input *in, const pf_arrangement *a, pf_random *random) {
  input other = *in;
  int32_t from[SEGMENTS];
  bool turned[SEGMENTS];
  for (int32_t i = 0; i < in->count; i++) from[i] = i;
  for (int32_t i = in->count - 1; i > 0; i--) {
    const int32_t k = (int32_t)pf_random_below(random, i + 1), swap = from[i];
    from[i] = from[k];
    from[k] = swap;
  }
  for (int32_t i = 0; i < in->count; i++) {
    const pf_segment s = in->segments[from[i]];
    turned[i] = pf_random_chance(random, 0.5);
    other.segments[i] = turned[i] ? (pf_segment){s.to, s.from} : s;
  }
  pf_arrangement b = arrange(&other);
  bool same = a->point_count == b.point_count && a->piece_count == b.piece_count &&
              (!a->point_count ||
               memcmp(a->points, b.points, (size_t)a->point_count * sizeof *a->points) == 0);
  for (int32_t i = 0; i < in->count && same; i++) {
    const int32_t first = a->first[from[i]], count = a->first[from[i] + 1] - first;
    same = b.first[i + 1] - b.first[i] == count;
    for (int32_t k = 0; k < count && same; k++) {
      const pf_segment_piece p = a->pieces[first + k];
      const pf_segment_piece q = b.pieces[turned[i] ? b.first[i + 1] - 1 - k : b.first[i] + k];
      same = turned[i] ? p.from == q.to && p.to == q.from : p.from == q.from && p.to == q.to;
    }
  }
  pf_arrangement_free(&b);
  if (same) return;
  show(in);
  fail_msg("another order gives other pieces");
}

static int32_t check(const input *in, pf_random *random) {
  pf_arrangement a = arrange(in);
  const char *fault = twin_arrange_fault(in->segments, in->count, in->extra, in->extra_count, &a);
  if (fault) {
    show(in);
    fail_msg("%s", fault);
  }
  check_order(in, &a, random);
  const int32_t pieces = a.piece_count;
  pf_arrangement_free(&a);
  return pieces;
}

/* ---- By hand ---- */

static void test_drawn(void **state) {
  (void)state;
  pf_random random = pf_random_from(1);
  const int32_t m = PF_EXTENT_MAX;
  const input none = {.count = 0};
  assert_int_equal(check(&none, &random), 0);
  const input point = {.segments = {{{5, 5}, {5, 5}}}, .count = 1};
  assert_int_equal(check(&point, &random), 0);
  const input lone = {.extra = {{3, 4}, {3, 4}}, .extra_count = 2};
  assert_int_equal(check(&lone, &random), 0);
  const input cross = {.segments = {{{0, 0}, {10, 10}}, {{0, 10}, {10, 0}}}, .count = 2};
  assert_int_equal(check(&cross, &random), 4);
  const input between = {.segments = {{{0, 0}, {11, 11}}, {{0, 11}, {11, 0}}}, .count = 2};
  assert_int_equal(check(&between, &random), 4);
  const input overlap = {.segments = {{{0, 0}, {8, 4}}, {{10, 5}, {4, 2}}, {{2, 1}, {6, 3}}},
                         .count = 3};
  assert_int_equal(check(&overlap, &random), 4 + 3 + 2);
  const input touch = {.segments = {{{0, 0}, {10, 0}}, {{5, 0}, {5, 7}}}, .count = 2};
  assert_int_equal(check(&touch, &random), 3);
  const input passed = {.segments = {{{0, 0}, {100, 1}}},
                        .count = 1,
                        .extra = {{50, 0}, {50, 1}, {50, 5}},
                        .extra_count = 3};
  assert_true(check(&passed, &random) >= 2);
  const input far = {.segments = {{{0, 0}, {m, m}},
                                  {{0, m}, {m, 0}},
                                  {{0, 1}, {m, m}},
                                  {{0, 0}, {m, 1}},
                                  {{m, 0}, {m, m}}},
                     .count = 5};
  assert_true(check(&far, &random) >= 9);
}

/* ---- At random ---- */

static pf_lattice_point some_point(pf_random *random, int32_t size) {
  return (pf_lattice_point){pf_random_between(random, 0, size), pf_random_between(random, 0, size)};
}

static input some_input(pf_random *random) {
  static const int32_t sizes[] = {3, 8, 20, 100, 1000, 1 << 20, PF_EXTENT_MAX};
  const int32_t size = sizes[pf_random_below(random, 7)];
  const bool is_slim = pf_random_chance(random, 0.3);
  input in = {.count = pf_random_between(random, 1, 30)};
  for (int32_t i = 0; i < in.count; i++) {
    pf_segment *s = &in.segments[i];
    *s = (pf_segment){some_point(random, size), some_point(random, size)};
    if (is_slim) { /* nearly parallel, close together */
      s->from.y %= 4;
      s->to.y %= 4;
    }
    const pf_segment before = in.segments[i ? pf_random_below(random, i) : 0];
    switch (pf_random_below(random, 6)) {
    case 0: s->from = before.to; break;
    case 1: s->to = before.from; break;
    case 2: /* on the same line, as far as the lattice allows */
      s->from =
          (pf_lattice_point){(before.from.x + before.to.x) / 2, (before.from.y + before.to.y) / 2};
      s->to = before.to;
      break;
    default: break;
    }
  }
  in.extra_count = pf_random_between(random, 0, 6);
  for (int32_t i = 0; i < in.extra_count; i++) in.extra[i] = some_point(random, size);
  return in;
}

static void test_random(void **state) {
  (void)state;
  pf_random random = pf_random_from(71);
  const int count = twin_scaled(3000);
  int64_t pieces = 0, segments = 0;
  for (int i = 0; i < count; i++) {
    const input in = some_input(&random);
    pieces += check(&in, &random);
    segments += in.count;
  }
  print_message("%lld segments, %lld pieces\n", (long long)segments, (long long)pieces);
  assert_true(pieces > 3 * segments);
}

/* ---- Triangles along lines ---- */

static bool has_edge(const pf_mesh *mesh, pf_outline_edge e) {
  for (int32_t p = 0; p < mesh->polygon_count; p++)
    for (int k = 0; k < 3; k++) {
      const int32_t a = mesh->corner_vertex[3 * p + k];
      const int32_t b = mesh->corner_vertex[3 * p + (k + 1) % 3];
      if ((a == e.from && b == e.to) || (a == e.to && b == e.from)) return true;
    }
  return false;
}

static int64_t twice_area(const pf_mesh *mesh, int32_t p) {
  const pf_lattice_point *v = mesh->vertices;
  const int32_t *c = mesh->corner_vertex + 3 * p;
  return pf_cross(pf_from_to(v[c[0]], v[c[1]]), pf_from_to(v[c[0]], v[c[2]]));
}

/* Triangulates a square, whose sides are walls, with the pieces of segments in it. Every piece must
 * be an edge, and the triangles, none of them turned over, must fill the square. */
static void check_triangles(const input *in, int32_t size) {
  pf_arrangement a = arrange(in);
  pf_outline_edge walls[4 * SEGMENTS], lines[3000];
  int32_t wall_count = 0, line_count = 0;
  for (int32_t s = 0; s < in->count; s++)
    for (int32_t i = a.first[s]; i < a.first[s + 1]; i++) {
      const pf_outline_edge e = {a.pieces[i].from, a.pieces[i].to};
      bool is_new = true;
      for (int32_t k = 0; k < wall_count; k++)
        is_new &= !(walls[k].from == e.from && walls[k].to == e.to) &&
                  !(walls[k].from == e.to && walls[k].to == e.from);
      for (int32_t k = 0; k < line_count; k++)
        is_new &= !(lines[k].from == e.from && lines[k].to == e.to) &&
                  !(lines[k].from == e.to && lines[k].to == e.from);
      if (!is_new) continue;
      assert_true(s < 4 ? wall_count < 4 * SEGMENTS : line_count < 3000);
      *(s < 4 ? &walls[wall_count++] : &lines[line_count++]) = e;
    }
  const pf_outline outline = {a.point_count, wall_count, a.points, walls};
  pf_mesh_data mesh;
  assert_int_equal(pf_cdt_build_with(&outline, lines, line_count, &mesh), PATHFAN_OK);
  int64_t area = 0;
  for (int32_t p = 0; p < mesh.view.polygon_count; p++) {
    assert_true(twice_area(&mesh.view, p) > 0);
    area += twice_area(&mesh.view, p);
  }
  assert_true(area == 2 * (int64_t)size * size);
  /* Euler's formula gives the number of triangles. */
  assert_int_equal(mesh.view.polygon_count, 2 * a.point_count - 2 - wall_count);
  for (int32_t i = 0; i < line_count; i++) assert_true(has_edge(&mesh.view, lines[i]));
  for (int32_t i = 0; i < wall_count; i++) assert_true(has_edge(&mesh.view, walls[i]));
  pf_mesh_data_free(&mesh);
  pf_arrangement_free(&a);
}

static void test_triangles(void **state) {
  (void)state;
  static const int32_t sizes[] = {4, 20, 1000, PF_EXTENT_MAX};
  pf_random random = pf_random_from(72);
  for (int i = 0; i < twin_scaled(300); i++) {
    const int32_t m = sizes[i % 4];
    input in = {
        .segments = {{{0, 0}, {m, 0}}, {{m, 0}, {m, m}}, {{m, m}, {0, m}}, {{0, m}, {0, 0}}},
        .count = 4 + pf_random_between(&random, 0, 14)};
    for (int32_t k = 4; k < in.count; k++)
      in.segments[k] = (pf_segment){some_point(&random, m), some_point(&random, m)};
    in.extra_count = pf_random_between(&random, 0, 5);
    for (int32_t k = 0; k < in.extra_count; k++) in.extra[k] = some_point(&random, m);
    check_triangles(&in, m);
  }
}

/* Lines that cross, or occur twice, are refused. */
static void test_refused(void **state) {
  (void)state;
  pf_lattice_point at[] = {{0, 0}, {10, 0}, {10, 10}, {0, 10}, {2, 2}, {8, 8}, {2, 8}, {8, 2}};
  pf_outline_edge walls[] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}};
  const pf_outline outline = {8, 4, at, walls};
  const pf_outline_edge crossing[] = {{4, 5}, {6, 7}}, twice[] = {{4, 5}, {5, 4}};
  pf_mesh_data mesh;
  assert_int_equal(pf_cdt_build_with(&outline, crossing, 2, &mesh), PATHFAN_ERR_MALFORMED);
  assert_int_equal(pf_cdt_build_with(&outline, twice, 2, &mesh), PATHFAN_ERR_MALFORMED);
  assert_int_equal(pf_cdt_build_with(&outline, crossing, 1, &mesh), PATHFAN_OK);
  pf_mesh_data_free(&mesh);
}

SUITE(test_arrange) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_drawn), cmocka_unit_test(test_random),
                                     cmocka_unit_test(test_triangles),
                                     cmocka_unit_test(test_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
