/* crowd_trials.h - the paper's experiment with crowds, and a test of the claim that strategy
 * alternatives beats the paper's best one, `initial`: pairs of runs that differ only in the
 * strategy.
 *
 *   pf_trials_options options = {.out = "crowds", .paper = true, .repeats = 10, ...};
 *   status = pf_trials(&options, &result, &error);
 *
 * OUT/runs.csv gets a line for each run as soon as it is over; runs that have a line aren't
 * repeated. Then report.md, report.html, summary.csv and charts are written. docs/crowd.md says
 * what is compared. */
#ifndef PF_EVALUATE_CROWD_TRIALS_H
#define PF_EVALUATE_CROWD_TRIALS_H

#include "evaluate/crowd_options.h"
#include "pathfan/status.h"

/* Runs the trials that are missing, and writes the report. Errors: IO, NO_MEMORY, ARGUMENT, LIMIT,
 * and MALFORMED for a map or for OUT/runs.csv. */
pathfan_status pf_trials(const pf_trials_options *options, pf_trials_result *result,
                         pathfan_error *error);

#endif
