/* paired.h - what pairs of measurements say, with confidence intervals of 95% by Student's t.
 *
 *   pathfan_interval apart = pathfan_paired_difference(a, b, 10);
 *   if (pathfan_interval_is_below(apart, 0)) ... b is less ... */
#ifndef PATHFAN_EVALUATE_PAIRED_H
#define PATHFAN_EVALUATE_PAIRED_H

#include <stdbool.h>
#include <stdint.h>

/* From least to most, around middle; of one value alone both are NAN. */
typedef struct pathfan_interval {
  double middle, least, most;
} pathfan_interval;

/* The mean of values [Size: count >= 1]. */
pathfan_interval pathfan_mean_of(const double *values, int32_t count);

/* The mean of b[i] - a[i]. */
pathfan_interval pathfan_paired_difference(const double *a, const double *b, int32_t count);

/* The geometric mean of b[i] / a[i]; all are above 0. */
pathfan_interval pathfan_paired_ratio(const double *a, const double *b, int32_t count);

/* Whether all of it lies below a value. */
bool pathfan_interval_is_below(pathfan_interval interval, double value);

#endif
