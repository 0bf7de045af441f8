/* test_areas_index.c - an index of a terrain with areas: it holds the ground and no ways, answers
 * as the map does, and damage of what it says about areas is found. */
#include "forge_fixture.h"
#include "suite.h"
#include "terrain/stored.h"
#include "terrain_index_fixture.h"

/* Dear and cheap ground, ground that can't be walked on, a road that is of use only in a marsh, a
 * river with a bridge over two grounds. */
static const char text[] =
    "{\"type\":\"FeatureCollection\",\"background_rate\":2,\"features\":["
    "{\"type\":\"Feature\",\"properties\":{\"kind\":\"free\"},"
    "\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[100,0],[100,80],[0,80],[0,0]]]}},"
    "{\"type\":\"Feature\",\"properties\":{\"kind\":\"area\",\"rate\":6,\"name\":\"Marsh\"},"
    "\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[20,10],[60,12],[58,50],[18,44],[20,10]]]"
    "}},"
    "{\"type\":\"Feature\",\"properties\":{\"kind\":\"area\",\"rate\":1.25,\"name\":\"Meadow\"},"
    "\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[50,30],[90,34],[84,70],[46,66],[50,30]]]"
    "}},"
    "{\"type\":\"Feature\",\"properties\":{\"kind\":\"area\",\"rate\":\"inf\",\"name\":\"Lake\"},"
    "\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[66,8],[88,10],[80,24],[66,20],[66,8]]]}}"
    ","
    "{\"type\":\"Feature\",\"properties\":{\"kind\":\"road\",\"rate\":3},"
    "\"geometry\":{\"type\":\"LineString\",\"coordinates\":[[24,20],[54,44]]}},"
    "{\"type\":\"Feature\",\"properties\":{\"kind\":\"road\",\"rate\":0.8},"
    "\"geometry\":{\"type\":\"LineString\",\"coordinates\":[[4,74],[44,60],[96,76]]}},"
    "{\"type\":\"Feature\",\"properties\":{\"kind\":\"river\",\"cost\":15},"
    "\"geometry\":{\"type\":\"LineString\",\"coordinates\":[[0,30],[40,36],[100,40]]}},"
    "{\"type\":\"Feature\",\"properties\":{\"kind\":\"bridge\"},"
    "\"geometry\":{\"type\":\"Point\",\"coordinates\":[40,36]}}]}";

static const pathfan_point points[] = {{2, 2}, {98, 78}, {30, 20}, {70, 60}, {95, 5}};
enum { POINTS = sizeof points / sizeof *points };

static void expect_equal(const pathfan_answer *a, const pathfan_answer *b) {
  assert_int_equal(a->outcome, b->outcome);
  assert_int_equal(a->path_count, b->path_count);
  assert_int_equal(a->proof, PATHFAN_PROOF_SEARCH);
  assert_int_equal(b->proof, PATHFAN_PROOF_SEARCH);
  for (int32_t i = 0; i < a->path_count; i++) {
    assert_true(a->paths[i].cost == b->paths[i].cost && a->paths[i].gap == b->paths[i].gap);
    assert_int_equal(a->paths[i].point_count, b->paths[i].point_count);
    assert_memory_equal(a->paths[i].points, b->paths[i].points,
                        (size_t)a->paths[i].point_count * sizeof *a->paths[i].points);
  }
}

/* By both names of the search. */
static void test_answers(void **state) {
  (void)state;
  terrain_pair pair = terrain_pair_make(text, NULL);
  pathfan_query *of_map, *of_index;
  pathfan_error error = {""};
  assert_int_equal(pathfan_query_create_online(pair.map, &of_map), PATHFAN_OK);
  assert_int_equal(pathfan_query_create(pair.index, &of_index), PATHFAN_OK);
  assert_int_equal(pathfan_index_verify(pair.index, &error), PATHFAN_OK);
  for (int i = 0; i < POINTS; i++)
    for (int k = 0; k < POINTS; k++) {
      const pathfan_answer *a, *b;
      pathfan_request r = terrain_request(points[i], points[k]);
      r.paths = i == 2 && k == 4 ? 2 : 1;
      r.max_gap = 1e-5;
      assert_int_equal(pathfan_query_paths(of_map, &r, &a), PATHFAN_OK);
      if (k % 2) r.algorithm = PATHFAN_ALGORITHM_INDEX;
      assert_int_equal(pathfan_query_paths(of_index, &r, &b), PATHFAN_OK);
      expect_equal(a, b);
    }
  pathfan_query_free(of_map);
  pathfan_query_free(of_index);
  terrain_pair_free(&pair);
}

static void test_description(void **state) {
  (void)state;
  terrain_pair pair = terrain_pair_make(text, NULL);
  pathfan_index_info info;
  pathfan_terrain_info a, b;
  pathfan_terrain_area x, y;
  int32_t polygons = 0;
  pathfan_index_info_get(pair.index, &info);
  assert_int_equal(info.format_minor, 14);
  assert_true(info.terrain_bytes > 0 && !info.way_bytes && !info.way_labels);
  assert_true(pathfan_map_terrain_info(pair.map, &a) && pathfan_index_terrain_info(pair.index, &b));
  assert_memory_equal(&a, &b, sizeof a);
  assert_int_equal(b.area_count, 3);
  for (; pathfan_map_terrain_area(pair.map, polygons, &x); polygons++) {
    assert_true(pathfan_index_terrain_area(pair.index, polygons, &y));
    assert_true(x.rate == y.rate && x.feature == y.feature && !x.name == !y.name);
    if (x.name) assert_string_equal(x.name, y.name);
  }
  assert_int_equal(polygons, info.polygon_count);
  assert_false(pathfan_index_terrain_area(pair.index, polygons, &y));
  assert_false(pathfan_index_terrain_area(pair.index, -1, &y));
  terrain_pair_free(&pair);
  terrain_build(TERRAIN_OF_ALL, NULL); /* without areas the file is as before */
  pathfan_index *index = terrain_open(PATHFAN_OPEN_LAZY);
  pathfan_index_info_get(index, &info);
  assert_true(info.format_minor < 14 && info.way_labels);
  assert_false(pathfan_index_terrain_area(index, 0, &y));
  pathfan_index_close(index);
}

/* ---- Damage ---- */

/* Writes the sections and frees them; they must be refused, by requests, too. */
static void refused(forge_sections *forged, const char *says) {
  char said[256];
  pathfan_index *index = NULL;
  pathfan_error error = {""};
  forge_write(forged, twin_scratch("terrain.pathfan"));
  forge_free(forged);
  const pathfan_open_options options = {.policy = PATHFAN_OPEN_LAZY};
  pathfan_status status =
      pathfan_index_open(twin_scratch("terrain.pathfan"), &options, &index, &error);
  if (!status) {
    assert_int_equal(terrain_ask(index, points[0], points[1], said), PATHFAN_ERR_DAMAGED);
    assert_non_null(strstr(said, says));
    status = pathfan_index_verify(index, &error);
    pathfan_index_close(index);
  }
  assert_int_equal(status, PATHFAN_ERR_DAMAGED);
  if (!strstr(error.text, says)) fail_msg("\"%s\" where \"%s\" was expected", error.text, says);
}

static forge_sections read_sound(void) {
  terrain_build(text, NULL);
  return forge_read(twin_scratch("terrain.pathfan"));
}

static int32_t feature_of_kind(const forge_sections *f, pf_feature_kind kind, double least) {
  const content *c = forge_find((forge_sections *)f, "terrain-features");
  const pf_feature *features = (const pf_feature *)c->data;
  for (int32_t i = 0; i < (int32_t)c->section.count; i++)
    if (features[i].kind == (int32_t)kind && features[i].value >= least) return i;
  fail_msg("no such feature");
  return -1;
}

static void test_areas_damaged(void **state) {
  (void)state;
  forge_sections sound = read_sound();
  const int32_t values[] = {-2, (int32_t)forge_find(&sound, "terrain-features")->section.count,
                            feature_of_kind(&sound, PF_FEATURE_ROAD, 0),
                            feature_of_kind(&sound, PF_FEATURE_AREA, INFINITY)};
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
    forge_sections f = forge_copy(&sound);
    content *c = forge_find(&f, "terrain-areas");
    memcpy(c->data + 4 * (c->section.count - 1), &values[i], sizeof values[i]);
    refused(&f, "section terrain-areas: not an area");
  }
  forge_sections f = forge_copy(&sound);
  forge_splice(forge_find(&f, "terrain-areas"), 0, 4, NULL, 0);
  refused(&f, "section terrain-areas: of another size");
  f = forge_copy(&sound);
  pf_feature *area = (pf_feature *)forge_find(&f, "terrain-features")->data;
  area[feature_of_kind(&f, PF_FEATURE_AREA, 0)].value = -1;
  refused(&f, "section terrain-features: impossible values");
  forge_free(&sound);
}

/* Without its section areas are no features, and ways are missing; with it there are none. */
static void test_areas_and_ways(void **state) {
  (void)state;
  forge_sections sound = read_sound();
  forge_sections f = forge_copy(&sound);
  for (uint32_t i = 0; i < f.count; i++)
    if (!strcmp(f.sections[i].section.name, "terrain-areas")) {
      free(f.sections[i].data);
      memmove(&f.sections[i], &f.sections[i + 1], (f.count - i - 1) * sizeof f.sections[0]);
      f.count--;
    }
  refused(&f, "section ways-first-leg: missing");
  f = forge_copy(&sound);
  content *c = &f.sections[f.count++];
  *c = (content){.section = forge_find(&f, "terrain-areas")->section, .data = malloc(1)};
  snprintf((char *)c->section.name, sizeof c->section.name, "ways-by-rank");
  c->section.count = 0;
  refused(&f, "section ways-by-rank: of a terrain with areas");
  forge_free(&sound);
}

SUITE(test_areas_index) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_answers, twin_scratch_make, twin_scratch_remove),
      cmocka_unit_test_setup_teardown(test_description, twin_scratch_make, twin_scratch_remove),
      cmocka_unit_test_setup_teardown(test_areas_damaged, twin_scratch_make, twin_scratch_remove),
      cmocka_unit_test_setup_teardown(test_areas_and_ways, twin_scratch_make, twin_scratch_remove),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
