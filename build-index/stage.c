/* stage.c - tells and asks the caller at most ten times a second, however often a stage calls. */
#include "stage.h"

#include "base/clock.h"
#include "base/status.h"

#define TELL_SECONDS 0.1

bool pathfan_stage_is_wanted(const pathfan_stage *stage) {
  const pathfan_build_options *o = stage->options;
  return !o->is_cancelled || !o->is_cancelled(o->progress_context);
}

pathfan_status pathfan_stage_begin(pathfan_stage *stage, const char *name, int64_t total) {
  stage->name = name;
  stage->total = total;
  stage->began = stage->told = pathfan_seconds();
  return pathfan_stage_is_wanted(stage) ? PATHFAN_OK : PATHFAN_ERR_CANCELLED;
}

static void tell(const pathfan_stage *stage, int64_t done) {
  const pathfan_build_options *o = stage->options;
  if (o->progress) o->progress(o->progress_context, stage->name, done, stage->total);
}

bool pathfan_stage_go_on(void *context, int64_t done) {
  pathfan_stage *stage = context;
  const double now = pathfan_seconds();
  if (now - stage->told < TELL_SECONDS) return true;
  stage->told = now;
  if (done < stage->total) tell(stage, done); /* pathfan_stage_end reports the end */
  return pathfan_stage_is_wanted(stage);
}

void pathfan_stage_end(pathfan_stage *stage) {
  pathfan_build_report *r = stage->report;
  tell(stage, stage->total);
  if (r->stage_count < (int32_t)(sizeof r->stages / sizeof r->stages[0]))
    r->stages[r->stage_count++] =
        (pathfan_stage_time){.name = stage->name, .wall_seconds = pathfan_seconds() - stage->began};
}

pathfan_status pathfan_stage_failed(const pathfan_stage *stage, pathfan_status status) {
  if (status == PATHFAN_ERR_NO_MEMORY)
    return pathfan_fail(stage->error, status, "out of memory in stage %s", stage->name);
  if (status)
    return pathfan_fail(stage->error, status, "stage %s: %s", stage->name,
                        pathfan_status_text(status));
  return PATHFAN_OK;
}
