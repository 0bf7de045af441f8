/* plans.c - turns the cells of a path into a course.
 *
 * By Weidmann's law the path is pulled taut, as far as that costs nothing at the densities that it
 * was found by: so ways don't depend on how small cells are. */
#include "crowd/plans.h"

#include <math.h>

#include "base/memory.h"
#include "crowd/closures.h"

/* The cost of a straight walk, by samples. */
static double cost_of(const pathfan_crowd *c, pathfan_point a, pathfan_point b,
                      const double *factor) {
  const double length = hypot(b.x - a.x, b.y - a.y);
  const int32_t count = 1 + (int32_t)(4 * length / c->options.patch);
  double sum = 0;
  for (int32_t i = 0; i < count; i++) {
    const double t = (i + 0.5) / count;
    const int32_t cell =
        pf_cells_at(&c->cells, (pathfan_point){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)});
    sum += cell >= 0 ? factor[cell] : 1;
  }
  return sum / count * length;
}

/* Leaves out points [Size: count] of a path where the straight walk is free and costs no more. */
static int32_t pull(const pathfan_crowd *c, pathfan_point *points, int32_t count,
                    const double *factor) {
  int32_t kept = 1;
  for (int32_t i = 0; i + 1 < count;) {
    int32_t next = i + 1;
    double by_points = cost_of(c, points[i], points[next], factor);
    const pathfan_point from = points[kept - 1];
    while (next + 1 < count) {
      by_points += cost_of(c, points[next], points[next + 1], factor);
      if (!pf_floor_is_open(&c->floor, from, points[next + 1]) ||
          !pf_closures_let(c, from, points[next + 1]) ||
          cost_of(c, from, points[next + 1], factor) > by_points * (1 + 1e-9))
        break;
      next++;
    }
    points[kept++] = points[next];
    i = next;
  }
  return kept;
}

static pathfan_status find(pathfan_crowd *c, int32_t flow, int32_t square, const double *factor,
                           int32_t *course) {
  const pf_goal *goal = &c->goals[flow];
  *course = -1;
  c->statistics.searches++;
  pathfan_status status = pf_router_find(&c->router, &c->links, c->cells.square_count, factor,
                                         square, goal, c->options.search);
  if (status || !isfinite(c->router.result)) return status;
  int32_t count = c->router.way_count;
  status = pf_grow(&c->points, &c->point_capacity, (int64_t)count + 1);
  if (status) return status;
  for (int32_t i = 0; i < count; i++)
    c->points[i] = pf_cell_centre(&c->cells.list[c->router.way[i]]);
  c->points[count] = goal->at[c->router.goal];
  count = c->traffic ? pull(c, c->points, count + 1, factor) : count + 1;
  status = pf_course_make(&c->courses, &c->cells, c->points, count, course);
  if (!status) c->courses.list[*course].place = goal->place[c->router.goal];
  return status;
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

static bool is_seen(const pathfan_crowd *c, pathfan_point at, int32_t square) {
  const pathfan_point centre = pf_cell_centre(&c->cells.list[square]);
  return pf_floor_is_open(&c->floor, at, centre) && pf_closures_let(c, at, centre);
}

int32_t pf_plan_square(const pathfan_crowd *c, pathfan_point at) {
  const int32_t own = pf_cells_at(&c->cells, at);
  int32_t best = -1;
  double least = INFINITY;
  if (own >= 0 && own < c->cells.square_count) {
    if (is_seen(c, at, own)) return own;
    for (int32_t i = c->links.first[own]; i < c->links.first[own + 1]; i++)
      if (is_seen(c, at, c->links.list[i].to)) return c->links.list[i].to;
  }
  for (int32_t v = 0; v < c->cells.square_count; v++) {
    const pathfan_point centre = pf_cell_centre(&c->cells.list[v]);
    const double far = hypot(centre.x - at.x, centre.y - at.y);
    if (far >= least || !is_seen(c, at, v)) continue;
    least = far;
    best = v;
  }
  return best;
}
