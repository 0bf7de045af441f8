/* levels.c - points move between floors and the plane by offsets. On a surface levels are heights,
 * and points stay where they are. */
#include "levels.h"

#include <math.h>

#include "base/memory.h"
#include "base/status.h"
#include "query/open/floor_names.h"

/* A point of the plane as one on a floor; -1: as it is. Points of the plane are on the fixed-point
 * grid, and so are offsets; differences of doubles are so only nearly. */
static void leave(const pf_space *space, int32_t floor, pathfan_point *p) {
  if (floor < 0) return;
  const double *offset = space->floors[floor].offset;
  p->x = nearbyint((p->x - offset[0]) * space->steps) / space->steps;
  p->y = nearbyint((p->y - offset[1]) * space->steps) / space->steps;
}

bool pf_levels_are_given(const pathfan_request *request) {
  bool given = pf_ends_have_levels(request);
  for (int32_t i = 0; request->avoid && i < request->avoid_count && !given; i++)
    given = request->avoid[i].floor;
  return given;
}

/* ---- Ends ---- */

/* Finds the floor that a request names for an end. False: it names none. */
static bool named(const pathfan_query *q, const pathfan_request *r, int e, pf_found_floor *found) {
  const char *name = r->floors ? r->floors[e] : NULL;
  const double level = e ? r->to_level : r->from_level;
  if (name) *found = pf_floor_named(q->space, name);
  if (!name && !isnan(level)) *found = pf_floor_of_level(q->space, level);
  return name || !isnan(level);
}

static void enter_end(const pathfan_query *q, int32_t floor, pathfan_point *at, double *level) {
  *level = floor < 0 ? NAN : q->space->floors[floor].level;
  if (floor < 0) return;
  at->x += q->space->floors[floor].offset[0];
  at->y += q->space->floors[floor].offset[1];
}

static const char *enter_ends(const pathfan_query *q, pathfan_request *r) {
  if (q->space->is_surface) {
    if (r->floors && (r->floors[0] || r->floors[1]))
      return "floors: on a surface levels are heights";
    if (isnan(r->from_level)) r->from_level = r->to_level;
    if (isnan(r->to_level)) r->to_level = r->from_level;
    return NULL;
  }
  pf_found_floor found[2] = {{.exists = true, .number = -1}, {.exists = true, .number = -1}};
  const bool has_from = named(q, r, 0, &found[0]), has_to = named(q, r, 1, &found[1]);
  if (!found[0].exists)
    return q->space->floor_count ? "from_level: the map has no such level"
                                 : "from_level: the map has no floors, only level 0";
  if (!found[1].exists)
    return q->space->floor_count ? "to_level: the map has no such level"
                                 : "to_level: the map has no floors, only level 0";
  enter_end(q, found[has_from ? 0 : 1].number, &r->from, &r->from_level);
  enter_end(q, found[has_to ? 1 : 0].number, &r->to, &r->to_level);
  r->floors = NULL;
  return NULL;
}

/* ---- Areas ---- */

static pathfan_status enter_areas(pathfan_query *q, pathfan_request *r, const char **flaw) {
  pf_moved_areas *m = &q->moved_areas;
  int64_t corners = 0;
  for (int32_t i = 0; i < r->avoid_count; i++)
    corners += r->avoid[i].corner_count > 0 && r->avoid[i].corners ? r->avoid[i].corner_count : 0;
  if (corners > PATHFAN_AVOID_CORNERS_MAX) return PATHFAN_OK; /* which is refused later */
  pathfan_status status = pf_grow(&m->list, &m->capacity, r->avoid_count);
  if (!status) status = pf_grow(&m->corners, &m->corner_capacity, corners);
  if (status) return status;
  pathfan_point *room = m->corners;
  for (int32_t i = 0; i < r->avoid_count; i++) {
    m->list[i] = r->avoid[i];
    if (!pf_area_to_plane(q->space, &m->list[i], room)) *flaw = PF_AVOID_LEVEL;
    if (room && m->list[i].corners == room) room += m->list[i].corner_count;
  }
  r->avoid = m->list;
  return PATHFAN_OK;
}

pathfan_status pf_levels_enter(pathfan_query *q, const pathfan_request *request,
                               pathfan_request *in_plane, const char **flaw) {
  *in_plane = *request;
  *flaw = enter_ends(q, in_plane);
  if (*flaw || !request->avoid || request->avoid_count < 1) return PATHFAN_OK;
  return enter_areas(q, in_plane, flaw);
}

/* ---- The answer ---- */

static int32_t floor_at(const pf_space *space, pathfan_point p) {
  return pf_space_floor_at(space, p.x, p.y);
}

void pf_levels_of_legs(pathfan_query *q) {
  for (int32_t i = 0; i < q->answer.path_count && q->space->floor_count; i++) {
    const pathfan_path *path = &q->answer.paths[i];
    for (int32_t k = 0; k < path->leg_count; k++) {
      pathfan_leg *leg = &q->buffers.legs[path->legs - q->buffers.legs + k];
      const int32_t floor = floor_at(q->space, path->points[leg->first]);
      if (floor < 0) continue;
      leg->level = q->space->floors[floor].level;
      leg->floor = q->space->floors[floor].name;
    }
  }
}

void pf_levels_leave(pathfan_query *q) {
  const pf_space *space = q->space;
  pathfan_answer *answer = &q->answer;
  leave(space, floor_at(space, answer->from), &answer->from);
  leave(space, floor_at(space, answer->to), &answer->to);
  if (answer->has_nearest) leave(space, floor_at(space, answer->nearest), &answer->nearest);
  int64_t points = 0;
  for (int32_t i = 0; i < answer->path_count; i++) points += answer->paths[i].point_count;
  for (int64_t i = 0; i < points; i++)
    leave(space, floor_at(space, q->buffers.points[i]), &q->buffers.points[i]);
}
