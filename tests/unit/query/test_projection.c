/* Degrees to metres: against chords of the ellipsoid and the published length of a meridian, and
 * the directions of x and y; which maps may be projected, and what an index says of its centre. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/random.h"
#include "map/projection.h"
#include "pathfan/build.h"
#include "pathfan/map.h"
#include "build-index/run/describe.h"
#include "suite.h"
#include "twin_maps.h"

#define RADIAN (3.14159265358979323846 / 180)

/* Computes a place on the ellipsoid, metres from the centre of the earth. */
static void place(double longitude, double latitude, double at[3]) {
  const double a = 6378137, f = 1 / 298.257223563, e2 = f * (2 - f);
  const double n = a / sqrt(1 - e2 * pow(sin(latitude * RADIAN), 2));
  at[0] = n * cos(latitude * RADIAN) * cos(longitude * RADIAN);
  at[1] = n * cos(latitude * RADIAN) * sin(longitude * RADIAN);
  at[2] = n * (1 - e2) * sin(latitude * RADIAN);
}

static double between(uint64_t from, uint64_t to, pf_random *random) {
  return (double)from + (double)(to - from) * (double)pf_random_below(random, 1 << 30) / 0x1p30;
}

/* Distances in the plane are those on the ellipsoid, except for the error that the header states,
 * for the chord, which is shorter than its arc by 1e-8 over 3 km, and for millimetres. */
static void test_distances(void **state) {
  (void)state;
  pf_random random = pf_random_from(5);
  for (int i = 0; i < twin_scaled(3000); i++) {
    const pf_centre centre = {between(0, 360, &random) - 180, between(0, 160, &random) - 80};
    const double reach = i % 2 ? 0.03 : 2.9;
    const double lon = centre.longitude + reach * (between(0, 2, &random) - 1);
    const double lat = centre.latitude + reach * (between(0, 2, &random) - 1);
    const double lon2 = lon + 0.02 * (between(0, 2, &random) - 1);
    const double lat2 = lat + 0.02 * (between(0, 2, &random) - 1);
    double p[2], q[2], a[3], b[3];
    pf_project(&centre, lon, lat, p);
    pf_project(&centre, lon2, lat2, q);
    place(lon, lat, a);
    place(lon2, lat2, b);
    const double chord = hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
    const double far = fmax(fabs(p[0]), fabs(q[0])) / 6335000;
    const double flat = hypot(p[0] - q[0], p[1] - q[1]);
    const double near = fmin(fabs(p[0]), fabs(q[0])) / 6400000;
    if (flat > chord * (1 + 0.501 * far * far + 1e-7) + 0.002 ||
        flat < chord * (1 + (p[0] * q[0] > 0 ? 0.499 * near * near : 0) - 1e-7) - 0.002)
      fail_msg("%g,%g to %g,%g about %g,%g: %.6f for %.6f", lon, lat, lon2, lat2, centre.longitude,
               centre.latitude, flat, chord);
  }
}

/* A quarter meridian without its last six degrees, in steps of one degree and at once; east is
 * right, north is up. */
static void test_meridian(void **state) {
  double sum = 0, at[2];
  (void)state;
  for (int i = 0; i < 84; i++) {
    const pf_centre centre = {10, i};
    pf_project(&centre, 10, i + 1, at);
    assert_true(at[0] == 0);
    sum += at[1];
    if (i == 44) assert_true(fabs(sum - 4984944.378) < 0.05); /* to 45 degrees */
  }
  pf_project(&(pf_centre){10, 0}, 10, 84, at);
  assert_true(fabs(sum - at[1]) < 0.05);
  pf_project(&(pf_centre){11.5, 48}, 11.6, 48.1, at);
  assert_true(at[0] > 7400 && at[0] < 7500 && at[1] > 11100 && at[1] < 11150);
  pf_project(&(pf_centre){11.5, 48}, 11.5, 48, at);
  assert_true(at[0] == 0 && at[1] == 0);
}

/* ---- Maps ---- */

static pathfan_status read_map(const char *text, pathfan_projection projection,
                               pathfan_map_info *info, pathfan_error *error) {
  pathfan_map_options options;
  pathfan_map *map;
  pathfan_map_options_init(&options);
  options.projection = projection;
  const pathfan_status status =
      pathfan_map_parse(text, strlen(text), "town", &options, &map, error);
  if (!status) pathfan_map_info_get(map, info);
  pathfan_map_free(map);
  return status;
}

/* A hundredth of a degree is 1,112 m high and, in Bayreuth, 718 m wide. */
static void test_map(void **state) {
  static const char text[] =
      "{\"type\":\"Polygon\",\"coordinates\":[[[11.57,49.94],[11.58,49.94],[11.58,49.95],"
      "[11.57,49.95],[11.57,49.94]]]}";
  pathfan_map_info info;
  pathfan_error error;
  (void)state;
  assert_int_equal(read_map(text, PATHFAN_PROJECTION_LOCAL, &info, &error), PATHFAN_OK);
  assert_true(info.is_projected && info.is_y_up && info.longitude == 11.575 &&
              info.latitude == 49.945);
  assert_true(fabs(info.width - 717.8) < 0.3 && fabs(info.height - 1112.3) < 0.3);
  assert_true(fabs(info.origin_x + info.width / 2) < 0.002);
  assert_int_equal(read_map(text, PATHFAN_PROJECTION_NONE, &info, &error), PATHFAN_OK);
  assert_false(info.is_projected || info.is_y_up);
}

/* A map that is cut at the antimeridian is joined there, in all three notations. */
static void test_antimeridian(void **state) {
  static const char *const texts[] = {
      "MULTIPOLYGON (((179 0,180 0,180 1,179 1,179 0)),((-180 0,-177 0,-177 1,-180 1,-180 0)))",
      "POLYGON ((179 0,183 0,183 1,179 1,179 0))", "POLYGON ((179 0,-177 0,-177 1,179 1,179 0))"};
  pathfan_map_info info;
  pathfan_error error;
  (void)state;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    assert_int_equal(read_map(texts[i], PATHFAN_PROJECTION_LOCAL, &info, &error), PATHFAN_OK);
    assert_true(info.longitude == -179 && info.latitude == 0.5);
    assert_true(fabs(info.width - 445300) < 500);
  }
}

static void test_refused(void **state) {
  static const struct {
    const char *text;
    pathfan_status status;
    const char *sentence;
  } cases[] = {
      {"POLYGON ((0 0,500 0,500 80,0 0))", PATHFAN_ERR_MALFORMED,
       "town: coordinates from 0,0 to 500,80 are not longitudes and latitudes, which --project "
       "local needs"},
      {"POLYGON ((0 0,5 0,5 91,0 0))", PATHFAN_ERR_MALFORMED,
       "town: coordinates from 0,0 to 5,91 are not longitudes and latitudes, which --project local "
       "needs"},
      {"POLYGON ((-176 0,176 0,176 1,-176 0))", PATHFAN_ERR_LIMIT,
       "town: the map is 352 degrees wide and 1 high; --project local takes 6 at most, over which "
       "lengths on a plane are right to 1 in 1,000"},
      {"POLYGON ((0 -85,5 -85,5 -82,0 -85))", PATHFAN_ERR_LIMIT,
       "town: the map reaches latitude -85; --project local goes up to 84"},
      {"type octile\nheight 1\nwidth 1\nmap\n.\n", PATHFAN_ERR_ARGUMENT,
       "town: only polygons, roads and rivers can be brought from degrees into metres, not cells "
       "or a mesh"},
  };
  (void)state;
  pathfan_map_info info;
  pathfan_error error;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    assert_int_equal(read_map(cases[i].text, PATHFAN_PROJECTION_LOCAL, &info, &error),
                     cases[i].status);
    assert_string_equal(error.text, cases[i].sentence);
  }
  assert_int_equal(read_map("POLYGON ((0 0,1 0,1 1,0 0))", (pathfan_projection)2, &info, &error),
                   PATHFAN_ERR_ARGUMENT);
}

static void test_centre_is_no_option(void **state) {
  char text[64] = "tables=0 project=local";
  (void)state;
  assert_true(pf_describes(text, "tables=0 project=local"));
  pf_describe_centre(text, sizeof text, -0.1276, 51.5);
  assert_string_equal(text, "tables=0 project=local centre=-0.1276,51.5");
  assert_true(pf_describes(text, "tables=0 project=local"));
  assert_false(pf_describes(text, "tables=0"));
  assert_false(pf_describes("tables=0", text));
}

/* There and back, to 1e-9 degrees, everywhere on maps that may be projected. */
static void test_back(void **state) {
  (void)state;
  pf_random random = pf_random_from(46);
  double most = 0;
  for (int i = 0; i < 20000; i++) {
    const pf_centre centre = {between(0, 360, &random) - 180, between(0, 162, &random) - 81};
    const double longitude = centre.longitude + between(0, 6, &random) - 3;
    const double latitude = centre.latitude + between(0, 6, &random) - 3;
    double metres[2], back[2], again[2];
    pf_project_exactly(&centre, longitude, latitude, metres);
    pf_unproject(&centre, metres, &back[0], &back[1]);
    most = fmax(most, fmax(fabs(back[0] - longitude), fabs(back[1] - latitude)));
    pf_project_exactly(&centre, back[0], back[1], again);
    assert_true(hypot(again[0] - metres[0], again[1] - metres[1]) < 1e-6);
    pf_project(&centre, longitude, latitude, again);
    assert_true(fabs(again[0] - metres[0]) <= 0.000501 && fabs(again[1] - metres[1]) <= 0.000501);
  }
  print_message("at most %.2g degrees\n", most);
  assert_true(most < 1e-9);
}

SUITE(test_projection) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_back),
                                     cmocka_unit_test(test_distances),
                                     cmocka_unit_test(test_meridian),
                                     cmocka_unit_test(test_map),
                                     cmocka_unit_test(test_antimeridian),
                                     cmocka_unit_test(test_refused),
                                     cmocka_unit_test(test_centre_is_no_option)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
