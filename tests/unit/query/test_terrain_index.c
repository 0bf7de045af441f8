/* test_terrain_index.c - the terrain in an index is that of its map: algorithm terrain gives the
 * same answers from both, to the last bit. */
#include <math.h>
#include <stdlib.h>

#include "base/file.h"
#include "terrain_index_fixture.h"
#include "twin_terrain_random.h"

/* ---- The same answers ---- */

static void same_text(const char *a, const char *b) {
  assert_true((a == NULL) == (b == NULL));
  if (a) assert_string_equal(a, b);
}

static void same_legs(const pathfan_path *a, const pathfan_path *b) {
  assert_int_equal(a->leg_count, b->leg_count);
  for (int32_t i = 0; i < a->leg_count; i++) {
    const pathfan_leg *s = &a->legs[i], *t = &b->legs[i];
    assert_int_equal(s->kind, t->kind);
    assert_int_equal(s->feature, t->feature);
    same_text(s->name, t->name);
    assert_true(s->rate == t->rate && s->length == t->length && s->cost == t->cost);
    assert_true(s->first == t->first && s->last == t->last);
    assert_int_equal(s->crossing_count, t->crossing_count);
    for (int32_t k = 0; k < s->crossing_count; k++) {
      same_text(s->crossings[k].name, t->crossings[k].name);
      assert_true(s->crossings[k].cost == t->crossings[k].cost &&
                  s->crossings[k].feature == t->crossings[k].feature &&
                  s->crossings[k].bridge_feature == t->crossings[k].bridge_feature);
      same_text(s->crossings[k].bridge, t->crossings[k].bridge);
    }
  }
}

static void same_answers(const pathfan_answer *a, const pathfan_answer *b) {
  assert_int_equal(a->outcome, b->outcome);
  assert_true(a->from.x == b->from.x && a->from.y == b->from.y);
  assert_int_equal(a->path_count, b->path_count);
  for (int32_t i = 0; i < a->path_count; i++) {
    const pathfan_path *s = &a->paths[i], *t = &b->paths[i];
    assert_true(s->cost == t->cost && s->length == t->length);
    assert_int_equal(s->point_count, t->point_count);
    assert_memory_equal(s->points, t->points, (size_t)s->point_count * sizeof *s->points);
    same_legs(s, t);
  }
}

/* On a bridge over a river both sectors are equally near: no empty leg leads from one to the
 * other. */
static void test_no_empty_legs(void **state) {
  (void)state;
  terrain_pair pair = terrain_pair_make(TERRAIN_OF_ALL, NULL);
  const pathfan_point bridge = {46, 33};
  pathfan_query *query;
  assert_int_equal(pathfan_query_create(pair.index, &query), PATHFAN_OK);
  for (int i = 0; i < 4 * 18 * 14; i++) {
    const pathfan_point other = {5 * (i / 4 % 18), 5 * (i / 72)};
    pathfan_request request = terrain_request(i % 2 ? bridge : other, i % 2 ? other : bridge);
    const pathfan_answer *answer;
    if (i % 4 < 2) request.algorithm = PATHFAN_ALGORITHM_INDEX, request.paths = 3;
    assert_int_equal(pathfan_query_paths(query, &request, &answer), PATHFAN_OK);
    for (int32_t p = 0; p < answer->path_count; p++)
      for (int32_t l = 0; l < answer->paths[p].leg_count; l++)
        assert_true(answer->paths[p].legs[l].length > 0 ||
                    answer->paths[p].legs[l].crossing_count > 0);
  }
  pathfan_query_free(query);
  terrain_pair_free(&pair);
}

/* Compares ways, costs alone, and fields. */
static void ask_both(pathfan_query *map, pathfan_query *index, pathfan_point from,
                     pathfan_point to) {
  const pathfan_request request = terrain_request(from, to);
  const pathfan_point points[2] = {from, to};
  const pathfan_answer *a, *b;
  pathfan_outcome outcomes[2];
  pathfan_field_value values[2][2];
  double costs[2];
  bool is_free[2];
  assert_int_equal(pathfan_query_paths(map, &request, &a), PATHFAN_OK);
  assert_int_equal(pathfan_query_paths(index, &request, &b), PATHFAN_OK);
  same_answers(a, b);
  pathfan_query *const both[2] = {map, index};
  for (int i = 0; i < 2; i++) {
    assert_int_equal(pathfan_query_distance(both[i], from, to, &costs[i], &outcomes[i]),
                     PATHFAN_OK);
    assert_int_equal(pathfan_query_field(both[i], to, points, 2, values[i], &is_free[i]),
                     PATHFAN_OK);
  }
  assert_int_equal(outcomes[0], outcomes[1]);
  assert_true(outcomes[0] != PATHFAN_OUTCOME_OK || costs[0] == a->paths[0].cost);
  assert_int_equal(is_free[0], is_free[1]);
  for (int i = 0; i < 2; i++)
    assert_true(values[0][i].cost == values[1][i].cost &&
                values[0][i].heading_x == values[1][i].heading_x &&
                values[0][i].heading_y == values[1][i].heading_y &&
                values[0][i].feature == values[1][i].feature);
}

static void test_same_answers(void **state) {
  (void)state;
  const int terrains = twin_scaled(2 * twin_terrain_kinds());
  for (int number = 0; number < terrains; number++) {
    const twin_terrain terrain = twin_terrain_number(number);
    pf_random random = pf_random_from((uint64_t)number);
    char *text = twin_terrain_geojson(&terrain);
    terrain_pair pair = terrain_pair_make(text, NULL);
    pathfan_query *map, *index;
    assert_int_equal(pathfan_query_create_online(pair.map, &map), PATHFAN_OK);
    assert_int_equal(pathfan_query_create(pair.index, &index), PATHFAN_OK);
    for (int i = 0; i < 12; i++) {
      pathfan_point from, to;
      twin_terrain_ends(&terrain, &random, &from, &to);
      ask_both(map, index, from, to);
    }
    pathfan_query_free(map);
    pathfan_query_free(index);
    pathfan_error error = {""};
    if (pathfan_index_verify(pair.index, &error)) fail_msg("terrain %d: %s", number, error.text);
    terrain_pair_free(&pair);
    free(text);
  }
}

/* Costs alone are those of path 1 in the index's answer, to the last bit: between free points,
 * vertices, and points on roads and rivers, one by one and many at once, in both directions. */
static void test_distances(void **state) {
  (void)state;
  enum { GOALS = 12 };
  const int terrains = twin_scaled(2 * twin_terrain_kinds());
  for (int number = 0; number < terrains; number++) {
    const twin_terrain terrain = twin_terrain_number(number);
    pf_random random = pf_random_from((uint64_t)number + 7);
    char *text = twin_terrain_geojson(&terrain);
    pathfan_point from, to[GOALS], unused;
    double costs[GOALS], back;
    pathfan_outcome outcomes[GOALS], outcome;
    pathfan_query *query;
    terrain_build(text, NULL);
    pathfan_index *index = terrain_open(PATHFAN_OPEN_LAZY);
    assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
    twin_terrain_ends(&terrain, &random, &from, &to[0]);
    for (int i = 1; i < GOALS; i++) twin_terrain_ends(&terrain, &random, &unused, &to[i]);
    to[1] = from;
    if (terrain.count) to[2] = terrain.features[0].points[0];
    assert_int_equal(pathfan_query_distances(query, from, to, GOALS, costs, outcomes), PATHFAN_OK);
    for (int i = 0; i < GOALS; i++) {
      pathfan_request request = terrain_request(from, to[i]);
      const pathfan_answer *answer;
      request.algorithm = PATHFAN_ALGORITHM_INDEX;
      request.paths = 1 + i % 3;
      assert_int_equal(pathfan_query_paths(query, &request, &answer), PATHFAN_OK);
      assert_int_equal(answer->outcome, outcomes[i]);
      if (!answer->path_count) continue;
      const double cost = answer->paths[0].cost;
      assert_int_equal(pathfan_query_distance(query, to[i], from, &back, &outcome), PATHFAN_OK);
      if (costs[i] != cost || back != cost)
        fail_msg("terrain %d: %.17g and back %.17g for %.17g", number, costs[i], back, cost);
    }
    pathfan_query_free(query);
    pathfan_index_close(index);
    free(text);
  }
}

/* Under each policy, with a field as the first request. */
static void test_policies(void **state) {
  (void)state;
  terrain_pair pair = terrain_pair_make(TERRAIN_OF_ALL, NULL);
  for (int policy = 0; policy < 3; policy++) {
    pathfan_index *index = terrain_open(policy);
    pathfan_query *map, *query;
    pathfan_field_value values[2];
    const pathfan_point points[2] = {{2, 2}, {115, 60}};
    assert_int_equal(pathfan_query_create_online(pair.map, &map), PATHFAN_OK);
    assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
    assert_int_equal(pathfan_query_field(query, points[0], points, 2, values, NULL), PATHFAN_OK);
    assert_true(values[0].cost == 0 && isfinite(values[1].cost));
    for (int i = 0; i < 40; i++)
      ask_both(map, query, (pathfan_point){3 * i, 61 - i}, (pathfan_point){118 - 2 * i, 2 + i});
    pathfan_query_free(map);
    pathfan_query_free(query);
    pathfan_index_close(index);
  }
  terrain_pair_free(&pair);
}

/* ---- What is told ---- */

static void test_info(void **state) {
  (void)state;
  terrain_pair pair = terrain_pair_make(TERRAIN_OF_ALL, NULL);
  pathfan_terrain_info a, b;
  pathfan_index_info info;
  assert_true(pathfan_map_terrain_info(pair.map, &a));
  assert_true(pathfan_index_is_terrain(pair.index));
  assert_true(pathfan_index_terrain_info(pair.index, &b));
  assert_memory_equal(&a, &b, sizeof a);
  assert_true(a.background_rate == 1.5 && a.road_count == 6 && a.river_count == 3 &&
              a.bridge_count == 1);
  pathfan_terrain_line s, t;
  int32_t count = 0;
  for (; pathfan_map_terrain_line(pair.map, count, &s); count++) {
    assert_true(pathfan_index_terrain_line(pair.index, count, &t));
    assert_int_equal(s.kind, t.kind);
    assert_int_equal(s.is_apart, t.is_apart);
    assert_memory_equal(s.ends, t.ends, sizeof s.ends);
    assert_true(s.value == t.value && s.feature == t.feature);
    same_text(s.name, t.name);
  }
  assert_false(pathfan_index_terrain_line(pair.index, count, &t));
  assert_false(pathfan_index_terrain_line(pair.index, -1, &t));
  pathfan_index_info_get(pair.index, &info);
  assert_true(info.is_terrain && info.node_count == a.node_count && info.arc_count == a.arc_count);
  assert_true(info.leg_count && info.way_count && info.way_labels >= (uint64_t)a.node_count);
  assert_true(info.terrain_bytes && info.way_bytes);
  assert_int_equal(info.format_minor, 1);
  assert_int_equal(info.cone_count + info.edge_bytes + (uint64_t)info.region_count, 0);
  terrain_pair_free(&pair);
}

/* The index of a map without roads and rivers is an ordinary one, with cone lists. */
static void test_plain_maps(void **state) {
  (void)state;
  static const char plain[] =
      "{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\",\"properties\":{"
      "\"kind\":"
      "\"obstacle\"},"
      "\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[4,4],[9,5],[6,8],[4,4]]]}}]}\n";
  terrain_build(plain, NULL);
  pathfan_index *index = terrain_open(PATHFAN_OPEN_EAGER);
  pathfan_index_info info;
  pathfan_terrain_info none;
  pathfan_index_info_get(index, &info);
  assert_int_equal(info.format_minor, 2);
  assert_false(info.is_terrain);
  assert_false(pathfan_index_is_terrain(index));
  assert_false(pathfan_index_terrain_info(index, &none));
  assert_true(none.node_count == 0);
  pathfan_index_close(index);
}

/* ---- Builds ---- */

static char *file_of(const char *name, size_t *bytes) {
  char *text;
  pathfan_error error = {""};
  if (pf_read_file(twin_scratch(name), (size_t)1 << 28, &text, bytes, &error))
    fail_msg("%s", error.text);
  return text;
}

/* The same for any number of threads, and when built from the index itself, with the rate given. */
static void test_same_bytes(void **state) {
  (void)state;
  pathfan_build_options options;
  pathfan_error error = {""};
  size_t sizes[3];
  char *files[3];
  pathfan_build_options_init(&options);
  options.map.background_rate = 1.25;
  for (int i = 0; i < 3; i++) {
    options.threads = 1 + 2 * (i == 1);
    if (i < 2)
      terrain_build(TERRAIN_OF_ALL, &options);
    else {
      pathfan_build_options_init(&options);
      if (pathfan_build_index(twin_scratch("terrain.pathfan"), twin_scratch("again.pathfan"),
                              &options, NULL, &error))
        fail_msg("%s", error.text);
    }
    files[i] = file_of(i < 2 ? "terrain.pathfan" : "again.pathfan", &sizes[i]);
    assert_true(sizes[i] == sizes[0] && !memcmp(files[i], files[0], sizes[0]));
  }
  pathfan_index *index = terrain_open(PATHFAN_OPEN_LAZY);
  pathfan_terrain_info info;
  assert_true(pathfan_index_terrain_info(index, &info) && info.background_rate == 1.25);
  pathfan_index_close(index);
  for (int i = 0; i < 3; i++) free(files[i]);
}

static void test_refused(void **state) {
  (void)state;
  pathfan_build_options options;
  pathfan_error error = {""};
  pathfan_build_options_init(&options);
  options.tables = 2;
  twin_scratch_write("terrain.geojson", TERRAIN_OF_ALL);
  assert_int_equal(pathfan_build_index(twin_scratch("terrain.geojson"), twin_scratch("no.pathfan"),
                                       &options, NULL, &error),
                   PATHFAN_ERR_ARGUMENT);
  assert_non_null(strstr(error.text, "tables are of maps without"));
}

/* ---- What terrains can't ---- */

/* Sends a request with one field set that is about lengths or tables; the message must name it. */
static void check_flaw(pathfan_query *query, int field, pathfan_algorithm algorithm) {
  static const char *const names[] = {"avoid",
                                      "objective",
                                      "max_bounded_stretch",
                                      "min_local_optimality",
                                      "fill",
                                      "splices",
                                      "tables",
                                      "access",
                                      "partial",
                                      "without"};
  const pathfan_area area = {.centre = {10, 60}, .radius = 1};
  pathfan_request request = terrain_request((pathfan_point){2, 2}, (pathfan_point){85, 60});
  const pathfan_answer *answer;
  request.algorithm = algorithm;
  switch (field) {
  case 0: request.avoid = &area, request.avoid_count = 1; break;
  case 1: request.objective.similarity = 1; break;
  case 2: request.max_bounded_stretch = 1.5; break;
  case 3: request.min_local_optimality = 0.2; break;
  case 4: request.fill = true; break;
  case 5: request.splices = PATHFAN_SPLICES_ALWAYS; break;
  case 6: request.tables = 1; break;
  case 7: request.access = 1; break;
  case 8: request.partial = true; break;
  default: request.without = PATHFAN_WITHOUT_DEAD_ENDS; break;
  }
  assert_int_equal(pathfan_query_paths(query, &request, &answer), PATHFAN_OK);
  assert_int_equal(answer->outcome, PATHFAN_OUTCOME_INVALID_REQUEST);
  assert_int_equal(answer->path_count, 0);
  assert_non_null(strstr(pathfan_query_error(query), names[field]));
}

static void test_not_of_terrains(void **state) {
  (void)state;
  terrain_pair pair = terrain_pair_make(TERRAIN_OF_ALL, NULL);
  const pathfan_point from = {2, 2}, to = {85, 60};
  pathfan_request request = terrain_request(from, to);
  const pathfan_answer *answer;
  pathfan_sight sight;
  int32_t count;
  pathfan_query *map, *index;
  assert_int_equal(pathfan_query_create_online(pair.map, &map), PATHFAN_OK);
  assert_int_equal(pathfan_query_create(pair.index, &index), PATHFAN_OK);
  for (int field = 0; field < 10; field++) {
    check_flaw(map, field, PATHFAN_ALGORITHM_TERRAIN);
    check_flaw(index, field, PATHFAN_ALGORITHM_TERRAIN);
    check_flaw(index, field, PATHFAN_ALGORITHM_INDEX);
  }
  for (int a = 0; a < PATHFAN_ALGORITHM_COUNT; a++) {
    request.algorithm = (pathfan_algorithm)a;
    const bool can = a == PATHFAN_ALGORITHM_TERRAIN || a == PATHFAN_ALGORITHM_INDEX;
    assert_int_equal(pathfan_query_paths(index, &request, &answer),
                     can ? PATHFAN_OK : PATHFAN_ERR_ARGUMENT);
    if (!can) assert_non_null(strstr(pathfan_query_error(index), "doesn't support terrains"));
  }
  assert_int_equal(pathfan_query_visible(index, from, &sight, NULL, 0, &count),
                   PATHFAN_ERR_ARGUMENT);
  pathfan_query_free(map);
  pathfan_query_free(index);
  terrain_pair_free(&pair);
}

SUITE(test_terrain_index) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_same_answers),
      cmocka_unit_test(test_distances),
      cmocka_unit_test(test_no_empty_legs),
      cmocka_unit_test(test_policies),
      cmocka_unit_test(test_info),
      cmocka_unit_test(test_plain_maps),
      cmocka_unit_test(test_same_bytes),
      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_not_of_terrains),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
