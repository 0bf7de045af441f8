/* evaluate.h - every method over a folder of maps with scenarios, and a report.
 *
 *   pathfan_evaluate_options_init(&options);
 *   options.maps = "movingai";
 *   options.out = "results";
 *   status = pathfan_evaluate(&options, &result, &error);
 *
 * Maps are NAME.map with NAME.map.scen beside them, in the folder itself or in the
 * folders in it, which are the suites. Each map's figures go to a file of their own
 * as soon as they are there; a map whose file is there is not run again. What the
 * report says is read back from those files: docs/algorithms/evaluate.md has all
 * columns. */
#ifndef PATHFAN_EVALUATE_EVALUATE_H
#define PATHFAN_EVALUATE_EVALUATE_H

#include "evaluate/options.h"
#include "pathfan/status.h"

/* The defaults. */
void pathfan_evaluate_options_init(pathfan_evaluate_options *options);

/* Runs what is missing and writes the report. Bad maps and scenario lines are told by
 * complain and counted; the others go on.
 * Errors: IO, NO_MEMORY, ARGUMENT (also: results in OUT were made with other
 * settings, or by another program). */
pathfan_status pathfan_evaluate(const pathfan_evaluate_options *options,
                                pathfan_evaluate_result *result, pathfan_error *error);

#endif
