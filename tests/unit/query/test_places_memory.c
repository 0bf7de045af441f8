/* Questions about places while allocations fail: only those that draw points allocate. */
#include "failing_allocations.h"
#include "pathfan/obstacles.h"
#include "query_fixture.h"
#include "query_memory_fixture.h"
#include "suite.h"

/* Draws a point by a fresh query of a fresh index, so that nothing is made yet. */
static pathfan_status draw(const pathfan_query *query, pathfan_point from, double radius,
                           const pathfan_obstacles *now, pathfan_point *drawn) {
  pathfan_outcome outcome = PATHFAN_OUTCOME_OK;
  const pathfan_status status =
      pathfan_query_random((pathfan_query *)query, from, radius, now, 3, drawn, &outcome);
  if (!status) assert_int_equal(outcome, PATHFAN_OUTCOME_OK);
  return status;
}

static void test_draw(void **state) {
  (void)state;
  twin_map map = twin_map_number(twin_drawn_count() + 4, 40);
  pf_random random = pf_random_from(5);
  const pathfan_point from = plain_request(&map, &random).from;
  for (int radius = 0; radius < 60; radius += 30) {
    pathfan_point expected, drawn;
    shortage s = {.alone = true};
    bool first = true;
    while (first || starve(&s)) {
      pathfan_index *index = twin_index(&map, NULL);
      pathfan_query *query;
      pathfan_obstacles *none, *now;
      const pathfan_change change = {.area = {.centre = {from.x + 2, from.y + 2}, .radius = 1}};
      assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
      assert_int_equal(pathfan_obstacles_create(index, &none, NULL), PATHFAN_OK);
      assert_int_equal(pathfan_obstacles_change(none, &change, 1, &now, NULL, NULL), PATHFAN_OK);
      if (first) {
        assert_int_equal(draw(query, from, radius, now, &expected), PATHFAN_OK);
      } else {
        begin_shortage(&s);
        const pathfan_status status = draw(query, from, radius, now, &drawn);
        end_shortage();
        assert_true(status == PATHFAN_OK || status == PATHFAN_ERR_NO_MEMORY);
        if (status) assert_true(pathfan_query_error(query)[0]);
        assert_int_equal(draw(query, from, radius, now, &drawn), PATHFAN_OK);
        assert_true(drawn.x == expected.x && drawn.y == expected.y);
      }
      first = false;
      pathfan_obstacles_release(now);
      pathfan_obstacles_release(none);
      pathfan_query_free(query);
      pathfan_index_close(index);
    }
    assert_true(s.failed > 2);
  }
  twin_map_free(&map);
}

/* Rays, walls, moves and checks never allocate. */
static void test_none(void **state) {
  (void)state;
  twin_map map = twin_map_number(twin_drawn_count() + 4, 40);
  pathfan_index *index = twin_index(&map, NULL);
  pf_random random = pf_random_from(6);
  pathfan_query *query;
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  shortage s = {.alone = true};
  for (int rounds = 0; starve(&s); rounds++) {
    const pathfan_request r = plain_request(&map, &random);
    const pathfan_point both[2] = {r.from, r.to};
    pathfan_hit hit;
    pathfan_checked checked;
    if (!rounds) /* digests of pieces are checked once */
      assert_int_equal(pathfan_query_ray(query, r.from, r.to, NULL, &hit), PATHFAN_OK);
    begin_shortage(&s);
    assert_int_equal(pathfan_query_ray(query, r.from, r.to, NULL, &hit), PATHFAN_OK);
    assert_int_equal(pathfan_query_wall(query, r.from, 5, NULL, &hit), PATHFAN_OK);
    assert_int_equal(pathfan_query_move(query, r.from, r.to, NULL, &hit), PATHFAN_OK);
    assert_int_equal(pathfan_query_check(query, both, 2, NULL, 0, &checked), PATHFAN_OK);
    end_shortage();
  }
  assert_int_equal(s.failed, 0);
  pathfan_query_free(query);
  pathfan_index_close(index);
  twin_map_free(&map);
}

SUITE(test_places_memory) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_draw), cmocka_unit_test(test_none)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
