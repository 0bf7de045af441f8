/* test_terrain_ways.c - answers of a terrain's index: path 1 by labels is the cheapest way, as the
 * search over the map finds it; alternatives are valid, sorted, within the stretch, and differ. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build-index/maps/any_map.h"
#include "suite.h"
#include "terrain/terrain_data.h"
#include "terrain_index_fixture.h"
#include "twin_terrain_ask.h"
#include "twin_terrain_price.h"
#include "twin_terrain_random.h"
#include "build-index/terrain/ways.h"

typedef struct asked {
  twin_terrain terrain;
  twin_guide guide; /* over the map */
  pathfan_index *index;
  pathfan_query *query; /* of the index */
} asked;

static asked ask_of(int number) {
  asked a = {.terrain = twin_terrain_number(number)};
  char *text = twin_terrain_geojson(&a.terrain);
  terrain_build(text, NULL);
  free(text);
  a.index = terrain_open(PATHFAN_OPEN_EAGER);
  assert_int_equal(pathfan_query_create(a.index, &a.query), PATHFAN_OK);
  return a;
}

static void asked_free(asked *a) {
  pathfan_query_free(a->query);
  pathfan_index_close(a->index);
}

/* Returns the share of closely spaced points of a path that lie farther than `width` from
 * another. */
static double share_apart(const pathfan_path *path, const pathfan_path *other, double width) {
  int far = 0, all = 0;
  for (int32_t i = 0; i + 1 < path->point_count; i++) {
    const pathfan_point p = path->points[i], q = path->points[i + 1];
    const int steps = 1 + (int)(hypot(q.x - p.x, q.y - p.y) / (path->length / 400));
    for (int k = 0; k < steps; k++) {
      const double x = p.x + (q.x - p.x) * (k + 0.5) / steps;
      const double y = p.y + (q.y - p.y) * (k + 0.5) / steps;
      double least = INFINITY;
      for (int32_t j = 0; j + 1 < other->point_count; j++) {
        const pathfan_point a = other->points[j], b = other->points[j + 1];
        const double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
        const double t = square > 0 ? ((x - a.x) * dx + (y - a.y) * dy) / square : 0;
        const double u = t < 0 ? 0 : t > 1 ? 1 : t;
        least = fmin(least, hypot(a.x + u * dx - x, a.y + u * dy - y));
      }
      far += least > width;
      all++;
    }
  }
  return (double)far / all;
}

/* No part of an alternative costs more than max_loop times the straight line between its ends.
 * Only on terrains without rivers, since a line may cost more for these. */
static void check_taut(const asked *a, const pathfan_path *path, double loop) {
  for (int32_t i = 0; i < a->terrain.count; i++)
    if (a->terrain.features[i].kind == TWIN_RIVER) return;
  double costs[40] = {0};
  if (path->point_count > 40) return;
  for (int32_t i = 0; i < path->leg_count; i++)
    for (int32_t k = path->legs[i].first; k < path->legs[i].last; k++)
      costs[k + 1] =
          costs[k] + path->legs[i].rate * hypot(path->points[k + 1].x - path->points[k].x,
                                                path->points[k + 1].y - path->points[k].y);
  for (int32_t i = 0; i < path->point_count; i++)
    for (int32_t k = i + 2; k < path->point_count; k++) {
      const pathfan_point line[2] = {path->points[i], path->points[k]};
      const double cost = a->terrain.rate * hypot(line[1].x - line[0].x, line[1].y - line[0].y);
      if (loop * cost >= costs[k] - costs[i] - 1e-6 * path->cost) continue;
      double clearance = INFINITY; /* lines that only touch walls don't count */
      for (int n = 0; n <= 100; n++)
        clearance =
            fmin(clearance,
                 twin_terrain_clearance(&a->terrain, line[0].x + n * (line[1].x - line[0].x) / 100,
                                        line[0].y + n * (line[1].y - line[0].y) / 100, false));
      if (clearance > 1e-6 && isfinite(twin_terrain_price(&a->terrain, line, 2, NULL)))
        fail_msg("%.9g,%.9g to %.9g,%.9g costs %.9g, straight %.9g", line[0].x, line[0].y,
                 line[1].x, line[1].y, costs[k] - costs[i], cost);
    }
}

/* Returns the number of alternatives that pay for more rivers than their points have to cross. A
 * few do, at banks where they arrive and leave along other rivers. */
static long check_paths(const asked *a, const pathfan_request *request,
                        const pathfan_answer *answer) {
  long dear = 0;
  for (int32_t i = 0; i < answer->path_count; i++) {
    const pathfan_path *path = &answer->paths[i];
    double cost = 0, length;
    for (int32_t k = 0; k < path->leg_count; k++) cost += path->legs[k].cost;
    assert_true(fabs(cost - path->cost) <= 1e-9 * (1 + cost));
    assert_true(i == 0 || path->cost >= answer->paths[i - 1].cost - 1e-9);
    assert_true(path->cost <= request->stretch * answer->paths[0].cost * (1 + 1e-9));
    const double price = twin_terrain_price(&a->terrain, path->points, path->point_count, &length);
    if (twin_guide_difference(&a->guide, path->cost, price) >= 1e-6) {
      if (i == 0 || path->cost < price) {
        twin_terrain_show(&a->terrain, request->from, request->to);
        fail_msg("path %d costs %.12g, as its points are priced %.12g", i + 1, path->cost, price);
      }
      dear++;
    }
    if (i) check_taut(a, path, request->max_loop);
    for (int32_t k = 0; k < i && answer->separation > 0; k++)
      assert_true(share_apart(path, &answer->paths[k], 0.9 * answer->separation) > 0.1);
  }
  return dear;
}

/* Each candidate tried has become an alternative, or is counted once under the reason for its
 * refusal. */
static void check_candidates(const pathfan_answer *answer) {
  const pathfan_candidates *c = &answer->candidates;
  assert_int_equal(c->not_taut + c->too_long + c->too_similar + c->too_near + c->unjudged +
                       answer->path_count - 1,
                   c->tried);
}

static void test_random(void **state) {
  (void)state;
  const int terrains = twin_scaled(10 * twin_terrain_kinds());
  long paths = 0, requests = 0, none = 0, dear = 0;
  for (int i = 0; i < terrains; i++) {
    asked a = ask_of(i);
    a.guide = twin_guide_make(&a.terrain, NULL);
    pf_random random = pf_random_from((uint64_t)i + 77);
    for (int k = 0; k < 4; k++) {
      pathfan_request request;
      const pathfan_answer *answer;
      pathfan_request_init(&request);
      twin_terrain_ends(&a.terrain, &random, &request.from, &request.to);
      request.paths = 1 + k;
      request.effort = k % 2 ? PATHFAN_EFFORT_THOROUGH : PATHFAN_EFFORT_FAST;
      if (k == 2) request.separation_share = 0;
      const double cost = twin_guide_ask(&a.guide, request.from, request.to, NULL);
      assert_int_equal(pathfan_query_paths(a.query, &request, &answer), PATHFAN_OK);
      requests++;
      paths += answer->path_count;
      assert_int_equal(answer->outcome == PATHFAN_OUTCOME_OK, isfinite(cost));
      if (!isfinite(cost)) {
        none++;
        continue;
      }
      if (twin_guide_difference(&a.guide, answer->paths[0].cost, cost) > 1e-9) {
        twin_terrain_show(&a.terrain, request.from, request.to);
        fail_msg("by labels %.12g, by a search %.12g", answer->paths[0].cost, cost);
      }
      dear += check_paths(&a, &request, answer);
      check_candidates(answer);
    }
    twin_guide_free(&a.guide);
    asked_free(&a);
  }
  print_message("%ld requests on %d terrains, %ld without a way, %ld paths, %ld too dear\n",
                requests, terrains, none, paths, dear);
  assert_true(500 * dear <= paths);
}

/* The same costs in both directions. */
static void test_there_and_back(void **state) {
  (void)state;
  for (int i = 0; i < 24; i++) {
    asked a = ask_of(i);
    pf_random random = pf_random_from((uint64_t)i + 5);
    pathfan_request request;
    const pathfan_answer *answer;
    pathfan_request_init(&request);
    twin_terrain_ends(&a.terrain, &random, &request.from, &request.to);
    assert_int_equal(pathfan_query_paths(a.query, &request, &answer), PATHFAN_OK);
    const int32_t count = answer->path_count;
    double costs[16];
    for (int32_t k = 0; k < count; k++) costs[k] = answer->paths[k].cost;
    const pathfan_point swap = request.from;
    request.from = request.to;
    request.to = swap;
    assert_int_equal(pathfan_query_paths(a.query, &request, &answer), PATHFAN_OK);
    assert_int_equal(answer->path_count, count);
    for (int32_t k = 0; k < count; k++) assert_true(answer->paths[k].cost == costs[k]);
    asked_free(&a);
  }
}

/* Two roads between two meadows, one dearer than the other: both are found, with their names. */
static void test_two_roads(void **state) {
  (void)state;
  static const char text[] =
      "{\"type\":\"FeatureCollection\",\"features\":["
      "{\"type\":\"Feature\",\"properties\":{\"kind\":\"free\"},\"geometry\":{\"type\":\"Polygon\","
      "\"coordinates\":[[[0,0],[100,0],[100,60],[0,60],[0,0]]]}},"
      "{\"type\":\"Feature\",\"properties\":{\"kind\":\"road\",\"rate\":0.3,\"name\":\"North\"},"
      "\"geometry\":{\"type\":\"LineString\",\"coordinates\":[[10,30],[20,10],[80,10],[90,30]]}},"
      "{\"type\":\"Feature\",\"properties\":{\"kind\":\"road\",\"rate\":0.35,\"name\":\"South\"},"
      "\"geometry\":{\"type\":\"LineString\",\"coordinates\":[[10,30],[20,50],[80,50],[90,30]]}}]}";
  terrain_build(text, NULL);
  pathfan_index *index = terrain_open(PATHFAN_OPEN_LAZY);
  pathfan_query *query;
  pathfan_request request;
  const pathfan_answer *answer;
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  pathfan_request_init(&request);
  request.from = (pathfan_point){5, 30};
  request.to = (pathfan_point){95, 30};
  assert_int_equal(pathfan_query_paths(query, &request, &answer), PATHFAN_OK);
  assert_int_equal(answer->path_count, 2);
  static const char *const names[] = {"North", "South"};
  const double rates[] = {0.3, 0.35}, length = 60 + 2 * sqrt(500);
  for (int i = 0; i < 2; i++) {
    const pathfan_path *path = &answer->paths[i];
    assert_int_equal(path->leg_count, 3);
    assert_string_equal(path->legs[1].name, names[i]);
    assert_float_equal(path->cost, 10 + rates[i] * length, 1e-4);
  }
  pathfan_query_free(query);
  pathfan_index_close(index);
}

#define FEATURE(properties, geometry)                                                              \
  "{\"type\":\"Feature\",\"properties\":{" properties "},\"geometry\":{" geometry "}}"
#define LINE(points) "\"type\":\"LineString\",\"coordinates\":[" points "]"
#define RECTANGLE(x, y, right, top)                                                                \
  "\"type\":\"Polygon\",\"coordinates\":[[[" #x "," #y "],[" #right "," #y "],[" #right "," #top   \
  "],[" #x "," #top "],[" #x "," #y "]]]"

/* Queries a terrain of features within 1000 by 700; the caller frees `query`, which holds the
 * answer, and `index`. */
static const pathfan_answer *answer_on(const char *features, pathfan_point from, pathfan_point to,
                                       pathfan_index **index, pathfan_query **query) {
  char text[2048];
  pathfan_request request;
  const pathfan_answer *answer;
  const int length =
      snprintf(text, sizeof text, "{\"type\":\"FeatureCollection\",\"features\":[%s,%s]}",
               FEATURE("\"kind\":\"free\"", RECTANGLE(0, 0, 1000, 700)), features);
  assert_in_range(length, 1, sizeof text - 1);
  terrain_build(text, NULL);
  *index = terrain_open(PATHFAN_OPEN_LAZY);
  assert_int_equal(pathfan_query_create(*index, query), PATHFAN_OK);
  pathfan_request_init(&request);
  request.from = from;
  request.to = to;
  assert_int_equal(pathfan_query_paths(*query, &request, &answer), PATHFAN_OK);
  return answer;
}

/* A road north of a lake and one south of it, entered and left where they have no vertices: the
 * southern one is found, whatever vertices lie between. */
static void test_roads_without_vertices(void **state) {
  (void)state;
  static const char *const between[] = {"", "[500,550],", "[400,550],[600,550],",
                                        "[150,550],[870,550],"};
  for (size_t i = 0; i < sizeof between / sizeof *between; i++) {
    char features[1024], south[128];
    pathfan_index *index;
    pathfan_query *query;
    (void)snprintf(south, sizeof south, "[0,550],%s[1000,550]", between[i]);
    (void)snprintf(features, sizeof features, "%s,%s,%s%s%s",
                   FEATURE("\"kind\":\"obstacle\"", RECTANGLE(300, 250, 700, 450)),
                   FEATURE("\"kind\":\"road\",\"rate\":0.3", LINE("[0,150],[1000,150]")),
                   "{\"type\":\"Feature\",\"properties\":{\"kind\":\"road\",\"rate\":0.3,"
                   "\"name\":\"South\"},\"geometry\":{\"type\":\"LineString\",\"coordinates\":[",
                   south, "]}}");
    const pathfan_answer *answer =
        answer_on(features, (pathfan_point){80, 320}, (pathfan_point){930, 370}, &index, &query);
    assert_int_equal(answer->path_count, 2);
    const pathfan_path *path = &answer->paths[1];
    const double slope = 0.3 / sqrt(1 - 0.09), leg = 1 / sqrt(1 - 0.09);
    const double road = 850 - (230 + 180) * slope; /* entered and left at the critical angle */
    assert_float_equal(path->cost, 0.3 * road + (230 + 180) * leg, 1e-4);
    assert_int_equal(path->leg_count, 3);
    assert_string_equal(path->legs[1].name, "South");
    pathfan_query_free(query);
    pathfan_index_close(index);
  }
}

/* A road that saves less than the way to it costs isn't an alternative, and two sides of an
 * obstacle right in the middle are two, though they cost the same. */
static void test_detours(void **state) {
  (void)state;
  pathfan_index *index;
  pathfan_query *query;
  const pathfan_answer *answer =
      answer_on(FEATURE("\"kind\":\"obstacle\"", RECTANGLE(400, 250, 600, 450)) "," FEATURE(
                    "\"kind\":\"road\",\"rate\":0.9", LINE("[450,150],[550,150]")),
                (pathfan_point){200, 350}, (pathfan_point){800, 350}, &index, &query);
  assert_int_equal(answer->path_count, 2);
  for (int i = 0; i < 2; i++) {
    assert_float_equal(answer->paths[i].cost, 200 + 2 * hypot(200, 100), 1e-4);
    assert_int_equal(answer->paths[i].point_count, 4);
  }
  assert_true(fabs(answer->paths[0].points[1].y - answer->paths[1].points[1].y) > 199);
  pathfan_query_free(query);
  pathfan_index_close(index);
}

/* The only bridge over a river, off all roads: the alternatives are the crossings elsewhere, at a
 * price. Where those are cheaper, the bridge is the alternative. */
static void test_lone_bridge(void **state) {
  (void)state;
  pathfan_index *index;
  pathfan_query *query;
  const pathfan_answer *answer =
      answer_on(FEATURE("\"kind\":\"river\",\"cost\":90", LINE("[500,0],[500,700]")) "," FEATURE(
                    "\"kind\":\"bridge\"", "\"type\":\"Point\",\"coordinates\":[500,650]"),
                (pathfan_point){300, 350}, (pathfan_point){700, 350}, &index, &query);
  assert_int_equal(answer->path_count, 2);
  assert_float_equal(answer->paths[0].cost, 400 + 90, 1e-4);
  assert_float_equal(answer->paths[1].cost, 2 * hypot(200, 300), 1e-4);
  pathfan_query_free(query);
  pathfan_index_close(index);
}

/* The alternative to a way by road leads straight over open ground, where there are no nodes. */
static void test_straight_alternative(void **state) {
  (void)state;
  pathfan_index *index;
  pathfan_query *query;
  const pathfan_answer *answer =
      answer_on(FEATURE("\"kind\":\"road\",\"rate\":0.3", LINE("[0,150],[1000,150]")),
                (pathfan_point){100, 350}, (pathfan_point){900, 350}, &index, &query);
  const double slope = 0.3 / sqrt(1 - 0.09), leg = 1 / sqrt(1 - 0.09);
  assert_int_equal(answer->path_count, 2);
  assert_float_equal(answer->paths[0].cost, 0.3 * (800 - 400 * slope) + 400 * leg, 1e-4);
  assert_int_equal(answer->paths[0].leg_count, 3);
  assert_float_equal(answer->paths[1].cost, 800, 1e-4);
  assert_int_equal(answer->paths[1].leg_count, 1);
  pathfan_query_free(query);
  pathfan_index_close(index);
}

/* Round a lake over open ground, on no road either way: the obstacle between two ways makes them
 * differ. */
static void test_sides_of_a_lake(void **state) {
  (void)state;
  pathfan_index *index;
  pathfan_query *query;
  const pathfan_answer *answer =
      answer_on(FEATURE("\"kind\":\"obstacle\"", RECTANGLE(400, 200, 600, 480)) "," FEATURE(
                    "\"kind\":\"road\",\"rate\":0.9", LINE("[0,690],[40,690]")),
                (pathfan_point){100, 350}, (pathfan_point){900, 350}, &index, &query);
  assert_int_equal(answer->path_count, 2);
  assert_float_equal(answer->paths[0].cost, 200 + 2 * hypot(300, 130), 1e-4);
  assert_float_equal(answer->paths[1].cost, 200 + 2 * hypot(300, 150), 1e-4);
  pathfan_query_free(query);
  pathfan_index_close(index);
}

/* However dear alternatives may be, none leads over nodes that can't be reached. */
static void test_parts_apart(void **state) {
  (void)state;
  pathfan_index *index;
  pathfan_query *query;
  pathfan_request request;
  const pathfan_answer *answer =
      answer_on(FEATURE("\"kind\":\"free\"", RECTANGLE(2000, 0, 3000, 700)) "," FEATURE(
                    "\"kind\":\"road\",\"rate\":0.3",
                    LINE("[100,150],[900,150]")) "," FEATURE("\"kind\":\"road\",\"rate\":0.3",
                                                             LINE("[2100,150],[2900,150]")),
                (pathfan_point){50, 350}, (pathfan_point){950, 350}, &index, &query);
  assert_int_equal(answer->outcome, PATHFAN_OUTCOME_OK);
  pathfan_request_init(&request);
  request.from = (pathfan_point){50, 350};
  request.to = (pathfan_point){950, 350};
  request.stretch = 1e308;
  assert_int_equal(pathfan_query_paths(query, &request, &answer), PATHFAN_OK);
  assert_int_equal(answer->outcome, PATHFAN_OUTCOME_OK);
  pathfan_query_free(query);
  pathfan_index_close(index);
}

static bool rises(void *context, int64_t done) {
  int64_t *last = context;
  if (done < *last) fail_msg("%lld after %lld", (long long)done, (long long)*last);
  *last = done;
  return true;
}

/* Reported progress never falls, in any loop of a stage. */
static void test_told(void **state) {
  const pathfan_map_options options = {.max_memory = 0};
  const pf_limits limits = {NULL, NULL, &(pf_memory_limit){0}};
  (void)state;
  for (int32_t threads = 1; threads <= 2; threads++) {
    pf_ground ground;
    pf_ways_data ways;
    pathfan_error error;
    int64_t last = 0;
    const pf_limits counted = {rises, &last, NULL};
    if (pf_ground_read(TERRAIN_OF_ALL, strlen(TERRAIN_OF_ALL), "all.geojson", &options, NULL,
                       &limits, &ground, &error))
      fail_msg("%s", error.text);
    assert_int_equal(pf_ways_find(&ground.terrain->view, pf_frame_fraction_bits(&ground.frame),
                                  threads, &counted, &ways),
                     PATHFAN_OK);
    assert_true(last > ground.terrain->view.node_count);
    pf_ways_data_free(&ways);
    pf_ground_free(&ground);
  }
}

SUITE(test_terrain_ways) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random),
                                     cmocka_unit_test(test_there_and_back),
                                     cmocka_unit_test(test_two_roads),
                                     cmocka_unit_test(test_roads_without_vertices),
                                     cmocka_unit_test(test_detours),
                                     cmocka_unit_test(test_lone_bridge),
                                     cmocka_unit_test(test_straight_alternative),
                                     cmocka_unit_test(test_sides_of_a_lake),
                                     cmocka_unit_test(test_parts_apart),
                                     cmocka_unit_test(test_told)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
