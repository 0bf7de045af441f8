/* anova.h - one-way repeated-measures analysis of variance: whether conditions rated by the same
 * subjects differ in their means, by how much, and which of them. */
#ifndef PF_VIEWER_ANOVA_H
#define PF_VIEWER_ANOVA_H

#include <stdbool.h>
#include <stdint.h>

typedef struct pf_anova {
  int32_t subjects;
  double df1, df2; /* of the conditions, of the error */
  double f, p;     /* NAN if the ratings leave no error to compare with; so are the next three */
  double eta;      /* partial eta squared: share of the conditions in what isn't between subjects */
  double epsilon;  /* Greenhouse and Geisser's: 1 if differences vary alike, at least 1 / df1 */
  double p_corrected; /* p with both degrees of freedom times epsilon */
} pf_anova;

/* The mean of some numbers, and its 95% confidence interval by Student's t. */
typedef struct pf_sample_mean {
  int32_t count;
  double mean, sd;  /* NAN without numbers; sd also with one */
  double low, high; /* NAN with fewer than two */
} pf_sample_mean;

/* Two conditions compared: a paired t test. */
typedef struct pf_pair {
  int32_t a, b;              /* conditions, a < b */
  pf_sample_mean difference; /* of a's ratings less b's */
  double t, p;               /* p of both tails; NAN if all differences are the same */
  double holm;               /* p corrected by Holm's method for the number of pairs */
} pf_pair;

/* Most conditions whose pairs can be compared. */
#define PF_CONDITIONS_MAX 8

/* Analyses ratings [Size: subjects * conditions], row by row. False: fewer than two of either. */
bool pf_anova_of(const double *ratings, int32_t subjects, int32_t conditions, pf_anova *anova);

/* Compares all pairs of conditions: (0,1), (0,2), ..., (1,2), ... pairs: [Size: conditions *
 * (conditions - 1) / 2]. False: fewer than two of either, or more than PF_CONDITIONS_MAX
 * conditions. */
bool pf_pairs_of(const double *ratings, int32_t subjects, int32_t conditions, pf_pair *pairs);

/* Returns the interval of the numbers at values[0], values[stride], ..., `count` of them. */
pf_sample_mean pf_sample_mean_of(const double *values, int32_t count, int32_t stride);

/* Returns the probability of an F of at least f with these degrees of freedom > 0. */
double pf_f_upper(double f, double df1, double df2);

#endif
