/* Every allocation of opening, creating and asking fails once: the call says so,
 * nothing leaks, and what exists stays usable. A warm query allocates nothing.
 * See failing_allocations.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "query_memory_fixture.h"

static twin_map sample(bool cones, char path[300]) {
  twin_map map = twin_map_number(twin_drawn_count() + 5, 40);
  pathfan_build_options options;
  pathfan_build_options_init(&options);
  if (!cones) options.cone_cap = 0;
  pathfan_index_close(twin_index(&map, &options));
  snprintf(path, 300, "%s", twin_scratch("map.pathfan"));
  return map;
}

/* seed: 0 to 60. */
static pathfan_request request_of(const twin_map *map, uint64_t seed) {
  static pathfan_area areas[61][2];
  pathfan_random random = pathfan_random_from(seed);
  pathfan_request r = plain_request(map, &random);
  r.paths = 5;
  r.access = seed % 2 ? 3 : 0;
  r.regions = (int32_t)(seed % 4);
  r.effort = seed % 3 ? PATHFAN_EFFORT_FAST : PATHFAN_EFFORT_THOROUGH;
  if (seed % 3 == 0) add_areas(&r, areas[seed]);
  return r;
}

static void test_open(void **state) {
  (void)state;
  char path[300];
  twin_map map = sample(true, path);
  for (int policy = 0; policy < 3; policy++) {
    const pathfan_open_options options = {.policy = (pathfan_open_policy)policy};
    long n = 0;
    for (;; n++) {
      pathfan_index *index;
      pathfan_error error;
      until_failure = n;
      const pathfan_status status = pathfan_index_open(path, &options, &index, &error);
      until_failure = -1;
      if (status == PATHFAN_OK) {
        pathfan_index_close(index);
        break;
      }
      assert_int_equal(status, PATHFAN_ERR_NO_MEMORY);
      assert_null(index);
      assert_true(error.text[0]);
    }
    print_message("open: %ld allocations failed in turn\n", n);
    assert_true(n > 3);
  }
  twin_map_free(&map);
}

/* With an index opened anew, all parts of which are yet to be checked. */
static bool ask_anew_short_of_memory(const char *path, const pathfan_request *r, long n, bool one,
                                     const pathfan_answer *expected) {
  pathfan_index *index;
  pathfan_error error;
  assert_int_equal(pathfan_index_open(path, NULL, &index, &error), PATHFAN_OK);
  const bool failed = ask_short_of_memory((source){.index = index}, r, n, one, expected);
  pathfan_index_close(index);
  return failed;
}

static void test_ask(void **state) {
  (void)state;
  for (int cones = 0; cones < 2; cones++) {
    char path[300];
    twin_map map = sample(cones != 0, path);
    pathfan_index *index;
    pathfan_query *query;
    const pathfan_answer *expected;
    assert_int_equal(pathfan_index_open(path, NULL, &index, NULL), PATHFAN_OK);
    assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
    for (uint64_t seed = 1; seed <= 6; seed++) {
      const pathfan_request r = request_of(&map, seed);
      assert_int_equal(pathfan_query_paths(query, &r, &expected), PATHFAN_OK);
      long counts[2];
      for (int one = 0; one < 2; one++)
        for (counts[one] = 0; ask_anew_short_of_memory(path, &r, counts[one], one, expected);)
          counts[one]++;
      print_message("ask: %ld and %ld allocations failed in turn\n", counts[0], counts[1]);
      assert_true(counts[0] > 10);
    }
    pathfan_query_free(query);
    pathfan_index_close(index);
    twin_map_free(&map);
  }
}

static void test_warm_queries_allocate_nothing(void **state) {
  (void)state;
  for (int cones = 0; cones < 2; cones++) {
    char path[300];
    twin_map map = sample(cones != 0, path);
    pathfan_index *index;
    pathfan_query *query;
    const pathfan_answer *answer;
    assert_int_equal(pathfan_index_open(path, NULL, &index, NULL), PATHFAN_OK);
    assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
    for (int round = 0; round < 2; round++) {
      const long before = allocations;
      for (uint64_t seed = 1; seed <= 60; seed++) {
        const pathfan_request r = request_of(&map, seed);
        assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
      }
      if (round) assert_int_equal(allocations, before);
    }
    pathfan_query_free(query);
    pathfan_index_close(index);
    twin_map_free(&map);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_open),
      cmocka_unit_test(test_ask),
      cmocka_unit_test(test_warm_queries_allocate_nothing),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
