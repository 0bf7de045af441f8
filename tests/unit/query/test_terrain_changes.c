/* test_terrain_changes.c - terrains moved, turned, scaled, split, made better and worse: costs must
 * stay, or change in the right direction; in other units, far away, with rates of any size. */
#include <stdio.h>

#include "suite.h"
#include "terrain_fixture.h"

/* ---- Motions ---- */

/* Returns the double nearest to the decimal of twelve digits: points drawn as decimals stay
 * such. */
static double tidied(double x) {
  char text[40];
  snprintf(text, sizeof text, "%.12g", x);
  return strtod(text, NULL);
}

static pathfan_point moved_point(const twin_motion *motion, pathfan_point p) {
  const pathfan_point q = twin_moved(motion, p);
  return (pathfan_point){tidied(q.x), tidied(q.y)};
}

static twin_terrain moved_terrain(const twin_terrain *t, const twin_motion *motion) {
  twin_terrain u = twin_terrain_moved(t, motion);
  for (int i = 0; i < 4; i++) u.border[i] = moved_point(motion, t->border[i]);
  for (int32_t i = 0; i < u.count; i++)
    for (int32_t k = 0; k < u.features[i].count; k++)
      u.features[i].points[k] = moved_point(motion, t->features[i].points[k]);
  return u;
}

/* ---- Relations ---- */

/* Whether there are roads or rivers: a map without any isn't a terrain. */
static bool has_lines(const twin_terrain *t) {
  for (int32_t i = 0; i < t->count; i++)
    if (t->features[i].kind == TWIN_ROAD || t->features[i].kind == TWIN_RIVER) return true;
  return false;
}

static double ask_once(const twin_terrain *t, pathfan_point a, pathfan_point b) {
  if (!has_lines(t)) return twin_terrain_exact(t, a, b, NULL);
  const pathfan_answer *answer;
  twin_guide guide = twin_guide_make(t, NULL);
  const double cost = ask_both_ways(&guide, a, b, false, &answer);
  twin_guide_free(&guide);
  return cost;
}

/* Checks that the cost has stayed, or has risen if sign is 1, or fallen if it is -1. */
static void expect(const char *name, const twin_terrain *t, pathfan_point a, pathfan_point b,
                   double before, int sign) {
  const double after = ask_once(t, a, b), unit = twin_terrain_unit(t) * t->rate;
  const double slack = COST_SLACK * fmax(unit, fmin(after, before));
  if (isinf(after) && isinf(before)) return;
  if (fabs(after - before) <= slack) return;
  if ((sign > 0 && after > before) || (sign < 0 && after < before)) return;
  twin_terrain_show(t, a, b);
  fail_msg("%s: %.12g became %.12g", name, before, after);
}

/* Cuts every segment of the lines at its midpoint. */
static twin_terrain split(const twin_terrain *t) {
  twin_terrain cut = *t;
  for (int32_t i = 0; i < cut.count; i++) {
    twin_feature *f = &cut.features[i];
    if (f->kind == TWIN_BRIDGE || 2 * f->count > TWIN_FEATURE_POINTS) continue;
    for (int32_t j = f->count - 1; j > 0; j--) {
      const pathfan_point p = f->points[j], q = f->points[j - 1];
      f->points[2 * j] = p;
      f->points[2 * j - 1] = (pathfan_point){(p.x + q.x) / 2, (p.y + q.y) / 2};
    }
    f->count = 2 * f->count - 1;
  }
  return cut;
}

/* Returns the features in another order. */
static twin_terrain shuffled(const twin_terrain *t, pf_random *random) {
  twin_terrain u = *t;
  for (int32_t i = u.count - 1; i > 0; i--) {
    const int64_t k = pf_random_below(random, i + 1);
    const twin_feature swap = u.features[i];
    u.features[i] = u.features[k];
    u.features[k] = swap;
  }
  return u;
}

static void check_feature(const twin_terrain *t, int32_t i, pathfan_point a, pathfan_point b,
                          double cost) {
  twin_terrain u = *t;
  twin_feature *f = &u.features[i];
  if (f->kind == TWIN_ROAD) {
    f->value /= 2;
    expect("a cheaper road", &u, a, b, cost, -1);
    f->value = t->rate;
    const double slow = ask_once(&u, a, b);
    expect("a road slower", &u, a, b, cost, 1);
    const bool is_apart = f->is_apart;
    u.features[i] = u.features[--u.count];
    expect("no road", &u, a, b, slow, is_apart ? 1 : 0);
  } else if (f->kind == TWIN_RIVER) {
    f->value = 2 * f->value + 0.1;
    expect("a dearer river", &u, a, b, cost, 1);
    f->value = 0;
    const double dry = ask_once(&u, a, b);
    expect("a river for nothing", &u, a, b, cost, -1);
    u.features[i] = u.features[--u.count];
    expect("no river", &u, a, b, dry, 0);
  } else if (f->kind == TWIN_OBSTACLE) {
    u.features[i] = u.features[--u.count];
    expect("no obstacle", &u, a, b, cost, -1);
  } else {
    u.features[i] = u.features[--u.count];
    expect("no bridge", &u, a, b, cost, 1);
  }
}

static void check_relations(int number) {
  const twin_terrain t = twin_terrain_number(number);
  pf_random random = pf_random_from(t.seed + 1);
  pathfan_point a, b;
  twin_terrain_ends(&t, &random, &a, &b);
  const double cost = ask_once(&t, a, b);
  const twin_motion motions[] = {
      {0, 1, 3, -7, false}, {0.6, 0.8, 0, 0, true}, {30, -40, 5, 5, true}, {1, 0, 0, 0, true}};
  for (int i = 0; i < 4; i++) {
    const twin_terrain moved = moved_terrain(&t, &motions[i]);
    expect("moved", &moved, moved_point(&motions[i], a), moved_point(&motions[i], b),
           cost * hypot(motions[i].a, motions[i].b), 0);
  }
  twin_terrain u = split(&t);
  expect("split", &u, a, b, cost, 0);
  u = shuffled(&t, &random);
  expect("in another order", &u, a, b, cost, 0);
  for (int32_t i = 0; i < t.count; i++) check_feature(&t, i, a, b, cost);
}

static void test_relations(void **state) {
  (void)state;
  const int count = twin_scaled(12 * twin_terrain_kinds());
  for (int i = 0; i < count; i++) check_relations(i);
}

/* No way between two points is cheaper than the sum of its parts through a third. */
static void test_triangles(void **state) {
  (void)state;
  const int count = twin_scaled(8 * twin_terrain_kinds());
  for (int i = 0; i < count; i++) {
    const twin_terrain t = twin_terrain_number(i);
    twin_guide guide = twin_guide_make(&t, NULL);
    pf_random random = pf_random_from(t.seed + 5);
    pathfan_point p[6];
    double costs[6][6];
    for (int k = 0; k < 6; k += 2) twin_terrain_ends(&t, &random, &p[k], &p[k + 1]);
    for (int k = 0; k < 6; k++) {
      /* A point on a river is on both banks: the inequality doesn't hold there. */
      while (twin_terrain_clearance(&t, p[k].x, p[k].y, true) < 1e-3) {
        pathfan_point other;
        twin_terrain_ends(&t, &random, &p[k], &other);
      }
      for (int j = 0; j <= k; j++)
        costs[j][k] = costs[k][j] = twin_guide_ask(&guide, p[j], p[k], NULL);
    }
    for (int k = 0; k < 6; k++)
      for (int j = 0; j < 6; j++)
        for (int l = 0; l < 6; l++)
          if (costs[j][l] > costs[j][k] + costs[k][l] + 1e-6) {
            twin_terrain_show(&t, p[j], p[l]);
            fail_msg("%.9f and %.9f by %g,%g: less than %.9f", costs[j][k], costs[k][l], p[k].x,
                     p[k].y, costs[j][l]);
          }
    twin_guide_free(&guide);
  }
}

/* ---- Scales ---- */

/* Far from the origin; tiny and huge. */
static void test_frames(void **state) {
  (void)state;
  static const struct {
    twin_motion motion;
    bool is_ten; /* the unit is a power of ten, so that touching features still touch */
  } frames[] = {{{.a = 1, .e = 468000, .f = 5540000}, true},
                {{.a = 100, .e = 4.4e6, .f = -7.1e6}, true},
                {{.a = 0.8, .b = 0.6, .e = -4.4e6, .f = 4.4e6}, true},
                {{.a = 1e-6}, true},
                {{.a = 1e-6, .e = 1}, true},
                {{.a = 1e9, .e = 1e12}, true},
                {{.a = 1e-100}, false},
                {{.a = 1e13}, true}};
  const int count = twin_scaled(4 * twin_terrain_kinds());
  for (int i = 0; i < count; i++) {
    const twin_terrain t = twin_terrain_number(900 + i);
    pf_random random = pf_random_from(t.seed);
    pathfan_point a, b;
    twin_terrain_ends(&t, &random, &a, &b);
    const double cost = twin_terrain_exact(&t, a, b, NULL);
    for (size_t k = 0; k < sizeof frames / sizeof frames[0]; k++) {
      const twin_motion *m = &frames[k].motion;
      const bool has_roads_alone = i % twin_terrain_kinds() < 3;
      if (!frames[k].is_ten && !has_roads_alone) continue;
      const twin_terrain moved = moved_terrain(&t, m);
      twin_guide guide = twin_guide_make(&moved, NULL);
      check_cost(&guide, moved_point(m, a), moved_point(m, b), cost * hypot(m->a, m->b), COST_SLACK,
                 false);
      twin_guide_free(&guide);
    }
  }
}

/* Rates and costs of any size, all of them together and each by itself. */
static void test_rates(void **state) {
  (void)state;
  static const double factors[] = {1e-300, 1e-30, 1e-6, 1e6, 1e13};
  const int count = twin_scaled(5 * twin_terrain_kinds());
  for (int i = 0; i < count; i++) {
    const twin_terrain t = twin_terrain_number(300 + i);
    pf_random random = pf_random_from(t.seed);
    pathfan_point a, b;
    twin_terrain_ends(&t, &random, &a, &b);
    const double cost = ask_once(&t, a, b);
    for (int k = 0; k < 5; k++) {
      twin_terrain u = t;
      u.rate *= factors[k];
      for (int32_t j = 0; j < u.count; j++) u.features[j].value *= factors[k];
      expect("all rates", &u, a, b, cost * factors[k], 0);
      /* Roads that are almost free, or ground so dear that only roads are worth it. */
      u = t;
      for (int32_t j = 0; j < u.count; j++)
        if (u.features[j].kind == TWIN_ROAD) u.features[j].value *= fmin(factors[k], 1);
      u.rate *= fmax(factors[k], 1);
      twin_guide guide = twin_guide_make(&u, NULL);
      check_cost(&guide, a, b, twin_terrain_exact(&u, a, b, NULL), COST_SLACK, false);
      twin_guide_free(&guide);
    }
  }
  /* Along a road only. */
  twin_terrain t = twin_terrain_blank(10, 7, 1);
  LINE(&t, TWIN_ROAD, 1e-300, 1, 3, 9, 3);
  const pathfan_answer *answer;
  twin_guide guide = twin_guide_make(&t, NULL);
  const double cost = twin_guide_ask(&guide, (pathfan_point){1, 3}, (pathfan_point){9, 3}, &answer);
  assert_true(fabs(cost - 8e-300) < 1e-308);
  assert_int_equal(answer->paths[0].leg_count, 1);
  twin_guide_free(&guide);
}

/* ---- Options ---- */

/* Rounding to a unit moves lines and ends by one unit at most. */
static void test_units(void **state) {
  (void)state;
  static const double units[] = {1e-6, 1e-4, 0.01};
  const int count = twin_scaled(6 * twin_terrain_kinds());
  for (int i = 0; i < count; i++) {
    const twin_terrain t = twin_terrain_number(i);
    pf_random random = pf_random_from(t.seed + 9);
    pathfan_point a, b;
    twin_terrain_ends(&t, &random, &a, &b);
    const double cost = twin_terrain_exact(&t, a, b, NULL);
    for (int k = 0; k < 3; k++) {
      pathfan_map_options options;
      pathfan_map_info info;
      const pathfan_answer *answer;
      pathfan_map_options_init(&options);
      options.unit = units[k];
      twin_guide guide = twin_guide_make(&t, &options);
      pathfan_map_info_get(guide.map, &info);
      assert_true(info.unit == units[k]);
      const double rounded = ask_both_ways(&guide, a, b, false, &answer);
      /* Where lines cross, rounding may separate what touches, and the reverse. */
      if (k == 0 && fabs(twin_guide_difference(&guide, rounded, cost)) > 1e-4)
        fail_msg("%d, unit %g: %.9f, not %.9f", i, units[k], rounded, cost);
      twin_guide_free(&guide);
    }
  }
}

static void test_background_rate(void **state) {
  (void)state;
  twin_terrain t = twin_terrain_blank(10, 7, 1);
  pathfan_map_options options;
  pathfan_terrain_info info;
  LINE(&t, TWIN_ROAD, 2, 1, 3, 9, 3);
  LINE(&t, TWIN_RIVER, 2, 5, 0, 5, 7);
  pathfan_map_options_init(&options);
  options.background_rate = 4;
  twin_guide guide = twin_guide_make(&t, &options);
  assert_true(pathfan_map_terrain_info(guide.map, &info));
  assert_true(info.background_rate == 4 && info.least_rate == 2 && info.useless_roads == 0);
  const pathfan_answer *answer;
  const double cost = twin_guide_ask(&guide, (pathfan_point){1, 3}, (pathfan_point){9, 3}, &answer);
  assert_true(fabs(cost - 18) < 1e-9);
  twin_guide_free(&guide);
  check_once(&t, 1, 3, 9, 3, 10);
}

/* Obstacles grow and the border moves in, with round corners; roads and rivers stay. */
static void test_agent_radius(void **state) {
  (void)state;
  twin_terrain t = twin_terrain_blank(10, 7, 1);
  const pathfan_answer *answer;
  pathfan_map_options options;
  pathfan_terrain_info info;
  LINE(&t, TWIN_OBSTACLE, 0, 4, 2, 6, 2, 6, 5, 4, 5);
  LINE(&t, TWIN_RIVER, 1, 5, 5, 5, 7);
  LINE(&t, TWIN_ROAD, 0.5, 0, 1.75, 10, 1.75);
  pathfan_map_options_init(&options);
  options.agent_radius = 0.5;
  twin_guide guide = twin_guide_make(&t, &options);
  assert_true(pathfan_map_terrain_info(guide.map, &info));
  assert_int_equal(info.cut_roads, 1);
  /* Across the river, north of the obstacle. */
  const double north =
      twin_guide_ask(&guide, (pathfan_point){3.5, 5.5}, (pathfan_point){6.5, 5.5}, &answer);
  assert_true(fabs(north - 4) < 1e-6);
  /* The grown obstacle covers the road: the way goes round two of its
   * corners, inside those of a square. */
  const double south =
      twin_guide_ask(&guide, (pathfan_point){3.5, 1.75}, (pathfan_point){6.5, 1.75}, &answer);
  const double free_road =
      twin_guide_ask(&guide, (pathfan_point){0.5, 1.75}, (pathfan_point){3.5, 1.75}, &answer);
  assert_true(south > 3 && south < 3 + 2 * 0.25 && fabs(free_road - 1.5) < 1e-6);
  assert_true(
      isinf(twin_guide_ask(&guide, (pathfan_point){3.75, 3}, (pathfan_point){6.5, 5.5}, &answer)));
  assert_int_equal(answer->outcome, PATHFAN_OUTCOME_START_BLOCKED);
  twin_guide_free(&guide);
}

SUITE(test_terrain_changes) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_relations),   cmocka_unit_test(test_triangles),
      cmocka_unit_test(test_frames),      cmocka_unit_test(test_rates),
      cmocka_unit_test(test_units),       cmocka_unit_test(test_background_rate),
      cmocka_unit_test(test_agent_radius)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
