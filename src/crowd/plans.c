/* plans.c - turns the cells of a path into a course. */
#include "crowd/plans.h"

#include <math.h>

#include "base/memory.h"

static pathfan_status find(pathfan_crowd *c, int32_t flow, int32_t square, const double *factor,
                           int32_t *course) {
  const pf_goal *goal = &c->goals[flow];
  *course = -1;
  c->statistics.searches++;
  pathfan_status status = pf_router_find(&c->router, &c->links, c->cells.square_count, factor,
                                         square, goal, c->options.search);
  if (status || !isfinite(c->router.result)) return status;
  const int32_t count = c->router.way_count;
  status = pf_grow(&c->points, &c->point_capacity, (int64_t)count + 1);
  if (status) return status;
  for (int32_t i = 0; i < count; i++)
    c->points[i] = pf_cell_centre(&c->cells.list[c->router.way[i]]);
  c->points[count] = goal->at[c->router.goal];
  return pf_course_make(&c->courses, &c->cells, c->points, count + 1, course);
}

pathfan_status pf_plan_search(pathfan_crowd *c, int32_t flow, int32_t square, int32_t *course) {
  return find(c, flow, square, c->density.factor, course);
}

pathfan_status pf_plan_shortest(pathfan_crowd *c, int32_t flow, int32_t square, int32_t *course) {
  int32_t *kept = &c->streams[flow].courses[square];
  pathfan_status status = PATHFAN_OK;
  if (!*kept) {
    status = find(c, flow, square, c->ones, course);
    if (!status) *kept = *course < 0 ? -1 : *course + 1;
  }
  *course = *kept > 0 ? *kept - 1 : -1;
  return status;
}
