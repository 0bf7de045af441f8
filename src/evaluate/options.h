/* options.h - the options of an evaluation, and its result. */
#ifndef PF_EVALUATE_OPTIONS_H
#define PF_EVALUATE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "pathfan/build.h"

typedef struct pf_evaluate_options {
  const char *maps;      /* the folder of maps */
  const char *out;       /* the folder of results; made if it doesn't exist */
  const char *command;   /* the command line, for the report; may be NULL */
  const char *per_query; /* CSV of a line for each query and method; NULL: none */
  int32_t tables;        /* of the indexes, 1..8; default 3 */
  int32_t threads;       /* maps run at once, >= 1; default: processors online */
  int32_t sample;        /* one line of each scenario in so many, from the first; default 1 */
  int32_t paths_sample;  /* of those, one in so many is also run with k = 2, 4, 5; default 20 */
  int32_t passes;        /* of the quick methods, 1..100; default 2 */
  bool times; /* whether to time; the default. Without times, equal evaluations give equal bytes */
  bool keep_indexes; /* as OUT/index/SUITE.NAME.pathfan; default: removed */

  /* Called with done and total work, on one thread at a time; may be NULL. */
  pathfan_progress_function *progress;
  /* Gets a sentence about a map, scenario or line that could not be used; one thread at a time; may
   * be NULL. */
  void (*complain)(void *context, const char *sentence);
  void *context; /* of both */
} pf_evaluate_options;

typedef struct pf_evaluate_result {
  int32_t maps;          /* with results */
  int32_t reused;        /* of these, from an earlier run */
  int32_t failed;        /* maps left out because of their content */
  int64_t queries;       /* evaluated */
  int64_t flaws;         /* malformed lines of scenarios */
  int32_t without_lines; /* maps without a scenario beside them */
} pf_evaluate_result;

#endif
