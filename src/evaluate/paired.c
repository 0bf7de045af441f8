/* paired.c - means and their intervals. Ratios are averaged by their logarithms, so that one of 2
 * and one of 1/2 cancel out. */
#include "evaluate/paired.h"

#include <math.h>

/* Returns the 97.5% quantile for so many degrees of freedom. */
static double student(int32_t freedom) {
  static const double table[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306,
                                 2.262,  2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
                                 2.110,  2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064,
                                 2.060,  2.056, 2.052, 2.048, 2.045, 2.042};
  const int32_t count = (int32_t)(sizeof table / sizeof *table);
  if (freedom <= count) return table[freedom - 1];
  return 1.96 + 2.5 / freedom; /* slightly too large */
}

typedef double value_function(const double *a, const double *b, int32_t i);

static double value(const double *a, const double *b, int32_t i) {
  (void)b;
  return a[i];
}

static double difference(const double *a, const double *b, int32_t i) {
  return b[i] - a[i];
}

static double ratio(const double *a, const double *b, int32_t i) {
  return log(b[i] / a[i]);
}

static pf_confidence interval_of(value_function *of, const double *a, const double *b,
                                 int32_t count) {
  double sum = 0, squares = 0;
  for (int32_t i = 0; i < count; i++) sum += of(a, b, i);
  const double mean = sum / count;
  for (int32_t i = 0; i < count; i++) squares += (of(a, b, i) - mean) * (of(a, b, i) - mean);
  if (count < 2) return (pf_confidence){mean, NAN, NAN};
  const double half = student(count - 1) * sqrt(squares / (count - 1) / count);
  return (pf_confidence){mean, mean - half, mean + half};
}

pf_confidence pf_mean_of(const double *values, int32_t count) {
  return interval_of(value, values, values, count);
}

pf_confidence pf_paired_difference(const double *a, const double *b, int32_t count) {
  return interval_of(difference, a, b, count);
}

pf_confidence pf_paired_ratio(const double *a, const double *b, int32_t count) {
  const pf_confidence logs = interval_of(ratio, a, b, count);
  return (pf_confidence){exp(logs.middle), exp(logs.least), exp(logs.most)};
}

bool pf_confidence_is_below(pf_confidence interval, double bound) {
  return interval.most < bound;
}
