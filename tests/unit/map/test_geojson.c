/* GeoJSON as a map: what is accepted, what is refused and with which words. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "map/polygons.h"
#include "suite.h"
#include "twin_maps.h"
#include "twin_polygons.h"

#define SQUARE "[[0,0],[10,0],[10,20],[0,20],[0,0]]"
#define POLYGON "{\"type\":\"Polygon\",\"coordinates\":[" SQUARE "]}"
#define FEATURE(properties, geometry)                                                              \
  "{\"type\":\"Feature\",\"properties\":" properties ",\"geometry\":" geometry "}"
#define COLLECTION(features) "{\"type\":\"FeatureCollection\",\"features\":[" features "]}"
#define RING(positions)                                                                            \
  COLLECTION(FEATURE("{}", POLYGON) "," FEATURE(                                                   \
      "null", "{\"type\":\"Polygon\",\"coordinates\":[" SQUARE "," positions "]}"))

static pathfan_status parse(const char *text, size_t bytes, pf_polygons *polygons,
                            pathfan_error *error) {
  *error = (pathfan_error){{0}};
  memset(polygons, 0x55, sizeof *polygons);
  return pf_geojson_parse(text, bytes, "yard.json", NULL, polygons, error);
}

static void check_bad(const char *text, const char *message) {
  pf_polygons polygons;
  pathfan_error error;
  assert_int_equal(parse(text, strlen(text), &polygons, &error), PATHFAN_ERR_MALFORMED);
  assert_string_equal(error.text, message);
  assert_true(!polygons.points && !polygons.rings && !polygons.polygons);
  assert_int_equal(polygons.polygon_count, 0);
}

static void test_refused(void **state) {
  (void)state;
  static const struct {
    const char *text, *message;
  } cases[] = {
      {RING("[[1,1],[2,1],[2,2],[1,2]]"),
       "ring 1 of feature 1 is not closed: its first and last positions differ"},
      {RING("[[1,1],[\"2\",1],[2,2],[1,1]]"),
       "ring 1 of feature 1 has a coordinate that is not a number"},
      {RING("[[1,1],[null,1],[2,2],[1,1]]"),
       "ring 1 of feature 1 has a coordinate that is not a number"},
      {RING("[[1,1],[2],[2,2],[1,1]]"), "ring 1 of feature 1 has a position that is not [x, y]"},
      {RING("[[1,1],2,[2,2],[1,1]]"), "ring 1 of feature 1 has a position that is not [x, y]"},
      {RING("[1,1,2,1,2,2,1,1]"), "ring 1 of feature 1 has a position that is not [x, y]"},
      {RING("{}"), "ring 1 of feature 1 is not an array of positions"},
      {RING("[[1,1],[1e308,1],[2,2],[1,1]]"),
       "ring 1 of feature 1 has a coordinate of 1e+308; 1e+15 is the limit"},
      {RING("[[1,1],[2,-1.1e15],[2,2],[1,1]]"),
       "ring 1 of feature 1 has a coordinate of -1.1e+15; 1e+15 is the limit"},
      {RING("[[1,1],[99999999999999999999999999,1],[2,2],[1,1]]"),
       "ring 1 of feature 1 has a coordinate of 1e+26; 1e+15 is the limit"},
      {COLLECTION(FEATURE("{\"kind\":7}", POLYGON)), "feature 0 has a kind that is not a string"},
      {COLLECTION(FEATURE("{}", POLYGON) ",7"), "feature 1 is not of type \"Feature\""},
      {COLLECTION("{\"type\":\"Feature\"}"), "feature 0 has no geometry"},
      {COLLECTION(FEATURE("{}", "{}")), "feature 0 has a geometry without a type"},
      {COLLECTION(FEATURE("{}", "7")), "feature 0 has a geometry without a type"},
      {COLLECTION(FEATURE("{}", "{\"type\":\"Circle\"}")),
       "feature 0 has a geometry of unknown type \"Circle\""},
      {COLLECTION(FEATURE("{}", "{\"type\":\"Polygon\"}")),
       "feature 0 has a polygon that is not an array of rings"},
      {COLLECTION(FEATURE("{}", "{\"type\":\"MultiPolygon\",\"coordinates\":7}")),
       "feature 0 is a MultiPolygon without an array of them"},
      {COLLECTION(FEATURE("{}", "{\"type\":\"MultiPolygon\",\"coordinates\":[7]}")),
       "feature 0 has a polygon that is not an array of rings"},
      {COLLECTION(FEATURE("{}", "{\"type\":\"GeometryCollection\"}")),
       "feature 0 is a GeometryCollection without an array of them"},
      {COLLECTION(""), "there is no polygon in it, and so no area at all"},
      {COLLECTION(FEATURE("{}", "null")), "there is no polygon in it, and so no area at all"},
      {"{\"type\":\"FeatureCollection\"}", "the FeatureCollection has no features"},
      {"{\"type\":\"Topology\"}", "feature 0 has a geometry of unknown type \"Topology\""},
      {"{}", "not GeoJSON: there is no type"},
      {"[]", "not GeoJSON: there is no type"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char message[300] = "yard.json: ";
    strcat(message, cases[i].message);
    check_bad(cases[i].text, message);
  }
}

/* Syntax errors name the line. */
static void test_syntax(void **state) {
  (void)state;
  static const struct {
    const char *text, *begin;
  } cases[] = {
      {"", "yard.json:1: "},
      {"{\"type\":\n\"Feature\",\n", "yard.json:3: "},
      {"{\"type\":\n\"Feature\",\n\n?}", "yard.json:4: "},
      {"{\"type\":\"Polygon\",\n\"coordinates\":[[[0,0],\n[1e999,0],[1,1],[0,0]]]}",
       "yard.json:3: "},
      {"{\"type\":\"Polygon\",\n\"coordinates\":[[[0,0],\n[NaN,0],[1,1],[0,0]]]}", "yard.json:3: "},
      {POLYGON " x", "yard.json:1: "},
      {"\xff\xfe{}", "yard.json:1: "},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    pf_polygons polygons;
    pathfan_error error;
    assert_int_equal(parse(cases[i].text, strlen(cases[i].text), &polygons, &error),
                     PATHFAN_ERR_MALFORMED);
    if (strncmp(error.text, cases[i].begin, strlen(cases[i].begin)))
      fail_msg("%s instead of %s", error.text, cases[i].begin);
  }
}

/* An integer of 400 digits, 100,000 brackets, nested collections. */
static void test_excess(void **state) {
  (void)state;
  enum { DEEP = 100000 };
  static const char level[] = "{\"type\":\"GeometryCollection\",\"geometries\":[";
  pf_polygons polygons;
  pathfan_error error;
  char digits[401] = "";
  memset(digits, '9', 400);
  char *text = malloc(2000 + (size_t)DEEP * sizeof level);
  assert_non_null(text);
  sprintf(text, "{\"type\":\"Polygon\",\n\"coordinates\":[[[0,0],[%s,0],[1,1],[0,0]]]}", digits);
  assert_int_equal(parse(text, strlen(text), &polygons, &error), PATHFAN_ERR_MALFORMED);

  memset(text, '[', DEEP);
  assert_int_equal(parse(text, DEEP, &polygons, &error), PATHFAN_ERR_MALFORMED);
  strcpy(text, "{\"type\":\"Polygon\",\"coordinates\":");
  memset(text + strlen(text), '[', DEEP);
  assert_int_equal(parse(text, DEEP, &polygons, &error), PATHFAN_ERR_MALFORMED);

  static const int depths[] = {900, DEEP};
  for (int i = 0; i < 2; i++) {
    char *end = text;
    for (int k = 0; k < depths[i]; k++) end = stpcpy(end, level);
    end = stpcpy(end, POLYGON);
    for (int k = 0; k < depths[i]; k++) end = stpcpy(end, "]}");
    const pathfan_status status = parse(text, (size_t)(end - text), &polygons, &error);
    assert_int_equal(status, i ? PATHFAN_ERR_MALFORMED : PATHFAN_OK);
    pf_polygons_free(&polygons);
    text = realloc(text, 2000 + (size_t)DEEP * (sizeof level + 2));
    assert_non_null(text);
  }
  free(text);
}

static void check_good(const char *text, int32_t polygons_wanted, int32_t rings_wanted,
                       pf_polygons *polygons) {
  pathfan_error error;
  if (parse(text, strlen(text), polygons, &error)) fail_msg("%s: %s", text, error.text);
  assert_int_equal(polygons->polygon_count, polygons_wanted);
  assert_int_equal(polygons->ring_count, rings_wanted);
  for (int32_t r = 0; r < rings_wanted; r++)
    assert_true(pf_ring_end(polygons, r) - polygons->rings[r].first_point >= 3);
}

static void test_taken(void **state) {
  (void)state;
  pf_polygons p;
  static const char *const one_square[] = {
      POLYGON,
      "\xef\xbb\xbf" POLYGON,
      FEATURE("null", POLYGON),
      FEATURE("{\"kind\":null,\"name\":null}", POLYGON),
      "{\"type\":\"Feature\",\"geometry\":" POLYGON "}",
      COLLECTION(FEATURE("{\"kind\":\"obstacle\",\"name\":true}", POLYGON)),
      COLLECTION(FEATURE("{}", "null") "," FEATURE("{}", POLYGON)),
      COLLECTION(FEATURE("{\"name\":\"door\"}",
                         "{\"type\":\"Point\",\"coordinates\":[0,0]}") "," FEATURE("{}", POLYGON)),
      COLLECTION(
          FEATURE("{}", "{\"type\":\"Polygon\",\"coordinates\":[]}") "," FEATURE("{}", POLYGON)),
      "{\"type\":\"MultiPolygon\",\"coordinates\":[[" SQUARE "]]}",
      "{\"type\":\"GeometryCollection\",\"geometries\":[" POLYGON
      ",{\"type\":\"MultiPolygon\",\"coordinates\":[]}]}",
      "{\"type\":\"Polygon\",\"coordinates\":[[[0,0,5],[10,0.0,5,6],[10,0],[10,20,1],[0,2e1],[0,20]"
      ","
      "[0,0],[0,0,0]]]}",
      "{\"bbox\":[0,0,1,1],\"crs\":{},\"type\":\"Polygon\",\"coordinates\":[" SQUARE "]}",
  };
  static const double corners[] = {0, 0, 10, 0, 10, 20, 0, 20};
  for (size_t i = 0; i < sizeof one_square / sizeof one_square[0]; i++) {
    check_good(one_square[i], 1, 1, &p);
    assert_int_equal(p.point_count, 4);
    assert_memory_equal(p.points, corners, sizeof corners);
    assert_true(p.polygons[0].kind == PF_POLYGON_OBSTACLE && !p.polygons[0].even_odd);
    assert_null(p.polygons[0].name);
    pf_polygons_free(&p);
  }

  check_good(COLLECTION(FEATURE("{\"name\":\"W\\u00e4lle\"}",
                                "{\"type\":\"MultiPolygon\",\"coordinates\":[[" SQUARE "," SQUARE
                                "],[" SQUARE "]]}") "," FEATURE("{\"kind\":\"free\"}", POLYGON)),
             3, 4, &p);
  assert_string_equal(p.polygons[0].name, "W\xc3\xa4lle");
  assert_string_equal(p.polygons[1].name, "W\xc3\xa4lle");
  assert_null(p.polygons[2].name);
  assert_int_equal(p.polygons[1].kind, PF_POLYGON_OBSTACLE);
  assert_int_equal(p.polygons[2].kind, PF_POLYGON_FREE);
  assert_int_equal(p.rings[2].place, 0);
  assert_int_equal(p.rings[3].place, 1);
  assert_string_equal(p.place_is, "feature");
  pf_polygons_free(&p);
}

/* Generated maps come back as they were, to the last bit. */
static void test_round_trip(void **state) {
  (void)state;
  for (int i = 0; i < twin_scaled(100); i++) {
    twin_polygon_map map = twin_polygon_map_number(i);
    const pf_polygons *a = &map.polygons;
    char *text = twin_polygons_geojson(a);
    pf_polygons b;
    check_good(text, a->polygon_count, a->ring_count, &b);
    assert_int_equal(b.point_count, a->point_count);
    assert_memory_equal(b.points, a->points, 2 * (size_t)a->point_count * sizeof *a->points);
    for (int32_t p = 0; p < a->polygon_count; p++) {
      assert_int_equal(b.polygons[p].first_ring, a->polygons[p].first_ring);
      assert_int_equal(b.polygons[p].kind, a->polygons[p].kind);
    }
    for (int32_t r = 0; r < a->ring_count; r++) {
      assert_int_equal(b.rings[r].first_point, a->rings[r].first_point);
      assert_int_equal(b.rings[r].place, a->rings[r].place);
    }
    free(text);
    pf_polygons_free(&b);
    twin_polygon_map_free(&map);
  }
}

/* From text to outline: an L that isn't square and isn't at the origin. */
static void test_to_outline(void **state) {
  (void)state;
  pf_polygons polygons;
  pf_frame frame;
  pf_outline outline;
  pathfan_error error;
  const pf_snap_options options = {.unit = 0.25};
  check_good(
      COLLECTION(FEATURE("{\"kind\":\"free\"}",
                         "{\"type\":\"Polygon\",\"coordinates\":[[[-1.5,7],[2.5,7],[2.5,9],"
                         "[-1.5,9],[-1.5,7]]]}") "," FEATURE("{}", "{\"type\":\"Polygon\","
                                                                   "\"coordinates\":[[[1,8],[1,12]"
                                                                   ",[4,12],[4,8],[1,8]]]}")),
      2, 2, &polygons);
  assert_int_equal(pf_polygons_outline(&polygons, &options, &frame, &outline, &error), PATHFAN_OK);
  assert_true(frame.origin_x == -6 && frame.origin_y == 28 && frame.scale == 4);
  assert_true(frame.width == 16 && frame.height == 8);
  static const pf_lattice_point vertices[] = {{0, 0}, {16, 0}, {10, 4}, {16, 4}, {0, 8}, {10, 8}};
  static const pf_outline_edge edges[] = {{0, 1}, {1, 3}, {2, 5}, {3, 2}, {4, 0}, {5, 4}};
  assert_int_equal(outline.vertex_count, 6);
  assert_int_equal(outline.edge_count, 6);
  assert_memory_equal(outline.vertices, vertices, sizeof vertices);
  assert_memory_equal(outline.edges, edges, sizeof edges);
  pf_outline_free(&outline);
  pf_polygons_free(&polygons);
}

SUITE(test_geojson) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_refused),    cmocka_unit_test(test_syntax),
      cmocka_unit_test(test_excess),     cmocka_unit_test(test_taken),
      cmocka_unit_test(test_round_trip), cmocka_unit_test(test_to_outline),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
