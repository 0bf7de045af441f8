/* test_terrain_memory.c - every allocation of reading a terrain, of querying it and of fields fails
 * once: the call reports it, nothing leaks, and existing objects stay usable. See
 * failing_allocations.h. */
#include "failing_allocations.h"
#include "suite.h"
#include "terrain_fixture.h"

/* A terrain with all features: roads, rivers, bridges, tunnels into hills and into each other. */
static twin_terrain everything(void) {
  twin_terrain t = twin_terrain_number(twin_terrain_kinds() - 1);
  LINE(&t, TWIN_OBSTACLE, 0, 4, 2, 6, 2, 6, 5, 4, 5);
  LINE(&t, TWIN_RIVER, 5, 0, 3, 4, 3);
  LINE(&t, TWIN_ROAD, 0.5, 4, 3, 5, 3, 5, 4)->is_apart = true;
  LINE(&t, TWIN_ROAD, 0.5, 5, 4, 6, 4)->is_apart = true;
  return t;
}

static void test_reading(void **state) {
  (void)state;
  const twin_terrain t = everything();
  char *text = twin_terrain_geojson(&t);
  for (int one = 0; one < 2; one++) {
    shortage s = {.alone = one};
    while (starve(&s)) {
      pathfan_map *map;
      pathfan_error error = {{0}};
      begin_shortage(&s);
      const pathfan_status status =
          pathfan_map_parse(text, strlen(text), "terrain", NULL, &map, &error);
      end_shortage();
      if (!status) {
        pathfan_map_free(map);
        continue;
      }
      if (status != PATHFAN_ERR_NO_MEMORY)
        fail_msg("allocation %ld: status %d, %s", s.failed, (int)status, error.text);
      assert_null(map);
      assert_true(error.text[0]);
    }
    print_message("%ld allocations failed in turn\n", s.failed);
    assert_true(s.failed > 100);
  }
  free(text);
}

/* Areas with a rate, one of which can't be walked on, a hole, a road and a river. */
static const char areas[] =
    "{\"type\":\"FeatureCollection\",\"features\":["
    "{\"type\":\"Feature\",\"properties\":{\"kind\":\"area\",\"rate\":2},\"geometry\":{\"type\":"
    "\"Polygon\",\"coordinates\":[[[0,0],[9,0],[9,9],[0,9],[0,0]],[[3,3],[4,3],[4,4],[3,3]]]}},"
    "{\"type\":\"Feature\",\"properties\":{\"kind\":\"area\",\"rate\":null,\"layer\":1},"
    "\"geometry\":"
    "{\"type\":\"Polygon\",\"coordinates\":[[[5,5],[6,5],[6,9],[5,5]]]}},"
    "{\"type\":\"Feature\",\"properties\":{\"kind\":\"area\",\"rate\":5,\"name\":\"bog\"},"
    "\"geometry\":"
    "{\"type\":\"Polygon\",\"coordinates\":[[[6,1],[8,1],[8,5],[7,6],[6,1]]]}},"
    "{\"type\":\"Feature\",\"properties\":{\"kind\":\"road\",\"rate\":1},\"geometry\":{\"type\":"
    "\"LineString\",\"coordinates\":[[1,2],[8,7]]}},"
    "{\"type\":\"Feature\",\"properties\":{\"kind\":\"river\",\"cost\":2},\"geometry\":{\"type\":"
    "\"LineString\",\"coordinates\":[[2,0],[3,9]]}}]}";

/* Such a map is read, and asked from cold to warm, with each allocation failing once. */
static void test_areas(void **state) {
  (void)state;
  pathfan_map *map = NULL;
  pathfan_query *query;
  const pathfan_answer *answer = NULL;
  shortage s = {.alone = true};
  while (starve(&s)) {
    pathfan_error error = {{0}};
    pathfan_map_free(map);
    begin_shortage(&s);
    const pathfan_status status =
        pathfan_map_parse(areas, sizeof areas - 1, "areas", NULL, &map, &error);
    end_shortage();
    if (status && status != PATHFAN_ERR_NO_MEMORY)
      fail_msg("allocation %ld: status %d, %s", s.failed, (int)status, error.text);
    assert_true(!status || (!map && error.text[0]));
  }
  pathfan_map_free(map);
  assert_int_equal(pathfan_map_parse(areas, sizeof areas - 1, "areas", NULL, &map, NULL),
                   PATHFAN_OK);
  double cost = 0;
  pathfan_request r = twin_guide_request((pathfan_point){1, 1}, (pathfan_point){8.5, 7.5});
  int failures = 0;
  r.paths = 3;
  for (int round = 0; round < 2; round++) {
    assert_int_equal(pathfan_query_create_online(map, &query), PATHFAN_OK);
    pathfan_status status = PATHFAN_ERR_NO_MEMORY;
    for (long n = 0; status; n++) {
      const shortage one = {.alone = round, .at = (double)n};
      begin_shortage(&one);
      status = pathfan_query_paths(query, &r, &answer);
      end_shortage();
      assert_true(status == PATHFAN_OK || status == PATHFAN_ERR_NO_MEMORY);
      failures += status != PATHFAN_OK;
    }
    assert_true(answer->path_count >= 1 && answer->gap_reached);
    assert_true(!round || answer->paths[0].cost == cost);
    cost = answer->paths[0].cost;
    pathfan_query_free(query);
  }
  assert_true(failures > 20);
  /* Fields, too; what was kept of a spread that failed isn't used. */
  const pathfan_point points[2] = {{1, 1}, {3.5, 8}};
  pathfan_field_value values[2];
  failures = 0;
  assert_int_equal(pathfan_query_create_online(map, &query), PATHFAN_OK);
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  for (long n = 0; status; n++) {
    const shortage one = {.alone = true, .at = (double)n};
    begin_shortage(&one);
    status = pathfan_query_field(query, r.to, points, 2, values, NULL);
    end_shortage();
    assert_true(status == PATHFAN_OK || status == PATHFAN_ERR_NO_MEMORY);
    failures += status != PATHFAN_OK;
  }
  assert_true(failures > 10 && values[0].gap >= 0 && values[0].gap <= 2e-3 * values[0].cost);
  assert_true(values[0].cost >= cost * (1 - 1e-6) && values[0].cost <= cost * (1 + 2e-3));
  pathfan_query_free(query);
  pathfan_map_free(map);
}

/* One query object runs out of memory again and again on its way from cold to warm. */
static void test_asking(void **state) {
  (void)state;
  const twin_terrain t = everything();
  twin_guide guide = twin_guide_make(&t, NULL);
  pf_random random = pf_random_from(3);
  int failures = 0;
  for (int i = 0; i < 30; i++) {
    pathfan_query *query;
    const pathfan_answer *answer;
    pathfan_point a, b;
    twin_terrain_ends(&t, &random, &a, &b);
    const double expected = twin_guide_ask(&guide, a, b, NULL);
    const pathfan_request r = twin_guide_request(a, b);
    assert_int_equal(pathfan_query_create_online(guide.map, &query), PATHFAN_OK);
    pathfan_status status = PATHFAN_ERR_NO_MEMORY;
    for (long n = 0; status; n++) {
      const shortage s = {.alone = n % 2, .at = (double)(n / 2)};
      begin_shortage(&s);
      status = pathfan_query_paths(query, &r, &answer);
      end_shortage();
      assert_true(status == PATHFAN_OK || status == PATHFAN_ERR_NO_MEMORY);
      if (status) assert_true(pathfan_query_error(query)[0]);
      failures += status != PATHFAN_OK;
    }
    assert_true((answer->path_count ? answer->paths[0].cost : INFINITY) == expected);
    pathfan_query_free(query);
  }
  assert_true(failures > 100);
  twin_guide_free(&guide);
}

static void test_fields(void **state) {
  (void)state;
  enum { POINTS = 30 };
  const twin_terrain t = everything();
  twin_guide guide = twin_guide_make(&t, NULL);
  pf_random random = pf_random_from(4);
  pathfan_point points[POINTS];
  pathfan_field_value expected[POINTS], values[POINTS];
  for (int i = 0; i < POINTS; i += 2) twin_terrain_ends(&t, &random, &points[i], &points[i + 1]);
  assert_int_equal(pathfan_query_field(guide.query, points[0], points, POINTS, expected, NULL),
                   PATHFAN_OK);
  for (int one = 0; one < 2; one++) {
    shortage s = {.alone = one};
    while (starve(&s)) {
      pathfan_query *query;
      assert_int_equal(pathfan_query_create_online(guide.map, &query), PATHFAN_OK);
      begin_shortage(&s);
      pathfan_status status = pathfan_query_field(query, points[0], points, POINTS, values, NULL);
      end_shortage();
      if (status) {
        assert_int_equal(status, PATHFAN_ERR_NO_MEMORY);
        assert_true(pathfan_query_error(query)[0]);
        status = pathfan_query_field(query, points[0], points, POINTS, values, NULL);
      }
      assert_int_equal(status, PATHFAN_OK);
      for (int i = 0; i < POINTS; i++) assert_true(values[i].cost == expected[i].cost);
      pathfan_query_free(query);
    }
    assert_true(s.failed > 5);
  }
  twin_guide_free(&guide);
}

static void test_warm_queries_allocate_nothing(void **state) {
  (void)state;
  const twin_terrain t = everything();
  twin_guide guide = twin_guide_make(&t, NULL);
  for (int round = 0; round < 2; round++) {
    pf_random random = pf_random_from(5);
    const long before = allocations;
    for (int i = 0; i < 60; i++) {
      pathfan_point a, b;
      twin_terrain_ends(&t, &random, &a, &b);
      twin_guide_ask(&guide, a, b, NULL);
    }
    if (round) assert_int_equal(allocations, before);
  }
  twin_guide_free(&guide);
}

SUITE(test_terrain_memory) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_reading), cmocka_unit_test(test_asking),
                                     cmocka_unit_test(test_areas), cmocka_unit_test(test_fields),
                                     cmocka_unit_test(test_warm_queries_allocate_nothing)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
