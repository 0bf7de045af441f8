/* test_terrain_legs.c - what the legs of a way tell: the river that one runs along, and the rivers
 * that it crosses, in order; by search and by an index. */
#include <stdio.h>

#include "terrain_index_fixture.h"

#define RIVER(name, cost, line)                                                                    \
  "{\"type\":\"Feature\",\"properties\":{\"kind\":\"river\",\"name\":\"" name "\",\"cost\":" cost  \
  "},\"geometry\":{\"type\":\"LineString\",\"coordinates\":" line "}},"
#define AREA(kind, ring)                                                                           \
  "{\"type\":\"Feature\",\"properties\":{\"kind\":\"" kind                                         \
  "\"},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[" ring "]}}"
#define MAP(features)                                                                              \
  "{\"type\":\"FeatureCollection\",\"features\":[" features AREA(                                  \
      "free", "[[0,0],[20,0],[20,10],[0,10],[0,0]]") "]}"

/* Checks the legs in words: their kinds, the features they run along, and after "/" those they
 * cross. */
static void expect(pathfan_query *query, pathfan_algorithm algorithm, pathfan_point from,
                   pathfan_point to, const void *legs) {
  pathfan_request request = terrain_request(from, to);
  const pathfan_answer *answer;
  char said[256] = "";
  request.algorithm = algorithm;
  assert_int_equal(pathfan_query_paths(query, &request, &answer), PATHFAN_OK);
  assert_int_equal(answer->path_count, 1);
  const pathfan_path *path = &answer->paths[0];
  for (const pathfan_leg *leg = path->legs; leg < path->legs + path->leg_count; leg++) {
    size_t length = strlen(said);
    snprintf(said + length, sizeof said - length, "%s%s%s%s", length ? "; " : "",
             pathfan_leg_kind_name(leg->kind), leg->name ? " " : "", leg->name ? leg->name : "");
    for (int32_t i = 0; i < leg->crossing_count; i++) {
      length = strlen(said);
      snprintf(said + length, sizeof said - length, "/%s", leg->crossings[i].name);
    }
  }
  assert_string_equal(said, legs);
}

/* Three rivers between two walls that ways go round: all rivers are crossed straight from end to
 * end, from an end to a wall's corner, and from corner to corner. */
static void test_crossed_in_order(void **state) {
  (void)state;
  terrain_pair pair =
      terrain_pair_make(MAP(RIVER("A", "1", "[[5,0],[5,10]]") RIVER("B", "2", "[[8,0],[8,10]]")
                                RIVER("C", "0.5", "[[11,0],[11,10]]")
                                    AREA("obstacle", "[[2,3],[3,3],[3,10],[2,10],[2,3]]") "," AREA(
                                        "obstacle", "[[13,3],[14,3],[14,10],[13,10],[13,3]]") ","),
                        NULL);
  const pathfan_point west = {4, 5}, east = {12, 6}, behind_west = {1, 5}, behind_east = {17, 6};
  terrain_pair_expect(&pair, west, east, expect, "off-road/A/B/C", "off-road/C/B/A");
  terrain_pair_expect(&pair, west, behind_east, expect, "off-road/A/B/C", "off-road/C/B/A");
  terrain_pair_expect(&pair, behind_west, east, expect, "off-road/A/B/C", "off-road/C/B/A");
  terrain_pair_expect(&pair, behind_west, behind_east, expect, "off-road/A/B/C", "off-road/C/B/A");
  terrain_pair_free(&pair);
}

/* Along a river, with either end of the way at one of its vertices. */
static void test_along_a_river(void **state) {
  (void)state;
  terrain_pair pair = terrain_pair_make(MAP(RIVER("Brook", "5", "[[4,2],[16,2]]")), NULL);
  const pathfan_point spring = {4, 2}, middle = {10, 2}, mouth = {16, 2}, off = {4, 6};
  terrain_pair_expect(&pair, spring, mouth, expect, "bank Brook", "bank Brook");
  terrain_pair_expect(&pair, spring, middle, expect, "bank Brook", "bank Brook");
  terrain_pair_expect(&pair, spring, off, expect, "off-road", "off-road");
  terrain_pair_expect(&pair, middle, off, expect, "off-road", "off-road");
  terrain_pair_free(&pair);
}

SUITE(test_terrain_legs) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_crossed_in_order),
                                     cmocka_unit_test(test_along_a_river)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
