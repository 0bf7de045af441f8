/* Openings while allocations fail: a change that fails leaves everything as it was, and a request
 * gives the same answer afterwards. */
#include "failing_allocations.h"
#include "pathfan/obstacles.h"
#include "query_fixture.h"
#include "query_memory_fixture.h"
#include "suite.h"

static const pathfan_point door[] = {{3, 2}, {5, 2}, {5, 4}, {3, 4}};
static const pathfan_point hall[] = {{3, 5}, {7, 5}, {7, 8}, {3, 8}};

static const pathfan_change openings[] = {
    {.kind = PATHFAN_CHANGE_ADD_OPENING, .area = {.corners = door, .corner_count = 4}},
    {.kind = PATHFAN_CHANGE_ADD_OPENING, .area = {.corners = hall, .corner_count = 4}},
    {.kind = PATHFAN_CHANGE_ADD_OPENING, .area = {.centre = {6.5, 3}, .radius = 1}},
    {.kind = PATHFAN_CHANGE_ADD_AREA, .area = {.centre = {4.5, 6.5}, .radius = 0.5}},
    {.kind = PATHFAN_CHANGE_ADD_AREA, .area = {.centre = {1.5, 6}, .radius = 0.5}}};
enum { COUNT = sizeof openings / sizeof *openings };

static void test_openings(void **state) {
  (void)state;
  twin_map map = twin_map_drawn("walls", "...@@.@...\n"
                                         "...@..@...\n"
                                         "...@..@...\n"
                                         "...@@.@@..\n"
                                         "...@@@@@..\n"
                                         "...@@@@...\n"
                                         "...@@@@...\n"
                                         ".@.@@@@...\n"
                                         "...@@@@...\n");
  pathfan_index *index = twin_index(&map, NULL);
  pathfan_obstacles *none, *all, *to;
  pathfan_query *query;
  const pathfan_answer *expected;
  pf_random random = pf_random_from(8);
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  assert_int_equal(pathfan_obstacles_create(index, &none, NULL), PATHFAN_OK);
  shortage s = {.alone = true};
  while (starve(&s)) {
    begin_shortage(&s);
    const pathfan_status status = pathfan_obstacles_change(none, openings, COUNT, &to, NULL, NULL);
    end_shortage();
    assert_true(status == PATHFAN_OK || status == PATHFAN_ERR_NO_MEMORY);
    assert_int_equal(pathfan_obstacles_count(none), 0);
    assert_int_equal(pathfan_obstacles_count(to), status ? 0 : COUNT);
    pathfan_obstacles_release(to);
  }
  assert_true(s.failed > 20);
  assert_int_equal(pathfan_obstacles_change(none, openings, COUNT, &all, NULL, NULL), PATHFAN_OK);
  int searched = 0;
  for (int i = 0; i < 4; i++) {
    pathfan_request r = plain_request(&map, &random);
    if (i == 0) r.from = (pathfan_point){4, 7}; /* in an opening */
    r.obstacles = all;
    assert_int_equal(pathfan_query_paths(query, &r, &expected), PATHFAN_OK);
    searched += expected->proof == PATHFAN_PROOF_SEARCH;
    s = (shortage){.alone = true};
    while (starve(&s)) {
      assert_int_equal(pathfan_obstacles_change(none, openings, COUNT, &to, NULL, NULL),
                       PATHFAN_OK); /* with nothing made yet */
      r.obstacles = to;
      ask_short_of_memory((source){.index = index}, &r, &s, expected);
      pathfan_obstacles_release(to);
    }
  }
  assert_true(searched > 0);
  pathfan_obstacles_release(all);
  pathfan_obstacles_release(none);
  pathfan_query_free(query);
  pathfan_index_close(index);
  twin_map_free(&map);
}

SUITE(test_openings_memory) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_openings)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
