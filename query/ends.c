/* ends.c - what is found out about the ends of a request, step by step; pathfan_ends_state says how
 * far it is. */
#include "ends.h"

#include "mesh/segment.h"
#include "points.h"

bool pathfan_ends_init(pathfan_ends *ends, int32_t n) {
  const bool first = pathfan_hub_distances_init(&ends->end[0].distances, n);
  return pathfan_hub_distances_init(&ends->end[1].distances, n) && first;
}

void pathfan_ends_free(pathfan_ends *ends) {
  for (int e = 0; e < 2; e++) {
    pathfan_visible_vertices_free(&ends->end[e].visible);
    pathfan_hub_distances_free(&ends->end[e].distances);
  }
  pathfan_visible_free(&ends->sight);
}

bool pathfan_end_place(pathfan_end *end, const pathfan_space *space, pathfan_point point,
                       double snap, pathfan_point *used, bool *snapped) {
  if (!pathfan_space_place(space, point.x, point.y, snap, &end->at, &end->polygon, snapped))
    return false;
  *used = pathfan_point_at(space, end->at);
  return true;
}

pathfan_outcome pathfan_ends_outcome(const pathfan_ends *ends, const pathfan_space *space,
                                     bool from_blocked, bool to_blocked) {
  if (from_blocked) return PATHFAN_OUTCOME_START_BLOCKED;
  if (to_blocked) return PATHFAN_OUTCOME_GOAL_BLOCKED;
  return pathfan_space_component(space, ends->end[0].polygon) ==
                 pathfan_space_component(space, ends->end[1].polygon)
             ? PATHFAN_OUTCOME_OK
             : PATHFAN_OUTCOME_NO_PATH;
}

void pathfan_ends_swap(pathfan_ends *ends) {
  const pathfan_end swap = ends->end[0];
  ends->end[0] = ends->end[1];
  ends->end[1] = swap;
}

void pathfan_ends_order(pathfan_ends *ends) {
  const pathfan_fixed_point a = ends->end[0].at, b = ends->end[1].at;
  ends->state = PATHFAN_ENDS_PLACED;
  ends->turned = b.x < a.x || (b.x == a.x && b.y < a.y);
  if (ends->turned) pathfan_ends_swap(ends);
}

pathfan_status pathfan_end_scatter(pathfan_end *end, const pathfan_index_view *view,
                                   pathfan_visible *sight) {
  const pathfan_status status =
      pathfan_find_visible_vertices(view, end->at, end->polygon, sight, &end->visible);
  if (!status) pathfan_scatter(view, &end->visible, &end->distances);
  return status;
}

pathfan_status pathfan_ends_scatter(pathfan_ends *ends, const pathfan_index_view *view) {
  if (ends->state >= PATHFAN_ENDS_SCATTERED) return PATHFAN_OK;
  for (int e = 0; e < 2; e++) {
    const pathfan_status status = pathfan_end_scatter(&ends->end[e], view, &ends->sight);
    if (status) return status;
  }
  ends->state = PATHFAN_ENDS_SCATTERED;
  return PATHFAN_OK;
}

void pathfan_ends_add_arrivals(pathfan_ends *ends, const pathfan_index_view *view) {
  if (ends->state >= PATHFAN_ENDS_ARRIVALS) return;
  for (int e = 0; e < 2; e++)
    pathfan_scatter_arrivals(view, &ends->end[e].visible, &ends->end[e].distances);
  ends->state = PATHFAN_ENDS_ARRIVALS;
}

bool pathfan_ends_see(const pathfan_ends *ends, const pathfan_space *space) {
  return pathfan_mesh_sees(space->mesh, ends->end[0].at, ends->end[0].polygon, ends->end[1].at,
                           ends->end[1].polygon, space->fraction_bits);
}

bool pathfan_faces_end(const pathfan_index_view *view, const pathfan_end *end, int32_t v) {
  const pathfan_fixed_point travel = pathfan_fixed_from_to(end->at, pathfan_vertex_fixed(view, v));
  return pathfan_side_of_fixed(pathfan_vertex_wedge(view, v), travel) == PATHFAN_SIDE_NONE;
}
