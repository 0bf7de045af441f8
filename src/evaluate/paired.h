/* paired.h - statistics of paired measurements, with confidence intervals of 95% by Student's t.
 *
 *   pf_interval apart = pf_paired_difference(a, b, 10);
 *   if (pf_interval_is_below(apart, 0)) ... b is less ... */
#ifndef PF_EVALUATE_PAIRED_H
#define PF_EVALUATE_PAIRED_H

#include <stdbool.h>
#include <stdint.h>

/* From least to most, around middle; with a single value both are NAN. */
typedef struct pf_interval {
  double middle, least, most;
} pf_interval;

/* Returns the mean of values [Size: count >= 1]. */
pf_interval pf_mean_of(const double *values, int32_t count);

/* Returns the mean of b[i] - a[i]. */
pf_interval pf_paired_difference(const double *a, const double *b, int32_t count);

/* Returns the geometric mean of b[i] / a[i]; all must be above 0. */
pf_interval pf_paired_ratio(const double *a, const double *b, int32_t count);

/* Whether the whole interval lies below a value. */
bool pf_interval_is_below(pf_interval interval, double value);

#endif
