/* recover.c - paths from labels (paper, section 4.1.1): each label has a next vertex and the number
 * of that vertex's label for the same hub, so that a path takes one step per vertex after its first
 * label is found. */
#include "recover.h"

#include <assert.h>
#include <string.h>

#include "base/portable.h"
#include "base/memory.h"
#include "geometry/polyline.h"
#include "mesh/segment.h"
#include "query/open/pieces.h"

/* A walk along labels to a hub. at: the vertex reached; label: the number of its label for the hub,
 * NONE if it is the hub or sees it. Labels lie far apart, so none is read on the way; a straight
 * one is assumed to be for this hub. */
typedef struct walk {
  int32_t at;
  uint32_t label;
} walk;

static walk begin_walk(const pf_index_view *view, int32_t v, int32_t hub) {
  assert(pf_is_touched(view, v));
  assert(pf_is_vertex(view, hub));
  return (walk){v, pf_find_label(view, v, (uint32_t)hub)};
}

static inline void step(const pf_index_view *view, walk *w, int32_t hub) {
  assert(pf_is_touched(view, w->at));
  const pf_label_way way = pf_way_of_label(view, w->at, w->label);
  w->at = way.next == PF_LAYOUT_NONE ? hub : (int32_t)way.next;
  w->label = way.next_label;
}

/* Appends to the path the vertices after `from` on the shortest path to hub, the hub last. Every
 * label that was touched has its next one; that these are for the hub is checked at the last one.
 * Lengths fall along a walk, so it visits no vertex twice, and one that goes on for more than n
 * steps is damaged. Errors: NO_MEMORY, DAMAGED. */
static pathfan_status append_to_hub(const pf_index_view *view, pf_vertex_path *path, int32_t from,
                                    int32_t hub) {
  if (from == hub) return PATHFAN_OK;
  pathfan_status status = pf_touch_vertex(view, from);
  if (status) return status;
  walk w = begin_walk(view, from, hub);
  for (int32_t left = view->n; w.label != PF_LAYOUT_NONE; left--) {
    const uint64_t label = pf_labels_by(view, w.at)[view->spans[w.at].labels + w.label];
    if (!left) return pf_walk_fails(view, from);
    step(view, &w, hub);
    if (w.label == PF_LAYOUT_NONE) { /* the last label */
      if (pf_label_hub(label) != (uint32_t)hub) return pf_walk_fails(view, from);
      if (w.at == hub) break;
    } else {
      status = pf_touch_vertex(view, w.at);
    }
    if (!status) status = pf_vertex_path_append(path, w.at);
    if (status) return status;
  }
  return pf_vertex_path_append(path, hub);
}

int32_t pf_before_hub(const pf_index_view *view, int32_t from, int32_t hub) {
  int32_t before = from;
  walk w = begin_walk(view, from, hub);
  while (w.label != PF_LAYOUT_NONE) {
    step(view, &w, hub);
    if (w.at == hub) return before;
    before = w.at;
  }
  return before;
}

/* Appends the vertices of the path from an end to v by hub: the visible vertex first (the hub's
 * usual one if `from` is -1), v last. */
static pathfan_status append_way(const pf_index_view *view, pf_vertex_path *path, const pf_end *end,
                                 int32_t from, int32_t hub, int32_t v) {
  assert(end->distances.of[hub].length < PF_FAR);
  if (from < 0) from = end->distances.of[hub].from;
  pathfan_status status = pf_vertex_path_append(path, from);
  if (!status) status = append_to_hub(view, path, from, hub);
  if (status || v == hub) return status;
  path->count--; /* the hub comes again, in the half to be reversed */
  const int32_t middle = path->count;
  status = pf_vertex_path_append(path, v);
  if (!status) status = append_to_hub(view, path, v, hub);
  if (!status) pf_vertex_path_reverse(path, middle);
  return status;
}

bool pf_taut_at(const pf_index_view *view, int32_t vertex, pf_fixed_point before,
                pf_fixed_point after) {
  const pf_fixed_point at = pf_vertex_fixed(view, vertex);
  return pf_is_taut(pf_vertex_wedge(view, vertex), pf_fixed_from_to(before, at),
                    pf_fixed_from_to(at, after));
}

/* Returns the vertex that takes the place of `at` before the next point: one that the end sees and
 * whose obstacle the path wraps, on the line from `at` to that point, or so near it that rounding
 * hides the difference; -1 if there is none. */
PF_COLD static int32_t seen_instead(const pf_index_view *view, const pf_end *end, pf_fixed_point at,
                                    pf_fixed_point next, int32_t next_polygon) {
  const pf_fixed_point way = pf_fixed_from_to(at, next);
  const int64_t most = pf_units(view, end->at, at) + pf_units(view, at, next) + PF_SLACK;
  int32_t beside = -1;
  assert(next_polygon >= 0);
  for (int32_t i = 0; i < end->visible.count; i++) {
    const int32_t v = end->visible.list[i].vertex;
    const pf_fixed_point here = pf_vertex_fixed(view, v);
    const pf_fixed_point part = pf_fixed_from_to(at, here);
    const pf_fixed_point rest = pf_fixed_from_to(here, next);
    if ((!part.x && !part.y) || end->visible.list[i].length + pf_units(view, here, next) > most ||
        !pf_taut_at(view, v, end->at, next))
      continue;
    if (!pf_turn(way, part) && pf_points_along(part, rest)) return v;
    if (beside < 0 && pf_mesh_sees(&view->mesh, here, view->vertex_polygon[v], next, next_polygon,
                                   view->header->fraction_bits))
      beside = v;
  }
  return beside;
}

/* Tightens a path at end e. If the end passes its first vertex by a hair's breadth, the length by
 * way of it can't be told from the straight one. So if the path bends away from that vertex's
 * obstacle, the vertex is left out when the end sees the next point, and else replaced with a
 * vertex that hides the next point. */
static pathfan_status tighten(const pf_index_view *view, pf_vertex_path *path, pf_ends *ends,
                              int e) {
  const int bits = view->header->fraction_bits;
  const pf_end *end = &ends->end[e], *other = &ends->end[1 - e];
  assert(ends->state >= PF_ENDS_PLACED);
  while (path->count) {
    const int32_t first = e ? path->count - 1 : 0, second = e ? first - 1 : 1;
    const pf_fixed_point at = pf_vertex_fixed(view, path->vertices[first]);
    const bool last = path->count == 1;
    const pf_fixed_point next = last ? other->at : pf_vertex_fixed(view, path->vertices[second]);
    if ((at.x == end->at.x && at.y == end->at.y) || (at.x == next.x && at.y == next.y) ||
        pf_taut_at(view, path->vertices[first], end->at, next))
      break;
    const int32_t polygon = last ? other->polygon : view->vertex_polygon[path->vertices[second]];
    if (!pf_mesh_sees(&view->mesh, end->at, end->polygon, next, polygon, bits)) {
      const pathfan_status status = pf_ends_look_from(ends, e, view);
      const int32_t instead = status ? -1 : seen_instead(view, end, at, next, polygon);
      if (instead >= 0) path->vertices[first] = instead;
      return status;
    }
    path->count--;
    if (!e)
      memmove(path->vertices, path->vertices + 1, (size_t)path->count * sizeof *path->vertices);
  }
  return PATHFAN_OK;
}

/* Straightens a track's points and measures it, as pf_units and pf_polyline_length do,
 * with one root for both. Returns the greatest length of two consecutive legs, in fixed-point
 * units. */
static double measure(const pf_index_view *view, pf_track *track) {
  double steps = 0, before = 0, most = 0;
  track->count = pf_polyline_straighten(track->points, track->count);
  track->units = 0;
  for (int32_t i = 0; i + 1 < track->count; i++) {
    const double leg = pf_fixed_length(track->points[i], track->points[i + 1]);
    track->units += llrint(leg * view->units_per_fixed);
    steps += leg;
    most = before + leg > most ? before + leg : most;
    before = leg;
  }
  track->length = steps * pf_power_of_two(-view->header->fraction_bits);
  track->is_open = false;
  return most;
}

pathfan_status pf_recover_by_points(const pf_index_view *view, const pf_fixed_point *points,
                                    int32_t count, pf_track *track) {
  const pathfan_status status = pf_track_copy(track, points, count);
  if (!status) measure(view, track);
  return status;
}

/* Makes the track between the two ends: straightened points, and lengths. *most: the greatest
 * length of two legs. */
static pathfan_status finish_most(const pf_index_view *view, pf_vertex_path *path, pf_ends *ends,
                                  pf_track *track, double *most) {
  pathfan_status status = tighten(view, path, ends, 0);
  if (!status) status = tighten(view, path, ends, 1);
  if (!status) status = pf_grow(&track->points, &track->capacity, path->count + 2);
  if (status) return status;
  track->count = 0;
  track->points[track->count++] = ends->end[0].at;
  for (int32_t i = 0; i < path->count; i++)
    track->points[track->count++] = pf_vertex_fixed(view, path->vertices[i]);
  track->points[track->count++] = ends->end[1].at;
  *most = measure(view, track);
  return PATHFAN_OK;
}

pathfan_status pf_recover_by_vertices(const pf_index_view *view, pf_ends *ends,
                                      pf_vertex_path *path, pf_track *track) {
  double most;
  return finish_most(view, path, ends, track, &most);
}

pathfan_status pf_recover_straight(const pf_index_view *view, pf_ends *ends, pf_vertex_path *path,
                                   pf_track *track) {
  path->count = 0;
  return pf_recover_by_vertices(view, ends, path, track);
}

/* Appends end 1's path to v by hub, backwards; v, the last vertex so far, isn't repeated. */
static pathfan_status append_way_back(const pf_index_view *view, pf_vertex_path *path,
                                      pf_ends *ends, int32_t from, int32_t hub, int32_t v) {
  assert(path->count && path->vertices[path->count - 1] == v);
  const int32_t middle = --path->count; /* v comes again */
  const pathfan_status status = append_way(view, path, &ends->end[1], from, hub, v);
  if (!status) pf_vertex_path_reverse(path, middle);
  return status;
}

/* Vertices may be in line but for less than lengths show; then a path may go by one that is a
 * hair's breadth beside the straight line, without wrapping its obstacle. Leaves out such a vertex
 * if its neighbours see each other; returns whether there was one. */
static bool leave_out_beside(const pf_index_view *view, pf_vertex_path *path) {
  int32_t *const v = path->vertices;
  const int32_t had = path->count;
  for (int32_t i = 1; i + 1 < path->count; i++) {
    const pf_fixed_point before = pf_vertex_fixed(view, v[i - 1]);
    const pf_fixed_point after = pf_vertex_fixed(view, v[i + 1]);
    if (pf_taut_at(view, v[i], before, after) ||
        !pf_mesh_sees(&view->mesh, before, view->vertex_polygon[v[i - 1]], after,
                      view->vertex_polygon[v[i + 1]], view->header->fraction_bits))
      continue;
    path->count--;
    memmove(v + i, v + i + 1, (size_t)(path->count - i) * sizeof *v);
    i -= i > 1 ? 2 : 1; /* the one before has another neighbour now */
  }
  return path->count < had;
}

pathfan_status pf_recover_by_hub(const pf_index_view *view, pf_ends *ends, int32_t hub,
                                 pf_vertex_path *path, pf_track *track) {
  double most = 0;
  /* Ends found by lists of hubs stay PLACED, and know the way to these hubs alone. */
  assert(ends->state >= PF_ENDS_PLACED);
  path->count = 0;
  pathfan_status status = append_way(view, path, &ends->end[0], -1, hub, hub);
  if (!status) status = append_way_back(view, path, ends, -1, hub, hub);
  if (!status) status = finish_most(view, path, ends, track, &most);
  if (status || most * most * most <= view->ambiguous_cube || !leave_out_beside(view, path))
    return status;
  return pf_recover_by_vertices(view, ends, path, track);
}

pathfan_status pf_recover_via(const pf_index_view *view, pf_ends *ends, const pf_candidate *c,
                              pf_vertex_path *path, pf_track *track, bool *taut) {
  assert(ends->state >= PF_ENDS_ONWARD);
  path->count = 0;
  *taut = false;
  pathfan_status status = append_way(view, path, &ends->end[0], c->from[0], c->hubs[0], c->via);
  if (status) return status;
  const int32_t at = path->count - 1; /* place of the via node */
  status = append_way_back(view, path, ends, c->from[1], c->hubs[1], c->via);
  if (status) return status;
  const pf_fixed_point before =
      at > 0 ? pf_vertex_fixed(view, path->vertices[at - 1]) : ends->end[0].at;
  const pf_fixed_point after =
      at + 1 < path->count ? pf_vertex_fixed(view, path->vertices[at + 1]) : ends->end[1].at;
  *taut = pf_taut_at(view, c->via, before, after);
  return *taut ? pf_recover_by_vertices(view, ends, path, track) : PATHFAN_OK;
}
