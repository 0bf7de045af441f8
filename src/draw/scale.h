/* scale.h - an axis: the positions of values, and the ticks.
 *
 *   pathfan_scale scale = pathfan_scale_fit(least, most, true);
 *   scale.from = 300; scale.to = 20;              pixels of its two ends
 *   y = pathfan_scale_at(&scale, value);
 *   count = pathfan_scale_ticks(&scale, ticks); */
#ifndef PATHFAN_DRAW_SCALE_H
#define PATHFAN_DRAW_SCALE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct pathfan_scale {
  double least, most; /* values at the two ends; least < most */
  bool log;
  double step;     /* between ticks; 0 when logarithmic */
  double from, to; /* pixels of least and of most */
} pathfan_scale;

typedef struct pathfan_tick {
  double value;
  char label[24]; /* "" for a tick without a label */
} pathfan_tick;

#define PATHFAN_TICKS_MAX 128

/* Returns the smallest scale between round values that contains least..most (finite; > 0 if
 * logarithmic). Equal values get room around them. */
pathfan_scale pathfan_scale_fit(double least, double most, bool log);

/* Returns a linear scale whose ticks are whole numbers. */
pathfan_scale pathfan_scale_fit_whole(double least, double most);

double pathfan_scale_at(const pathfan_scale *scale, double value);

/* Lists ticks from least to most, ascending; returns their number. */
int32_t pathfan_scale_ticks(const pathfan_scale *scale, pathfan_tick ticks[PATHFAN_TICKS_MAX]);

#endif
