/* options.h - what an evaluation is told, and what it says at its end. */
#ifndef PATHFAN_EVALUATE_OPTIONS_H
#define PATHFAN_EVALUATE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "pathfan/build.h"

typedef struct pathfan_evaluate_options {
  const char *maps;     /* the folder of maps */
  const char *out;      /* the folder of results; made if it isn't there */
  const char *command;  /* the command line, for the report; may be NULL */
  int32_t tables;       /* of the indexes, 1..8; default 3 */
  int32_t threads;      /* maps at the same time, >= 1; default: processors online */
  int32_t sample;       /* every so manieth line of each scenario, from the first; default 1 */
  int32_t paths_sample; /* of those, every so manieth also with k = 2, 4, 5; default 20 */
  int32_t passes;       /* of the quick methods, 1..100; default 2 */
  bool times;           /* default; without them equal evaluations give equal bytes */
  bool keep_indexes;    /* as OUT/index/SUITE.NAME.pathfan; default: removed */

  /* done of total, in units of work; called from one thread at a time; may be NULL. */
  pathfan_progress_function *progress;
  /* A sentence about a map, scenario or line that could not be used; one thread at a
   * time; may be NULL. */
  void (*complain)(void *context, const char *sentence);
  void *context; /* of both */
} pathfan_evaluate_options;

typedef struct pathfan_evaluate_result {
  int32_t maps;          /* with results */
  int32_t reused;        /* of them, from an earlier run */
  int32_t failed;        /* maps left out because of their content */
  int64_t queries;       /* evaluated */
  int64_t flaws;         /* malformed lines of scenarios */
  int32_t without_lines; /* maps without a scenario beside them */
} pathfan_evaluate_result;

#endif
