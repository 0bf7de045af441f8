/* paired.h - statistics of paired measurements, with confidence intervals of 95% by Student's t.
 *
 *   pf_confidence apart = pf_paired_difference(a, b, 10);
 *   if (pf_confidence_is_below(apart, 0)) ... b is less ... */
#ifndef PF_EVALUATE_PAIRED_H
#define PF_EVALUATE_PAIRED_H

#include <stdbool.h>
#include <stdint.h>

/* From least to most, around middle; with a single value both are NAN. */
typedef struct pf_confidence {
  double middle, least, most;
} pf_confidence;

/* Returns the mean of values [Size: count >= 1]. */
pf_confidence pf_mean_of(const double *values, int32_t count);

/* Returns the mean of b[i] - a[i]. */
pf_confidence pf_paired_difference(const double *a, const double *b, int32_t count);

/* Returns the geometric mean of b[i] / a[i]; all must be above 0. */
pf_confidence pf_paired_ratio(const double *a, const double *b, int32_t count);

/* Whether the whole interval lies below a value. */
bool pf_confidence_is_below(pf_confidence interval, double value);

#endif
