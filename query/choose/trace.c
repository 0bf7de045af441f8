/* trace.c - reports in map units what happened to candidates. Their points are in the memory where
 * an objective's callback gets its candidates: one at a time, and before there is an answer. */
#include "trace.h"

#include <assert.h>

#include "base/memory.h"

const char *pathfan_fate_name(pathfan_fate fate) {
  static const char *const names[] = {"chosen",   "too_long",   "not_taut", "too_similar",
                                      "too_near", "not_simple", "unfit",    "entering",
                                      "known",    "looping"};
  return (unsigned)fate <= PATHFAN_FATE_LOOPING ? names[fate] : "unknown";
}

static void tell(const pf_task *task, const pathfan_trace_event *told) {
  const pathfan_trace *trace = task->request->trace;
  assert(pf_is_traced(task));
  if (trace->tell) trace->tell(trace->context, told);
}

void pf_trace_keep_refused(const pf_task *task, pathfan_fate fate, pf_fixed_point via) {
  pf_refused_vias *r = task->refused;
  const pathfan_status status = pf_grow(&r->list, &r->capacity, (int64_t)r->count + 1);
  if (status)
    r->status = status;
  else
    r->list[r->count++] = (pf_refused_via){fate, via};
}

pathfan_status pf_trace_refused(const pf_task *task) {
  const pf_refused_vias *r = task->refused;
  for (int32_t i = 0; i < r->count; i++)
    tell(task, &(pathfan_trace_event){.fate = r->list[i].fate,
                                      .has_via = true,
                                      .via = pf_point_at(task->scene.space, r->list[i].at),
                                      .rival = -1});
  return r->status;
}

pathfan_status pf_trace_track(const pf_task *task, const pf_track *track,
                              pathfan_trace_event *told) {
  pf_answer_buffers *buffers = task->buffers;
  assert(!told->points && track->count);
  const pathfan_status status = pf_grow(&buffers->points, &buffers->point_capacity, track->count);
  if (status) return status;
  pf_show_track(&task->scene, track, buffers->points);
  told->points = buffers->points;
  told->point_count = track->count;
  told->length = track->length / task->scene.space->frame.scale;
  tell(task, told);
  return PATHFAN_OK;
}
