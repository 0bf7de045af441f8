/* Every allocation of a picture of a field or a corridor fails once: the failure is reported, no
 * file is left, and nothing leaks. See failing_allocations.h. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "draw/field.h"
#include "failing_allocations.h"
#include "suite.h"
#include "twin_scratch.h"

static void test_pictures(void **state) {
  (void)state;
  enum { SIDE = 12 };
  static const double square[] = {0, 0, 0, 10, 10, 10, 10, 0};
  static const int32_t first[] = {0, 4};
  static const pf_drawn_line lines[] = {{{0, 5, 10, 5}, 0.5, 1, false, false, false, 1},
                                        {{4, 0, 4, 10}, 2, 2, true, false, false, -1}};
  const pf_drawn_roads roads = {lines, 2, 1, true};
  double values[SIDE * SIDE];
  for (int i = 0; i < SIDE * SIDE; i++) values[i] = i % 5 ? i % SIDE + i % 7 : INFINITY;
  const pf_value_grid grid = {values, SIDE, SIDE};
  pf_contours areas[PF_FIELD_SHADES] = {{0}};
  for (int i = 0; i < PF_FIELD_SHADES; i++)
    assert_true(pf_contours_trace(&areas[i], &grid, 6, 0.5));
  pf_field_picture picture = {.width = 10,
                              .height = 10,
                              .roads = &roads,
                              .free_xy = square,
                              .free_first = first,
                              .free_count = 1,
                              .costs = &grid,
                              .to = {3, 4}};
  for (int kind = 0; kind < 2; kind++) {
    if (kind) picture.least = 5, picture.within = 0.4, picture.corridor = areas;
    for (int one = 0; one < 2; one++) {
      shortage s = {.alone = one};
      while (starve(&s)) {
        pathfan_error error = {{0}};
        begin_shortage(&s);
        const pathfan_status status = pf_field_draw(twin_scratch("field.svg"), &picture, &error);
        end_shortage();
        assert_int_equal(twin_scratch_count(""), status ? 0 : 1);
        if (status) {
          assert_int_equal(status, PATHFAN_ERR_NO_MEMORY);
          assert_true(strlen(error.text) > 0);
        } else {
          assert_int_equal(remove(twin_scratch("field.svg")), 0);
        }
      }
      assert_true(s.failed > 5);
    }
  }
  for (int i = 0; i < PF_FIELD_SHADES; i++) pf_contours_free(&areas[i]);
}

SUITE(test_field_memory) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_pictures)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
