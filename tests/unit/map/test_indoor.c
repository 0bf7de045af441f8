/* Plans of buildings: IMDF and OpenStreetMap's indoor tagging as features of our own kinds. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "map/features.h"
#include "map/wishes.h"
#include "suite.h"

static const pf_wishes wishes = {.all_levels = true};

static pathfan_status parse(const char *features, pf_features *f, pathfan_error *error) {
  char text[8000];
  snprintf(text, sizeof text, "{\"type\":\"FeatureCollection\",\"features\":[%s]}", features);
  return pf_geojson_parse_features(text, strlen(text), "plan", &wishes, f, error);
}

#define POLYGON(points) "\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[" points "]]}"
#define LINE(points) "\"geometry\":{\"type\":\"LineString\",\"coordinates\":[" points "]}"
#define POINT(point) "\"geometry\":{\"type\":\"Point\",\"coordinates\":" point "}"
#define OSM(tags, geometry) "{\"type\":\"Feature\",\"properties\":{" tags "}," geometry "}"
#define IMDF(type, id, tags, geometry)                                                             \
  "{\"type\":\"Feature\",\"id\":\"" id "\",\"feature_type\":\"" type "\",\"properties\":{" tags    \
  "}," geometry "}"
#define LEFT "[0,0],[10,0],[10,8],[0,8],[0,0]"
#define RIGHT "[10,0],[20,0],[20,8],[10,8],[10,0]"

/* The length of all walls on a level, and whether one crosses a point of the line x = 10. */
static double walls_on(const pf_features *f, int32_t level, double y, bool *crosses) {
  const pf_polygons *p = &f->areas;
  double length = 0;
  *crosses = false;
  for (int32_t i = 0; i < p->polygon_count; i++) {
    if (p->polygons[i].kind != PF_POLYGON_WALL || !(p->polygons[i].levels >> level & 1)) continue;
    const int32_t ring = p->polygons[i].first_ring;
    const int32_t end = ring + 1 < p->ring_count ? p->rings[ring + 1].first_point : p->point_count;
    for (int32_t k = p->rings[ring].first_point; k + 1 < end; k++) {
      const double *a = &p->points[2 * k], *b = &p->points[2 * k + 2];
      length += hypot(b[0] - a[0], b[1] - a[1]);
      *crosses = *crosses || (a[0] == 10 && b[0] == 10 && (a[1] > y) != (b[1] > y));
    }
  }
  return length;
}

static int32_t count(const pf_features *f, pf_polygon_kind kind) {
  int32_t found = 0;
  for (int32_t i = 0; i < f->areas.polygon_count; i++) found += f->areas.polygons[i].kind == kind;
  return found;
}

static void test_osm(void **state) {
  (void)state;
  pf_features f;
  pathfan_error error;
  bool crosses;
  const char *text = OSM("\"indoor\":\"room\",\"level\":\"0\"", POLYGON(LEFT)) "," OSM(
      "\"indoor\":\"area\",\"level\":\"0\",\"repeat_on\":\"1\"",
      POLYGON(
          RIGHT)) "," OSM("\"door\":\"yes\",\"width\":\"2\",\"level\":\"0\"",
                          POINT(
                              "[10,4]")) "," OSM("\"highway\":\"elevator\",\"level\":"
                                                 "\"0-2\",\"name\":\"lift\"",
                                                 POINT(
                                                     "[15,4]")) "," OSM("\"highway\":\"steps\","
                                                                        "\"level\":\"0;1\","
                                                                        "\"incline\":\"down\","
                                                                        "\"conveying\":\"forward\"",
                                                                        LINE(
                                                                            "[12,1],[14,2],[18,"
                                                                            "1]")) "," OSM("\"indo"
                                                                                           "or\":"
                                                                                           "\"colu"
                                                                                           "mn\","
                                                                                           "\"leve"
                                                                                           "l\":"
                                                                                           "\"1\"",
                                                                                           POLYGON(
                                                                                               "[1"
                                                                                               ",1"
                                                                                               "],"
                                                                                               "[2"
                                                                                               ",1"
                                                                                               "],"
                                                                                               "[2"
                                                                                               ",2"
                                                                                               "],"
                                                                                               "[1"
                                                                                               ",1"
                                                                                               "]")) "," OSM("\"building\":\"yes\"",
                                                                                                             POLYGON(
                                                                                                                 LEFT));
  assert_int_equal(parse(text, &f, &error), PATHFAN_OK);
  assert_int_equal(f.areas.levels.count, 3);
  assert_int_equal(count(&f, PF_POLYGON_FREE), 2);
  assert_int_equal(count(&f, PF_POLYGON_OBSTACLE), 1);
  assert_int_equal(f.areas.ignored.count[PF_IGNORED_TAGS], 1);
  assert_true(fabs(walls_on(&f, 0, 4, &crosses) - (36 - 2)) < 1e-9 && !crosses);
  assert_true(walls_on(&f, 0, 6, &crosses) > 0 && crosses);
  assert_true(walls_on(&f, 1, 6, &crosses) == 0);
  assert_true(f.wall_width == 0.1);
  assert_int_equal(f.link_count, 3); /* the lift joins three levels, stairs two */
  for (int i = 0; i < 2; i++) {
    assert_string_equal(f.links[i].name, "lift");
    assert_true(f.links[i].cost[0] == 4 && f.links[i].cost[1] == 4);
    assert_int_equal(f.links[i].place, 3);
  }
  const pf_map_link *steps = &f.links[2];
  assert_true(f.areas.levels.value[steps->level[0]] == 1 &&
              f.areas.levels.value[steps->level[1]] == 0);
  assert_true(steps->cost[0] == 6 && isinf(steps->cost[1]));
  pf_features_free(&f);
}

static void test_imdf(void **state) {
  (void)state;
  pf_features f;
  pathfan_error error;
  bool crosses;
  const char *text = IMDF("level", "a", "\"ordinal\":-1", "\"geometry\":null") "," IMDF("level", "b", "\"ordinal\":0", "\"geometry\":null") "," IMDF(
      "unit", "u", "\"level_id\":\"a\",\"category\":\"room\"",
      POLYGON(
          LEFT)) "," IMDF("unit", "v", "\"level_id\":\"a\",\"category\":\"walkway\"",
                          POLYGON(
                              RIGHT)) "," IMDF("unit", "w",
                                               "\"level_id\":\"b\",\"category\":\"room\"",
                                               POLYGON(
                                                   LEFT)) "," IMDF("unit", "x",
                                                                   "\"level_id\":\"b\","
                                                                   "\"category\":\"opentobelow\"",
                                                                   POLYGON(
                                                                       RIGHT)) "," IMDF("opening",
                                                                                        "o",
                                                                                        "\"level_"
                                                                                        "id\":"
                                                                                        "\"a\"",
                                                                                        LINE(
                                                                                            "[10,3]"
                                                                                            ",[10,"
                                                                                            "5]")) "," IMDF("kiosk",
                                                                                                            "k",
                                                                                                            "\"leve"
                                                                                                            "l_"
                                                                                                            "id\":"
                                                                                                            "\"a\"",
                                                                                                            POLYGON(
                                                                                                                "[1"
                                                                                                                ",1"
                                                                                                                "],"
                                                                                                                "[2"
                                                                                                                ",1"
                                                                                                                "],"
                                                                                                                "[2"
                                                                                                                ",2"
                                                                                                                "],"
                                                                                                                "[1"
                                                                                                                ",1"
                                                                                                                "]")) "," IMDF("relationship",
                                                                                                                               "r",
                                                                                                                               "\"category\":\"escalator\",\"direction\":\"directed\",\"origin\":{\"id\":\"u\"},"
                                                                                                                               "\"destination\":{\"id\":\"w\"}",
                                                                                                                               "\"geometry\":null") "," IMDF("venue",
                                                                                                                                                             "z",
                                                                                                                                                             "",
                                                                                                                                                             POLYGON(
                                                                                                                                                                 LEFT));
  assert_int_equal(parse(text, &f, &error), PATHFAN_OK);
  assert_int_equal(f.areas.levels.count, 2);
  assert_int_equal(count(&f, PF_POLYGON_FREE), 3);
  assert_int_equal(count(&f, PF_POLYGON_OBSTACLE), 2);
  assert_true(fabs(walls_on(&f, 0, 4, &crosses) - 2 * (36 - 2)) < 1e-9 && !crosses);
  assert_true(fabs(walls_on(&f, 1, 4, &crosses) - 36) < 1e-9 && crosses);
  assert_int_equal(f.link_count, 1);
  assert_true(f.links[0].cost[0] == 8 && isinf(f.links[0].cost[1]));
  assert_int_equal(f.links[0].place, 8);
  assert_true(f.links[0].at[0] == 5); /* inside its unit */
  pf_features_free(&f);
}

static void test_flaws(void **state) {
  (void)state;
  static const struct {
    const char *features, *sentence;
  } flaws[] = {
      {IMDF("level", "a", "", "\"geometry\":null"),
       "plan: feature 0 is a level without an id or an ordinal"},
      {IMDF("level", "a", "\"ordinal\":0",
            "\"geometry\":null") "," IMDF("unit", "u", "\"level_id\":\"q\"", POLYGON(LEFT)),
       "plan: feature 1 is on a level that the file doesn't have"},
      {IMDF("level", "a", "\"ordinal\":0", "\"geometry\":null") "," IMDF(
           "relationship", "u", "\"origin\":{\"id\":\"q\"}", "\"geometry\":null"),
       "plan: feature 1 is a relationship with something that isn't there, or is on no level"},
      {OSM("\"indoor\":\"room\",\"level\":\"0\"",
           POLYGON(LEFT)) "," OSM("\"highway\":\"steps\",\"level\":\"0;1;2\"", LINE("[1,1],[2,2]")),
       "plan: feature 1 is steps that aren't on two levels"}};
  for (size_t i = 0; i < sizeof flaws / sizeof *flaws; i++) {
    pf_features f;
    pathfan_error error;
    assert_int_equal(parse(flaws[i].features, &f, &error), PATHFAN_ERR_MALFORMED);
    assert_string_equal(error.text, flaws[i].sentence);
  }
}

SUITE(test_indoor) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_osm), cmocka_unit_test(test_imdf),
                                     cmocka_unit_test(test_flaws)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
