/* Every allocation of a request with bounds and an objective, and of measuring its answer, fails
 * once: the calls report it, nothing leaks, and later calls work as before. See
 * failing_allocations.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "query_memory_fixture.h"
#include "pathfan/build.h"
#include "pathfan/floors.h"
#include "pathfan/map.h"
#include "suite.h"

static double prefer_long(void *context, const pathfan_path *path,
                          const pathfan_measures *measures) {
  (void)context;
  return measures->bounded_stretch > 4 ? INFINITY : -path->length;
}

static pathfan_request request_of(const twin_map *map, uint64_t seed) {
  pf_random random = pf_random_from(seed);
  pathfan_request r = plain_request(map, &random);
  r.paths = 4;
  r.stretch = 2;
  r.dissimilarity = 0.2;
  r.min_local_optimality = 0.01;
  if (seed % 2)
    r.objective.similarity = 1;
  else
    r.objective.cost = prefer_long;
  if (seed % 3 == 0) r.effort = PATHFAN_EFFORT_THOROUGH;
  return r;
}

/* Asks and measures in a shortage, then again without one. */
static void measure_short_of_memory(source of, const pathfan_request *r, const shortage *s,
                                    const pathfan_answer *expected,
                                    const pathfan_measures *measures) {
  pathfan_query *query = NULL;
  const pathfan_answer *answer = NULL;
  pathfan_measures all;
  double apart[16], backup;
  assert_int_equal(create_query(of, &query), PATHFAN_OK);
  begin_shortage(s);
  pathfan_status status = pathfan_query_paths(query, r, &answer);
  const bool asked = status == PATHFAN_OK;
  if (asked) status = pathfan_query_measure(query, answer->paths, answer->path_count, NULL, &all);
  if (!status)
    status = pathfan_query_apart(query, answer->paths, answer->path_count, 1, apart, &backup);
  end_shortage();
  if (status) {
    assert_int_equal(status, PATHFAN_ERR_NO_MEMORY);
    assert_true(pathfan_query_error(query)[0]);
  }
  if (!asked) assert_int_equal(pathfan_query_paths(query, r, &answer), PATHFAN_OK);
  check_same(answer, expected);
  assert_int_equal(pathfan_query_measure(query, answer->paths, answer->path_count, NULL, &all),
                   PATHFAN_OK);
  check_same(answer, expected);
  assert_memory_equal(&all, measures, sizeof all);
  pathfan_query_free(query);
}

static void check_source(source of, const twin_map *map, pathfan_algorithm algorithm) {
  long failures = 0;
  for (uint64_t seed = 1; seed <= 6; seed++) {
    pathfan_request r = request_of(map, seed);
    const pathfan_answer *expected;
    pathfan_measures measures;
    pathfan_query *query;
    r.algorithm = algorithm;
    if (algorithm == PATHFAN_ALGORITHM_POLYANYA) memset(&r.objective, 0, sizeof r.objective);
    assert_int_equal(create_query(of, &query), PATHFAN_OK);
    assert_int_equal(pathfan_query_paths(query, &r, &expected), PATHFAN_OK);
    if (expected->path_count) {
      assert_int_equal(
          pathfan_query_measure(query, expected->paths, expected->path_count, NULL, &measures),
          PATHFAN_OK);
      for (int one = 0; one < 2; one++) {
        shortage s = {.alone = one};
        while (starve(&s)) measure_short_of_memory(of, &r, &s, expected, &measures);
        failures += s.failed;
      }
    }
    pathfan_query_free(query);
  }
  print_message("%s: %ld allocations failed in turn\n", pathfan_algorithm_name(algorithm),
                failures);
  assert_true(failures > 20);
}

static void test_measures(void **state) {
  (void)state;
  twin_map map = twin_map_number(twin_drawn_count() + 5, 40);
  pathfan_index *index = twin_index(&map, NULL);
  pathfan_map *ground;
  assert_int_equal(pathfan_map_open(twin_scratch("map.map"), NULL, &ground, NULL), PATHFAN_OK);
  check_source((source){.index = index}, &map, PATHFAN_ALGORITHM_INDEX);
  check_source((source){.map = ground}, &map, PATHFAN_ALGORITHM_POLYANYA);
  pathfan_map_free(ground);
  pathfan_index_close(index);
  twin_map_free(&map);
}

/* Over links: their walks are measured one by one. */
static void test_links(void **state) {
  (void)state;
  pathfan_map_recipe recipe;
  pathfan_build_options options;
  pathfan_index *index;
  pathfan_query *query;
  pathfan_link link;
  pathfan_request r;
  const pathfan_answer *expected;
  pathfan_measures measures;
  long failures = 0;
  pathfan_map_recipe_init(&recipe);
  recipe.kind = PATHFAN_MAP_BUILDING;
  recipe.width = 40;
  recipe.height = 30;
  assert_int_equal(pathfan_map_make(&recipe, twin_scratch("made.geojson"), NULL), PATHFAN_OK);
  pathfan_build_options_init(&options);
  assert_int_equal(pathfan_build_index(twin_scratch("made.geojson"), twin_scratch("made.pathfan"),
                                       &options, NULL, NULL),
                   PATHFAN_OK);
  assert_int_equal(pathfan_index_open(twin_scratch("made.pathfan"), NULL, &index, NULL),
                   PATHFAN_OK);
  assert_int_equal(create_query((source){.index = index}, &query), PATHFAN_OK);
  pathfan_request_init(&r);
  assert_true(pathfan_query_link(query, pathfan_query_link_count(query) - 1, &link));
  r.from = link.at[1];
  assert_true(pathfan_query_link(query, 0, &link));
  r.to = link.at[0];
  r.stretch = 3;
  r.dissimilarity = 0.2;
  assert_int_equal(pathfan_query_paths(query, &r, &expected), PATHFAN_OK);
  assert_true(expected->path_count > 1 && expected->paths[0].leg_count > 1);
  assert_int_equal(
      pathfan_query_measure(query, expected->paths, expected->path_count, NULL, &measures),
      PATHFAN_OK);
  for (int one = 0; one < 2; one++) {
    shortage s = {.alone = one};
    while (starve(&s))
      measure_short_of_memory((source){.index = index}, &r, &s, expected, &measures);
    failures += s.failed;
  }
  assert_true(failures > 20);
  pathfan_query_free(query);
  pathfan_index_close(index);
}

static void test_warm_queries_allocate_nothing(void **state) {
  (void)state;
  twin_map map = twin_map_number(twin_drawn_count() + 5, 40);
  pathfan_index *index = twin_index(&map, NULL);
  pathfan_query *query;
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  for (int round = 0; round < 2; round++) {
    const long before = allocations;
    for (uint64_t seed = 1; seed <= 60; seed++) {
      const pathfan_request r = request_of(&map, seed);
      const pathfan_answer *answer;
      pathfan_measures all;
      assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
      if (answer->path_count)
        assert_int_equal(
            pathfan_query_measure(query, answer->paths, answer->path_count, NULL, &all),
            PATHFAN_OK);
    }
    if (round) assert_int_equal(allocations, before);
  }
  pathfan_query_free(query);
  pathfan_index_close(index);
  twin_map_free(&map);
}

SUITE(test_measures_memory) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_measures),
      cmocka_unit_test(test_links),
      cmocka_unit_test(test_warm_queries_allocate_nothing),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
