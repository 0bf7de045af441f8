/* bypass.c - A* among areas, by the taut edges of the visibility graph, which knows no areas.
 *
 * A way to a node is only offered at first: its last edge is tested when it would be the best way
 * there, and the node's turn has come. If an area meets the edge, the area is in the way: its
 * corners become nodes, and all nodes reached so far offer ways to them. Areas that meet no edge
 * that is tested change nothing, so nothing is done for them. This is exact: take the shortest way
 * round the areas that are in the way at the end. Each of its edges was tested, since with the
 * nodes before it is the best way there; had one met another area, that would be in the way, too.
 * So the way touches no area, and none that touches no area is shorter. A corner may lie in another
 * area, which then meets all edges to it. Searches from one end: bypass_front.h. */
#include "bypass.h"

#include <assert.h>
#include <stdlib.h>

#include "query/open/pieces.h"

/* ---- Areas in the way ---- */

static pathfan_status fit_nodes(pf_bypass *way) {
  const int32_t nodes = pf_bypass_nodes(way);
  pathfan_status status = PATHFAN_OK;
  for (int e = 0; e < 2 && !status; e++) {
    pf_bypass_front *f = &way->front[e];
    const int32_t had = f->node_capacity;
    status = pf_grow(&f->nodes, &f->node_capacity, nodes);
    if (f->node_capacity > had)
      memset(f->nodes + had, 0, (size_t)(f->node_capacity - had) * sizeof *f->nodes);
    if (!status) status = pf_heap_fit(&f->heap, f->node_capacity);
  }
  return status;
}

/* Offers the edge from an end to a node. */
static pathfan_status offer_first(pf_bypass *way, int e, int32_t node) {
  return pf_front_offer(
      way, e, way->n + e, node,
      pf_units(pf_bypass_view(way), pf_bypass_end(way, e)->at, pf_bypass_at(way, node)));
}

static pathfan_status offer_first_corner(pf_bypass *way, int e, int32_t node) {
  return pf_corner_passes(pf_bypass_corner(way, node), pf_bypass_end(way, e)->at)
             ? offer_first(way, e, node)
             : PATHFAN_OK;
}

/* Offers a way to a new corner from a vertex that sees it, if a front has reached the vertex. */
static pathfan_status reach_from(pf_bypass *way, int e, int32_t v, int32_t node, int64_t length) {
  if (!pf_front_knows(&way->front[e], v)) return PATHFAN_OK;
  const pf_bypass_arrival from = pf_front_arrive(way, e, v);
  return pf_front_goes_on(way, &from, pf_bypass_corner(way, node)->at)
             ? pf_front_offer(way, e, v, node, length)
             : PATHFAN_OK;
}

/* Offers the ways to a new corner from all nodes that a front has reached. */
static pathfan_status reach_corner(pf_bypass *way, int e, int32_t node) {
  const pf_view_corner *corner = pf_bypass_corner(way, node);
  const pf_bypass_front *f = &way->front[e];
  const pf_bypass_span more = way->through[node - way->n - 2];
  pathfan_status status = offer_first_corner(way, e, node);
  for (int32_t i = corner->begin; i < corner->end && !status; i++)
    status = reach_from(way, e, corner->view->vertex[i], node, corner->view->length[i]);
  for (int32_t i = more.begin; i < more.end && !status; i++)
    status = reach_from(way, e, way->seen_through.vertex[i], node, way->seen_through.length[i]);
  for (int32_t i = 0; i < way->area_count && !status; i++) {
    const pf_bypass_area area = way->areas[i];
    if (pf_bypass_lies_aside(corner, &area)) continue;
    for (int32_t c = area.begin; c < area.end && !status; c++) {
      if (!pf_front_knows(f, way->n + 2 + c)) continue;
      const pf_bypass_arrival from = pf_front_arrive(way, e, way->n + 2 + c);
      status = pf_front_offer_corner(way, e, &from, node);
    }
  }
  return status;
}

/* Joins a vertex to the newest corner, which it sees. */
static void join(pf_bypass *way, int32_t v, int64_t length) {
  const int32_t next = pf_stamp_add(&way->led, v) ? -1 : way->head[v];
  assert(way->edge_count < way->edge_capacity);
  way->corner_edges[way->edge_count] = (pf_bypass_edge){length, pf_bypass_nodes(way) - 1, next};
  way->head[v] = way->edge_count++;
}

/* Looks from a corner through openings, and drops what a path can't pass the corner towards. */
static pathfan_status look_through(pf_bypass *way, const pf_view_corner *corner,
                                   pf_bypass_span *span) {
  pf_seen_through *seen = &way->seen_through;
  const pf_station from = {corner->at, corner->polygon};
  *span = (pf_bypass_span){seen->count, seen->count};
  const pathfan_status status =
      pf_passages_look(way->passages, &way->openings->breach, pf_bypass_view(way), from, seen);
  for (int32_t i = span->begin; i < seen->count && !status; i++) {
    if (!pf_corner_passes(corner, pf_vertex_fixed(pf_bypass_view(way), seen->vertex[i]))) continue;
    seen->vertex[span->end] = seen->vertex[i];
    seen->length[span->end++] = seen->length[i];
  }
  if (!status) seen->count = span->end;
  return status;
}

/* Makes a corner a node, and joins the vertices that it sees to it. is_jamb: its edges include
 * those through openings. */
static pathfan_status add_corner(pf_bypass *way, const pf_view_corner *corner, bool is_jamb) {
  pf_bypass_span more = {0, 0};
  pathfan_status status = PATHFAN_OK;
  if (way->openings && !is_jamb) status = look_through(way, corner, &more);
  const int64_t edges = (int64_t)(corner->end - corner->begin) + (more.end - more.begin);
  if (!status)
    status = pf_grow(&way->corners, &way->corner_capacity, (int64_t)way->corner_count + 1);
  if (!status)
    status = pf_grow(&way->through, &way->through_capacity, (int64_t)way->corner_count + 1);
  if (!status) status = pf_grow(&way->corner_edges, &way->edge_capacity, way->edge_count + edges);
  if (status) return status;
  way->through[way->corner_count] = more;
  way->corners[way->corner_count++] = corner;
  for (int32_t i = corner->begin; i < corner->end; i++)
    join(way, corner->view->vertex[i], corner->view->length[i]);
  for (int32_t i = more.begin; i < more.end; i++)
    join(way, way->seen_through.vertex[i], way->seen_through.length[i]);
  return fit_nodes(way);
}

/* Whether a corner lies in free space. */
static bool is_free(const pf_bypass *way, const pf_view_corner *corner) {
  return corner->polygon >= 0 ||
         (way->openings && pf_breach_hold(&way->openings->breach, corner->at) >= 0);
}

static pathfan_status add_area(pf_bypass *way, const pf_obstacle *obstacle,
                               pf_work_limit *work_limit) {
  const pf_corner_view *view;
  pathfan_status status =
      pf_obstacle_need_view(obstacle, way->scene->space, pf_bypass_view(way), &way->look, &view);
  if (!status) status = pf_grow(&way->areas, &way->area_capacity, way->area_count + 1);
  if (status) return status;
  pf_bypass_area area = {.obstacle = obstacle, .begin = way->corner_count};
  const pf_area_ring *ring = view->areas.rings;
  area.middle =
      (pf_fixed_point){ring->low.x / 2 + ring->high.x / 2, ring->low.y / 2 + ring->high.y / 2};
  area.reach = pf_fixed_length(ring->low, ring->high) / 2 + 2;
  for (int32_t i = 0; i < view->count && !status; i++) {
    if (!is_free(way, &view->corners[i])) continue;
    if (!pf_work_limit_spend(work_limit, 1)) break; /* which ends the search, too */
    status = add_corner(way, &view->corners[i], false);
  }
  area.end = way->corner_count;
  way->areas[way->area_count++] = area;
  for (int32_t c = area.begin; c < area.end && !status; c++)
    for (int e = 0; e < 2 && !status; e++)
      if (way->front[e].is_begun) status = reach_corner(way, e, way->n + 2 + c);
  return status;
}

/* Adds the areas that were found to be in the way. Offers to their corners may find more. */
static pathfan_status add_pending(pf_bypass *way, pf_work_limit *work_limit) {
  pathfan_status status = PATHFAN_OK;
  while (way->pending_count && !status)
    status = add_area(way, way->pending[--way->pending_count], work_limit);
  return status;
}

/* ---- Openings ---- */

/* Makes the jambs nodes. */
static pathfan_status add_jambs(pf_bypass *way) {
  const pf_breach *breach = &way->openings->breach;
  const pf_corner_view *jambs = &way->passages->jambs;
  pathfan_status status = pf_grow(&way->areas, &way->area_capacity, (int64_t)way->area_count + 1);
  if (status) return status;
  for (int32_t i = 0; i < jambs->count && !status; i++)
    status = add_corner(way, &jambs->corners[i], true);
  way->areas[way->area_count++] = (pf_bypass_area){
      .end = jambs->count,
      .middle = {breach->low.x / 2 + breach->high.x / 2, breach->low.y / 2 + breach->high.y / 2},
      .reach = way->passages->reach};
  return status;
}

/* Looks from both ends through openings. */
static pathfan_status look_from_ends(pf_bypass *way) {
  pf_seen_through *seen = &way->seen_through;
  pathfan_status status = PATHFAN_OK;
  for (int e = 0; e < 2 && !status; e++) {
    const pf_station from = {pf_bypass_end(way, e)->at, pf_bypass_end(way, e)->polygon};
    way->end_through[e].begin = seen->count;
    status =
        pf_passages_look(way->passages, &way->openings->breach, pf_bypass_view(way), from, seen);
    way->end_through[e].end = seen->count;
    for (int32_t i = way->end_through[e].begin; i < seen->count; i++)
      pf_stamp_add(&way->seen[e], seen->vertex[i]);
  }
  return status;
}

static pathfan_status begin_openings(pf_bypass *way) {
  pathfan_status status = pf_openings_need_passages(way->openings, &way->look, &way->passages);
  if (!status) status = pf_stamp_fit(&way->gone, (int64_t)way->n + 1);
  if (status) return status;
  pf_stamp_next(&way->gone);
  for (int32_t i = 0; i < way->openings->breach.gone_count; i++)
    pf_stamp_add(&way->gone, way->openings->breach.gone[i]);
  status = add_jambs(way);
  if (!status) status = look_from_ends(way);
  return status ? status
                : pf_mouth_bounds_find(&way->bounds, way->scene, way->openings, way->passages);
}

/* ---- Searches ---- */

pathfan_status pf_bypass_begin(pf_bypass *way, const pf_scene *scene,
                               const pf_generation *generation, const pf_trie *places,
                               const pf_openings *openings) {
  assert(scene->ends->state == PF_ENDS_SCATTERED);
  way->scene = scene;
  way->places = places;
  way->openings = openings;
  way->n = scene->view->n;
  way->area_count = way->pending_count = way->corner_count = way->edge_count = way->count = 0;
  way->seen_through.count = 0;
  way->end_through[0] = way->end_through[1] = (pf_bypass_span){0, 0};
  way->front[0].is_begun = way->front[1].is_begun = false;
  pathfan_status status = pf_taut_edges_need(generation, &way->edges, scene->error);
  if (!status) status = fit_nodes(way);
  if (!status) status = pf_stamp_fit(&way->led, way->n + 1);
  if (!status) status = pf_grow(&way->head, &way->head_capacity, way->n + 1);
  for (int e = 0; e < 2 && !status; e++) status = pf_stamp_fit(&way->seen[e], way->n + 1);
  if (status) return status;
  pf_stamp_next(&way->led);
  for (int e = 0; e < 2; e++) {
    const pf_visible_vertices *visible = &scene->ends->end[e].visible;
    pf_stamp_next(&way->seen[e]);
    for (int32_t i = 0; i < visible->count; i++)
      pf_stamp_add(&way->seen[e], visible->list[i].vertex);
  }
  return openings ? begin_openings(way) : PATHFAN_OK;
}

/* Begins a front. least: a lower bound on the length between the ends. */
static pathfan_status begin_front(pf_bypass *way, int e, int64_t least, int64_t most,
                                  bool is_guided) {
  pf_bypass_front *f = &way->front[e];
  const pf_visible_vertices *visible = &pf_bypass_end(way, e)->visible;
  pathfan_status status = PATHFAN_OK;
  pf_heap_clear(&f->heap);
  if (pf_stamp_wraps(&f->now)) memset(f->nodes, 0, (size_t)f->node_capacity * sizeof *f->nodes);
  f->offer_count = 0;
  f->most = most;
  f->is_begun = true;
  f->is_guided = is_guided;
  f->nodes[way->n + e] = (pf_bypass_node){.left = least > PF_SLACK ? least - PF_SLACK : 0,
                                          .parent = -1,
                                          .offers = -1,
                                          .known = f->now,
                                          .bounded = f->now,
                                          .offered = f->now};
  for (int32_t i = 0; i < visible->count && !status; i++)
    status = offer_first(way, e, visible->list[i].vertex);
  for (int32_t i = way->end_through[e].begin; i < way->end_through[e].end && !status; i++)
    status = offer_first(way, e, way->seen_through.vertex[i]);
  if (way->openings && is_guided && !status) status = offer_first(way, e, way->n + 1 - e);
  for (int32_t c = 0; c < way->corner_count && !status; c++)
    status = offer_first_corner(way, e, way->n + 2 + c);
  return status;
}

static inline bool is_due(const pf_bypass_front *f, int64_t near) {
  return f->heap.count && f->heap.entries[0].key <= near && f->heap.entries[0].key <= f->most;
}

/* Goes on with a front until nothing is left that matters for ways of `near` length units. */
static pathfan_status run(pf_bypass *way, int e, int64_t near, pf_work_limit *work_limit) {
  pf_bypass_front *f = &way->front[e];
  pathfan_status status = add_pending(way, work_limit);
  while (!status && !work_limit->stopped && is_due(f, near)) {
    status = pf_front_take(way, e, pf_heap_take(&f->heap), work_limit);
    if (!status) status = add_pending(way, work_limit);
  }
  return status;
}

/* Lists the way to a node in the tree of an end, from the node on. */
static pathfan_status list_back(pf_bypass *way, int e, int32_t node) {
  pathfan_status status = PATHFAN_OK;
  for (; node >= 0 && !status; node = way->front[e].nodes[node].parent) {
    status = pf_grow(&way->points, &way->capacity, way->count + 1);
    if (!status) way->points[way->count++] = pf_bypass_at(way, node);
  }
  return status;
}

static void reverse(pf_fixed_point *points, int32_t count) {
  for (int32_t i = 0, k = count - 1; i < k; i++, k--) {
    const pf_fixed_point swap = points[i];
    points[i] = points[k];
    points[k] = swap;
  }
}

pathfan_status pf_bypass_find(pf_bypass *way, int64_t least, int64_t most,
                              pf_work_limit *work_limit) {
  const int32_t goal = way->n + 1;
  way->count = 0;
  way->front[1].is_begun = false;
  pathfan_status status = begin_front(way, 0, least, most, true);
  if (!status) status = run(way, 0, PF_FAR, work_limit);
  if (status || work_limit->stopped || !pf_front_knows(&way->front[0], goal)) return status;
  status = list_back(way, 0, goal);
  reverse(way->points, way->count);
  return status;
}

static pathfan_status note_near(void *way, pf_obstacle *obstacle) {
  return pf_bypass_note(way, obstacle);
}

pathfan_status pf_bypass_plant(pf_bypass *way, int64_t most) {
  pathfan_status status = PATHFAN_OK;
  for (int e = 0; e < 2 && !status; e++) status = begin_front(way, e, 0, most, false);
  return status;
}

/* All areas within reach are in the way, whether or not a tree meets them: another path may pass on
 * their other side. */
pathfan_status pf_bypass_grow(pf_bypass *way, int64_t near, pf_work_limit *work_limit) {
  const double steps = (double)near / pf_bypass_view(way)->units_per_fixed;
  pathfan_status status =
      pf_trie_walk_near(way->places, pf_bypass_end(way, 0)->at, pf_bypass_end(way, 1)->at,
                        steps * (1 + 0x1p-40), way, note_near);
  assert(way->front[0].is_begun && way->front[1].is_begun && !way->front[0].is_guided);
  do {
    for (int e = 0; e < 2 && !status; e++) status = run(way, e, near, work_limit);
  } while (!status && !work_limit->stopped && is_due(&way->front[0], near));
  return status;
}

/* ---- All that an end reaches ---- */

pathfan_status pf_bypass_reach(pf_bypass *way, pf_work_limit *work_limit) {
  const pathfan_status status = begin_front(way, 0, 0, PF_FAR, false);
  return status ? status : run(way, 0, PF_FAR, work_limit);
}

/* Whether a node that the tree knows sees a spot past all areas. Notes one that is in the way. */
static pathfan_status leads_to(pf_bypass *way, int32_t node, pf_fixed_point at, bool *does) {
  const pf_obstacle *met = pf_trie_meet(way->places, pf_bypass_at(way, node), at);
  *does = !met;
  return met ? pf_bypass_note(way, met) : PATHFAN_OK;
}

/* The same for a vertex, if the tree knows it. */
static pathfan_status is_seen_from(pf_bypass *way, int32_t v, pf_fixed_point at, bool *does) {
  return pf_front_knows(&way->front[0], v) ? leads_to(way, v, at, does) : PATHFAN_OK;
}

/* Whether some node that the tree knows sees a spot. */
static pathfan_status is_seen(pf_bypass *way, pf_station spot, bool *does) {
  const pf_index_view *view = pf_bypass_view(way);
  const int32_t start = way->n;
  pf_seen_through *seen = &way->seen_through;
  const int32_t before = seen->count;
  pathfan_status status = PATHFAN_OK;
  *does = false;
  if (pf_bypass_sees(way, start, spot)) status = leads_to(way, start, spot.at, does);
  if (!status && !*does && spot.polygon >= 0)
    status =
        pf_find_visible_vertices(view, spot.at, spot.polygon, &way->look.sight, &way->look.seen);
  const pf_visible_vertices *visible = &way->look.seen;
  for (int32_t i = 0; i < visible->count && spot.polygon >= 0 && !*does && !status; i++)
    status = is_seen_from(way, visible->list[i].vertex, spot.at, does);
  if (way->openings && !*does && !status)
    status = pf_passages_look(way->passages, &way->openings->breach, view, spot, seen);
  for (int32_t i = before; i < seen->count && !*does && !status; i++)
    status = is_seen_from(way, seen->vertex[i], spot.at, does);
  seen->count = before;
  for (int32_t c = way->n + 2; c < pf_bypass_nodes(way) && !*does && !status; c++)
    if (pf_front_knows(&way->front[0], c) && pf_corner_passes(pf_bypass_corner(way, c), spot.at) &&
        pf_bypass_sees(way, c, spot))
      status = leads_to(way, c, spot.at, does);
  return status;
}

pathfan_status pf_bypass_reaches(pf_bypass *way, pf_station spot, pf_work_limit *work_limit,
                                 bool *does) {
  pathfan_status status = PATHFAN_OK;
  *does = false;
  do {
    if (!pf_work_limit_spend(work_limit, 1)) return PATHFAN_OK;
    status =
        run(way, 0, PF_FAR, work_limit); /* with the areas that were in the way of the last spot */
    if (!status && !work_limit->stopped) status = is_seen(way, spot, does);
  } while (!status && !*does && way->pending_count && !work_limit->stopped);
  return status;
}

pathfan_status pf_bypass_trace(pf_bypass *way, int32_t node, bool *taut) {
  way->count = 0;
  assert(pf_bypass_length(way, node) < PF_FAR);
  pathfan_status status = list_back(way, 0, node);
  if (status) return status;
  reverse(way->points, way->count);
  status = list_back(way, 1, way->front[1].nodes[node].parent);
  if (status) return status;
  const pf_bypass_arrival from = pf_front_arrive(way, 0, node);
  const pf_fixed_point on = pf_bypass_at(way, way->front[1].nodes[node].parent);
  *taut = from.side != PF_SIDE_NONE && pf_front_goes_on(way, &from, on);
  return PATHFAN_OK;
}

void pf_bypass_free(pf_bypass *way) {
  for (int e = 0; e < 2; e++) {
    free(way->front[e].nodes);
    pf_heap_free(&way->front[e].heap);
    free(way->front[e].offers);
    pf_stamp_free(&way->seen[e]);
  }
  free(way->areas);
  free(way->pending);
  free(way->corners);
  free(way->through);
  free(way->seen_through.vertex);
  free(way->seen_through.length);
  pf_stamp_free(&way->gone);
  pf_mouth_bounds_free(&way->bounds);
  free(way->head);
  pf_stamp_free(&way->led);
  free(way->corner_edges);
  pf_look_free(&way->look);
  free(way->points);
}
