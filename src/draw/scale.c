/* scale.c - steps are 1, 2 or 5 times a power of ten; logarithmic axes have a tick at each multiple
 * and labels at powers of ten, and also at 2 and 5 if the labels would be fewer than three. */
#include "draw/scale.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* About this many steps on a linear axis: fewer give little orientation, with more the labels
 * collide. */
#define STEPS_WANTED 6

/* Values this far beyond a tick, in steps, count as on it. */
#define SLACK 1e-9

/* The largest of 1, 2, 5 times a power of ten that is not above value * (1 + SLACK). */
static double round_down(double value) {
  const double power = pow(10, floor(log10(value) + SLACK));
  const double times = value / power * (1 + SLACK);
  return power * (times >= 5 ? 5 : times >= 2 ? 2 : 1);
}

static double round_up(double value) {
  const double power = pow(10, floor(log10(value) + SLACK));
  const double times = value / power * (1 - SLACK);
  return power * (times <= 1 ? 1 : times <= 2 ? 2 : times <= 5 ? 5 : 10);
}

static pf_scale fit_linear(double least, double most, double least_step) {
  pf_scale scale = {.least = least, .most = most, .to = 1};
  if (!(most > least)) {
    const double room = least != 0 ? fabs(least) / 2 : 1;
    scale.least -= room;
    scale.most += room;
  }
  scale.step = round_up((scale.most - scale.least) / STEPS_WANTED * (1 - 1e-6));
  if (scale.step < least_step) scale.step = least_step;
  scale.least = floor(scale.least / scale.step + SLACK) * scale.step;
  scale.most = ceil(scale.most / scale.step - SLACK) * scale.step;
  return scale;
}

pf_scale pf_scale_fit_whole(double least, double most) {
  return fit_linear(least, most, 1);
}

pf_scale pf_scale_fit(double least, double most, bool log) {
  if (!log) return fit_linear(least, most, 0);
  pf_scale scale = {.least = round_down(least), .most = round_up(most), .log = true, .to = 1};
  if (scale.most < scale.least * 10) scale.most = round_up(scale.least * 10);
  return scale;
}

double pf_scale_at(const pf_scale *scale, double value) {
  const double share = scale->log ? log(value / scale->least) / log(scale->most / scale->least)
                                  : (value - scale->least) / (scale->most - scale->least);
  return scale->from + share * (scale->to - scale->from);
}

/* Writes a label: 0.05, 20, 3,000, with thousands separated. */
static void name_value(double value, char label[24]) {
  char digits[24];
  if (fabs(value) < 1000 || fabs(value) >= 1e9) {
    snprintf(label, 24, "%.6g", value == 0 ? 0 : value);
    return;
  }
  snprintf(digits, sizeof digits, "%.0f", value);
  const size_t length = strlen(digits);
  size_t to = 0;
  for (size_t i = 0; i < length && to < 22; i++) {
    const size_t left = length - i;
    if (i && left % 3 == 0 && digits[i - 1] != '-') label[to++] = ',';
    label[to++] = digits[i];
  }
  label[to] = 0;
}

static int32_t log_ticks(const pf_scale *scale, pf_tick *ticks) {
  const double decades = log10(scale->most / scale->least);
  const bool between = decades < 2 - SLACK; /* labels for 2 and 5 as well */
  int32_t count = 0;
  double power = pow(10, floor(log10(scale->least) + SLACK));
  for (; power <= scale->most * (1 + SLACK); power *= 10)
    for (int times = 1; times < 10 && count < PF_TICKS_MAX; times++) {
      const double value = power * times;
      if (value < scale->least * (1 - SLACK) || value > scale->most * (1 + SLACK)) continue;
      ticks[count].value = value;
      ticks[count].label[0] = 0;
      if (times == 1 || (between && (times == 2 || times == 5)))
        name_value(value, ticks[count].label);
      count++;
    }
  return count;
}

int32_t pf_scale_ticks(const pf_scale *scale, pf_tick ticks[PF_TICKS_MAX]) {
  if (scale->log) return log_ticks(scale, ticks);
  const double step = scale->step;
  const int64_t first = llround(ceil(scale->least / step - SLACK));
  const int64_t last = llround(floor(scale->most / step + SLACK));
  int32_t count = 0;
  for (int64_t i = first; i <= last && count < PF_TICKS_MAX; i++, count++) {
    ticks[count].value = (double)i * step;
    name_value(ticks[count].value, ticks[count].label);
  }
  return count;
}
