/* recover.c - paths from labels (paper, section 4.1.1): each label names the next
 * vertex and the place of that vertex's label for the same hub, so a path takes
 * one step a vertex after the first label was found by binary search. */
#include <string.h>

#include "scratch.h"
#include "mesh/segment.h"

pathfan_status pathfan_walk_append(pathfan_query *q, int32_t vertex) {
  const pathfan_status status =
      pathfan_grow(&q->walk, &q->walk_capacity, q->walk_count + 1, sizeof *q->walk);
  if (!status) q->walk[q->walk_count++] = vertex;
  return status;
}

/* The label of v for hub, or NULL if v sees it. */
static const uint8_t *find_label(const pathfan_index_view *view, int32_t v, uint32_t hub) {
  for (int group = 0; group < PATHFAN_LABEL_GROUPS; group++) {
    const pathfan_range labels = pathfan_label_groups(view, v, group, group);
    uint32_t low = labels.begin, high = labels.end;
    while (low < high) {
      const uint32_t middle = low + (high - low) / 2;
      if (pathfan_label_hub(view, pathfan_label_at(view, middle)) < hub)
        low = middle + 1;
      else
        high = middle;
    }
    if (low < labels.end && pathfan_label_hub(view, pathfan_label_at(view, low)) == hub)
      return pathfan_label_at(view, low);
  }
  return NULL;
}

/* Appends to q->walk the vertices after `from` on the shortest path to hub,
 * the hub last. Errors: NO_MEMORY. */
static pathfan_status walk_to_hub(pathfan_query *q, int32_t from, int32_t hub) {
  if (from == hub) return PATHFAN_OK;
  const uint8_t *label = find_label(&q->index->view, from, (uint32_t)hub);
  while (label) {
    const pathfan_label_fields l = pathfan_label_open(&q->index->view, label);
    const pathfan_status status = pathfan_walk_append(q, (int32_t)l.next);
    if (status) return status;
    label = pathfan_label_after(&q->index->view, &l);
  }
  return pathfan_walk_append(q, hub);
}

int32_t pathfan_before_hub(const pathfan_index_view *view, int32_t from, int32_t hub) {
  int32_t before = from;
  for (const uint8_t *label = find_label(view, from, (uint32_t)hub); label;) {
    const pathfan_label_fields l = pathfan_label_open(view, label);
    before = (int32_t)l.next;
    label = pathfan_label_after(view, &l);
  }
  return before;
}

void pathfan_walk_reverse(pathfan_query *q, int32_t first) {
  for (int32_t i = first, k = q->walk_count - 1; i < k; i++, k--) {
    const int32_t swap = q->walk[i];
    q->walk[i] = q->walk[k];
    q->walk[k] = swap;
  }
}

/* Appends the vertices of the way from an end to v by hub: the seen vertex, the usual
 * one if `from` is -1, first, v last. */
static pathfan_status append_way(pathfan_query *q, const pathfan_end *end, int32_t from,
                                 int32_t hub, int32_t v) {
  if (from < 0) from = end->ways[hub].from;
  pathfan_status status = pathfan_walk_append(q, from);
  if (!status) status = walk_to_hub(q, from, hub);
  if (status || v == hub) return status;
  q->walk_count--; /* the hub comes again, first in the reversed half */
  const int32_t middle = q->walk_count;
  status = pathfan_walk_append(q, v);
  if (!status) status = walk_to_hub(q, v, hub);
  if (!status) pathfan_walk_reverse(q, middle);
  return status;
}

bool pathfan_taut_at(const pathfan_index_view *view, int32_t via, pathfan_fixed_point before,
                     pathfan_fixed_point after) {
  const pathfan_fixed_point at = pathfan_vertex_fixed(view, via);
  const pathfan_fixed_point in = pathfan_fixed_from_to(before, at);
  const pathfan_fixed_point out = pathfan_fixed_from_to(at, after);
  const pathfan_wedge wedge = pathfan_vertex_wedge(view, via);
  const pathfan_side side = pathfan_side_of_fixed(wedge, in);
  if (side == PATHFAN_SIDE_NONE || side != pathfan_side_of_fixed(wedge, out)) return false;
  const int turn = pathfan_turn(in, out);
  return side == PATHFAN_SIDE_LEFT ? turn >= 0 : turn <= 0;
}

/* The vertex that an end sees, the walk wrapping its obstacle there, in place of `at` before
 * the next point: on the way from there to that point, or as near by as rounding can't
 * tell; -1 if there is none. */
static int32_t seen_instead(const pathfan_query *q, const pathfan_end *end, pathfan_fixed_point at,
                            pathfan_fixed_point next, int32_t next_polygon) {
  const pathfan_index_view *view = &q->index->view;
  const pathfan_fixed_point way = pathfan_fixed_from_to(at, next);
  const int64_t most = pathfan_units(q, end->at, at) + pathfan_units(q, at, next) + PATHFAN_SLACK;
  int32_t beside = -1;
  for (int32_t i = 0; i < end->seen_count; i++) {
    const int32_t v = end->seen[i].vertex;
    const pathfan_fixed_point here = pathfan_vertex_fixed(view, v);
    const pathfan_fixed_point part = pathfan_fixed_from_to(at, here);
    const pathfan_fixed_point rest = pathfan_fixed_from_to(here, next);
    if ((!part.x && !part.y) || end->seen[i].length + pathfan_units(q, here, next) > most ||
        !pathfan_taut_at(view, v, end->at, next))
      continue;
    if (!pathfan_turn(way, part) && (__int128)part.x * rest.x + (__int128)part.y * rest.y > 0)
      return v;
    if (beside < 0 && pathfan_mesh_sees(&view->mesh, here, view->vertex_polygon[v], next,
                                        next_polygon, view->header->fraction_bits))
      beside = v;
  }
  return beside;
}

/* An end that passes its first vertex by a hair's breadth comes by it in a length
 * that can't be told from the straight one. Where the walk bends away from that
 * vertex's obstacle, the vertex is left out if the end sees the next point, or
 * gives way to one that hides it. */
static void tighten(pathfan_query *q, int e) {
  const pathfan_index_view *view = &q->index->view;
  const int bits = view->header->fraction_bits;
  const pathfan_end *end = &q->ends[e], *other = &q->ends[1 - e];
  while (q->walk_count) {
    const int32_t first = e ? q->walk_count - 1 : 0, second = e ? first - 1 : 1;
    const pathfan_fixed_point at = pathfan_vertex_fixed(view, q->walk[first]);
    const bool last = q->walk_count == 1;
    const pathfan_fixed_point next = last ? other->at : pathfan_vertex_fixed(view, q->walk[second]);
    if ((at.x == end->at.x && at.y == end->at.y) || (at.x == next.x && at.y == next.y) ||
        pathfan_taut_at(view, q->walk[first], end->at, next))
      break;
    const int32_t polygon = last ? other->polygon : view->vertex_polygon[q->walk[second]];
    if (!pathfan_mesh_sees(&view->mesh, end->at, end->polygon, next, polygon, bits)) {
      const int32_t instead = seen_instead(q, end, at, next, polygon);
      if (instead >= 0) q->walk[first] = instead;
      break;
    }
    q->walk_count--;
    if (!e) memmove(q->walk, q->walk + 1, (size_t)q->walk_count * sizeof *q->walk);
  }
}

/* The walk between the two ends as straightened points, and its lengths. */
static pathfan_status finish(pathfan_query *q, pathfan_track *track) {
  const pathfan_index_view *view = &q->index->view;
  tighten(q, 0);
  tighten(q, 1);
  const pathfan_status status =
      pathfan_grow(&track->points, &track->capacity, q->walk_count + 2, sizeof *track->points);
  if (status) return status;
  track->count = 0;
  track->points[track->count++] = q->ends[0].at;
  for (int32_t i = 0; i < q->walk_count; i++)
    track->points[track->count++] = pathfan_vertex_fixed(view, q->walk[i]);
  track->points[track->count++] = q->ends[1].at;
  track->count = pathfan_polyline_straighten(track->points, track->count);
  track->units = 0;
  for (int32_t i = 0; i + 1 < track->count; i++)
    track->units += pathfan_units(q, track->points[i], track->points[i + 1]);
  track->length = pathfan_polyline_length(track->points, track->count, view->header->fraction_bits);
  return PATHFAN_OK;
}

pathfan_status pathfan_recover_straight(pathfan_query *q, pathfan_track *track) {
  q->walk_count = 0;
  return finish(q, track);
}

/* Appends end 1's way to v by hub, backwards, without v itself. */
static pathfan_status append_way_back(pathfan_query *q, int32_t from, int32_t hub, int32_t v) {
  const int32_t middle = --q->walk_count; /* v */
  const pathfan_status status = append_way(q, &q->ends[1], from, hub, v);
  if (!status) pathfan_walk_reverse(q, middle);
  return status;
}

pathfan_status pathfan_recover_by_hub(pathfan_query *q, int32_t hub, pathfan_track *track) {
  q->walk_count = 0;
  pathfan_status status = append_way(q, &q->ends[0], -1, hub, hub);
  if (!status) status = append_way_back(q, -1, hub, hub);
  return status ? status : finish(q, track);
}

pathfan_status pathfan_recover_via(pathfan_query *q, const pathfan_candidate *c,
                                   pathfan_track *track, bool *taut) {
  q->walk_count = 0;
  *taut = false;
  pathfan_status status = append_way(q, &q->ends[0], c->from[0], c->hubs[0], c->via);
  if (status) return status;
  const int32_t at = q->walk_count - 1; /* of the via node */
  status = append_way_back(q, c->from[1], c->hubs[1], c->via);
  if (status) return status;
  const pathfan_fixed_point before =
      at > 0 ? pathfan_vertex_fixed(&q->index->view, q->walk[at - 1]) : q->ends[0].at;
  const pathfan_fixed_point after = at + 1 < q->walk_count
                                        ? pathfan_vertex_fixed(&q->index->view, q->walk[at + 1])
                                        : q->ends[1].at;
  *taut = pathfan_taut_at(&q->index->view, c->via, before, after);
  return *taut ? finish(q, track) : PATHFAN_OK;
}

int pathfan_track_compare(const pathfan_track *a, const pathfan_track *b) {
  if (a->length != b->length) return a->length < b->length ? -1 : 1;
  if (a->units != b->units) return a->units < b->units ? -1 : 1;
  for (int32_t i = 0; i < a->count && i < b->count; i++) {
    if (a->points[i].x != b->points[i].x) return a->points[i].x < b->points[i].x ? -1 : 1;
    if (a->points[i].y != b->points[i].y) return a->points[i].y < b->points[i].y ? -1 : 1;
  }
  return (a->count > b->count) - (a->count < b->count);
}
