/* anova.h - one-way repeated-measures analysis of variance: do conditions that the same
 * subjects rated differ in their means, by how much, and which of them? */
#ifndef PATHFAN_VIEWER_ANOVA_H
#define PATHFAN_VIEWER_ANOVA_H

#include <stdbool.h>
#include <stdint.h>

typedef struct pathfan_anova {
  int32_t subjects;
  double df1, df2; /* of the conditions, of the error */
  double f, p;     /* NAN if the ratings leave no error to compare with; so are the next three */
  double eta;     /* partial eta squared: of what isn't between subjects, the share of conditions */
  double epsilon; /* Greenhouse and Geisser's: 1 if differences vary alike, 1 / df1 at the least */
  double p_corrected; /* p with both degrees of freedom times epsilon */
} pathfan_anova;

/* The mean of some numbers, and where it lies with a confidence of 95%, by Student's t. */
typedef struct pathfan_interval {
  int32_t count;
  double mean, sd;  /* NAN of no numbers; sd of fewer than two */
  double low, high; /* NAN of fewer than two */
} pathfan_interval;

/* Two conditions compared: a paired t test. */
typedef struct pathfan_pair {
  int32_t a, b;                /* conditions, a < b */
  pathfan_interval difference; /* of a's ratings less b's */
  double t, p;                 /* p of both tails; NAN if all differences are the same */
  double holm;                 /* p by Holm's method, for as many pairs as there are */
} pathfan_pair;

/* Of how many conditions pairs are compared at most. */
#define PATHFAN_CONDITIONS_MAX 8

/* ratings: [Size: subjects * conditions], row by row. False: fewer than two of either. */
bool pathfan_anova_of(const double *ratings, int32_t subjects, int32_t conditions,
                      pathfan_anova *anova);

/* All pairs of conditions: (0,1), (0,2), ..., (1,2), ... pairs: [Size: conditions * (conditions -
 * 1) / 2]. False: fewer than two of either, or more conditions than PATHFAN_CONDITIONS_MAX. */
bool pathfan_pairs_of(const double *ratings, int32_t subjects, int32_t conditions,
                      pathfan_pair *pairs);

/* Of the numbers at values[0], values[stride], ..., `count` of them. */
pathfan_interval pathfan_interval_of(const double *values, int32_t count, int32_t stride);

/* The chance of an F as large as f or larger, with these degrees of freedom > 0. */
double pathfan_f_upper(double f, double df1, double df2);

#endif
