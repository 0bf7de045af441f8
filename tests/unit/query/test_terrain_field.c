/* test_terrain_field.c - fields of cheapest ways: costs are those of single requests, headings are
 * the directions of their first steps, and costs fall along them at the background's rate. */
#include "suite.h"
#include "terrain_fixture.h"

/* Distance between points in the test of slopes, units. */
#define STEP 1e-4

static void find_field(const twin_guide *guide, pathfan_point goal, const pathfan_point *points,
                       size_t count, pathfan_field_value *values) {
  bool goal_is_free = false;
  if (pathfan_query_field(guide->query, goal, points, count, values, &goal_is_free))
    fail_msg("%s", pathfan_query_error(guide->query));
  assert_true(goal_is_free);
}

/* Whether a way's first step goes in a direction; very short steps are mere rounding, and
 * skipped. */
static bool begins_in_direction(const pathfan_path *path, double x, double y) {
  for (int32_t i = 1; i < path->point_count; i++) {
    const double dx = path->points[i].x - path->points[0].x;
    const double dy = path->points[i].y - path->points[0].y, length = hypot(dx, dy);
    if (length < 1e-5) continue;
    return fabs(dx / length * y - dy / length * x) < 1e-3 && dx * x + dy * y > 0;
  }
  return x == 0 && y == 0;
}

static void show_value(const twin_guide *guide, pathfan_point p, pathfan_point goal,
                       const pathfan_field_value *v, const pathfan_answer *answer) {
  twin_terrain_show(guide->terrain, p, goal);
  twin_guide_show(answer);
  print_error("field: cost %.12g, heading %.9g,%.9g, feature %d\n", v->cost, v->heading_x,
              v->heading_y, (int)v->feature);
}

/* Returns the road that a path uses first; -1: none, or the path meets a river before or on it. */
static int32_t first_used(const pathfan_path *path) {
  for (int32_t i = 0; i < path->leg_count; i++) {
    const pathfan_leg *leg = &path->legs[i];
    if (leg->feature >= 0 && leg->kind == PATHFAN_LEG_ROAD && !leg->crossing_count)
      return leg->feature;
    if (leg->feature >= 0 || leg->crossing_count) return -1; /* either may be given */
  }
  return -1;
}

static int32_t check_value(const twin_guide *guide, pathfan_point p, pathfan_point goal,
                           const pathfan_field_value *v) {
  const pathfan_answer *answer;
  const double cost = twin_guide_ask(guide, p, goal, &answer);
  const char *fault = NULL;
  if (fabs(twin_guide_difference(guide, v->cost, cost)) > 1e-7) fault = "another cost";
  if (!fault && isinf(cost) && (v->heading_x != 0 || v->heading_y != 0 || v->feature != -1))
    fault = "a heading without a way";
  if (!fault && cost > 1e-4 && !isinf(cost)) {
    if (fabs(hypot(v->heading_x, v->heading_y) - 1) > 1e-12) fault = "not a unit vector";
    const int32_t used = first_used(&answer->paths[0]);
    /* Of ways of equal cost, the field may give either. */
    const bool same = begins_in_direction(&answer->paths[0], v->heading_x, v->heading_y);
    if (!fault && same && used >= 0 && v->feature < 0) fault = "no feature";
    if (fault) show_value(guide, p, goal, v, answer);
    if (fault) fail_msg("%s", fault);
    return same;
  }
  if (fault) {
    show_value(guide, p, goal, v, answer);
    fail_msg("%s", fault);
  }
  return 1;
}

/* The costs of a field are those of single requests, and so are almost all headings: ways of equal
 * cost may differ. */
static void test_single_requests(void **state) {
  (void)state;
  enum { POINTS = 40 };
  const int count = twin_scaled(10 * twin_terrain_kinds());
  int32_t same = 0;
  for (int i = 0; i < count; i++) {
    const twin_terrain t = twin_terrain_number(i);
    pf_random random = pf_random_from(t.seed + 3);
    twin_guide guide = twin_guide_make(&t, NULL);
    pathfan_point points[POINTS];
    pathfan_field_value values[POINTS];
    for (int k = 0; k < POINTS; k += 2) twin_terrain_ends(&t, &random, &points[k], &points[k + 1]);
    const pathfan_point goal = points[0];
    if (isinf(twin_terrain_exact(&t, goal, goal, NULL))) continue;
    find_field(&guide, goal, points, POINTS, values);
    assert_true(values[0].cost == 0 && values[0].heading_x == 0 && values[0].heading_y == 0);
    for (int k = 0; k < POINTS; k++) same += check_value(&guide, points[k], goal, &values[k]);
    twin_guide_free(&guide);
  }
  print_message("%d of %d headings the same\n", (int)same, count * POINTS);
  assert_true(same > 0.98 * count * POINTS);
}

/* A step along the heading saves as much as the ground costs, and no step in any direction saves
 * more: |grad cost| is the rate, and the heading its opposite direction. Off roads, and off rivers,
 * where costs jump. */
static void test_slopes(void **state) {
  (void)state;
  enum { POINTS = 60, AROUND = 9 };
  const int count = twin_scaled(8 * twin_terrain_kinds());
  int checked = 0, bent = 0;
  for (int i = 0; i < count; i++) {
    const twin_terrain t = twin_terrain_number(i);
    pf_random random = pf_random_from(t.seed + 4);
    twin_guide guide = twin_guide_make(&t, NULL);
    pathfan_point goal, points[POINTS * AROUND];
    pathfan_field_value v[POINTS * AROUND];
    int32_t n = 0;
    twin_terrain_ends(&t, &random, &goal, &points[0]);
    while (n < POINTS) {
      pathfan_point p = {(double)pf_random_below(&random, 10000) / 1000,
                         (double)pf_random_below(&random, 7000) / 1000};
      if (twin_terrain_blocked(&t, p.x, p.y) ||
          twin_terrain_clearance(&t, p.x, p.y, true) < 3 * STEP ||
          hypot(p.x - goal.x, p.y - goal.y) < 0.1)
        p = (pathfan_point){-1, -1};
      for (int k = 0; k < AROUND; k++)
        points[n * AROUND + k] =
            k ? (pathfan_point){p.x + STEP * cos(k * M_PI / 4), p.y + STEP * sin(k * M_PI / 4)} : p;
      n++;
    }
    find_field(&guide, goal, points, POINTS * AROUND, v);
    for (int32_t k = 0; k < POINTS; k++) {
      const pathfan_field_value *here = &v[k * AROUND];
      if (isinf(here->cost)) continue;
      const double gx = (v[k * AROUND + 8].cost - v[k * AROUND + 4].cost) / (2 * STEP);
      const double gy = (v[k * AROUND + 2].cost - v[k * AROUND + 6].cost) / (2 * STEP);
      for (int a = 1; a < AROUND; a++)
        if (fabs(v[k * AROUND + a].cost - here->cost) > t.rate * STEP * (1 + 1e-4) + 1e-8)
          fail_msg("%d: a step of %g at %g,%g costs %g", i, STEP, points[k * AROUND].x,
                   points[k * AROUND].y, v[k * AROUND + a].cost - here->cost);
      checked++;
      /* Where two ways cost the same, the slope is that of neither; on a road it is the road's. */
      bent += fabs(hypot(gx, gy) - t.rate) > 1e-3 * t.rate ||
              fabs(gx / t.rate + here->heading_x) > 1e-2 ||
              fabs(gy / t.rate + here->heading_y) > 1e-2;
    }
    twin_guide_free(&guide);
  }
  print_message("%d points, at %d of them no slope\n", checked, bent);
  assert_true(checked > 30 * count && bent * 200 < checked);
}

/* The first feature used, with one road and one river. */
static void test_features(void **state) {
  (void)state;
  twin_terrain t = twin_terrain_blank(10, 7, 2);
  LINE(&t, TWIN_ROAD, 1, 1, 3, 9, 3);
  LINE(&t, TWIN_RIVER, 1, 0, 5, 4, 5);
  twin_guide guide = twin_guide_make(&t, NULL);
  const pathfan_point goal = {9, 3};
  /* Through the road's port; on the road; too far from it; over the river, then the road; at the
   * river's end; past the road's end; at the goal. */
  const pathfan_point points[] = {{3, 3.5}, {3, 3}, {9, 6}, {3, 5.2}, {4, 5}, {9.5, 3}, {9, 3}};
  pathfan_field_value v[7];
  find_field(&guide, goal, points, 7, v);
  static const int32_t expected[] = {1, 1, -1, 2, 1, -1, -1};
  for (int i = 0; i < 7; i++)
    if (v[i].feature != expected[i]) fail_msg("point %d: feature %d", i, (int)v[i].feature);
  assert_true(fabs(v[0].heading_x - 0.5) < 1e-9 && fabs(v[0].heading_y + sqrt(0.75)) < 1e-9);
  assert_true(fabs(v[1].heading_x - 1) < 1e-9 && v[1].heading_y == 0);
  assert_true(fabs(v[5].heading_x + 1) < 1e-9 && fabs(v[5].heading_y) < 1e-9);
  twin_guide_free(&guide);
}

/* The paper's Figure 2: 36 x 46 starts. */
static void test_raster(void **state) {
  (void)state;
  enum { COLUMNS = 46, ROWS = 36 };
  twin_terrain t = twin_terrain_blank(46, 36, 2);
  LINE(&t, TWIN_ROAD, 1, 4, 6, 20, 14, 41, 9);
  LINE(&t, TWIN_RIVER, 1.5, 10, 35, 16, 20, 30, 25, 44, 18);
  twin_guide guide = twin_guide_make(&t, NULL);
  pathfan_point points[COLUMNS * ROWS];
  static pathfan_field_value v[COLUMNS * ROWS];
  static double costs[COLUMNS * ROWS];
  for (int i = 0; i < COLUMNS * ROWS; i++)
    points[i] = (pathfan_point){i % COLUMNS + 0.5, i / COLUMNS + 0.5};
  const pathfan_point goal = {33, 30};
  find_field(&guide, goal, points, COLUMNS * ROWS, v);
  twin_terrain_exact_many(&t, goal, points, COLUMNS * ROWS, costs);
  for (int i = 0; i < COLUMNS * ROWS; i++)
    if (fabs(twin_guide_difference(&guide, v[i].cost, costs[i])) > COST_SLACK)
      fail_msg("%g,%g: %.9f, not %.9f", points[i].x, points[i].y, v[i].cost, costs[i]);
  twin_guide_free(&guide);
}

static void test_refused(void **state) {
  (void)state;
  twin_terrain t = twin_terrain_blank(10, 7, 1);
  LINE(&t, TWIN_OBSTACLE, 0, 4, 2, 6, 2, 6, 5, 4, 5);
  LINE(&t, TWIN_ROAD, 0.5, 1, 1, 9, 1);
  twin_guide guide = twin_guide_make(&t, NULL);
  pathfan_point points[] = {{1, 1}, {5, 3}, {11, 1}};
  pathfan_field_value v[3];
  bool is_free = true;
  assert_int_equal(pathfan_query_field(guide.query, (pathfan_point){5, 3}, points, 3, v, &is_free),
                   PATHFAN_OK);
  assert_false(is_free);
  for (int i = 0; i < 3; i++) assert_true(isinf(v[i].cost) && v[i].feature == -1);
  assert_int_equal(pathfan_query_field(guide.query, points[0], points, 3, v, NULL), PATHFAN_OK);
  assert_true(v[0].cost == 0 && isinf(v[1].cost) && isinf(v[2].cost));
  assert_int_equal(pathfan_query_field(guide.query, points[0], NULL, 0, NULL, NULL), PATHFAN_OK);
  assert_int_equal(pathfan_query_field(guide.query, points[0], NULL, 1, v, NULL),
                   PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pathfan_query_field(NULL, points[0], points, 1, v, NULL), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pathfan_query_field(guide.query, (pathfan_point){NAN, 0}, points, 3, v, NULL),
                   PATHFAN_ERR_ARGUMENT);
  points[2].y = INFINITY;
  assert_int_equal(pathfan_query_field(guide.query, points[0], points, 3, v, NULL),
                   PATHFAN_ERR_ARGUMENT);
  assert_string_equal(pathfan_query_error(guide.query), "a point is not finite");
  twin_guide_free(&guide);

  /* A map without roads and rivers. */
  pathfan_map *map;
  pathfan_query *query;
  pathfan_error error;
  pathfan_terrain_info info;
  pathfan_terrain_line line;
  const char *plain = "type octile\nheight 2\nwidth 3\nmap\n...\n...\n";
  assert_int_equal(pathfan_map_parse(plain, strlen(plain), "plain", NULL, &map, &error),
                   PATHFAN_OK);
  assert_int_equal(pathfan_query_create_online(map, &query), PATHFAN_OK);
  assert_false(pathfan_map_is_terrain(map));
  assert_false(pathfan_map_terrain_info(map, &info));
  assert_false(pathfan_map_terrain_line(map, 0, &line));
  assert_int_equal(pathfan_query_field(query, points[0], points, 1, v, NULL), PATHFAN_ERR_ARGUMENT);
  pathfan_query_free(query);
  pathfan_map_free(map);
}

/* The ends of pieces of road on the ground cost what a single request from there costs; those of a
 * bridge that meets another in mid-air what the ways along the bridges cost. */
static void test_roads(void **state) {
  (void)state;
  twin_terrain t = twin_terrain_blank(12, 6, 1);
  LINE(&t, TWIN_ROAD, 0.5, 1, 1, 9, 1);
  LINE(&t, TWIN_RIVER, 2, 5, 0, 5, 6);
  LINE(&t, TWIN_ROAD, 0.5, 1, 3, 6, 4)->is_apart = true;
  LINE(&t, TWIN_ROAD, 0.5, 6, 4, 11, 3)->is_apart = true;
  twin_guide guide = twin_guide_make(&t, NULL);
  const pathfan_point goal = {11, 5};
  double costs[32][2];
  pathfan_terrain_info info;
  pathfan_terrain_line line;
  int apart = 0;
  assert_true(pathfan_map_terrain_info(guide.map, &info));
  assert_in_range(info.arc_count, 4, 32);
  assert_int_equal(pathfan_query_field_roads(guide.query, goal, costs, info.arc_count), PATHFAN_OK);
  for (int32_t i = 0; i < info.arc_count; i++) {
    pathfan_field_value v[2];
    assert_true(pathfan_map_terrain_line(guide.map, i, &line));
    assert_int_equal(pathfan_query_field(guide.query, goal, line.ends, 2, v, NULL), PATHFAN_OK);
    apart += line.is_apart;
    for (int end = 0; end < 2; end++) {
      const bool in_air = line.is_apart && line.ends[end].x == 6;
      const double expected = in_air ? 2 + hypot(5, 1) * 0.5 : v[end].cost;
      /* At a river a vertex is reached on its nearer bank, a road on its own. */
      const bool on_river = line.ends[end].x == 5 && !line.is_apart;
      assert_true(fabs(costs[i][end] - expected) < 1e-9 ||
                  (on_river && fabs(costs[i][end] - expected - 2) < 1e-9));
    }
  }
  assert_int_equal(apart, 2);
  assert_int_equal(pathfan_query_field_roads(guide.query, goal, costs, info.arc_count + 1),
                   PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pathfan_query_field_roads(guide.query, goal, NULL, 1), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pathfan_query_field_roads(guide.query, (pathfan_point){NAN, 0}, costs, 1),
                   PATHFAN_ERR_ARGUMENT);
  twin_guide_free(&guide);
}

/* ---- Limits ---- */

#define AREA(rate, corners)                                                                        \
  "{\"type\":\"Feature\",\"properties\":{\"kind\":\"area\",\"rate\":" rate                         \
  "},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[" corners "]]}}"
#define ROAD                                                                                       \
  "{\"type\":\"Feature\",\"properties\":{\"kind\":\"road\",\"rate\":0.5},\"geometry\":{\"type\":"  \
  "\"LineString\",\"coordinates\":[[5,5],[50,8],[95,5]]}}"
#define GROUND                                                                                     \
  "{\"type\":\"Feature\",\"properties\":{\"kind\":\"free\"},\"geometry\":{\"type\":\"Polygon\","   \
  "\"coordinates\":[[[0,0],[100,0],[100,60],[0,60],[0,0]]]}}"
#define COLLECTION(features) "{\"type\":\"FeatureCollection\",\"features\":[" features "]}"

static const pathfan_point over[] = {{20, 30}, {50, 30}, {50, 5}, {70, 50}};
enum { OVER = sizeof over / sizeof *over, ROADS = 2 };

typedef struct asked_calls {
  double field[OVER], via[OVER][2], roads[ROADS][2], via_roads[ROADS][4];
} asked_calls;

/* Runs all four calls, up to the first that fails. */
static pathfan_status ask_all(pathfan_query *q, asked_calls *a) {
  const pathfan_point from = {5, 20}, to = {95, 30};
  pathfan_field_value values[OVER];
  memset(a, 0, sizeof *a);
  pathfan_status status = pathfan_query_field(q, to, over, OVER, values, NULL);
  for (int i = 0; i < OVER && !status; i++) a->field[i] = values[i].cost;
  if (!status) status = pathfan_query_via(q, from, to, 1e9, over, OVER, a->via);
  if (!status) status = pathfan_query_field_roads(q, to, a->roads, ROADS);
  return status ? status : pathfan_query_via_roads(q, from, to, 1e9, a->via_roads, ROADS);
}

static bool count_down(void *context, size_t done) {
  long *left = context;
  assert_true(done < OVER);
  return --*left >= 0;
}

/* Whatever limits do not stop has the same costs; what they stop says so, and leaves the query as
 * it was. */
static void check_limits(const char *text) {
  pathfan_map *map;
  pathfan_query *q;
  pathfan_error error = {""};
  asked_calls whole, asked;
  long left = 0, stopped = 0, done = 0;
  if (pathfan_map_parse(text, strlen(text), "limits", NULL, &map, &error))
    fail_msg("%s", error.text);
  assert_int_equal(pathfan_query_create_online(map, &q), PATHFAN_OK);
  assert_int_equal(ask_all(q, &whole), PATHFAN_OK);
  for (uint64_t most = 1; most < UINT64_C(1) << 40 && !done; most *= 64) {
    pathfan_query *fresh;
    const pathfan_field_limits limits = {.work_limit = most};
    assert_int_equal(pathfan_query_create_online(map, &fresh), PATHFAN_OK);
    assert_int_equal(pathfan_query_limit_fields(fresh, &limits), PATHFAN_OK);
    const pathfan_status status = ask_all(fresh, &asked);
    if (status) {
      assert_int_equal(status, PATHFAN_ERR_LIMIT);
      assert_non_null(strstr(pathfan_query_error(fresh), "the work limit was reached"));
    }
    *(status ? &stopped : &done) += 1;
    if (done) assert_memory_equal(&asked, &whole, sizeof asked);
    pathfan_query_free(fresh);
  }
  assert_true(stopped > 0 && done == 1);
  for (long calls = 0, cancelled = 1; cancelled; calls = 5 * calls + 1) {
    pathfan_query *fresh;
    const pathfan_field_limits limits = {.go_on = count_down, .context = &left};
    left = calls;
    assert_int_equal(pathfan_query_create_online(map, &fresh), PATHFAN_OK);
    assert_int_equal(pathfan_query_limit_fields(fresh, &limits), PATHFAN_OK);
    const pathfan_status status = ask_all(fresh, &asked);
    cancelled = status != PATHFAN_OK;
    if (cancelled) assert_int_equal(status, PATHFAN_ERR_CANCELLED);
    if (calls == 6) { /* stopped in the midst */
      assert_int_equal(pathfan_query_limit_fields(fresh, NULL), PATHFAN_OK);
      assert_int_equal(ask_all(fresh, &asked), PATHFAN_OK);
      assert_memory_equal(&asked, &whole, sizeof asked);
    }
    pathfan_query_free(fresh);
  }
  pathfan_query_free(q);
  pathfan_map_free(map);
}

static void test_limits(void **state) {
  (void)state;
  const pathfan_field_limits later = {.reserved = {1}};
  twin_terrain t = twin_terrain_blank(10, 7, 1);
  LINE(&t, TWIN_ROAD, 0.5, 1, 1, 9, 1);
  twin_guide guide = twin_guide_make(&t, NULL);
  assert_int_equal(pathfan_query_limit_fields(NULL, NULL), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pathfan_query_limit_fields(guide.query, &later), PATHFAN_ERR_ARGUMENT);
  twin_guide_free(&guide);
  check_limits(COLLECTION(GROUND "," ROAD));
  check_limits(
      COLLECTION(GROUND "," ROAD "," AREA("4", "[30,10],[60,15],[70,35],[45,50],[30,10]") "," AREA(
          "0.6", "[40,50],[90,45],[80,58],[40,58],[40,50]")));
}

SUITE(test_terrain_field) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_single_requests), cmocka_unit_test(test_slopes),
      cmocka_unit_test(test_features),        cmocka_unit_test(test_raster),
      cmocka_unit_test(test_roads),           cmocka_unit_test(test_refused),
      cmocka_unit_test(test_limits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
