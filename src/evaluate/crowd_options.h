/* crowd_options.h - the options of trials of crowds, and their result. */
#ifndef PF_EVALUATE_CROWD_OPTIONS_H
#define PF_EVALUATE_CROWD_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "pathfan/build.h"

#define PF_TRIALS_MAPS_MAX 24

typedef struct pf_trials_options {
  const char *out;     /* the folder of results; made if it doesn't exist */
  const char *command; /* the command line, for the report; may be NULL */
  bool paper;          /* all strategies and searches in the paper's three environments */
  bool unseen; /* initial and alternatives on other maps, with three sizes of agents and two laws */
  const char *const *maps; /* [Size: map_count] for `unseen`, instead of maps made by seed */
  int32_t map_count;       /* 0..PF_TRIALS_MAPS_MAX */
  int32_t repeats;         /* seeds, >= 1 */
  int32_t jobs;            /* runs at once, >= 1; times are reliable with 1 only */
  int32_t agents;          /* of a run, >= 1 */
  uint64_t seed;           /* of maps, and of the first run */
  FILE *text;              /* gets the tables as text, too; may be NULL */
  pathfan_progress_function *progress; /* called with done and total runs; may be NULL */
  void *context;
} pf_trials_options;

typedef struct pf_trials_result {
  int32_t trials, reused; /* trials in all; those of an earlier run */
} pf_trials_result;

#endif
