/* scale.h - an axis: the positions of values, and the ticks.
 *
 *   pf_scale scale = pf_scale_fit(least, most, true);
 *   scale.from = 300; scale.to = 20;              pixels of its two ends
 *   y = pf_scale_at(&scale, value);
 *   count = pf_scale_ticks(&scale, ticks); */
#ifndef PF_DRAW_SCALE_H
#define PF_DRAW_SCALE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct pf_scale {
  double least, most; /* values at the two ends; least < most */
  bool log;
  double step;     /* between ticks; 0 when logarithmic */
  double from, to; /* pixels of least and of most */
} pf_scale;

typedef struct pf_tick {
  double value;
  char label[24]; /* "" for a tick without a label */
} pf_tick;

#define PF_TICKS_MAX 128

/* Returns the smallest scale between round values that contains least..most (finite; > 0 if
 * logarithmic). Equal values get room around them. */
pf_scale pf_scale_fit(double least, double most, bool log);

/* Returns a linear scale whose ticks are whole numbers. */
pf_scale pf_scale_fit_whole(double least, double most);

double pf_scale_at(const pf_scale *scale, double value);

/* Lists ticks from least to most, ascending; returns their number. */
int32_t pf_scale_ticks(const pf_scale *scale, pf_tick ticks[PF_TICKS_MAX]);

#endif
