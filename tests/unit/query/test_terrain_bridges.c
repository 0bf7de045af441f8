/* test_terrain_bridges.c - points where rivers are crossed for free: answers name them, by search
 * and by an index. */
#include <math.h>
#include <stdio.h>

#include "terrain_index_fixture.h"

/* A river at x = 10 that is crossed only by bridges, two of which have names and share a place; one
 * at x = 6; and three that meet under a bridge at 16,5. */
#define RIVER(properties, line)                                                                    \
  "{\"type\":\"Feature\",\"properties\":{\"kind\":\"river\"," properties                           \
  "},\"geometry\":{\"type\":"                                                                      \
  "\"LineString\",\"coordinates\":" line "}},"
#define BRIDGE(properties, at)                                                                     \
  "{\"type\":\"Feature\",\"properties\":{\"kind\":\"bridge\"" properties                           \
  "},\"geometry\":{\"type\":"                                                                      \
  "\"Point\",\"coordinates\":" at "}},"
static const char *const land = "{\"type\":\"FeatureCollection\",\"features\":[" RIVER(
    "\"cost\":0.25,\"name\":\"Brook\"", "[[6,0],[6,10]]") RIVER("\"name\":\"Gorge\"",
                                                                "[[10,0],[10,10]]")
    BRIDGE(",\"name\":\"Old\"", "[10,5]") BRIDGE(",\"name\":\"New\"", "[10,5]") BRIDGE("", "[10,8]")
        BRIDGE(",\"name\":\"Lost\"", "[8,8]") RIVER("\"name\":\"A\"", "[[16,5],[16,10]]")
            RIVER("\"name\":\"B\"", "[[16,5],[13,0]]") RIVER("\"name\":\"C\"", "[[16,5],[19,0]]")
                BRIDGE(",\"name\":\"Mouth\"",
                       "[16,5]") "{\"type\":\"Feature\",\"properties\":{\"kind\":\"free\"},"
                                 "\"geometry\":{\"type\":\"Polygon\","
                                 "\"coordinates\":[[[0,0],[20,0],[20,10],[0,10],[0,0]]]}}]}";

/* A way's cost and its crossings, in order: rivers, with their costs or their bridges. */
typedef struct told {
  double cost;
  const char *crossed;
} told;

static void expect(pathfan_query *query, pathfan_algorithm algorithm, pathfan_point from,
                   pathfan_point to, const void *expected) {
  const told *way = expected;
  pathfan_request request = terrain_request(from, to);
  const pathfan_answer *answer;
  char said[256] = "";
  request.algorithm = algorithm;
  assert_int_equal(pathfan_query_paths(query, &request, &answer), PATHFAN_OK);
  assert_int_equal(answer->path_count, 1);
  const pathfan_path *path = &answer->paths[0];
  assert_true(fabs(path->cost - way->cost) < 1e-6);
  for (const pathfan_leg *leg = path->legs; leg < path->legs + path->leg_count; leg++)
    for (int32_t i = 0; i < leg->crossing_count; i++) {
      const pathfan_crossing *c = &leg->crossings[i];
      const size_t length = strlen(said);
      if (c->bridge_feature < 0)
        snprintf(said + length, sizeof said - length, "%s %g;", c->name, c->cost);
      else
        snprintf(said + length, sizeof said - length, "%s by %d %s;", c->name,
                 (int)c->bridge_feature, c->bridge ? c->bridge : "-");
      assert_true(c->bridge_feature < 0 || c->cost == 0);
      assert_true(leg->length > 0);
    }
  assert_string_equal(said, way->crossed);
}

static void expect_all(const terrain_pair *pair, pathfan_point a, pathfan_point b, double cost,
                       const char *there, const char *back) {
  terrain_pair_expect(pair, a, b, expect, &(told){cost, there}, &(told){cost, back});
}

static void test_told(void **state) {
  (void)state;
  terrain_pair pair = terrain_pair_make(land, NULL);
  const pathfan_point west = {8, 5}, east = {12, 5}, far = {4, 5}, old = {10, 5},
                      nameless = {10, 8};
  const pathfan_point low = {8, 8}, high = {12, 8}, left = {15, 5.5}, right = {17, 5.5};
  expect_all(&pair, west, east, 4, "Gorge by 2 Old;", "Gorge by 2 Old;");
  expect_all(&pair, low, high, 4, "Gorge by 4 -;", "Gorge by 4 -;");
  expect_all(&pair, far, east, 8.25, "Brook 0.25;Gorge by 2 Old;", "Gorge by 2 Old;Brook 0.25;");
  expect_all(&pair, left, right, 2 * hypot(1, 0.5), "A by 9 Mouth;", "A by 9 Mouth;");
  /* A river isn't crossed at an end of the way. */
  expect_all(&pair, west, old, 2, "", "");
  expect_all(&pair, old, east, 2, "", "");
  expect_all(&pair, far, old, 6.25, "Brook 0.25;", "Brook 0.25;");
  expect_all(&pair, old, nameless, 3, "", "");
  expect_all(&pair, old, old, 0, "", "");
  terrain_pair_free(&pair);
}

static void test_counted(void **state) {
  (void)state;
  terrain_pair pair = terrain_pair_make(land, NULL);
  pathfan_terrain_info info;
  assert_true(pathfan_map_terrain_info(pair.map, &info));
  assert_int_equal(info.bridge_count, 4);
  assert_int_equal(info.lost_bridges, 1);
  assert_true(pathfan_index_terrain_info(pair.index, &info));
  assert_int_equal(info.bridge_count, 4);
  assert_int_equal(info.river_count, 5);
  terrain_pair_free(&pair);
}

SUITE(test_terrain_bridges) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_told), cmocka_unit_test(test_counted)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
