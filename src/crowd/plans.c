/* plans.c - turns the cells of a path into a course.
 *
 * By Weidmann's law the path is pulled taut, as far as that costs nothing at the densities that it
 * was found by: so ways don't depend on how small cells are. */
#include "crowd/plans.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

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

/* Leaves out points [Size: count] of a path where the straight walk is free and costs no more.
 * ways: from each of them. */
static int32_t pull(const pathfan_crowd *c, pathfan_point *points, int32_t *ways, int32_t count,
                    const double *factor) {
  int32_t kept = 1;
  const bool is_shortest = factor == c->ones; /* straight walks are never longer */
  for (int32_t i = 0; i + 1 < count;) {
    int32_t next = i + 1;
    ways[kept - 1] = ways[i];
    if (ways[i] >= 0) { /* over a link */
      points[kept++] = points[next];
      i = next;
      continue;
    }
    double by_points = is_shortest ? 0 : cost_of(c, points[i], points[next], factor);
    const pathfan_point from = points[kept - 1];
    while (next + 1 < count && ways[next] < 0) {
      if (!is_shortest) by_points += cost_of(c, points[next], points[next + 1], factor);
      if (!pf_floor_is_open(&c->floor, from, points[next + 1]) ||
          !pf_closures_let(c, from, points[next + 1]) ||
          (!is_shortest && cost_of(c, from, points[next + 1], factor) > by_points * (1 + 1e-9)))
        break;
      next++;
    }
    points[kept++] = points[next];
    i = next;
  }
  return kept;
}

static void put(pathfan_crowd *c, int32_t *count, pathfan_point at, int32_t way) {
  c->points[*count] = at;
  c->ways[(*count)++] = way;
}

/* Makes the course through squares (router.way) to the goal of the last one. */
static pathfan_status lay(pathfan_crowd *c, int32_t flow, const int32_t *way, int32_t count,
                          int32_t number, const double *factor, int32_t *course) {
  const pf_goal *goal = &c->goals[flow];
  const bool has_links = c->graph.links && c->graph.links->count;
  pathfan_status status = pf_grow(&c->points, &c->point_capacity, 3 * (int64_t)count + 1);
  if (!status) status = pf_grow(&c->ways, &c->way_capacity, 3 * (int64_t)count + 1);
  if (status) return status;
  int32_t n = 0;
  for (int32_t i = 0; i < count; i++) {
    put(c, &n, pf_cell_centre(&c->cells.list[way[i]]), -1);
    if (!has_links || i + 1 == count) continue;
    const pf_cell_edge *e =
        pf_router_edge(&c->graph, factor == c->ones ? NULL : factor, way[i], way[i + 1]);
    if (e->way < 0) continue;
    put(c, &n, pf_way_from(c->graph.links, e->way), e->way);
    put(c, &n, pf_way_to(c->graph.links, e->way), -1);
  }
  put(c, &n, goal->at[number], -1);
  if (c->traffic) n = pull(c, c->points, c->ways, n, factor);
  status = pf_course_make(&c->courses, &c->cells, c->points, c->ways, n, course);
  if (!status) c->courses.list[*course].place = goal->place[number];
  return status;
}

static pathfan_status find(pathfan_crowd *c, int32_t flow, int32_t square, const double *factor,
                           int32_t *course) {
  const pf_goal *goal = &c->goals[flow];
  *course = -1;
  c->statistics.searches++;
  const pathfan_status status = pf_router_find(&c->router, &c->graph, c->cells.square_count, factor,
                                               square, goal, c->options.search);
  if (status || !isfinite(c->router.result)) return status;
  return lay(c, flow, c->router.way, c->router.way_count, c->router.goal, factor, course);
}

/* Finds the shortest path by the tree of all of them, which is made once. */
static pathfan_status climb(pathfan_crowd *c, int32_t flow, int32_t square, int32_t *course) {
  pf_stream *s = &c->streams[flow];
  const int32_t squares = c->cells.square_count;
  pathfan_status status = PATHFAN_OK;
  *course = -1;
  if (!s->next) {
    s->next = pf_alloc((uint64_t)squares, sizeof *s->next);
    if (!s->next) return PATHFAN_ERR_NO_MEMORY;
    c->statistics.searches++;
    status = pf_router_tree(&c->router, &c->graph, squares, &c->goals[flow], s->next);
    if (status) return status;
  }
  if (s->next[square] < 0) return PATHFAN_OK;
  int32_t count = 1;
  c->router.way[0] = square;
  for (int32_t v = square; s->next[v] != v; count++) {
    assert(count < squares);
    c->router.way[count] = v = s->next[v];
  }
  const int32_t number = c->goals[flow].number[c->router.way[count - 1]];
  return lay(c, flow, c->router.way, count, number, c->ones, course);
}

pathfan_status pf_plan_search(pathfan_crowd *c, int32_t flow, int32_t square, int32_t *course) {
  return find(c, flow, square, c->density.factor, course);
}

pathfan_status pf_plan_shortest(pathfan_crowd *c, int32_t flow, int32_t square, int32_t *course) {
  int32_t *kept = &c->streams[flow].courses[square];
  pathfan_status status = PATHFAN_OK;
  if (!*kept) {
    status = c->traffic ? climb(c, flow, square, course) : find(c, flow, square, c->ones, course);
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
    for (int32_t i = c->graph.first[own]; i < c->graph.first[own + 1]; i++)
      if (is_seen(c, at, c->graph.list[i].to)) return c->graph.list[i].to;
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
