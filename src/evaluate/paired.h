/* paired.h - statistics of paired measurements, with confidence intervals of 95% by Student's t.
 *
 *   pathfan_interval apart = pathfan_paired_difference(a, b, 10);
 *   if (pathfan_interval_is_below(apart, 0)) ... b is less ... */
#ifndef PATHFAN_EVALUATE_PAIRED_H
#define PATHFAN_EVALUATE_PAIRED_H

#include <stdbool.h>
#include <stdint.h>

/* From least to most, around middle; with a single value both are NAN. */
typedef struct pathfan_interval {
  double middle, least, most;
} pathfan_interval;

/* Returns the mean of values [Size: count >= 1]. */
pathfan_interval pathfan_mean_of(const double *values, int32_t count);

/* Returns the mean of b[i] - a[i]. */
pathfan_interval pathfan_paired_difference(const double *a, const double *b, int32_t count);

/* Returns the geometric mean of b[i] / a[i]; all must be above 0. */
pathfan_interval pathfan_paired_ratio(const double *a, const double *b, int32_t count);

/* Whether the whole interval lies below a value. */
bool pathfan_interval_is_below(pathfan_interval interval, double value);

#endif
