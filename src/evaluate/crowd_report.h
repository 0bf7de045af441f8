/* crowd_report.h - the report of all trials: tables, charts. */
#ifndef PF_EVALUATE_CROWD_REPORT_H
#define PF_EVALUATE_CROWD_REPORT_H

#include "evaluate/crowd_options.h"
#include "evaluate/crowd_trial.h"

typedef struct pf_trials_set {
  const pf_trials_options *options;
  pf_trial_ground grounds[PF_TRIAL_GROUNDS_MAX];
  int32_t ground_count;
  pf_trial *list; /* [Size: count] those that differ only in strategy and search are adjacent */
  int32_t count;
} pf_trials_set;

/* Writes the report; all trials must be measured. Errors: IO, NO_MEMORY. */
pathfan_status pf_trials_report(const pf_trials_set *set, pathfan_error *error);

#endif
