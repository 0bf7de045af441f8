/* The analysis of variance against R 4.2.2: summary(aov(y ~ c + Error(s/c))) of the matrices below,
 * and pf(f, df1, df2, lower.tail = FALSE). For a matrix m with a subject in each row, k = ncol(m),
 * C = diag(k) - 1 / k, A <- C %*% cov(m) %*% C, and ss the "Sum Sq" of stratum s:c of the aov:
 *
 *   anova(lm(m ~ 1), X = ~1, test = "Spherical")         epsilon, and p as "G-G Pr"
 *   ss[1] / sum(ss)                                      partial eta squared
 *   sum(diag(A))^2 / ((k - 1) * sum(A^2))                epsilon in full
 *   t.test(m[, i], m[, j], paired = TRUE)                pairs: t, p, conf.int; p.adjust(p, "holm")
 *   mean(m[, i]); sd(m[, i]); t.test(m[, i])$conf.int    intervals
 */
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
    assert_near(pf_f_upper(cases[i][0], cases[i][1], cases[i][2]), cases[i][3], 1e-12);
  assert_true(pf_f_upper(0, 2, 16) == 1);
  assert_true(pf_f_upper(-1, 2, 16) == 1);
  assert_true(pf_f_upper((double)INFINITY, 2, 16) == 0);
  assert_true(pf_f_upper((double)NAN, 2, 16) == 1);
}

/* With two numerator degrees of freedom the tail has a closed form. */
static void test_closed_form(void **state) {
  pf_random random = pf_random_from(3);
  (void)state;
  for (int i = 0; i < 2000; i++) {
    const double f = (double)pf_random_below(&random, 40000) / 1000;
    const double df = 1 + (double)pf_random_below(&random, 300);
    assert_near(pf_f_upper(f, 2, df), pow(1 + 2 * f / df, -df / 2), 1e-10);
  }
}

static void check(const double *ratings, int32_t subjects, int32_t conditions, double f, double p) {
  pf_anova anova;
  assert_true(pf_anova_of(ratings, subjects, conditions, &anova));
  assert_int_equal(anova.subjects, subjects);
  assert_true(anova.df1 == conditions - 1 && anova.df2 == (subjects - 1) * (conditions - 1));
  assert_near(anova.f, f, 1e-12);
  assert_near(anova.p, p, 1e-12);
}

static const double six[] = {4, 3, 5, 2, 2, 3, 5, 4, 4, 3, 1, 2, 4, 4, 5, 1, 2, 3};
static const double nine[] = {2, 3, 4, 3, 4, 3, 4, 2, 4, 2, 3, 1, 2, 5,
                              3, 3, 4, 4, 3, 3, 1, 2, 2, 3, 4, 2, 5};
static const double four[] = {4, 2, 3, 5, 5, 1, 3, 4, 3, 2, 2, 5, 4, 1,
                              4, 4, 5, 3, 3, 5, 2, 2, 1, 5, 4, 1, 2, 3};

static void test_against_r(void **state) {
  static const double means[] = {3.25, 3.5, 2.75, 4.125, 4, 3.875, 2.5, 3, 3.25, 3.75, 4.25, 4};
  /* R's data set "sleep": with two conditions the analysis is a paired t test. */
  static const double sleep[] = {0.7, 1.9, -1.6, 0.8, -0.2, 1.1, -1.2, 0.1, -0.1, -0.1,
                                 3.4, 4.4, 3.7,  5.5, 0.8,  1.6, 0.0,  4.6, 2.0,  3.4};
  (void)state;
  check(six, 6, 3, 3, 0.095367431640624972);
  check(nine, 9, 3, 0.26666666666666661, 0.76926590994384403);
  check(means, 4, 3, 0.92626728110598322, 0.44609173963639265);
  check(sleep, 10, 2, 16.50088131609872, 0.002832890197384265);
}

static void test_effects_and_sphericity(void **state) {
  static const struct {
    const double *ratings;
    int32_t subjects, conditions;
    double eta, epsilon, p_corrected;
  } cases[] = {{six, 6, 3, 0.37500000000000006, 0.70754716981132071, 0.121321937097217},
               {nine, 9, 3, 0.032258064516129024, 0.82417582417582413, 0.72841923171003331},
               {four, 7, 4, 0.71268057784911731, 0.48325113494110372, 0.0024571151228248984}};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    pf_anova anova;
    assert_true(pf_anova_of(cases[i].ratings, cases[i].subjects, cases[i].conditions, &anova));
    assert_near(anova.eta, cases[i].eta, 1e-12);
    assert_near(anova.epsilon, cases[i].epsilon, 1e-12);
    assert_near(anova.p_corrected, cases[i].p_corrected, 1e-9); /* R rounds F there */
  }
}

static void test_pairs(void **state) {
  /* Difference, its interval, t, p, Holm's p. */
  static const double of_four[][6] = {
      {2.142857142857142794, 0.898768128071541716, 3.386946157642743760, 4.214636152117622991,
       0.005594361924209367, 2.2377447696837468e-02},
      {1.2857142857142858094, 0.5865966139585805372, 1.9848319574699913037, 4.5000000000000008882,
       0.0041039337200315645, 2.0519668600157824e-02},
      {-0.57142857142857140, -1.96966391493998216, 0.82680677208283926, -1, 0.35591768374958210,
       3.5591768374958210e-01},
      {-0.85714285714285710, -2.10123187192845817, 0.38694615764274393, -1.68585446084704915,
       0.14280043904340667, 2.8560087808681334e-01},
      {-2.7142857142857144, -3.1655642309105723, -2.2630071976608561, -14.717336715588186,
       6.1825501057956118e-06, 3.7095300634773671e-05},
      {-1.857142857142857206, -3.101231871928457728, -0.613053842357256129, -3.652684665168606681,
       0.010672099020759431, 3.2016297062278293e-02}};
  static const double holm_of_six[] = {0.591117289469056839, 0.591117289469056839,
                                       0.035174433011863897};
  pf_pair pairs[6];
  (void)state;
  assert_true(pf_pairs_of(four, 7, 4, pairs));
  for (int i = 0, a = 0, b = 1; i < 6; i++) {
    const double *r = of_four[i];
    assert_true(pairs[i].a == a && pairs[i].b == b);
    assert_near(pairs[i].difference.mean, r[0], 1e-12);
    assert_near(pairs[i].difference.low, r[1], 1e-12);
    assert_near(pairs[i].difference.high, r[2], 1e-12);
    assert_near(pairs[i].t, r[3], 1e-12);
    assert_near(pairs[i].p, r[4], 1e-11);
    assert_near(pairs[i].holm, r[5], 1e-11);
    b++;
    if (b == 4) b = ++a + 1;
  }
  assert_true(pf_pairs_of(six, 6, 3, pairs));
  for (int i = 0; i < 3; i++) assert_near(pairs[i].holm, holm_of_six[i], 1e-12);
  assert_true(pf_pairs_of(nine, 9, 3, pairs));
  assert_true(pairs[2].t == 0 && pairs[2].p == 1); /* R: the same */
  for (int i = 0; i < 3; i++) assert_true(pairs[i].holm == 1);
  /* If all differences are equal, there is nothing to test. */
  static const double shifted[] = {1, 2, 5, 2, 3, 1, 3, 4, 2};
  assert_true(pf_pairs_of(shifted, 3, 3, pairs));
  assert_true(isnan(pairs[0].t) && isnan(pairs[0].p) && isnan(pairs[0].holm));
  assert_false(isnan(pairs[1].holm));
  assert_near(pairs[1].holm, fmin(1, 2 * fmin(pairs[1].p, pairs[2].p)), 1e-12);
  assert_false(pf_pairs_of(six, 1, 3, pairs) || pf_pairs_of(six, 6, 1, pairs));
}

static void test_intervals(void **state) {
  const pf_sample_mean one = pf_sample_mean_of(six, 6, 3);
  const pf_sample_mean two = pf_sample_mean_of(nine + 2, 9, 3);
  (void)state;
  assert_near(one.mean, 3.1666666666666665, 1e-12);
  assert_near(one.sd, 1.4719601443879744, 1e-12);
  assert_near(one.low, 1.6219392306394873, 1e-12);
  assert_near(one.high, 4.7113941026938448, 1e-12);
  assert_near(two.sd, 1.3642254619787417, 1e-12);
  assert_near(two.low, 2.0624745922198473, 1e-12);
  assert_near(two.high, 4.1597476300023750, 1e-12);
  /* Two numbers: qt(0.975, 1) is 12.706. */
  const pf_sample_mean least = pf_sample_mean_of((const double[]){1, 2}, 2, 1);
  assert_near(least.high - least.mean, 12.706204736174694 / 2, 1e-10);
  const pf_sample_mean single = pf_sample_mean_of(six, 1, 3);
  assert_true(single.mean == 4 && isnan(single.sd) && isnan(single.low) && isnan(single.high));
  assert_true(isnan(pf_sample_mean_of(six, 0, 1).mean));
}

static void test_no_error(void **state) {
  static const double same[] = {3, 3, 3, 3, 3, 3}, shifted[] = {1, 2, 3, 2, 3, 4, 3, 4, 5};
  pf_anova anova;
  (void)state;
  assert_false(pf_anova_of(same, 1, 3, &anova));
  assert_false(pf_anova_of(same, 6, 1, &anova));
  assert_false(pf_anova_of(same, 0, 3, &anova));
  assert_true(pf_anova_of(same, 2, 3, &anova));
  assert_true(isnan(anova.f) && isnan(anova.p));
  assert_true(pf_anova_of(shifted, 3, 3, &anova));
  assert_true(isnan(anova.f) && isnan(anova.p));
}

/* A constant added to all ratings of a subject changes nothing. */
static void test_subjects_cancel(void **state) {
  pf_random random = pf_random_from(5);
  (void)state;
  for (int i = 0; i < 200; i++) {
    double plain[60], shifted[60];
    const int32_t subjects = pf_random_between(&random, 2, 20);
    pf_anova a, b;
    for (int32_t s = 0; s < subjects; s++) {
      const double own = pf_random_between(&random, -5, 5);
      for (int c = 0; c < 3; c++) {
        plain[3 * s + c] = pf_random_between(&random, 1, 5);
        shifted[3 * s + c] = plain[3 * s + c] + own;
      }
    }
    assert_true(pf_anova_of(plain, subjects, 3, &a));
    assert_true(pf_anova_of(shifted, subjects, 3, &b));
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
      cmocka_unit_test(test_subjects_cancel), cmocka_unit_test(test_effects_and_sphericity),
      cmocka_unit_test(test_pairs),           cmocka_unit_test(test_intervals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
