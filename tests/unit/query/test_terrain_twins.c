/* The slow implementations over terrains that the library is tested against, tested themselves:
 * against each other, against formulas, and by changes whose effect is known. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "suite.h"
#include "twin_maps.h"
#include "twin_terrain_dense.h"
#include "twin_terrain_exact.h"
#include "twin_terrain_price.h"
#include "twin_terrain_random.h"

/* By how much dense points may exceed the cheapest cost, as a share. */
#define DENSE_ABOVE 2e-3
#define DENSE_BELOW 1e-9

static twin_way exact_way, dense_way;

/* Computes a cost with both twins; points get denser until they suffice for this terrain. */
static double both(const twin_terrain *t, pathfan_point a, pathfan_point b) {
  const double exact = twin_terrain_exact(t, a, b, &exact_way);
  double above = 0;
  for (double spacing = TWIN_SPACING_COARSE; spacing > 0.0005; spacing /= 4) {
    const double dense = twin_terrain_dense(t, a, b, spacing, &dense_way);
    if (isinf(exact) && isinf(dense)) return exact;
    above = exact > 0 ? (dense - exact) / exact : dense;
    if (isinf(exact) || isinf(dense) || above < -DENSE_BELOW) break;
    if (above <= DENSE_ABOVE) return exact;
  }
  twin_terrain_show(t, a, b);
  twin_way_show("exact", &exact_way);
  twin_way_show("dense", &dense_way);
  fail_msg("the oracles differ by %g", above);
  return exact;
}

static void check(const twin_terrain *t, double ax, double ay, double bx, double by,
                  double expected) {
  const pathfan_point a = {ax, ay}, b = {bx, by};
  const double forth = both(t, a, b), back = twin_terrain_exact(t, b, a, NULL);
  if (isinf(expected) && isinf(forth) && isinf(back)) return;
  if (!(fabs(forth - expected) <= 1e-9 * expected && fabs(back - expected) <= 1e-9 * expected)) {
    twin_terrain_show(t, a, b);
    twin_way_show("exact", &exact_way);
    fail_msg("%.12g and back %.12g, not %.12g", forth, back, expected);
  }
}

#define LINE(terrain, kind, value, ...)                                                            \
  twin_terrain_add(terrain, kind, value, sizeof((double[]){__VA_ARGS__}) / (2 * sizeof(double)),   \
                   (double[]){__VA_ARGS__})

/* ---- Formulas ---- */

static void test_one_road(void **state) {
  (void)state;
  for (double rate = 0.1; rate < 0.95; rate += 0.2) {
    twin_terrain t = twin_terrain_blank(10, 7, 1);
    const double sine = sqrt(1 - rate * rate);
    LINE(&t, TWIN_ROAD, rate, 1, 3, 9, 3);
    /* To its end, and from end to end. */
    check(&t, 2, 3.2, 9, 3, rate * 7 + 0.2 * sine);
    check(&t, 1, 3, 9, 3, rate * 8);
    /* Between points beside it, on one side and on both; too short to be worth it. */
    check(&t, 2, 3.2, 8, 2.9, rate * 6 + 0.3 * sine);
    check(&t, 2, 3.2, 8, 3.1, rate * 6 + 0.3 * sine);
    check(&t, 2, 4, 2.01, 5, hypot(0.01, 1));
    /* Past its end. */
    check(&t, 2, 3, 9.5, 3, rate * 7 + 0.5);
    t.features[0].value = 1;
    check(&t, 2, 3.2, 8, 2.9, hypot(6, 0.3));
  }
}

static void test_one_river(void **state) {
  (void)state;
  const double costs[] = {0, 0.5, 2, 100, INFINITY};
  for (int i = 0; i < 5; i++)
    for (double x = 0.5; x < 10; x += 0.5) {
      twin_terrain t = twin_terrain_blank(10, 7, 2);
      LINE(&t, TWIN_RIVER, costs[i], 3, 3, 8, 3);
      const double left = 2 * (hypot(x - 3, 2) + hypot(x - 3, 3));
      const double right = 2 * (hypot(x - 8, 2) + hypot(x - 8, 3));
      check(&t, x, 5, x, 0, x <= 3 || x >= 8 ? 10 : fmin(10 + costs[i], fmin(left, right)));
      /* A point on the river reaches both banks for free. */
      check(&t, x, 3, x, 0, 6);
      check(&t, x, 5, x, 3, 4);
    }
}

/* Both need the paper's correction factor. */
static void test_z_rivers(void **state) {
  (void)state;
  const twin_motion middle = {.a = 1, .e = -10, .f = -10};
  const twin_terrain blank = twin_terrain_blank(20, 20, 1);
  const pathfan_point from = {0, 3}, to = {0.1, -3};
  twin_terrain t = twin_terrain_moved(&blank, &middle);
  LINE(&t, TWIN_RIVER, 10, -5, 1, 1, 1);
  LINE(&t, TWIN_RIVER, 0.1, 1, 1, -1, -1.1);
  LINE(&t, TWIN_RIVER, 10, -1, -1.1, 5, -1);
  assert_true(fabs(both(&t, from, to) - 7.431518) < 1e-6);
  t = twin_terrain_moved(&blank, &middle);
  LINE(&t, TWIN_RIVER, 2, -9, 1.3, 1, 1);
  LINE(&t, TWIN_RIVER, 2, -9, 1.9, 1, 1);
  LINE(&t, TWIN_RIVER, 2, 1, 1, -1, -1.1);
  LINE(&t, TWIN_RIVER, 2, -1, -1.1, 9, -1);
  LINE(&t, TWIN_RIVER, 2, -1, -1.1, 9, -1.8);
  assert_true(fabs(both(&t, from, to) - 9.331518) < 1e-6);
}

/* ---- What meets ---- */

static void test_overlaps(void **state) {
  (void)state;
  twin_terrain t = twin_terrain_blank(10, 7, 1);
  LINE(&t, TWIN_ROAD, 0.5, 1, 3, 6, 3);
  LINE(&t, TWIN_ROAD, 0.25, 8, 3, 4, 3);
  check(&t, 1, 3, 8, 3, 3 * 0.5 + 4 * 0.25);
  LINE(&t, TWIN_ROAD, 0.9, 1, 3, 8, 3);
  check(&t, 1, 3, 8, 3, 3 * 0.5 + 4 * 0.25);
  t.count = 0;
  LINE(&t, TWIN_RIVER, 0.5, 0, 3, 10, 3);
  LINE(&t, TWIN_RIVER, 0.75, 10, 3, 4, 3);
  check(&t, 2, 4, 2, 2, 2.5);
  check(&t, 8, 4, 8, 2, 2.75);
  /* A road along a river can be used on both banks. */
  LINE(&t, TWIN_ROAD, 0.25, 1, 3, 9, 3);
  check(&t, 1, 3, 9, 3, 2);
  check(&t, 5, 3, 5, 4, 1);
  check(&t, 6, 3.5, 6, 2.5, 1.75);
}

static void test_fords_and_bridges(void **state) {
  (void)state;
  twin_terrain t = twin_terrain_blank(10, 7, 1);
  LINE(&t, TWIN_RIVER, 0.5, 5, 0, 5, 7);
  LINE(&t, TWIN_ROAD, 0.25, 1, 3, 9, 3);
  check(&t, 1, 3, 9, 3, 2.5);
  LINE(&t, TWIN_RIVER, INFINITY, 4, 0, 4, 7);
  check(&t, 1, 3, 9, 3, INFINITY);
  LINE(&t, TWIN_BRIDGE, 0, 4, 4);
  check(&t, 3, 4, 4.5, 4, 1.5);
  check(&t, 3, 5, 4, 4, sqrt(2));
  LINE(&t, TWIN_BRIDGE, 0, 4, 3);
  check(&t, 1, 3, 9, 3, 2.5);
  LINE(&t, TWIN_BRIDGE, 0, 5, 3);
  check(&t, 1, 3, 9, 3, 2);
  /* Three rivers meet and end at a point: a way round it crosses those on the cheaper side. */
  t.count = 0;
  LINE(&t, TWIN_RIVER, 1, 5, 3, 5, 7);
  LINE(&t, TWIN_RIVER, 2, 5, 3, 0, 0);
  LINE(&t, TWIN_RIVER, 4, 5, 3, 10, 0);
  check(&t, 4, 3, 6, 3, 3);
  check(&t, 5, 2, 6, 3, fmin(sqrt(2) + 4, 2 + 1 + 2));
}

static void test_obstacles(void **state) {
  (void)state;
  twin_terrain t = twin_terrain_blank(10, 7, 1);
  LINE(&t, TWIN_OBSTACLE, 0, 4, 2, 6, 2, 6, 5, 4, 5);
  check(&t, 3, 3, 7, 3, 2 * sqrt(2) + 2);
  check(&t, 4, 3, 6, 3, 4);
  check(&t, 4, 2, 6, 5, 5);
  /* Roads: through it, cut; along its side; above it. */
  LINE(&t, TWIN_ROAD, 0.1, 1, 3, 9, 3);
  check(&t, 4, 3, 6, 3, 4);
  LINE(&t, TWIN_ROAD, 0.5, 4, 2, 6, 2);
  check(&t, 4, 2, 6, 2, 1);
  LINE(&t, TWIN_ROAD, 0.5, 3, 4, 5, 4.5, 7, 4)->is_apart = true;
  check(&t, 3, 4, 7, 4, hypot(2, 0.5));
  /* No way leads between obstacles that touch, in a side or in a corner. */
  t.count = 0;
  LINE(&t, TWIN_OBSTACLE, 0, 4, 0, 5, 0, 5, 5, 4, 5);
  LINE(&t, TWIN_OBSTACLE, 0, 5, 2, 6, 2, 6, 6, 5, 6);
  LINE(&t, TWIN_OBSTACLE, 0, 3, 6, 5, 6, 5, 7, 3, 7);
  LINE(&t, TWIN_ROAD, 0.5, 5, 1, 5, 7);
  check(&t, 1, 1, 9, 1, INFINITY);
  check(&t, 4.5, 5.5, 9, 1, INFINITY);
  check(&t, 5, 6, 9, 6, 4);
  /* A river that ends at an obstacle leaves no gap. */
  t.count = 0;
  LINE(&t, TWIN_OBSTACLE, 0, 4, 2, 6, 2, 6, 5, 4, 5);
  LINE(&t, TWIN_RIVER, 3, 5, 0, 5, 2);
  LINE(&t, TWIN_RIVER, 50, 5, 7, 5, 5);
  check(&t, 3, 1, 7, 1, 7);
}

/* ---- At random ---- */

static void test_both_agree(void **state) {
  (void)state;
  const int count = twin_scaled(20 * twin_terrain_kinds());
  int ways = 0, turns = 0;
  for (int i = 0; i < count; i++) {
    const twin_terrain t = twin_terrain_number(i);
    pf_random random = pf_random_from(t.seed + 77);
    pathfan_point a, b;
    twin_terrain_ends(&t, &random, &a, &b);
    ways += both(&t, a, b) < INFINITY;
    turns += exact_way.count > 2;
  }
  print_message("%d terrains, %d ways, %d with turns\n", count, ways, turns);
  assert_true(ways * 10 > count * 9 && turns * 3 > count);
}

static bool close_to(double a, double b) {
  return (isinf(a) && isinf(b)) || fabs(a - b) <= 1e-9 * (1 + fabs(b));
}

/* Copies a way without the points at which it doesn't turn; returns their number. */
static int32_t straightened(const twin_way *way, pathfan_point *points) {
  int32_t count = 0;
  for (int32_t i = 0; i < way->count; i++) {
    const pathfan_point p = way->points[i];
    if (count && points[count - 1].x == p.x && points[count - 1].y == p.y) continue;
    if (count > 1) {
      const pathfan_point a = points[count - 2], b = points[count - 1];
      const double x = b.x - a.x, y = b.y - a.y, u = p.x - b.x, v = p.y - b.y;
      if (fabs(x * v - y * u) <= 1e-12 && x * u + y * v > 0) count--;
    }
    points[count++] = p;
  }
  return count;
}

static void test_prices(void **state) {
  (void)state;
  static pathfan_point points[TWIN_WAY_POINTS];
  const int count = twin_scaled(40 * twin_terrain_kinds());
  for (int i = 0; i < count; i++) {
    const twin_terrain t = twin_terrain_number(i);
    pf_random random = pf_random_from(t.seed + 7);
    pathfan_point a, b;
    double length = 0;
    twin_terrain_ends(&t, &random, &a, &b);
    const double cost = twin_terrain_exact(&t, a, b, &exact_way);
    if (isinf(cost)) continue;
    /* A road without contact is recognised only by all its points. */
    bool leaps = false;
    for (int32_t j = 0; j < t.count; j++) leaps |= t.features[j].is_apart;
    const double price = twin_terrain_price(&t, exact_way.points, exact_way.count, &length);
    const int32_t turns = straightened(&exact_way, points);
    const double again = twin_terrain_price(&t, points, turns, NULL);
    if ((close_to(price, cost) && close_to(again, cost)) || (leaps && price > cost)) continue;
    twin_terrain_show(&t, a, b);
    twin_way_show("exact", &exact_way);
    fail_msg("a way of cost %.12g is priced %.12g, its turns alone %.12g", cost, price, again);
  }
}

/* Checks that the cost has stayed, or has risen if sign is 1, or fallen if it is -1. */
static void expect(const char *name, const twin_terrain *t, pathfan_point a, pathfan_point b,
                   double before, int sign) {
  const double after = twin_terrain_exact(t, a, b, &exact_way);
  const bool same = close_to(after, before);
  if (same || (sign > 0 && after > before) || (sign < 0 && after < before)) return;
  twin_terrain_show(t, a, b);
  twin_way_show(name, &exact_way);
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

static void check_changes(int number) {
  const twin_terrain t = twin_terrain_number(number);
  pf_random random = pf_random_from(t.seed + 1);
  twin_terrain u = t;
  pathfan_point a, b;
  twin_terrain_ends(&t, &random, &a, &b);
  const double cost = twin_terrain_exact(&t, a, b, NULL);
  expect("back", &t, b, a, cost, 0);
  const twin_motion motions[] = {
      {0, 1, 3, -7, false}, {0.6, 0.8, 0, 0, true}, {30, -40, 5, 5, true}};
  for (int i = 0; i < 3; i++) {
    u = twin_terrain_moved(&t, &motions[i]);
    expect("moved", &u, twin_moved(&motions[i], a), twin_moved(&motions[i], b),
           cost * hypot(motions[i].a, motions[i].b), 0);
  }
  u = split(&t);
  expect("split", &u, a, b, cost, 0);
  for (int32_t i = 0; i < t.count; i++) {
    u = t;
    twin_feature *f = &u.features[i];
    if (f->kind == TWIN_ROAD && !f->is_apart) {
      f->value /= 2;
      expect("a cheaper road", &u, a, b, cost, -1);
      f->value = t.rate;
      const double slow = twin_terrain_exact(&u, a, b, NULL);
      expect("a road slower", &u, a, b, cost, 1);
      u.features[i] = u.features[--u.count];
      expect("no road", &u, a, b, slow, 0);
    } else if (f->kind == TWIN_RIVER) {
      f->value = 2 * f->value + 0.1;
      expect("a dearer river", &u, a, b, cost, 1);
      f->value = 0;
      const double dry = twin_terrain_exact(&u, a, b, NULL);
      u.features[i] = u.features[--u.count];
      expect("no river", &u, a, b, dry, 0);
    } else if (f->kind == TWIN_OBSTACLE) {
      u.features[i] = u.features[--u.count];
      expect("no obstacle", &u, a, b, cost, -1);
    }
  }
}

static void test_changes(void **state) {
  (void)state;
  const int count = twin_scaled(20 * twin_terrain_kinds());
  for (int i = 0; i < count; i++) check_changes(i);
}

SUITE(test_terrain_twins) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_one_road),
                                     cmocka_unit_test(test_one_river),
                                     cmocka_unit_test(test_z_rivers),
                                     cmocka_unit_test(test_overlaps),
                                     cmocka_unit_test(test_fords_and_bridges),
                                     cmocka_unit_test(test_obstacles),
                                     cmocka_unit_test(test_both_agree),
                                     cmocka_unit_test(test_prices),
                                     cmocka_unit_test(test_changes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
