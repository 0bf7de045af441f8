/* closures.c - polygons closed to agents, and doors that are shut.
 *
 * A closed polygon disables the links, ends of goals, and walkers' paths that enter it. Agents
 * inside may leave it. Requests to the index avoid it. A shut door is a line that they cross. */
#include "crowd/closures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

#define ROUND 1e-9 /* steps that may be due to rounding */
#define BEYOND                                                                                     \
  5e-4 /* metres that a shut door reaches into walls: less than courses keep off them */

static pathfan_status make_room(pathfan_crowd *c) {
  pathfan_status status = pf_grow(&c->closed, &c->closed_capacity, (int64_t)c->closed_count + 1);
  if (!status) status = pf_grow(&c->areas, &c->area_capacity, c->closed_capacity);
  c->stored.avoid = c->areas; /* they may have been moved */
  return status;
}

pathfan_status pf_closures_add(pathfan_crowd *c, const pathfan_crowd_place *area, int64_t at_step) {
  double sum = 0;
  for (int32_t i = 0, k = area->corner_count - 1; i < area->corner_count; k = i++)
    sum += area->corners[k].x * area->corners[i].y - area->corners[k].y * area->corners[i].x;
  if (area->corner_count < 3 || !(fabs(sum) > 0)) return PATHFAN_ERR_ARGUMENT;
  const pathfan_status status = make_room(c);
  if (status) return status;
  pathfan_point *corners = pf_alloc((uint64_t)area->corner_count, sizeof *corners);
  if (!corners) return PATHFAN_ERR_NO_MEMORY;
  memcpy(corners, area->corners, (size_t)area->corner_count * sizeof *corners);
  const pathfan_crowd_place own = {corners, area->corner_count};
  c->closed[c->closed_count++] = (pf_crowd_closed){.area = own, .wide = own, .at_step = at_step};
  return PATHFAN_OK;
}

pathfan_status pf_closures_add_door(pathfan_crowd *c, const pathfan_crowd_door *door) {
  const double dx = door->b.x - door->a.x, dy = door->b.y - door->a.y;
  const double share = BEYOND / hypot(dx, dy), ux = share * dx, uy = share * dy;
  const pathfan_point a = {door->a.x - ux, door->a.y - uy}, b = {door->b.x + ux, door->b.y + uy};
  const pathfan_status status = make_room(c);
  if (status) return status;
  const uint64_t count = 2 * (uint64_t)door->open_count;
  pathfan_point *corners = pf_alloc(6, sizeof *corners);
  double *open = pf_alloc(count, sizeof *open);
  if (!corners || !open) {
    free(corners);
    free(open);
    return PATHFAN_ERR_NO_MEMORY;
  }
  for (uint64_t i = 0; i < count; i++) open[i] = door->open[i] / c->options.step_seconds;
  corners[0] = a;
  corners[1] = b;
  corners[2] = (pathfan_point){a.x - uy, a.y + ux};
  corners[3] = (pathfan_point){a.x + uy, a.y - ux};
  corners[4] = (pathfan_point){b.x + uy, b.y - ux};
  corners[5] = (pathfan_point){b.x - uy, b.y + ux};
  c->closed[c->closed_count++] = (pf_crowd_closed){
      .area = {corners, 2}, .wide = {corners + 2, 4}, .open = open, .open_count = door->open_count};
  return PATHFAN_OK;
}

/* ---- Effects ---- */

bool pf_closures_let(const pathfan_crowd *c, pathfan_point a, pathfan_point b) {
  for (int32_t i = 0; i < c->closed_count; i++)
    if (c->closed[i].is_closed && !pf_place_lets(&c->closed[i].area, a, b)) return false;
  return true;
}

static pathfan_point centre_of(const pathfan_crowd *c, int32_t square) {
  return pf_cell_centre(&c->cells.list[square]);
}

static void shut(pathfan_crowd *c, const pathfan_crowd_place *area) {
  for (int32_t v = 0; v < c->cells.square_count; v++) {
    if (pf_place_holds(area, centre_of(c, v))) c->is_shut[v] = true;
    for (int32_t i = c->links.first[v]; i < c->links.first[v + 1]; i++)
      if (!pf_place_lets(area, centre_of(c, v), centre_of(c, c->links.list[i].to)))
        c->links.list[i].length = INFINITY;
  }
  for (int32_t s = 0; s < c->stream_count; s++)
    for (int32_t i = 0; i < c->goals[s].count; i++)
      if (!pf_place_lets(area, centre_of(c, c->goals[s].cells[i]), c->goals[s].at[i]))
        c->goals[s].after[i] = INFINITY;
}

/* Forgets the shortest courses, of flows and stored ones, as they may have changed. */
static void forget_courses(pathfan_crowd *c) {
  pf_stored_forget(&c->stored);
  c->stored.avoid = c->areas;
  c->stored.avoid_count = c->area_count;
  for (int32_t s = 0; s < c->stream_count; s++) {
    free(c->streams[s].next);
    c->streams[s].next = NULL;
    for (int32_t v = 0; v < c->cells.square_count; v++) {
      int32_t *course = &c->streams[s].courses[v];
      if (*course > 0) pf_course_drop(&c->courses, *course - 1);
      *course = 0;
    }
  }
}

/* Whether it is to be closed in this step. */
static bool is_due(const pathfan_crowd *c, const pf_crowd_closed *closed) {
  const double now = (double)c->step + ROUND;
  if (!closed->open) return closed->at_step <= c->step;
  for (int32_t i = 0; i < closed->open_count; i++)
    if (now >= closed->open[2 * i] && now < closed->open[2 * i + 1]) return false;
  return true;
}

bool pf_closures_will_open(const pathfan_crowd *c) {
  for (int32_t i = 0; i < c->closed_count; i++) {
    const pf_crowd_closed *closed = &c->closed[i];
    if (closed->open && closed->is_closed && closed->open_count &&
        closed->open[2 * closed->open_count - 2] > (double)c->step - 1)
      return true;
  }
  return false;
}

pf_closing pf_closures_begin(pathfan_crowd *c) {
  bool any = false, opens = false;
  for (int32_t i = 0; i < c->closed_count; i++) {
    pf_crowd_closed *closed = &c->closed[i];
    if (is_due(c, closed) == closed->is_closed) continue;
    closed->is_closed = !closed->is_closed;
    opens = opens || !closed->is_closed;
    any = true;
    if (closed->is_closed) shut(c, &closed->area);
  }
  if (!any) return PF_CLOSES_NOTHING;
  if (opens) { /* all anew, as more than one may bar the same link */
    memset(c->is_shut, 0, (size_t)c->cells.count * sizeof *c->is_shut);
    pf_links_measure(&c->links, &c->cells);
    for (int32_t s = 0; s < c->stream_count; s++) pf_goal_measure(&c->goals[s], &c->cells);
  }
  c->area_count = 0;
  for (int32_t i = 0; i < c->closed_count; i++) {
    const pf_crowd_closed *closed = &c->closed[i];
    if (!closed->is_closed) continue;
    if (opens) shut(c, &closed->area);
    c->areas[c->area_count++] =
        (pathfan_area){.corners = closed->wide.corners, .corner_count = closed->wide.corner_count};
  }
  forget_courses(c);
  return opens ? PF_CLOSES_OR_OPENS : PF_CLOSES;
}

void pf_closures_free(pathfan_crowd *c) {
  for (int32_t i = 0; i < c->closed_count; i++) {
    free((void *)c->closed[i].area.corners);
    free(c->closed[i].open);
  }
  free(c->closed);
  free(c->areas);
}
