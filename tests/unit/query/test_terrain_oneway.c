/* test_terrain_oneway.c - one-way roads: searches over a map, its index and brute force agree,
 * there and back; turning all of them round turns the ways round. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suite.h"
#include "terrain_index_fixture.h"
#include "twin_terrain_ask.h"
#include "twin_terrain_exact.h"
#include "twin_terrain_price.h"
#include "twin_terrain_random.h"

/* A random terrain, some of whose roads are one-way. */
static twin_terrain oneway_terrain(int number) {
  twin_terrain t = twin_terrain_number(number);
  pf_random random = pf_random_from((uint64_t)number + 4711);
  for (int32_t i = 0; i < t.count; i++)
    if (t.features[i].kind == TWIN_ROAD)
      t.features[i].oneway = (int)pf_random_below(&random, 3) - 1;
  return t;
}

static bool has_oneway(const twin_terrain *t) {
  for (int32_t i = 0; i < t->count; i++)
    if (t->features[i].oneway) return true;
  return false;
}

static twin_terrain turned(const twin_terrain *t) {
  twin_terrain u = *t;
  for (int32_t i = 0; i < u.count; i++) u.features[i].oneway = -u.features[i].oneway;
  return u;
}

static void expect(const twin_guide *g, const char *what, pathfan_point from, pathfan_point to,
                   double cost, double expected, double slack) {
  if (fabs(twin_guide_difference(g, cost, expected)) <= slack) return;
  twin_terrain_show(g->terrain, from, to);
  fail_msg("terrain %llu (%s): %s: %.12g, not %.12g", (unsigned long long)g->terrain->seed,
           g->terrain->kind, what, cost, expected);
}

/* The cost of the first path by the index; checks the others. */
static double by_index(pathfan_query *query, const twin_guide *g, pathfan_point from,
                       pathfan_point to, long *paths) {
  pathfan_request request;
  const pathfan_answer *answer;
  pathfan_request_init(&request);
  request.from = from;
  request.to = to;
  request.paths = 3;
  assert_int_equal(pathfan_query_paths(query, &request, &answer), PATHFAN_OK);
  for (int32_t i = 0; i < answer->path_count; i++) {
    const pathfan_path *path = &answer->paths[i];
    double length, legs = 0;
    for (int32_t k = 0; k < path->leg_count; k++) legs += path->legs[k].cost;
    assert_true(fabs(legs - path->cost) <= 1e-9 * (1 + legs));
    const double price = twin_terrain_price(g->terrain, path->points, path->point_count, &length);
    /* No path is cheaper than its points allow. */
    if (twin_guide_difference(g, path->cost, price) < -1e-6)
      expect(g, "its price", from, to, path->cost, price, 1e-6);
  }
  *paths += answer->path_count;
  return answer->path_count ? answer->paths[0].cost : INFINITY;
}

static void test_random(void **state) {
  (void)state;
  const int terrains = twin_scaled(10 * twin_terrain_kinds());
  long oneway = 0, requests = 0, differ = 0, paths = 0;
  for (int number = 0; number < terrains; number++) {
    const twin_terrain t = oneway_terrain(number), u = turned(&t);
    twin_guide guide = twin_guide_make(&t, NULL), back = twin_guide_make(&u, NULL);
    pf_random random = pf_random_from((uint64_t)number + 5);
    pathfan_query *query;
    char *text = twin_terrain_geojson(&t);
    if (!has_oneway(&t)) {
      free(text);
      twin_guide_free(&guide);
      twin_guide_free(&back);
      continue;
    }
    oneway++;
    terrain_build(text, NULL);
    free(text);
    pathfan_index *index = terrain_open(PATHFAN_OPEN_EAGER);
    assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
    for (int k = 0; k < 2; k++) {
      pathfan_point a, b;
      const pathfan_answer *answer;
      twin_terrain_ends(&t, &random, &a, &b);
      const double exact = twin_terrain_exact(&t, a, b, NULL);
      const double cost = twin_guide_ask(&guide, a, b, &answer);
      expect(&guide, "brute force", a, b, cost, exact, 5e-7);
      const char *fault = isfinite(cost) ? twin_guide_fault(&guide, answer, true) : NULL;
      if (fault) {
        twin_terrain_show(&t, a, b);
        fail_msg("%s", fault);
      }
      expect(&guide, "the roads turned round", a, b, twin_guide_ask(&back, b, a, NULL), cost, 1e-9);
      expect(&guide, "the index", a, b, by_index(query, &guide, a, b, &paths), cost, 1e-9);
      const double there = twin_guide_ask(&guide, b, a, NULL);
      expect(&guide, "the index, back", b, a, by_index(query, &guide, b, a, &paths), there, 1e-9);
      differ += isfinite(cost) && fabs(there - cost) > 1e-6 * cost;
      requests++;
    }
    pathfan_query_free(query);
    pathfan_index_close(index);
    twin_guide_free(&guide);
    twin_guide_free(&back);
  }
  print_message(
      "%ld terrains with one-way roads, %ld requests, %ld cost otherwise back, %ld paths\n", oneway,
      requests, differ, paths);
  if (twin_is_whole()) assert_true(oneway >= 60 && differ >= 40 && paths > 2 * requests);
}

/* A field gives the costs of ways to its goal, not from it; those of ways over a point are from the
 * start to it, and from it to the goal. */
static void test_field(void **state) {
  (void)state;
  for (int number = 0; number < twin_scaled(24); number++) {
    const twin_terrain t = oneway_terrain(number);
    twin_guide guide = twin_guide_make(&t, NULL);
    pf_random random = pf_random_from((uint64_t)number + 6);
    pathfan_point ends[8];
    pathfan_field_value values[7];
    bool is_free;
    for (int i = 0; i < 8; i += 2) twin_terrain_ends(&t, &random, &ends[i], &ends[i + 1]);
    assert_int_equal(pathfan_query_field(guide.query, ends[7], ends, 7, values, &is_free),
                     PATHFAN_OK);
    for (int i = 0; i < 7; i++)
      expect(&guide, "field", ends[i], ends[7], values[i].cost,
             twin_guide_ask(&guide, ends[i], ends[7], NULL), 1e-9);
    double costs[6][2];
    assert_int_equal(pathfan_query_via(guide.query, ends[0], ends[7], 1e9, ends + 1, 6, costs),
                     PATHFAN_OK);
    for (int i = 0; i < 6; i++) {
      const double to = twin_guide_ask(&guide, ends[0], ends[i + 1], NULL);
      assert_true(costs[i][0] == costs[i][1]);
      expect(&guide, "over a point", ends[0], ends[7], costs[i][0],
             to + twin_guide_ask(&guide, ends[i + 1], ends[7], NULL), 1e-9);
    }
    twin_guide_free(&guide);
  }
}

#define ROAD(properties, points)                                                                   \
  "{\"type\":\"Feature\",\"properties\":{\"kind\":\"road\",\"rate\":0.5" properties                \
  "},\"geometry\":{\"type\":\"LineString\",\"coordinates\":" points "}}"
#define MAP(roads)                                                                                 \
  "{\"type\":\"FeatureCollection\",\"features\":["                                                 \
  "{\"type\":\"Feature\",\"properties\":{\"kind\":\"free\"},\"geometry\":{\"type\":\"Polygon\","   \
  "\"coordinates\":[[[0,0],[100,0],[100,60],[0,60],[0,0]]]}}," roads "]}"

static double cost_of(const char *text, double x, double y, double to_x, double to_y) {
  pathfan_map *map;
  pathfan_query *query;
  const pathfan_answer *answer;
  pathfan_error error = {""};
  if (pathfan_map_parse(text, strlen(text), "oneway", NULL, &map, &error))
    fail_msg("%s", error.text);
  assert_int_equal(pathfan_query_create_online(map, &query), PATHFAN_OK);
  const pathfan_request request =
      twin_guide_request((pathfan_point){x, y}, (pathfan_point){to_x, to_y});
  assert_int_equal(pathfan_query_paths(query, &request, &answer), PATHFAN_OK);
  const double cost = answer->path_count ? answer->paths[0].cost : INFINITY;
  pathfan_query_free(query);
  pathfan_map_free(map);
  return cost;
}

static void check(const char *text, double there, double back) {
  assert_true(fabs(cost_of(text, 10, 30, 90, 30) - there) < 1e-6);
  assert_true(fabs(cost_of(text, 90, 30, 10, 30) - back) < 1e-6);
}

/* What files say of one-way roads. */
static void test_words(void **state) {
  (void)state;
  check(MAP(ROAD("", "[[10,30],[90,30]]")), 40, 40);
  check(MAP(ROAD(",\"oneway\":true", "[[10,30],[90,30]]")), 40, 80);
  check(MAP(ROAD(",\"oneway\":\"yes\"", "[[10,30],[90,30]]")), 40, 80);
  check(MAP(ROAD(",\"oneway\":1", "[[10,30],[90,30]]")), 40, 80);
  check(MAP(ROAD(",\"oneway\":-1", "[[10,30],[90,30]]")), 80, 40);
  check(MAP(ROAD(",\"oneway\":\"-1\"", "[[10,30],[90,30]]")), 80, 40);
  check(MAP(ROAD(",\"oneway\":\"reverse\"", "[[10,30],[90,30]]")), 80, 40);
  check(MAP(ROAD(",\"oneway\":\"no\"", "[[10,30],[90,30]]")), 40, 40);
  check(MAP(ROAD(",\"oneway\":null", "[[10,30],[90,30]]")), 40, 40);
}

/* Of two roads on one line each holds its way; where both hold, the cheaper one. */
static void test_overlap(void **state) {
  (void)state;
  check(MAP(ROAD(",\"oneway\":1", "[[10,30],[90,30]]") "," ROAD(",\"oneway\":1",
                                                                "[[90,30],[10,30]]")),
        40, 40);
  check(
      MAP(ROAD(",\"oneway\":1",
               "[[10,30],[90,30]]") ","
                                    "{\"type\":\"Feature\",\"properties\":{\"kind\":\"road\","
                                    "\"rate\":0.75},\"geometry\":"
                                    "{\"type\":\"LineString\",\"coordinates\":[[0,30],[100,30]]}}"),
      40, 60);
}

/* A bridge over a river that can't be crossed leads one way, and there is no other. */
static void test_bridge(void **state) {
  (void)state;
  const char *text =
      MAP(ROAD(",\"oneway\":1,\"bridge\":true",
               "[[40,30],[60,30]]") ","
                                    "{\"type\":\"Feature\",\"properties\":{\"kind\":\"river\"},"
                                    "\"geometry\":{\"type\":"
                                    "\"LineString\",\"coordinates\":[[50,0],[50,60]]}}");
  assert_true(fabs(cost_of(text, 10, 30, 90, 30) - 70) < 1e-6);
  assert_true(isinf(cost_of(text, 90, 30, 10, 30)));
}

SUITE(test_terrain_oneway) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random),  cmocka_unit_test(test_field),  cmocka_unit_test(test_words),
      cmocka_unit_test(test_overlap), cmocka_unit_test(test_bridge),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
