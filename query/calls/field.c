/* field.c - fields of cheapest ways over a terrain, and what ways between two ends cost.
 *
 * One search from the goal reaches all points (src/terrain/search.h), on the terrain with its
 * one-way roads turned round. The way from a point leads back to where the search reached it
 * from. */
#include "pathfan/terrain.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

#include "base/limits.h"
#include "base/memory.h"
#include "base/reserved.h"
#include "base/status.h"
#include "query/open/built_with.h"
#include "query/ends/points.h"
#include "query_object.h"
#if PATHFAN_WITH_SEARCH
#include "query/methods/table.h"
#include "query/terrain/terrain.h"

/* Returns a river at the border of a node's sector; NONE if there is none. */
static int32_t river_at(const pf_terrain *t, int32_t number) {
  const pf_node *node = &t->nodes[number];
  for (uint32_t i = node->first_fan; i < node[1].first_fan; i++) {
    const uint32_t corner = (uint32_t)t->fan[i].corner;
    const uint32_t before = pf_corner_before(t->mesh->first_corner, t->fan[i].polygon, corner);
    if (t->river[corner] >= 0) return t->river[corner];
    if (t->river[before] >= 0) return t->river[before];
  }
  return PF_TERRAIN_NONE;
}

/* Finds the direction in which the way from a point that was reached sets out: a vector that isn't
 * 0, or 0 at the goal. */
static void find_heading(const pf_terrain_search *s, pf_arrival by, double x, double y, double *hx,
                         double *hy) {
  *hx = *hy = 0;
  while (by.kind == PF_ARRIVAL_NODE || by.kind == PF_ARRIVAL_LINK) by = s->reached[by.number].by;
  if (by.kind == PF_ARRIVAL_ROAD) {
    const pf_travel *travel = &s->travels[by.number];
    const pf_arc *arc = &s->terrain->arcs[travel->arc];
    const pf_lattice_point to = s->terrain->nodes[arc->node[travel->backward]].at;
    const pf_lattice_point from = s->terrain->nodes[arc->node[1 - travel->backward]].at;
    *hx = (double)to.x - from.x;
    *hy = (double)to.y - from.y;
  } else if (by.kind == PF_ARRIVAL_GROUND) {
    const pf_wave_source *source = &s->sources[by.number];
    *hx = source->travel >= 0 ? -source->dx : source->x - x;
    *hy = source->travel >= 0 ? -source->dy : source->y - y;
  }
}

static int32_t road_of(const pf_terrain_search *s, int32_t travel) {
  const pf_travel *along = &s->travels[travel];
  return pf_lane_of(s->terrain, along->arc, along->backward).feature;
}

/* Returns the first road or river that a way uses, crosses or goes round. */
static int32_t first_feature(const pf_terrain_search *s, pf_arrival by) {
  const pf_terrain *t = s->terrain;
  int32_t node = -1;
  for (;;) {
    int32_t found = PF_TERRAIN_NONE;
    if (by.kind == PF_ARRIVAL_START || by.kind == PF_ARRIVAL_NONE) return found;
    if (by.kind == PF_ARRIVAL_ROAD) return road_of(s, by.number);
    if (by.kind == PF_ARRIVAL_LINK) found = t->links[by.crossing].river;
    if (by.kind == PF_ARRIVAL_GROUND) {
      const pf_wave_source *source = &s->sources[by.number];
      if (by.crossing >= 0) return s->crossed[by.crossing].river;
      if (source->travel >= 0) return road_of(s, source->travel);
      node = source->node;
      if (node < 0) return found;
      if (s->reached[node].by.kind != PF_ARRIVAL_ROAD) found = river_at(t, node);
    } else {
      node = by.number;
    }
    if (found >= 0) return found;
    by = s->reached[node].by;
  }
}

static pathfan_field_value value_of(const pathfan_query *q, const pf_terrain_search *s,
                                    const pf_target *target) {
  pathfan_field_value value = {.cost = target->reached.cost / q->space->frame.scale, .feature = -1};
  if (!isfinite(value.cost)) return value;
  find_heading(s, target->reached.by, target->x, target->y, &value.heading_x, &value.heading_y);
  const double length = hypot(value.heading_x, value.heading_y);
  if (length > 0) {
    value.heading_x /= length;
    value.heading_y /= length;
  }
  value.feature = pf_feature_place(s->terrain, first_feature(s, target->reached.by));
  return value;
}

/* Places the points; blocked ones get polygon -1. */
static pathfan_status place_points(const pathfan_query *q, const pathfan_point *points,
                                   size_t count, pf_terrain_place *places) {
  bool snapped;
  for (size_t i = 0; i < count; i++) {
    if (!pf_point_is_finite(points[i])) return PATHFAN_ERR_ARGUMENT;
    if (!pf_space_place(q->space, points[i].x, points[i].y, 0, &places[i].at, &places[i].polygon,
                        &snapped))
      places[i].polygon = -1;
  }
  return PATHFAN_OK;
}

/* Begins a field: *place is where its goal is, with polygon -1 if that is blocked. */
static pathfan_status begin_field(pathfan_query *q, pathfan_point goal, pf_terrain_place *place) {
  bool snapped;
  pathfan_status status = pf_query_begin(q);
  if (status) return status;
  if (!q->space->terrain)
    return pf_fail(&q->error, PATHFAN_ERR_ARGUMENT,
                   "fields are of terrains, maps with roads, rivers or rates");
  status = pf_space_need_location(q->space, &q->error);
  if (status) return status;
  if (!pf_point_is_finite(goal))
    return pf_fail(&q->error, PATHFAN_ERR_ARGUMENT, "a point is not finite");
  status = pf_method_prepare(pf_method_of(PATHFAN_ALGORITHM_TERRAIN), false, &q->methods);
  if (status) return pf_query_end(q, status);
  if (!pf_space_place(q->space, goal.x, goal.y, 0, &place->at, &place->polygon, &snapped))
    place->polygon = -1;
  q->watch.done = 0;
  return PATHFAN_OK;
}

/* ---- Limits ---- */

pathfan_status pathfan_query_limit_fields(pathfan_query *q, const pathfan_field_limits *limits) {
  if (!q) return pf_refuse_null(q);
  if (limits && !PF_KNOWS(limits))
    return pf_fail(&q->error, PATHFAN_ERR_ARGUMENT, "limits of fields: " PF_UNKNOWN_MEMBER);
  q->watch = (pf_field_watch){.limits = limits ? *limits : (pathfan_field_limits){0}};
  return PATHFAN_OK;
}

/* A pf_done_function: counts work. */
static bool go_on(void *context, int64_t work) {
  pf_field_watch *w = context;
  w->spent += (uint64_t)work;
  w->is_spent |= w->limits.work_limit && w->spent > w->limits.work_limit;
  return !w->is_spent && (!w->limits.go_on || w->limits.go_on(w->limits.context, w->done));
}

static pf_limits limits_of(pathfan_query *q) {
  return (pf_limits){.done = go_on, .done_context = &q->watch};
}

/* Ends a call that limits may have stopped. */
static pathfan_status end_field(pathfan_query *q, pathfan_status status) {
  q->methods.terrain->fields.limits = NULL;
  if (status != PATHFAN_ERR_CANCELLED) return pf_query_end(q, status);
  if (!q->watch.is_spent) return pf_fail(&q->error, status, "cancelled");
  return pf_fail(&q->error, PATHFAN_ERR_LIMIT,
                 "the work limit was reached before all costs were known");
}

/* Runs a search without areas within the limits. */
static pathfan_status spread_within(pathfan_query *q, const pf_terrain *t, pf_terrain_place from,
                                    const pf_terrain_place *places, int32_t count) {
  pf_terrain_search *s = &q->methods.terrain->search;
  const pf_limits limits = limits_of(q);
  const uint64_t most = q->watch.limits.work_limit, spent = q->watch.spent;
  pathfan_status status = pf_limits_go_on(&limits);
  if (!status)
    status = pf_terrain_spread(s, t, q->space->fraction_bits, from, places, count,
                               most ? most - spent + 1 : 0);
  return status ? status : pf_limits_done(&limits, s->expanded);
}

/* Finds the ways to all places; *search is where they are. */
static pathfan_status spread(pathfan_query *q, pf_terrain_place goal,
                             const pf_terrain_place *places, int32_t count,
                             const pf_terrain_search **search) {
  assert(q->space->terrain);
  pf_terrain_search *s = &q->methods.terrain->search;
  q->methods.terrain->reversed = pf_reversed(q->space->terrain);
  *search = s;
  return spread_within(q, &q->methods.terrain->reversed, goal, places, count);
}

/* Finds the values of all places that are free. */
static pathfan_status find_values(pathfan_query *q, pf_terrain_place goal,
                                  const pf_terrain_place *places, int32_t count,
                                  pathfan_field_value *values) {
  const pf_terrain_search *s = NULL;
  pf_weighted_fields *fields = &q->methods.terrain->fields;
  const bool over_areas = q->space->terrain->area;
  const pf_limits limits = limits_of(q);
  fields->limits = &limits;
  pathfan_status status = over_areas ? pf_weighted_fields_spread(fields, q->space, goal)
                                     : spread(q, goal, places, count, &s);
  for (int32_t i = 0; i < count && !status; i++) {
    q->watch.done = (size_t)i;
    if (places[i].polygon < 0) continue;
    if (over_areas)
      status = pf_weighted_fields_at(fields, q->space, places[i], &values[i]);
    else
      values[i] = value_of(q, s, &s->targets[i]);
  }
  return status;
}

pathfan_status pathfan_query_field(pathfan_query *q, pathfan_point goal,
                                   const pathfan_point *points, size_t count,
                                   pathfan_field_value *values, bool *goal_is_free) {
  pf_terrain_place place;
  if (!q || (count && (!points || !values))) return pf_refuse_null(q);
  if (goal_is_free) *goal_is_free = false;
  pathfan_status status = begin_field(q, goal, &place);
  if (status) return status;
  if (count > INT32_MAX) return pf_fail(&q->error, PATHFAN_ERR_ARGUMENT, "too many points");
  for (size_t i = 0; i < count; i++)
    values[i] = (pathfan_field_value){.cost = INFINITY, .feature = -1};
  if (place.polygon < 0) return PATHFAN_OK;
  if (goal_is_free) *goal_is_free = true;
  pf_terrain_place *places = pf_alloc(count, sizeof *places);
  status = places ? place_points(q, points, count, places) : PATHFAN_ERR_NO_MEMORY;
  if (status == PATHFAN_ERR_ARGUMENT)
    pf_fail(&q->error, status, "a point is not finite");
  else if (!status)
    status = find_values(q, place, places, (int32_t)count, values);
  free(places);
  return end_field(q, status);
}

pathfan_status pathfan_query_field_roads(pathfan_query *q, pathfan_point goal, double (*costs)[2],
                                         int32_t count) {
  pf_terrain_place place;
  const pf_terrain_search *s = NULL;
  const pf_terrain *t = NULL;
  if (!q || (count && !costs)) return pf_refuse_null(q);
  pathfan_status status = begin_field(q, goal, &place);
  if (status) return status;
  t = q->space->terrain;
  if (count < 0 || count > t->arc_count)
    return pf_fail(&q->error, PATHFAN_ERR_ARGUMENT, "there are %" PRId32 " pieces of road",
                   t->arc_count);
  for (int32_t i = 0; i < count; i++) costs[i][0] = costs[i][1] = INFINITY;
  if (place.polygon < 0) return PATHFAN_OK;
  pf_weighted_fields *fields = &q->methods.terrain->fields;
  const pf_limits limits = limits_of(q);
  fields->limits = &limits;
  status =
      t->area ? pf_weighted_fields_spread(fields, q->space, place) : spread(q, place, NULL, 0, &s);
  for (int32_t i = 0; i < count && !status; i++)
    for (int end = 0; end < 2; end++)
      costs[i][end] = t->area ? pf_weighted_fields_node(fields, q->space, 1, t->arcs[i].node[end])
                              : s->reached[t->arcs[i].node[end]].cost / q->space->frame.scale;
  return end_field(q, status);
}

/* ---- Between two ends ---- */

typedef struct ends {
  pf_terrain_place place[2];
  double limit;
} ends;

/* Begins: the polygon of an end that is blocked is -1. */
static pathfan_status begin_via(pathfan_query *q, pathfan_point from, pathfan_point to,
                                double limit, ends *e) {
  if (!(limit > 0)) return pf_fail(&q->error, PATHFAN_ERR_ARGUMENT, "limit is not above 0");
  const pathfan_status status = begin_field(q, to, &e->place[1]);
  e->limit = limit;
  return status ? status : begin_field(q, from, &e->place[0]);
}

static bool is_blocked(const ends *e) {
  return e->place[0].polygon < 0 || e->place[1].polygon < 0;
}

/* Finds the ways from the one end, or with side 1 to the other. */
static pathfan_status spread_side(pathfan_query *q, const ends *e, int side,
                                  const pf_terrain_place *places, int32_t count,
                                  const pf_terrain_search **search) {
  if (side) return spread(q, e->place[1], places, count, search);
  *search = &q->methods.terrain->search;
  return spread_within(q, q->space->terrain, e->place[0], places, count);
}

static pathfan_status find_via(pathfan_query *q, const ends *e, const pf_terrain_place *places,
                               int32_t count, double (*costs)[2]) {
  const pf_terrain_search *s = NULL;
  pf_weighted_fields *fields = &q->methods.terrain->fields;
  pathfan_status status = PATHFAN_OK;
  const pf_limits limits = limits_of(q);
  fields->limits = &limits;
  if (q->space->terrain->area) {
    status = pf_weighted_fields_join(fields, q->space, e->place[0], e->place[1]);
    for (int32_t i = 0; i < count && !status; i++) {
      q->watch.done = (size_t)i;
      if (places[i].polygon >= 0)
        status = pf_weighted_fields_over(fields, q->space, places[i], e->limit, costs[i]);
    }
    return status;
  }
  for (int side = 0; side < 2 && !status; side++) {
    status = spread_side(q, e, side, places, count, &s);
    for (int32_t i = 0; i < count && !status; i++) {
      const double cost =
          places[i].polygon < 0 ? INFINITY : s->targets[i].reached.cost / q->space->frame.scale;
      costs[i][0] = costs[i][1] = cost + (side ? costs[i][0] : 0);
    }
  }
  return status;
}

pathfan_status pathfan_query_via(pathfan_query *q, pathfan_point from, pathfan_point to,
                                 double limit, const pathfan_point *points, size_t count,
                                 double (*costs)[2]) {
  ends e;
  if (!q || (count && (!points || !costs))) return pf_refuse_null(q);
  pathfan_status status = begin_via(q, from, to, limit, &e);
  if (status) return status;
  if (count > INT32_MAX) return pf_fail(&q->error, PATHFAN_ERR_ARGUMENT, "too many points");
  for (size_t i = 0; i < count; i++) costs[i][0] = costs[i][1] = INFINITY;
  if (is_blocked(&e)) return PATHFAN_OK;
  pf_terrain_place *places = pf_alloc(count, sizeof *places);
  status = places ? place_points(q, points, count, places) : PATHFAN_ERR_NO_MEMORY;
  if (status == PATHFAN_ERR_ARGUMENT)
    pf_fail(&q->error, status, "a point is not finite");
  else if (!status)
    status = find_via(q, &e, places, (int32_t)count, costs);
  free(places);
  return end_field(q, status);
}

pathfan_status pathfan_query_via_roads(pathfan_query *q, pathfan_point from, pathfan_point to,
                                       double limit, double (*costs)[4], int32_t count) {
  ends e;
  const pf_terrain_search *s = NULL;
  if (!q || (count && !costs)) return pf_refuse_null(q);
  pathfan_status status = begin_via(q, from, to, limit, &e);
  if (status) return status;
  const pf_terrain *t = q->space->terrain;
  if (count < 0 || count > t->arc_count)
    return pf_fail(&q->error, PATHFAN_ERR_ARGUMENT, "there are %" PRId32 " pieces of road",
                   t->arc_count);
  for (int32_t i = 0; i < count; i++)
    for (int k = 0; k < 4; k++) costs[i][k] = INFINITY;
  if (is_blocked(&e)) return PATHFAN_OK;
  pf_weighted_fields *fields = &q->methods.terrain->fields;
  const pf_limits limits = limits_of(q);
  fields->limits = &limits;
  if (t->area) status = pf_weighted_fields_join(fields, q->space, e.place[0], e.place[1]);
  for (int side = 0; side < 2 && !status; side++) {
    if (!t->area) status = spread_side(q, &e, side, NULL, 0, &s);
    for (int32_t i = 0; i < count && !status; i++)
      for (int end = 0; end < 2; end++)
        costs[i][2 * side + end] =
            t->area ? pf_weighted_fields_node(fields, q->space, side, t->arcs[i].node[end])
                    : s->reached[t->arcs[i].node[end]].cost / q->space->frame.scale;
  }
  return end_field(q, status);
}
#endif
