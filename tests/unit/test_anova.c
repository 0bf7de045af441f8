/* The analysis of variance against R 4.2.2: pf(f, df1, df2, lower.tail = FALSE), and
 * summary(aov(y ~ c + Error(s/c))) of the matrices below. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "viewer/anova.h"
#include "suite.h"

static void assert_near(double value, double expected, double part) {
  if (fabs(value - expected) > part * fabs(expected)) fail_msg("%.17g, not %.17g", value, expected);
}

static void test_upper_tails(void **state) {
  static const double cases[][4] = {
      {1, 1, 1, 0.50000000000000044},      {4.256495, 2, 9, 0.049999993039006693},
      {3, 2, 16, 0.078266950833728255},    {0.5, 2, 16, 0.61569905953959059},
      {10, 2, 16, 0.0015224388403474451},  {161.4476, 1, 1, 0.050000005983092059},
      {2.5, 5, 2, 0.30999056860489049},    {1.8, 30, 40, 0.041225193434028071},
      {0.01, 2, 940, 0.99004993907213013}, {8.7, 2, 940, 0.00018037747918509854},
      {60, 2, 16, 3.6698523732399379e-08}, {1000, 3, 7, 1.4158089705381284e-09},
      {2, 1.5, 7.25, 0.20333181215379983}};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    assert_near(pathfan_f_upper(cases[i][0], cases[i][1], cases[i][2]), cases[i][3], 1e-12);
  assert_true(pathfan_f_upper(0, 2, 16) == 1);
  assert_true(pathfan_f_upper(-1, 2, 16) == 1);
  assert_true(pathfan_f_upper((double)INFINITY, 2, 16) == 0);
  assert_true(pathfan_f_upper((double)NAN, 2, 16) == 1);
}

/* With two degrees of freedom above, the tail has a formula of its own. */
static void test_closed_form(void **state) {
  pathfan_random random = pathfan_random_from(3);
  (void)state;
  for (int i = 0; i < 2000; i++) {
    const double f = (double)pathfan_random_below(&random, 40000) / 1000;
    const double df = 1 + (double)pathfan_random_below(&random, 300);
    assert_near(pathfan_f_upper(f, 2, df), pow(1 + 2 * f / df, -df / 2), 1e-10);
  }
}

static void check(const double *ratings, int32_t subjects, int32_t conditions, double f, double p) {
  pathfan_anova anova;
  assert_true(pathfan_anova_of(ratings, subjects, conditions, &anova));
  assert_int_equal(anova.subjects, subjects);
  assert_true(anova.df1 == conditions - 1 && anova.df2 == (subjects - 1) * (conditions - 1));
  assert_near(anova.f, f, 1e-12);
  assert_near(anova.p, p, 1e-12);
}

static void test_against_r(void **state) {
  static const double six[] = {4, 3, 5, 2, 2, 3, 5, 4, 4, 3, 1, 2, 4, 4, 5, 1, 2, 3};
  static const double nine[] = {2, 3, 4, 3, 4, 3, 4, 2, 4, 2, 3, 1, 2, 5,
                                3, 3, 4, 4, 3, 3, 1, 2, 2, 3, 4, 2, 5};
  static const double means[] = {3.25, 3.5, 2.75, 4.125, 4, 3.875, 2.5, 3, 3.25, 3.75, 4.25, 4};
  /* R's data set "sleep": with two conditions it is a paired t test. */
  static const double sleep[] = {0.7, 1.9, -1.6, 0.8, -0.2, 1.1, -1.2, 0.1, -0.1, -0.1,
                                 3.4, 4.4, 3.7,  5.5, 0.8,  1.6, 0.0,  4.6, 2.0,  3.4};
  (void)state;
  check(six, 6, 3, 3, 0.095367431640624972);
  check(nine, 9, 3, 0.26666666666666661, 0.76926590994384403);
  check(means, 4, 3, 0.92626728110598322, 0.44609173963639265);
  check(sleep, 10, 2, 16.50088131609872, 0.002832890197384265);
}

static void test_no_error(void **state) {
  static const double same[] = {3, 3, 3, 3, 3, 3}, shifted[] = {1, 2, 3, 2, 3, 4, 3, 4, 5};
  pathfan_anova anova;
  (void)state;
  assert_false(pathfan_anova_of(same, 1, 3, &anova));
  assert_false(pathfan_anova_of(same, 6, 1, &anova));
  assert_false(pathfan_anova_of(same, 0, 3, &anova));
  assert_true(pathfan_anova_of(same, 2, 3, &anova));
  assert_true(isnan(anova.f) && isnan(anova.p));
  assert_true(pathfan_anova_of(shifted, 3, 3, &anova));
  assert_true(isnan(anova.f) && isnan(anova.p));
}

/* What a subject adds to all its ratings doesn't matter. */
static void test_subjects_cancel(void **state) {
  pathfan_random random = pathfan_random_from(5);
  (void)state;
  for (int i = 0; i < 200; i++) {
    double plain[60], shifted[60];
    const int32_t subjects = pathfan_random_between(&random, 2, 20);
    pathfan_anova a, b;
    for (int32_t s = 0; s < subjects; s++) {
      const double own = pathfan_random_between(&random, -5, 5);
      for (int c = 0; c < 3; c++) {
        plain[3 * s + c] = pathfan_random_between(&random, 1, 5);
        shifted[3 * s + c] = plain[3 * s + c] + own;
      }
    }
    assert_true(pathfan_anova_of(plain, subjects, 3, &a));
    assert_true(pathfan_anova_of(shifted, subjects, 3, &b));
    if (isnan(a.f)) {
      assert_true(isnan(b.f));
      continue;
    }
    assert_true(fabs(a.f - b.f) <= 1e-9 * (1 + a.f) && fabs(a.p - b.p) <= 1e-9);
    assert_true(a.p >= 0 && a.p <= 1);
  }
}

SUITE(test_anova) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_upper_tails),     cmocka_unit_test(test_closed_form),
      cmocka_unit_test(test_against_r),       cmocka_unit_test(test_no_error),
      cmocka_unit_test(test_subjects_cancel),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
