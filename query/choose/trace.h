/* trace.h - reports to a request's trace (pathfan_request.trace), if it has one, what happened to
 * candidates: of each once, when the answer is known (choose.c). */
#ifndef PF_QUERY_CHOOSE_TRACE_H
#define PF_QUERY_CHOOSE_TRACE_H

#include <assert.h>

#include "query/open/built_with.h"
#include "query/paths/task.h"

static inline bool pf_is_traced(const pf_task *task) {
  return PATHFAN_WITH_TRACE && task->request->trace;
}

/* Keeps a via node that is refused until all candidates are reported. */
void pf_trace_keep_refused(const pf_task *task, pathfan_fate fate, pf_fixed_point via);

/* Counts and reports a via node that is refused before its path is made: TOO_LONG or NOT_TAUT. */
static inline void pf_refuse_via(const pf_task *task, pathfan_fate fate, pf_fixed_point via) {
  pathfan_candidates *counts = &task->finding->candidates;
  assert(fate == PATHFAN_FATE_TOO_LONG || fate == PATHFAN_FATE_NOT_TAUT);
  if (fate == PATHFAN_FATE_TOO_LONG)
    counts->too_long++;
  else
    counts->not_taut++;
  if (pf_is_traced(task)) pf_trace_keep_refused(task, fate, via);
}

/* Begins to count via nodes that are refused: all are evaluated, perhaps again. */
static inline void pf_refuse_anew(const pf_task *task) {
  task->finding->candidates = (pathfan_candidates){0};
  task->refused->count = 0;
  task->refused->status = PATHFAN_OK;
}

/* Tells of the via nodes that were refused. Errors: NO_MEMORY. */
pathfan_status pf_trace_refused(const pf_task *task);

/* Tells of a track; `told` has everything but points and length. Errors: NO_MEMORY. */
pathfan_status pf_trace_track(const pf_task *task, const pf_track *track,
                              pathfan_trace_event *told);

#endif
