/* .poly of both kinds, and WKT: what is accepted, what is refused, and on which line. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "map/polygons.h"
#include "suite.h"
#include "twin_maps.h"
#include "twin_polygons.h"

typedef pathfan_status reader(const char *text, size_t bytes, const char *path,
                              const pf_wishes *wishes, pf_polygons *polygons, pathfan_error *error);

typedef struct bad {
  const char *text, *message;
} bad;

static void check_bad(reader *read, const bad *cases, size_t count) {
  for (size_t i = 0; i < count; i++) {
    pf_polygons polygons;
    pathfan_error error = {{0}};
    char message[300] = "a:";
    memset(&polygons, 0x55, sizeof polygons);
    strcat(message, cases[i].message);
    assert_int_equal(read(cases[i].text, strlen(cases[i].text), "a", NULL, &polygons, &error),
                     PATHFAN_ERR_MALFORMED);
    assert_string_equal(error.text, message);
    assert_true(!polygons.points && !polygons.rings && !polygons.polygons);
  }
}

static void check_good(reader *read, const char *text, pf_polygons *polygons) {
  pathfan_error error = {{0}};
  if (read(text, strlen(text), "a", NULL, polygons, &error)) fail_msg("%s: %s", text, error.text);
}

/* ---- .poly ---- */

static void test_poly_refused(void **state) {
  (void)state;
  static const bad cases[] = {
      {"", "1: the file ends where \"poly\" is expected"},
      {"mesh\n", "1: expected \"poly\", found \"mesh\""},
      {"poly 1\n", "1: expected \"poly\", found \"poly 1\""},
      {"poly\n2\n", "2: only version 1 can be read, found \"2\""},
      {"poly\n1\n", "3: the file ends where the number of polygons is expected"},
      {"poly\n1\n0\n", "3: the number of polygons must be 1 or more, found \"0\""},
      {"poly\n1\n-4\n", "3: the number of polygons must be 1 or more, found \"-4\""},
      {"poly\n1\n1\n", "4: the file ends where a polygon is expected"},
      {"poly\n1\n1\n2 0 0 1 1\n", "4: a polygon must have 3 points or more, found \"2\""},
      {"poly\n1\n1\nx 0 0 1 1\n", "4: a polygon must have 3 points or more, found \"x\""},
      {"poly\n1\n1\n\n3 0 0 1 0 1\n", "5: expected 6 coordinates, found 5"},
      {"poly\n1\n1\n2000000000 0 0 1 0 1 1\n", "4: expected 4000000000 coordinates, found 6"},
      {"poly\n1\n1\n3 0 0 1 0 1 1 9\n", "4: expected nothing after 3 points, found \"9\""},
      {"poly\n1\n1\n3 0 0 1 0 nan 1\n", "4: expected a number of at most 1e+15, found \"nan\""},
      {"poly\n1\n1\n3 0 0 1 0 1e308 1\n", "4: expected a number of at most 1e+15, found \"1e308\""},
      {"poly\n1\n1\n3 0 0 1 0 1e999 1\n", "4: expected a number of at most 1e+15, found \"1e999\""},
      {"poly\n1\n1\n4 0 0 1 1 1 1 0 0\n", "4: no polygon has an area"},
      {"poly\n1\n1\n3 0 0 1 0 1 1\n3 0 0 1 0 1 1\n", "5: expected nothing after 1 polygons"},
  };
  check_bad(pf_poly_parse, cases, sizeof cases / sizeof cases[0]);
}

/* A yard, a pond in it, an island in the pond; the pond's ring repeats its first point. */
static void test_poly_taken(void **state) {
  (void)state;
  pf_polygons p;
  pf_frame frame;
  pf_outline outline;
  pathfan_error error;
  const pf_snap_options options = {.unit = 1};
  check_good(pf_poly_parse,
             "poly\r\n1\r\n\n 4 \n4 10 0 40 0 40 20 10 20\n5 12 2 12 18 38 18 38 2 12 2\n"
             "4 20 5 30 5 30 10 20 10\n\n3 1e1 20 15 20.0 10 25\n\n",
             &p);
  assert_int_equal(p.polygon_count, 1);
  assert_true(p.polygons[0].even_odd && p.polygons[0].kind == PF_POLYGON_FREE);
  assert_int_equal(p.ring_count, 4);
  assert_int_equal(p.point_count, 15);
  assert_int_equal(p.rings[3].place, 9);
  assert_int_equal(pf_polygons_outline(&p, &options, &frame, &outline, &error), PATHFAN_OK);
  assert_null(twin_outline_fault(&outline));
  assert_true(frame.origin_x == 10 && frame.width == 30 && frame.height == 25);
  assert_int_equal(twin_outline_winding(&outline, 1, 1), 1);
  assert_int_equal(twin_outline_winding(&outline, 5, 5), 0);
  assert_int_equal(twin_outline_winding(&outline, 15, 7), 1);
  assert_int_equal(twin_outline_winding(&outline, 1, 21), 1);
  pf_outline_free(&outline);
  pf_polygons_free(&p);
}

/* Random rings as .poly: a point is free if an odd number of rings surrounds it or, if nested, more
 * enclosures than obstacles. */
static void check_rings(reader *read, bool nested) {
  for (int i = 0; i < twin_scaled(200); i++) {
    twin_polygon_map map = twin_polygon_map_number(i);
    const pf_polygons *drawn = &map.polygons;
    pf_random random = pf_random_from(map.seed);
    char *text = NULL;
    size_t bytes;
    FILE *out = open_memstream(&text, &bytes);
    const int32_t rings = drawn->ring_count, enclosures = 1 + i % 7 * (rings - 1) / 6;
    if (nested)
      fprintf(out, "polygon 1\n%d %d\n", (int)enclosures, (int)(rings - enclosures));
    else
      fprintf(out, "poly\n1\n%d\n", (int)rings);
    for (int32_t r = 0; r < drawn->ring_count; r++) {
      const int32_t first = drawn->rings[r].first_point, end = pf_ring_end(drawn, r);
      fprintf(out, "%d", (int)(end - first));
      for (int32_t k = first; k < end; k++)
        fprintf(out, " %.17g %.17g", drawn->points[2 * k], drawn->points[2 * k + 1]);
      fputc('\n', out);
    }
    fclose(out);
    pf_polygons p;
    pf_frame frame;
    pf_outline outline;
    pathfan_error error;
    const pf_snap_options options = {.unit = i % 2 ? 0 : 0.125};
    check_good(read, text, &p);
    free(text);
    const pathfan_status status = pf_polygons_outline(&p, &options, &frame, &outline, &error);
    if (status) fail_msg("map %d: %s", i, error.text);
    const char *fault = twin_outline_fault(&outline);
    if (fault) fail_msg("map %d: %s", i, fault);
    const double unit = 1 / frame.scale;
    double box[4];
    twin_polygons_box(&p, box);
    for (int k = 0; k < 60; k++) {
      const double x = box[0] + (box[2] - box[0]) * (double)pf_random_below(&random, 100003) / 1e5;
      const double y = box[1] + (box[3] - box[1]) * (double)pf_random_below(&random, 100003) / 1e5;
      const int w =
          twin_outline_winding(&outline, x / unit - frame.origin_x, y / unit - frame.origin_y);
      if (w != twin_polygons_free_at(&p, x, y) && twin_polygons_clearance(&p, x, y) > 1.5 * unit)
        fail_msg("map %d (%s): %.17g,%.17g winds %d", i, map.style, x, y, w);
    }
    pf_outline_free(&outline);
    pf_polygons_free(&p);
    twin_polygon_map_free(&map);
  }
}

static void test_poly_parity(void **state) {
  (void)state;
  check_rings(pf_poly_parse, false);
}

/* ---- Enclosures and obstacles ---- */

static void test_enclosures_counted(void **state) {
  (void)state;
  check_rings(pf_enclosures_parse, true);
}

static void test_enclosures_refused(void **state) {
  (void)state;
#define SQUARE "4 0 0 9 0 9 9 0 9\n"
  static const bad cases[] = {
      {"", "1: the file ends where \"polygon 1\" is expected"},
      {"poly\n1\n", "1: expected \"polygon 1\", found \"poly\""},
      {"polygon\n1\n", "1: expected \"polygon 1\", found \"polygon\""},
      {"polygon 2\n", "1: expected \"polygon 1\", found \"polygon 2\""},
      {"polygon 1 1\n", "1: expected \"polygon 1\", found \"polygon 1 1\""},
      {"polygon 1\n", "2: the file ends where the number of enclosures is expected"},
      {"polygon 1\n1\n", "2: the number of obstacles must be 0 or more, found the end of the line"},
      {"polygon 1\n0 1\n", "2: the number of enclosures must be 1 or more, found \"0\""},
      {"polygon 1\n1 -1\n", "2: the number of obstacles must be 0 or more, found \"-1\""},
      {"polygon 1\n1 x\n", "2: the number of obstacles must be 0 or more, found \"x\""},
      {"polygon 1\n1 0 0\n", "2: expected nothing more on the line, found \"0\""},
      {"polygon 1\n1 1\n" SQUARE, "4: the file ends where a polygon is expected"},
      {"polygon 1\n1 0\n2 0 0 1 1\n", "3: a polygon must have 3 points or more, found \"2\""},
      {"polygon 1\n1 0\n3 0 0 1 1 0\n", "3: expected 6 coordinates, found 5"},
      {"polygon 1\n1 0\n3 0 0 1 1 0 inf\n", "3: expected a number of at most 1e+15, found \"inf\""},
      {"polygon 1\n1 0\n3 0 0 1 1 0 1 # one\n", "3: expected nothing after 3 points, found \"#\""},
      {"polygon 1\n1 0\n3 0 0 1 1 0 0\n", "3: no polygon has an area"},
      {"polygon 1\n1 1\n" SQUARE SQUARE "\n1\n", "5: expected nothing after 2 polygons"},
      {"polygon 1\n2000000000 2000000000\n" SQUARE, "4: the file ends where a polygon is expected"},
  };
  check_bad(pf_enclosures_parse, cases, sizeof cases / sizeof cases[0]);
}

/* The published example, an island in an obstacle, obstacles that overlap or stick out; rings of
 * either orientation. */
static void test_enclosures_taken(void **state) {
  (void)state;
  static const struct {
    const char *text;
    double points[6][2];
    bool is_free[6];
  } cases[] = {
      {"polygon 1\n1 2\n4   0 0   10 0   10 10   0 10\n4   4 3   4 5   5 5   5 3\n"
       "3   6 7   6 8   9 8\n",
       {{1, 1}, {4.5, 4}, {6.5, 7.5}, {8, 7.5}, {9.9, 9.9}, {5.5, 4}},
       {true, false, false, true, true, true}},
      {"polygon 1\r\n2 1\r\n\n4 0 0 9 0 9 9 0 9\n4 4 4 5 4 5 5 4 5\n4 3 3 6 3 6 6 3 6 \n\n",
       {{1, 1}, {3.5, 4.5}, {4.5, 4.5}, {5.5, 4.5}, {8, 8}, {4.5, 3.5}},
       {true, false, true, false, true, false}},
      {" \tpolygon 1\n1 3\n4 0 9 9 9 9 0 0 0\n4 2 2 5 2 5 5 2 5\n4 4 4 6 4 6 6 4 6\n"
       "4 8 8 12 8 12 10 8 10\n",
       {{1, 1}, {3, 3}, {4.5, 4.5}, {5.5, 5.5}, {8.5, 8.5}, {11, 9}},
       {true, false, false, false, false, false}},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    pf_polygons p;
    pf_frame frame;
    pf_outline outline;
    pathfan_error error;
    const pf_snap_options options = {0};
    check_good(pf_enclosures_parse, cases[i].text, &p);
    assert_true(p.is_nested && p.ring_count == p.polygon_count);
    assert_int_equal(pf_polygons_outline(&p, &options, &frame, &outline, &error), PATHFAN_OK);
    assert_null(twin_outline_fault(&outline));
    for (int k = 0; k < 6; k++) {
      const double *at = cases[i].points[k];
      assert_int_equal(twin_outline_winding(&outline, at[0] * frame.scale - frame.origin_x,
                                            at[1] * frame.scale - frame.origin_y),
                       cases[i].is_free[k]);
      assert_int_equal(twin_polygons_free_at(&p, at[0], at[1]), cases[i].is_free[k]);
    }
    pf_outline_free(&outline);
    pf_polygons_free(&p);
  }
}

/* ---- WKT ---- */

#define EXPECTED                                                                                   \
  "expected POLYGON, LINESTRING, POINT, MULTIPOLYGON, MULTILINESTRING, MULTIPOINT or "             \
  "GEOMETRYCOLLECTION, found "

static void test_wkt_refused(void **state) {
  (void)state;
  static const bad cases[] = {
      {"", "1: there is no polygon in it, and so no area at all"},
      {"POLYGON EMPTY\n", "2: there is no polygon in it, and so no area at all"},
      {"\n\nCURVE (1 2)", "3: " EXPECTED "\"CURVE\""},
      {"POINT (1 2)", "1: there is no polygon in it, and so no area at all"},
      {"POINT (1 2, 3 4)", "1: expected \")\" after a point, found \",\""},
      {"POINT 1 2", "1: expected \"(\" before a point, found \"1\""},
      {"MULTIPOINT ((1 2), (3 4)",
       "1: the text ends where \",\" or \")\" after a point is expected"},
      {"MULTIPOINT ((1 2, 3 4))", "1: expected \")\" after a point, found \",\""},
      {"POLYGON", "1: the text ends where \"(\" before the rings of a polygon is expected"},
      {"POLYGON (\n0 0", "2: expected \"(\" before the points of a ring, found \"0\""},
      {"POLYGON ((0 0,1\n,1 1,0 0))", "2: expected a number, found \",\""},
      {"POLYGON ((0 0,1 0 1 1 1,1 1,0 0))",
       "1: expected \",\" or \")\" after a point, found \"1\""},
      {"POLYGON ((0 0,1 0,1 1,0 0)",
       "1: the text ends where \",\" or \")\" after a ring is expected"},
      {"POLYGON ((0 0,1 0,1 1,0 1))",
       "1: the ring is not closed: its first and last points differ"},
      {"POLYGON ((0 0,0 0,0 0,0 0))", "1: there is no polygon in it, and so no area at all"},
      {"POLYGON ((0 0,nan 0,1 1,0 0))", "1: expected a number, found \"nan\""},
      {"POLYGON ((0 0,1e999 0,1 1,0 0))", "1: expected a number, found \"1e999\""},
      {"POLYGON ((0 0,1e308 0,1 1,0 0))", "1: a coordinate of 1e+308; 1e+15 is the limit"},
      {"POLYGON ((0 0,1000000000000001 0,1 1,0 0))",
       "1: a coordinate of 1000000000000001; 1e+15 is the limit"},
      {"MULTIPOLYGON (((0 0,1 0,1 1,0 0)),)",
       "1: expected \"(\" before the rings of a polygon, found \")\""},
      {"GEOMETRYCOLLECTION (CURVE (0 0,1 1))", "1: " EXPECTED "\"CURVE\""},
      {"LINESTRING 0 0", "1: expected \"(\" before the points of a line, found \"0\""},
      {"LINESTRING (0 0\n1 1 1 1 1)", "2: expected \",\" or \")\" after a point, found \"1\""},
      {"\nLINESTRING (0 0)", "2: a line of 1 point; it has at least 2"},
      {"MULTILINESTRING ((0 0,1 1),",
       "1: the text ends where \"(\" before the points of a line is expected"},
      {"LINESTRING (0 0,0 0)", "1: there is no polygon in it, and so no area at all"},
      {"POLYGON ((0 0,1 0,1 1,0 0)) 7", "1: " EXPECTED "\"7\""},
  };
  check_bad(pf_wkt_parse, cases, sizeof cases / sizeof cases[0]);
}

static void test_wkt_depth(void **state) {
  (void)state;
  enum { DEEP = 100000 };
  static const char level[] = "GEOMETRYCOLLECTION(";
  char *text = malloc((size_t)DEEP * sizeof level), *end = text;
  assert_non_null(text);
  for (int i = 0; i < DEEP; i++) end = stpcpy(end, level);
  const bad collections = {text, "1: more than 64 collections in each other"};
  check_bad(pf_wkt_parse, &collections, 1);
  memset(text, '(', DEEP);
  text[DEEP] = 0;
  const bad brackets = {text, "1: " EXPECTED "\"(\""};
  check_bad(pf_wkt_parse, &brackets, 1);
  free(text);
}

static void test_wkt_taken(void **state) {
  (void)state;
  pf_polygons p;
  check_good(
      pf_wkt_parse,
      "POLYGON ((0 0, 10 0, 10 20, 0 0), (1 1, 2 1, 2 2, 1 1))\r\n"
      "MultiPolygon Z (((0 0 5,10 0 5,\n10 20 5,0 0 5)),EMPTY,((5 5 1 2,6 5,6 6 1,5 5)));;\n\n"
      "GEOMETRYCOLLECTION(POINT(7 8),POLYGON M((0 0 1,1e1 0 1,-10.5 20 1,-10.5 20 1,0 0 1)),\n"
      "geometrycollection EMPTY, MULTIPOINT Z ((1 2 3),4 5 6), Point Empty,\n"
      "MULTIPOINT(EMPTY,(5 5)))\n",
      &p);
  assert_int_equal(p.polygon_count, 4);
  assert_int_equal(p.ring_count, 5);
  assert_int_equal(p.point_count, 15);
  static const int32_t lines[] = {1, 1, 2, 3, 5}, first_rings[] = {0, 2, 3, 4};
  for (int i = 0; i < 5; i++) assert_int_equal(p.rings[i].place, lines[i]);
  for (int i = 0; i < 4; i++) {
    assert_int_equal(p.polygons[i].first_ring, first_rings[i]);
    assert_int_equal(p.polygons[i].kind, PF_POLYGON_OBSTACLE);
    assert_false(p.polygons[i].even_odd);
  }
  static const double last[] = {0, 0, 10, 0, -10.5, 20};
  assert_memory_equal(p.points + 24, last, sizeof last);
  assert_string_equal(p.place_is, "line");
  pf_polygons_free(&p);
}

SUITE(test_poly_wkt) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_poly_refused),     cmocka_unit_test(test_poly_taken),
      cmocka_unit_test(test_poly_parity),      cmocka_unit_test(test_enclosures_refused),
      cmocka_unit_test(test_enclosures_taken), cmocka_unit_test(test_enclosures_counted),
      cmocka_unit_test(test_wkt_refused),      cmocka_unit_test(test_wkt_depth),
      cmocka_unit_test(test_wkt_taken),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
