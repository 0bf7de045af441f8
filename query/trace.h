/* trace.h - tells a request's trace (pathfan_request.trace), if it has one, what becomes of
 * candidates.
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

/* Counts and tells of a via node that is refused before its path is made: TOO_LONG or NOT_TAUT. */
static inline void pathfan_refuse_via(const pathfan_task *task, pathfan_fate fate,
                                      pathfan_fixed_point via) {
  pathfan_candidates *counts = &task->finding->candidates;
  if (fate == PATHFAN_FATE_TOO_LONG)
    counts->too_long++;
  else
    counts->not_taut++;
  if (pathfan_is_traced(task)) pathfan_trace_via(task, fate, via);
}

/* Tells of a track; `told` has everything but points and length. Errors: NO_MEMORY. */
pathfan_status pathfan_trace_track(const pathfan_task *task, const pathfan_track *track,
                                   pathfan_told *told);

/* Tells that a choice begins anew, as pathfan_trace.forget; the request must have a trace. */
void pathfan_trace_forget(const pathfan_task *task, bool all);

#endif
