/* Angles against the C library's, and their bits against those of other systems. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/random.h"
#include "base/arctangent.h"
#include "suite.h"
#include "twin_scale.h"

/* Whether an angle is within 1 ulp of the C library's in long double. */
static bool is_angle(double y, double x) {
  const double angle = pf_arctangent(y, x), expected = (double)atan2l(y, x);
  if (angle == expected) return signbit(angle) == signbit(expected);
  return nextafter(expected, angle) == angle && !signbit(angle) == !signbit(expected);
}

static double any_double(pf_random *random, int least, int most) {
  const int64_t digits = (int64_t)(pf_random_bits(random) >> 11);
  const double value = ldexp((double)digits, pf_random_between(random, least, most) - 53);
  return pf_random_between(random, 0, 1) ? value : -value;
}

/* Axes, diagonals, zeros of both signs, the largest and the smallest doubles, and the borders of
 * the steps of the table. */
static void test_special(void **state) {
  (void)state;
  const double sizes[] = {0,      DBL_TRUE_MIN, 3 * DBL_TRUE_MIN, DBL_MIN, 0x1p-401,  0x1p-400,
                          1e-20,  0x1p-60,      0x1p-59,          1,       1.5,       3,
                          1e9,    0x1p53,       0x1p60,           0x1p500, 0x1.8p500, 0x1p501,
                          DBL_MAX};
  const int count = sizeof sizes / sizeof *sizes;
  for (int i = 0; i < count; i++)
    for (int k = 0; k < count; k++)
      for (int signs = 0; signs < 4; signs++)
        assert_true(is_angle(copysign(sizes[i], signs & 1 ? -1 : 1),
                             copysign(sizes[k], signs & 2 ? -1 : 1)));
  for (int k = 0; k <= 32; k++)
    for (int off = -2; off <= 2; off++) {
      const double at = k / 32.0 + off * 0x1p-53;
      assert_true(is_angle(at, 1) && is_angle(1, at) && is_angle(-at, -1) && is_angle(1, -at));
    }
  assert_true(pf_arctangent(0, -1) == acos(-1) && pf_arctangent(-0.0, -1) == -acos(-1));
}

static void test_random(void **state) {
  (void)state;
  pf_random random = pf_random_from(1);
  for (int round = twin_scaled(200000); round > 0; round--) {
    const int most = round % 3 ? round % 64 : 1023, least = round % 3 ? 0 : -1074;
    const double y = any_double(&random, least, most), x = any_double(&random, least, most);
    assert_true(is_angle(y, x));
    assert_true(is_angle(round % 7, round % 5 - 2) && is_angle(trunc(y), trunc(x)));
    assert_true(pf_arctangent(-y, x) == -pf_arctangent(y, x));
  }
}

/* The bits of 1,000 angles, as on x86-64 Linux. */
static void test_bits(void **state) {
  (void)state;
  pf_random random = pf_random_from(2);
  uint64_t digest = 0;
  for (int i = 0; i < 1000; i++) {
    const double y = any_double(&random, -20, 40), x = any_double(&random, -20, 40);
    const double angle = pf_arctangent(y, x);
    uint64_t bits;
    memcpy(&bits, &angle, sizeof bits);
    digest = (digest ^ bits) * 0x100000001b3;
  }
  assert_int_equal(digest, 0xb58e62eebedb491);
}

SUITE(test_arctangent) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_special),
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_bits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
