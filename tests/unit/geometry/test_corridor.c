/* The part of one path that lies within a width of another, against a plain count and against
 * points; and the laws that it obeys. */
#include <math.h>

#include "base/random.h"
#include "geometry/corridor.h"
#include "suite.h"
#include "twin_corridor.h"
#include "twin_scale.h"

enum { BITS = 20, POINTS_MOST = 12 };

typedef struct drawn {
  pf_fixed_point points[POINTS_MOST];
  twin_track track;
} drawn;

/* Draws a random polyline: on the grid of cells, where much is parallel, or off it. */
static void draw(pf_random *random, bool on_grid, drawn *d) {
  d->track = (twin_track){.points = d->points};
  const int32_t count = pf_random_between(random, 2, POINTS_MOST);
  for (int32_t i = 0; i < count; i++) {
    pf_fixed_point p = {pf_random_between(random, 0, 20 << BITS),
                        pf_random_between(random, 0, 20 << BITS)};
    if (on_grid) p = (pf_fixed_point){p.x >> BITS << BITS, p.y >> BITS << BITS};
    if (d->track.count && d->points[d->track.count - 1].x == p.x &&
        d->points[d->track.count - 1].y == p.y)
      continue;
    d->points[d->track.count++] = p;
  }
  if (d->track.count < 2) d->points[d->track.count++] = (pf_fixed_point){-1, -1};
}

/* Returns the length of the part of a near b, in cells. */
static double near(const drawn *a, const drawn *b, double width) {
  pf_corridor one = {0}, other = {0};
  assert_int_equal(pf_corridor_set(&one, a->points, a->track.count), PATHFAN_OK);
  assert_int_equal(pf_corridor_set(&other, b->points, b->track.count), PATHFAN_OK);
  const double wide = pf_corridor_width(ldexp(width, BITS));
  const int64_t steps = pf_corridor_near(&one, &other, wide);
  const int64_t both = steps + pf_corridor_near(&other, &one, wide);
  assert_true(steps <= one.steps);
  for (int64_t limit = both - 2; limit < both + 2; limit++)
    assert_int_equal(pf_corridors_share(&one, &other, wide, limit), both > limit);
  assert_int_equal(pf_corridors_share(&one, &other, wide, 0), both > 0);
  pf_corridor_free(&one);
  pf_corridor_free(&other);
  return ldexp((double)steps, -BITS);
}

static void test_twin(void **state) {
  pf_random random = pf_random_from(1);
  (void)state;
  for (int k = 0; k < twin_scaled(3000); k++) {
    drawn a, b;
    draw(&random, k & 1, &a);
    draw(&random, k & 1, &b);
    const double width = (double[]){0.3, 1, 2, 5, 40}[k % 5];
    assert_true(fabs(near(&a, &b, width) - twin_near(&a.track, &b.track, width, BITS)) < 2e-4);
    if (k % 10) continue;
    const twin_track pair[] = {a.track, b.track};
    const double length = twin_track_length(&a.track, BITS);
    const double apart = twin_apart(pair, 2, 0, width, BITS, false, 2000);
    assert_true(fabs(near(&a, &b, width) / length - (1 - apart)) < 0.02);
  }
}

static drawn reversed(const drawn *d) {
  drawn r = *d;
  for (int32_t i = 0; i < d->track.count; i++) r.points[i] = d->points[d->track.count - 1 - i];
  return r;
}

static drawn mirrored(const drawn *d) {
  drawn m = *d;
  for (int32_t i = 0; i < d->track.count; i++) m.points[i].x = -d->points[i].x;
  return m;
}

static drawn doubled(const drawn *d) {
  drawn m = *d;
  for (int32_t i = 0; i < d->track.count; i++)
    m.points[i] = (pf_fixed_point){2 * d->points[i].x, 2 * d->points[i].y};
  return m;
}

static void test_laws(void **state) {
  pf_random random = pf_random_from(2);
  (void)state;
  for (int k = 0; k < 2000; k++) {
    drawn a, b;
    draw(&random, k & 1, &a);
    draw(&random, k & 1, &b);
    const double width = (double[]){0.25, 1, 3}[k % 3], here = near(&a, &b, width);
    /* The result is the same to the last bit whichever way the paths were drawn. */
    const drawn a_back = reversed(&a), b_back = reversed(&b);
    assert_true(near(&a_back, &b, width) == here && near(&a, &b_back, width) == here);
    const drawn a_left = mirrored(&a), b_left = mirrored(&b);
    assert_true(fabs(near(&a_left, &b_left, width) - here) < 1e-4);
    const drawn a_large = doubled(&a), b_large = doubled(&b);
    /* Widths are increased by four steps at any scale: much, where a leg just touches a disc. */
    assert_true(fabs(near(&a_large, &b_large, 2 * width) - 2 * here) < (k & 1 ? 0.05 : 2e-3));
    /* It grows with the width, up to the whole length. */
    assert_true(near(&a, &b, width * 1.5) >= here);
    assert_true(fabs(near(&a, &b, 30) - twin_track_length(&a.track, BITS)) < 1e-4);
    assert_true(fabs(near(&a, &a, 0.01) - twin_track_length(&a.track, BITS)) < 1e-4);
  }
}

/* Two parallel walls, 2 cells apart, turned by an angle. */
static void test_walls(void **state) {
  (void)state;
  for (int k = 0; k < 3; k++) {
    const double angle = (double[]){0, 0.7, 1.4}[k], c = cos(angle), s = sin(angle),
                 unit = 1 << BITS;
    drawn wall[2];
    for (int i = 0; i < 2; i++)
      for (int end = 0; end < 2; end++)
        wall[i].points[end] = (pf_fixed_point){llrint(unit * (10 * end * c - 2 * i * s)),
                                               llrint(unit * (10 * end * s + 2 * i * c))};
    for (int i = 0; i < 2; i++) wall[i].track = (twin_track){10, 2, wall[i].points};
    const drawn back = reversed(&wall[0]);
    assert_true(fabs(near(&wall[0], &wall[1], 2) - 10) < 1e-5);
    assert_true(near(&wall[1], &back, 2) > 9.99999);
    assert_true(near(&wall[0], &wall[1], 2 - 1e-5) == 0);
    assert_true(near(&back, &wall[1], 2 - 1e-5) == 0);
  }
}

static void test_spans(void **state) {
  pf_random random = pf_random_from(3);
  (void)state;
  for (int k = 0; k < 2000; k++) {
    pf_leg_span spans[9];
    bool in[40] = {false}, out[40] = {false};
    const int32_t count = pf_random_between(&random, 0, 9);
    for (int32_t i = 0; i < count; i++) {
      const int32_t low = pf_random_between(&random, 0, 38);
      const int32_t high = pf_random_between(&random, low + 1, 39);
      spans[i] = (pf_leg_span){low, high};
      for (int32_t p = low; p < high; p++) in[p] = true;
    }
    const int32_t left = pf_spans_join(spans, count);
    for (int32_t i = 0; i < left; i++) {
      assert_true(!i || spans[i].low > spans[i - 1].high);
      for (int32_t p = (int32_t)spans[i].low; p < (int32_t)spans[i].high; p++) out[p] = true;
    }
    assert_memory_equal(in, out, sizeof in);
  }
}

/* A width larger than any map, and paths that are points. */
static void test_extremes(void **state) {
  pf_corridor a = {0}, b = {0};
  const pf_fixed_point far[] = {{0, 0}, {INT64_C(1) << 45, 7}, {INT64_C(1) << 45, 7}};
  const pf_fixed_point point[] = {{5, 5}, {5, 5}};
  (void)state;
  assert_int_equal(pf_corridor_set(&a, far, 3), PATHFAN_OK);
  assert_int_equal(a.count, 1);
  assert_int_equal(pf_corridor_set(&b, point, 2), PATHFAN_OK);
  assert_int_equal(b.count, 0);
  const double wide = pf_corridor_width(0x1p60);
  assert_int_equal(pf_corridor_near(&a, &b, wide), 0);
  assert_int_equal(pf_corridor_near(&b, &a, wide), 0);
  assert_int_equal(pf_corridor_near(&a, &a, wide), a.steps);
  pf_corridor_free(&a);
  pf_corridor_free(&b);
}

SUITE(test_corridor) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_twin),  cmocka_unit_test(test_laws),     cmocka_unit_test(test_walls),
      cmocka_unit_test(test_spans), cmocka_unit_test(test_extremes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
