/* curve.h - a curve with bands: the mean of several runs over time, and how far they are apart.
 *
 *   pf_curve curve = {.title = "...", .x_label = "s", .y_label = "persons out", .count = 300, ...};
 *   status = pf_curve_draw("curve.svg", &curve, &error); */
#ifndef PF_DRAW_CURVE_H
#define PF_DRAW_CURVE_H

#include <stdint.h>

#include "pathfan/status.h"

/* Values at x = 0, 1, 2, .. [Size: count >= 1 each], not below 0. */
typedef struct pf_curve {
  const char *title, *x_label, *y_label;
  int32_t count;
  const double *mean;
  const double *least, *most; /* the pale band */
  const double *low, *high;   /* the darker one: percentiles 5 and 95 */
} pf_curve;

/* Draws to a file that is published whole: PNG if its name ends so, otherwise SVG. Errors: ARGUMENT
 * (PNG in a build without cairo), IO, NO_MEMORY. */
pathfan_status pf_curve_draw(const char *path, const pf_curve *curve, pathfan_error *error);

#endif
