/* start.c - where and when agents start.
 *
 * Agents of a polygon start anywhere in its free squares with the same chance; those of a point at
 * it, or within `spread` of it as far as that is seen. Each gets the shortest path from its cell,
 * found once and without regard to density (paper, section 3); the strategy may let it choose
 * another at once. */
#include "crowd/start.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "crowd/closures.h"
#include "crowd/draws.h"
#include "crowd/march.h"
#include "crowd/plans.h"
#include "crowd/spots.h"
#include "crowd/strategy.h"

#define TRIES 4096       /* to draw a random place, before the middle of a cell is taken */
#define LEAST_SHARE 1e-6 /* of a square in the polygon: less may be due to rounding */

/* ---- Making ---- */

static pathfan_status copy_place(pathfan_crowd_place *copy, const pathfan_crowd_place *place) {
  pathfan_point *corners = pf_alloc((uint64_t)place->corner_count, sizeof *corners);
  if (!corners) return PATHFAN_ERR_NO_MEMORY;
  memcpy(corners, place->corners, (size_t)place->corner_count * sizeof *corners);
  *copy = (pathfan_crowd_place){corners, place->corner_count};
  return PATHFAN_OK;
}

static pathfan_status copy_flow(pf_stream *s, const pathfan_crowd_flow *flow, int32_t squares,
                                const pathfan_crowd_options *o) {
  pathfan_status status = copy_place(&s->from, &flow->from);
  s->share = flow->share > 0 ? flow->share : 1;
  const pathfan_crowd_draw all = {.a = o->speed}, at_once = {.a = 0};
  s->speed = flow->speed ? *flow->speed : o->speeds ? *o->speeds : all;
  s->start_after = flow->start_after ? *flow->start_after
                   : o->start_after  ? *o->start_after
                                     : at_once;
  s->agents = flow->agents;
  s->courses = pf_alloc_zero((uint64_t)squares, sizeof *s->courses);
  s->to = pf_alloc_zero((uint64_t)flow->to_count, sizeof *s->to);
  if (!s->courses || !s->to) return PATHFAN_ERR_NO_MEMORY;
  for (; s->to_count < flow->to_count && !status; s->to_count++)
    status = copy_place(&s->to[s->to_count], &flow->to[s->to_count]);
  return status;
}

static void put_start(pf_stream *s, int32_t square, double area) {
  s->starts[s->start_count] = square;
  s->start_areas[s->start_count++] = area;
}

/* Finds the squares in which a flow starts. */
static pathfan_status find_starts(const pathfan_crowd *c, pf_stream *s) {
  if (c->traffic) return pf_spots_of(c, s);
  s->starts = pf_alloc((uint64_t)c->cells.square_count + 1, sizeof *s->starts);
  s->start_areas = pf_alloc((uint64_t)c->cells.square_count + 1, sizeof *s->start_areas);
  if (!s->starts || !s->start_areas) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t v = 0; v < c->cells.square_count && s->from.corner_count > 1; v++) {
    const pf_cell *cell = &c->cells.list[v];
    const double area = pf_place_area_in(&s->from, cell->x, cell->y, cell->width, cell->height);
    if (area > LEAST_SHARE * cell->width * cell->height) put_start(s, v, area);
  }
  if (s->start_count) return PATHFAN_OK;
  int32_t near;
  const pathfan_status status =
      pf_square_near(&c->floor, &c->cells, pf_place_middle(&s->from), &near);
  if (!status && near >= 0) put_start(s, near, 1);
  return status;
}

/* Explains why a place can't be left or reached: `what` names it. */
static pathfan_status refuse(const pathfan_crowd *c, const pathfan_crowd_place *place,
                             const char *what, pathfan_error *error) {
  const pathfan_point at = pf_place_middle(place);
  if (pf_cells_at(&c->cells, at) < 0)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "%s in a wall, or off the map, at %g,%g", what,
                   at.x, at.y);
  int depth = 0;
  while (1 << depth < c->cells.side) depth++;
  return pf_fail(
      error, PATHFAN_ERR_ARGUMENT,
      "%s in a wall at %g,%g, or in a corner that no cell sees, among those of depth %d%s", what,
      at.x, at.y, depth, depth < PF_CELLS_DEPTH_MOST ? ": a greater one may do" : "");
}

static pathfan_status make_stream(pathfan_crowd *c, int32_t number, bool *is_unreachable,
                                  pathfan_error *error) {
  const pathfan_crowd_flow *flow = &c->options.flows[number];
  pf_stream *s = &c->streams[number];
  int32_t blocked, course, kept = 0;
  char what[60];
  pathfan_status status = copy_flow(s, flow, c->cells.square_count, &c->options);
  if (!status)
    status = pf_goal_of(&c->goals[number], &c->floor, &c->cells, s->to, s->to_count, &blocked);
  if (!status) status = find_starts(c, s);
  if (status) return status;
  *is_unreachable = true;
  if (blocked >= 0) {
    (void)snprintf(what, sizeof what, "flow %d: goal %d lies", number, blocked);
    return refuse(c, &s->to[blocked], what, error);
  }
  if (!s->start_count) {
    (void)snprintf(what, sizeof what, "flow %d starts", number);
    return refuse(c, &s->from, what, error);
  }
  for (int32_t i = 0; i < s->start_count && !status; i++) {
    int32_t square = s->starts[i];
    if (c->traffic) {
      square = pf_plan_square(c, pf_spot_middle(c, s, i));
      if (square < 0) continue;
    }
    bool has_way = false; /* in the same part; the path itself is found when needed */
    for (int32_t g = 0; g < c->goals[number].count && !has_way; g++)
      has_way = c->graph.part[square] == c->graph.part[c->goals[number].cells[g]];
    if (!has_way) continue;
    s->start_areas[kept] = s->start_areas[i];
    s->starts[kept++] = s->starts[i];
  }
  s->start_count = kept;
  if (!kept) return pf_fail(error, PATHFAN_ERR_ARGUMENT, "flow %d has no way to its goal", number);
  *is_unreachable = false;
  if (c->traffic) return PATHFAN_OK;
  if (s->from.corner_count == 1) status = pf_plan_shortest(c, number, s->starts[0], &course);
  return status;
}

/* Gives flows without a number of agents their share of the total. */
static void share_out(pathfan_crowd *c) {
  double shares = 0, given = 0;
  int32_t told = 0;
  for (int32_t i = 0; i < c->stream_count; i++)
    if (!c->streams[i].agents) shares += c->streams[i].share;
  for (int32_t i = 0; i < c->stream_count; i++) {
    pf_stream *s = &c->streams[i];
    if (s->agents) continue;
    given += s->share;
    const int32_t upto = (int32_t)llrint(c->options.agents * given / shares);
    s->agents = upto - told;
    told = upto;
  }
}

/* Refuses a flow whose agents don't fit where they start. */
static pathfan_status check_room(const pathfan_crowd *c, int32_t number, pathfan_error *error) {
  const pf_stream *s = &c->streams[number];
  double area = 0;
  if (s->agents <= pf_spots_room(c, s)) return PATHFAN_OK;
  if (s->from.corner_count == 1)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT,
                   "flow %d: %d agents start at once at a point, where %d have room", number,
                   s->agents, (int)pf_spots_room(c, s));
  for (int32_t i = 0; i < s->start_count; i++) area += s->start_areas[i];
  return pf_fail(error, PATHFAN_ERR_ARGUMENT,
                 "flow %d: %d agents start at once on %.1f m2, %.1f on each; %g have room", number,
                 s->agents, area, s->agents / area, PF_WEIDMANN_JAM);
}

pathfan_status pf_start_make(pathfan_crowd *c, bool *is_unreachable, pathfan_error *error) {
  const uint64_t count = (uint64_t)c->options.flow_count;
  pathfan_status status = PATHFAN_OK;
  *is_unreachable = false;
  c->streams = pf_alloc_zero(count, sizeof *c->streams);
  c->goals = pf_alloc_zero(count, sizeof *c->goals);
  if (!c->streams || !c->goals) return PATHFAN_ERR_NO_MEMORY;
  c->stream_count = c->options.flow_count;
  for (int32_t i = 0; i < c->stream_count && !status; i++)
    status = make_stream(c, i, is_unreachable, error);
  if (!status) share_out(c);
  for (int32_t i = 0; i < c->stream_count && !status && c->traffic; i++)
    if (c->options.spawn != PATHFAN_CROWD_PER_STEP) status = check_room(c, i, error);
  return status;
}

/* ---- Starting ---- */

/* Draws a start in a square: anywhere in the polygon, or near the point; near the centre if the
 * point lies outside the square. */
static pathfan_point place_in(pathfan_crowd *c, const pf_stream *s, int32_t square) {
  const pf_cell *cell = &c->cells.list[square];
  const pathfan_point centre = pf_cell_centre(cell);
  const bool is_point = s->from.corner_count == 1;
  const bool is_in = is_point && pf_cell_holds(cell, s->from.corners[0]);
  const pathfan_point middle = is_in ? s->from.corners[0] : centre;
  const double spread = c->options.spread;
  if (is_point && spread <= 0) return middle;
  for (int i = 0; i < TRIES; i++) {
    pathfan_point at = {cell->x + pf_crowd_chance(c) * cell->width,
                        cell->y + pf_crowd_chance(c) * cell->height};
    if (is_point) {
      const double dx = at.x - middle.x, dy = at.y - middle.y;
      if (dx * dx + dy * dy <= spread * spread) return at;
    } else if (pf_place_holds(&s->from, at)) {
      return at;
    }
  }
  return middle;
}

/* Removes a starting square that a closure has left without a path; polygons don't open again. */
static void forget_start(pf_stream *s, int32_t number) {
  s->start_count--;
  for (int32_t i = number; i < s->start_count; i++) {
    s->starts[i] = s->starts[i + 1];
    s->start_areas[i] = s->start_areas[i + 1];
  }
}

/* Draws a starting square, with the chance of its area in the polygon. */
static int32_t start_of(pathfan_crowd *c, const pf_stream *s) {
  double all = 0, upto = 0;
  if (s->start_count == 1) return 0;
  for (int32_t i = 0; i < s->start_count; i++) all += s->start_areas[i];
  const double at = pf_crowd_chance(c) * all;
  for (int32_t i = 0; i + 1 < s->start_count; i++) {
    upto += s->start_areas[i];
    if (at < upto) return i;
  }
  return s->start_count - 1;
}

/* Starts an agent by Weidmann's law. s->waits: there is no room for it. */
static pathfan_status start_on_patch(pathfan_crowd *c, int32_t flow) {
  pf_stream *s = &c->streams[flow];
  pathfan_point at = {0, 0};
  pf_walker *w;
  int32_t course = -1;
  pathfan_status status = PATHFAN_OK;
  while (course < 0 && s->start_count && !status) {
    int32_t spot;
    at = pf_spot_draw(c, s, &spot);
    s->waits = spot < 0;
    if (s->waits) return PATHFAN_OK;
    const int32_t square = pf_plan_square(c, at);
    if (square >= 0) status = pf_plan_shortest(c, flow, square, &course);
    if (status || course >= 0) break;
    s->waits = pf_closures_will_open(c);
    if (s->waits) return PATHFAN_OK;
    forget_start(s, spot);
  }
  s->is_blocked = !s->start_count;
  if (status || s->is_blocked) return status;
  status = pf_walker_add(c, flow, course, &w);
  if (!status) status = pf_march_add(c, at);
  if (status) return status;
  s->started++;
  pf_march *m = &c->marches[c->count - 1];
  m->speed = pf_draw_of(&s->speed, c->options.seed, w->id, 0);
  m->goes_at = (double)c->step +
               pf_draw_of(&s->start_after, c->options.seed, w->id, 1) / c->options.step_seconds;
  const pf_change change = pf_walker_try(c, w, at, course, INFINITY);
  if (isfinite(change.cost)) pf_walker_take(c, w, &change);
  w->is_stuck = !isfinite(change.cost);
  return pf_strategy_start(c, w);
}

static pathfan_status start_one(pathfan_crowd *c, int32_t flow) {
  if (c->traffic) return start_on_patch(c, flow);
  pf_stream *s = &c->streams[flow];
  pathfan_point at = {0, 0};
  pf_walker *w;
  int32_t course = -1;
  pathfan_status status = PATHFAN_OK;
  while (course < 0 && s->start_count && !status) {
    const int32_t number = start_of(c, s);
    at = place_in(c, s, s->starts[number]);
    status = pf_plan_shortest(c, flow, s->starts[number], &course);
    if (!status && course < 0) forget_start(s, number);
  }
  s->is_blocked = !s->start_count;
  if (status || s->is_blocked) return status;
  status = pf_walker_add(c, flow, course, &w);
  if (status) return status;
  s->started++;
  w->piece = c->courses.list[course].first_out;
  const pf_course_piece *out = &c->courses.list[course].pieces[w->piece];
  w->end = out->end;
  w->from = at;
  w->lead = hypot(out->at.x - at.x, out->at.y - at.y);
  w->along = w->end - w->lead;
  return pf_strategy_start(c, w);
}

static bool is_over(const pathfan_crowd *c, const pf_stream *s) {
  return s->is_blocked ||
         (c->options.spawn == PATHFAN_CROWD_KEEP ? s->started - s->arrived >= s->agents
                                                 : s->started >= s->agents);
}

pathfan_status pf_start_step(pathfan_crowd *c) {
  const bool is_slow = c->options.spawn == PATHFAN_CROWD_PER_STEP;
  pathfan_status status = PATHFAN_OK;
  double shares = 0;
  for (int32_t i = 0; i < c->stream_count; i++)
    shares += is_over(c, &c->streams[i]) ? 0 : c->streams[i].agents;
  for (int32_t i = 0; i < c->stream_count && !status; i++) {
    pf_stream *s = &c->streams[i];
    if (is_over(c, s)) continue;
    /* Unless they are slow all start at once; those that have no room then stay due. */
    s->owed = is_slow    ? s->owed + c->options.per_step * s->agents / shares
              : s->waits ? s->owed
                         : s->agents;
    s->waits = false;
    for (; s->owed >= 1 - 1e-9 && !is_over(c, s) && !status; s->owed -= 1) {
      status = start_one(c, i);
      if (s->waits) break;
    }
    if (is_over(c, s)) s->owed = 0;
  }
  return status;
}

bool pf_start_is_over(const pathfan_crowd *c) {
  for (int32_t i = 0; i < c->stream_count; i++)
    if (c->options.spawn == PATHFAN_CROWD_KEEP || !is_over(c, &c->streams[i])) return false;
  return true;
}

void pf_start_free(pathfan_crowd *c) {
  for (int32_t i = 0; i < c->stream_count; i++) {
    pf_stream *s = &c->streams[i];
    for (int32_t k = 0; k < s->to_count; k++) free((void *)s->to[k].corners);
    free((void *)s->from.corners);
    free(s->to);
    free(s->starts);
    free(s->start_areas);
    free(s->upto);
    free(s->courses);
    free(s->next);
    free(s->arrivals);
    pf_goal_free(&c->goals[i]);
  }
  free(c->streams);
  free(c->goals);
  c->streams = NULL;
  c->goals = NULL;
  c->stream_count = 0;
}
