/* ends.c - what is found out about the ends of a request, step by step; pathfan_ends_state says how
 * far it is.
 *
 * What is known of an end hangs on that end alone, not on the other one nor on which of the two
 * comes first: so it can be kept from one request to the next. */
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
  pathfan_onward_free(&ends->kept.onward);
  pathfan_visible_free(&ends->sight);
  pathfan_stamp_free(&ends->dead);
}

void pathfan_ends_keep(pathfan_ends *ends, pathfan_keep which) {
  pathfan_kept_end *kept = &ends->kept;
  if (kept->which && ends->turned) pathfan_ends_swap(ends); /* back, each into its own room */
  ends->state = PATHFAN_ENDS_UNKNOWN;
  ends->looked[0] = ends->looked[1] = false;
  ends->turned = false;
  ends->number++;
  if (which && kept->which == which) return;
  kept->which = which;
  kept->number = ends->number;
  kept->state = PATHFAN_ENDS_UNKNOWN;
  pathfan_stamp_next(&kept->onward.known);
}

bool pathfan_end_place(pathfan_end *end, const pathfan_space *space, pathfan_point point,
                       double snap, pathfan_point *used, bool *snapped) {
  if (!pathfan_space_place(space, point.x, point.y, snap, &end->at, &end->polygon, snapped))
    return false;
  *used = pathfan_point_at(space, end->at);
  return true;
}

bool pathfan_ends_place(pathfan_ends *ends, int e, const pathfan_space *space, pathfan_point point,
                        double snap, pathfan_point *used, bool *snapped) {
  pathfan_kept_end *kept = &ends->kept;
  if (e != pathfan_ends_kept(ends))
    return pathfan_end_place(&ends->end[e], space, point, snap, used, snapped);
  if (kept->state < PATHFAN_ENDS_PLACED) {
    kept->is_free =
        pathfan_end_place(&ends->end[e], space, point, snap, &kept->used, &kept->snapped);
    kept->state = PATHFAN_ENDS_PLACED;
  }
  *snapped = kept->snapped;
  if (kept->is_free) *used = kept->used;
  return kept->is_free;
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

static pathfan_outlook outlook_of(const pathfan_end *end) {
  return (pathfan_outlook){end->at, &end->visible};
}

pathfan_status pathfan_end_scatter(pathfan_end *end, const pathfan_index_view *view,
                                   pathfan_visible *sight) {
  const pathfan_status status =
      pathfan_find_visible_vertices(view, end->at, end->polygon, sight, &end->visible);
  if (!status) pathfan_scatter(view, outlook_of(end), &end->distances);
  return status;
}

pathfan_status pathfan_ends_look_from(pathfan_ends *ends, int e, const pathfan_index_view *view) {
  pathfan_end *end = &ends->end[e];
  if (ends->looked[e]) return PATHFAN_OK;
  const pathfan_status status =
      pathfan_find_visible_vertices(view, end->at, end->polygon, &ends->sight, &end->visible);
  ends->looked[e] = !status;
  return status;
}

/* The same but for dead ends, unless it was done with them. */
static pathfan_status look_onward(pathfan_ends *ends, int e, const pathfan_index_view *view) {
  pathfan_end *end = &ends->end[e];
  return ends->looked[e] ? PATHFAN_OK
                         : pathfan_find_onward_vertices(view, end->at, end->polygon, &ends->sight,
                                                        &end->visible);
}

/* An end, unless it is the kept one and that was done. */
static pathfan_status scatter(pathfan_ends *ends, int e, const pathfan_index_view *view) {
  const bool is_kept = e == pathfan_ends_kept(ends);
  if (is_kept && ends->kept.state >= PATHFAN_ENDS_SCATTERED) return PATHFAN_OK;
  const pathfan_status status = pathfan_ends_look_from(ends, e, view);
  if (status) return status;
  pathfan_scatter(view, outlook_of(&ends->end[e]), &ends->end[e].distances);
  if (is_kept) ends->kept.state = PATHFAN_ENDS_SCATTERED;
  return PATHFAN_OK;
}

pathfan_status pathfan_ends_scatter(pathfan_ends *ends, const pathfan_index_view *view) {
  if (ends->state >= PATHFAN_ENDS_SCATTERED) return PATHFAN_OK;
  for (int e = 0; e < 2; e++) {
    pathfan_status status = PATHFAN_OK;
    if (ends->state == PATHFAN_ENDS_NEAR)
      pathfan_scatter_rest(view, outlook_of(&ends->end[e]), ends->end[1 - e].at, ends->near,
                           &ends->end[e].distances);
    else
      status = scatter(ends, e, view);
    if (status) return status;
  }
  ends->state = PATHFAN_ENDS_SCATTERED;
  return PATHFAN_OK;
}

/* Ends whose visible vertices have fewer labels together, if each has as many as vertices have on
 * the average, are scattered sooner than it is found out how far they need be: for path 1 alone,
 * and for others too, which takes a second round where they don't suffice. */
#ifndef PATHFAN_OUTLOOK_LEAST /* tests have none */
#define PATHFAN_OUTLOOK_LEAST 1000
#define PATHFAN_PROSPECT_LEAST 8000
#else
#define PATHFAN_PROSPECT_LEAST PATHFAN_OUTLOOK_LEAST
#endif

/* What both see is known. */
static bool have_labels(const pathfan_ends *ends, const pathfan_index_view *view, int64_t least) {
  const int64_t seen = (int64_t)ends->end[0].visible.count + ends->end[1].visible.count;
  return seen * view->spans[view->n].labels >= least * view->n;
}

pathfan_status pathfan_ends_look(pathfan_ends *ends, const pathfan_index_view *view, bool *much) {
  *much = false;
  for (int e = 0; e < 2; e++) {
    const pathfan_status status = pathfan_ends_look_from(ends, e, view);
    if (status) return status;
  }
  *much = have_labels(ends, view, PATHFAN_PROSPECT_LEAST);
  return PATHFAN_OK;
}

pathfan_status pathfan_ends_scatter_shortest(pathfan_ends *ends, const pathfan_index_view *view,
                                             int32_t *meetings) {
  const int kept = pathfan_ends_kept(ends), same = kept >= 0 ? kept : 0;
  pathfan_end *own = &ends->end[1 - same], *other = &ends->end[same];
  int64_t bound = PATHFAN_FAR;
  *meetings = 0;
  pathfan_status status = look_onward(ends, 1 - same, view);
  if (!status) status = kept >= 0 ? scatter(ends, kept, view) : look_onward(ends, same, view);
  if (status) return status;
  if (kept < 0 && !have_labels(ends, view, PATHFAN_OUTLOOK_LEAST)) {
    for (int e = 0; e < 2; e++)
      pathfan_scatter(view, outlook_of(&ends->end[e]), &ends->end[e].distances);
    return PATHFAN_OK;
  }
  if (kept < 0)
    bound = pathfan_scatter_within(view, outlook_of(other), outlook_of(own), &other->distances);
  return pathfan_scatter_towards(view, outlook_of(own), other->at, &other->distances, bound,
                                 &ends->kept.onward, &own->distances, meetings);
}

/* Whether a path may turn at a vertex that both may see, and isn't longer than `most`. */
static bool is_turn_within(const pathfan_ends *ends, const pathfan_index_view *view, int32_t v,
                           int64_t most) {
  const pathfan_fixed_point a = ends->end[0].at, b = ends->end[1].at;
  const pathfan_fixed_point at = pathfan_vertex_fixed(view, v);
  return pathfan_units(view, a, at) + pathfan_units(view, at, b) <= most &&
         pathfan_is_taut(pathfan_vertex_wedge(view, v), pathfan_fixed_from_to(a, at),
                         pathfan_fixed_from_to(at, b));
}

pathfan_status pathfan_ends_ask_dead_ends(pathfan_ends *ends, const pathfan_index_view *view,
                                          int64_t most, bool *any) {
  *any = false;
  const pathfan_status status = pathfan_stamp_fit(&ends->dead, view->n);
  for (int e = 0; e < 2 && !status && !*any; e++) {
    const pathfan_visible_vertices *own = &ends->end[e].visible, *other = &ends->end[1 - e].visible;
    pathfan_stamp_next(&ends->dead);
    for (int32_t i = 0; i < own->dead_count; i++) pathfan_stamp_add(&ends->dead, own->ids[i]);
    /* Dead ends of both are met once. */
    const int32_t count = other->count + (e ? 0 : other->dead_count);
    for (int32_t i = 0; i < count && !*any; i++) {
      const int32_t v = i < other->count ? other->list[i].vertex : other->ids[i - other->count];
      *any = pathfan_stamp_has(&ends->dead, v) && is_turn_within(ends, view, v, most);
    }
  }
  return status;
}

void pathfan_ends_scatter_near(pathfan_ends *ends, const pathfan_index_view *view, int64_t most) {
  for (int e = 0; e < 2; e++)
    pathfan_scatter_near(view, outlook_of(&ends->end[e]), ends->end[1 - e].at, most,
                         &ends->end[e].distances);
  ends->near = most;
  ends->state = PATHFAN_ENDS_NEAR;
}

int64_t pathfan_end_distance(const pathfan_end *end, const pathfan_index_view *view, int32_t v) {
  int32_t hub, from;
  const int64_t length = pathfan_distance_to(view, &end->distances, v, &hub);
  const int64_t arrival = pathfan_arrival_at(view, &end->distances, end->at, v, length, &from);
  return arrival < length ? arrival : length;
}

bool pathfan_ends_see(const pathfan_ends *ends, const pathfan_space *space) {
  return pathfan_mesh_sees(space->mesh, ends->end[0].at, ends->end[0].polygon, ends->end[1].at,
                           ends->end[1].polygon, space->fraction_bits);
}

bool pathfan_faces_end(const pathfan_index_view *view, const pathfan_end *end, int32_t v) {
  const pathfan_fixed_point travel = pathfan_fixed_from_to(end->at, pathfan_vertex_fixed(view, v));
  return pathfan_side_of_fixed(pathfan_vertex_wedge(view, v), travel) == PATHFAN_SIDE_NONE;
}
