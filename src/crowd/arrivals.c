/* arrivals.c - counts the agents that have come to their goals, and keeps when and where. */
#include "crowd/arrivals.h"

#include <assert.h>
#include <math.h>

#include "base/memory.h"

static bool is_kept(const pathfan_crowd *c) {
  return c->options.spawn != PATHFAN_CROWD_KEEP; /* without end */
}

pathfan_status pf_arrivals_expect(pathfan_crowd *c) {
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i < c->stream_count && is_kept(c) && !status; i++) {
    pf_stream *s = &c->streams[i];
    status = pf_grow(&s->arrivals, &s->arrival_capacity, s->started);
  }
  return status;
}

void pf_arrivals_add(pathfan_crowd *c, const pf_walker *w, double goes_at, int32_t place) {
  pf_stream *s = &c->streams[w->flow];
  const double unit = c->traffic ? c->options.step_seconds : 1, now = (double)(c->step + 1);
  s->arrived++;
  s->travel += (double)(c->step + 1 - w->began);
  c->statistics.arrived++;
  pf_course_drop(&c->courses, w->course);
  if (!is_kept(c)) return;
  assert(s->arrival_count < s->arrival_capacity);
  s->arrivals[s->arrival_count++] =
      (pathfan_crowd_arrival){.id = w->id,
                              .place = place,
                              .egress = now * unit,
                              .travel = (now - fmax((double)w->began, goes_at)) * unit};
}

int32_t pathfan_crowd_arrivals(const pathfan_crowd *c, int32_t flow,
                               pathfan_crowd_arrival *arrivals, int32_t capacity) {
  if (flow < 0 || flow >= c->stream_count) return 0;
  const pf_stream *s = &c->streams[flow];
  for (int32_t i = 0; i < s->arrival_count && i < capacity; i++) arrivals[i] = s->arrivals[i];
  return s->arrival_count;
}
