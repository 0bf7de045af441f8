/* anova.c - one-way repeated-measures analysis of variance.
 *
 * The sum of squares within subjects splits into that of the conditions and that of the error; F
 * compares their means. That is exact if all differences of two conditions vary alike; Greenhouse
 * and Geisser's epsilon, from the conditions' covariances less the means of their rows and columns,
 * measures how far they don't. Pairs are compared by t tests, whose p are corrected for the number
 * of pairs by Holm's method: the least times that number, the next times one less, and so on, never
 * decreasing.
 *
 * The square of Student's t is an F with one degree of freedom in the numerator. The distribution
 * of F is the regularised incomplete beta function, computed by its continued fraction (Abramowitz
 * and Stegun, 26.5.8) with Lentz's method, on the side where it converges fast. */
#include "viewer/anova.h"

#include <math.h>

/* The fraction converges to this relative precision in some sqrt(a + b) steps. */
#define PRECISION 1e-16
#define STEPS_MAX 100000

/* Replaces a 0, which Lentz's method can't divide by. */
static double nonzero(double value) {
  return fabs(value) < 1e-300 ? 1e-300 : value;
}

/* Returns the fraction 1 / (1 + d1 / (1 + d2 / (1 + ...))) of I_x(a, b). */
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

/* Returns I_x(a, b) for 0 <= x <= 1, given y = 1 - x without rounding. */
static double incomplete_beta(double x, double y, double a, double b) {
  int sign;
  if (x <= 0) return 0;
  if (y <= 0) return 1;
  const double scale = exp(lgamma_r(a + b, &sign) - lgamma_r(a, &sign) - lgamma_r(b, &sign) +
                           a * log(x) + b * log(y));
  if (x < (a + 1) / (a + b + 2)) return scale * fraction(x, a, b) / a;
  return 1 - scale * fraction(y, b, a) / b;
}

double pf_f_upper(double f, double df1, double df2) {
  if (!(f > 0)) return 1;
  const double all = df2 + df1 * f;
  return isfinite(all) ? incomplete_beta(df2 / all, df1 * f / all, df2 / 2, df1 / 2) : 0;
}

/* ---- Sphericity ---- */

/* Returns the covariance of two conditions, times a factor common to all. */
static double together(const double *ratings, int32_t subjects, int32_t conditions, int32_t a,
                       int32_t b) {
  double mean_a = 0, mean_b = 0, sum = 0;
  for (int32_t s = 0; s < subjects; s++) {
    mean_a += ratings[(int64_t)s * conditions + a];
    mean_b += ratings[(int64_t)s * conditions + b];
  }
  mean_a /= subjects;
  mean_b /= subjects;
  for (int32_t s = 0; s < subjects; s++) {
    const double *row = ratings + (int64_t)s * conditions;
    sum += (row[a] - mean_a) * (row[b] - mean_b);
  }
  return sum;
}

static double epsilon_of(const double *ratings, int32_t subjects, int32_t conditions) {
  double all = 0, trace = 0, squares = 0;
  if (conditions > PF_CONDITIONS_MAX) return (double)NAN;
  double shared[PF_CONDITIONS_MAX][PF_CONDITIONS_MAX];
  double of_row[PF_CONDITIONS_MAX] = {0};
  for (int32_t a = 0; a < conditions; a++) {
    for (int32_t b = 0; b < conditions; b++) {
      shared[a][b] = together(ratings, subjects, conditions, a, b);
      of_row[a] += shared[a][b] / conditions;
    }
    all += of_row[a] / conditions;
  }
  for (int32_t a = 0; a < conditions; a++)
    for (int32_t b = 0; b < conditions; b++) {
      const double rest = shared[a][b] - of_row[a] - of_row[b] + all;
      squares += rest * rest;
      trace += a == b ? rest : 0;
    }
  return fmin(1, trace * trace / ((conditions - 1) * squares));
}

/* ---- The analysis ---- */

bool pf_anova_of(const double *ratings, int32_t subjects, int32_t conditions, pf_anova *anova) {
  double all = 0, of_conditions = 0, error = 0;
  if (subjects < 2 || conditions < 2) return false;
  for (int64_t i = 0; i < (int64_t)subjects * conditions; i++) all += ratings[i];
  all /= (double)subjects * conditions;
  for (int32_t c = 0; c < conditions; c++) {
    double mean = 0;
    for (int32_t s = 0; s < subjects; s++) mean += ratings[(int64_t)s * conditions + c];
    mean /= subjects;
    of_conditions += subjects * (mean - all) * (mean - all);
    /* The error is summed up from residuals: a difference of sums would be mere rounding if there
     * is none. */
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
  anova->epsilon = flat ? (double)NAN : epsilon_of(ratings, subjects, conditions);
  anova->eta = flat ? (double)NAN : of_conditions / (of_conditions + error);
  anova->f = flat ? (double)NAN : (of_conditions / anova->df1) / (error / anova->df2);
  anova->p = flat ? (double)NAN : pf_f_upper(anova->f, anova->df1, anova->df2);
  anova->p_corrected =
      flat ? (double)NAN
           : pf_f_upper(anova->f, anova->df1 * anova->epsilon, anova->df2 * anova->epsilon);
  return true;
}

/* ---- Means and pairs ---- */

/* Returns the t that |t| exceeds with a probability of 5%. */
static double t_of_95(double df) {
  double low = 0, high = 1e6; /* with one degree of freedom it is 12.7 */
  for (int i = 0; i < 200 && high - low > 1e-15 * high; i++) {
    const double middle = (low + high) / 2;
    if (pf_f_upper(middle * middle, 1, df) > 0.05)
      low = middle;
    else
      high = middle;
  }
  return (low + high) / 2;
}

pf_sample_mean pf_sample_mean_of(const double *values, int32_t count, int32_t stride) {
  pf_sample_mean i = {.count = count, .mean = 0, .sd = 0};
  for (int32_t k = 0; k < count; k++) i.mean += values[(int64_t)k * stride];
  i.mean = count ? i.mean / count : (double)NAN;
  for (int32_t k = 0; k < count; k++) {
    const double rest = values[(int64_t)k * stride] - i.mean;
    i.sd += rest * rest;
  }
  i.sd = count > 1 ? sqrt(i.sd / (count - 1)) : (double)NAN;
  const double reach = count > 1 ? t_of_95(count - 1) * i.sd / sqrt(count) : (double)NAN;
  i.low = i.mean - reach;
  i.high = i.mean + reach;
  return i;
}

static pf_pair compare(const double *ratings, int32_t subjects, int32_t conditions, int32_t a,
                       int32_t b) {
  pf_pair pair = {.a = a, .b = b};
  pf_sample_mean *d = &pair.difference;
  double squares = 0;
  *d = (pf_sample_mean){.count = subjects};
  for (int32_t s = 0; s < subjects; s++) {
    const double *row = ratings + (int64_t)s * conditions;
    d->mean += (row[a] - row[b]) / subjects;
  }
  for (int32_t s = 0; s < subjects; s++) {
    const double *row = ratings + (int64_t)s * conditions;
    const double rest = row[a] - row[b] - d->mean;
    squares += rest * rest;
  }
  d->sd = sqrt(squares / (subjects - 1));
  const double error = d->sd / sqrt(subjects), reach = t_of_95(subjects - 1) * error;
  d->low = d->mean - reach;
  d->high = d->mean + reach;
  const bool flat = squares <= 1e-24 * (1 + d->mean * d->mean) * subjects; /* mere rounding */
  pair.t = flat ? (double)NAN : d->mean / error;
  pair.p = flat ? (double)NAN : pf_f_upper(pair.t * pair.t, 1, subjects - 1);
  return pair;
}

/* Corrects the p of pairs; pairs without one are left out, and don't count. */
static void correct(pf_pair *pairs, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    pairs[i].holm = isnan(pairs[i].p) ? pairs[i].p : 0;
    for (int32_t k = 0; k < count && !isnan(pairs[i].p); k++) {
      int32_t left = 0; /* pairs whose p isn't less than the k-th */
      if (isnan(pairs[k].p) || pairs[k].p > pairs[i].p) continue;
      for (int32_t m = 0; m < count; m++) left += pairs[m].p >= pairs[k].p;
      pairs[i].holm = fmax(pairs[i].holm, fmin(1, left * pairs[k].p));
    }
  }
}

bool pf_pairs_of(const double *ratings, int32_t subjects, int32_t conditions, pf_pair *pairs) {
  int32_t count = 0;
  if (subjects < 2 || conditions < 2 || conditions > PF_CONDITIONS_MAX) return false;
  for (int32_t a = 0; a < conditions; a++)
    for (int32_t b = a + 1; b < conditions; b++)
      pairs[count++] = compare(ratings, subjects, conditions, a, b);
  correct(pairs, count);
  return true;
}
