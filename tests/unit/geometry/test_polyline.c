/* Straightening, simplicity, length and shared length of polylines against other methods, on small
 * random walks, in which everything that can coincide does. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "geometry/polyline.h"
#include "suite.h"
#include "twin_scale.h"
#include "twin_track.h"

enum { POINTS = 12 };

static bool same(pf_fixed_point a, pf_fixed_point b) {
  return a.x == b.x && a.y == b.y;
}

/* Returns the side of a-b on which p lies. Segments are intersected by comparing sides, since their
 * crossings needn't be lattice points. */
static int side(pf_fixed_point a, pf_fixed_point b, pf_fixed_point p) {
  const int64_t cross = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
  return (cross > 0) - (cross < 0);
}

static bool covers(pf_fixed_point a, pf_fixed_point b, pf_fixed_point p) {
  return side(a, b, p) == 0 && (p.x - a.x) * (p.x - b.x) <= 0 && (p.y - a.y) * (p.y - b.y) <= 0;
}

static bool meet(pf_fixed_point a, pf_fixed_point b, pf_fixed_point c, pf_fixed_point d) {
  if (covers(a, b, c) || covers(a, b, d) || covers(c, d, a) || covers(c, d, b)) return true;
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

static bool simple(const pf_fixed_point *p, int32_t count) {
  for (int32_t i = 0; i + 1 < count; i++)
    for (int32_t j = i + 1; j + 1 < count; j++) {
      if (j > i + 1 ? meet(p[i], p[i + 1], p[j], p[j + 1])
                    : covers(p[i], p[i + 1], p[j + 1]) || covers(p[j], p[j + 1], p[i]))
        return false;
    }
  return true;
}

static int32_t walk(pf_random *random, int32_t size, pf_fixed_point *p) {
  const int32_t count = pf_random_between(random, 2, POINTS);
  for (int32_t i = 0; i < count; i++)
    p[i] = (pf_fixed_point){pf_random_between(random, 0, size), pf_random_between(random, 0, size)};
  return count;
}

static void test_straighten(void **state) {
  (void)state;
  pf_random random = pf_random_from(1);
  for (int round = twin_scaled(50000); round > 0; round--) {
    pf_fixed_point p[POINTS], kept[POINTS];
    const int32_t count = walk(&random, 1 + round % 4, p);
    memcpy(kept, p, sizeof kept);
    const int32_t left = pf_polyline_straighten(kept, count);
    assert_in_range(left, 1, count);
    assert_true(same(kept[0], p[0]) && same(kept[left - 1], p[count - 1]));
    assert_true(fabs(pf_polyline_length(kept, left, 0) - pf_polyline_length(p, count, 0)) <
                1e-12 * count * 10);
    int32_t next = 0; /* the points left keep their order */
    for (int32_t i = 0; i < left; i++, next++)
      while (!same(p[next], kept[i])) assert_true(++next < count);
    for (int32_t i = 0; i + 1 < left; i++) {
      assert_false(same(kept[i], kept[i + 1]));
      if (i) assert_false(covers(kept[i - 1], kept[i + 1], kept[i]));
    }
  }
}

static void test_simple(void **state) {
  (void)state;
  pf_random random = pf_random_from(2);
  int64_t simple_ones = 0;
  for (int round = twin_scaled(100000); round > 0; round--) {
    pf_fixed_point p[POINTS];
    int32_t count = walk(&random, 1 + round % 12, p);
    count = pf_polyline_straighten(p, count);
    const bool expected = simple(p, count);
    assert_int_equal(pf_polyline_is_simple(p, count), expected);
    simple_ones += expected;
  }
  print_message("%lld simple\n", (long long)simple_ones);
}

/* With a slack beyond any length, all pairs of segments are examined. */
static void test_halves(void **state) {
  (void)state;
  pf_random random = pf_random_from(4);
  int meeting = 0;
  for (int round = twin_scaled(100000); round > 0; round--) {
    pf_fixed_point p[POINTS];
    int32_t count = walk(&random, 2 + round % 12, p);
    count = pf_polyline_straighten(p, count);
    if (count < 3) continue;
    const int32_t via = pf_random_between(&random, 1, count - 2);
    bool expected =
        covers(p[via - 1], p[via], p[via + 1]) || covers(p[via], p[via + 1], p[via - 1]);
    for (int32_t i = 0; i < via; i++)
      for (int32_t j = via; j + 1 < count; j++)
        if (i + 1 < j) expected = expected || meet(p[i], p[i + 1], p[j], p[j + 1]);
    assert_int_equal(pf_polyline_halves_meet(p, count, via, 1e6), expected);
    meeting += expected;
  }
  assert_true(meeting > 1000);
  print_message("%d meet\n", meeting);
}

/* A polyline and its mirror image meet where they touch the mirror, equally far from their start:
 * no slack is needed. */
static void test_mirrored_halves(void **state) {
  (void)state;
  pf_random random = pf_random_from(5);
  int meeting = 0, apart = 0;
  for (int round = twin_scaled(100000); round > 0; round--) {
    enum { HALF = 6 };
    pf_fixed_point p[2 * HALF + 1] = {{0, 0}};
    bool expected = false;
    for (int32_t i = 0; i <= HALF; i++) {
      p[HALF + i] = (pf_fixed_point){i ? pf_random_between(&random, 0, 12) : 0, 10 * i};
      p[HALF - i] = (pf_fixed_point){-p[HALF + i].x, p[HALF + i].y};
      expected = expected || (i && p[HALF + i].x == 0);
    }
    assert_int_equal(pf_polyline_halves_meet(p, 2 * HALF + 1, HALF, 0), expected);
    meeting += expected;
    apart += !expected;
  }
  assert_true(meeting > 1000 && apart > 1000);
}

static void test_shared(void **state) {
  (void)state;
  pf_random random = pf_random_from(3);
  int64_t sharing = 0;
  for (int round = twin_scaled(400000); round > 0; round--) {
    pf_fixed_point a[POINTS], b[POINTS];
    const int32_t size = 2 + round % 5;
    int32_t a_count = walk(&random, size, a), b_count = walk(&random, size, b);
    /* Often the same beginning or end, as alternative paths have. */
    if (round % 3 == 0) memcpy(b, a, 2 * sizeof *a);
    if (round % 4 == 0) memcpy(b + b_count - 2, a + a_count - 2, 2 * sizeof *a);
    a_count = pf_polyline_straighten(a, a_count);
    b_count = pf_polyline_straighten(b, b_count);
    if (!simple(a, a_count) || !simple(b, b_count) || a_count < 2 || b_count < 2) continue;
    twin_track ta = {0, a_count, a}, tb = {0, b_count, b};
    const double shared = pf_polyline_shared(a, a_count, b, b_count, 0);
    const double all =
        pf_polyline_length(a, a_count, 0) + pf_polyline_length(b, b_count, 0) - shared;
    assert_true(fabs(shared / all - twin_similarity(&ta, &tb, 0)) < 1e-12);
    assert_true(fabs(pf_polyline_shared(b, b_count, a, a_count, 0) - shared) < 1e-12);
    sharing += shared > 0;
  }
  assert_true(sharing > 1000);
  print_message("%lld pairs share something\n", (long long)sharing);
}

/* With coordinates far from the origin and small fractions nothing overflows or loses precision. */
static void test_large_coordinates(void **state) {
  (void)state;
  const int64_t far_off = INT64_C(16384) << 32;
  const pf_fixed_point a[3] = {{0, 0}, {far_off, far_off - 1}, {far_off, 0}};
  const pf_fixed_point b[3] = {{0, 1}, {far_off, far_off}, {0, far_off}};
  assert_true(pf_polyline_is_simple(a, 3));
  assert_true(pf_polyline_shared(a, 3, b, 3, 32) == 0); /* parallel, one step apart */
  pf_fixed_point bent[3] = {{0, 0}, {far_off / 2, far_off / 2 + 1}, {far_off, far_off}};
  assert_int_equal(pf_polyline_straighten(bent, 3), 3);
  pf_fixed_point straight[3] = {{0, 0}, {far_off / 2, far_off / 2}, {far_off, far_off}};
  assert_int_equal(pf_polyline_straighten(straight, 3), 2);
  assert_true(fabs(pf_polyline_length(straight, 2, 32) - 16384 * sqrt(2)) < 1e-9);
}

SUITE(test_polyline) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_straighten), cmocka_unit_test(test_simple),
      cmocka_unit_test(test_halves),     cmocka_unit_test(test_mirrored_halves),
      cmocka_unit_test(test_shared),     cmocka_unit_test(test_large_coordinates),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
