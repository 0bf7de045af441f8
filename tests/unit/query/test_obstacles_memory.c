/* Snapshots of obstacles while allocations fail: a change that fails leaves everything as it was.
 */
#include "failing_allocations.h"
#include "pathfan/obstacles.h"
#include "query_fixture.h"
#include "query_memory_fixture.h"
#include "suite.h"

enum { AREAS = 24 };

static void fill(pathfan_change *changes, const twin_map *map) {
  static char names[AREAS][8];
  pf_random random = pf_random_from(3);
  for (int i = 0; i < AREAS; i++) {
    names[i][0] = (char)('A' + i / 26), names[i][1] = (char)('a' + i % 26);
    const pathfan_request place = plain_request(map, &random);
    changes[i] = (pathfan_change){.name = i % 2 ? names[i] : NULL,
                                  .area = {.centre = place.from, .radius = 0.7}};
  }
}

static void test_change(void **state) {
  (void)state;
  twin_map map = twin_map_number(twin_drawn_count() + 4, 40);
  pathfan_index *index = twin_index(&map, NULL);
  pathfan_change changes[AREAS];
  pathfan_obstacles *none, *all, *to;
  int64_t ids[AREAS];
  shortage s = {.alone = true};
  fill(changes, &map);
  while (starve(&s)) {
    begin_shortage(&s);
    const pathfan_status status = pathfan_obstacles_create(index, &none, NULL);
    end_shortage();
    assert_true(status == PATHFAN_OK || status == PATHFAN_ERR_NO_MEMORY);
    pathfan_obstacles_release(none);
  }
  assert_int_equal(pathfan_obstacles_create(index, &none, NULL), PATHFAN_OK);
  s = (shortage){.alone = true};
  while (starve(&s)) {
    begin_shortage(&s);
    const pathfan_status status = pathfan_obstacles_change(none, changes, AREAS, &to, ids, NULL);
    end_shortage();
    assert_true(status == PATHFAN_OK || status == PATHFAN_ERR_NO_MEMORY);
    assert_int_equal(pathfan_obstacles_count(none), 0);
    assert_int_equal(pathfan_obstacles_count(to), status ? 0 : AREAS);
    pathfan_obstacles_release(to);
  }
  assert_true(s.failed > 4 * AREAS);
  assert_int_equal(pathfan_obstacles_change(none, changes, AREAS, &all, ids, NULL), PATHFAN_OK);
  for (int i = 0; i < AREAS; i++)
    changes[i] =
        (pathfan_change){.kind = i % 3 ? PATHFAN_CHANGE_REMOVE : PATHFAN_CHANGE_SET, .id = ids[i]};
  s = (shortage){.alone = true};
  while (starve(&s)) {
    begin_shortage(&s);
    const pathfan_status status = pathfan_obstacles_change(all, changes, AREAS, &to, NULL, NULL);
    end_shortage();
    assert_true(status == PATHFAN_OK || status == PATHFAN_ERR_NO_MEMORY);
    assert_int_equal(pathfan_obstacles_count(all), AREAS);
    for (int i = 0; i < AREAS; i++) {
      pathfan_obstacle found;
      assert_true(pathfan_obstacles_find(all, NULL, ids[i], &found) && found.on);
    }
    pathfan_obstacles_release(to);
  }
  assert_true(s.failed > AREAS / 2);
  pathfan_obstacles_release(all);
  pathfan_obstacles_release(none);
  pathfan_index_close(index);
  twin_map_free(&map);
}

static void test_ask(void **state) {
  (void)state;
  twin_map map = twin_map_number(twin_drawn_count() + 4, 40);
  pathfan_index *index = twin_index(&map, NULL);
  pathfan_change changes[AREAS];
  pathfan_obstacles *none, *all;
  pathfan_query *query;
  const pathfan_answer *expected;
  pf_random random = pf_random_from(8);
  fill(changes, &map);
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  assert_int_equal(pathfan_obstacles_create(index, &none, NULL), PATHFAN_OK);
  assert_int_equal(pathfan_obstacles_change(none, changes, AREAS, &all, NULL, NULL), PATHFAN_OK);
  int searched = 0;
  for (int i = 0; i < 5; i++) {
    pathfan_request r = plain_request(&map, &random);
    pathfan_obstacles *fresh; /* whose views must be made, too */
    shortage s = {.alone = true};
    r.effort = i % 2 ? PATHFAN_EFFORT_FAST : PATHFAN_EFFORT_THOROUGH;
    r.obstacles = all;
    r.partial = i == 4; /* to a goal in an area */
    if (r.partial) r.to = changes[0].area.centre;
    assert_int_equal(pathfan_query_paths(query, &r, &expected), PATHFAN_OK);
    assert_int_equal(expected->partial, r.partial);
    searched += expected->proof == PATHFAN_PROOF_SEARCH;
    while (starve(&s)) {
      assert_int_equal(pathfan_obstacles_change(none, changes, AREAS, &fresh, NULL, NULL),
                       PATHFAN_OK);
      r.obstacles = fresh;
      ask_short_of_memory((source){.index = index}, &r, &s, expected);
      pathfan_obstacles_release(fresh);
    }
  }
  assert_true(searched > 0);
  pathfan_obstacles_release(all);
  pathfan_obstacles_release(none);
  pathfan_query_free(query);
  pathfan_index_close(index);
  twin_map_free(&map);
}

SUITE(test_obstacles_memory) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_change), cmocka_unit_test(test_ask)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
