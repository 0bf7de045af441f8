/* heights.c - follows paths over a surface from where they begin: the places of their points don't
 * tell on which of the polygons above each other they are. */
#include "heights.h"

#include <math.h>

#include "base/memory.h"
#include "mesh/segment.h"

/* Follows a walk, points first..last, from the polygon at its first point nearest to a height. */
static void follow(const pf_space *space, const pathfan_path *path, int32_t first, int32_t last,
                   double height, double *heights) {
  const pf_scope where = {.floor = -1, .has_height = true, .height = height};
  const int bits = space->fraction_bits;
  pf_fixed_point at, next;
  int32_t polygon;
  bool snapped;
  pf_space_place_on(space, &where, path->points[first].x, path->points[first].y, 0, &at, &polygon,
                    &snapped);
  for (int32_t i = first; i <= last; i++) {
    if (i > first && polygon >= 0 &&
        pf_frame_place(&space->frame, bits, path->points[i].x, path->points[i].y, &next)) {
      const pf_mesh_stop stop = pf_mesh_cast(space->mesh, at, polygon, next, bits);
      polygon = stop.kind == PF_STOP_ARRIVED ? stop.polygon : -1;
      at = next;
    }
    heights[i] = polygon < 0 ? NAN : pf_mesh_height(space->mesh, polygon, at, bits);
  }
}

static void set_heights(const pathfan_query *q, const pathfan_path *path, double *heights) {
  if (!path->leg_count) follow(q->space, path, 0, path->point_count - 1, q->from_height, heights);
  for (int32_t k = 0; k < path->leg_count; k++) {
    const pathfan_leg *leg = &path->legs[k];
    if (leg->kind == PATHFAN_LEG_WALK) {
      follow(q->space, path, leg->first, leg->last, leg->level, heights);
      continue;
    }
    heights[leg->first] = leg->level;
    heights[leg->last] = k + 1 < path->leg_count ? leg[1].level : leg->level;
  }
}

pathfan_status pf_answer_heights(pathfan_query *q) {
  pathfan_answer *answer = &q->answer;
  pf_answer_buffers *b = &q->buffers;
  int64_t points = 0;
  if (!q->space->is_surface || !answer->path_count) return PATHFAN_OK;
  for (int32_t i = 0; i < answer->path_count; i++) points += answer->paths[i].point_count;
  const pathfan_status status = pf_grow(&b->heights, &b->height_capacity, points);
  if (status) return pf_query_end(q, status);
  double *heights = b->heights;
  for (int32_t i = 0; i < answer->path_count; i++) {
    pathfan_path *path = &b->paths[i];
    set_heights(q, path, heights);
    path->heights = heights;
    heights += path->point_count;
  }
  return PATHFAN_OK;
}
