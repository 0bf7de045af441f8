/* stage.h - the stage that a build is in: its name and duration, progress reports to the caller,
 * and whether the caller still wants the index.
 *
 * Folder run/ holds what all stages share. In: options and callbacks of the caller
 * (build_options.h, describe.h). Between the stages: results by kind and number (results.h), found
 * in batches (batches.h) by threads or by a group of processes (processes.h); large arrays
 * (spill.h); the numbers of a vertex (numbering.h). Out: progress, times, and failures with a
 * message.
 *
 *   pathfan_status status = pf_stage_begin(&stage, "order", count);
 *   if (status) return status;
 *   status = pf_parallel_for(count, ..., &limits);   with {pf_stage_go_on, &stage}
 *   return pf_stage_done(&stage, status); */
#ifndef PF_BUILD_INDEX_RUN_STAGE_H
#define PF_BUILD_INDEX_RUN_STAGE_H

#include "pathfan/build.h"

typedef struct pf_stage {
  const pathfan_build_options *options; /* the build's: progress and cancellation callbacks */
  pathfan_build_report *report;         /* the build's: receives the times */
  pathfan_error *error;                 /* may be NULL */
  const char *name;                     /* static */
  int64_t total;
  double began, told; /* when the stage began; when the caller was last told and asked */
} pf_stage;

/* Begins a stage of `total` items; stage.c lists the names. Errors: CANCELLED. */
pathfan_status pf_stage_begin(pf_stage *stage, const char *name, int64_t total);

/* A pf_done_function (base/limits.h) for the stage's loops; the context is the stage. */
bool pf_stage_go_on(void *context, int64_t done);

/* Whether the caller still wants the index. */
bool pf_stage_is_wanted(const pf_stage *stage);

void pf_stage_end(pf_stage *stage);

/* Sets a message that names the stage, for a status that has none yet. OK stays OK. */
pathfan_status pf_stage_failed(const pf_stage *stage, pathfan_status status);

/* Ends a stage if its status is OK, else does the same as pf_stage_failed. Returns the status. */
pathfan_status pf_stage_done(pf_stage *stage, pathfan_status status);

/* Returns the share of a build that is done, 0..1, when `done` of `total` in a stage are, as known
 * from other builds with the usual options: it rises from stage to stage. 0: the stage is unknown,
 * or has nothing to do. */
double pf_stage_share(const char *stage, int64_t done, int64_t total);

#endif
