/* test_terrain_areas.c - terrains with areas that have a rate: what they mean, from file to answer.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "areas_fixture.h"
#include "base/random.h"
#include "suite.h"
#include "twin_scale.h"

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

SUITE(test_terrain_areas) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_order),      cmocka_unit_test(test_borders),
      cmocka_unit_test(test_impassable), cmocka_unit_test(test_equal_rates),
      cmocka_unit_test(test_costs),      cmocka_unit_test(test_refusals),
      cmocka_unit_test(test_disc),       cmocka_unit_test(test_checkerboard),
      cmocka_unit_test(test_extremes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
