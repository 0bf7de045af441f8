/* placing.c - ends are placed on the map first. A request that finds no path then, because of
 * areas, may still move its ends: an end that lies in an obstacle or an area, by as much as the
 * request says, and the goal of a partial request.
 *
 * One end stays where it is, or as near to that as the ground goes; a search grows from it as far
 * as areas let it; and of the spots near the other end (places/near_spots.h) the first is taken
 * that something which the search has reached sees. Where the search reaches a link, another one
 * grows from the link's other end, and the nearest spot of all is taken. If both ends may move,
 * that is done from either, and the pair is taken for which both move least. With nothing closed,
 * components say what is reached. */
#include "placing.h"

#include <math.h>
#include <string.h>

#include "query/methods/among_areas.h"
#include "query/methods/table.h"
#include "query/open/floor_names.h"

/* Whether a point is off the map, or off the floor on which it must be. */
static bool is_off_map(const pf_space *space, int32_t floor, pathfan_point point) {
  const pf_frame *frame = &space->frame;
  const double x = point.x * frame->scale - frame->origin_x;
  const double y = point.y * frame->scale - frame->origin_y;
  if (floor >= 0) return pf_is_off_floor(space, floor, point);
  return x < 0 || x > frame->width || y < 0 || y > frame->height;
}

/* Where an end of this level must be: on a floor, or near a height. */
static pf_scope scope_of_level(const pf_space *space, double level) {
  if (isnan(level)) return (pf_scope){.floor = -1};
  if (space->is_surface) return (pf_scope){.floor = -1, .has_height = true, .height = level};
  return (pf_scope){.floor = pf_floor_of_level(space, level).number};
}

#if PATHFAN_WITH_AREAS
/* Places an end in an opening, if the point lies in one. */
static void place_in_opening(pathfan_query *q, int e, pathfan_point point, pf_placed *placed) {
  const pf_openings *openings = pf_keep_out_closed(&q->keep_out).openings;
  pf_end *end = &q->ends.end[e];
  pf_fixed_point at;
  if (!openings ||
      !pf_frame_place(&q->space->frame, q->space->fraction_bits, point.x, point.y, &at) ||
      (placed->is_free && pf_same_point(end->at, at)) || pf_breach_hold(&openings->breach, at) < 0)
    return;
  end->at = at;
  end->polygon = -1;
  *placed = (pf_placed){.used = pf_point_at(q->space, at), .is_free = true};
}
#endif

/* Places an end; returns what blocks it. */
static pathfan_blocked_by place_end(pathfan_query *q, int e, const pf_scope *where,
                                    pathfan_point point, double snap, pf_placed *placed) {
  *placed = pf_ends_place_on(&q->ends, e, q->space, where, point, snap);
  const pf_closed closed = pf_keep_out_closed(&q->keep_out);
#if PATHFAN_WITH_AREAS
  place_in_opening(q, e, point, placed);
#endif
  if (placed->is_free)
    return pf_closed_holds(&closed, q->ends.end[e].at) ? PATHFAN_BLOCKED_BY_AREA
                                                       : PATHFAN_BLOCKED_BY_NOTHING;
  return is_off_map(q->space, where->floor, point) ? PATHFAN_BLOCKED_BY_BORDER
                                                   : PATHFAN_BLOCKED_BY_OBSTACLE;
}

/* Returns the component of the map that an end lies in; -1: it lies in an opening. */
static int32_t component_of(const pathfan_query *q, int e) {
  const int32_t polygon = q->ends.end[e].polygon;
  return polygon < 0 ? -1 : pf_space_component(q->space, polygon);
}

/* Whether openings join the ends, both of which are placed. */
static bool are_joined(const pathfan_query *q) {
#if PATHFAN_WITH_AREAS
  const pf_openings *openings = pf_keep_out_closed(&q->keep_out).openings;
  const int32_t component[2] = {component_of(q, 0), component_of(q, 1)};
  const pf_fixed_point at[2] = {q->ends.end[0].at, q->ends.end[1].at};
  return openings && pf_breach_joins(&openings->breach, component, at);
#else
  (void)q;
  return false;
#endif
}

static double moved(pathfan_point from, pathfan_point to) {
  return hypot(to.x - from.x, to.y - from.y);
}

/* Returns how far from a goal the nearest point is that a start reaches: no farther than the start,
 * but for what placing rounds. */
static double most_left(const pathfan_query *q, pathfan_point start, pathfan_point goal) {
  return moved(start, goal) + 2 / q->space->steps;
}

/* What a point may move to: a component, on the point's floor. */
static pf_scope scope_of(const pathfan_query *q, const int32_t *component, const pf_scope *where,
                         pathfan_point point) {
  pf_scope scope = *where;
  scope.components = component;
  scope.component_count = 1;
  if (scope.floor < 0) scope.floor = pf_space_floor_at(q->space, point.x, point.y);
  return scope;
}

/* If ends were snapped into different components, snaps one of them, from which the other can be
 * reached then: the one for which both move least, either way round. */
static void snap_together(pathfan_query *q, const pathfan_request *r, const pf_scope where[2],
                          pf_placed ends[2]) {
  const pathfan_point asked[2] = {r->from, r->to};
  double least = INFINITY;
  int best = -1;
  if (pf_query_terrain(q) || r->snap_any || !ends[0].is_free || !ends[1].is_free ||
      component_of(q, 0) == component_of(q, 1) || are_joined(q))
    return;
  for (int e = 0; e < 2; e++) {
    pf_fixed_point at;
    int32_t polygon;
    const int32_t other = component_of(q, 1 - e);
    const pf_scope scope = scope_of(q, &other, &where[e], asked[e]);
    if (!ends[e].snapped || other < 0 ||
        !pf_space_place_in(q->space, asked[e].x, asked[e].y, r->snap, &scope, &at, &polygon))
      continue;
    const double sum =
        moved(asked[e], pf_point_at(q->space, at)) + moved(asked[1 - e], ends[1 - e].used);
    const bool is_first = best < 0 || component_of(q, 1 - e) < component_of(q, 1 - best);
    if (sum > least || (sum == least && !is_first)) continue;
    least = sum;
    best = e;
  }
  if (best < 0) return;
  const int32_t other = component_of(q, 1 - best);
  const pf_scope scope = scope_of(q, &other, &where[best], asked[best]);
  pf_ends_place_in(&q->ends, best, q->space, asked[best], r->snap, &scope, &ends[best]);
}

/* States the reachable point nearest to a goal that can't be reached, and takes it for the goal if
 * the request wants that. */
static void offer_nearest(pathfan_query *q, const pathfan_request *r, const pf_scope *where) {
  pathfan_answer *answer = &q->answer;
  pf_fixed_point at;
  int32_t polygon;
  const bool is_cut_off = answer->outcome == PATHFAN_OUTCOME_NO_PATH;
  if (q->is_linking || pf_query_terrain(q) || q->ends.end[0].polygon < 0 ||
      !(is_cut_off || (answer->outcome == PATHFAN_OUTCOME_GOAL_BLOCKED &&
                       answer->blocked_by != PATHFAN_BLOCKED_BY_AREA)))
    return;
  const double most = most_left(q, answer->from, r->to);
  const int32_t component = component_of(q, 0);
  const pf_scope scope = scope_of(q, &component, where, r->to);
  if (scope.floor >= 0 &&
      pf_space_floor_at(q->space, answer->from.x, answer->from.y) != scope.floor)
    return; /* a component is of one floor */
  answer->has_nearest = pf_space_place_in(q->space, r->to.x, r->to.y, most, &scope, &at, &polygon);
  if (!answer->has_nearest) return;
  answer->nearest = pf_point_at(q->space, at);
  const pf_closed closed = pf_keep_out_closed(&q->keep_out);
  pf_placed placed;
  if (!r->partial || closed.openings || pf_closed_holds(&closed, at) ||
      !pf_ends_place_in(&q->ends, 1, q->space, r->to, most, &scope, &placed))
    return;
  answer->to = placed.used;
  answer->to_snapped = false;
  answer->partial = true;
  answer->outcome = PATHFAN_OUTCOME_OK;
  answer->blocked_by = PATHFAN_BLOCKED_BY_NOTHING;
}

/* States the height of the start on a surface. */
static void state_height(pathfan_query *q) {
  const pf_end *start = &q->ends.end[0];
  if (q->space->is_surface && start->polygon >= 0)
    q->from_height =
        pf_mesh_height(q->space->mesh, start->polygon, start->at, q->space->fraction_bits);
}

pathfan_status pf_place_ends(pathfan_query *q, const pathfan_request *r) {
  pathfan_answer *answer = &q->answer;
  const pathfan_status status = pf_space_need_location(q->space, &q->error);
  if (status) return status;
  pf_placed ends[2];
  const pf_scope where[2] = {scope_of_level(q->space, r->from_level),
                             scope_of_level(q->space, r->to_level)};
  /* The nearest point may lie in an opening: pf_place_reachable. */
  const double snap = pf_keep_out_closed(&q->keep_out).openings && !q->is_linking ? 0 : r->snap;
  const pathfan_blocked_by from = place_end(q, 0, &where[0], r->from, snap, &ends[0]);
  const pathfan_blocked_by to = place_end(q, 1, &where[1], r->to, snap, &ends[1]);
  snap_together(q, r, where, ends);
  state_height(q);
  answer->from = ends[0].used;
  answer->from_snapped = ends[0].snapped;
  answer->to = ends[1].used;
  answer->to_snapped = ends[1].snapped;
  answer->outcome = !from && !to && are_joined(q) ? PATHFAN_OUTCOME_OK
                                                  : pf_ends_outcome(&q->ends, q->space, from, to);
  answer->blocked_by = from ? from : to;
  /* A request may want Polyanya to find out by itself that there is no path; and bridges join
     separate components of a terrain. */
  if (answer->outcome == PATHFAN_OUTCOME_NO_PATH &&
      (pf_query_terrain(q) ||
       (r->algorithm == PATHFAN_ALGORITHM_POLYANYA && (r->without & PATHFAN_WITHOUT_COMPONENTS))))
    answer->outcome = PATHFAN_OUTCOME_OK;
  else
    offer_nearest(q, r, &where[1]);
  return PATHFAN_OK;
}

bool pf_are_joined_by_map(const pathfan_query *q) {
  return pf_query_terrain(q) ||
         (component_of(q, 0) >= 0 && component_of(q, 0) == component_of(q, 1));
}

/* ---- Among areas ---- */

#if PATHFAN_WITH_AREAS
/* Where an end of a request may be. */
typedef struct wanted_end {
  pf_scope where;
  pathfan_point asked;
  pf_position spot; /* if it is placed: as asked, or as near to that as the ground goes */
  bool is_placed, is_as_asked;
} wanted_end;

typedef struct placing {
  pathfan_query *q;
  const pathfan_request *request;
  pf_walkable ground;
  wanted_end end[2];
  const wanted_end *taking; /* the end that a spot is looked for */
  bool is_reached_only;
  pf_scene scene; /* of the search */
  pf_work_limit work_limit;
  const pf_linking *links;                    /* NULL: none */
  bool is_open;                               /* nothing is closed, no wall is open */
  bool is_reached[2 * PF_LAYOUT_LINKS_MAX];   /* which portals were */
  int32_t roots[1 + 2 * PF_LAYOUT_LINKS_MAX]; /* portals from which searches grow; -1: the end */
  int32_t root_count;
} placing;

/* Whether a spot will do for an end. */
static pathfan_status takes(void *context, pf_position spot, bool *does) {
  placing *p = context;
  const pf_space *space = p->q->space;
  const wanted_end *end = p->taking;
  const pathfan_point at = pf_point_at(space, spot.at);
  int32_t floor = end->where.floor;
  if (floor < 0) floor = pf_space_floor_at(space, end->asked.x, end->asked.y);
  *does = floor < 0 || pf_space_floor_at(space, at.x, at.y) == floor;
  if (!*does || !p->is_reached_only) return PATHFAN_OK;
  const pathfan_status status = pf_bypass_reaches(
      &p->q->methods.around->way, (pf_station){spot.at, spot.polygon}, &p->work_limit, does);
  if (p->work_limit.stopped) *does = true; /* which ends it */
  return status;
}

/* Finds the nearest spot for an end, at most `most` map units from where it should be. */
static pathfan_status find_spot(placing *p, int e, double most, bool is_reached_only,
                                pf_position *spot, bool *found) {
  const pf_space *space = p->q->space;
  const wanted_end *end = &p->end[e];
  pf_fixed_point at;
  *found = false;
  if (!pf_frame_place(&space->frame, space->fraction_bits, end->asked.x, end->asked.y, &at))
    return PATHFAN_OK;
  p->taking = end;
  p->is_reached_only = is_reached_only;
  const pathfan_status status =
      pf_near_spots_try(&p->q->near, &p->ground, at, most * space->steps, p, takes, spot, found);
  *found = *found && !p->work_limit.stopped;
  return status;
}

static double moves_by(const placing *p, int e, pf_position spot) {
  return moved(p->end[e].asked, pf_point_at(p->q->space, spot.at));
}

/* Places an end on the ground without regard to the other. */
static pathfan_status place_alone(placing *p, int e) {
  pathfan_query *q = p->q;
  const pf_space *space = q->space;
  wanted_end *end = &p->end[e];
  pf_placed placed = {0};
  end->spot.polygon = -1;
  placed.is_free = pf_space_place_on(space, &end->where, end->asked.x, end->asked.y, 0,
                                     &end->spot.at, &end->spot.polygon, &placed.snapped);
  q->ends.end[e].at = end->spot.at;
  q->ends.end[e].polygon = end->spot.polygon;
  place_in_opening(q, e, end->asked, &placed);
  end->spot = (pf_position){q->ends.end[e].at, q->ends.end[e].polygon};
  end->is_placed = end->is_as_asked =
      placed.is_free && !pf_trie_hold(p->ground.places, end->spot.at);
  return end->is_placed || !(p->request->snap > 0)
             ? PATHFAN_OK
             : find_spot(p, e, p->request->snap, false, &end->spot, &end->is_placed);
}

/* Places both ends of the query object. */
static void put_ends(pathfan_query *q, const pf_position *from, const pf_position *to) {
  const pf_position *spot[2] = {from, to};
  pf_ends_forget(&q->ends);
  for (int e = 0; e < 2; e++) {
    q->ends.end[e].at = spot[e]->at;
    q->ends.end[e].polygon = spot[e]->polygon;
  }
}

static int32_t portals_of(const placing *p) {
  return p->links ? 2 * pf_link_count(p->q->space, p->links->set) : 0;
}

static pf_position position_of(const placing *p, int32_t portal) {
  const pf_space *space = p->q->space;
  const pf_fixed_point at = pf_linking_portal(p->links, portal).at;
  return (pf_position){at, pf_locate(space->locator, space->mesh, at, space->fraction_bits)};
}

/* Searches for all that is reached from a spot on foot. */
static pathfan_status reach_from(placing *p, const pf_position *spot) {
  pathfan_query *q = p->q;
  pf_bypass *way = &q->methods.around->way;
  put_ends(q, spot, spot); /* there is no other end */
  pf_ends_leave_order(&q->ends);
  p->scene = pf_query_scene(q);
  pathfan_status status = pf_ends_scatter(&q->ends, p->scene.view);
  if (!status)
    status = pf_bypass_begin(way, &p->scene, q->generation, p->ground.places,
                             pf_keep_out_closed(&q->keep_out).openings);
  return status ? status : pf_bypass_reach(way, &p->work_limit);
}

/* Notes the portals that the search has reached, and adds the other ends of their links to the
 * roots. is_back: links are used backwards. */
static pathfan_status follow_links(placing *p, bool is_back) {
  pathfan_status status = PATHFAN_OK;
  for (int32_t a = 0; a < portals_of(p) && !status && !p->work_limit.stopped; a++) {
    const pf_position at = position_of(p, a);
    bool is_new = false;
    if (!p->is_reached[a])
      status = pf_bypass_reaches(&p->q->methods.around->way, (pf_station){at.at, at.polygon},
                                 &p->work_limit, &is_new);
    if (status || !is_new) continue;
    p->is_reached[a] = true;
    if (pf_linking_leads(p->links, is_back ? a ^ 1 : a)) p->roots[p->root_count++] = a ^ 1;
  }
  return status;
}

/* The spot nearest to where an end should be, among components that the other one reaches. */
static void find_in_components(placing *p, int e, double most, pf_position *spot, bool *found) {
  const pf_space *space = p->q->space;
  const wanted_end *end = &p->end[e];
  int32_t reached[1 + PF_LAYOUT_LINKS_MAX];
  pf_scope scope = end->where;
  scope.components = reached;
  scope.component_count = pf_linking_reach(
      p->links, pf_space_component(space, p->end[1 - e].spot.polygon), !e, reached);
  if (scope.floor < 0) scope.floor = pf_space_floor_at(space, end->asked.x, end->asked.y);
  *found =
      pf_space_place_in(space, end->asked.x, end->asked.y, most, &scope, &spot->at, &spot->polygon);
}

/* Finds the spot nearest to where end e should be, among those that the other end reaches. */
static pathfan_status find_reached(placing *p, int e, double most, pf_position *spot, bool *found) {
  pathfan_status status = PATHFAN_OK;
  *found = false;
  if (p->is_open) {
    find_in_components(p, e, most, spot, found);
    return PATHFAN_OK;
  }
  memset(p->is_reached, 0, sizeof p->is_reached);
  p->roots[0] = -1;
  p->root_count = 1;
  for (int32_t i = 0; i < p->root_count && !status && !p->work_limit.stopped; i++) {
    const int32_t root = p->roots[i];
    const pf_position from = root < 0 ? p->end[1 - e].spot : position_of(p, root);
    pf_position one;
    bool is_found = false;
    if (root >= 0 && p->is_reached[root]) continue; /* by an earlier search, which goes as far */
    if (pf_trie_hold(p->ground.places, from.at)) continue;
    status = reach_from(p, &from);
    if (!status) status = follow_links(p, !e);
    if (!status) status = find_spot(p, e, most, true, &one, &is_found);
    if (status || !is_found || (*found && moves_by(p, e, one) >= most)) continue;
    *spot = one;
    *found = true;
    most = moves_by(p, e, one);
  }
  return status;
}

/* Moves ends by what snapping allows. best: [2] where they are then. */
static pathfan_status snap_both(placing *p, pf_position best[2], bool *found) {
  const pathfan_point *a = &p->end[0].asked, *b = &p->end[1].asked;
  const int first = b->y < a->y || (b->y == a->y && b->x < a->x); /* either way round */
  double least = INFINITY;
  pathfan_status status = PATHFAN_OK;
  for (int i = 0; i < 2 && !status && !p->work_limit.stopped; i++) {
    const int e = first ^ i, other = 1 - e;
    pf_position spot;
    bool is_found;
    if (!p->end[e].is_placed || p->end[other].is_as_asked) continue;
    status = find_reached(p, other, p->request->snap, &spot, &is_found);
    if (status || !is_found) continue;
    const double sum = moves_by(p, e, p->end[e].spot) + moves_by(p, other, spot);
    if (sum >= least) continue;
    least = sum;
    best[e] = p->end[e].spot;
    best[other] = spot;
  }
  *found = least < INFINITY;
  return status;
}

/* Lets the goal come as near as can be. */
static pathfan_status go_near(placing *p, pf_position best[2], bool *found) {
  const pf_frame *frame = &p->q->space->frame;
  const double across = 2 * (frame->width + (double)frame->height) / frame->scale;
  best[0] = p->end[0].spot;
  /* Over links the start may be on another floor. */
  const double most =
      p->links ? across : most_left(p->q, pf_point_at(p->q->space, best[0].at), p->end[1].asked);
  return find_reached(p, 1, most, &best[1], found);
}

/* Takes the places of both ends for those of the request. */
static void take_places(pathfan_query *q, const pf_places *places) {
  pathfan_answer *answer = &q->answer;
  put_ends(q, &places->spot[0], &places->spot[1]);
  state_height(q);
  answer->from = pf_point_at(q->space, places->spot[0].at);
  answer->to = pf_point_at(q->space, places->spot[1].at);
  answer->from_snapped = places->is_moved[0];
  answer->to_snapped = places->is_moved[1] && !places->is_partial;
  answer->partial = answer->has_nearest = places->is_partial;
  if (places->is_partial) answer->nearest = answer->to;
  answer->outcome =
      are_joined(q) ? PATHFAN_OUTCOME_OK : pf_ends_outcome(&q->ends, q->space, false, false);
  answer->blocked_by = PATHFAN_BLOCKED_BY_NOTHING;
}

static pathfan_status begin(placing *p) {
  pathfan_query *q = p->q;
  const pf_openings *openings = pf_keep_out_closed(&q->keep_out).openings;
  p->ground = (pf_walkable){.space = q->space, .breach = openings ? &openings->breach : NULL};
  pathfan_status status = PATHFAN_OK;
  if (!p->is_open)
    status = pf_method_prepare(pf_method_of(PATHFAN_ALGORITHM_INDEX), true, &q->methods);
  if (!status && !p->is_open)
    status = pf_keep_out_as_obstacles(&q->keep_out, q->generation, &p->ground.places, &q->error);
  pf_ends_forget(&q->ends);
  for (int e = 0; e < 2 && !status; e++) status = place_alone(p, e);
  return status;
}

static bool is_open(const pathfan_query *q) {
  const pf_closed closed = pf_keep_out_closed(&q->keep_out);
  return !closed.openings && !pf_closed_is_any(&closed);
}

bool pf_may_place_reachable(const pathfan_query *q, const pathfan_request *request) {
  const pathfan_outcome outcome = q->answer.outcome;
  const bool is_cut_off = outcome == PATHFAN_OUTCOME_NO_PATH;
  if (pf_query_terrain(q) || (q->is_linking && q->space->is_surface)) return false;
  if (is_open(q)) return q->is_linking && is_cut_off && request->snap > 0 && !request->snap_any;
  return q->generation && (request->partial || request->snap > 0) &&
         (is_cut_off || outcome == PATHFAN_OUTCOME_GOAL_BLOCKED ||
          outcome == PATHFAN_OUTCOME_START_BLOCKED);
}

pathfan_status pf_find_reachable(pathfan_query *q, const pathfan_request *request,
                                 const pf_linking *links, pf_places *places, bool *is_found) {
  pathfan_answer *answer = &q->answer;
  placing p = {
      .q = q,
      .request = request,
      .end = {{.where = scope_of_level(q->space, request->from_level), .asked = request->from},
              {.where = scope_of_level(q->space, request->to_level), .asked = request->to}},
      .work_limit = {.limit = request->work_limit, .spent = answer->work},
      .links = links,
      .is_open = is_open(q)};
  pf_position *best = places->spot;
  *is_found = places->is_partial = false;
  pathfan_status status = begin(&p);
  if (!status && request->snap_any && !request->partial) {
    *is_found =
        p.end[0].is_placed && p.end[1].is_placed && !(p.end[0].is_as_asked && p.end[1].is_as_asked);
    for (int e = 0; e < 2; e++) best[e] = p.end[e].spot;
  }
  if (!status && request->snap > 0 && !request->snap_any) status = snap_both(&p, best, is_found);
  if (!status && !*is_found && request->partial && !p.is_open && p.end[0].is_placed &&
      !p.work_limit.stopped) {
    status = go_near(&p, best, is_found);
    places->is_partial = *is_found;
  }
  for (int e = 0; e < 2; e++) places->is_moved[e] = !p.end[e].is_as_asked;
  answer->work = p.work_limit.spent;
  if (p.work_limit.stopped || (request->work_limit && answer->work >= request->work_limit)) {
    *is_found = false;
    answer->outcome = PATHFAN_OUTCOME_WORK_LIMIT;
    answer->reason = PATHFAN_REASON_WORK_LIMIT;
  }
  return status;
}

pathfan_status pf_place_reachable(pathfan_query *q, const pathfan_request *request,
                                  bool *is_placed) {
  pf_places places;
  pathfan_status status = pf_find_reachable(q, request, NULL, &places, is_placed);
  if (!*is_placed) q->answer.partial = false;
  if (status || !*is_placed) return status;
  take_places(q, &places);
  *is_placed = q->answer.outcome == PATHFAN_OUTCOME_OK;
  return PATHFAN_OK;
}
#else
bool pf_may_place_reachable(const pathfan_query *q, const pathfan_request *request) {
  (void)q, (void)request;
  return false;
}

pathfan_status pf_find_reachable(pathfan_query *q, const pathfan_request *request,
                                 const pf_linking *links, pf_places *places, bool *is_found) {
  (void)q, (void)request, (void)links, (void)places;
  *is_found = false;
  return PATHFAN_OK;
}

pathfan_status pf_place_reachable(pathfan_query *q, const pathfan_request *request,
                                  bool *is_placed) {
  (void)q, (void)request;
  *is_placed = false;
  return PATHFAN_OK;
}
#endif
