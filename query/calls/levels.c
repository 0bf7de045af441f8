/* levels.c - points move between floors and the plane by offsets. */
#include <math.h>

#include "levels.h"

/* A map without floors has one, of any level, which is the plane. NULL: there is no such floor. */
static const pf_layout_floor *floor_of(const pf_space *space, double level) {
  static const pf_layout_floor only;
  for (int32_t i = 0; i < space->floor_count; i++)
    if (space->floors[i].level == level) return &space->floors[i];
  return space->floor_count || !isfinite(level) ? NULL : &only;
}

/* The floor in whose box a point of the plane lies; NULL: none. */
static const pf_layout_floor *floor_at(const pf_space *space, pathfan_point p) {
  for (int32_t i = 0; i < space->floor_count; i++) {
    const pf_layout_floor *f = &space->floors[i];
    if (p.x >= f->low[0] && p.x <= f->high[0] && p.y >= f->low[1] && p.y <= f->high[1]) return f;
  }
  return NULL;
}

static bool is_off(const pf_layout_floor *f, pathfan_point p) {
  const bool has_box = f->low[0] < f->high[0]; /* the plane itself has none */
  return has_box && (p.x < f->low[0] || p.x > f->high[0] || p.y < f->low[1] || p.y > f->high[1]);
}

const char *pf_levels_enter(const pf_space *space, const pathfan_request *request,
                            pathfan_request *in_plane) {
  const bool has_from = !isnan(request->from_level), has_to = !isnan(request->to_level);
  const pf_layout_floor *from = floor_of(space, has_from ? request->from_level : request->to_level);
  const pf_layout_floor *to = floor_of(space, has_to ? request->to_level : request->from_level);
  if (!from && has_from) return "from_level: the map has no such level";
  if (!from || !to) return "to_level: the map has no such level";
  *in_plane = *request;
  in_plane->from.x += from->offset[0];
  in_plane->from.y += from->offset[1];
  in_plane->to.x += to->offset[0];
  in_plane->to.y += to->offset[1];
  in_plane->from_level = in_plane->to_level = NAN;
  /* In the plane, what is off one floor may be on the next. */
  if (is_off(from, in_plane->from)) return "from: lies off the floor of its level";
  if (is_off(to, in_plane->to)) return "to: lies off the floor of its level";
  return NULL;
}

/* Points of the plane are on the fixed-point grid, and so are offsets; differences of doubles are
 * so only nearly. */
static void leave(const pf_space *space, pathfan_point *p) {
  const pf_layout_floor *floor = floor_at(space, *p);
  if (!floor) return;
  p->x = nearbyint((p->x - floor->offset[0]) * space->steps) / space->steps;
  p->y = nearbyint((p->y - floor->offset[1]) * space->steps) / space->steps;
}

void pf_levels_of_legs(pathfan_query *q) {
  for (int32_t i = 0; i < q->answer.path_count && q->space->floor_count; i++) {
    const pathfan_path *path = &q->answer.paths[i];
    for (int32_t k = 0; k < path->leg_count; k++) {
      pathfan_leg *leg = &q->buffers.legs[path->legs - q->buffers.legs + k];
      const pf_layout_floor *floor = floor_at(q->space, path->points[leg->first]);
      leg->level = floor ? floor->level : 0;
    }
  }
}

void pf_levels_leave(pathfan_query *q) {
  pathfan_answer *answer = &q->answer;
  leave(q->space, &answer->from);
  leave(q->space, &answer->to);
  if (answer->has_nearest) leave(q->space, &answer->nearest);
  int64_t points = 0;
  for (int32_t i = 0; i < answer->path_count; i++) points += answer->paths[i].point_count;
  for (int64_t i = 0; i < points; i++) leave(q->space, &q->buffers.points[i]);
}
