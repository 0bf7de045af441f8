/* test_nearest.c - the reachable point nearest to a goal, paths to it, and snapping to points from
 * which the other end can be reached, compared with many points of the map. */
#include <math.h>

#include "suite.h"
#include "twin_index.h"
#include "twin_scratch.h"
#include "twin_maps.h"
#include "twin_scale.h"

static double between(pathfan_point a, pathfan_point b) {
  return hypot(a.x - b.x, a.y - b.y);
}

static bool reaches(pathfan_query *query, pathfan_point from, pathfan_point to) {
  pathfan_outcome outcome;
  double length;
  assert_int_equal(pathfan_query_distance(query, from, to, &length, &outcome), PATHFAN_OK);
  return outcome == PATHFAN_OUTCOME_OK;
}

static pathfan_point some_point(pf_random *random, const twin_map *map) {
  return (pathfan_point){(double)pf_random_below(random, 8 * (uint64_t)map->grid.width) / 8,
                         (double)pf_random_below(random, 8 * (uint64_t)map->grid.height) / 8};
}

/* Fails if a free point that can be reached is nearer to `at` than `nearest`. */
static void check_nearest(const twin_map *map, pathfan_query *query, pf_random *random,
                          pathfan_point from, pathfan_point at, pathfan_point nearest) {
  assert_true(reaches(query, from, nearest));
  for (int i = 0; i < 30; i++) {
    const pathfan_point p = some_point(random, map);
    if (between(p, at) < between(nearest, at) - 1e-6 && reaches(query, from, p))
      twin_fail(map, "%g,%g is nearer to %g,%g than %g,%g", p.x, p.y, at.x, at.y, nearest.x,
                nearest.y);
  }
}

static void test_nearest(void **state) {
  (void)state;
  int32_t found = 0, snapped = 0;
  for (int i = 0; i < twin_scaled(60); i++) {
    twin_map map = twin_map_number(i, 16);
    pf_random random = pf_random_from(map.seed + 9);
    pathfan_index *index = twin_index(&map, NULL);
    pathfan_query *query;
    assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
    for (int k = 0; k < 20; k++) {
      const pathfan_answer *a;
      pathfan_request r;
      pathfan_request_init(&r);
      r.from = some_point(&random, &map);
      r.to = some_point(&random, &map);
      r.partial = k % 2;
      assert_int_equal(pathfan_query_paths(query, &r, &a), PATHFAN_OK);
      const pathfan_answer first = *a;
      if (first.has_nearest) {
        check_nearest(&map, query, &random, first.from, r.to, first.nearest);
        assert_int_equal(first.partial, r.partial);
        found++;
      } else {
        assert_true(first.outcome == PATHFAN_OUTCOME_OK ||
                    first.outcome == PATHFAN_OUTCOME_START_BLOCKED);
      }
      if (first.partial)
        assert_true(first.outcome == PATHFAN_OUTCOME_OK && first.to.x == first.nearest.x &&
                    first.to.y == first.nearest.y);
      /* Snapped: joined if one of the ends can be; the same the other way round. */
      r.partial = false;
      r.snap = 1e9;
      assert_int_equal(pathfan_query_paths(query, &r, &a), PATHFAN_OK);
      const pathfan_answer there = *a;
      if (there.from_snapped || there.to_snapped) assert_true(there.outcome == PATHFAN_OUTCOME_OK);
      snapped += there.from_snapped + there.to_snapped;
      if (there.to_snapped && !there.from_snapped)
        check_nearest(&map, query, &random, there.from, r.to, there.to);
      const pathfan_point swap = r.from;
      r.from = r.to;
      r.to = swap;
      assert_int_equal(pathfan_query_paths(query, &r, &a), PATHFAN_OK);
      assert_true(a->outcome == there.outcome && a->from.x == there.to.x &&
                  a->from.y == there.to.y && a->to.x == there.from.x && a->to.y == there.from.y);
    }
    pathfan_query_free(query);
    pathfan_index_close(index);
    twin_map_free(&map);
  }
  print_message("%d nearest points, %d ends snapped\n", (int)found, (int)snapped);
  assert_true(found > 0 && snapped > 0);
}

SUITE(test_nearest) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_nearest)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
