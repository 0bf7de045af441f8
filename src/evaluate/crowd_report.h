/* crowd_report.h - the report of all trials: tables, charts. */
#ifndef PATHFAN_EVALUATE_CROWD_REPORT_H
#define PATHFAN_EVALUATE_CROWD_REPORT_H

#include "evaluate/crowd_options.h"
#include "evaluate/crowd_trial.h"

typedef struct pathfan_trials_set {
  const pathfan_trials_options *options;
  pathfan_trial_ground grounds[PATHFAN_TRIAL_GROUNDS_MAX];
  int32_t ground_count;
  pathfan_trial
      *list; /* [Size: count] those that differ only in strategy and search are adjacent */
  int32_t count;
} pathfan_trials_set;

/* Writes the report; all trials must be measured. Errors: IO, NO_MEMORY. */
pathfan_status pathfan_trials_report(const pathfan_trials_set *set, pathfan_error *error);

#endif
