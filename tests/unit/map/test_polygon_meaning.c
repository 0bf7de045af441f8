/* Hand-written polygons: the frames they get and which are too large for one, how coordinates are
 * converted, and the meaning of rings, holes and islands. Random polygons: test_polygons.c. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "polygons_fixture.h"
#include "suite.h"

/* ---- Frames and limits ---- */

static void add_rectangle(pf_polygons *polygons, pf_polygon_kind kind, double x, double y,
                          double width, double height) {
  const double xy[] = {x, y, x + width, y, x + width, y + height, x, y + height};
  assert_int_equal(pf_polygons_begin(polygons, kind, NULL), PATHFAN_OK);
  add_ring(polygons, 4, xy);
}

static pathfan_status try_rectangle(double x, double y, double width, double height, double unit,
                                    double radius, pf_frame *frame) {
  pf_polygons polygons = {0};
  pf_outline outline;
  pathfan_error error = {{0}};
  const pf_snap_options options = {.unit = unit, .agent_radius = radius};
  add_rectangle(&polygons, PF_POLYGON_FREE, x, y, width, height);
  const pathfan_status status = pf_polygons_outline(&polygons, &options, frame, &outline, &error);
  assert_true(status ? !outline.vertices && !frame->width && error.text[0]
                     : outline.vertex_count == 4 || radius > 0);
  pf_outline_free(&outline);
  pf_polygons_free(&polygons);
  return status;
}

static void test_frames(void **state) {
  (void)state;
  pf_frame f;
  assert_int_equal(try_rectangle(3, -17, 1000, 10, 0, 0, &f), PATHFAN_OK);
  assert_true(f.scale == 1 << 18 && f.width == 1000 << 18 && f.height == 10 << 18);
  assert_true(f.origin_x == 3 << 18 && f.origin_y == -17 * (1 << 18));

  /* Exactly the largest extent, and slightly more. */
  assert_int_equal(try_rectangle(0, 0, PF_EXTENT_MAX, 1, 0, 0, &f), PATHFAN_OK);
  assert_true(f.scale == 1 && f.width == PF_EXTENT_MAX);
  assert_int_equal(try_rectangle(0, 0, PF_EXTENT_MAX + 1.0, 2, 0, 0, &f), PATHFAN_OK);
  assert_true(f.scale == 0.5);
  assert_int_equal(try_rectangle(0, 0, PF_EXTENT_MAX + 1.0, 2, 1, 0, &f), PATHFAN_ERR_LIMIT);

  /* Units are rounded down to powers of two, except powers of ten. */
  assert_int_equal(try_rectangle(0.3, 0.4, 10, 20, 0.013, 0, &f), PATHFAN_OK);
  assert_true(f.scale == 128 && f.origin_x == 38 && f.origin_y == 51);
  assert_int_equal(try_rectangle(0.3, 0.4, 10, 20, 0.01, 0, &f), PATHFAN_OK);
  assert_true(f.scale == 100 && f.origin_x == 30 && f.origin_y == 40 && f.height == 2000);
  assert_int_equal(try_rectangle(0, 0, 10, 20, 1, 0, &f), PATHFAN_OK);
  assert_true(f.scale == 1);

  /* Decimal fractions get a power of ten that holds them; other numbers don't. */
  assert_int_equal(try_rectangle(0.3, -0.4, 10, 20, 0, 0, &f), PATHFAN_OK);
  assert_true(f.scale == 1e7 && f.origin_x == 3e6 && f.origin_y == -4e6);
  assert_true(pf_frame_x(&f, 0, 0) == 0.3 && pf_frame_y(&f, 0, 0) == -0.4);
  assert_int_equal(try_rectangle(1 / 3.0, 0, 10, 20, 0, 0, &f), PATHFAN_OK);
  assert_true(f.scale == 1 << 23);
  assert_int_equal(try_rectangle(0, 0, 10, 20, 1e-9, 0, &f), PATHFAN_ERR_LIMIT);
  assert_int_equal(try_rectangle(0, 0, 10, 20, 1e9, 0, &f), PATHFAN_ERR_LIMIT);
  assert_int_equal(try_rectangle(0, 0, 10, 20, 1e308, 0, &f), PATHFAN_ERR_LIMIT);
  assert_int_equal(try_rectangle(0, 0, 10, 20, 5e-324, 0, &f), PATHFAN_ERR_LIMIT);

  /* Far from zero: no finer than doubles are there. */
  assert_int_equal(try_rectangle(9e14, -9e14, 100, 10, 0, 0, &f), PATHFAN_OK);
  assert_true(f.scale == 8 && f.width == 800 && f.height == 80);
  assert_true(pf_frame_x(&f, 0, f.width) == 9e14 + 100);
  assert_true(pf_frame_y(&f, 0, 1) == -9e14 + 0.125);
  assert_int_equal(try_rectangle(-1e15, -1e15, 2e15, 2e15, 0, 0, &f), PATHFAN_OK);
  assert_int_equal(try_rectangle(0, 0, 1e16, 1, 0, 0, &f), PATHFAN_ERR_LIMIT);
  assert_int_equal(try_rectangle(0, 0, 1e308, 1e308, 0, 0, &f), PATHFAN_ERR_LIMIT);

  /* Tiny. */
  assert_int_equal(try_rectangle(0, 0, 1e-200, 1e-200, 0, 0, &f), PATHFAN_OK);
  assert_int_equal(try_rectangle(0, 0, 5e-324, 5e-324, 0, 0, &f), PATHFAN_ERR_LIMIT);
  assert_int_equal(try_rectangle(0, 0, 1, 1e-200, 0, 0, &f), PATHFAN_ERR_LIMIT);

  assert_int_equal(try_rectangle(0, 0, 10, 20, NAN, 0, &f), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(try_rectangle(0, 0, 10, 20, -1, 0, &f), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(try_rectangle(0, 0, 10, 20, INFINITY, 0, &f), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(try_rectangle(0, 0, 10, 20, 0, NAN, &f), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(try_rectangle(0, 0, 10, 20, 0, -1, &f), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(try_rectangle(0, 0, 10, 20, 0, 1e308, &f), PATHFAN_OK);
  assert_int_equal(try_rectangle(0, 0, 10, 20, 0, 5, &f), PATHFAN_OK);
}

/* Every lattice point, converted to map units and back, is the same. */
static void test_conversion(void **state) {
  (void)state;
  for (int i = 0; i < twin_scaled(3000); i++) {
    pf_random random = pf_random_from((uint64_t)i);
    const double size = pow(10, uniform(&random, -9, 12)), at = pow(10, uniform(&random, -9, 14));
    const double x = uniform(&random, -at, at), y = uniform(&random, -at, at);
    pf_frame f;
    if (try_rectangle(x, y, size, size * 0.7, 0, 0, &f)) continue; /* too small so far from zero */
    for (int k = 0; k < 20; k++) {
      const int32_t u = pf_random_between(&random, 0, f.width);
      const int32_t v = pf_random_between(&random, 0, f.height);
      pf_fixed_point back = {-1, -1};
      const double mx = pf_frame_x(&f, 0, u), my = pf_frame_y(&f, 0, v);
      assert_true(pf_frame_place(&f, 0, mx, my, &back));
      assert_true(back.x == u && back.y == v);
    }
  }
}

/* An obstacle much larger than the map, and one far away from it. */
static void test_far_obstacles(void **state) {
  (void)state;
  pf_polygons polygons = {0};
  pf_frame frame;
  pf_outline outline;
  add_rectangle(&polygons, PF_POLYGON_FREE, 0, 0, 10, 5);
  add_rectangle(&polygons, PF_POLYGON_OBSTACLE, 6, -1e6, 1e6, 2e6);
  add_rectangle(&polygons, PF_POLYGON_OBSTACLE, 1e15 - 1, 1e15 - 1, 1, 1);
  outline_of(&polygons, 0, 0, &frame, &outline);
  assert_null(twin_outline_fault(&outline));
  assert_int_equal(outline.vertex_count, 4);
  assert_true(outline_is_free(&frame, &outline, 5.9, 4.9));
  assert_false(outline_is_free(&frame, &outline, 6.1, 4.9));
  pf_outline_free(&outline);
  pf_polygons_free(&polygons);
}

/* ---- What polygons mean ---- */

/* Returns twice the area in lattice units. */
static int64_t area2(const pf_outline *outline) {
  int64_t sum = 0;
  for (int32_t e = 0; e < outline->edge_count; e++)
    sum += pf_cross(outline->vertices[outline->edges[e].from],
                    outline->vertices[outline->edges[e].to]);
  return sum;
}

static void test_meaning(void **state) {
  (void)state;
  pf_frame frame;
  pf_outline outline;
  static const double bow_tie[] = {2, 2, 6, 6, 6, 2, 2, 6};
  /* A ring that goes twice round its middle: without even-odd the middle belongs to it. */
  static const double twice[] = {1, 1, 9, 1, 9, 9, 3, 9, 3, 3, 7, 3, 7, 7, 1, 7};
  static const double line[] = {1, 1, 5, 5, 9, 9, 5, 5};
  static const struct {
    const double *xy;
    int points;
    bool even_odd;
    int64_t blocked;
  } cases[] = {{bow_tie, 4, false, 8},
               {bow_tie, 4, true, 8},
               {twice, 8, false, 60},
               {twice, 8, true, 44},
               {line, 4, false, 0}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    pf_polygons polygons = {0};
    add_rectangle(&polygons, PF_POLYGON_FREE, 0, 0, 10, 12);
    assert_int_equal(pf_polygons_begin(&polygons, PF_POLYGON_OBSTACLE, "x"), PATHFAN_OK);
    polygons.polygons[1].even_odd = cases[i].even_odd;
    add_ring(&polygons, cases[i].points, cases[i].xy);
    outline_of(&polygons, 1, 0, &frame, &outline);
    assert_null(twin_outline_fault(&outline));
    assert_int_equal(area2(&outline), 2 * (120 - cases[i].blocked));
    pf_outline_free(&outline);
    pf_polygons_free(&polygons);
  }
}

/* Free space of 20 x 20 with a hole of 10 x 10; an obstacle with an island of free space. */
static void test_holes(void **state) {
  (void)state;
  pf_frame frame;
  pf_outline outline;
  pf_polygons polygons = {.place_is = "feature"};
  static const double hole[] = {5, 5, 15, 5, 15, 15, 5, 15};
  static const double across[] = {15, 5, 25, 5, 25, 15, 15, 15};
  static const double outside[] = {30, 5, 40, 5, 40, 15, 30, 15};
  static const double beside[] = {20, 5, 25, 5, 25, 15, 20, 15};
  add_rectangle(&polygons, PF_POLYGON_FREE, 0, 0, 20, 20);
  add_ring(&polygons, 4, hole);
  outline_of(&polygons, 1, 0, &frame, &outline);
  assert_int_equal(area2(&outline), 2 * (400 - 100));
  pf_outline_free(&outline);
  add_ring(&polygons, 4, across);
  outline_of(&polygons, 1, 0, &frame, &outline);
  assert_int_equal(area2(&outline), 2 * (400 - 150));
  pf_outline_free(&outline);
  pf_polygons_free(&polygons);

  static const double *const wrong[] = {outside, beside};
  static const double units[] = {0, 1, 4};
  for (int i = 0; i < 6; i++) {
    pathfan_error error = {{0}};
    const pf_snap_options options = {.unit = units[i / 2]};
    polygons.place_is = "feature";
    add_rectangle(&polygons, PF_POLYGON_OBSTACLE, 50, 50, 10, 10);
    add_rectangle(&polygons, PF_POLYGON_OBSTACLE, 0, 0, 20, 20);
    add_ring(&polygons, 4, hole);
    add_ring(&polygons, 4, wrong[i % 2]);
    for (int k = 0; k < (i % 2 ? 0 : 20); k++) /* in a crowd */
      add_rectangle(&polygons, PF_POLYGON_OBSTACLE, 1, k, 30, 30);
    assert_int_equal(pf_polygons_outline(&polygons, &options, &frame, &outline, &error),
                     PATHFAN_ERR_MALFORMED);
    assert_string_equal(error.text, "feature 1: hole 2 lies outside its shell");
    assert_true(!outline.edges && !frame.width);
    pf_polygons_free(&polygons);
  }

  /* Rounding pushes the hole out of its shell: this is no error. */
  static const double thin[] = {17.1, 17.1, 19.9, 17.6, 19.9, 17.5};
  add_rectangle(&polygons, PF_POLYGON_FREE, 0, 0, 20, 20);
  add_ring(&polygons, 3, thin);
  add_rectangle(&polygons, PF_POLYGON_FREE, 40, 40, 20, 20);
  outline_of(&polygons, 16, 0, &frame, &outline);
  pf_outline_free(&outline);
  pf_polygons_free(&polygons);
}

static void test_nothing_free(void **state) {
  (void)state;
  pf_polygons polygons = {0};
  pf_frame frame;
  pf_outline outline;
  pathfan_error error = {{0}};
  const pf_snap_options options = {0};
  assert_int_equal(pf_polygons_outline(&polygons, &options, &frame, &outline, &error),
                   PATHFAN_ERR_MALFORMED);
  add_rectangle(&polygons, PF_POLYGON_OBSTACLE, 0, 0, 20, 10);
  for (int radius = 0; radius < 2; radius++) {
    outline_of(&polygons, 0, radius, &frame, &outline);
    assert_true(outline.edge_count == 0 && outline.vertex_count == 0 && frame.width > 0);
    pf_outline_free(&outline);
  }
  pf_polygons_free(&polygons);
  static const double line[] = {1, 1, 5, 1, 9, 1, 2, 1};
  assert_int_equal(pf_polygons_begin(&polygons, PF_POLYGON_OBSTACLE, NULL), PATHFAN_OK);
  add_ring(&polygons, 4, line);
  assert_int_equal(pf_polygons_outline(&polygons, &options, &frame, &outline, &error),
                   PATHFAN_ERR_MALFORMED);
  pf_polygons_free(&polygons);
}

SUITE(test_polygon_meaning) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_frames),        cmocka_unit_test(test_conversion),
      cmocka_unit_test(test_far_obstacles), cmocka_unit_test(test_meaning),
      cmocka_unit_test(test_holes),         cmocka_unit_test(test_nothing_free),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
