/* anova.h - one-way repeated-measures analysis of variance: do conditions that the same
 * subjects rated differ in their means? */
#ifndef PATHFAN_VIEWER_ANOVA_H
#define PATHFAN_VIEWER_ANOVA_H

#include <stdbool.h>
#include <stdint.h>

typedef struct pathfan_anova {
  int32_t subjects;
  double df1, df2; /* of the conditions, of the error */
  double f, p;     /* NAN if the ratings leave no error to compare with */
} pathfan_anova;

/* ratings: [Size: subjects * conditions], row by row. False: fewer than two of either. */
bool pathfan_anova_of(const double *ratings, int32_t subjects, int32_t conditions,
                      pathfan_anova *anova);

/* The chance of an F as large as f or larger, with these degrees of freedom > 0. */
double pathfan_f_upper(double f, double df1, double df2);

#endif
