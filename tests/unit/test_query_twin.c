/* Answers against Algorithm 1 written plainly, and every path against the grid. */
#include "twin_ask.h"

static void test_answers(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(700);
  twin_asked asked = {0};
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i, i % 15 ? 14 : 24);
    pathfan_random random = pathfan_random_from(map.seed + 17);
    pathfan_build_options options;
    pathfan_index_info info;
    pathfan_query *query;
    pathfan_build_options_init(&options);
    options.threads = 1;
    options.tables = 1 + i % 5;
    if (i % 4 == 3) options.cone_cap = 0;
    pathfan_index *index = twin_index(&map, &options);
    pathfan_index_info_get(index, &info);
    twin_dense d = twin_dense_make(&map, 36);
    assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
    for (int k = 0; k < 25; k++) {
      pathfan_fixed s, t;
      if (!twin_random_plain_point(&random, &map.grid, info.fraction_bits, &s) ||
          !twin_random_plain_point(&random, &map.grid, info.fraction_bits, &t))
        continue;
      pathfan_request r = twin_some_request(&random);
      twin_ask(&map, &d, query, info.fraction_bits, s, t, &r, options.tables, &asked);
    }
    pathfan_query_free(query);
    pathfan_index_close(index);
    twin_dense_free(&d);
    twin_map_free(&map);
  }
  twin_asked_show(&asked, count);
  assert_true(asked.compared * 2 > asked.asked);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_answers),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
