/* ends.c - finds out about the ends of a request step by step; pf_ends_state says how far it
 * has come.
 *
 * What is known of an end depends neither on the other end nor on which of the two comes first, so
 * it can be kept from one request to the next. */
#include "ends.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"
#include "mesh/segment.h"
#include "query/open/pieces.h"
#include "cone_leaf.h"
#include "points.h"

bool pf_ends_init(pf_ends *ends, int32_t n) {
  bool fits = !pf_stamp_fit(&ends->dead, (int64_t)n + 1);
  for (int e = 0; e < 2; e++) {
    ends->place[e] = malloc(((size_t)n + 1) * sizeof *ends->place[e]);
    fits = pf_hub_distances_init(&ends->end[e].distances, n) && ends->place[e] && fits;
  }
  return fits;
}

void pf_ends_free(pf_ends *ends) {
  for (int e = 0; e < 2; e++) {
    pf_visible_vertices_free(&ends->end[e].visible);
    pf_hub_distances_free(&ends->end[e].distances);
  }
  pf_onward_free(&ends->kept.onward);
  pf_visible_free(&ends->sight);
  for (int e = 0; e < 2; e++) free(ends->place[e]);
  pf_stamp_free(&ends->dead);
  pf_stamp_free(&ends->listed);
  pf_listed_scratch_free(&ends->lists);
  free(ends->common);
}

static void swap_ends(pf_ends *ends) {
  const pf_end swap = ends->end[0];
  ends->end[0] = ends->end[1];
  ends->end[1] = swap;
}

void pf_ends_keep(pf_ends *ends, pf_keep which) {
  pf_kept_end *kept = &ends->kept;
  if (kept->which && ends->turned) swap_ends(ends); /* back, each to its own memory */
  ends->state = PF_ENDS_UNKNOWN;
  ends->looked[0] = ends->looked[1] = false;
  ends->turned = false;
  ends->number++;
  if (which && kept->which == which) return;
  kept->which = which;
  kept->number = ends->number;
  kept->state = PF_ENDS_UNKNOWN;
  pf_stamp_next(&kept->onward.known);
}

static pf_placed place(pf_end *end, const pf_space *space, const pf_scope *where,
                       pathfan_point point, double snap) {
  pf_placed placed = {.used = point};
  placed.is_free = pf_space_place_on(space, where, point.x, point.y, snap, &end->at, &end->polygon,
                                     &placed.snapped);
  if (placed.is_free) placed.used = pf_point_at(space, end->at);
  return placed;
}

pf_placed pf_ends_place_on(pf_ends *ends, int e, const pf_space *space, const pf_scope *where,
                           pathfan_point point, double snap) {
  pf_kept_end *kept = &ends->kept;
  assert(e == 0 || e == 1);
  assert(ends->state == PF_ENDS_UNKNOWN);
  if (e != pf_ends_kept(ends)) return place(&ends->end[e], space, where, point, snap);
  if (kept->state < PF_ENDS_PLACED) {
    kept->placed = place(&ends->end[e], space, where, point, snap);
    kept->state = PF_ENDS_PLACED;
  }
  return kept->placed;
}

bool pf_ends_place_in(pf_ends *ends, int e, const pf_space *space, pathfan_point point, double most,
                      const pf_scope *scope, pf_placed *placed) {
  pf_end there;
  assert(ends->state == PF_ENDS_UNKNOWN);
  if (!pf_space_place_in(space, point.x, point.y, most, scope, &there.at, &there.polygon))
    return false;
  if (e == pf_ends_kept(ends)) ends->kept.which = PF_KEEP_NONE;
  ends->end[e].at = there.at;
  ends->end[e].polygon = there.polygon;
  *placed = (pf_placed){.is_free = true, .snapped = true, .used = pf_point_at(space, there.at)};
  return true;
}

pathfan_outcome pf_ends_outcome(const pf_ends *ends, const pf_space *space, bool from_blocked,
                                bool to_blocked) {
  if (from_blocked) return PATHFAN_OUTCOME_START_BLOCKED;
  if (to_blocked) return PATHFAN_OUTCOME_GOAL_BLOCKED;
  if (ends->end[0].polygon < 0 || ends->end[1].polygon < 0) return PATHFAN_OUTCOME_NO_PATH;
  return pf_space_component(space, ends->end[0].polygon) ==
                 pf_space_component(space, ends->end[1].polygon)
             ? PATHFAN_OUTCOME_OK
             : PATHFAN_OUTCOME_NO_PATH;
}

bool pf_ends_are_joined(const pf_ends *ends, const pf_space *space) {
  return pf_ends_are_one(ends) && (!space->is_layered || pf_ends_see(ends, space));
}

void pf_ends_leave_order(pf_ends *ends) {
  assert(ends->state == PF_ENDS_UNKNOWN && !ends->turned);
  ends->state = PF_ENDS_PLACED;
}

void pf_ends_order(pf_ends *ends) {
  const pf_fixed_point a = ends->end[0].at, b = ends->end[1].at;
  pf_ends_leave_order(ends);
  ends->turned = b.x < a.x || (b.x == a.x && b.y < a.y) ||
                 (pf_same_point(a, b) && ends->end[1].polygon < ends->end[0].polygon);
  if (ends->turned) swap_ends(ends);
}

pathfan_status pf_ends_look_from(pf_ends *ends, int e, const pf_index_view *view) {
  pf_end *end = &ends->end[e];
  assert(e == 0 || e == 1);
  assert(ends->state >= PF_ENDS_PLACED);
  if (ends->looked[e]) return PATHFAN_OK;
  assert(ends->state <= PF_ENDS_ONWARD); /* in later states both have been looked from */
  if (ends->state == PF_ENDS_ONWARD) return pf_ends_scatter(ends, view);
  if (end->polygon < 0) end->visible.count = 0; /* in an opening */
  const pathfan_status status =
      end->polygon < 0
          ? PATHFAN_OK
          : pf_find_visible_vertices(view, end->at, end->polygon, &ends->sight, &end->visible);
  ends->looked[e] = !status;
  return status;
}

/* Finds the visible vertices of an end without dead ends, unless all are known. */
static pathfan_status look_onward(pf_ends *ends, int e, const pf_index_view *view) {
  pf_end *end = &ends->end[e];
  assert(e != pf_ends_kept(ends));
  return ends->looked[e]
             ? PATHFAN_OK
             : pf_find_onward_vertices(view, end->at, end->polygon, &ends->sight, &end->visible);
}

/* Scatters an end, unless it is the kept one and has scattered. */
static pathfan_status scatter(pf_ends *ends, int e, const pf_index_view *view) {
  const bool is_kept = e == pf_ends_kept(ends);
  if (is_kept && ends->kept.state >= PF_ENDS_SCATTERED) {
    ends->looked[e] = true;
    return PATHFAN_OK;
  }
  const pathfan_status status = pf_ends_look_from(ends, e, view);
  if (status) return status;
  pf_scatter(view, &ends->end[e]);
  if (is_kept) ends->kept.state = PF_ENDS_SCATTERED;
  return PATHFAN_OK;
}

pathfan_status pf_ends_scatter(pf_ends *ends, const pf_index_view *view) {
  assert(ends->state >= PF_ENDS_PLACED);
  if (ends->state >= PF_ENDS_SCATTERED) return PATHFAN_OK;
  if (ends->state == PF_ENDS_ONWARD) ends->state = PF_ENDS_PLACED;
  pathfan_status status = PATHFAN_OK;
  if (ends->state == PF_ENDS_NEAR)
    pf_ends_scatter_near(ends, view, PF_FAR);
  else
    for (int e = 0; e < 2 && !status; e++) status = scatter(ends, e, view);
  if (status) return status;
  assert(ends->looked[0] && ends->looked[1]);
  ends->state = PF_ENDS_SCATTERED;
  return PATHFAN_OK;
}

/* If the visible vertices of both ends have fewer labels together than this, by the average number
 * per vertex, scattering them all is faster than finding out how far scattering must go: the first
 * limit is for path 1 alone, the second also for alternatives, which take a second round if the
 * shorter paths don't suffice; from the third on, rounds begin with very short stretches. */
#ifndef PF_END_VIEW_LEAST /* tests use 0 */
#define PF_END_VIEW_LEAST 1000
#define PF_VIEW_LEAST 8000
#else
#define PF_VIEW_LEAST PF_END_VIEW_LEAST
#endif
#define PF_VIEW_VAST_LEAST (10 * (int64_t)PF_VIEW_LEAST)

/* Whether this many vertices have at least `least` labels together, by the average number. */
static bool have_labels(const pf_index_view *view, int64_t vertices, int64_t least) {
  return vertices * view->spans[view->n].labels >= least * view->n;
}

static int64_t count_listed(const pf_ends *ends) {
  return (int64_t)ends->end[0].visible.count + ends->end[1].visible.count;
}

pathfan_status pf_ends_count_seers(const pf_ends *ends, const pf_index_view *view,
                                   pf_seers *seers) {
  pathfan_status status = PATHFAN_OK;
  assert(ends->state >= PF_ENDS_PLACED);
  *seers = (pf_seers){0, 0, 0};
  for (int e = 0; e < 2 && !status; e++)
    status = pf_count_seers(view, ends->end[e].at, ends->end[e].polygon, seers);
  return status;
}

/* In units of the root of n, which is about the number of vertices along a line across the map. */
#ifndef PF_SEERS_OPEN /* tests use 0 */
#define PF_SEERS_OPEN 12
#endif

bool pf_is_open(const pf_index_view *view, int64_t seers) {
  return seers * seers >= (int64_t)PF_SEERS_OPEN * PF_SEERS_OPEN * view->n;
}

/* Dead ends are left out if they are at least this share of the seers: testing which of them are
 * useful takes time (docs/decisions/labels-by-vertex.md). */
#define DEAD_MANY 0.25

pathfan_status pf_ends_find_view_kind(pf_ends *ends, const pf_index_view *view,
                                      pf_view_kind *view_kind) {
  pf_seers seers;
  assert(ends->state == PF_ENDS_PLACED);
  assert(pf_ends_kept(ends) < 0);
  pathfan_status status = pf_ends_count_seers(ends, view, &seers);
  if (status) return status;
  /* Usually at most half of the vertices that may see a point do. */
  if (!have_labels(view, seers.count / 2, PF_VIEW_LEAST)) {
    const bool are_many = (double)seers.dead >= DEAD_MANY * (double)seers.sampled;
    *view_kind = are_many ? PF_VIEW_DEAD : PF_VIEW_PLAIN;
    return PATHFAN_OK;
  }
  for (int e = 0; e < 2 && !status; e++) status = pf_ends_look_from(ends, e, view);
  if (status) return status;
  const int64_t listed = count_listed(ends);
  if (have_labels(view, listed, PF_VIEW_VAST_LEAST))
    *view_kind = PF_VIEW_VAST;
  else if (have_labels(view, listed, PF_VIEW_LEAST) && pf_is_open(view, seers.count))
    *view_kind = PF_VIEW_OPEN;
  else
    *view_kind = PF_VIEW_PLAIN;
  return PATHFAN_OK;
}

pathfan_status pf_ends_find_listed(pf_ends *ends, const pf_index_view *view, bool *found) {
  assert(ends->state == PF_ENDS_PLACED);
  assert(pf_ends_kept(ends) < 0);
  *found = false;
  return view->listed.head ? pf_find_listed(view, ends->end, &ends->lists, found) : PATHFAN_OK;
}

pathfan_status pf_ends_may_see_one(pf_ends *ends, const pf_index_view *view, bool *may) {
  pf_cone_leaf leaf[2];
  pf_fan fan;
  *may = true;
  for (int e = 0; e < 2; e++) {
    const pf_end *end = &ends->end[e];
    if (end->polygon < 0 || pf_is_at_corner(view, end->at, end->polygon, &fan)) return PATHFAN_OK;
    const pathfan_status status = pf_touch_cell(view, end->polygon);
    if (status) return status;
    leaf[e] = pf_find_leaf(view, end->at, end->polygon);
  }
  *may = pf_leaves_share(&leaf[0], &leaf[1], view->id_bytes);
  return PATHFAN_OK;
}

pathfan_status pf_ends_scatter_shortest(pf_ends *ends, const pf_index_view *view,
                                        int32_t *meetings) {
  const int kept = pf_ends_kept(ends), same = kept >= 0 ? kept : 0;
  pf_end *own = &ends->end[1 - same], *other = &ends->end[same];
  int64_t bound = PF_FAR;
  assert(ends->state == PF_ENDS_PLACED);
  *meetings = 0;
  pathfan_status status = look_onward(ends, 1 - same, view);
  if (!status) status = kept >= 0 ? scatter(ends, kept, view) : look_onward(ends, same, view);
  if (status) return status;
  if (kept < 0 && !have_labels(view, count_listed(ends), PF_END_VIEW_LEAST)) {
    for (int e = 0; e < 2; e++) pf_scatter(view, &ends->end[e]);
  } else {
    if (kept < 0) bound = pf_scatter_within(view, other, own);
    status = pf_scatter_towards(view, own, other, bound, &ends->kept.onward, meetings);
  }
  if (!status) ends->state = PF_ENDS_SHORTEST;
  return status;
}

/* ---- Dead ends ----
 *
 * No path goes on by a dead end. So dead ends matter in three cases only: for a path that turns at
 * one and nowhere else, whose ends both see it; for the exact length to a via node that is one, or
 * has one among its hubs; and for a path that arrives head-on behind one. Only dead ends in one of
 * these cases are tested for visibility: a few of some tens that are left out. */

/* Notes the dead ends of both ends, and lists those that the other may see, too; some twice. */
static pathfan_status find_common(pf_ends *ends, const pf_index_view *view) {
  pf_visible_vertices *one = &ends->end[0].visible, *two = &ends->end[1].visible;
  pathfan_status status = pf_list_dead_ends(view, one);
  if (!status) status = pf_list_dead_ends(view, two);
  if (status) return status;
  const int64_t most = (int64_t)one->count + two->count + two->dead_count + 1;
  pf_stamp *dead = &ends->dead;
  status = pf_grow(&ends->common, &ends->common_capacity, most);
  if (status) return status;
  int32_t *out = ends->common, *const *place = ends->place;
  pf_stamp_next(dead);
  for (int32_t i = one->dead_count; i-- > 0;) {
    const int32_t v = one->ids[i];
    pf_stamp_add(dead, v);
    place[0][v] = i;
    place[1][v] = -1;
  }
  for (int32_t i = two->dead_count; i-- > 0;) {
    const int32_t v = two->ids[i];
    place[1][v] = i;
    if (pf_stamp_add(dead, v)) place[0][v] = -1;
    *out = v;
    out += place[0][v] >= 0;
  }
  for (int e = 0; e < 2 && pf_may_see_one(one, two); e++) {
    const pf_visible_vertices *own = &ends->end[e].visible;
    for (int32_t i = 0; i < own->count; i++) {
      *out = own->list[i].vertex;
      out += pf_stamp_has(dead, *out);
    }
  }
  ends->common_count = (int32_t)(out - ends->common);
  return PATHFAN_OK;
}

/* Whether a path can turn at a vertex that both ends may see, and isn't longer than `most`. */
static bool is_turn_within(const pf_ends *ends, const pf_index_view *view, int32_t v,
                           int64_t most) {
  const pf_fixed_point a = ends->end[0].at, b = ends->end[1].at;
  const pf_fixed_point at = pf_vertex_fixed(view, v);
  return pf_units(view, a, at) + pf_units(view, at, b) <= most &&
         pf_is_taut(pf_vertex_wedge(view, v), pf_fixed_from_to(a, at), pf_fixed_from_to(at, b));
}

pathfan_status pf_ends_ask_dead_ends(pf_ends *ends, const pf_index_view *view, int64_t most,
                                     bool *any) {
  assert(ends->state == PF_ENDS_SHORTEST);
  *any = false;
  if (!pf_may_see_one(&ends->end[0].visible, &ends->end[1].visible)) return PATHFAN_OK;
  const pathfan_status status = find_common(ends, view);
  for (int32_t i = 0; !status && i < ends->common_count && !*any; i++)
    *any = is_turn_within(ends, view, ends->common[i], most);
  return status;
}

/* Whether an end sees a vertex that was noted for it; it is tested only once. */
static bool ask(pf_ends *ends, int e, const pf_index_view *view, int32_t v,
                pf_visible_vertex *found) {
  const pf_end *end = &ends->end[e];
  const int32_t i = ends->place[e][v];
  if (i < 0) return false;
  assert(pf_stamp_has(&ends->dead, v)); /* else the place is of an earlier pair of ends */
  ends->place[e][v] = -1;
  if (ends->place[1 - e][v] < 0) pf_stamp_drop(&ends->dead, v);
  return pf_find_dead_end(view, end->at, &end->visible, i, found);
}

/* Adds dead ends that both ends may see to the lists of those that do, up to the first that
 * doesn't. */
static pathfan_status list_common(pf_ends *ends, const pf_index_view *view) {
  pathfan_status status = find_common(ends, view);
  for (int32_t i = 0; !status && i < ends->common_count; i++) {
    const int32_t v = ends->common[i];
    bool seen = true;
    for (int e = 0; e < 2 && seen && !status; e++) {
      pf_visible_vertices *own = &ends->end[e].visible;
      pf_visible_vertex found;
      if (ends->place[e][v] < 0) continue;
      seen = ask(ends, e, view, v, &found);
      if (!seen) continue;
      status = pf_grow(&own->list, &own->capacity, (int64_t)own->count + 1);
      if (!status) own->list[own->count++] = found;
      if (!status) status = pf_touch_vertex(view, v);
    }
  }
  return status;
}

/* Finds the visible vertices of an end without dead ends; a kept end scatters, dead ends too. */
static pathfan_status look_once(pf_ends *ends, int e, const pf_index_view *view) {
  return e == pf_ends_kept(ends) ? scatter(ends, e, view) : look_onward(ends, e, view);
}

pathfan_status pf_ends_scatter_onward(pf_ends *ends, const pf_index_view *view) {
  assert(ends->state == PF_ENDS_PLACED);
  pathfan_status status = look_once(ends, 0, view);
  if (!status) status = look_once(ends, 1, view);
  if (status) return status;
  /* Without onward vertices a path turns at most once, or the index marks none. */
  if (!ends->end[0].visible.count || !ends->end[1].visible.count)
    return pf_ends_scatter(ends, view);
  status = list_common(ends, view);
  if (status) return status;
  for (int e = 0; e < 2; e++)
    if (e != pf_ends_kept(ends)) pf_scatter(view, &ends->end[e]);
  ends->state = PF_ENDS_ONWARD;
  return PATHFAN_OK;
}

/* Scatters to a vertex from each end that sees it as a dead end. */
static void reach(pf_ends *ends, const pf_index_view *view, int32_t v) {
  pf_visible_vertex found;
  if (!pf_stamp_has(&ends->dead, v)) return;
  for (int e = 0; e < 2; e++)
    if (ask(ends, e, view, v, &found)) pf_scatter_dead_end(view, &ends->end[e], &found);
}

/* Does the same for a vertex and its hubs; mostly none of them is a dead end. */
static void reach_hubs(pf_ends *ends, const pf_index_view *view, int32_t v) {
  const uint32_t *const dead = ends->dead.of, now = ends->dead.now;
  const uint64_t *const by = pf_labels_by(view, v);
  const pf_range labels = pf_labels_of(view, v);
  uint32_t i = labels.begin;
  reach(ends, view, v);
  while (i < labels.end && dead[pf_label_hub(by[i])] != now) i++;
  for (; i < labels.end; i++) reach(ends, view, (int32_t)pf_label_hub(by[i]));
}

void pf_ends_distances(pf_ends *ends, const pf_index_view *view, int32_t v, int64_t lengths[2],
                       int32_t hubs[2]) {
  const pf_hub_distances *const d[2] = {&ends->end[0].distances, &ends->end[1].distances};
  assert(ends->state >= PF_ENDS_ONWARD);
  assert(pf_is_touched(view, v));
  if (ends->state == PF_ENDS_ONWARD) reach_hubs(ends, view, v);
  pf_distances_to(view, d, v, lengths, hubs);
}

void pf_ends_ask_arrivals(pf_ends *ends, const pf_index_view *view, int32_t v) {
  const pf_range hubs = pf_head_on_to(view, v);
  assert(ends->state >= PF_ENDS_ONWARD);
  assert(pf_is_touched(view, v));
  if (ends->state != PF_ENDS_ONWARD) return;
  reach(ends, view, v);
  for (uint32_t k = hubs.begin; k < hubs.end; k++)
    reach(ends, view, (int32_t)pf_head_on_at(view, k));
}

void pf_ends_scatter_near(pf_ends *ends, const pf_index_view *view, int64_t most) {
  assert(ends->state >= PF_ENDS_PLACED && ends->state != PF_ENDS_ONWARD);
  assert(ends->looked[0] && ends->looked[1]);
  assert(pf_ends_kept(ends) < 0);
  assert(ends->state != PF_ENDS_NEAR || most >= ends->near);
  for (int e = 0; e < 2; e++) {
    pf_end *own = &ends->end[e];
    const pf_fixed_point other = ends->end[1 - e].at;
    if (ends->state == PF_ENDS_NEAR)
      pf_scatter_farther(view, own, other, ends->near, most);
    else
      pf_scatter_near(view, own, other, most);
  }
  ends->near = most;
  ends->state = PF_ENDS_NEAR;
}

int64_t pf_end_distance(const pf_end *end, const pf_index_view *view, int32_t v) {
  int32_t hub, from;
  assert(pf_is_touched(view, v));
  const int64_t length = pf_distance_to(view, &end->distances, v, &hub);
  const int64_t arrival = pf_arrival_at(view, &end->distances, end->at, v, length, &from);
  return arrival < length ? arrival : length;
}

bool pf_ends_see(const pf_ends *ends, const pf_space *space) {
  return pf_mesh_sees(space->mesh, ends->end[0].at, ends->end[0].polygon, ends->end[1].at,
                      ends->end[1].polygon, space->fraction_bits);
}

bool pf_faces_end(const pf_index_view *view, const pf_end *end, int32_t v) {
  const pf_fixed_point travel = pf_fixed_from_to(end->at, pf_vertex_fixed(view, v));
  return pf_side_of_fixed(pf_vertex_wedge(view, v), travel) == PF_SIDE_NONE;
}
