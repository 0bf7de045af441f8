/* test_simplify.c - terrains with fewer points: what ways cost changes by no more than is promised,
 * nothing crosses that didn't, and lines that ran together still do. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "map/features.h"
#include "map/simplify.h"
#include "suite.h"
#include "twin_maps.h"
#include "twin_scale.h"
#include "twin_terrain_ask.h"
#include "twin_terrain_random.h"

/* Cuts segments and moves the new points aside by at most `off`. */
static twin_terrain bent(const twin_terrain *t, double off, pf_random *random) {
  twin_terrain b = *t;
  for (int32_t i = 0; i < b.count; i++) {
    twin_feature *f = &b.features[i];
    if ((f->kind != TWIN_ROAD && f->kind != TWIN_RIVER) || 2 * f->count > TWIN_FEATURE_POINTS)
      continue;
    for (int32_t j = f->count - 1; j > 0; j--) {
      const pathfan_point p = f->points[j], q = f->points[j - 1];
      const double x = off * ((double)pf_random_below(random, 2001) / 1000 - 1);
      const double y = off * ((double)pf_random_below(random, 2001) / 1000 - 1);
      f->points[2 * j] = p;
      f->points[2 * j - 1] = (pathfan_point){round(100 * ((p.x + q.x) / 2 + x)) / 100,
                                             round(100 * ((p.y + q.y) / 2 + y)) / 100};
    }
    f->count = 2 * f->count - 1;
  }
  return b;
}

/* The bound: twice the tolerance times the ground's rate, for each piece of the way. */
static double bound_of(const twin_terrain *t, const pathfan_answer *answer, double tolerance) {
  return answer->path_count ? 2 * tolerance * t->rate * answer->paths[0].point_count : 0;
}

static void test_costs(void **state) {
  (void)state;
  const int terrains = twin_scaled(10 * twin_terrain_kinds());
  long requests = 0, changed = 0;
  double worst = 0;
  for (int number = 0; number < terrains; number++) {
    const twin_terrain drawn = twin_terrain_number(number);
    pf_random random = pf_random_from((uint64_t)number + 90);
    const double tolerance = number % 2 ? 0.05 : 0.3;
    const twin_terrain t = bent(&drawn, tolerance, &random);
    pathfan_map_options options;
    pathfan_map_options_init(&options);
    twin_guide exact = twin_guide_make(&t, &options);
    options.simplify = tolerance;
    twin_guide simple = twin_guide_make(&t, &options);
    for (int k = 0; k < 3; k++) {
      pathfan_point a, b;
      const pathfan_answer *answer;
      twin_terrain_ends(&t, &random, &a, &b);
      /* An end that near to a river may come to lie on its other side. */
      if (fmin(twin_terrain_clearance(&t, a.x, a.y, true),
               twin_terrain_clearance(&t, b.x, b.y, true)) <= tolerance)
        continue;
      const double cost = twin_guide_ask(&exact, a, b, &answer);
      const double of_exact = isfinite(cost) ? bound_of(&t, answer, tolerance) : 0;
      const double other = twin_guide_ask(&simple, a, b, &answer);
      const double bound = fmax(of_exact, isfinite(other) ? bound_of(&t, answer, tolerance) : 0);
      requests++;
      if (isinf(cost) && isinf(other)) continue;
      if (isinf(cost) != isinf(other)) {
        twin_terrain_show(&t, a, b);
        fail_msg("terrain %d: a way only with or without points", number);
      }
      changed += fabs(cost - other) > 1e-9;
      worst = fmax(worst, fabs(cost - other) / bound);
      if (fabs(cost - other) > bound) {
        twin_terrain_show(&t, a, b);
        fail_msg("terrain %d: %.12g and %.12g, the bound is %.12g", number, cost, other, bound);
      }
    }
    twin_guide_free(&exact);
    twin_guide_free(&simple);
  }
  print_message("%ld requests, %ld cost otherwise, at most %.2f of the bound\n", requests, changed,
                worst);
  if (twin_is_whole()) assert_true(changed > 30);
}

#define LINE(properties, points)                                                                   \
  "{\"type\":\"Feature\",\"properties\":{\"kind\":\"" properties                                   \
  "},\"geometry\":{\"type\":\"LineString\",\"coordinates\":" points "}}"
#define AREA(points)                                                                               \
  "{\"type\":\"Feature\",\"properties\":{\"kind\":\"area\",\"rate\":2},\"geometry\":{\"type\":"    \
  "\"Polygon\",\"coordinates\":[" points "]}}"

static int32_t left(const char *features, double tolerance, pf_features *f) {
  char text[4000];
  int32_t out;
  pathfan_error error = {""};
  snprintf(
      text, sizeof text,
      "{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\",\"properties\":"
      "{\"kind\":\"free\"},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[-90,-90],[90,-90],"
      "[90,90],[-90,90],[-90,-90]]]}},%s]}",
      features);
  if (pf_geojson_parse_features(text, strlen(text), "x", NULL, f, &error))
    fail_msg("%s", error.text);
  const int32_t before = f->point_count + f->rated.point_count;
  assert_int_equal(pf_features_simplify(f, tolerance, NULL, &out), PATHFAN_OK);
  assert_int_equal(f->point_count + f->rated.point_count, before - out);
  return out;
}

static void expect_left_out(const char *features, double tolerance, int32_t expected) {
  pf_features f;
  const int32_t out = left(features, tolerance, &f);
  if (out != expected) fail_msg("%s: %d points, not %d", features, out, expected);
  pf_features_free(&f);
}

static void test_points(void **state) {
  (void)state;
  const char *bend = LINE("road\",\"rate\":0.5", "[[0,0],[5,0.1],[10,0]]");
  expect_left_out(bend, 0.2, 1);
  expect_left_out(bend, 0.05, 0);
  /* A junction stays, also if another line only ends there. */
  expect_left_out(LINE("road\",\"rate\":0.5",
                       "[[0,0],[5,0.1],[10,0]]") "," LINE("road\",\"rate\":0.5", "[[5,0.1],[5,9]]"),
                  0.2, 0);
  /* Nothing may come to lie on the other side: a bridge, the end of another road. */
  expect_left_out(LINE("river\",\"cost\":1", "[[0,0],[5,0.1],[10,0]]") "," LINE(
                      "road\",\"rate\":0.5", "[[5,0.05],[5,-9]]"),
                  0.2, 0);
  expect_left_out(LINE("river\",\"cost\":1", "[[0,0],[5,0.1],[10,0]]") "," LINE(
                      "road\",\"rate\":0.5", "[[5,0.15],[5,9]]"),
                  0.2, 1);
  /* A road that weaves over a river goes on crossing it. */
  expect_left_out(LINE("road\",\"rate\":0.5", "[[0,-0.05],[5,0.05],[10,-0.05]]") "," LINE(
                      "river\",\"cost\":1", "[[-5,0],[15,0]]"),
                  0.2, 0);
  /* A zigzag gets too much shorter. */
  expect_left_out(
      LINE("road\",\"rate\":0.5", "[[0,0],[0.1,0.1],[0.2,0],[0.3,0.1],[0.4,0],[0.5,0.1],[0.6,0]]"),
      0.2, 4);
  /* A ring keeps three points. */
  expect_left_out(AREA("[[0,0],[1,0],[1,1],[0,1],[0,0]]"), 5, 1);
}

/* Two areas share a border, which stays the same for both. */
static void test_shared(void **state) {
  (void)state;
  pf_features f;
  const int32_t out = left(AREA("[[0,0],[10,0],[10.1,3],[9.9,6],[10,9],[0,9],[0,0]]") "," AREA(
                               "[[10,0],[20,0],[20,9],[10,9],[9.9,6],[10.1,3],[10,0]]"),
                           0.3, &f);
  assert_int_equal(out, 4);
  for (int32_t i = 0; i < 2 * f.rated.point_count; i++)
    assert_true(f.rated.points[i] == round(f.rated.points[i]));
  pf_features_free(&f);
}

static bool goes_on(void *wanted, int64_t items) {
  (void)items;
  return --*(int *)wanted > 0;
}

/* Memory is taken from the limit and given back, and a long line can be cancelled half-way; either
 * leaves the features as they were. */
static void test_limits(void **state) {
  (void)state;
  enum { POINTS = 5000, BYTES = 40 * POINTS };
  char *text = malloc(BYTES);
  size_t used = (size_t)snprintf(text, BYTES, "{\"type\":\"FeatureCollection\",\"features\":[");
  used += (size_t)snprintf(text + used, BYTES - used,
                           "{\"type\":\"Feature\",\"properties\":{\"kind\":\"road\",\"rate\":0.5},"
                           "\"geometry\":{\"type\":\"LineString\",\"coordinates\":[");
  for (int i = 0; i < POINTS; i++)
    used += (size_t)snprintf(text + used, BYTES - used, "%s[%d,%g]", i ? "," : "", i,
                             (i % 3) * 0.2 + (i % 400) * 0.01);
  snprintf(text + used, BYTES - used, "]}}]}");
  pf_features f;
  pathfan_error error = {""};
  int32_t out = 0;
  int wanted = 3;
  if (pf_geojson_parse_features(text, strlen(text), "x", NULL, &f, &error))
    fail_msg("%s", error.text);
  free(text);
  const uint64_t less[] = {1000, 60 * POINTS, 130 * POINTS};
  for (size_t i = 0; i < sizeof less / sizeof *less; i++) {
    pf_memory_limit little = {.most = less[i]};
    const pf_limits limits = {.memory_limit = &little};
    assert_int_equal(pf_features_simplify(&f, 0.1, &limits, &out), PATHFAN_ERR_LIMIT);
    assert_int_equal(little.held, 0);
    assert_int_equal(f.point_count, POINTS);
  }
  const pf_limits cancelled = {.done = goes_on, .done_context = &wanted};
  assert_int_equal(pf_features_simplify(&f, 0.1, &cancelled, &out), PATHFAN_ERR_CANCELLED);
  assert_int_equal(wanted, 0);
  assert_int_equal(f.point_count, POINTS);
  pf_memory_limit enough = {.most = 1 << 24};
  const pf_limits limits = {.memory_limit = &enough};
  assert_int_equal(pf_features_simplify(&f, 0.25, &limits, &out), PATHFAN_OK);
  assert_true(enough.held == 0 && enough.peak > 100 * POINTS);
  assert_int_equal(f.point_count, POINTS - out);
  assert_true(out > 0);
  pf_features_free(&f);
}

SUITE(test_simplify) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_costs), cmocka_unit_test(test_points),
                                     cmocka_unit_test(test_shared), cmocka_unit_test(test_limits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
