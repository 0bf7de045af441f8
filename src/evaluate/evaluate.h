/* evaluate.h - runs every method over a folder of maps with scenarios, and writes a report.
 *
 *   pf_evaluate_options_init(&options);
 *   options.maps = "movingai";
 *   options.out = "results";
 *   status = pf_evaluate(&options, &result, &error);
 *
 * Maps are NAME.map with NAME.map.scen beside them, in the folder itself or in its subfolders,
 * which are the suites. Each map's figures go to a file of their own as soon as they are known; a
 * map that has such a file is not run again. The report is made from those files:
 * docs/algorithms/evaluate.md describes all columns. */
#ifndef PF_EVALUATE_EVALUATE_H
#define PF_EVALUATE_EVALUATE_H

#include "evaluate/options.h"
#include "pathfan/status.h"

/* Sets the defaults. */
void pf_evaluate_options_init(pf_evaluate_options *options);

/* Runs the maps that are missing and writes the report. Bad maps and scenario lines are reported by
 * complain and counted; the others go on. Errors: IO, NO_MEMORY, ARGUMENT (also: results in OUT
 * were made with other settings, or by another program). */
pathfan_status pf_evaluate(const pf_evaluate_options *options, pf_evaluate_result *result,
                           pathfan_error *error);

#endif
