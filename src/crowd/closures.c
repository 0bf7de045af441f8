/* closures.c - polygons closed to agents.
 *
 * A closed polygon disables the links, ends of goals, and walkers' paths that enter it. Agents
 * inside may leave it. Requests to the index avoid it. */
#include "crowd/closures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

pathfan_status pf_closures_add(pathfan_crowd *c, const pathfan_crowd_place *area, int64_t at_step) {
  pathfan_status status = PATHFAN_OK;
  double sum = 0;
  for (int32_t i = 0, k = area->corner_count - 1; i < area->corner_count; k = i++)
    sum += area->corners[k].x * area->corners[i].y - area->corners[k].y * area->corners[i].x;
  if (area->corner_count < 3 || !(fabs(sum) > 0)) return PATHFAN_ERR_ARGUMENT;
  status = pf_grow(&c->closed, &c->closed_capacity, (int64_t)c->closed_count + 1);
  if (!status) status = pf_grow(&c->areas, &c->area_capacity, c->closed_capacity);
  c->stored.avoid = c->areas; /* they may have been moved */
  if (status) return status;
  pathfan_point *corners = pf_alloc((uint64_t)area->corner_count, sizeof *corners);
  if (!corners) return PATHFAN_ERR_NO_MEMORY;
  memcpy(corners, area->corners, (size_t)area->corner_count * sizeof *corners);
  c->closed[c->closed_count++] =
      (pf_crowd_closed){.area = {corners, area->corner_count}, .at_step = at_step};
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

void pf_closures_begin(pathfan_crowd *c, bool *any) {
  *any = false;
  for (int32_t i = 0; i < c->closed_count; i++) {
    pf_crowd_closed *closed = &c->closed[i];
    if (closed->is_closed || closed->at_step > c->step) continue;
    closed->is_closed = *any = true;
    shut(c, &closed->area);
    c->areas[c->area_count++] =
        (pathfan_area){.corners = closed->area.corners, .corner_count = closed->area.corner_count};
  }
  if (*any) forget_courses(c);
}

void pf_closures_free(pathfan_crowd *c) {
  for (int32_t i = 0; i < c->closed_count; i++) free((void *)c->closed[i].area.corners);
  free(c->closed);
  free(c->areas);
}
