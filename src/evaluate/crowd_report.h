/* crowd_report.h - what all trials say: tables, charts. */
#ifndef PATHFAN_EVALUATE_CROWD_REPORT_H
#define PATHFAN_EVALUATE_CROWD_REPORT_H

#include "evaluate/crowd_options.h"
#include "evaluate/crowd_trial.h"

typedef struct pathfan_trials_set {
  const pathfan_trials_options *options;
  pathfan_trial_ground grounds[PATHFAN_TRIAL_GROUNDS_MAX];
  int32_t ground_count;
  pathfan_trial
      *list; /* [Size: count] those that differ in strategy and search alone side by side */
  int32_t count;
} pathfan_trials_set;

/* Of trials that are all measured. Errors: IO, NO_MEMORY. */
pathfan_status pathfan_trials_report(const pathfan_trials_set *set, pathfan_error *error);

#endif
