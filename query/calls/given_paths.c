/* given_paths.c - paths that a caller gives to be measured, as tracks: their ends are placed,
 * unless the last request did that, and their points put on the fixed-point grid. */
#include "given_paths.h"

#include <math.h>

#include "base/memory.h"
#include "base/status.h"
#include "geometry/polyline.h"
#include "query/ends/points.h"

static bool place(const pf_space *space, pathfan_point point, int bits, pf_fixed_point *at) {
  return pf_frame_place(&space->frame, bits, point.x, point.y, at);
}

/* Where a point of a path must be: on a surface near its height, if that is known. */
static pf_scope scope_of(const pathfan_path *path, int32_t point) {
  const bool has_height = path->heights && !isnan(path->heights[point]);
  return (pf_scope){
      .floor = -1, .has_height = has_height, .height = has_height ? path->heights[point] : 0};
}

pathfan_status pf_given_place(pathfan_query *q, const pathfan_path *path, pf_given_ends *given) {
  const pf_space *space = q->space;
  const pathfan_point from = path->points[0], to = path->points[path->point_count - 1];
  const pf_end *const end = q->ends.end;
  if (!place(space, from, space->fraction_bits, &given->from) ||
      !place(space, to, space->fraction_bits, &given->to))
    return pf_fail(&q->error, PATHFAN_ERR_ARGUMENT,
                   "an end of a path to be measured lies off the map");
  if (q->ends.state >= PF_ENDS_PLACED) { /* not placed again: they may have been snapped */
    given->turned = !pf_same_point(given->from, end[0].at);
    if (pf_same_point(given->from, end[given->turned].at) &&
        pf_same_point(given->to, end[!given->turned].at))
      return PATHFAN_OK;
  }
  pf_ends_forget(&q->ends);
  const pathfan_status status = pf_space_need_location(space, &q->error);
  if (status) return status;
  const pf_scope where[2] = {scope_of(path, 0), scope_of(path, path->point_count - 1)};
  if (!pf_ends_place_on(&q->ends, 0, space, &where[0], from, 0).is_free ||
      !pf_ends_place_on(&q->ends, 1, space, &where[1], to, 0).is_free)
    return pf_fail(&q->error, PATHFAN_ERR_ARGUMENT, "an end of a path to be measured is blocked");
  if (pf_ends_outcome(&q->ends, space, false, false))
    return pf_fail(&q->error, PATHFAN_ERR_ARGUMENT, "%s", pf_not_joined);
  pf_ends_order(&q->ends);
  given->turned = q->ends.turned;
  return PATHFAN_OK;
}

/* Places an interior point of a path. Even where the fixed-point grid is finer than doubles
 * resolve, a lattice point stays one. */
static bool place_inside(const pf_space *space, pathfan_point point, pf_fixed_point *at) {
  pf_fixed_point on_lattice;
  if (!place(space, point, space->fraction_bits, at) || !place(space, point, 0, &on_lattice) ||
      on_lattice.x < 0 || on_lattice.y < 0 || on_lattice.x > PF_EXTENT_MAX ||
      on_lattice.y > PF_EXTENT_MAX)
    return false;
  const pf_fixed_point lifted = pf_lift(
      (pf_lattice_point){(int32_t)on_lattice.x, (int32_t)on_lattice.y}, space->fraction_bits);
  const pathfan_point same = pf_point_at(space, lifted);
  if (same.x == point.x && same.y == point.y) *at = lifted;
  return true;
}

pathfan_status pf_given_track(pathfan_query *q, const pathfan_path *path,
                              const pf_given_ends *given, pf_track *track) {
  const pf_space *space = q->space;
  const int bits = space->fraction_bits;
  const int32_t last = path->point_count - 1;
  const pathfan_status status = pf_grow(&track->points, &track->capacity, last + 1);
  if (status) return status;
  pf_fixed_point from, to;
  if (!place(space, path->points[0], bits, &from) || !pf_same_point(from, given->from) ||
      !place(space, path->points[last], bits, &to) || !pf_same_point(to, given->to))
    return pf_fail(&q->error, PATHFAN_ERR_ARGUMENT,
                   "paths to be measured together differ in their ends");
  track->points[0] = q->ends.end[0].at;
  track->points[last] = q->ends.end[1].at;
  for (int32_t i = 1; i < last; i++)
    if (!place_inside(space, path->points[i], &track->points[given->turned ? last - i : i]))
      return pf_fail(&q->error, PATHFAN_ERR_ARGUMENT, "a path to be measured leaves the map");
  track->count = last + 1;
  track->length = pf_polyline_length(track->points, track->count, bits);
  return PATHFAN_OK;
}

const char *pf_flaw_of_legs(const pathfan_path *path) {
  if (!path->legs) return "a path over links has legs";
  for (int32_t k = 0; k < path->leg_count; k++) {
    const pathfan_leg *leg = &path->legs[k];
    if (leg->kind != PATHFAN_LEG_WALK && leg->kind != PATHFAN_LEG_LINK)
      return "a path's legs must be walks and links";
    if (leg->first != (k ? leg[-1].last : 0) || leg->last < leg->first ||
        leg->last >= path->point_count)
      return "a path's legs must follow each other";
  }
  return path->legs[path->leg_count - 1].last == path->point_count - 1
             ? NULL
             : "a path's legs must reach its end";
}
