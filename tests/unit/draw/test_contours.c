/* Contours of random grids: a node is inside if its value says so, holes lie in their areas, rings
 * have the right orientation; and pictures are complete in files. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/random.h"
#include "draw/contours.h"
#include "draw/field.h"
#include "suite.h"
#include "twin_scratch.h"

static pf_contours contours;

static bool is_in_ring(int32_t ring, double x, double y) {
  bool inside = false;
  const int32_t first = contours.first[ring], end = contours.first[ring + 1];
  for (int32_t i = first, j = end - 1; i < end; j = i++) {
    const double *a = &contours.xy[2 * i], *b = &contours.xy[2 * j];
    if ((a[1] > y) != (b[1] > y) && x < a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]))
      inside = !inside;
  }
  return inside;
}

static double area_of(int32_t ring) {
  double sum = 0;
  const int32_t first = contours.first[ring], end = contours.first[ring + 1];
  for (int32_t i = first, j = end - 1; i < end; j = i++)
    sum +=
        contours.xy[2 * j] * contours.xy[2 * i + 1] - contours.xy[2 * i] * contours.xy[2 * j + 1];
  return sum / 2;
}

static void check(const pf_value_grid *grid, double level) {
  assert_true(pf_contours_trace(&contours, grid, level, 0.5));
  for (int32_t y = 1; y + 1 < grid->rows; y++)
    for (int32_t x = 1; x + 1 < grid->columns; x++) {
      int rings = 0;
      for (int32_t i = 0; i < contours.ring_count; i++) rings += is_in_ring(i, x, y);
      assert_int_equal(rings % 2, grid->values[y * grid->columns + x] <= level);
    }
  for (int32_t i = 0; i < contours.ring_count; i++) {
    const int32_t outer = contours.outer[i];
    const double *at = &contours.xy[2 * contours.first[i]];
    assert_true(contours.first[i + 1] - contours.first[i] >= 3);
    assert_true((area_of(i) > 0) == (outer >= 0)); /* y down: holes are clockwise */
    if (outer < 0) continue;
    assert_int_equal(contours.outer[outer], -1);
    assert_true(is_in_ring(outer, (at[0] + at[2]) / 2, (at[1] + at[3]) / 2));
  }
}

/* Returns a number from 0 to 1. */
static double share(pf_random *random) {
  return (double)pf_random_below(random, 1 << 20) / (1 << 20);
}

static void nodes_are_inside_by_their_values(void **state) {
  (void)state;
  double values[400];
  pf_random random = pf_random_from(15);
  for (int round = 0; round < 400; round++) {
    const pf_value_grid grid = {values, 2 + round % 19, 2 + round / 7 % 18};
    for (int i = 0; i < 400; i++) {
      values[i] = share(&random);
      if (round % 3 == 0 && values[i] > 0.85) values[i] = INFINITY;
    }
    check(&grid, 0.05 + 0.9 * share(&random));
  }
}

static void a_disc_has_its_area(void **state) {
  (void)state;
  enum { SIDE = 101 };
  static double values[SIDE * SIDE];
  const pf_value_grid grid = {values, SIDE, SIDE};
  for (int i = 0; i < SIDE * SIDE; i++) values[i] = hypot(i % SIDE - 50.0, (double)(i / SIDE) - 50);
  assert_true(pf_contours_trace(&contours, &grid, 40, 0.5));
  assert_int_equal(contours.ring_count, 1);
  assert_true(fabs(-area_of(0) - M_PI * 40 * 40) < 2);
  /* The whole grid: a ring along the border, four corners. */
  assert_true(pf_contours_trace(&contours, &grid, 100, 0.5));
  assert_int_equal(contours.ring_count, 1);
  assert_int_equal(contours.point_count, 4);
  assert_true(fabs(-area_of(0) - 100 * 100) < 1e-9);
  assert_true(pf_contours_trace(&contours, &grid, -1, 0.5));
  assert_int_equal(contours.ring_count, 0);
}

/* ---- Pictures ---- */

static pf_field_picture picture_of(const pf_value_grid *grid, const pf_drawn_roads *roads) {
  static const double square[] = {0, 0, 0, 10, 20, 10, 20, 0};
  static const int32_t first[] = {0, 4};
  return (pf_field_picture){.width = 20,
                            .height = 10,
                            .roads = roads,
                            .free_xy = square,
                            .free_first = first,
                            .free_count = 1,
                            .costs = grid,
                            .to = {3, 4}};
}

static void pictures_are_whole(void **state) {
  (void)state;
  static const pf_drawn_line lines[] = {{{0, 5, 10, 5}, 0.5, 1, false, false, false, 0},
                                        {{20, 5, 10, 5}, 0.5, 1, false, false, false, 0},
                                        {{0, 0, 20, 9}, 0.7, 2, false, true, false, -1},
                                        {{4, 0, 4, 10}, 0, 3, true, false, false, 0},
                                        {{6, 0, 6, 10}, 7, 4, true, false, false, 0},
                                        {{8, 0, 8, 10}, INFINITY, 5, true, false, false, 0}};
  const pf_drawn_roads roads = {lines, 6, 1, true}, none = {lines, 0, 1, false};
  double values[50];
  for (int i = 0; i < 50; i++) values[i] = i % 7 ? i : INFINITY;
  const pf_value_grid grid = {values, 10, 5};
  pf_field_picture picture = picture_of(&grid, &roads);
  pf_contours areas[PF_FIELD_SHADES];
  pathfan_error error;
  char *text;
  size_t bytes;
  const char *path = twin_scratch("a.svg");
  for (int kind = 0; kind < 3; kind++) {
    if (kind == 1) picture.roads = &none;
    if (kind == 2) {
      assert_true(pf_contours_trace(&contours, &grid, 6, 0.5));
      for (int i = 0; i < PF_FIELD_SHADES; i++) areas[i] = contours;
      picture.least = 3, picture.within = 0.5, picture.has_from = true;
      picture.costs = NULL, picture.corridor = areas;
    }
    assert_int_equal(pf_field_draw(path, &picture, &error), PATHFAN_OK);
    assert_int_equal(pf_read_file(path, 1 << 24, &text, &bytes, &error), PATHFAN_OK);
    assert_non_null(strstr(text, "</svg>"));
    assert_null(strstr(text, "nan"));
    assert_null(strstr(text, "inf"));
    int depth = 0; /* an element is closed before the next one begins */
    for (const char *c = text; *c; c++) {
      if (*c == '<') assert_int_equal(depth++, 0);
      if (*c == '>') assert_int_equal(--depth, 0);
    }
    assert_int_equal(depth, 0);
    free(text);
  }
  picture.width = 0;
  assert_int_equal(pf_field_draw(path, &picture, &error), PATHFAN_ERR_ARGUMENT);
  const char *png = twin_scratch("a.png");
  picture.width = 20;
  assert_int_equal(pf_field_draw(png, &picture, &error), PATHFAN_OK);
  assert_int_equal(pf_read_file(png, 1 << 24, &text, &bytes, &error), PATHFAN_OK);
  assert_memory_equal(text + 1, "PNG", 3);
  free(text);
}

static int free_all(void **state) {
  pf_contours_free(&contours);
  return twin_scratch_remove(state);
}

SUITE(test_contours) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(nodes_are_inside_by_their_values),
                                     cmocka_unit_test(a_disc_has_its_area),
                                     cmocka_unit_test(pictures_are_whole)};
  return cmocka_run_group_tests(tests, twin_scratch_make, free_all);
}
