/* trace.h - tells who wants to know (pathfan_request.trace) what becomes of candidates; nothing is
 * done where nobody does.
 *
 *   if (pathfan_is_traced(task)) status = pathfan_trace_track(task, track, &told);
 */
#ifndef PATHFAN_QUERY_TRACE_H
#define PATHFAN_QUERY_TRACE_H

#include "built_with.h"
#include "task.h"

static inline bool pathfan_is_traced(const pathfan_task *task) {
  return PATHFAN_WITH_TRACE && task->request->trace;
}

void pathfan_trace_via(const pathfan_task *task, pathfan_fate fate, pathfan_fixed_point via);

/* A via node falls out before its path is made, TOO_LONG or NOT_TAUT: it is counted, and told of.
 */
static inline void pathfan_refuse_via(const pathfan_task *task, pathfan_fate fate,
                                      pathfan_fixed_point via) {
  pathfan_candidates *counts = &task->finding->candidates;
  if (fate == PATHFAN_FATE_TOO_LONG)
    counts->too_long++;
  else
    counts->not_taut++;
  if (pathfan_is_traced(task)) pathfan_trace_via(task, fate, via);
}

/* Of a track; told has all but its points and length. Errors: NO_MEMORY. */
pathfan_status pathfan_trace_track(const pathfan_task *task, const pathfan_track *track,
                                   pathfan_told *told);

/* A choice begins anew: as of pathfan_trace.forget, where it is traced. */
void pathfan_trace_forget(const pathfan_task *task, bool all);

#endif
