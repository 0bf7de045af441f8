/* Lines that become walls: their width, ends, joints and numbers; and the messages about lines and
 * other features where they aren't wanted. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/random.h"
#include "map/polygons.h"
#include "pathfan/build.h"
#include "pathfan/map.h"
#include "suite.h"
#include "twin_maps.h"
#include "twin_polygons.h"

static void widen(const char *wkt, double width, pf_polygons *polygons) {
  pathfan_error error = {{0}};
  if (pf_wkt_parse(wkt, strlen(wkt), "plan.wkt", NULL, polygons, &error) ||
      pf_polygons_widen(polygons, width, NULL, &error))
    fail_msg("%s: %s", wkt, error.text);
  assert_int_equal(pf_polygons_find_wall(polygons), -1);
}

static void assert_blocks(const pf_polygons *polygons, double x, double y, bool blocks) {
  if (twin_polygons_free_at(polygons, x, y) == blocks)
    fail_msg("%g,%g is %s", x, y, blocks ? "free" : "blocked");
}

/* A door between two walls is as wide as drawn; the corner of two lines is as sharp as that of
 * one. */
static void test_ends_and_corners(void **state) {
  pf_polygons p;
  (void)state;
  widen("POLYGON ((-9 -9,20 -9,20 -8,-9 -8,-9 -9))\n"
        "LINESTRING (0 0,4 0);LINESTRING (5 0,10 0);LINESTRING (10 8,10 0);LINESTRING (0 0,0 8)"
        "MULTILINESTRING((0 8,10 8),(3 3,3 3.5,3 3))",
        0.2, &p);
  assert_blocks(&p, 3.99, 0.09, true);
  assert_blocks(&p, 4.01, 0, false);
  assert_blocks(&p, 4.99, 0.05, false);
  assert_blocks(&p, 5.01, -0.09, true);
  assert_blocks(&p, 5, 0.11, false);
  const double corners[][2] = {{10, 0}, {10, 8}, {0, 8}, {0, 0}};
  for (int i = 0; i < 4; i++) {
    const double x = corners[i][0] ? 1 : -1, y = corners[i][1] ? 1 : -1;
    assert_blocks(&p, corners[i][0] + x * 0.09, corners[i][1] + y * 0.09, true);
    assert_blocks(&p, corners[i][0] + x * 0.11, corners[i][1] + y * 0.09, false);
  }
  pf_polygons_free(&p);
  widen("LINESTRING (0 0,10 0,10 10,0 10,0 0)", 2, &p); /* closed: no ends */
  assert_int_equal(p.polygon_count, 1);
  for (int i = 0; i < 4; i++) {
    const double x = i & 1 ? 10 : 0, y = i & 2 ? 10 : 0, in_x = i & 1 ? -1 : 1,
                 in_y = i & 2 ? -1 : 1;
    assert_blocks(&p, x - 0.99 * in_x, y - 0.99 * in_y, true);
    assert_blocks(&p, x + 0.99 * in_x, y + 0.99 * in_y, true);
    assert_blocks(&p, x + 1.01 * in_x, y + 1.01 * in_y, false);
  }
  pf_polygons_free(&p);
}

#define FAR "POLYGON ((30 30,31 30,31 31,30 30));" /* so that what lies between is on the map */

/* A closed line keeps its corner where another line ends; of three ends of lines the
 * outermost make a corner, also if one is drawn twice; lines all round have none. */
static void test_joints(void **state) {
  pf_polygons p;
  (void)state;
  widen("LINESTRING (0 0,10 0,10 10,0 10,0 0);LINESTRING (0 0,-5 -5)", 2, &p);
  assert_blocks(&p, -0.99, 0.5, true);
  assert_blocks(&p, 0.5, -0.99, true);
  assert_blocks(&p, -0.9, -0.9, true);
  assert_blocks(&p, -5.1, -5.1, false);
  pf_polygons_free(&p);
  widen("LINESTRING (0 0,10 0);LINESTRING (0 0,0 10);LINESTRING (0 0,5 5)", 2, &p);
  assert_blocks(&p, -0.9, -0.9, true);
  assert_blocks(&p, 0.5, 0.5, true);
  pf_polygons_free(&p);
  widen("LINESTRING (0 0,10 0);LINESTRING (0 0,0 10);LINESTRING (0 0,0 10)", 2, &p);
  assert_blocks(&p, -0.9, -0.9, true);
  pf_polygons_free(&p);
  widen(FAR "LINESTRING (0 0,10 0);LINESTRING (0 0,-10 5);LINESTRING (0 0,-10 -5)", 2, &p);
  assert_blocks(&p, -0.2, 0, true);
  assert_blocks(&p, 0, 1.3, false);
  pf_polygons_free(&p);
  /* Corners below 60 degrees are cut off square two half widths away, also between lines, whichever
   * of them comes first and however they are drawn. */
  static const char *const lines[] = {FAR "LINESTRING (-20 4,0 0,-20 -4)",
                                      FAR "LINESTRING (-20 -4,0 0);LINESTRING (-20 4,0 0)",
                                      FAR "LINESTRING (0 0,-20 4);LINESTRING (-20 -4,0 0)",
                                      FAR "LINESTRING (0 0,-20 -4);LINESTRING (0 0,-20 4)"};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    widen(lines[i], 2, &p);
    assert_blocks(&p, 1.99, 0, true);
    assert_blocks(&p, 1.99, 0.5, true);
    assert_blocks(&p, 1.99, -0.5, true);
    assert_blocks(&p, 2.01, 0, false);
    assert_blocks(&p, -19, 0, false);
    pf_polygons_free(&p);
  }
}

/* A plan in centimetres becomes a map in which no corner of a straight wall is rounded. */
static void test_decimals_stay(void **state) {
  pf_polygons p;
  (void)state;
  widen("LINESTRING (1234567.35 0.1,1234567.35 7.77)", 0.115, &p);
  assert_int_equal(p.point_count, 4);
  for (int i = 0; i < 4; i++) {
    const double x = p.points[2 * i], y = p.points[2 * i + 1];
    assert_true(x == 1234567.2925 || x == 1234567.4075);
    assert_true(y == 0.1 || y == 7.77);
  }
  pf_polygons_free(&p);
}

static double from_segment(const double *a, const double *b, double x, double y, double *along) {
  const double dx = b[0] - a[0], dy = b[1] - a[1], length = hypot(dx, dy);
  *along = ((x - a[0]) * dx + (y - a[1]) * dy) / length;
  const double t = fmin(fmax(*along, 0), length) / length;
  return hypot(a[0] + t * dx - x, a[1] + t * dy - y);
}

/* Random lines against the definition: points beside a segment are blocked; points beyond a mitre's
 * reach are free. Mitres are cut off square two halves of the width away, 2.24 at the side. */
static void test_twin(void **state) {
  (void)state;
  for (int i = 0; i < twin_scaled(100); i++) {
    pf_random random = pf_random_from(77 + (uint64_t)i);
    pf_polygons lines = {0}, walls;
    pathfan_error error = {{0}};
    const double width = 1 + (double)pf_random_below(&random, 60) / 10;
    for (int32_t l = 0; l < 6; l++) {
      assert_int_equal(pf_polygons_begin(&lines, PF_POLYGON_WALL, NULL), PATHFAN_OK);
      assert_int_equal(pf_polygons_ring(&lines, l), PATHFAN_OK);
      for (uint64_t k = 2 + pf_random_below(&random, 5); k-- > 0;)
        assert_int_equal(pf_polygons_point(&lines, (double)pf_random_below(&random, 40),
                                           (double)pf_random_below(&random, 30)),
                         PATHFAN_OK);
      pf_polygons_close_wall(&lines);
    }
    static const char yard[] = "POLYGON ((-50 -50,90 -50,90 80,-50 80,-50 -50))";
    assert_int_equal(pf_wkt_parse(yard, strlen(yard), "a", NULL, &walls, &error), PATHFAN_OK);
    walls.polygons[0].kind = PF_POLYGON_FREE;
    for (int32_t p = 0; p < lines.polygon_count; p++)
      assert_int_equal(pf_polygons_copy(&lines, p, &walls), PATHFAN_OK);
    assert_int_equal(pf_polygons_widen(&walls, width, NULL, &error), PATHFAN_OK);
    for (int k = 0; k < 200; k++) {
      const double x = (double)pf_random_below(&random, 4000) / 100;
      const double y = (double)pf_random_below(&random, 3000) / 100;
      double nearest = INFINITY;
      bool beside = false;
      for (int32_t r = 0; r < lines.ring_count; r++)
        for (int32_t n = lines.rings[r].first_point; n + 1 < pf_ring_end(&lines, r); n++) {
          const double *a = lines.points + 2 * n;
          double along;
          const double distance = from_segment(a, a + 2, x, y, &along);
          nearest = fmin(nearest, distance);
          beside |= distance < width / 2 * 0.98 && along > 0.01 &&
                    along < hypot(a[2] - a[0], a[3] - a[1]) - 0.01;
        }
      if (beside) assert_blocks(&walls, x, y, true);
      if (nearest > 2.3 * width / 2 && twin_polygons_clearance(&walls, x, y) > 0.01)
        assert_blocks(&walls, x, y, false);
    }
    pf_polygons_free(&lines);
    pf_polygons_free(&walls);
  }
}

static bool stop(void *context, int64_t items) {
  (void)items;
  return --*(int *)context >= 0;
}

static void test_cancelled(void **state) {
  pf_polygons p;
  pathfan_error error = {{0}};
  static const char wkt[] = "LINESTRING (0 0,4 0) POLYGON ((0 0,1 0,1 1,0 0))";
  int questions = 0;
  (void)state;
  assert_int_equal(pf_wkt_parse(wkt, strlen(wkt), "a", NULL, &p, &error), PATHFAN_OK);
  const pf_limits limits = {stop, &questions, NULL};
  assert_int_equal(pf_polygons_widen(&p, 1, &limits, &error), PATHFAN_ERR_CANCELLED);
  assert_int_equal(p.polygon_count, 2); /* unchanged */
  assert_int_equal(pf_polygons_drop_walls(&p), PATHFAN_OK);
  assert_int_equal(p.polygon_count, 1);
  assert_int_equal(p.point_count, 3);
  pf_polygons_free(&p);
}

/* ---- As a map ---- */

#define FEATURE(properties, type, coordinates)                                                     \
  "{\"type\":\"Feature\",\"properties\":{" properties "},\"geometry\":{\"type\":\"" type           \
  "\",\"coordinates\":" coordinates "}}"
#define MAP(features) "{\"type\":\"FeatureCollection\",\"features\":[" features "]}"
#define FLOOR FEATURE("\"kind\":\"free\"", "Polygon", "[[[0,0],[10,0],[10,8],[0,8],[0,0]]]")
#define WALL FEATURE("\"name\":\"North\"", "LineString", "[[5,0],[5,6]]")
#define TREE FEATURE("\"kind\":\"tree\"", "Point", "[1,1]")

static pathfan_status read_map(const char *text, double width, bool skip, pathfan_map_info *info,
                               pathfan_error *error) {
  pathfan_map_options options;
  pathfan_map *map;
  pathfan_map_options_init(&options);
  options.wall_width = width;
  options.skip_others = skip;
  const pathfan_status status =
      pathfan_map_parse(text, strlen(text), "plan", &options, &map, error);
  if (!status) pathfan_map_info_get(map, info);
  pathfan_map_free(map);
  return status;
}

static void test_map(void **state) {
  pathfan_map_info info;
  pathfan_error error;
  (void)state;
  assert_int_equal(read_map(MAP(FLOOR "," WALL), 0.5, false, &info, &error), PATHFAN_OK);
  assert_int_equal(info.convex_count, 2);
  assert_int_equal(info.skipped, 0);
  assert_int_equal(read_map(MAP(FLOOR "," WALL "," TREE), 0, true, &info, &error), PATHFAN_OK);
  assert_int_equal(info.convex_count, 0);
  assert_int_equal(info.skipped, 2);
  assert_int_equal(read_map(MAP(WALL), 2, false, &info, &error), PATHFAN_OK); /* all blocked */
  assert_int_equal(info.polygon_count, 0);
  assert_true(info.origin_x == 4 && info.width == 2 && info.height == 6);
  /* A terrain may have walls. */
  assert_int_equal(read_map(MAP(FLOOR "," WALL "," FEATURE("\"kind\":\"road\",\"rate\":0.5",
                                                           "LineString", "[[0,7],[10,7]]")),
                            0.5, false, &info, &error),
                   PATHFAN_OK);
}

static void test_refused(void **state) {
  static const struct {
    const char *text;
    double width;
    bool skip;
    pathfan_status status;
    const char *sentence;
  } cases[] = {
      {MAP(FLOOR "," WALL), 0, false, PATHFAN_ERR_MALFORMED,
       "plan: feature 1 \"North\" is a line, which bounds no area; --wall-width W makes lines "
       "walls "
       "so wide, --skip-others leaves them out"},
      {"LINESTRING (0 0,\n1 1)\n", 0, false, PATHFAN_ERR_MALFORMED,
       "plan: line 1 is a line, which bounds no area; --wall-width W makes lines walls so wide, "
       "--skip-others leaves them out"},
      {MAP(FLOOR "," TREE), 1, false, PATHFAN_ERR_MALFORMED,
       "plan: feature 1 is of kind \"tree\"; there are \"free\", \"obstacle\", \"door\", \"area\", "
       "\"road\", \"river\", \"bridge\" and \"link\"; --skip-others leaves such features out"},
      {MAP(WALL "," TREE), 0, true, PATHFAN_ERR_MALFORMED,
       "plan: there is no polygon in it, and so no area at all"},
      {MAP(FLOOR "," WALL), 1e-9, false, PATHFAN_ERR_LIMIT,
       "plan: walls of 1e-09 are too thin for a lattice of unit 5.96046e-08: at least 4 units"},
      {MAP(FLOOR "," WALL), -1, false, PATHFAN_ERR_ARGUMENT,
       "the width of walls must be 0 or more"},
      {MAP(FLOOR), (double)NAN, false, PATHFAN_ERR_ARGUMENT,
       "the width of walls must be 0 or more"},
  };
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    pathfan_map_info info;
    pathfan_error error;
    assert_int_equal(read_map(cases[i].text, cases[i].width, cases[i].skip, &info, &error),
                     cases[i].status);
    assert_string_equal(error.text, cases[i].sentence);
  }
}

SUITE(test_walls) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ends_and_corners), cmocka_unit_test(test_joints),
      cmocka_unit_test(test_decimals_stay),    cmocka_unit_test(test_twin),
      cmocka_unit_test(test_cancelled),        cmocka_unit_test(test_map),
      cmocka_unit_test(test_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
