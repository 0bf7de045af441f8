/* test_profile.c - what tags of OpenStreetMap mean to each profile, and features read by them;
 * roads and areas with speeds. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "map/features.h"
#include "map/profile.h"
#include "map/profile_file.h"
#include "suite.h"

/* Tags as text: "highway=path;oneway=yes". */
static const char *tag_of(void *context, const char *key) {
  static char value[64];
  const size_t length = strlen(key);
  for (const char *at = context; at && *at; at = strchr(at, ';') ? strchr(at, ';') + 1 : NULL)
    if (!strncmp(at, key, length) && at[length] == '=') {
      snprintf(value, sizeof value, "%.*s", (int)strcspn(at + length + 1, ";"), at + length + 1);
      return value;
    }
  return NULL;
}

static pf_tagged read_as(const char *profile, pf_tag_shape shape, const char *tags) {
  const pf_profile *p = pf_profile_named(profile);
  assert_non_null(p);
  assert_string_equal(pf_profile_name(p), profile);
  return pf_profile_read(p, shape, tag_of, (void *)tags);
}

static void expect(const char *profile, pf_tag_shape shape, const char *tags, pf_use use,
                   double speed) {
  const pf_tagged is = read_as(profile, shape, tags);
  const double value = use == PF_USE_ROAD || use == PF_USE_AREA ? 0.06 / speed : speed;
  if (is.use != use || (use != PF_USE_NONE && use != PF_USE_CLOSED && use != PF_USE_OBSTACLE &&
                        fabs(is.value - value) > 1e-15 && is.value != value))
    fail_msg("%s of %s: use %d, %g instead of %d, %g", profile, tags, is.use, is.value, use, value);
}

static const char *const names[] = {"foot", "bicycle", "car", "offroad"};

/* A line of the table: km/h, 0: closed. */
static void expect_road(const char *tags, double foot, double bicycle, double car, double offroad) {
  const double speeds[] = {foot, bicycle, car, offroad};
  for (int i = 0; i < 4; i++)
    expect(names[i], PF_SHAPE_LINE, tags, speeds[i] ? PF_USE_ROAD : PF_USE_CLOSED, speeds[i]);
}

/* km/h; 0: as the ground, INFINITY: it can't be entered. */
static void expect_area(const char *tags, double foot, double bicycle, double car, double offroad) {
  const double speeds[] = {foot, bicycle, car, offroad};
  for (int i = 0; i < 4; i++) {
    if (isinf(speeds[i])) {
      const pf_tagged is = read_as(names[i], PF_SHAPE_POLYGON, tags);
      assert_true(is.use == PF_USE_AREA && isinf(is.value));
    } else {
      expect(names[i], PF_SHAPE_POLYGON, tags, speeds[i] ? PF_USE_AREA : PF_USE_NONE, speeds[i]);
    }
    expect(names[i], PF_SHAPE_LINE, tags, PF_USE_NONE, 0);
  }
}

static void test_table(void **state) {
  (void)state;
  expect_road("highway=motorway", 0, 0, 110, 110);
  expect_road("highway=trunk_link", 0, 0, 90, 90);
  expect_road("highway=primary", 5, 18, 60, 60);
  expect_road("highway=secondary", 5, 18, 55, 55);
  expect_road("highway=tertiary", 5, 18, 45, 45);
  expect_road("highway=unclassified", 5, 16, 40, 40);
  expect_road("highway=residential", 5, 16, 30, 30);
  expect_road("highway=service", 5, 14, 15, 15);
  expect_road("highway=living_street", 5, 10, 10, 10);
  expect_road("highway=pedestrian", 5, 8, 0, 0);
  expect_road("highway=cycleway", 5, 18, 0, 0);
  expect_road("highway=track", 5, 12, 0, 20);
  expect_road("highway=path", 5, 8, 0, 0);
  expect_road("highway=footway", 5, 8, 0, 0);
  expect_road("highway=steps", 2.5, 0, 0, 0);
  expect_area("natural=wood", 3, 2, 0, 5);
  expect_area("landuse=forest", 3, 2, 0, 5);
  expect_area("landuse=meadow", 4, 6, 0, 12);
  expect_area("leisure=park", 4, 6, 0, INFINITY);
  expect_area("landuse=farmland", 3, 2.5, 0, 10);
  expect_area("natural=scrub", 2, 1, 0, 3);
  expect_area("natural=beach", 3, 1.5, 0, 8);
  expect_area("natural=wetland", 1.2, 0.8, 0, INFINITY);
  for (int i = 0; i < 4; i++) {
    expect(names[i], PF_SHAPE_LINE, "waterway=river", PF_USE_RIVER, INFINITY);
    expect(names[i], PF_SHAPE_LINE, "barrier=wall", PF_USE_RIVER, INFINITY);
    expect(names[i], PF_SHAPE_LINE, "waterway=drain;tunnel=culvert", PF_USE_NONE, 0);
    expect(names[i], PF_SHAPE_POLYGON, "natural=water", PF_USE_OBSTACLE, 0);
    expect(names[i], PF_SHAPE_POLYGON, "building=yes", PF_USE_OBSTACLE, 0);
    expect(names[i], PF_SHAPE_POLYGON, "building=no", PF_USE_NONE, 0);
    expect(names[i], PF_SHAPE_POINT, "highway=crossing", PF_USE_NONE, 0);
    expect(names[i], PF_SHAPE_LINE, "highway=proposed", PF_USE_NONE, 0);
    expect(names[i], PF_SHAPE_LINE, "name=A", PF_USE_NONE, 0);
  }
  expect("foot", PF_SHAPE_LINE, "waterway=stream", PF_USE_RIVER, 3);
  expect("car", PF_SHAPE_LINE, "waterway=stream", PF_USE_RIVER, INFINITY);
  expect("foot", PF_SHAPE_POLYGON, "highway=pedestrian", PF_USE_AREA, 5);
  assert_true(fabs(pf_profile_background(pf_profile_named("foot")) - 0.015) < 1e-15);
  assert_null(pf_profile_named("horse"));
  assert_null(pf_profile_named(""));
}

static void test_access(void **state) {
  (void)state;
  expect_road("highway=residential;access=private", 0, 0, 0, 0);
  expect_road("highway=residential;access=no;foot=yes", 5, 0, 0, 0);
  expect_road("highway=residential;motor_vehicle=no", 5, 16, 0, 0);
  expect_road("highway=residential;vehicle=no", 5, 0, 0, 0);
  expect_road("highway=residential;access=destination", 5, 16, 30, 30);
  expect_road("highway=primary;motorroad=yes", 0, 0, 60, 60);
  expect("bicycle", PF_SHAPE_LINE, "highway=steps;bicycle=yes", PF_USE_ROAD, 12);
  expect("foot", PF_SHAPE_LINE, "highway=trunk;foot=designated", PF_USE_ROAD, 5);
  expect("car", PF_SHAPE_LINE, "highway=path;access=yes", PF_USE_CLOSED, 0);
  expect("car", PF_SHAPE_LINE, "highway=pedestrian;motor_vehicle=yes", PF_USE_ROAD, 15);
  expect("foot", PF_SHAPE_LINE, "highway=trunk;access=yes", PF_USE_CLOSED, 0);
}

static void test_limits(void **state) {
  (void)state;
  expect_road("highway=primary;maxspeed=30", 5, 18, 30, 30);
  expect_road("highway=primary;maxspeed=20 mph", 5, 18, 20 * 1.609344, 20 * 1.609344);
  expect_road("highway=primary;maxspeed=130", 5, 18, 60, 60);
  expect_road("highway=primary;maxspeed=walk", 5, 18, 7, 7);
  expect_road("highway=primary;maxspeed=none", 5, 18, 60, 60);
  expect_road("highway=primary;maxspeed=signals", 5, 18, 60, 60);
}

static void test_direction(void **state) {
  (void)state;
  static const struct {
    const char *tags;
    int of[4];
  } cases[] = {
      {"highway=residential", {0, 0, 0, 0}},
      {"highway=residential;oneway=yes", {0, 1, 1, 1}},
      {"highway=residential;oneway=-1", {0, -1, -1, -1}},
      {"highway=residential;oneway=no;junction=roundabout", {0, 0, 0, 0}},
      {"highway=residential;junction=roundabout", {0, 1, 1, 1}},
      {"highway=residential;oneway=yes;oneway:bicycle=no", {0, 0, 1, 1}},
      {"highway=residential;oneway=yes;cycleway=opposite_lane", {0, 0, 1, 1}},
      {"highway=footway;oneway:foot=yes", {1, 0, 0, 0}},
      {"highway=residential;oneway=reversible", {0, 0, 0, 0}},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    for (int p = 0; p < 4; p++) {
      const pf_tagged is = read_as(names[p], PF_SHAPE_LINE, cases[i].tags);
      if (is.oneway != cases[i].of[p])
        fail_msg("%s of %s: %d", names[p], cases[i].tags, (int)is.oneway);
    }
  assert_int_equal(read_as("car", PF_SHAPE_LINE, "highway=motorway").oneway, 1);
  assert_true(read_as("foot", PF_SHAPE_LINE, "highway=path;bridge=viaduct").is_apart);
  assert_true(read_as("foot", PF_SHAPE_LINE, "highway=path;tunnel=building_passage").is_apart);
  assert_false(read_as("foot", PF_SHAPE_LINE, "highway=path;bridge=no").is_apart);
}

/* ---- In files ---- */

#define FEATURE(properties, geometry)                                                              \
  "{\"type\":\"Feature\",\"properties\":{" properties "},\"geometry\":{\"type\":" geometry "}}"
#define LINE "\"LineString\",\"coordinates\":[[0,0],[9,0]]"
#define SQUARE "\"Polygon\",\"coordinates\":[[[1,1],[4,1],[4,4],[1,4],[1,1]]]"
#define FILE_OF(features) "{\"type\":\"FeatureCollection\",\"features\":[" features "]}"

static pathfan_status parse(const char *text, const char *profile, pf_features *f, char *flaw) {
  pathfan_error error = {""};
  const pf_wishes wishes = {.profile = profile ? pf_profile_named(profile) : NULL};
  const pathfan_status status =
      pf_geojson_parse_features(text, strlen(text), "town", &wishes, f, &error);
  snprintf(flaw, sizeof error.text, "%s", error.text);
  return status;
}

/* Tags stand among the properties, or in other_tags; levels of OpenStreetMap don't matter. */
static void test_files(void **state) {
  (void)state;
  const char *text = FILE_OF(
      FEATURE("\"highway\":\"residential\",\"name\":\"High Street\",\"level\":\"0;1\"", LINE) "," FEATURE(
          "\"highway\":\"path\",\"other_tags\":\"\\\"layer\\\"=>\\\"1\\\",\\\"bridge\\\"=>"
          "\\\"yes\\\"\"",
          LINE) "," FEATURE("\"other_tags\":\"\\\"highway\\\"=>\\\"steps\\\",\\\"oneway:foot\\\"=>"
                            "\\\"-1\\\"\"",
                            LINE) "," FEATURE("\"building\":\"yes\",\"level\":\"2\"",
                                              SQUARE) "," FEATURE("\"landuse\":\"forest\",\"name\":"
                                                                  "\"Wood\"",
                                                                  SQUARE) "," FEATURE("\"waterway\""
                                                                                      ":\"stream\"",
                                                                                      LINE) "," FEATURE("\"highway\":\"motorway\"",
                                                                                                        LINE) "," FEATURE("\"amenity\":\"bench\"",
                                                                                                                          "\"Point\",\"coordinates\":[1,1]") "," FEATURE("\"kind\":\"road\",\"speed\":3",
                                                                                                                                                                         LINE));
  pf_features f;
  char flaw[400];
  assert_int_equal(parse(text, "foot", &f, flaw), PATHFAN_OK);
  assert_int_equal(f.line_count, 5);
  assert_true(fabs(f.lines[0].value - 0.012) < 1e-15 && !f.lines[0].is_apart);
  assert_string_equal(f.lines[0].name, "High Street");
  assert_true(f.lines[1].is_apart);
  assert_true(f.lines[2].oneway == -1 && fabs(f.lines[2].value - 0.024) < 1e-15);
  assert_true(f.lines[3].kind == PF_LINE_RIVER && f.lines[3].value == 3);
  assert_true(fabs(f.lines[4].value - 0.02) < 1e-15);
  assert_int_equal(f.areas.polygon_count, 1);
  assert_int_equal(f.rated.polygon_count, 1);
  assert_true(fabs(f.rated_areas[0].rate - 0.02) < 1e-15);
  assert_true(fabs(f.background_rate - 0.015) < 1e-15);
  assert_int_equal(f.areas.ignored.count[PF_IGNORED_BARRED], 1);
  assert_int_equal(f.areas.ignored.count[PF_IGNORED_TAGS], 1);
  pf_features_free(&f);
}

static void expect_flaw(const char *text, const char *expected) {
  pf_features f;
  char flaw[400];
  assert_int_equal(parse(text, NULL, &f, flaw), PATHFAN_ERR_MALFORMED);
  if (!strstr(flaw, expected)) fail_msg("%s: no %s", flaw, expected);
}

static void test_speeds(void **state) {
  (void)state;
  const char *text =
      "{\"type\":\"FeatureCollection\",\"background_speed\":4,\"features\":[" FEATURE(
          "\"kind\":\"road\",\"speed\":\"30\"", LINE) "," FEATURE("\"kind\":\"area\",\"speed\":2",
                                                                  SQUARE) "]}";
  pf_features f;
  char flaw[400];
  assert_int_equal(parse(text, NULL, &f, flaw), PATHFAN_OK);
  assert_true(fabs(f.background_rate - 0.015) < 1e-15 && fabs(f.lines[0].value - 0.002) < 1e-15 &&
              fabs(f.rated_areas[0].rate - 0.03) < 1e-15);
  pf_features_free(&f);
  expect_flaw(FILE_OF(FEATURE("\"kind\":\"road\",\"speed\":30", LINE)), "background_speed");
  expect_flaw(FILE_OF(FEATURE("\"kind\":\"road\",\"speed\":30,\"rate\":1", LINE)),
              "both a rate and a speed");
  expect_flaw(FILE_OF(FEATURE("\"kind\":\"road\",\"rate\":1",
                              LINE) "," FEATURE("\"kind\":\"road\",\"speed\":30", LINE)),
              "feature 0 has a rate, and feature 1 a speed");
  expect_flaw(FILE_OF(FEATURE("\"kind\":\"road\",\"speed\":0", LINE)), "above 0");
  expect_flaw(FILE_OF(FEATURE("\"kind\":\"road\"", LINE)), "without a rate or a speed");
  expect_flaw(FILE_OF(FEATURE("\"kind\":\"area\"", SQUARE)), "without a rate or a speed");
}

/* ---- Profiles of users ---- */

static pf_profile *parse_profile(const char *text, pathfan_error *error) {
  pf_profile *p = NULL;
  const pathfan_status status =
      pf_profile_parse((pf_span){text, strlen(text)}, "own.json", &p, error);
  assert_int_equal(status, p ? PATHFAN_OK : PATHFAN_ERR_MALFORMED);
  return p;
}

static pf_tagged read_by(const pf_profile *p, pf_tag_shape shape, const char *tags) {
  return pf_profile_read(p, shape, tag_of, (void *)tags);
}

/* Rows of a file come before those of the table; rules of access and direction stay. */
static void test_own(void **state) {
  (void)state;
  pathfan_error error = {""};
  pf_ignored ignored;
  memset(&ignored, 0, sizeof ignored);
  pf_profile *p = parse_profile(
      "{\"like\":\"car\",\"ground\":6,\"allowed\":9,\"table\":["
      "{\"tag\":\"highway\",\"values\":[\"track\",\"path\"],\"kind\":\"road\",\"speed\":12},"
      "{\"tag\":\"highway\",\"values\":[\"service\"],\"kind\":\"road\",\"closed\":true},"
      "{\"tag\":\"highway\",\"values\":[\"primary\"],\"kind\":\"road\",\"rate\":0.003},"
      "{\"tag\":\"landuse\",\"values\":[\"forest\"],\"kind\":\"area\",\"closed\":true},"
      "{\"tag\":\"landuse\",\"kind\":\"area\",\"rate\":0.02},"
      "{\"tag\":\"waterway\",\"values\":[\"river\"],\"kind\":\"river\",\"cost\":7},"
      "{\"tag\":\"power\",\"kind\":\"river\",\"closed\":true},"
      "{\"tag\":\"military\",\"kind\":\"obstacle\"},"
      "{\"tag\":\"building\",\"kind\":\"none\"},"
      "{\"tag\":\"surface\",\"values\":[\"mud\"],\"kind\":\"none\"}]}",
      &error);
  assert_non_null(p);
  assert_true(fabs(pf_profile_background(p) - 0.01) < 1e-15);
  pf_tagged is = read_by(p, PF_SHAPE_LINE, "highway=path;oneway=yes;bridge=yes");
  assert_true(is.use == PF_USE_ROAD && fabs(is.value - 0.005) < 1e-15 && is.oneway == 1);
  assert_true(is.is_apart);
  is = read_by(p, PF_SHAPE_LINE, "highway=track;maxspeed=6");
  assert_true(is.use == PF_USE_ROAD && fabs(is.value - 0.01) < 1e-15);
  assert_int_equal(read_by(p, PF_SHAPE_LINE, "highway=path;access=no").use, PF_USE_CLOSED);
  assert_int_equal(read_by(p, PF_SHAPE_LINE, "highway=service").use, PF_USE_CLOSED);
  is = read_by(p, PF_SHAPE_LINE, "highway=service;motorcar=yes");
  assert_true(is.use == PF_USE_ROAD && fabs(is.value - 0.06 / 9) < 1e-15);
  is = read_by(p, PF_SHAPE_LINE, "highway=primary");
  assert_true(is.use == PF_USE_ROAD && fabs(is.value - 0.003) < 1e-15);
  is = read_by(p, PF_SHAPE_LINE, "highway=residential");
  assert_true(is.use == PF_USE_ROAD && fabs(is.value - 0.002) < 1e-15);
  is = read_by(p, PF_SHAPE_POLYGON, "landuse=forest");
  assert_true(is.use == PF_USE_AREA && isinf(is.value));
  is = read_by(p, PF_SHAPE_POLYGON, "landuse=quarry");
  assert_true(is.use == PF_USE_AREA && fabs(is.value - 0.02) < 1e-15);
  is = read_by(p, PF_SHAPE_LINE, "waterway=river");
  assert_true(is.use == PF_USE_RIVER && is.value == 7);
  is = read_by(p, PF_SHAPE_LINE, "power=line");
  assert_true(is.use == PF_USE_RIVER && isinf(is.value));
  assert_int_equal(read_by(p, PF_SHAPE_POLYGON, "military=range").use, PF_USE_OBSTACLE);
  assert_int_equal(read_by(p, PF_SHAPE_POLYGON, "building=yes").use, PF_USE_NONE);
  pf_profile_tell_unused(p, &ignored);
  assert_int_equal(ignored.count[PF_IGNORED_ROW], 1);
  assert_string_equal(ignored.example[PF_IGNORED_ROW], "table[9], surface");
  pf_profile_free(p);
  pf_profile_free(NULL);
}

/* A built-in profile's values, written out, are read as that profile is. */
static void test_the_same_form(void **state) {
  (void)state;
  static const struct {
    const char *tags, *row;
    pf_tag_shape shape;
  } rows[] = {
      {"highway=track", "\"values\":[\"track\"],\"kind\":\"road\",\"speed\":12", PF_SHAPE_LINE},
      {"highway=steps", "\"values\":[\"steps\"],\"kind\":\"road\",\"closed\":true", PF_SHAPE_LINE},
      {"waterway=stream", "\"values\":[\"stream\"],\"kind\":\"river\",\"cost\":5", PF_SHAPE_LINE},
      {"natural=cliff", "\"values\":[\"cliff\"],\"kind\":\"river\",\"closed\":true", PF_SHAPE_LINE},
      {"natural=scrub", "\"values\":[\"scrub\"],\"kind\":\"area\",\"speed\":1", PF_SHAPE_POLYGON},
      {"natural=water", "\"values\":[\"water\"],\"kind\":\"obstacle\"", PF_SHAPE_POLYGON},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char text[300];
    pathfan_error error = {""};
    snprintf(text, sizeof text, "{\"like\":\"bicycle\",\"table\":[{\"tag\":\"%.*s\",%s}]}",
             (int)strcspn(rows[i].tags, "="), rows[i].tags, rows[i].row);
    pf_profile *p = parse_profile(text, &error);
    if (!p) fail_msg("%s", error.text);
    const pf_tagged is = read_by(p, rows[i].shape, rows[i].tags);
    const pf_tagged built_in = read_as("bicycle", rows[i].shape, rows[i].tags);
    assert_int_equal(is.use, built_in.use);
    assert_true(is.value == built_in.value);
    pf_profile_free(p);
  }
}

static void test_wrong_profiles(void **state) {
  (void)state;
#define ROW(members)                                                                               \
  "{\"like\":\"foot\",\"table\":[{\"tag\":\"a\",\"kind\":\"none\"},{" members "}]}"
  static const char *const cases[][2] = {
      {"", "own.json:1: "},
      {"{\"like\":\"foot\",\n\"table\":[}", "own.json:2: "},
      {"[]", "own.json: a profile must be an object"},
      {"{\"like\":\"horse\"}", "own.json: like must be foot, bicycle, car or offroad"},
      {"{\"like\":\"foot\",\"|\":1}", "own.json: unknown key "},
      {"{\"like\":\"foot\",\"ground\":-1}", "own.json: ground must be a number from 1e-9"},
      {"{\"like\":\"foot\",\"allowed\":\"5\"}", "own.json: allowed must be a number from 1e-9"},
      {"{\"like\":\"foot\",\"table\":{}}", "own.json: table must be a list of rows"},
      {"{\"like\":\"foot\",\"table\":[3]}", "own.json: table[0]: it must be an object"},
      {ROW("\"kind\":\"none\""), "own.json: table[1]: tag must be a text"},
      {ROW("\"tag\":\"b\""), "own.json: table[1]: kind must be road"},
      {ROW("\"tag\":\"b\",\"kind\":\"\""), "own.json: table[1]: kind must be road"},
      {ROW("\"tag\":\"b\",\"kind\":\"none\",\"speed\":1"), "own.json: table[1]: this kind has no"},
      {ROW("\"tag\":\"b\",\"kind\":\"road\",\"speed\":1,\"rate\":1"), "own.json: table[1]: a road"},
      {ROW("\"tag\":\"b\",\"kind\":\"road\",\"cost\":1"), "own.json: table[1]: cost is of a river"},
      {ROW("\"tag\":\"b\",\"kind\":\"river\",\"rate\":1"),
       "own.json: table[1]: speed and rate are"},
      {ROW("\"tag\":\"b\",\"kind\":\"river\""), "own.json: table[1]: a river has one of cost"},
      {ROW("\"tag\":\"b\",\"kind\":\"area\",\"speed\":1e99"), "own.json: table[1]: speed must be"},
      {ROW("\"tag\":\"b\",\"kind\":\"area\",\"closed\":false"),
       "own.json: table[1]: closed must be"},
      {ROW("\"tag\":\"b\",\"kind\":\"none\",\"values\":[]"),
       "own.json: table[1]: values must be a"},
      {ROW("\"tag\":\"b\",\"kind\":\"none\",\"values\":\"c\""),
       "own.json: table[1]: values must be a"},
      {ROW("\"tag\":\"b\",\"kind\":\"none\",\"values\":[\"c|d\"]"),
       "own.json: table[1]: values must be"},
      {ROW("\"tag\":\"b\",\"kind\":\"none\",\"colour\":1"), "own.json: table[1]: unknown key "},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    pathfan_error error = {""};
    assert_null(parse_profile(cases[i][0], &error));
    if (strncmp(error.text, cases[i][1], strlen(cases[i][1])) != 0)
      fail_msg("%s: %s", cases[i][0], error.text);
  }
  assert_true(pf_profile_is_file("a/b.json") && !pf_profile_is_file("foot"));
}

SUITE(test_profile) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_own),
      cmocka_unit_test(test_the_same_form),
      cmocka_unit_test(test_wrong_profiles),
      cmocka_unit_test(test_table),
      cmocka_unit_test(test_access),
      cmocka_unit_test(test_limits),
      cmocka_unit_test(test_direction),
      cmocka_unit_test(test_files),
      cmocka_unit_test(test_speeds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
