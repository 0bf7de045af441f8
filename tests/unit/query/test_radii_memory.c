/* Every allocation of building for several radii, of opening them and of asking for another one
 * fails once: the call reports it, nothing leaks, and index and query object stay usable. See
 * failing_allocations.h. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "query_memory_fixture.h"
#include "suite.h"

static const double radii[2] = {0.2, 0.4};

static const char grid[] = "type octile\nheight 6\nwidth 8\nmap\n........\n..@@..@.\n..@@....\n"
                           "....@@..\n.@..@@..\n........\n";

static pathfan_status build(pathfan_error *error) {
  pathfan_build_options options;
  char from[300];
  pathfan_build_options_init(&options);
  options.threads = 1;
  options.radii = radii;
  options.radius_count = 2;
  snprintf(from, sizeof from, "%s", twin_scratch("grid.map"));
  return pathfan_build_index(from, twin_scratch("radii.pathfan"), &options, NULL, error);
}

static pathfan_status open_radii(pathfan_open_policy policy, double radius, pathfan_index **index) {
  const pathfan_open_options how = {.policy = policy, .radius = radius};
  return pathfan_index_open(twin_scratch("radii.pathfan"), &how, index, NULL);
}

static void test_build(void **state) {
  (void)state;
  twin_scratch_write("grid.map", grid);
  shortage s = {.alone = true, .step = 7};
  while (starve(&s)) {
    pathfan_error error = {""};
    begin_shortage(&s);
    const pathfan_status status = build(&error);
    const bool failed = end_shortage();
    /* Some allocations are spared: what they were for is left out, or done in another way. */
    assert_true(status == PATHFAN_OK || (failed && status == PATHFAN_ERR_NO_MEMORY));
    assert_int_equal(twin_scratch_count("radii.pathfan"), status ? 0 : 1);
    if (!status) assert_int_equal(unlink(twin_scratch("radii.pathfan")), 0);
  }
  assert_true(s.failed > 50);
  assert_int_equal(build(NULL), PATHFAN_OK);
}

static void test_open(void **state) {
  (void)state;
  for (int way = 0; way < 4; way++) {
    const pathfan_open_policy policy = way % 2 ? PATHFAN_OPEN_EAGER : PATHFAN_OPEN_LAZY;
    shortage s = {.alone = true};
    while (starve(&s)) {
      pathfan_index *index;
      begin_shortage(&s);
      const pathfan_status status = open_radii(policy, way / 2 ? 0.4 : 0, &index);
      const bool failed = end_shortage();
      assert_true(status == (failed ? PATHFAN_ERR_NO_MEMORY : PATHFAN_OK));
      assert_true(!index == (status != PATHFAN_OK));
      pathfan_index_close(index);
    }
    assert_true(s.failed > 10);
  }
}

static void test_ask(void **state) {
  (void)state;
  pathfan_request r;
  pathfan_index *index;
  pathfan_query *query;
  const pathfan_answer *expected, *answer;
  pathfan_request_init(&r);
  r.from = (pathfan_point){0.5, 0.5};
  r.to = (pathfan_point){7.4, 5.3};
  r.radius = 0.3;
  pathfan_index *large;
  pathfan_query *wanted;
  pathfan_request plain = r;
  plain.radius = 0;
  assert_int_equal(open_radii(PATHFAN_OPEN_LAZY, 0.4, &large), PATHFAN_OK);
  assert_int_equal(pathfan_query_create(large, &wanted), PATHFAN_OK);
  assert_int_equal(pathfan_query_paths(wanted, &plain, &expected), PATHFAN_OK);
  assert_true(expected->path_count > 1);
  shortage s = {.alone = true};
  while (starve(&s)) {
    assert_int_equal(open_radii(PATHFAN_OPEN_LAZY, 0, &index), PATHFAN_OK);
    assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
    begin_shortage(&s);
    const pathfan_status status = pathfan_query_paths(query, &r, &answer);
    end_shortage();
    if (status) {
      assert_int_equal(status, PATHFAN_ERR_NO_MEMORY);
      assert_null(answer);
      assert_true(pathfan_query_error(query)[0]);
      assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
    }
    check_same(answer, expected);
    assert_true(answer->radius == 0.4);
    /* Once warm, other radii take no memory either, in turn. */
    assert_int_equal(pathfan_query_paths(query, &plain, &answer), PATHFAN_OK);
    const long before = allocations;
    assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
    assert_int_equal(pathfan_query_paths(query, &plain, &answer), PATHFAN_OK);
    assert_int_equal(allocations, before);
    pathfan_query_free(query);
    pathfan_index_close(index);
  }
  assert_true(s.failed > 10);
  pathfan_query_free(wanted);
  pathfan_index_close(large);
}

SUITE(test_radii_memory) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_build), cmocka_unit_test(test_open),
                                     cmocka_unit_test(test_ask)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
