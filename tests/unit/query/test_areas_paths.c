/* Terrains with areas: several paths, fields, and where ../shared is there, the given
 * instances within their certificates. */
#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "areas_fixture.h"
#include "base/random.h"
#include "query/calls/query_object.h"
#include "query/terrain/terrain.h"
#include "suite.h"
#include "twin_bounds.h"
#include "twin_scale.h"

/* ---- Several paths ---- */

/* Squares of random rates, with an obstacle, a road, a bridge and a river. */
static void begin_patchwork(ground *g, uint64_t seed, bool one_way) {
  pf_random random = pf_random_from(seed);
  begin(g, 1.5);
  for (int i = 0; i < 16; i++) {
    char properties[60];
    const double x = 25 * (i % 4), y = 25 * (double)(i / 4);
    if (pf_random_below(&random, 4) == 0) continue;
    snprintf(properties, sizeof properties, "\"kind\":\"area\",\"rate\":%g",
             0.5 + (double)pf_random_below(&random, 40) / 10);
    add_box(g, properties, x, y, x + 25, y + 25);
  }
  if (seed % 2) add_box(g, "\"kind\":\"obstacle\"", 40, 30, 60, 55);
  if (seed % 3) {
    add(g,
        one_way ? "\"kind\":\"road\",\"rate\":0.7,\"oneway\":true"
                : "\"kind\":\"road\",\"rate\":0.7",
        "LineString", "[[5,60],[50,20],[95,45]]");
    add(g, "\"kind\":\"river\",\"cost\":9", "LineString", "[[48,0],[52,100]]");
    add(g, "\"kind\":\"bridge\"", "Point", "[50,50]");
  }
  end_ground(g);
}

static double distance_to(const pathfan_path *path, double x, double y) {
  double least = INFINITY;
  for (int32_t i = 0; i + 1 < path->point_count; i++) {
    const pathfan_point a = path->points[i], b = path->points[i + 1];
    const double ex = b.x - a.x, ey = b.y - a.y;
    const double t = ((x - a.x) * ex + (y - a.y) * ey) / (ex * ex + ey * ey);
    const double at = fmin(fmax(t, 0), 1);
    least = fmin(least, hypot(x - a.x - at * ex, y - a.y - at * ey));
  }
  return least;
}

/* The share of a path's length that is farther than `width` from another one. */
static double share_apart(const pathfan_path *path, const pathfan_path *other, double width) {
  double apart = 0;
  for (int32_t i = 0; i + 1 < path->point_count; i++) {
    const pathfan_point a = path->points[i], b = path->points[i + 1];
    for (int k = 0; k < 50; k++) {
      const double t = (k + 0.5) / 50;
      if (distance_to(other, a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)) > width)
        apart += hypot(b.x - a.x, b.y - a.y) / 50;
    }
  }
  return apart / path->length;
}

/* Alternatives are sound paths in order of cost, none too dear, far enough from each other, and the
 * same there and back, unless a road is one-way. */
static void test_alternatives(void **state) {
  (void)state;
  static ground g;
  int found = 0;
  const int count = twin_scaled(5);
  for (int i = 0; i < count; i++) {
    const bool one_way = i == 4;
    pathfan_request r;
    const pathfan_answer *a;
    double costs[3] = {0};
    begin_patchwork(&g, (uint64_t)i + 1, one_way);
    pathfan_request_init(&r);
    r.algorithm = PATHFAN_ALGORITHM_TERRAIN;
    r.paths = 3;
    r.stretch = 1.4;
    r.effort = i % 4 == 3 ? PATHFAN_EFFORT_THOROUGH : PATHFAN_EFFORT_FAST;
    r.from = (pathfan_point){3, 5 + i};
    r.to = (pathfan_point){97, 90 - i};
    assert_int_equal(pathfan_query_paths(g.query, &r, &a), PATHFAN_OK);
    assert_true(a->path_count >= 1 && a->gap_reached && a->separation > 0);
    for (int32_t k = 0; k < a->path_count; k++) {
      const pathfan_path *path = &a->paths[k];
      check_legs(path);
      costs[k] = path->cost;
      assert_true(path->gap >= 0 && path->gap <= 1.01e-6 * path->cost);
      assert_true(path->cost <= 1.4 * costs[0] * (1 + 1e-9));
      assert_true(!k || path->cost >= costs[k - 1]);
      for (int32_t m = 0; m < k; m++) {
        const double share = share_apart(path, &a->paths[m], a->separation);
        if (share < 0.3) fail_msg("ground %d: paths %d and %d, %g apart", i, (int)m, (int)k, share);
      }
    }
    found += a->path_count;
    const int32_t before = a->path_count;
    const pathfan_point from = r.from;
    r.from = r.to;
    r.to = from;
    assert_int_equal(pathfan_query_paths(g.query, &r, &a), PATHFAN_OK);
    assert_true(one_way || a->path_count == before);
    for (int32_t k = 0; k < before && !one_way; k++)
      assert_true(fabs(a->paths[k].cost - costs[k]) <= 1e-12 * costs[k]);
    r.to = r.from;
    r.from = from;
    /* However early the limit comes, what is there is sound. */
    for (uint64_t limit = 1000; limit < 1000000; limit *= 30) {
      r.work_limit = limit;
      assert_int_equal(pathfan_query_paths(g.query, &r, &a), PATHFAN_OK);
      for (int32_t k = 0; k < a->path_count; k++) {
        check_legs(&a->paths[k]);
        assert_true(a->paths[0].cost - a->paths[0].gap <= costs[0]);
        assert_true(a->paths[k].cost >= costs[0] * (1 - 1e-6));
        assert_true(!k || a->paths[k].cost >= a->paths[k - 1].cost);
        assert_true(a->paths[k].gap > 0);
      }
    }
    close_ground(&g);
  }
  print_message("%d paths over %d grounds\n", found, count);
  assert_true(!twin_is_whole() || found > 2 * count);
}

/* ---- Points ---- */

/* Round a lake with many corners no point is left out that keeps the path from it, and the points
 * are those that the cost is of. */
static void test_round_lake(void **state) {
  (void)state;
  enum { CORNERS = 400 };
  static ground g;
  static char lake[30 * (CORNERS + 2)];
  static pathfan_point at[CORNERS];
  pathfan_error error = {""};
  size_t used = 2;
  double length = 0;
  memset(&g, 0, sizeof g);
  g.used = (size_t)snprintf(g.text, TEXT_BYTES, "{\"type\":\"FeatureCollection\",\"features\":[");
  g.used += (size_t)snprintf(g.text + g.used, TEXT_BYTES - g.used,
                             "{\"type\":\"Feature\",\"properties\":{\"kind\":\"free\"},"
                             "\"geometry\":{\"type\":\"Polygon\",\"coordinates\":"
                             "[[[0,0],[600,0],[600,600],[0,600],[0,0]]]}}");
  snprintf(lake, sizeof lake, "[[");
  for (int i = 0; i <= CORNERS; i++) {
    const double turn = 2 * M_PI * (i % CORNERS) / CORNERS;
    at[i % CORNERS] = (pathfan_point){round(300 + 200 * cos(turn)), round(300 + 200 * sin(turn))};
    used += (size_t)snprintf(lake + used, sizeof lake - used, "%s[%g,%g]", i ? "," : "",
                             at[i % CORNERS].x, at[i % CORNERS].y);
  }
  snprintf(lake + used, sizeof lake - used, "]]");
  add(&g, "\"kind\":\"obstacle\"", "Polygon", lake);
  add_box(&g, "\"kind\":\"area\",\"rate\":3", 10, 10, 30, 30);
  if (open_rounded(&g, 1, &error)) fail_msg("%s", error.text);
  const pathfan_answer *a = ask(&g, (pathfan_point){20, 300}, (pathfan_point){580, 300}, 0, 0);
  assert_int_equal(a->path_count, 1);
  const pathfan_path *path = &a->paths[0];
  check_legs(path);
  for (int32_t i = 0; i + 1 < path->point_count; i++) {
    const pathfan_point from = path->points[i], to = path->points[i + 1];
    const double dx = to.x - from.x, dy = to.y - from.y, part = hypot(dx, dy);
    const bool is_above = from.y + to.y > 600;
    length += part;
    for (int k = 0; k < CORNERS; k++) {
      const double along = ((at[k].x - from.x) * dx + (at[k].y - from.y) * dy) / part;
      const double left = (dx * (at[k].y - from.y) - dy * (at[k].x - from.x)) / part;
      if (along > 0 && along < part && fabs(left) < 100)
        assert_true((is_above ? -left : left) > -1e-6);
    }
  }
  assert_true(fabs(length - path->cost) <= 1e-9 * length);
  close_ground(&g);
}

/* ---- Fields ---- */

/* Sums over a place are refined also without a limit on them. */
static void test_via_without_limit(void **state) {
  (void)state;
  enum { POINTS = 100 };
  static ground g;
  static pathfan_point points[POINTS];
  static double costs[2][POINTS][2];
  const double limits[] = {INFINITY, 400};
  pf_random random = pf_random_from(5);
  begin_patchwork(&g, 4, false);
  for (int k = 0; k < POINTS; k++)
    points[k] = (pathfan_point){(double)pf_random_below(&random, 10001) / 100,
                                (double)pf_random_below(&random, 10001) / 100};
  for (int i = 0; i < 2; i++)
    assert_int_equal(pathfan_query_via(g.query, (pathfan_point){5, 5}, (pathfan_point){95, 80},
                                       limits[i], points, POINTS, costs[i]),
                     PATHFAN_OK);
  for (int k = 0; k < POINTS; k++) {
    const double *sum = costs[0][k];
    assert_true(sum[0] >= 0 && sum[1] >= sum[0]);
    if (isfinite(sum[1])) assert_true(sum[1] <= costs[1][k][1] + 1e-9);
    if (isfinite(sum[1]) && sum[1] - sum[0] > 5e-3 * sum[1])
      fail_msg("point %d: %.12g to %.12g", k, sum[0], sum[1]);
  }
  close_ground(&g);
}

/* What a field says of a place agrees with a request, and its heading is that of the cheapest path:
 * a step along it saves what the ground costs. Ends of roads cost at least what is said of them. */
static void test_fields(void **state) {
  (void)state;
  enum { POINTS = 25, STEP = 2 };
  static ground g;
  const double step = 0.01;
  int steps = 0;
  const int count = twin_scaled(4);
  for (int i = 0; i < count; i++) {
    pf_random random = pf_random_from((uint64_t)i + 9);
    pathfan_point points[STEP * POINTS];
    pathfan_field_value values[STEP * POINTS];
    const pathfan_point goal = {80, 20 + i};
    bool is_free = false;
    begin_patchwork(&g, (uint64_t)i + 1, i == 3);
    for (int k = 0; k < POINTS; k++)
      points[k] = (pathfan_point){(double)pf_random_below(&random, 10001) / 100,
                                  (double)pf_random_below(&random, 10001) / 100};
    assert_int_equal(pathfan_query_field(g.query, goal, points, POINTS, values, &is_free),
                     PATHFAN_OK);
    assert_true(is_free);
    double excess = 0;
    const char *fault = twin_bounds_fault(&g.query->methods.terrain->fields.kept[1].field.pass,
                                          INFINITY, &random, 5000, &excess);
    if (fault) fail_msg("ground %d: a bound is %g roundings too high %s", i, excess, fault);
    for (int k = 0; k < POINTS; k++) {
      const pathfan_field_value *v = &values[k];
      const pathfan_answer *a = ask(&g, points[k], goal, 1e-6, 0);
      points[POINTS + k] = points[k];
      if (!a->path_count) {
        assert_true(isinf(v->cost));
        continue;
      }
      const double cost = a->paths[0].cost, bound = cost - a->paths[0].gap;
      if (!(v->cost >= bound * (1 - 1e-9) && v->cost - v->gap <= cost * (1 + 1e-9)))
        fail_msg("ground %d, point %d: %.12g, gap %g; the cost is %.12g", i, k, v->cost, v->gap,
                 cost);
      if (!(v->gap >= 0 && v->gap <= 0.005 * (v->cost + 10)))
        fail_msg("ground %d, point %d: %.12g, gap %g", i, k, v->cost, v->gap);
      assert_true(cost < 1e-6 || fabs(hypot(v->heading_x, v->heading_y) - 1) < 1e-12);
      points[POINTS + k].x += step * v->heading_x;
      points[POINTS + k].y += step * v->heading_y;
    }
    pathfan_field_value again[STEP * POINTS];
    assert_int_equal(pathfan_query_field(g.query, points[0], points, 1, again, NULL), PATHFAN_OK);
    assert_int_equal(pathfan_query_field(g.query, goal, points, STEP * POINTS, again, NULL),
                     PATHFAN_OK);
    for (int k = 0; k < POINTS; k++) { /* the least rate is 0.5 */
      assert_true(again[k].cost == values[k].cost && again[k].gap == values[k].gap);
      if (isinf(values[k].cost) || values[k].cost < 1) continue;
      steps += values[k].cost - again[POINTS + k].cost >= 0.5 * step * (1 - 1e-3);
      steps -= values[k].cost - again[POINTS + k].cost < 0;
    }
    double costs[2][2];
    pathfan_terrain_line line;
    for (int k = 0; (i + 1) % 3 && k < 2; k++) {
      assert_true(pathfan_map_terrain_line(g.map, k, &line));
      assert_int_equal(pathfan_query_field_roads(g.query, goal, costs, 2), PATHFAN_OK);
      for (int end = 0; end < 2; end++) {
        const pathfan_answer *a = ask(&g, line.ends[end], goal, 1e-6, 0);
        /* It may be the end on the river's other side. */
        assert_true(costs[k][end] <= a->paths[0].cost * (1 + 1e-9) + 9);
        assert_true(costs[k][end] >= 0.98 * a->paths[0].cost);
      }
    }
    close_ground(&g);
  }
  assert_true(steps > 0.8 * count * POINTS);
}

/* ---- The given instances ---- */

#define CASES "../shared/data/weighted/cases.jsonl"

/* Writes a JSON array of points as it is. */
static char *text_of(const json_t *points, bool is_ring) {
  char *text = json_dumps(points, JSON_COMPACT | JSON_ENCODE_ANY);
  char *whole = malloc(2 * strlen(text) + 100);
  if (is_ring) { /* closed */
    char *first = json_dumps(json_array_get(points, 0), JSON_COMPACT);
    sprintf(whole, "[%.*s,%s]]", (int)strlen(text) - 1, text, first);
    free(first);
  } else {
    strcpy(whole, text);
  }
  free(text);
  return whole;
}

static void add_list(ground *g, const json_t *instance, const char *list, const char *kind,
                     const char *value) {
  size_t i;
  json_t *one;
  json_array_foreach(json_object_get(instance, list), i, one) {
    char properties[100];
    const json_t *ring = json_is_array(one) ? one : json_object_get(one, "ring");
    char *points = text_of(ring ? ring : json_object_get(one, "line"), ring != NULL);
    const json_t *given = value ? json_object_get(one, value) : NULL;
    if (json_is_number(given))
      snprintf(properties, sizeof properties, "\"kind\":\"%s\",\"%s\":%.17g", kind, value,
               json_number_value(given));
    else
      snprintf(properties, sizeof properties,
               value ? "\"kind\":\"%s\",\"%s\":null" : "\"kind\":\"%s\"", kind, value);
    add(g, properties, ring ? "Polygon" : "LineString", points);
    free(points);
  }
}

static pathfan_point point_of(const json_t *point) {
  return (pathfan_point){json_number_value(json_array_get(point, 0)),
                         json_number_value(json_array_get(point, 1))};
}

static void test_given(void **state) {
  (void)state;
  static char line[TEXT_BYTES];
  static ground g;
  FILE *file = fopen(CASES, "r");
  if (!file) {
    print_message("no " CASES ": the given instances aren't tested\n");
    skip();
  }
  int count = 0;
  while (fgets(line, sizeof line, file)) {
    json_error_t error;
    json_t *instance = json_loads(line, 0, &error);
    assert_non_null(instance);
    if (count++ % 4 == 0) { /* the rest: tests/bench */
      begin(&g, json_number_value(json_object_get(instance, "background")));
      add_list(&g, instance, "areas", "area", "rate");
      add_list(&g, instance, "obstacles", "obstacle", NULL);
      add_list(&g, instance, "roads", "road", "rate");
      add_list(&g, instance, "rivers", "river", "cost");
      end_ground(&g);
      const pathfan_answer *a = ask(&g, point_of(json_object_get(instance, "from")),
                                    point_of(json_object_get(instance, "to")), 0, 0);
      const double cost = json_number_value(json_object_get(instance, "cost"));
      const double gap = json_number_value(json_object_get(instance, "gap"));
      assert_int_equal(a->path_count, 1);
      assert_true(a->gap_reached);
      const double found = a->paths[0].cost, bound = found - a->paths[0].gap;
      if (!(found >= cost - gap - 2e-8 * cost && bound <= cost * (1 + 2e-8)))
        fail_msg("instance %d: %.12g to %.12g, given %.12g", count - 1, bound, found, cost);
      close_ground(&g);
    }
    json_decref(instance);
  }
  fclose(file);
  assert_true(count > 0);
}

SUITE(test_areas_paths) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_alternatives),
      cmocka_unit_test(test_round_lake),
      cmocka_unit_test(test_via_without_limit),
      cmocka_unit_test(test_fields),
      cmocka_unit_test(test_given),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
