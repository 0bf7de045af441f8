/* Answers against a plain implementation of Algorithm 1, and every path against the grid. */
#include "suite.h"
#include "twin_ask.h"
#include "twin_index.h"

static void test_answers(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(700);
  twin_asked asked = {0};
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i, i % 15 ? 14 : 24);
    const pathfan_build_options options = twin_some_options(i);
    pathfan_index *index = twin_index(&map, &options);
    twin_dense d = twin_dense_make(&map, 36);
    twin_dense_take_ranks(&d, index);
    twin_ask_some(&map, &d, index, options.tables, &asked);
    pathfan_index_close(index);
    twin_dense_free(&d);
    twin_map_free(&map);
  }
  twin_asked_show(&asked, count);
  assert_true(asked.compared * 2 > asked.asked);
}

SUITE(test_query_twin) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_answers),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
