/* Earlier requests to a query object change nothing: measures after other calls, and stamps that
 * have been used up. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer_sum.h"
#include "query/methods/index_paths.h"
#include "query/calls/query_object.h"
#include "suite.h"
#include "twin_ask.h"
#include "twin_index.h"

/* Makes a call that has nothing to do with the paths measured. */
static void ask_something(pathfan_query *query, int kind, pathfan_point p) {
  pathfan_point nearest;
  pathfan_sight sight;
  pathfan_outcome outcome;
  int32_t count;
  double length;
  bool found;
  if (kind == 0)
    assert_int_equal(pathfan_query_nearest_free(query, p, 3, &nearest, &found), PATHFAN_OK);
  else if (kind == 1)
    assert_int_equal(pathfan_query_visible(query, p, &sight, NULL, 0, &count), PATHFAN_OK);
  else
    assert_int_equal(pathfan_query_distance(query, p, (pathfan_point){1, 1}, &length, &outcome),
                     PATHFAN_OK);
}

/* Returns a copy of an answer's paths; the caller frees it with free(). */
static pathfan_path *keep(const pathfan_answer *answer) {
  size_t points = 0;
  for (int32_t i = 0; i < answer->path_count; i++) points += (size_t)answer->paths[i].point_count;
  pathfan_path *paths =
      malloc((size_t)answer->path_count * sizeof *paths + points * sizeof(pathfan_point));
  assert_non_null(paths);
  pathfan_point *out = (pathfan_point *)(void *)(paths + answer->path_count);
  for (int32_t i = 0; i < answer->path_count; i++) {
    const pathfan_path *from = &answer->paths[i];
    paths[i] =
        (pathfan_path){.length = from->length, .point_count = from->point_count, .points = out};
    memcpy(out, from->points, (size_t)from->point_count * sizeof *out);
    out += from->point_count;
  }
  return paths;
}

/* Queries `used` for a path from s to t and for something about p, then has it measure the paths
 * from p to t; a fresh query object gives the expected measures. Returns whether there were several
 * paths. */
static bool check_measures(const twin_map *map, const pathfan_index *index, pathfan_query *used,
                           int kind, pathfan_point s, pathfan_point t, pathfan_point p) {
  const pathfan_answer *answer;
  pathfan_measures right[8], each[8], all, all_right;
  pathfan_query *fresh;
  pathfan_request r;
  pathfan_request_init(&r);
  r.to = t;
  r.from = p;
  assert_int_equal(pathfan_query_create(index, &fresh), PATHFAN_OK);
  assert_int_equal(pathfan_query_paths(fresh, &r, &answer), PATHFAN_OK);
  const int32_t count = answer->path_count;
  if (count) {
    pathfan_path *paths = keep(answer);
    assert_int_equal(pathfan_query_measure(fresh, paths, count, right, &all_right), PATHFAN_OK);
    r.from = s;
    assert_int_equal(pathfan_query_paths(used, &r, &answer), PATHFAN_OK);
    ask_something(used, kind, p);
    assert_int_equal(pathfan_query_measure(used, paths, count, each, &all), PATHFAN_OK);
    if (memcmp(each, right, (size_t)count * sizeof *each) || memcmp(&all, &all_right, sizeof all))
      twin_fail(map, "after question %d: local optimality %.17g instead of %.17g", kind,
                all.local_optimality, all_right.local_optimality);
    free(paths);
  }
  pathfan_query_free(fresh);
  return count > 1;
}

static void test_measures_after_others(void **state) {
  (void)state;
  int64_t measured = 0;
  for (int i = 0; i < twin_drawn_count() + twin_scaled(40); i++) {
    twin_map map = twin_map_number(i, 24);
    const pathfan_build_options options = twin_some_options(i);
    pathfan_index *index = twin_index(&map, &options);
    pf_random random = pf_random_from(map.seed + 7);
    pathfan_query *query;
    assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
    for (int k = 0; k < 12; k++) {
      pf_fixed_point s, t, p;
      if (twin_random_plain_point(&random, &map.grid, 20, &s) &&
          twin_random_plain_point(&random, &map.grid, 20, &t) &&
          twin_random_plain_point(&random, &map.grid, 20, &p))
        measured += check_measures(&map, index, query, k % 3, twin_units(s, 20), twin_units(t, 20),
                                   twin_units(p, 20));
    }
    pathfan_query_free(query);
    pathfan_index_close(index);
    twin_map_free(&map);
  }
  printf("%lld sets of several paths measured\n", (long long)measured);
  assert_true(measured > 40);
}

/* Stamps restart once they are used up, 2^32 requests later. */
static void test_stamps_wrap(void **state) {
  (void)state;
  for (int i = 0; i < twin_drawn_count() + twin_scaled(20); i++) {
    twin_map map = twin_map_number(i, 20);
    pathfan_build_options options = twin_some_options(i);
    options.cone_cap = 0; /* so that ends search their view themselves */
    pathfan_index *index = twin_index(&map, &options);
    pf_random random = pf_random_from(map.seed + 9);
    pathfan_query *query, *fresh;
    assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
    for (int k = 0; k < 6; k++) {
      const pathfan_answer *answer;
      pathfan_request r;
      pf_fixed_point s, t;
      pathfan_request_init(&r);
      if (!twin_random_plain_point(&random, &map.grid, 20, &s) ||
          !twin_random_plain_point(&random, &map.grid, 20, &t))
        continue;
      r.from = twin_units(s, 20);
      r.to = twin_units(t, 20);
      r.effort = k % 2 ? PATHFAN_EFFORT_THOROUGH : PATHFAN_EFFORT_FAST;
      assert_int_equal(pathfan_query_create(index, &fresh), PATHFAN_OK);
      assert_int_equal(pathfan_query_paths(fresh, &r, &answer), PATHFAN_OK);
      const uint64_t sum = sum_of(answer);
      pathfan_query_free(fresh);
      query->ends.sight.listed.now = UINT32_MAX - (uint32_t)k % 3;
      if (query->methods.index) query->methods.index->tried.now = UINT32_MAX - (uint32_t)k % 2;
      if (pathfan_query_paths(query, &r, &answer))
        twin_fail(&map, "%s", pathfan_query_error(query));
      if (sum_of(answer) != sum) twin_fail(&map, "request %d: another answer", k);
    }
    pathfan_query_free(query);
    pathfan_index_close(index);
    twin_map_free(&map);
  }
}

SUITE(test_query_order) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_measures_after_others),
      cmocka_unit_test(test_stamps_wrap),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
