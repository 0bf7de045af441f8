/* test_weighted.c - the search over ground with rates: bounds that hold, against a dense graph and
 * Snell's law in closed form. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "suite.h"
#include "twin_bounds.h"
#include "twin_scale.h"
#include "twin_weighted.h"
#include "weighted/bound.h"
#include "weighted/raise.h"

static void find(pf_weighted_search *s, const twin_weighted *t, const pf_weighted_place *from,
                 const pf_weighted_place *to, double gap, uint64_t limit) {
  assert_int_equal(
      pf_weighted_find(s, &t->map, from, to, &(pf_weighted_wishes){.gap = gap, .limit = limit}),
      PATHFAN_OK);
}

/* Checks the way back over the map reversed, which is the same, and over the map, which is the same
 * if nothing is one-way. */
static void check_back(pf_weighted_search *back, const twin_weighted *t,
                       const pf_weighted_place *from, const pf_weighted_place *to, double cost,
                       double bound) {
  twin_weighted turned = *t;
  turned.map = pf_weighted_reversed(&t->map);
  find(back, &turned, to, from, 1e-6, 0);
  assert_true(back->cost == cost && back->bound == bound);
  find(back, t, to, from, 1e-6, 0);
  assert_null(twin_weighted_fault(t, back, to, from));
  if (!t->is_one_way) assert_true(back->cost == cost && back->bound == bound);
}

/* No way of the dense graph is cheaper than the bound, and none is cheaper than the way found; a
 * smaller gap and the way back agree. */
static void test_random(void **state) {
  (void)state;
  const int count = twin_scaled(40);
  static twin_weighted t;
  pf_weighted_search s = {0}, back = {0};
  for (int i = 0; i < count; i++) {
    twin_weighted_random(&t, (uint64_t)i);
    pf_random random = pf_random_from((uint64_t)i + 1000);
    for (int k = 0; k < 3; k++) {
      int32_t faces[2];
      const pf_weighted_place from = twin_weighted_point(&t, &random, &faces[0]);
      const pf_weighted_place to = twin_weighted_point(&t, &random, &faces[1]);
      find(&s, &t, &from, &to, 1e-6, 0);
      assert_true(s.found && s.is_proven);
      const char *fault = twin_weighted_fault(&t, &s, &from, &to);
      if (fault) fail_msg("ground %d, request %d: %s", i, k, fault);
      const double cost = s.cost, bound = s.bound;
      assert_true(bound <= cost && cost - bound <= 1e-6 * cost);
      check_back(&back, &t, &from, &to, cost, bound);
      find(&s, &t, &from, &to, 1e-8, 200000);
      assert_true(s.cost >= bound && s.bound <= cost);
      if (k) continue;
      const double twin = twin_weighted_cost(&t, &from, &to, 3);
      if (!(twin >= bound) || !(cost <= twin * (1 + 1e-9)))
        fail_msg("ground %d, request %d: %.12g to %.12g, twin %.12g", i, k, bound, cost, twin);
    }
    pf_weighted_map_free(&t.map);
  }
  pf_weighted_search_free(&s);
  pf_weighted_search_free(&back);
}

/* Layers of different rates crossed from one corner to the opposite one: by Snell's law the rate
 * times the sine of the angle is the same in all of them. */
static void test_layers(void **state) {
  (void)state;
  static twin_weighted t;
  pf_weighted_search s = {0};
  for (int rows = 1; rows <= TWIN_WEIGHTED_SIDE; rows++) {
    twin_weighted_grid(&t, 3, rows, 10);
    for (int32_t f = 0; f < t.map.face_count; f++)
      t.rate[f] = 1 + (f / 6 * 7 % 5) + 0.1 * rows; /* six triangles a layer */
    twin_weighted_finish(&t);
    const int32_t faces[2] = {0, t.map.face_count - 1};
    const pf_weighted_place from = {{0, 0}, &faces[0], 1}, to = {{30, 10.0 * rows}, &faces[1], 1};
    /* The sideways way of all layers for the invariant p, by bisection. */
    double low = 0, high = INFINITY, cost = 0;
    for (int r = 0; r < rows; r++) high = fmin(high, t.rate[6 * r]);
    for (int i = 0; i < 200; i++) {
      const double p = (low + high) / 2;
      double x = 0;
      cost = 0;
      for (int r = 0; r < rows; r++) {
        const double w = t.rate[6 * r], q = sqrt(w * w - p * p);
        x += 10 * p / q;
        cost += 10 * w * w / q;
      }
      *(x < 30 ? &low : &high) = p;
    }
    /* A way may also run along a layer's border; then the search finds less. */
    find(&s, &t, &from, &to, 1e-9, 0);
    assert_true(s.found && s.is_proven);
    assert_true(s.bound <= cost * (1 + 1e-12));
    if (rows == 1) assert_true(fabs(s.cost - cost) <= 1e-9 * cost);
    assert_true(s.cost <= cost * (1 + 1e-9));
    pf_weighted_map_free(&t.map);
  }
  pf_weighted_search_free(&s);
}

static void check_bounds(const pf_pass *p, double most, pf_random *random, int ground,
                         const char *when, double *excess) {
  const char *fault = twin_bounds_fault(p, most, random, 1000, excess);
  if (fault)
    fail_msg("ground %d, %s: a bound is %g roundings too high %s", ground, when, *excess, fault);
}

/* Runs passes over smaller and smaller intervals, chosen at random, and checks their bounds before
 * and after they are raised; then one that looks ahead. */
static void check_passes(const twin_weighted *t, const pf_weighted_place ends[2], int ground,
                         double *excess) {
  static const pf_weighted_place nowhere = {{0, 0}, NULL, 0};
  const pf_weighted_map back = pf_weighted_reversed(&t->map);
  pf_random random = pf_random_from((uint64_t)ground);
  pf_intervals intervals = {0};
  pf_raise raise = {0};
  pf_pass pass[2] = {{0}, {0}};
  assert_int_equal(pf_intervals_begin(&intervals, &t->map, ends, 0.25 * t->map.extent), 0);
  for (int round = 0; round < 3; round++) {
    double most = INFINITY;
    for (int side = 0; side < 2; side++) {
      pf_pass *p = &pass[side];
      p->map = side ? &back : &t->map;
      p->intervals = &intervals;
      p->end = &ends[side];
      p->goal = &nowhere;
      assert_int_equal(pf_pass_run(p, INFINITY), 0);
      assert_true(p->is_whole);
      check_bounds(p, INFINITY, &random, ground, "after a pass", excess);
      assert_int_equal(pf_raise_bounds(&raise, p, NULL, INFINITY), 0);
      check_bounds(p, INFINITY, &random, ground, "raised", excess);
    }
    pass[0].goal = &ends[1];
    most = 1.01 * pf_pass_goal(&pass[0]).cost;
    assert_int_equal(pf_pass_look_ahead(&pass[0], &pass[1]), 0);
    assert_int_equal(pf_pass_run(&pass[0], most), 0);
    check_bounds(&pass[0], most, &random, ground, "looking ahead", excess);
    assert_int_equal(pf_raise_bounds(&raise, &pass[0], &pass[1], most), 0);
    check_bounds(&pass[0], most, &random, ground, "raised where cheap", excess);
    for (int32_t i = 0; i < intervals.count; i++)
      intervals.is_marked[i] = pf_random_chance(&random, 0.5);
    assert_int_equal(pf_intervals_refine(&intervals, 1e-9 * t->map.extent), 0);
  }
  for (int side = 0; side < 2; side++) pf_pass_free(&pass[side]);
  pf_raise_free(&raise);
  pf_intervals_free(&intervals);
}

/* The bounds of passes are valid, whatever the intervals. */
static void test_bounds(void **state) {
  (void)state;
  static twin_weighted t;
  const int count = twin_scaled(40);
  double excess = 0;
  for (int i = 0; i < count; i++) {
    int32_t faces[2];
    twin_weighted_random(&t, (uint64_t)i + 2000);
    if (i % 5 == 4) twin_weighted_flatten(&t);
    pf_random random = pf_random_from((uint64_t)i);
    const pf_weighted_place ends[2] = {twin_weighted_point(&t, &random, &faces[0]),
                                       twin_weighted_point(&t, &random, &faces[1])};
    check_passes(&t, ends, i, &excess);
    pf_weighted_map_free(&t.map);
  }
  print_message("bounds are too high by %g of what rounding may add\n", excess);
}

/* However early the limit ends the search, the interval that it states holds the least cost. */
static void test_limits(void **state) {
  (void)state;
  static twin_weighted t;
  pf_weighted_search s = {0};
  const int count = twin_scaled(10);
  for (int i = 0; i < count; i++) {
    int32_t faces[2];
    twin_weighted_random(&t, (uint64_t)i + 500);
    pf_random random = pf_random_from((uint64_t)i);
    const pf_weighted_place from = twin_weighted_point(&t, &random, &faces[0]);
    const pf_weighted_place to = twin_weighted_point(&t, &random, &faces[1]);
    find(&s, &t, &from, &to, 1e-9, 0);
    const double cost = s.cost, bound = s.bound;
    for (uint64_t limit = 1; limit < 100000; limit += 1 + limit) {
      find(&s, &t, &from, &to, 1e-9, limit);
      assert_true(s.bound <= cost);
      assert_true(!s.found || s.cost >= bound);
      assert_true(s.found || !s.is_proven);
      assert_true(!s.found || !twin_weighted_fault(&t, &s, &from, &to));
    }
    pf_weighted_map_free(&t.map);
  }
  pf_weighted_search_free(&s);
}

/* f is what a scan of the interval finds, its slope is f's, and its tangents lie below it. */
static void test_ground_cost(void **state) {
  (void)state;
  pf_random random = pf_random_from(1);
  for (int i = 0; i < 300; i++) {
    const double rate = 1 + (double)pf_random_below(&random, 1000) / 200;
    const double turn = (double)pf_random_below(&random, 6283) / 1000;
    const double slope = rate * ((double)pf_random_below(&random, 1999) / 1000 - 0.9995);
    const pf_front from = {{3, 4}, {cos(turn), sin(turn)}, 5, {20, 20 + 5 * slope}};
    const pf_xy y = {(double)pf_random_below(&random, 2000) / 100,
                     (double)pf_random_below(&random, 2000) / 100};
    const pf_ground_value f = pf_ground_cost(&from, rate, y);
    double best = INFINITY;
    for (int k = 0; k <= 1000; k++) {
      const pf_xy x = pf_xy_on(from.at, from.along, k * 0.005);
      best = fmin(best, 20 + slope * k * 0.005 + rate * hypot(x.x - y.x, x.y - y.y));
    }
    assert_true(f.cost <= best + 1e-12 && f.cost >= best - 1e-3);
    for (int k = 0; k < 20; k++) {
      const pf_xy z = {(double)pf_random_below(&random, 2000) / 100,
                       (double)pf_random_below(&random, 2000) / 100};
      const double tangent = f.cost + f.slope.x * (z.x - y.x) + f.slope.y * (z.y - y.y);
      assert_true(tangent <= pf_ground_cost(&from, rate, z).cost + 1e-9);
    }
  }
}

SUITE(test_weighted) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ground_cost), cmocka_unit_test(test_layers),
      cmocka_unit_test(test_random),      cmocka_unit_test(test_bounds),
      cmocka_unit_test(test_limits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
