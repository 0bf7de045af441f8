/* GeoJSON with roads, rivers and bridges: what is accepted, what is refused, with which words. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "map/features.h"
#include "suite.h"
#include "twin_maps.h"
#include "twin_polygons.h"

#define SQUARE "[[0,0],[10,0],[10,20],[0,20],[0,0]]"
#define POLYGON "{\"type\":\"Polygon\",\"coordinates\":[" SQUARE "]}"
#define LINE "{\"type\":\"LineString\",\"coordinates\":[[1,1],[5,1],[5,9]]}"
#define LINES(inside) "{\"type\":\"MultiLineString\",\"coordinates\":" inside "}"
#define POINT "{\"type\":\"Point\",\"coordinates\":[3,1]}"
#define FEATURE(properties, geometry)                                                              \
  "{\"type\":\"Feature\",\"properties\":" properties ",\"geometry\":" geometry "}"
#define COLLECTION(features) "{\"type\":\"FeatureCollection\",\"features\":[" features "]}"
/* The second feature of two. */
#define SECOND(properties, geometry)                                                               \
  COLLECTION(FEATURE("{}", POLYGON) "," FEATURE("{" properties "}", geometry))
#define ROAD(properties) SECOND("\"kind\":\"road\"" properties, LINE)
#define RIVER(properties) SECOND("\"kind\":\"river\"" properties, LINE)
#define ALONG(positions)                                                                           \
  SECOND("\"kind\":\"road\",\"rate\":0.5",                                                         \
         "{\"type\":\"LineString\",\"coordinates\":" positions "}")
#define BACKGROUND(rate)                                                                           \
  "{\"type\":\"FeatureCollection\",\"background_rate\":" rate                                      \
  ",\"features\":[" FEATURE("{}", POLYGON) "]}"

static pathfan_status parse(const char *text, pf_features *features, pathfan_error *error) {
  *error = (pathfan_error){{0}};
  memset(features, 0x55, sizeof *features);
  return pf_geojson_parse_features(text, strlen(text), "hills.json", NULL, features, error);
}

static const struct {
  const char *text, *message;
} bad[] = {
    {ROAD(""), "feature 1 is a road without a rate or a speed"},
    {ROAD(",\"name\":\"\""), "feature 1 is a road without a rate or a speed"},
    {ROAD(",\"name\":\"High Street\""),
     "feature 1 \"High Street\" is a road without a rate or a speed"},
    {RIVER(",\"name\":\"Río\",\"cost\":-1"),
     "feature 1 \"Río\" has a cost of -1; it must be 0 or more"},
    {RIVER(",\"name\":\"a\\nb\",\"cost\":[]"),
     "feature 1 \"a b\" has a cost that is neither a number nor \"inf\""},
    {SECOND("\"kind\":\"road\",\"rate\":1,\"name\":\"Lane\"",
            "{\"type\":\"LineString\",\"coordinates\":[[1,1]]}"),
     "line 0 of feature 1 \"Lane\" has 1 positions; a line has at least 2"},
    /* Cut between two characters. */
    {ROAD(",\"name\":\"12345678901234567890123456789012345678901234567890123456é and so on\""),
     "feature 1 \"12345678901234567890123456789012345678901234567890123456...\" is a road without "
     "a rate or a speed"},
    {ROAD(",\"rate\":null"), "feature 1 is a road without a rate or a speed"},
    {ROAD(",\"rate\":\"fast\""), "feature 1 has a rate that is not a number"},
    {ROAD(",\"rate\":\"NaN\""), "feature 1 has a rate that is not a number"},
    {ROAD(",\"rate\":[0.5]"), "feature 1 has a rate that is not a number"},
    {ROAD(",\"rate\":0"), "feature 1 has a rate of 0; it must be above 0"},
    {ROAD(",\"rate\":-0.25"), "feature 1 has a rate of -0.25; it must be above 0"},
    {ROAD(",\"rate\":1e308"), "feature 1 has a rate of 1e+308; 1e+15 is the limit"},
    {ROAD(",\"rate\":1000000000000001"),
     "feature 1 has a rate of 1000000000000001; 1e+15 is the limit"},
    {ROAD(",\"rate\":1,\"bridge\":[1]"), "feature 1 has a bridge that is neither true nor false"},
    {ROAD(",\"rate\":1,\"tunnel\":{}"), "feature 1 has a tunnel that is neither true nor false"},
    {RIVER(",\"cost\":-1"), "feature 1 has a cost of -1; it must be 0 or more"},
    {RIVER(",\"cost\":1e308"), "feature 1 has a cost of 1e+308; 1e+15 is the limit"},
    {RIVER(",\"cost\":-1e308"), "feature 1 has a cost of -1e+308; 1e+15 is the limit"},
    {RIVER(",\"cost\":\"much\""), "feature 1 has a cost that is neither a number nor \"inf\""},
    {RIVER(",\"cost\":true"), "feature 1 has a cost that is neither a number nor \"inf\""},
    {ALONG("[[1,1]]"), "line 0 of feature 1 has 1 positions; a line has at least 2"},
    {ALONG("[]"), "line 0 of feature 1 has 0 positions; a line has at least 2"},
    {ALONG("[[1,1],[\"2\",1]]"), "line 0 of feature 1 has a coordinate that is not a number"},
    {ALONG("[[1,1],[null,1]]"), "line 0 of feature 1 has a coordinate that is not a number"},
    {ALONG("[[1,1],[2]]"), "line 0 of feature 1 has a position that is not [x, y]"},
    {ALONG("[1,1,2,2]"), "line 0 of feature 1 has a position that is not [x, y]"},
    {ALONG("{}"), "line 0 of feature 1 is not an array of positions"},
    {ALONG("null"), "line 0 of feature 1 is not an array of positions"},
    {ALONG("[[1,1],[1e308,1]]"),
     "line 0 of feature 1 has a coordinate of 1e+308; 1e+15 is the limit"},
    {ALONG("[[1,1],[2,-1.1e15]]"),
     "line 0 of feature 1 has a coordinate of -1.1e+15; 1e+15 is the limit"},
    {SECOND("\"kind\":\"river\"", LINES("[[[1,1],[2,2]],[[3,3]]]")),
     "line 1 of feature 1 has 1 positions; a line has at least 2"},
    {SECOND("\"kind\":\"river\"", LINES("[[[1,1],[2,2]],7]")),
     "line 1 of feature 1 is not an array of positions"},
    {SECOND("\"kind\":\"river\"", LINES("7")),
     "feature 1 is a MultiLineString without an array of them"},
    {SECOND("\"kind\":\"bridge\"", "{\"type\":\"Point\",\"coordinates\":[3]}"),
     "point 0 of feature 1 has a position that is not [x, y]"},
    {SECOND("\"kind\":\"bridge\"", "{\"type\":\"Point\",\"coordinates\":[3,1e16]}"),
     "point 0 of feature 1 has a coordinate of 1e+16; 1e+15 is the limit"},
    {SECOND("\"kind\":\"bridge\"", "{\"type\":\"MultiPoint\",\"coordinates\":[[3,1],[3,\"\"]]}"),
     "point 1 of feature 1 has a coordinate that is not a number"},
    {SECOND("\"kind\":\"bridge\"", "{\"type\":\"MultiPoint\"}"),
     "feature 1 is a MultiPoint without an array of them"},
    {SECOND("\"kind\":\"bridge\"", "{\"type\":\"Circle\"}"),
     "feature 1 has a geometry of unknown type \"Circle\""},
    {SECOND("\"kind\":7", LINE), "feature 1 has a kind that is not a string"},
    {BACKGROUND("0"), "the FeatureCollection has a background_rate of 0; it must be above 0"},
    {BACKGROUND("-2.5"), "the FeatureCollection has a background_rate of -2.5; it must be above 0"},
    {BACKGROUND("1e308"),
     "the FeatureCollection has a background_rate of 1e+308; 1e+15 is the limit"},
    {BACKGROUND("\"x\""), "the FeatureCollection has a background_rate that is not a number"},
    {COLLECTION(FEATURE("{\"kind\":\"bridge\"}", POINT)),
     "there is no polygon in it, and so no area at all"},
    {COLLECTION(FEATURE("{\"kind\":\"river\"}", LINES("[]"))),
     "there is no polygon in it, and so no area at all"},
    {COLLECTION(""), "there is no polygon in it, and so no area at all"},
};

static void test_refused(void **state) {
  (void)state;
  static const pf_features empty;
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    char message[300] = "hills.json: ";
    pf_features features;
    pathfan_error error;
    strcat(message, bad[i].message);
    assert_int_equal(parse(bad[i].text, &features, &error), PATHFAN_ERR_MALFORMED);
    assert_string_equal(error.text, message);
    assert_memory_equal(&features, &empty, sizeof empty);
  }
}

/* Features that aren't of a map's kinds are counted and reported, whatever else is in them. */
static void test_others(void **state) {
  (void)state;
  static const struct {
    const char *text, *sentence;
  } others[] = {
      {SECOND("\"kind\":\"road\",\"rate\":1", POLYGON),
       "feature 1 is a Polygon; a road is a LineString or MultiLineString"},
      {SECOND("\"kind\":\"river\"", POINT),
       "feature 1 is a Point; a river is a LineString or MultiLineString"},
      {SECOND("\"kind\":\"bridge\"", LINE),
       "feature 1 is a LineString; a bridge is a Point or MultiPoint"},
      {SECOND("\"kind\":\"bridge\"", "{\"type\":\"MultiPolygon\",\"coordinates\":[]}"),
       "feature 1 is a MultiPolygon; a bridge is a Point or MultiPoint"},
      {SECOND("\"kind\":\"swamp\"", LINE),
       "feature 1 is of kind \"swamp\"; there are \"free\", "
       "\"obstacle\", \"door\", \"area\", \"road\", \"river\", \"bridge\" and \"link\""},
      {SECOND("\"kind\":\"free\"", POINT), "feature 1 is a Point; only polygons bound an area"},
      {SECOND("\"kind\":\"free\",\"name\":\"Yard\"", LINE),
       "feature 1 \"Yard\" is a LineString; only polygons bound an area"},
  };
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
    pf_features features;
    pathfan_error error;
    assert_int_equal(parse(others[i].text, &features, &error), PATHFAN_OK);
    assert_int_equal(features.areas.ignored.count[PF_IGNORED_OTHER], 1);
    assert_string_equal(features.areas.ignored.example[PF_IGNORED_OTHER], others[i].sentence);
    assert_int_equal(features.line_count, 0);
    assert_int_equal(features.areas.polygon_count, 1);
    pf_features_free(&features);
  }
}

/* Numbers that JSON doesn't allow are syntax errors: they name the line, in a collection the
 * feature. */
static void test_syntax(void **state) {
  (void)state;
  static const char *const numbers[] = {"NaN", "Infinity", "-Infinity", "1e999", "0x1p3", "+1"};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    pf_features features;
    pathfan_error error;
    char text[600];
    snprintf(text, sizeof text,
             "{\"type\":\"Feature\",\"geometry\":" LINE ",\n\"properties\":{\"kind\":\"road\","
             "\n\"rate\":%s}}",
             numbers[i]);
    assert_int_equal(parse(text, &features, &error), PATHFAN_ERR_MALFORMED);
    assert_memory_equal(error.text, "hills.json:3: ", 14);
    assert_null(strstr(error.text, "feature"));

    snprintf(text, sizeof text,
             "{\"bbox\":[0,0,1,1],\"name\":\"]}\\\"\",\"features\":[\n" FEATURE(
                 "{\"name\":\"{\\\\\",\"list\":[1,2,3]}",
                 POLYGON) ",\n" FEATURE("{}", "null") ",\n"
                                                      "{\"geometry\":{\"type\":\"LineString\","
                                                      "\"coordinates\":[[1,1],[%s,2]]}}",
             numbers[i]);
    assert_int_equal(parse(text, &features, &error), PATHFAN_ERR_MALFORMED);
    assert_memory_equal(error.text, "hills.json:4: ", 14);
    assert_string_equal(error.text + strlen(error.text) - 13, " in feature 2");
  }
}

static void check_good(const char *text, int32_t lines, int32_t points, pf_features *f) {
  pathfan_error error;
  if (parse(text, f, &error)) fail_msg("%s: %s", text, error.text);
  assert_int_equal(f->line_count, lines);
  assert_int_equal(f->point_count, points);
}

/* Checks a single line: its kind, its value, and whether it is apart. */
static void check_line(const char *text, pf_line_kind kind, double value, bool is_apart) {
  static const double points[] = {1, 1, 5, 1, 5, 9};
  pf_features f;
  check_good(text, 1, 3, &f);
  assert_memory_equal(f.points, points, sizeof points);
  assert_int_equal(f.lines[0].kind, kind);
  assert_true(f.lines[0].value == value && !signbit(f.lines[0].value));
  assert_true(f.lines[0].is_apart == is_apart);
  assert_null(f.lines[0].name);
  assert_int_equal(f.lines[0].place, 1);
  assert_int_equal(f.areas.polygon_count, 1);
  assert_int_equal(f.bridge_count, 0);
  assert_true(f.background_rate == 1);
  pf_features_free(&f);
}

static void test_values(void **state) {
  (void)state;
  check_line(ROAD(",\"rate\":0.5"), PF_LINE_ROAD, 0.5, false);
  check_line(ROAD(",\"rate\":7"), PF_LINE_ROAD, 7, false);
  check_line(ROAD(",\"rate\":1e15,\"cost\":-1"), PF_LINE_ROAD, 1e15, false);
  check_line(ROAD(",\"rate\":1e-300,\"bridge\":true"), PF_LINE_ROAD, 1e-300, true);
  check_line(ROAD(",\"rate\":1,\"tunnel\":true,\"bridge\":null"), PF_LINE_ROAD, 1, true);
  check_line(ROAD(",\"rate\":1,\"tunnel\":true,\"bridge\":true"), PF_LINE_ROAD, 1, true);
  check_line(ROAD(",\"rate\":1,\"tunnel\":false,\"bridge\":false,\"name\":false"), PF_LINE_ROAD, 1,
             false);
  check_line(RIVER(""), PF_LINE_RIVER, INFINITY, false);
  check_line(RIVER(",\"cost\":null"), PF_LINE_RIVER, INFINITY, false);
  check_line(RIVER(",\"cost\":\"inf\""), PF_LINE_RIVER, INFINITY, false);
  check_line(RIVER(",\"cost\":0"), PF_LINE_RIVER, 0, false);
  check_line(RIVER(",\"cost\":-0.0"), PF_LINE_RIVER, 0, false);
  check_line(RIVER(",\"cost\":12.5,\"rate\":0"), PF_LINE_RIVER, 12.5, false);
  check_line(RIVER(",\"cost\":1,\"bridge\":\"yes\",\"tunnel\":\"culvert\""), PF_LINE_RIVER, 1,
             false);
}

static void test_taken(void **state) {
  (void)state;
  pf_features f;
  /* Several lines of one feature: one name and value; equal consecutive points. */
  check_good(COLLECTION(FEATURE("{\"kind\":\"river\",\"cost\":2,\"name\":\"M\\u00fchlbach\"}",
                                LINES("[[[0,0],[0,0,3],[1,0]],[[4,4],[5,5],[5,5],[4,4]]]"))),
             2, 5, &f);
  assert_int_equal(f.areas.polygon_count, 0);
  assert_int_equal(f.lines[0].first_point, 0);
  assert_int_equal(f.lines[1].first_point, 2);
  assert_int_equal(pf_line_end(&f, 0), 2);
  assert_int_equal(pf_line_end(&f, 1), 5);
  for (int i = 0; i < 2; i++) {
    assert_string_equal(f.lines[i].name, "M\xc3\xbchlbach");
    assert_true(f.lines[i].value == 2 && f.lines[i].place == 0);
  }
  pf_features_free(&f);

  /* A road by itself, without a collection; a byte order mark. */
  check_good("\xef\xbb\xbf" FEATURE("{\"kind\":\"road\",\"rate\":0.3}", LINE), 1, 3, &f);
  assert_true(f.background_rate == 1);
  pf_features_free(&f);

  check_good(
      "{\"type\":\"FeatureCollection\",\"background_rate\":2,\"features\":[" FEATURE(
          "{\"kind\":\"bridge\",\"name\":\"Old\"}",
          POINT) "," FEATURE("{\"kind\":\"free\"}",
                             POLYGON) "," FEATURE("{\"kind\":\"bridge\"}",
                                                  "{\"type\":\"GeometryCollection\","
                                                  "\"geometries\":[{\"type\":\"MultiPoint\","
                                                  "\"coordinates\":[[1,2],[3,4,5]]}," POINT
                                                  "]}") "," FEATURE("null",
                                                                    POINT) "," FEATURE("{\"kind\":"
                                                                                       "\"road\","
                                                                                       "\"rate\":"
                                                                                       "1}",
                                                                                       "null") "]}",
      0, 0, &f);
  static const double bridges[][2] = {{3, 1}, {1, 2}, {3, 4}, {3, 1}};
  static const int32_t places[] = {0, 2, 2, 2};
  assert_true(f.background_rate == 2);
  assert_int_equal(f.bridge_count, 4);
  for (int i = 0; i < 4; i++) {
    assert_true(f.bridges[i].x == bridges[i][0] && f.bridges[i].y == bridges[i][1]);
    assert_int_equal(f.bridges[i].place, places[i]);
    assert_true(!f.bridges[i].name == (i > 0));
  }
  assert_string_equal(f.bridges[0].name, "Old");
  assert_int_equal(f.areas.polygons[0].kind, PF_POLYGON_FREE);
  assert_string_equal(f.areas.place_is, "feature");
  pf_features_free(&f);
  pf_features_free(&f);

  check_good("{\"type\":\"FeatureCollection\",\"background_rate\":null,\"features\":[" FEATURE(
                 "{}", POLYGON) "]}",
             0, 0, &f);
  assert_true(f.background_rate == 1);
  pf_features_free(&f);
}

/* Both readers read maps of polygons alike and report the same errors, but this one more often
 * names the feature. */
static void test_polygons(void **state) {
  (void)state;
  for (int i = 0; i < twin_scaled(60); i++) {
    twin_polygon_map map = twin_polygon_map_number(i);
    char *text = twin_polygons_geojson(&map.polygons);
    size_t bytes = strlen(text);
    for (int cut = 0; cut < 2; cut++) {
      pf_polygons plain;
      pf_features f;
      pathfan_error error = {{0}}, other = {{0}};
      const pathfan_status status = pf_geojson_parse(text, bytes, "a", NULL, &plain, &error);
      assert_int_equal(pf_geojson_parse_features(text, bytes, "a", NULL, &f, &other), status);
      assert_memory_equal(error.text, other.text, strlen(error.text));
      assert_int_equal(f.areas.point_count, plain.point_count);
      assert_int_equal(f.areas.ring_count, plain.ring_count);
      assert_int_equal(f.areas.polygon_count, plain.polygon_count);
      assert_int_equal(f.line_count + f.bridge_count, 0);
      if (plain.point_count)
        assert_memory_equal(f.areas.points, plain.points,
                            2 * (size_t)plain.point_count * sizeof *plain.points);
      pf_polygons_free(&plain);
      pf_features_free(&f);
      bytes = bytes * 2 / 3;
    }
    free(text);
    twin_polygon_map_free(&map);
  }
}

/* Returns a finite double of any allowed size. */
static double any_double(pf_random *random) {
  const double share = (double)pf_random_below(random, INT64_C(1) << 53) / 0x1p53;
  return ldexp(share - 0.5, pf_random_between(random, -60, 49));
}

static void write_lines(FILE *to, const pf_features *f) {
  for (int32_t i = 0; i < f->line_count; i++) {
    const pf_line *line = &f->lines[i];
    fprintf(to, "%s{\"type\":\"Feature\",\"properties\":{\"kind\":\"%s\",\"tunnel\":%s",
            i ? "," : "", line->kind == PF_LINE_ROAD ? "road" : "river",
            line->is_apart ? "true" : "false");
    if (isfinite(line->value))
      fprintf(to, ",\"%s\":%.17g", line->kind == PF_LINE_ROAD ? "rate" : "cost", line->value);
    if (line->name) fprintf(to, ",\"name\":\"%s\"", line->name);
    fprintf(to, "},\"geometry\":{\"type\":\"LineString\",\"coordinates\":[");
    for (int32_t p = line->first_point; p < pf_line_end(f, i); p++)
      fprintf(to, "%s[%.17g,%.17g]", p > line->first_point ? "," : "", f->points[2 * p],
              f->points[2 * p + 1]);
    fprintf(to, "]}}");
  }
}

/* Random lines come back as they were, to the last bit. */
static void test_round_trip(void **state) {
  (void)state;
  for (uint64_t seed = 0; seed < (uint64_t)twin_scaled(50); seed++) {
    pf_random random = pf_random_from(seed);
    pf_features a = {.background_rate = ldexp(1, pf_random_between(&random, -9, 9))}, b;
    const int32_t lines = pf_random_between(&random, 1, 40);
    for (int32_t i = 0; i < lines; i++) {
      const bool is_road = pf_random_chance(&random, 0.5);
      const pf_line line = {.kind = is_road ? PF_LINE_ROAD : PF_LINE_RIVER,
                            .value = !is_road && pf_random_chance(&random, 0.3)
                                         ? INFINITY
                                         : fabs(any_double(&random)) + DBL_MIN,
                            .is_apart = is_road && pf_random_chance(&random, 0.3),
                            .name = pf_random_chance(&random, 0.5) ? (char[]){"way"} : NULL,
                            .place = i};
      assert_int_equal(pf_features_line(&a, &line), PATHFAN_OK);
      const int32_t points = pf_random_between(&random, 2, 20);
      for (int32_t p = 0; p < points; p++)
        assert_int_equal(pf_features_point(&a, any_double(&random), any_double(&random)),
                         PATHFAN_OK);
    }
    char *text = NULL;
    size_t bytes = 0;
    FILE *to = open_memstream(&text, &bytes);
    assert_non_null(to);
    fprintf(to, "{\"type\":\"FeatureCollection\",\"background_rate\":%.17g,\"features\":[",
            a.background_rate);
    write_lines(to, &a);
    fprintf(to, "]}");
    assert_int_equal(fclose(to), 0);
    check_good(text, a.line_count, a.point_count, &b);
    assert_true(b.background_rate == a.background_rate);
    assert_memory_equal(b.points, a.points, 2 * (size_t)a.point_count * sizeof *a.points);
    for (int32_t i = 0; i < lines; i++) {
      const pf_line *p = &a.lines[i], *q = &b.lines[i];
      assert_true(p->first_point == q->first_point && p->kind == q->kind && p->value == q->value &&
                  p->is_apart == q->is_apart && p->place == q->place && !p->name == !q->name);
      if (p->name) assert_string_equal(p->name, q->name);
    }
    free(text);
    pf_features_free(&a);
    pf_features_free(&b);
  }
}

SUITE(test_features) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_refused),    cmocka_unit_test(test_others),
      cmocka_unit_test(test_syntax),     cmocka_unit_test(test_values),
      cmocka_unit_test(test_taken),      cmocka_unit_test(test_polygons),
      cmocka_unit_test(test_round_trip),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
