/* What readers leave without effect: counted by kind, with an example, in every format. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/ignored.h"
#include "base/text.h"
#include "map/crs.h"
#include "map/features.h"
#include "map/formats.h"
#include "suite.h"

/* ---- The list ---- */

static void test_list(void **state) {
  (void)state;
  pf_ignored list = {0}, all = {0};
  pathfan_ignored one;
  assert_false(pf_ignored_get(&list, 0, &one));
  pf_ignore(NULL, PF_IGNORED_LINE, 1, "nobody asks");
  pf_ignore(&list, PF_IGNORED_EMPTY, 0, "none");
  assert_false(pf_ignored_get(&list, 0, &one));
  pf_ignore(&list, PF_IGNORED_EMPTY, 2, "feature %d\n\"x\"", 3);
  pf_ignore(&list, PF_IGNORED_EMPTY, 1, "feature 9");
  pf_ignore(&list, PF_IGNORED_OTHER, 1, "feature 1");
  assert_true(pf_ignored_get(&list, 0, &one));
  assert_string_equal(one.kind, "other");
  assert_true(pf_ignored_get(&list, 1, &one));
  assert_string_equal(one.kind, "empty");
  assert_int_equal(one.count, 3);
  assert_string_equal(one.example, "feature 3 \"x\""); /* the first, on one line */
  assert_false(pf_ignored_get(&list, 2, &one));
  pf_ignore(&all, PF_IGNORED_EMPTY, 1, "feature 0");
  pf_ignored_add(&all, &list);
  assert_int_equal(all.count[PF_IGNORED_EMPTY], 4);
  assert_string_equal(all.example[PF_IGNORED_EMPTY], "feature 0");
  assert_string_equal(all.example[PF_IGNORED_OTHER], "feature 1");
  pf_ignored_drop(&all, PF_IGNORED_OTHER);
  assert_true(pf_ignored_get(&all, 0, &one) && !strcmp(one.kind, "empty"));
}

/* A long example is cut between two characters; all names differ and all texts fit. */
static void test_texts(void **state) {
  (void)state;
  char long_name[400];
  for (int skip = 0; skip < 3; skip++) {
    pf_ignored list = {0};
    for (int i = 0; i < 130; i++) memcpy(long_name + 3 * i, "\xe2\x82\xac", 3);
    long_name[390] = 0;
    pf_ignore(&list, PF_IGNORED_KEY, 1, "%.*s%s", skip, "ab", long_name);
    assert_true(pf_is_utf8(list.example[PF_IGNORED_KEY]));
    assert_true(strlen(list.example[PF_IGNORED_KEY]) > PF_EXAMPLE_BYTES - 5);
  }
  for (int k = 0; k < PF_IGNORED_KINDS; k++) {
    pf_ignored list = {0};
    pathfan_ignored one;
    pf_ignore(&list, (pf_ignored_kind)k, 1, "x");
    assert_true(pf_ignored_get(&list, 0, &one));
    assert_true(strlen(one.kind) + 1 < sizeof one.kind);
    assert_true(strlen(one.sentence) > 10 && strlen(one.sentence) + 1 < sizeof one.sentence);
    assert_string_equal(one.kind, pf_ignored_name((pf_ignored_kind)k));
    for (int other = 0; other < k; other++)
      assert_string_not_equal(one.kind, pf_ignored_name((pf_ignored_kind)other));
  }
}

static void test_degrees(void **state) {
  (void)state;
  static const char *const degrees[] = {"urn:ogc:def:crs:OGC:1.3:CRS84", "EPSG:4326", "4258",
                                        "urn:ogc:def:crs:EPSG::4326", "EPSG:7844"};
  static const char *const metres[] = {
      "urn:ogc:def:crs:EPSG::25832", "EPSG:3857", "", "WGS", "EPSG:104326", "5000"};
  for (size_t i = 0; i < sizeof degrees / sizeof *degrees; i++)
    assert_true(pf_crs_is_geographic(degrees[i]));
  for (size_t i = 0; i < sizeof metres / sizeof *metres; i++)
    assert_false(pf_crs_is_geographic(metres[i]));
}

/* ---- Readers ---- */

#define F(properties, type, coordinates)                                                           \
  "{\"type\":\"Feature\",\"properties\":" properties ",\"geometry\":{\"type\":\"" type             \
  "\",\"coordinates\":" coordinates "}}"
#define FREE F("{\"kind\":\"free\"}", "Polygon", "[[[0,0],[9,0],[9,9],[0,0]]]")
#define C(features) "{\"type\":\"FeatureCollection\",\"features\":[" FREE "," features "]}"

/* Kinds with their counts and examples, as told; several separated by "; ". */
static const struct {
  const char *text, *told;
} cases[] = {
    {C("{\"type\":\"Feature\",\"properties\":{\"name\":\"A\"},\"geometry\":null}"),
     "empty 1 feature 1 \"A\""},
    {C(F("null", "Polygon", "[]") "," F("null", "MultiPolygon", "[]")), "empty 2 feature 1"},
    {C(F("null", "Point", "[1,1]")), "point 1 feature 1"},
    {C(F("null", "Polygon", "[[[5,5],[6,5],[6,5],[5,5]]]")), "flat-ring 1 ring 0 of feature 1"},
    {C(F("null", "MultiPolygon",
         "[[[[1,1],[2,1],[2,2],[1,1]]],[[[5,5],[5,5],[5,5],[5,5]],[[1,1],[2,1],[2,2],[1,1]]]]")),
     "flat-ring 1 ring 1 of feature 1"},
    {C(F("null", "LineString", "[[5,5],[5,5]]")), "flat-line 1 line 0 of feature 1"},
    {C(F("{\"kind\":\"road\",\"rate\":1}", "LineString", "[[5,5],[5,5]]")),
     "flat-line 1 line 0 of feature 1"},
    {C(F("null", "Polygon", "[[[1,1,2],[2,1,0],[2,2],[1,1,2]]]")), "height 2 ring 0 of feature 1"},
    {C(F("{\"kind\":\"tree\"}", "Point", "[1,1]")),
     "other 1 feature 1 is of kind \"tree\"; there are \"free\", \"obstacle\", \"door\", \"area\", "
     "\"road\", \"river\", \"bridge\" and \"link\""},
    {C(F("{\"rate\":2}", "Polygon", "[[[1,1],[2,1],[2,2],[1,1]]]")),
     "other 1 feature 1 has a rate and no kind: \"kind\": \"area\" makes a polygon ground of that "
     "rate, \"road\" a line a road"},
    {C(F("{\"kind\":\"obstacle\",\"rate\":2}", "Polygon", "[[[1,1],[2,1],[2,2],[1,1]]]")),
     "property 1 rate of feature 1, of kind obstacle"},
    {C(F("{\"kind\":\"river\",\"cost\":2,\"oneway\":\"yes\"}", "LineString", "[[1,1],[2,1]]")),
     "property 1 oneway of feature 1, of kind river"},
    {C(F("{\"kind\":\"road\",\"rate\":2,\"oneway\":\"yes\",\"cost\":0}", "LineString",
         "[[1,1],[2,1]]")),
     ""},
    {C(F("{\"kind\":\"road\",\"rate\":2,\"oneway\":\"no\"}", "LineString", "[[1,1],[2,1]]")), ""},
    {C(F("{\"oneway\":\"yes\",\"bridge\":true}", "Polygon", "[[[1,1],[2,1],[2,2],[1,1]]]")), ""},
    {"{\"type\":\"FeatureCollection\",\"background_rate\":2,\"features\":[" FREE "]}",
     "property 1 background_rate of a map without roads, rivers and areas with a rate"},
    {"{\"type\":\"FeatureCollection\",\"crs\":{\"type\":\"name\",\"properties\":{\"name\":"
     "\"EPSG:25832\"}},\"features\":[" FREE "]}",
     "crs 1 crs \"EPSG:25832\""},
    {"{\"type\":\"FeatureCollection\",\"crs\":{\"type\":\"name\",\"properties\":{\"name\":"
     "\"urn:ogc:def:crs:OGC:1.3:CRS84\"}},\"features\":[" FREE "]}",
     "degrees 1 crs \"urn:ogc:def:crs:OGC:1.3:CRS84\""},
    {"{\"type\":\"Feature\",\"feature_type\":\"unit\",\"properties\":{},\"geometry\":{\"type\":"
     "\"Polygon\",\"coordinates\":[[[0,0],[9,0],[9,9],[0,0]]]}}",
     "inside-out 1 feature 0, a unit of IMDF"},
    {C("{\"type\":\"Feature\",\"feature_type\":\"opening\",\"geometry\":{\"type\":\"LineString\","
       "\"coordinates\":[[1,1],[2,1]]}}"),
     "opening 1 feature 1"},
    {C("{\"type\":\"Feature\",\"kind\":\"free\",\"crs\":{\"type\":\"link\"},\"properties\":{"
       "\"level\":"
       "[0]},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[1,1],[2,1],[2,2],[1,1]]]}}"),
     "crs 1 crs without a name; property 2 level of feature 1, neither number nor text"},
    {C(F("{\"name\":12}", "Point", "[1,1,0,4]")), "point 1 feature 1 \"12\""},
    {C(F("{\"name\":{\"en\":\"Hall\",\"de\":\"Halle\"}}", "Point", "[1,1]")),
     "point 1 feature 1 \"Hall\""},
    {C(F("null", "Polygon", "[[[1,1,0,4],[2,1,0,0],[2,2],[1,1]]]")),
     "height 1 ring 0 of feature 1"},
    /* Rings of less than four positions. */
    {C(F("null", "MultiPolygon",
         "[[[]],[[[1,1]]],[[[1,1],[2,2]]],[[[1,1],[2,1],[1,1]]],[[[1,1],[2,1],[2,2],[1,1]],[]]]")),
     "flat-ring 5 ring 0 of feature 1"},
    {C(F("null", "Polygon", "[[[1,1],[2,1],[2,2]]]")), "?"},
    {"POLYGON((0 0,9 0,9 9,0 0),(1 1));POLYGON((1 1,2 2));POLYGON((1 1,2 2,1 1))",
     "flat-ring 3 line 1"},
    {"POLYGON((0 0,9 0,9 9))", "?"},
    {C(F("{\"KIND\":\"free\",\"Level\":1,\"Name\":\"x\"}", "Point", "[1,1]")),
     "point 1 feature 1; property 2 KIND of feature 1, in other letters"},
    {C(F("{\"kind\":\"bridge\",\"name\":\"B\"}", "Point", "[1,1]")),
     "point 1 feature 1, a bridge of a map without roads and rivers"},
    {C(F("[1]", "Point", "[1,1]")), "?"},
    {C(F("\"kind=free\"", "Point", "[1,1]")), "?"},
    {C(F("null", "LineString", "[[1,1,\"2\"],[2,1]]")), "?"},
    {C(F("{\"kind\":\"free\",\"kind\":\"obstacle\"}", "LineString", "[[1,1],[2,1]]")), "?"},
    {FREE "\n" F("null", "Point", "[1,1]") "\n", "point 1 feature 1"},
    {"\x1e" FREE "\n\x1e" F("null", "Point", "[1,1]") "\n", "point 1 feature 1"},
    {"POLYGON((0 0,9 0,9 9,0 0))\nPOLYGON((5 5,5 5,5 5,5 5))\nPOLYGON((5 5,6 6,5 5,5 5))",
     "flat-ring 2 line 2"},
    {"POLYGON((0 0,9 0,9 9,0 0),\n(5 5,5 5,5 5,5 5))", "flat-ring 1 line 2"},
    {"POLYGON((5 5,5 5,5 5,5 5),(1 1,2 1,2 2,1 1)),POLYGON EMPTY", "?"},
    {"POLYGON((0 0,9 0,9 9,0 0));POINT(1 1);\nMULTIPOINT(1 1,2 2);POINT EMPTY;POLYGON EMPTY",
     "point 3 line 1; empty 2 line 2"},
    {"POLYGON((0 0,9 0,9 9,0 0));LINESTRING(1 1,1 1)", "flat-line 1 line 1"},
    {"POLYGON Z((0 0 1,9 0 0,9 9 1,0 0 1))", "height 3 line 1"},
    {"POLYGON M((0 0 1,9 0 0,9 9 1,0 0 1))", "height 3 line 1"},
    {"POLYGON ZM((0 0 0 1,9 0 2 1,9 9 0 0,0 0 0 1))", "height 3 line 1"},
    {"SRID=25832;POLYGON((0 0,9 0,9 9,0 0))", "crs 1 line 1: \"SRID=25832\""},
    {"\nsrid=4326; POLYGON((0 0,9 0,9 9,0 0))", "degrees 1 line 2: \"srid=4326\""},
    {"poly\n1\n2\n4 0 0 9 0 9 9 0 9\n3 5 5 5 5 6 5\n", "flat-ring 1 line 5"},
    {"polygon 1\n1 2\n4 0 0 9 0 9 9 0 9\n3 5 5 5 5 6 5\n3 1 1 2 2 1 2\n", "flat-ring 1 line 4"},
};

/* Writes what was told as in `cases`. */
static void tell(const pf_ignored *ignored, char text[1000]) {
  pathfan_ignored one;
  text[0] = 0;
  for (int32_t i = 0; pf_ignored_get(ignored, i, &one); i++)
    sprintf(text + strlen(text), "%s%s %d %s", i ? "; " : "", one.kind, (int)one.count,
            one.example);
}

static void test_polygons(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const pf_map_format *format = pf_map_format_of(cases[i].text, strlen(cases[i].text));
    pf_features f = {0};
    pathfan_error error;
    char told[1000];
    assert_non_null(format);
    const pathfan_status status =
        format->parse_features
            ? format->parse_features(cases[i].text, strlen(cases[i].text), "a", NULL, &f, &error)
            : format->parse_polygons(cases[i].text, strlen(cases[i].text), "a", NULL, &f.areas,
                                     &error);
    if (!strcmp(cases[i].told, "?")) {
      assert_int_equal(status, PATHFAN_ERR_MALFORMED);
      continue;
    }
    if (status) fail_msg("%s: %s", cases[i].text, error.text);
    tell(&f.areas.ignored, told);
    if (strcmp(told, cases[i].told))
      fail_msg("%s: \"%s\", not \"%s\"", cases[i].text, told, cases[i].told);
    assert_true(pf_map_format_counts(format, &f.areas.ignored));
    for (int32_t r = 0; r < f.areas.ring_count; r++) /* what is left has an area */
      assert_true(pf_ring_end(&f.areas, r) - f.areas.rings[r].first_point >= 3);
    pf_features_free(&f);
  }
}

static void test_cells(void **state) {
  (void)state;
  static const char text[] = "type octile\nheight 2\nwidth 4\nmap\n.S.W\n.GTS\n";
  pf_ignored ignored = {0};
  pf_grid grid;
  char told[1000];
  assert_int_equal(
      pf_map_formats[0].parse_cells(text, strlen(text), "a", ".GW", &grid, &ignored, NULL),
      PATHFAN_OK);
  tell(&ignored, told);
  assert_string_equal(told, "swamp-water 2 line 5: S in column 2");
  assert_true(pf_map_format_counts(&pf_map_formats[0], &ignored));
  pf_grid_free(&grid);
}

/* ---- Levels, walkable areas ---- */

#define ON(level, x) F("{\"level\":" level "}", "Polygon", "[[[" x ",0],[9,0],[9,9],[" x ",0]]]")

static int32_t polygons_of(const char *text, const pf_wishes *wishes, pathfan_error *error) {
  pf_polygons p;
  error->text[0] = 0;
  if (pf_geojson_parse(text, strlen(text), "a", wishes, &p, error)) return -1;
  const int32_t count = p.polygon_count;
  pf_polygons_free(&p);
  return count;
}

static void test_levels(void **state) {
  (void)state;
  static const char text[] =
      C(ON("0", "1") "," ON("\"1\"", "2") "," ON("\"0;1\"", "3") "," ON("-1.5", "4") "," ON(
          "null", "5") "," F("{\"level_id\":\"a-b\"}", "Polygon", "[[[6,0],[9,0],[9,9],[6,0]]]"));
  static const struct {
    const char *level;
    int32_t count;
  } levels[] = {{"0", 4}, {"1", 4}, {"-1.5", 3}, {"a-b", 3}};
  /* Ranges, and numbers written in other ways. */
  static const char ranges[] = C(ON("\"-1-2\"", "1") "," ON("\"4;-3--2\"", "2") "," ON(
      "\"2.0\"", "3") "," ON("\"1-1-2\"", "4") "," ON("\"-\"", "5") "," ON("\"5-\"", "6"));
  static const struct {
    const char *level;
    int32_t count;
  } in_ranges[] = {{"-1", 2}, {"0", 2},     {"1.5", 2}, {"2", 3},  {"-2", 2}, {"-3", 2},  {"4", 2},
                   {"3", -1}, {"1-1-2", 2}, {"-", 2},   {"5", -1}, {"5-", 2}, {"-1-2", 2}};
  pathfan_error error;
  assert_int_equal(polygons_of(text, NULL, &error), -1);
  assert_string_equal(error.text,
                      "a: feature 2 is on level \"1\", others are on \"0\"; --level chooses one");
  for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
    assert_int_equal(polygons_of(text, &(pf_wishes){.level = levels[i].level}, &error),
                     levels[i].count);
  for (size_t i = 0; i < sizeof in_ranges / sizeof *in_ranges; i++)
    assert_int_equal(polygons_of(ranges, &(pf_wishes){.level = in_ranges[i].level}, &error),
                     in_ranges[i].count);
  assert_int_equal(polygons_of(text, &(pf_wishes){.level = "2"}, &error), -1);
  assert_string_equal(error.text,
                      "a: no feature is on level \"2\"; the first that has one is on \"0\"");
  assert_int_equal(polygons_of(FREE, &(pf_wishes){.level = "2"}, &error), -1);
  assert_string_equal(error.text, "a: no feature is on level \"2\"; none has a level");
  assert_int_equal(polygons_of(C(ON("2", "1") "," ON("2.0", "2")), NULL, &error), 3);
}

static void test_walkable(void **state) {
  (void)state;
  static const char text[] =
      C(F("{\"category\":\"room\"}", "Polygon", "[[[1,0],[9,0],[9,9],[1,0]]]") "," F(
          "{\"kind\":\"obstacle\"}", "Polygon",
          "[[[2,0],[9,0],[9,9],[2,0]]]") "," F("{\"category\":\"opentobelow\"}", "Polygon",
                                               "[[[3,0],[9,0],[9,9],[3,0]]]") "," F("{}",
                                                                                    "LineString",
                                                                                    "[[1,1],[2,"
                                                                                    "2]]"));
  static const pf_polygon_kind kinds[] = {PF_POLYGON_FREE, PF_POLYGON_FREE, PF_POLYGON_OBSTACLE,
                                          PF_POLYGON_OBSTACLE, PF_POLYGON_WALL};
  static const char wkt[] = "POLYGON((0 0,9 0,9 9,0 0))";
  const pf_wishes wishes = {.walkable = true};
  pf_polygons p;
  assert_int_equal(pf_geojson_parse(text, strlen(text), "a", &wishes, &p, NULL), PATHFAN_OK);
  assert_int_equal(p.polygon_count, 5);
  for (int i = 0; i < 5; i++) assert_int_equal(p.polygons[i].kind, kinds[i]);
  pf_polygons_free(&p);
  static const char *const types[] = {"unit", "level", "fixture", "kiosk"};
  for (int i = 0; i < 4; i++) { /* of IMDF */
    char feature[300];
    sprintf(feature,
            "{\"type\":\"Feature\",\"feature_type\":\"%s\",\"geometry\":{\"type\":\"Polygon\","
            "\"coordinates\":[[[0,0],[9,0],[9,9],[0,0]]]}}",
            types[i]);
    assert_int_equal(pf_geojson_parse(feature, strlen(feature), "a", &wishes, &p, NULL), 0);
    assert_int_equal(p.polygons[0].kind, i < 2 ? PF_POLYGON_FREE : PF_POLYGON_OBSTACLE);
    pf_polygons_free(&p);
  }
  for (int walkable = 0; walkable < 2; walkable++) {
    assert_int_equal(pf_wkt_parse(wkt, strlen(wkt), "a", walkable ? &wishes : NULL, &p, NULL),
                     PATHFAN_OK);
    assert_int_equal(p.polygons[0].kind, walkable ? PF_POLYGON_FREE : PF_POLYGON_OBSTACLE);
    pf_polygons_look_inside_out(&p);
    assert_int_equal(p.ignored.count[PF_IGNORED_INSIDE_OUT], !walkable);
    pf_polygons_free(&p);
  }
}

/* Polygons without a kind that all touch each other look like rooms. */
static void test_inside_out(void **state) {
  (void)state;
#define TRIANGLE(a, b, c) "POLYGON((" a "," b "," c "," a "))"
  static const struct {
    const char *text;
    int64_t count;
  } cases_of[] = {
      {TRIANGLE("0 0", "9 0", "9 9"), 1},
      {TRIANGLE("0 0", "9 0", "9 9") TRIANGLE("0 0", "9 9", "0 9"), 2},    /* a side */
      {TRIANGLE("0 0", "9 0", "9 9") TRIANGLE("9 4", "20 0", "20 9"), 2},  /* a corner on a side */
      {TRIANGLE("0 0", "9 0", "9 9") TRIANGLE("8 4", "20 0", "20 9"), 2},  /* sides that cross */
      {TRIANGLE("0 0", "9 0", "9 9") TRIANGLE("10 4", "20 0", "20 9"), 0}, /* apart */
      {TRIANGLE("0 0", "9 0", "9 9") TRIANGLE("9 9", "20 9", "20 12")
           TRIANGLE("30 0", "40 0", "40 9"),
       0},
      {TRIANGLE("0 0", "9 0", "9 9") TRIANGLE("30 0", "40 0", "40 9")
           TRIANGLE("9 0", "30 0", "20 1"),
       3}, /* by the third */
  };
  for (size_t i = 0; i < sizeof cases_of / sizeof *cases_of; i++) {
    pf_polygons p;
    assert_int_equal(pf_wkt_parse(cases_of[i].text, strlen(cases_of[i].text), "a", NULL, &p, NULL),
                     0);
    pf_polygons_look_inside_out(&p);
    if (p.ignored.count[PF_IGNORED_INSIDE_OUT] != cases_of[i].count)
      fail_msg("%s: %d", cases_of[i].text, (int)p.ignored.count[PF_IGNORED_INSIDE_OUT]);
    pf_polygons_free(&p);
  }
}

/* ---- Polygons that change nothing ---- */

static void check_useless(const char *text, const char *wanted) {
  pf_ignored ignored = {{0}, {{0}}};
  const pf_snap_options options = {.ignored = &ignored};
  pf_polygons p;
  pf_frame frame;
  pf_outline outline;
  pathfan_error error;
  char told[1000];
  assert_int_equal(pf_geojson_parse(text, strlen(text), "a", NULL, &p, &error), PATHFAN_OK);
  assert_int_equal(pf_polygons_outline(&p, &options, &frame, &outline, &error), PATHFAN_OK);
  tell(&ignored, told);
  assert_string_equal(told, wanted);
  pf_outline_free(&outline);
  pf_polygons_free(&p);
}

#define BOX(kind, a, b)                                                                            \
  F("{\"kind\":\"" kind "\"}", "Polygon",                                                          \
    "[[[" a "," a "],[" b "," a "],[" b "," b "],[" a "," b "],[" a "," a "]]]")
#define ALL(features) "{\"type\":\"FeatureCollection\",\"features\":[" features "]}"

static void test_useless(void **state) {
  (void)state;
  check_useless(
      ALL(BOX("free", "0", "20") "," BOX("obstacle", "5", "15") "," BOX("free", "7", "9")),
      "swallowed 1 feature 2");
  check_useless(
      ALL(BOX("free", "0", "20") "," BOX("obstacle", "5", "15") "," BOX("free", "7", "16")), "");
  check_useless(
      ALL(BOX("free", "0", "9") "," BOX("free", "20", "30") "," BOX("obstacle", "10", "19")),
      "outside 1 feature 2");
  check_useless(
      ALL(BOX("free", "0", "9") "," BOX("obstacle", "10", "19") "," BOX("obstacle", "8", "9")),
      "outside 1 feature 1");
  check_useless(ALL(BOX("obstacle", "0", "9") "," BOX("obstacle", "2", "3")), "");
}

SUITE(test_ignored) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_list),     cmocka_unit_test(test_texts),
      cmocka_unit_test(test_degrees),  cmocka_unit_test(test_inside_out),
      cmocka_unit_test(test_polygons), cmocka_unit_test(test_cells),
      cmocka_unit_test(test_levels),   cmocka_unit_test(test_walkable),
      cmocka_unit_test(test_useless)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
