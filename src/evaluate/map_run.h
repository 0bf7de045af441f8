/* map_run.h - runs one map: its index, all methods on all queries, the baselines. */
#ifndef PF_EVALUATE_MAP_RUN_H
#define PF_EVALUATE_MAP_RUN_H

#include "evaluate/map_file.h"

typedef struct pf_map_job {
  const pf_evaluate_options *options;
  const pf_compared_methods *methods;
  const pf_map_entry *map;
  const char *index_path; /* path of the index; the caller removes it */
  /* Get the share done, 0..1, and a sentence about a bad scenario line; called on this thread. */
  void (*progress)(void *context, double share);
  void (*complain)(void *context, const char *sentence);
  void *context;
} pf_map_job;

/* Runs a map; free result in any case. Bad lines of the scenario are reported and counted. Errors:
 * all of the libraries'; error names the cause. */
pathfan_status pf_map_run(const pf_map_job *job, pf_map_result *result, pathfan_error *error);

#endif
