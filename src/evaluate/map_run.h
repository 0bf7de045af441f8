/* map_run.h - one map: its index, all methods at all queries, the baselines. */
#ifndef PATHFAN_EVALUATE_MAP_RUN_H
#define PATHFAN_EVALUATE_MAP_RUN_H

#include "evaluate/map_file.h"

typedef struct pathfan_map_job {
  const pathfan_evaluate_options *options;
  const pathfan_compared_methods *methods;
  const pathfan_map_entry *map;
  const char *index_path; /* where the index goes; the caller removes it */
  /* How far it is, 0..1, and a sentence about a bad scenario line; from this thread. */
  void (*progress)(void *context, double share);
  void (*complain)(void *context, const char *sentence);
  void *context;
} pathfan_map_job;

/* Runs a map; free result in any case. Bad lines of the scenario are told and counted.
 * Errors: all of the libraries'; error names what is wrong. */
pathfan_status pathfan_map_run(const pathfan_map_job *job, pathfan_map_result *result,
                               pathfan_error *error);

#endif
