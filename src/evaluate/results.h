/* results.h - OUT/results.csv: a line for each map and method. */
#ifndef PATHFAN_EVALUATE_RESULTS_H
#define PATHFAN_EVALUATE_RESULTS_H

#include <stdio.h>

#include "evaluate/suite.h"

void pathfan_results_columns(FILE *stream);

/* Writes a map's lines, over its queries that have a path; measures are over those that got k. A
 * method without answers has no line. Errors: NO_MEMORY. */
pathfan_status pathfan_results_map(FILE *stream, const pathfan_map_entry *map,
                                   const pathfan_compared_methods *methods,
                                   const pathfan_map_result *result);

#endif
