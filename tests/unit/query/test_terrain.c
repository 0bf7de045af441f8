/* test_terrain.c - cheapest ways over terrains, against formulas and against both twins.
 *
 * Effects of changes of a terrain on costs: test_terrain_changes.c. Fields: test_terrain_field.c.
 * What becomes of features: test_terrain_features.c. */
#include "terrain_fixture.h"

#include "suite.h"
#include "twin_terrain_dense.h"

/* ---- Formulas ---- */

/* From a port to the road's end; between two points by the road, on one side and on both. */
static void test_one_road(void **state) {
  (void)state;
  for (double rate = 0.1; rate < 0.95; rate += 0.1) {
    twin_terrain t = twin_terrain_blank(10, 7, 1);
    const double sine = sqrt(1 - rate * rate);
    LINE(&t, TWIN_ROAD, rate, 1, 3, 9, 3);
    check_once(&t, 2, 3.2, 9, 3, rate * 7 + 0.2 * sine);
    check_once(&t, 1, 3, 9, 3, rate * 8);
    check_once(&t, 2.5, 3, 7.25, 3, rate * 4.75);
    check_once(&t, 2, 3.2, 8, 2.9, rate * 6 + 0.3 * sine);
    check_once(&t, 2, 3.2, 8, 3.1, rate * 6 + 0.3 * sine);
    check_once(&t, 2, 4, 2.01, 5, hypot(0.01, 1));
    check_once(&t, 2, 3, 9.5, 3, rate * 7 + 0.5);
    check_once(&t, 0, 3, 10, 3, rate * 8 + 2);
    t.features[0].value = 1;
    check_once(&t, 2, 3.2, 8, 2.9, hypot(6, 0.3));
  }
}

/* A road with a bend: from its outer side, ways enter at the bend or before. */
static void test_bend(void **state) {
  (void)state;
  twin_terrain t = twin_terrain_blank(20, 20, 2);
  LINE(&t, TWIN_ROAD, 1, 2, 10, 10, 10, 18, 2);
  const double sine = sqrt(0.75);
  check_once(&t, 4, 12, 10, 10, 6 + 2 * 2 * sine);
  check_once(&t, 4, 8, 18, 2, 6 + 2 * 2 * sine + 8 * sqrt(2));
  /* Too steep for the first part of the road, too flat for the second: the way enters at the
   * bend. */
  check_once(&t, 10, 12, 18, 2, 2 * 2 + 8 * sqrt(2));
}

static void test_one_river(void **state) {
  (void)state;
  const double costs[] = {0, 0.5, 2, 100, INFINITY};
  for (int i = 0; i < 5; i++) {
    twin_terrain t = twin_terrain_blank(10, 7, 2);
    LINE(&t, TWIN_RIVER, costs[i], 3, 3, 8, 3);
    twin_guide guide = twin_guide_make(&t, NULL);
    for (double x = 0.5; x < 10; x += 0.5) {
      const double left = 2 * (hypot(x - 3, 2) + hypot(x - 3, 3));
      const double right = 2 * (hypot(x - 8, 2) + hypot(x - 8, 3));
      const double least = x <= 3 || x >= 8 ? 10 : fmin(10 + costs[i], fmin(left, right));
      const pathfan_point above = {x, 5}, below = {x, 0}, on = {x, 3};
      check_cost(&guide, above, below, least, FORMULA_SLACK, true);
      /* A point on the river reaches both banks for free. */
      check_cost(&guide, on, below, 6, FORMULA_SLACK, true);
      check_cost(&guide, above, on, 4, FORMULA_SLACK, true);
    }
    twin_guide_free(&guide);
  }
}

/* Both need the correction factor of the paper's turn rules. */
static void test_z_rivers(void **state) {
  (void)state;
  const twin_motion middle = {.a = 1, .e = -10, .f = -10};
  const twin_terrain blank = twin_terrain_blank(20, 20, 1);
  const pathfan_point from = {0, 3}, to = {0.1, -3};
  twin_terrain t = twin_terrain_moved(&blank, &middle);
  LINE(&t, TWIN_RIVER, 10, -5, 1, 1, 1);
  LINE(&t, TWIN_RIVER, 0.1, 1, 1, -1, -1.1);
  LINE(&t, TWIN_RIVER, 10, -1, -1.1, 5, -1);
  check_once(&t, from.x, from.y, to.x, to.y, twin_terrain_exact(&t, from, to, NULL));
  assert_true(fabs(twin_terrain_exact(&t, from, to, NULL) - 7.431518) < 1e-6);
  t = twin_terrain_moved(&blank, &middle);
  LINE(&t, TWIN_RIVER, 2, -9, 1.3, 1, 1);
  LINE(&t, TWIN_RIVER, 2, -9, 1.9, 1, 1);
  LINE(&t, TWIN_RIVER, 2, 1, 1, -1, -1.1);
  LINE(&t, TWIN_RIVER, 2, -1, -1.1, 9, -1);
  LINE(&t, TWIN_RIVER, 2, -1, -1.1, 9, -1.8);
  check_once(&t, from.x, from.y, to.x, to.y, twin_terrain_exact(&t, from, to, NULL));
  assert_true(fabs(twin_terrain_exact(&t, from, to, NULL) - 9.331518) < 1e-6);
}

static void test_obstacles(void **state) {
  (void)state;
  twin_terrain t = twin_terrain_blank(10, 7, 1);
  LINE(&t, TWIN_OBSTACLE, 0, 4, 2, 6, 2, 6, 5, 4, 5);
  LINE(&t, TWIN_RIVER, 50, 0, 0, 0, 7);
  check_once(&t, 3, 3, 7, 3, 2 * sqrt(2) + 2);
  check_once(&t, 4, 3, 6, 3, 4);
  check_once(&t, 4, 2, 6, 5, 5);
  /* Roads: through it, cut; along its side. */
  LINE(&t, TWIN_ROAD, 0.1, 1, 3, 9, 3);
  check_once(&t, 4, 3, 6, 3, 4);
  LINE(&t, TWIN_ROAD, 0.5, 4, 2, 6, 2);
  check_once(&t, 4, 2, 6, 2, 1);
  /* No way leads between obstacles that touch, in a side or in a corner. */
  t.count = 0;
  LINE(&t, TWIN_OBSTACLE, 0, 4, 0, 5, 0, 5, 5, 4, 5);
  LINE(&t, TWIN_OBSTACLE, 0, 5, 2, 6, 2, 6, 6, 5, 6);
  LINE(&t, TWIN_OBSTACLE, 0, 3, 6, 5, 6, 5, 7, 3, 7);
  LINE(&t, TWIN_ROAD, 0.5, 5, 1, 5, 7);
  check_once(&t, 1, 1, 9, 1, INFINITY);
  check_once(&t, 4.5, 5.5, 9, 1, INFINITY);
  check_once(&t, 5, 6, 9, 6, 4);
  /* A river that ends at an obstacle leaves no gap. */
  t.count = 0;
  LINE(&t, TWIN_OBSTACLE, 0, 4, 2, 6, 2, 6, 5, 4, 5);
  LINE(&t, TWIN_RIVER, 3, 5, 0, 5, 2);
  LINE(&t, TWIN_RIVER, 50, 5, 7, 5, 5);
  check_once(&t, 3, 1, 7, 1, 7);
}

/* A way along a road by a river uses either bank, and crosses anywhere. */
static void test_road_along_river(void **state) {
  (void)state;
  twin_terrain t = twin_terrain_blank(10, 7, 1);
  LINE(&t, TWIN_ROAD, 0.5, 1, 3, 9, 3);
  LINE(&t, TWIN_RIVER, 0.25, 0, 3, 10, 3);
  const double sine = sqrt(0.75);
  check_once(&t, 3, 4, 7, 4, fmin(4, 0.5 * 4 + 2 * sine));
  check_once(&t, 3, 4, 7, 2, fmin(hypot(4, 2), 0.5 * 4 + 2 * sine) + 0.25);
  check_once(&t, 3, 3.1, 9, 3, 0.5 * 6 + 0.1 * sine);
  check_once(&t, 3, 2.9, 7, 3.1, 0.5 * 4 + 0.2 * sine + 0.25);
  /* From random terrains: the exact twin had missed a port over the river. */
  const struct {
    int number;
    double ax, ay, bx, by, cost;
  } found[] = {{2889, 0.01, 3.49, 3.65, 0.54, 3.792931}, {10413, 4, 3, 9, 4, 12.063669}};
  for (int i = 0; i < 2; i++) {
    const pathfan_point a = {found[i].ax, found[i].ay}, b = {found[i].bx, found[i].by};
    t = twin_terrain_number(found[i].number);
    twin_guide guide = twin_guide_make(&t, NULL);
    check_cost(&guide, a, b, found[i].cost, 1e-6, true);
    twin_guide_free(&guide);
    assert_true(fabs(twin_terrain_exact(&t, a, b, NULL) - found[i].cost) < 1e-6);
  }
}

/* ---- Against twins ---- */

static void test_exact_twin(void **state) {
  (void)state;
  const int count = twin_scaled(50 * twin_terrain_kinds());
  int ways = 0, turns = 0;
  for (int i = 0; i < count; i++) {
    const twin_terrain t = twin_terrain_number(i);
    twin_guide guide = twin_guide_make(&t, NULL);
    pf_random random = pf_random_from(t.seed + 77);
    for (int k = 0; k < 3; k++) {
      pathfan_point a, b;
      const pathfan_answer *answer;
      twin_terrain_ends(&t, &random, &a, &b);
      check_cost(&guide, a, b, twin_terrain_exact(&t, a, b, NULL), COST_SLACK, true);
      ways += twin_guide_ask(&guide, a, b, &answer) < INFINITY;
      turns += answer->path_count && answer->paths[0].point_count > 2;
    }
    twin_guide_free(&guide);
  }
  print_message("%d terrains, %d ways, %d with turns\n", count, ways, turns);
  assert_true(ways > 5 * count / 2 && turns > count);
}

/* Points get denser until they suffice for this terrain. */
static void test_dense_twin(void **state) {
  (void)state;
  static twin_way way;
  const int count = twin_scaled(4 * twin_terrain_kinds());
  for (int i = 0; i < count; i++) {
    const twin_terrain t = twin_terrain_number(5000 + i);
    twin_guide guide = twin_guide_make(&t, NULL);
    pf_random random = pf_random_from(t.seed);
    pathfan_point a, b;
    const pathfan_answer *answer;
    double above = INFINITY;
    twin_terrain_ends(&t, &random, &a, &b);
    const double cost = twin_guide_ask(&guide, a, b, &answer);
    for (double spacing = TWIN_SPACING_COARSE; spacing > 0.005 && above > 2e-3; spacing /= 5)
      above = twin_guide_difference(&guide, twin_terrain_dense(&t, a, b, spacing, &way), cost);
    if (!(above >= -COST_SLACK && above <= 2e-3)) {
      twin_terrain_show(&t, a, b);
      twin_guide_show(answer);
      twin_way_show("dense", &way);
      fail_msg("the dense one costs %g more", above);
    }
    twin_guide_free(&guide);
  }
}

/* ---- Ends on features ---- */

/* From a point to every vertex and midpoint of a segment, and back. */
static void test_ends_on_features(void **state) {
  (void)state;
  const int count = twin_scaled(6 * twin_terrain_kinds());
  int ends = 0;
  for (int i = 0; i < count; i++) {
    const twin_terrain t = twin_terrain_number(700 + i);
    pf_random random = pf_random_from(t.seed);
    pathfan_point from, other, to[2 * TWIN_FEATURES * TWIN_FEATURE_POINTS];
    double costs[2 * TWIN_FEATURES * TWIN_FEATURE_POINTS];
    int32_t points = 0;
    twin_terrain_ends(&t, &random, &from, &other);
    for (int32_t k = 0; k < t.count; k++) {
      const twin_feature *f = &t.features[k];
      for (int32_t j = 0; j < f->count; j++) {
        if (f->is_apart && j && j + 1 < f->count) continue;
        const pathfan_point p = f->points[j], q = f->points[j ? j - 1 : f->count - 1];
        to[points++] = p;
        if ((j || f->kind == TWIN_OBSTACLE) && !f->is_apart)
          to[points++] = (pathfan_point){(p.x + q.x) / 2, (p.y + q.y) / 2};
      }
    }
    twin_terrain_exact_many(&t, from, to, points, costs);
    twin_guide guide = twin_guide_make(&t, NULL);
    for (int32_t k = 0; k < points; k++) {
      /* Off the map, or on the border where an obstacle extends beyond it. */
      if (twin_terrain_clearance(&t, to[k].x, to[k].y, false) < 1e-9 && isinf(costs[k])) continue;
      check_cost(&guide, from, to[k], costs[k], COST_SLACK, false);
      ends++;
    }
    twin_guide_free(&guide);
  }
  print_message("%d ends\n", ends);
  assert_true(ends > 10 * count);
}

/* On such a coarse lattice, ends move to vertices: answers hold for the points that they name. */
static void test_coarse(void **state) {
  (void)state;
  const int count = twin_scaled(10 * twin_terrain_kinds());
  for (int i = 0; i < count; i++) {
    const twin_terrain t = twin_terrain_number(i);
    pathfan_map_options options;
    pathfan_map_options_init(&options);
    options.unit = i % 2 ? 1 : 0.25;
    twin_guide guide = twin_guide_make(&t, &options);
    pf_random random = pf_random_from(t.seed + 2);
    for (int k = 0; k < 10; k++) {
      pathfan_point a, b;
      const pathfan_answer *answer;
      twin_terrain_ends(&t, &random, &a, &b);
      if (k % 2) b = (pathfan_point){a.x + 0.25 * (k - 5), a.y + 0.125};
      ask_both_ways(&guide, a, b, false, &answer);
    }
    twin_guide_free(&guide);
  }
}

/* From a point to itself; ends that almost touch a vertex, a road, a river. */
static void test_near_ends(void **state) {
  (void)state;
  twin_terrain t = twin_terrain_blank(10, 7, 1);
  const pathfan_answer *answer;
  LINE(&t, TWIN_ROAD, 0.5, 1, 3, 9, 3, 9, 5);
  LINE(&t, TWIN_RIVER, 2, 5, 1, 5, 6);
  LINE(&t, TWIN_OBSTACLE, 0, 2, 4, 3, 4, 3, 5, 2, 5);
  twin_guide guide = twin_guide_make(&t, NULL);
  const pathfan_point at[] = {{1, 1}, {1, 3}, {9, 3}, {4, 3}, {5, 3}, {5, 2}, {5, 1}, {3, 4}};
  enum { COUNT = sizeof at / sizeof at[0] };
  for (int i = 0; i < COUNT; i++) {
    assert_true(twin_guide_ask(&guide, at[i], at[i], &answer) == 0);
    assert_int_equal(answer->paths[0].leg_count, 0);
    for (int k = 0; k < COUNT; k++) {
      const double cost = twin_guide_ask(&guide, at[i], at[k], &answer);
      for (double off = 1e-10; off < 1e-6; off *= 10)
        for (int direction = 0; direction < 8; direction++) {
          const pathfan_point near = {at[i].x + off * cos(direction * M_PI / 4),
                                      at[i].y + off * sin(direction * M_PI / 4)};
          if (i == k) continue;
          const double there = twin_guide_ask(&guide, near, at[k], &answer);
          const char *fault = twin_guide_fault(&guide, answer, false);
          if (fault) fail_msg("%s", fault);
          if (isinf(there) && i == 7) continue; /* in the obstacle */
          /* Beside the river the end is on one bank, and the way may have to cross. */
          if (!(there > cost - 1e-6 && there < cost + 2 + 1e-6))
            fail_msg("%d to %d, %g off: %.9f, not %.9f", i, k, off, there, cost);
          const double back = twin_guide_ask(&guide, at[k], near, &answer);
          assert_true(there == back);
        }
    }
  }
  twin_guide_free(&guide);
}

SUITE(test_terrain) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_one_road),         cmocka_unit_test(test_bend),
      cmocka_unit_test(test_one_river),        cmocka_unit_test(test_z_rivers),
      cmocka_unit_test(test_obstacles),        cmocka_unit_test(test_road_along_river),
      cmocka_unit_test(test_exact_twin),       cmocka_unit_test(test_dense_twin),
      cmocka_unit_test(test_ends_on_features), cmocka_unit_test(test_coarse),
      cmocka_unit_test(test_near_ends)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
