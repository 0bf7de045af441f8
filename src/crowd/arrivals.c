/* arrivals.c - counts the agents that have come to their goals. */
#include "crowd/arrivals.h"

void pf_arrivals_add(pathfan_crowd *c, const pf_walker *w) {
  pf_stream *stream = &c->streams[w->flow];
  stream->arrived++;
  stream->travel += (double)(c->step + 1 - w->began);
  c->statistics.arrived++;
  pf_course_drop(&c->courses, w->course);
}
