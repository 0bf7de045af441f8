/* The shares that legs have of a path, summed up, against whole paths compared with each other: by
 * equal points and within a width. */
#include <math.h>
#include <stdlib.h>

#include "base/random.h"
#include "geometry/footprint.h"
#include "geometry/polyline.h"
#include "suite.h"
#include "twin_scale.h"

enum { BITS = 20, POINTS_MOST = 12 };

typedef struct drawn {
  pf_fixed_point points[POINTS_MOST];
  int32_t count;
} drawn;

/* Draws a random polyline: on the grid of cells, where much is shared and parallel, or off it. */
static void draw(pf_random *random, bool on_grid, drawn *d) {
  const int32_t count = pf_random_between(random, 2, POINTS_MOST);
  d->count = 0;
  while (d->count < count) {
    pf_fixed_point p = {pf_random_between(random, 0, 20 << BITS),
                        pf_random_between(random, 0, 20 << BITS)};
    if (on_grid) p = (pf_fixed_point){p.x >> BITS >> 2 << BITS, p.y >> BITS >> 2 << BITS};
    d->points[d->count++] = p;
  }
  d->count = pf_polyline_straighten(d->points, d->count);
  if (d->count < 2) d->points[d->count++] = (pf_fixed_point){-1, -1};
}

/* Copies some of another polyline's segments to the beginning of this one. */
static void follow(pf_random *random, const drawn *other, drawn *d) {
  const int32_t count = pf_random_between(random, 1, other->count);
  for (int32_t i = 0; i < count && i < d->count; i++) d->points[i] = other->points[i];
  d->count = pf_polyline_straighten(d->points, d->count);
  if (d->count < 2) d->points[d->count++] = (pf_fixed_point){-1, -1};
}

static void test_sums(void **state) {
  pf_random random = pf_random_from(1);
  pf_corridor one = {0}, other = {0};
  (void)state;
  for (int k = 0; k < twin_scaled(20000); k++) {
    drawn a, b;
    draw(&random, k & 1, &a);
    draw(&random, k & 1, &b);
    if (k & 2) follow(&random, &b, &a);
    const double width = pf_corridor_width(ldexp((double[]){0.02, 0.3, 1, 2, 5, 40}[k % 6], BITS));
    assert_int_equal(pf_corridor_set(&one, a.points, a.count), PATHFAN_OK);
    assert_int_equal(pf_corridor_set(&other, b.points, b.count), PATHFAN_OK);
    pf_footprint sum = {0};
    double shared = 0, least, most;
    for (int32_t i = 0; i < one.count; i++) {
      pf_footprint print;
      pf_footprint_set(&print, &one.legs[i], &other, width);
      pf_footprint_add(&sum, &print);
      shared += pf_leg_shared(a.points[i], a.points[i + 1], &other);
    }
    assert_int_equal(sum.steps, one.steps);
    assert_true(llabs(sum.near - pf_corridor_near(&one, &other, width)) <= one.count);
    pf_footprint_bounds(&sum, &other, &least, &most);
    const double there = (double)pf_corridor_near(&other, &one, width);
    const double slack = other.length / 1024 + other.count;
    assert_true(least <= there + slack && there <= most + slack);
    assert_int_equal(sum.covered & ~sum.touched, 0);
    if (pf_polyline_is_simple(a.points, a.count) && pf_polyline_is_simple(b.points, b.count)) {
      const double plain = pf_polyline_shared(a.points, a.count, b.points, b.count, BITS);
      assert_true(fabs(ldexp(shared, -BITS) - plain) <= 1e-9 * plain);
    }
  }
  pf_corridor_free(&one);
  pf_corridor_free(&other);
}

/* A path against itself: all of it is near and touched; within a width as large as the path, every
 * leg covers all of it. */
static void test_same(void **state) {
  pf_random random = pf_random_from(2);
  pf_corridor path = {0};
  (void)state;
  for (int k = 0; k < twin_scaled(2000); k++) {
    drawn a;
    double least, most;
    pf_footprint sum = {0};
    draw(&random, k & 1, &a);
    assert_int_equal(pf_corridor_set(&path, a.points, a.count), PATHFAN_OK);
    for (int32_t i = 0; i < path.count; i++) {
      pf_footprint print;
      const double width = pf_corridor_width(k & 2 ? 0x1p18 : 0x1p26);
      pf_footprint_set(&print, &path.legs[i], &path, width);
      pf_footprint_add(&sum, &print);
    }
    pf_footprint_bounds(&sum, &path, &least, &most);
    assert_int_equal(sum.near, path.steps);
    assert_true(sum.touched == UINT64_MAX && least <= most);
    assert_true(fabs(most - path.length) <= 1e-9 * path.length);
    assert_true(k & 2 || sum.covered == UINT64_MAX);
  }
  pf_corridor_free(&path);
}

/* A path's own first and last legs, with nothing looked at: the sum has their length and covers no
 * part of the path that they don't touch; if they are all of it, at most one part is cut in two. */
static void test_ends(void **state) {
  pf_random random = pf_random_from(3);
  pf_corridor path = {0};
  int all = 0;
  (void)state;
  for (int k = 0; k < twin_scaled(20000); k++) {
    drawn a;
    double least, most;
    draw(&random, k & 1, &a);
    assert_int_equal(pf_corridor_set(&path, a.points, a.count), PATHFAN_OK);
    const int32_t head = pf_random_between(&random, 0, path.count);
    const int32_t tail = pf_random_between(&random, 0, path.count - head);
    const pf_footprint ends = pf_footprint_of_ends(&path, head, tail);
    pf_footprint sum = {0};
    int64_t steps = 0;
    for (int32_t i = 0; i < path.count; i++) {
      pf_footprint print;
      if (i >= head && i < path.count - tail) continue;
      pf_footprint_set(&print, &path.legs[i], &path, pf_corridor_width(0));
      pf_footprint_add(&sum, &print);
      steps += path.legs[i].steps;
    }
    assert_int_equal(ends.steps, ends.near);
    assert_true(llabs(ends.near - steps) <= path.count);
    assert_int_equal(ends.covered & ~sum.touched, 0);
    assert_true(ends.touched == UINT64_MAX);
    if (head + tail < path.count) continue;
    pf_footprint_bounds(&ends, &path, &least, &most);
    assert_true(least >= path.length * (62.5 / PF_FOOTPRINT_PARTS));
    all++;
  }
  assert_true(all > 100);
  pf_corridor_free(&path);
}

SUITE(test_footprint) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_sums), cmocka_unit_test(test_same),
                                     cmocka_unit_test(test_ends)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
