/* test_terrain_areas.c - terrains with areas that have a rate: what they mean, from file to answer;
 * where ../shared is there, the given instances within their certificates. */
#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "pathfan/build.h"
#include "pathfan/terrain.h"
#include "suite.h"
#include "twin_scale.h"

#define TEXT_BYTES 60000

typedef struct ground {
  char text[TEXT_BYTES];
  size_t used;
  pathfan_map *map;
  pathfan_query *query;
} ground;

static void begin(ground *g, double background) {
  memset(g, 0, sizeof *g);
  g->used =
      (size_t)snprintf(g->text, TEXT_BYTES,
                       "{\"type\":\"FeatureCollection\",\"background_rate\":%g,\"features\":["
                       "{\"type\":\"Feature\",\"properties\":{\"kind\":\"free\"},\"geometry\":"
                       "{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[100,0],[100,100],"
                       "[0,100],[0,0]]]}}",
                       background);
}

static void add(ground *g, const char *properties, const char *type, const char *coordinates) {
  g->used += (size_t)snprintf(g->text + g->used, TEXT_BYTES - g->used,
                              ",{\"type\":\"Feature\",\"properties\":{%s},\"geometry\":{\"type\":"
                              "\"%s\",\"coordinates\":%s}}",
                              properties, type, coordinates);
  assert_true(g->used < TEXT_BYTES);
}

/* A rectangle as a polygon. */
static void add_box(ground *g, const char *properties, double x0, double y0, double x1, double y1) {
  char coordinates[300];
  snprintf(coordinates, sizeof coordinates,
           "[[[%.9g,%.9g],[%.9g,%.9g],[%.9g,%.9g],[%.9g,%.9g],[%.9g,%.9g]]]", x0, y0, x1, y0, x1,
           y1, x0, y1, x0, y0);
  add(g, properties, "Polygon", coordinates);
}

static pathfan_status open_ground(ground *g, pathfan_error *error) {
  snprintf(g->text + g->used, TEXT_BYTES - g->used, "]}");
  const pathfan_status status =
      pathfan_map_parse(g->text, strlen(g->text), "ground", NULL, &g->map, error);
  if (!status) assert_int_equal(pathfan_query_create_online(g->map, &g->query), PATHFAN_OK);
  return status;
}

static void end_ground(ground *g) {
  pathfan_error error = {""};
  if (open_ground(g, &error)) fail_msg("%s", error.text);
}

static void close_ground(ground *g) {
  pathfan_query_free(g->query);
  pathfan_map_free(g->map);
}

static const pathfan_answer *ask(ground *g, pathfan_point from, pathfan_point to, double gap,
                                 uint64_t limit) {
  pathfan_request request;
  const pathfan_answer *answer;
  pathfan_request_init(&request);
  request.algorithm = PATHFAN_ALGORITHM_TERRAIN;
  request.paths = 1;
  request.from = from;
  request.to = to;
  request.max_gap = gap;
  request.work_limit = limit;
  if (pathfan_query_paths(g->query, &request, &answer))
    fail_msg("%s", pathfan_query_error(g->query));
  return answer;
}

/* Checks the legs of a path: they cover it and add up to its cost. */
static void check_legs(const pathfan_path *path) {
  double cost = 0;
  int32_t at = 0;
  for (int32_t i = 0; i < path->leg_count; i++) {
    const pathfan_leg *leg = &path->legs[i];
    double length = 0, crossed = 0;
    assert_int_equal(leg->first, at);
    at = leg->last;
    for (int32_t k = leg->first; k < leg->last; k++)
      length += hypot(path->points[k + 1].x - path->points[k].x,
                      path->points[k + 1].y - path->points[k].y);
    for (int32_t k = 0; k < leg->crossing_count; k++) crossed += leg->crossings[k].cost;
    assert_true(fabs(length - leg->length) <= 1e-9 * (1 + length));
    assert_true(fabs(leg->length * leg->rate + crossed - leg->cost) <= 1e-9 * (1 + leg->cost));
    cost += leg->cost;
  }
  assert_int_equal(at, path->point_count - 1);
  assert_true(fabs(cost - path->cost) <= 1e-12 * (1 + cost));
}

/* The cost of the cheapest path; INFINITY: there is none. */
static double cost_of(ground *g, double ax, double ay, double bx, double by) {
  const pathfan_answer *a = ask(g, (pathfan_point){ax, ay}, (pathfan_point){bx, by}, 1e-9, 0);
  if (!a->path_count) return INFINITY;
  const pathfan_path *path = &a->paths[0];
  check_legs(path);
  assert_true(a->gap_reached && path->gap >= 0 && path->gap <= 1.01e-9 * path->cost);
  return path->cost;
}

static void assert_near(double cost, double expected) {
  if (!(fabs(cost - expected) <= 1e-8 * expected)) fail_msg("%.12g, not %.12g", cost, expected);
}

/* ---- What areas mean ---- */

static void test_order(void **state) {
  (void)state;
  ground g;
  begin(&g, 1);
  add_box(&g, "\"kind\":\"area\",\"rate\":3,\"name\":\"marsh\"", 0, 0, 100, 100);
  add(&g, "\"kind\":\"area\",\"rate\":5,\"layer\":2", "Polygon",
      "[[[10,0],[30,0],[30,100],[10,100],[10,0]],[[15,40],[25,40],[25,60],[15,60],[15,40]]]");
  add_box(&g, "\"kind\":\"area\",\"rate\":2,\"layer\":\"1\"", 20, 0, 40,
          100); /* under the one before */
  add(&g, "\"kind\":\"area\",\"rate\":4", "MultiPolygon",
      "[[[[50,0],[60,0],[60,100],[50,100],[50,0]]],[[[55,0],[70,0],[70,100],[55,100],[55,0]]]]");
  end_ground(&g);
  /* In the hole at x 15..20 the marsh, at 20..25 what lies under the later layer. */
  assert_near(cost_of(&g, 16, 50, 19, 50), 9);
  assert_near(cost_of(&g, 21, 50, 24, 50), 6);
  assert_near(cost_of(&g, 32, 50, 38, 50), 12);
  assert_near(cost_of(&g, 11, 10, 14, 10), 15);
  assert_near(cost_of(&g, 52, 50, 68, 50), 64);
  assert_near(cost_of(&g, 80, 50, 90, 50), 30);
  const pathfan_answer *a = ask(&g, (pathfan_point){80, 50}, (pathfan_point){90, 50}, 0, 0);
  assert_int_equal(a->paths[0].legs[0].kind, PATHFAN_LEG_AREA);
  assert_string_equal(a->paths[0].legs[0].name, "marsh");
  assert_int_equal(a->paths[0].legs[0].feature, 1);
  pathfan_terrain_info info;
  assert_true(pathfan_map_terrain_info(g.map, &info));
  assert_int_equal(info.area_count, 4);
  assert_true(info.least_rate == 1);
  pathfan_terrain_area area;
  int32_t polygons = 0;
  while (pathfan_map_terrain_area(g.map, polygons, &area)) {
    polygons++;
    assert_true(area.rate >= 2 && area.feature >= 1);
  }
  pathfan_map_info all;
  pathfan_map_info_get(g.map, &all);
  assert_int_equal(polygons, all.polygon_count);
  close_ground(&g);
}

/* Areas reach over the map's border, lie in obstacles and round them, and without a free polygon
 * make up the map. */
static void test_borders(void **state) {
  (void)state;
  ground g;
  begin(&g, 1);
  add_box(&g, "\"kind\":\"area\",\"rate\":3", -50, -50, 50, 150);
  add_box(&g, "\"kind\":\"obstacle\"", 20, 20, 30, 80);
  add_box(&g, "\"kind\":\"area\",\"rate\":9", 22, 30, 28, 70); /* in the obstacle */
  add_box(&g, "\"kind\":\"area\",\"rate\":7", 200, 200, 300, 300);
  end_ground(&g);
  assert_near(cost_of(&g, 10, 50, 40, 50), 3 * (hypot(10, 30) + 10 + hypot(10, 30)));
  assert_near(cost_of(&g, 60, 50, 90, 50), 30);
  close_ground(&g);
  memset(&g, 0, sizeof g);
  g.used = (size_t)snprintf(g.text, TEXT_BYTES,
                            "{\"type\":\"FeatureCollection\",\"features\":["
                            "{\"type\":\"Feature\",\"properties\":{\"kind\":\"area\",\"rate\":3},"
                            "\"geometry\":{\"type\":\"Polygon\",\"coordinates\":"
                            "[[[0,0],[10,0],[10,10],[0,10],[0,0]]]}}");
  end_ground(&g);
  assert_near(cost_of(&g, 1, 1, 9, 1), 24);
  close_ground(&g);
}

/* Ground that can't be walked on is as an obstacle, but for areas over it. */
static void test_impassable(void **state) {
  (void)state;
  ground g[2];
  for (int i = 0; i < 2; i++) {
    begin(&g[i], 1);
    add_box(&g[i], "\"kind\":\"area\",\"rate\":2", 10, 10, 90, 90);
    add_box(&g[i], i ? "\"kind\":\"obstacle\"" : "\"kind\":\"area\",\"rate\":null", 40, 20, 60, 70);
    add_box(&g[i], i ? "\"kind\":\"obstacle\"" : "\"kind\":\"area\",\"rate\":\"inf\"", 60, 60, 70,
            95);
    end_ground(&g[i]);
  }
  pf_random random = pf_random_from(3);
  for (int i = 0; i < 30; i++) {
    const double x = (double)pf_random_below(&random, 100),
                 y = (double)pf_random_below(&random, 100);
    const double u = (double)pf_random_below(&random, 100),
                 v = (double)pf_random_below(&random, 100);
    if ((x == u && y == v)) continue;
    const double a = cost_of(&g[0], x, y, u, v), b = cost_of(&g[1], x, y, u, v);
    assert_true((isinf(a) && isinf(b)) || fabs(a - b) <= 1e-8 * b);
  }
  close_ground(&g[0]);
  close_ground(&g[1]);
  begin(&g[0], 1);
  add_box(&g[0], "\"kind\":\"area\",\"rate\":null", 40, 0, 60, 100);
  add_box(&g[0], "\"kind\":\"area\",\"rate\":2", 40, 40, 60, 60); /* a ford */
  end_ground(&g[0]);
  assert_near(cost_of(&g[0], 0, 50, 100, 50), 40 + 40 + 40);
  close_ground(&g[0]);
}

/* Areas of the background's rate, however cut, change nothing: costs are those of the search by
 * waves. */
static void check_equal_rates(bool one_way) {
  static const char *const things[] = {"[[5,80],[60,20],[95,30]]", "[[30,5],[50,95]]"};
  ground g[2];
  for (int i = 0; i < 2; i++) {
    begin(&g[i], 2);
    add(&g[i],
        one_way ? "\"kind\":\"road\",\"rate\":1,\"oneway\":-1" : "\"kind\":\"road\",\"rate\":1",
        "LineString", things[0]);
    add(&g[i], "\"kind\":\"river\",\"cost\":7", "LineString", things[1]);
    if (one_way) /* it overlaps a part of the other */
      add(&g[i], "\"kind\":\"road\",\"rate\":1.5,\"oneway\":true", "LineString",
          "[[60,20],[95,30]]");
    add(&g[i],
        one_way ? "\"kind\":\"road\",\"rate\":0.5,\"bridge\":true,\"oneway\":true"
                : "\"kind\":\"road\",\"rate\":0.5,\"bridge\":true",
        "LineString", "[[20,90],[80,85]]");
    add_box(&g[i], "\"kind\":\"obstacle\"", 60, 50, 80, 70);
    if (i) {
      add_box(&g[i], "\"kind\":\"area\",\"rate\":2", 10, 10, 70, 60);
      add_box(&g[i], "\"kind\":\"area\",\"rate\":2", 33, 5, 90, 97);
    }
    end_ground(&g[i]);
  }
  pf_random random = pf_random_from(4);
  for (int i = 0; i < twin_scaled(25); i++) {
    const double x = (double)pf_random_below(&random, 101),
                 y = (double)pf_random_below(&random, 101);
    const double u = (double)pf_random_below(&random, 101),
                 v = (double)pf_random_below(&random, 101);
    const pathfan_point from = {x, y}, to = {u, v};
    if (x == u && y == v) continue;
    const pathfan_answer *a = ask(&g[0], from, to, 0, 0);
    if (!a->path_count) continue;
    assert_true(a->gap_reached && a->paths[0].gap == 0);
    const double plain = a->paths[0].cost, cost = cost_of(&g[1], x, y, u, v);
    if (!(fabs(cost - plain) <= 2e-8 * plain))
      fail_msg("%g,%g to %g,%g: %.12g, without areas %.12g", x, y, u, v, cost, plain);
  }
  close_ground(&g[0]);
  close_ground(&g[1]);
}

static void test_equal_rates(void **state) {
  (void)state;
  check_equal_rates(false);
  check_equal_rates(true);
}

/* Over a strip by Snell's law, along a border, and along roads in cheap and dear ground. */
static void test_costs(void **state) {
  (void)state;
  ground g;
  begin(&g, 1);
  add_box(&g, "\"kind\":\"area\",\"rate\":2", 0, 40, 100, 60);
  end_ground(&g);
  double low = 0, high = 1, cost = 0; /* the invariant */
  for (int i = 0; i < 200; i++) {
    const double p = (low + high) / 2;
    const double x = 60 * p / sqrt(1 - p * p) + 20 * p / sqrt(4 - p * p);
    cost = 60 / sqrt(1 - p * p) + 20 * 4 / sqrt(4 - p * p);
    *(x < 50 ? &low : &high) = p;
  }
  assert_near(cost_of(&g, 25, 10, 75, 90), cost);
  close_ground(&g);

  begin(&g, 4);
  add_box(&g, "\"kind\":\"area\",\"rate\":1,\"name\":\"lawn\"", 0, 0, 100, 20);
  end_ground(&g);
  /* Into the lawn's edge at the critical angle, along it, and out. */
  const double sine = sqrt(15.0) / 4;
  assert_near(cost_of(&g, 10, 30, 90, 30), 80 + 2 * 4 * 10 * sine);
  const pathfan_answer *a = ask(&g, (pathfan_point){10, 30}, (pathfan_point){90, 30}, 0, 0);
  assert_int_equal(a->paths[0].leg_count, 3);
  assert_int_equal(a->paths[0].legs[1].kind, PATHFAN_LEG_BORDER);
  assert_string_equal(a->paths[0].legs[1].name, "lawn");
  assert_string_equal(pathfan_leg_kind_name(PATHFAN_LEG_BORDER), "border");
  close_ground(&g);

  /* Over a bridge, and over rivers that cost nothing, one of them along the way. */
  for (int bridge = 0; bridge < 2; bridge++) {
    begin(&g, 1);
    add_box(&g, "\"kind\":\"area\",\"rate\":3", 10, 0, 90, 100);
    add(&g, bridge ? "\"kind\":\"river\",\"cost\":900" : "\"kind\":\"river\",\"cost\":0",
        "LineString", "[[50,0],[50,60],[60,100]]");
    add(&g, "\"kind\":\"river\",\"cost\":0", "LineString", "[[50,60],[80,60]]");
    if (bridge) add(&g, "\"kind\":\"bridge\"", "Point", "[50,60]");
    end_ground(&g);
    assert_near(cost_of(&g, 20, 60, 80, 60), 180);
    assert_near(cost_of(&g, 20, 20, 80, 20), bridge ? 6 * hypot(30, 40) : 180);
    assert_near(cost_of(&g, 20, 20, 80, 95), bridge ? 3 * (50 + hypot(30, 35)) : 3 * hypot(60, 75));
    close_ground(&g);
  }

  begin(&g, 2);
  add_box(&g, "\"kind\":\"area\",\"rate\":6", 40, 0, 60, 100);
  add(&g, "\"kind\":\"road\",\"rate\":3", "LineString",
      "[[30,50],[70,50]]"); /* helps in the area */
  end_ground(&g);
  assert_near(cost_of(&g, 20, 50, 80, 50), 40 * 2 + 20 * 3);
  close_ground(&g);
}

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
      }
    }
    close_ground(&g);
  }
  print_message("%d paths over %d grounds\n", found, count);
  assert_true(!twin_is_whole() || found > 2 * count);
}

/* ---- Fields ---- */

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

/* ---- Shapes ---- */

/* Round a dear disc, of 64 corners, and through one that is hardly dearer. */
static void test_disc(void **state) {
  (void)state;
  static ground g;
  for (int k = 0; k < 2; k++) {
    char ring[4000] = "[[";
    size_t used = 2;
    for (int i = 0; i <= 64; i++)
      used +=
          (size_t)snprintf(ring + used, sizeof ring - used, "%s[%.12g,%.12g]", i ? "," : "",
                           50 + 20 * cos(i % 64 * M_PI / 32), 50 + 20 * sin(i % 64 * M_PI / 32));
    snprintf(ring + used, sizeof ring - used, "]]");
    begin(&g, 1);
    add(&g, k ? "\"kind\":\"area\",\"rate\":1.1" : "\"kind\":\"area\",\"rate\":9", "Polygon", ring);
    end_ground(&g);
    /* Tangents to the circle, and the arc between; the polygon's perimeter is a little less. */
    const double away = sqrt(45 * 45 - 20 * 20), turn = M_PI - 2 * acos(20.0 / 45);
    const double round = 2 * away + 20 * turn;
    const pathfan_answer *a = ask(&g, (pathfan_point){5, 50}, (pathfan_point){95, 50}, 1e-3, 0);
    const pathfan_path *path = &a->paths[0];
    assert_true(a->gap_reached && path->gap <= 1e-3 * path->cost);
    check_legs(path);
    if (k) /* a little beside the middle it is cheaper than straight through */
      assert_true(path->cost <= 94 && path->cost > 93.9);
    else
      assert_true(path->cost - path->gap < round && path->cost > round * (1 - 1e-3) &&
                  path->cost < round * (1 + 1e-9));
    close_ground(&g);
  }
}

/* Checkerboards of equal squares: ways of equal cost abound. The cheap squares meet in corners, so
 * a diagonal way over these costs what the cheap ground does. */
static void test_checkerboard(void **state) {
  (void)state;
  static ground g;
  begin(&g, 3);
  for (int y = 0; y < 5; y++)
    for (int x = 0; x < 5; x++)
      if ((x + y) % 2 == 0)
        add_box(&g, "\"kind\":\"area\",\"rate\":1", 20 * x, 20 * (double)y, 20 * x + 20,
                20 * (double)y + 20);
  end_ground(&g);
  assert_near(cost_of(&g, 0, 0, 100, 100), 100 * sqrt(2.0));
  /* Along the border between two rows, where one side is always cheap. */
  assert_near(cost_of(&g, 0, 20, 100, 20), 100);
  assert_near(cost_of(&g, 0, 20, 20, 100), cost_of(&g, 20, 100, 0, 20));
  close_ground(&g);
}

/* Rates that differ by a factor of ten thousand; and an area cut in two, which changes nothing. */
static void test_extremes(void **state) {
  (void)state;
  static ground g;
  double costs[2][4];
  for (int k = 0; k < 2; k++) {
    begin(&g, 1);
    add_box(&g, "\"kind\":\"area\",\"rate\":100", 20, 10, 40, 90);
    add_box(&g, "\"kind\":\"area\",\"rate\":0.01", 60, 0, 61, 100);
    if (k) {
      add_box(&g, "\"kind\":\"area\",\"rate\":100", 20, 10, 33, 55);
      add(&g, "\"kind\":\"area\",\"rate\":0.01", "Polygon", "[[[60,30],[61,35],[61,70],[60,30]]]");
    }
    end_ground(&g);
    pf_random random = pf_random_from(8);
    for (int i = 0; i < 4; i++) {
      const double x = (double)pf_random_below(&random, 101), y = 1 + 24 * i;
      costs[k][i] = cost_of(&g, x, y, 100 - x / 2, 99 - y);
      if (k) assert_near(costs[1][i], costs[0][i]);
    }
    close_ground(&g);
  }
}

static void test_refusals(void **state) {
  (void)state;
  ground g;
  pathfan_error error = {""};
  const struct {
    const char *properties, *words;
    pathfan_status status;
  } cases[] = {
      {"\"kind\":\"area\"", "an area without a rate", PATHFAN_ERR_MALFORMED},
      {"\"kind\":\"area\",\"rate\":0", "must be above 0", PATHFAN_ERR_MALFORMED},
      {"\"kind\":\"area\",\"rate\":\"wet\"", "not a number", PATHFAN_ERR_MALFORMED},
      {"\"kind\":\"area\",\"rate\":2,\"layer\":1.5", "not a whole number", PATHFAN_ERR_MALFORMED},
      {"\"kind\":\"area\",\"rate\":1e7", "has a rate of 1e+07", PATHFAN_ERR_LIMIT},
      {"\"rate\":2", "say \"kind\"", PATHFAN_ERR_MALFORMED},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    begin(&g, 1);
    add_box(&g, cases[i].properties, 10, 10, 20, 20);
    assert_int_equal(open_ground(&g, &error), cases[i].status);
    if (i + 1 < sizeof cases / sizeof *cases && !strstr(error.text, cases[i].words))
      fail_msg("%s", error.text);
  }
  begin(&g, 1);
  add_box(&g, "\"kind\":\"area\",\"rate\":2", 10, 10, 20, 20);
  end_ground(&g);
  const pathfan_point point = {1, 1};
  assert_int_equal(ask(&g, point, point, 1.5, 0)->outcome, PATHFAN_OUTCOME_INVALID_REQUEST);
  assert_int_equal(ask(&g, point, point, 1e-10, 0)->outcome, PATHFAN_OUTCOME_INVALID_REQUEST);
  /* A limit ends the search: without a way, or with a gap that is stated. */
  const pathfan_point from = {1, 15}, to = {99, 16};
  assert_int_equal(ask(&g, from, to, 0, 1)->outcome, PATHFAN_OUTCOME_WORK_LIMIT);
  const double least = ask(&g, from, to, 1e-9, 0)->paths[0].cost;
  for (uint64_t limit = 1; limit < 3000; limit += 1 + limit / 2) {
    const pathfan_answer *a = ask(&g, from, to, 1e-9, limit);
    if (!a->path_count) continue;
    assert_true(a->paths[0].cost >= least * (1 - 1e-9));
    assert_true(a->paths[0].cost - a->paths[0].gap <= least);
    assert_true(a->gap_reached || a->paths[0].gap > 0);
  }
  close_ground(&g);
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

SUITE(test_terrain_areas) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_order),      cmocka_unit_test(test_borders),
      cmocka_unit_test(test_impassable), cmocka_unit_test(test_equal_rates),
      cmocka_unit_test(test_costs),      cmocka_unit_test(test_alternatives),
      cmocka_unit_test(test_fields),     cmocka_unit_test(test_refusals),
      cmocka_unit_test(test_disc),       cmocka_unit_test(test_checkerboard),
      cmocka_unit_test(test_extremes),   cmocka_unit_test(test_given),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
