/* anova.c - one-way repeated-measures analysis of variance.
 *
 * The sum of squares within subjects splits into that of the conditions and the error;
 * F compares their means. Its distribution is the regularised incomplete beta function,
 * here by its continued fraction (Abramowitz and Stegun, 26.5.8), evaluated by Lentz's
 * method on the side where it converges fast. */
#include "viewer/anova.h"

#include <math.h>

/* The fraction converges to this part in some sqrt(a + b) steps. */
#define PRECISION 1e-16
#define STEPS_MAX 100000

/* What mustn't be 0 in Lentz's method. */
static double nonzero(double value) {
  return fabs(value) < 1e-300 ? 1e-300 : value;
}

/* The fraction 1 / (1 + d1 / (1 + d2 / (1 + ...))) of I_x(a, b). */
static double fraction(double x, double a, double b) {
  double c = 1, d = 1 / nonzero(1 - (a + b) * x / (a + 1)), value = d;
  for (int m = 1; m < STEPS_MAX; m++) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / nonzero(1 + even * d);
    c = nonzero(1 + even / c);
    value *= c * d;
    d = 1 / nonzero(1 + odd * d);
    c = nonzero(1 + odd / c);
    value *= c * d;
    if (fabs(c * d - 1) < PRECISION) break;
  }
  return value;
}

/* I_x(a, b) for 0 <= x <= 1, given y = 1 - x without rounding. */
static double incomplete_beta(double x, double y, double a, double b) {
  int sign;
  if (x <= 0) return 0;
  if (y <= 0) return 1;
  const double scale = exp(lgamma_r(a + b, &sign) - lgamma_r(a, &sign) - lgamma_r(b, &sign) +
                           a * log(x) + b * log(y));
  if (x < (a + 1) / (a + b + 2)) return scale * fraction(x, a, b) / a;
  return 1 - scale * fraction(y, b, a) / b;
}

double pathfan_f_upper(double f, double df1, double df2) {
  if (!(f > 0)) return 1;
  const double all = df2 + df1 * f;
  return isfinite(all) ? incomplete_beta(df2 / all, df1 * f / all, df2 / 2, df1 / 2) : 0;
}

bool pathfan_anova_of(const double *ratings, int32_t subjects, int32_t conditions,
                      pathfan_anova *anova) {
  double all = 0, of_conditions = 0, error = 0;
  if (subjects < 2 || conditions < 2) return false;
  for (int64_t i = 0; i < (int64_t)subjects * conditions; i++) all += ratings[i];
  all /= (double)subjects * conditions;
  for (int32_t c = 0; c < conditions; c++) {
    double mean = 0;
    for (int32_t s = 0; s < subjects; s++) mean += ratings[(int64_t)s * conditions + c];
    mean /= subjects;
    of_conditions += subjects * (mean - all) * (mean - all);
    /* The error by residuals, not as a difference of sums, which would be rounding alone
     * where there is none. */
    for (int32_t s = 0; s < subjects; s++) {
      const double *row = ratings + (int64_t)s * conditions;
      double own = 0;
      for (int32_t k = 0; k < conditions; k++) own += row[k];
      const double rest = row[c] - own / conditions - mean + all;
      error += rest * rest;
    }
  }
  anova->subjects = subjects;
  anova->df1 = conditions - 1;
  anova->df2 = (double)(subjects - 1) * (conditions - 1);
  const bool flat = error <= 1e-24 * (1 + all * all) * subjects * conditions;
  anova->f = flat ? (double)NAN : (of_conditions / anova->df1) / (error / anova->df2);
  anova->p = flat ? (double)NAN : pathfan_f_upper(anova->f, anova->df1, anova->df2);
  return true;
}
