/* results.h - OUT/results.csv: a line for each map and method; and a table with a line for each
 * query and method. */
#ifndef PF_EVALUATE_RESULTS_H
#define PF_EVALUATE_RESULTS_H

#include <stdio.h>

#include "evaluate/suite.h"

void pf_results_columns(FILE *stream);

/* Writes a map's lines, over its queries that have a path; measures are over those that got k. A
 * method without answers has no line. Errors: NO_MEMORY. */
pathfan_status pf_results_map(FILE *stream, const pf_map_entry *map,
                              const pf_compared_methods *methods, const pf_map_result *result);

/* The other table: queries without a path, too (shortest is empty); measures if k were found. */
void pf_results_query_columns(FILE *stream);
void pf_results_queries(FILE *stream, const pf_map_entry *map, const pf_compared_methods *methods,
                        const pf_map_result *result);

#endif
