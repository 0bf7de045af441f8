/* stage.h - the stage that a build is in: its name and duration, progress reports to the caller,
 * and whether the caller still wants the index.
 *
 *   pathfan_status status = pathfan_stage_begin(&stage, "order", count);
 *   status = pathfan_parallel_for(count, ..., pathfan_stage_go_on, &stage);
 *   if (status) return pathfan_stage_failed(&stage, status);
 *   pathfan_stage_end(&stage); */
#ifndef PATHFAN_BUILD_STAGE_H
#define PATHFAN_BUILD_STAGE_H

#include "pathfan/build.h"

typedef struct pathfan_stage {
  const pathfan_build_options *options; /* the build's: progress and cancellation callbacks */
  pathfan_build_report *report;         /* the build's: receives the times */
  pathfan_error *error;                 /* may be NULL */
  const char *name;                     /* static */
  int64_t total;
  double began, told; /* when the stage began; when the caller was last told and asked */
} pathfan_stage;

/* Begins a stage of `total` items. Errors: CANCELLED. */
pathfan_status pathfan_stage_begin(pathfan_stage *stage, const char *name, int64_t total);

/* A pathfan_done_function (base/parallel.h) for the stage's loops; the context is the stage. */
bool pathfan_stage_go_on(void *context, int64_t done);

/* Whether the caller still wants the index. */
bool pathfan_stage_is_wanted(const pathfan_stage *stage);

void pathfan_stage_end(pathfan_stage *stage);

/* Sets a message that names the stage, for a status that has none yet. OK stays OK. */
pathfan_status pathfan_stage_failed(const pathfan_stage *stage, pathfan_status status);

#endif
