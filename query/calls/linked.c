/* linked.c - answers over links. The answer without links is found first; then chains of links are
 * listed in order of cost (links/chains.h), until none that is left can matter.
 *
 * The length of a walk is bounded from below by the straight line, and by what other requests have
 * found for the same two portals with nothing closed; it is found exactly when a chain that has the
 * walk is the cheapest left. Alternatives: of each chain its cheapest path, and that path with one
 * walk replaced by an alternative of this walk; in order of cost, those are taken that differ from
 * all before. */
#include "linked.h"

#include <math.h>

#include "answer.h"
#include "base/memory.h"
#include "levels.h"
#include "linking.h"
#include "placing.h"
#include "query/links/portals.h"
#include "query/methods/table.h"
#include "query/open/floor_names.h"

/* How many chains are looked at for alternatives. */
#define CHAINS_MOST 64

/* ---- Links ---- */

bool pf_links_are_usable(const pf_space *space, const pf_link_set *set, uint64_t flags) {
  for (int32_t i = 0; i < pf_link_count(space, set); i++)
    if (pf_link_is_usable(space, set, i, flags)) return true;
  return false;
}

/* Whether the ways between two portals are kept for all threads: those of the map's links are. */
static bool are_kept(const pf_linking *k, int32_t a, int32_t b) {
  if (a < 0 || b < 0) return false;
  return !k->set || (k->set->list[a / 2].is_own && k->set->list[b / 2].is_own);
}

/* ---- Nodes ---- */

static pathfan_status add_node(pf_linked *l, int32_t *count, pf_chain_node node, int32_t entry,
                               int32_t leaving) {
  pathfan_status status = pf_grow(&l->nodes, &l->node_capacity, (int64_t)*count + 1);
  if (!status) status = pf_grow(&l->entry, &l->entry_capacity, (int64_t)*count + 1);
  if (!status) status = pf_grow(&l->leaving, &l->leaving_capacity, (int64_t)*count + 1);
  if (status) return status;
  l->nodes[*count] = node;
  l->entry[*count] = entry;
  l->leaving[(*count)++] = leaving;
  return PATHFAN_OK;
}

static pathfan_status list_nodes(pf_linking *k, int32_t *count) {
  const pf_space *space = k->q->space;
  const pf_chain_node end = {.link = -1};
  *count = 0;
  pathfan_status status = add_node(k->l, count, end, -1, -1);
  if (!status) status = add_node(k->l, count, end, -1, -1);
  for (int32_t i = 0; i < pf_link_count(space, k->set); i++) {
    const pf_layout_link *link = pf_link_at(space, k->set, i);
    for (int back = 0; back < 2 && !status; back++)
      if (pf_linking_leads(k, 2 * i + back))
        status = add_node(k->l, count, (pf_chain_node){i, back, link->cost[back]}, 2 * i + back,
                          2 * i + 1 - back);
  }
  return status;
}

/* ---- Walks ---- */

static pathfan_point point_of(const pf_linking *k, int32_t portal, int end) {
  return portal < 0 ? k->ends[end] : pf_point_at(k->q->space, pf_linking_portal(k, portal).at);
}

/* The height of a walk's end on a surface; elsewhere NAN: it is where it is. */
static double height_of(const pf_linking *k, int32_t portal, int end) {
  return !k->q->space->is_surface ? NAN
         : portal >= 0 ? (double)pf_link_at(k->q->space, k->set, portal / 2)->height[portal % 2]
         : end         ? k->request->to_level
                       : k->request->from_level;
}

static int32_t component_of(const pf_linking *k, int32_t portal, int end) {
  return portal < 0 ? k->component[end] : pf_linking_portal(k, portal).component;
}

/* Notes where nodes are, for all pairs of them. */
static pathfan_status place_nodes(pf_linking *k, int32_t count) {
  pf_linked *l = k->l;
  const pathfan_status status = pf_grow(&l->place, &l->place_capacity, count);
  for (int32_t i = 0; i < count && !status; i++)
    for (int way = 0; way < 2; way++) {
      const int32_t portal = way ? l->leaving[i] : l->entry[i];
      const int end = i == PF_CHAIN_GOAL;
      const pathfan_point at = point_of(k, portal, end);
      l->place[i].x[way] = at.x;
      l->place[i].y[way] = at.y;
      l->place[i].component[way] = component_of(k, portal, end);
    }
  return status;
}

/* Whether no chain can cost less than `most`, by straight lines to the nearest link and from it. */
static bool are_too_far(const pf_linking *k, int32_t count, double most) {
  const pf_node_place *place = k->l->place;
  double to = INFINITY, from = INFINITY;
  if (k->has_openings) return false;
  for (int32_t i = 2; i < count; i++) {
    if (place[i].component[0] == k->component[0])
      to = fmin(to, hypot(place[i].x[0] - k->ends[0].x, place[i].y[0] - k->ends[0].y) +
                        k->l->nodes[i].cost);
    if (place[i].component[1] == k->component[1])
      from = fmin(from, hypot(place[i].x[1] - k->ends[1].x, place[i].y[1] - k->ends[1].y));
  }
  return (to + from) * (1 - 0x1p-40) > most;
}

static double least_walk(void *context, int32_t from, int32_t to) {
  const pf_linking *k = context;
  const int32_t a = k->l->leaving[from], b = k->l->entry[to];
  const pf_node_place *one = &k->l->place[from], *other = &k->l->place[to];
  if (!k->has_openings && one->component[1] != other->component[0]) return INFINITY;
  const double known =
      !are_kept(k, a, b) || k->has_openings ? NAN : pf_portals_walk(k->portals, a, b);
  if (!isnan(known)) return known;
  return hypot(other->x[0] - one->x[1], other->y[0] - one->y[1]);
}

/* Answers the request for a walk, and adds up what that takes. */
static pathfan_status answer_walk(pf_linking *k, int32_t from, int32_t to, int32_t paths) {
  const pathfan_answer *answer = &k->q->answer;
  pathfan_request r = *k->request;
  r.from = point_of(k, k->l->leaving[from], 0);
  r.to = point_of(k, k->l->entry[to], 1);
  r.from_level = height_of(k, k->l->leaving[from], 0);
  r.to_level = height_of(k, k->l->entry[to], 1);
  r.paths = paths;
  r.snap = 0;
  r.partial = false;
  r.trace = NULL;
  if (r.work_limit) r.work_limit = r.work_limit > k->work ? r.work_limit - k->work : 1;
  pf_ends_forget(&k->q->ends);
  const pathfan_status status = pf_answer_walk(k->q, &r);
  k->work += answer->work;
  k->stopped = k->stopped || answer->outcome == PATHFAN_OUTCOME_WORK_LIMIT;
  return status;
}

static pathfan_status measure_walk(void *context, int32_t from, int32_t to, double *length) {
  pf_linking *k = context;
  const int32_t a = k->l->leaving[from], b = k->l->entry[to];
  const pf_closed closed = pf_keep_out_closed(&k->q->keep_out);
  const bool is_open = !pf_closed_is_any(&closed) && !closed.openings;
  const pf_method *method = pf_method_of(k->request->algorithm);
  const bool is_kept = is_open && are_kept(k, a, b) && !(method->uses & PF_NEEDS_CELLS);
  if (is_kept && !isnan(*length = pf_portals_walk(k->portals, a, b))) return PATHFAN_OK;
  *length = INFINITY;
  const pathfan_status status = answer_walk(k, from, to, 1);
  if (status) return status;
  if (k->q->answer.path_count) *length = k->q->answer.paths[0].length;
  if (is_kept && !k->stopped) pf_portals_keep_walk(k->portals, a, b, *length);
  return PATHFAN_OK;
}

/* ---- Paths ---- */

/* Adds the paths of the answer without links. */
static pathfan_status add_walks_alone(pf_linking *k) {
  const pf_tracks *tracks = &k->q->tracks;
  pf_linked_paths *paths = &k->l->paths;
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i < k->q->answer.path_count && !status; i++) {
    const pf_track *track = &tracks->list[i];
    status = pf_linked_path_begin(paths);
    if (!status)
      status = pf_linked_path_walk(paths, track->points, track->count, k->q->ends.turned,
                                   k->q->answer.paths[i].length);
    if (!status) status = pf_linked_path_end(paths);
  }
  return status;
}

/* Keeps the paths of the present answer as walks of a step, in the direction of walking. */
static pathfan_status keep_walks(pf_linking *k) {
  pf_linked *l = k->l;
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i < k->q->answer.path_count && !status; i++) {
    const pf_track *from = &k->q->tracks.list[i];
    pf_track *walk;
    status = pf_tracks_next(&l->walks, &walk);
    if (!status) status = pf_track_copy(walk, from->points, from->count);
    if (!status)
      status = pf_grow(&l->walk_length, &l->length_capacity, (int64_t)l->walks.count + 1);
    if (status) return status;
    for (int32_t p = 0; p < from->count && k->q->ends.turned; p++)
      walk->points[p] = from->points[from->count - 1 - p];
    l->walk_length[l->walks.count++] = k->q->answer.paths[i].length;
  }
  return status;
}

/* Adds the path of a chain that takes walk `other` in its step, and in all others the shortest. */
static pathfan_status add_path(pf_linking *k, const pf_chain *chain, int32_t step, int32_t other) {
  pf_linked *l = k->l;
  pathfan_status status = pf_linked_path_begin(&l->paths);
  for (int32_t s = 0; s + 1 < chain->count && !status; s++) {
    const int32_t number = s == step ? other : l->first_walk[s];
    const pf_track *walk = &l->walks.list[number];
    status =
        pf_linked_path_walk(&l->paths, walk->points, walk->count, false, l->walk_length[number]);
    if (status || s + 2 == chain->count) continue;
    const pf_chain_node *node = &l->nodes[chain->nodes[s + 1]];
    status = pf_linked_path_link(&l->paths, node->link, node->back, node->cost);
  }
  return status ? status : pf_linked_path_end(&l->paths);
}

/* Adds the paths of a chain. */
static pathfan_status add_chain(pf_linking *k, const pf_chain *chain) {
  pf_linked *l = k->l;
  pathfan_status status = pf_grow(&l->first_walk, &l->first_capacity, chain->count);
  l->walks.count = 0;
  for (int32_t s = 0; s + 1 < chain->count && !status && !k->stopped; s++) {
    l->first_walk[s] = l->walks.count;
    status = answer_walk(k, chain->nodes[s], chain->nodes[s + 1], k->request->paths);
    if (!status) status = keep_walks(k);
    if (!status && l->first_walk[s] == l->walks.count) k->stopped = true;
  }
  if (status || k->stopped) return status;
  l->first_walk[chain->count - 1] = l->walks.count;
  status = add_path(k, chain, -1, -1);
  for (int32_t s = 0; s + 1 < chain->count; s++)
    for (int32_t w = l->first_walk[s] + 1; w < l->first_walk[s + 1] && !status; w++)
      status = add_path(k, chain, s, w);
  return status;
}

/* Sets how paths must differ, once the cheapest is known. */
static void set_difference(pf_linking *k) {
  const pf_method *method = pf_method_of(k->request->algorithm);
  const bool separates = method->chooses || (method->is_unbound && k->request->bind_separation);
  pf_linked_paths *paths = &k->l->paths;
  const double length = paths->of[paths->order[0]].length;
  paths->difference =
      pf_difference_at(k->q->space, separates ? pf_separation(k->request, length) : 0);
  paths->difference.dissimilarity = k->q->answer.dissimilarity; /* of any walk: the same */
}

/* The cost of the cheapest path so far. */
static double least_cost(const pf_linked_paths *paths) {
  return paths->tracks.count ? paths->of[paths->order[0]].cost : INFINITY;
}

/* Adds the paths of chains, and takes those that no later chain can come before. */
static pathfan_status try_chains(pf_linking *k, int32_t nodes) {
  pf_linked_paths *paths = &k->l->paths;
  const int32_t wanted = k->request->paths;
  const double stretch = wanted == 1 ? 1 : k->request->stretch;
  const pf_walks walks = {least_walk, measure_walk, k};
  pathfan_status status = place_nodes(k, nodes);
  if (status || are_too_far(k, nodes, stretch * least_cost(paths))) return status;
  status = pf_chains_begin(&k->l->chains, k->l->nodes, nodes, &walks);
  for (int32_t i = 0; i < CHAINS_MOST && paths->taken_count < wanted && !status; i++) {
    const pf_chain *chain;
    status = pf_chains_next(&k->l->chains, stretch * least_cost(paths), &chain);
    if (status || k->stopped || !chain) return status;
    status = add_chain(k, chain);
    if (status || (k->stopped && !i)) return status;
    set_difference(k);
    status = pf_linked_paths_choose(paths, chain->cost, wanted);
    if (k->stopped) return status;
  }
  return status;
}

static pathfan_status find(pf_linking *k, int32_t nodes) {
  pf_linked_paths *paths = &k->l->paths;
  pathfan_status status = try_chains(k, nodes);
  if (status || k->stopped || !paths->tracks.count) return status;
  const double most = nextafter(k->request->stretch * least_cost(paths), INFINITY);
  set_difference(k);
  status = pf_linked_paths_choose(paths, most, k->request->paths);
  return status || !k->request->fill ? status : pf_linked_paths_fill(paths, k->request->paths);
}

/* ---- As near as possible ---- */

/* Whether an answer without links is final: an end is blocked, or the work limit came. */
static bool is_final(const pathfan_answer *answer) {
  return answer->outcome != PATHFAN_OUTCOME_OK && answer->outcome != PATHFAN_OUTCOME_NO_PATH;
}

/* Whether the goal lies in an obstacle, or off the map. */
static bool is_goal_blocked(const pathfan_answer *answer) {
  return answer->outcome == PATHFAN_OUTCOME_GOAL_BLOCKED &&
         answer->blocked_by != PATHFAN_BLOCKED_BY_AREA;
}

/* Lists the components that can be reached from the start, by links and on foot. */
static pathfan_status list_reached(pf_linking *k, int32_t *count) {
  pf_linked *l = k->l;
  const int64_t links = pf_link_count(k->q->space, k->set);
  const pathfan_status status = pf_grow(&l->reached, &l->reached_capacity, 1 + links);
  if (!status) *count = pf_linking_reach(k, k->component[0], false, l->reached);
  return status;
}

/* Finds the point of the goal's floor nearest to the goal, of those that can be reached. */
static pathfan_status find_nearest(pf_linking *k, pathfan_point *nearest, bool *found) {
  const pf_space *space = k->q->space;
  const pathfan_request *r = k->request;
  const double across = 2.0 * (space->frame.width + (double)space->frame.height);
  pf_scope scope = {.floor = isnan(r->to_level) ? pf_space_floor_at(space, r->to.x, r->to.y)
                                                : pf_floor_of_level(space, r->to_level).number};
  if (space->is_surface)
    scope = (pf_scope){.floor = -1, .has_height = !isnan(r->to_level), .height = r->to_level};
  pf_fixed_point at;
  int32_t polygon;
  *found = false;
  if (k->component[0] < 0) return PATHFAN_OK; /* in an opening */
  const pathfan_status status = list_reached(k, &scope.component_count);
  scope.components = k->l->reached;
  for (int32_t i = 0; i < scope.component_count && !status; i++)
    if (scope.components[i] == k->component[1]) return PATHFAN_OK; /* only areas part the ends */
  if (status || !pf_space_place_in(space, r->to.x, r->to.y, across / space->frame.scale, &scope,
                                   &at, &polygon))
    return status;
  *found = true;
  *nearest = pf_point_at(space, at);
  return PATHFAN_OK;
}

/* The answer is that there is no way to the goal: says how near one leads, and goes there if the
 * request wants that. */
static pathfan_status go_near(pf_linking *k) {
  pathfan_answer *answer = &k->q->answer;
  pathfan_point nearest;
  bool found;
  pathfan_status status = find_nearest(k, &nearest, &found);
  if (status) return status;
  answer->has_nearest = found;
  answer->nearest = found ? nearest : (pathfan_point){0};
  if (!found || !k->request->partial || k->has_openings) return PATHFAN_OK;
  const pathfan_answer without = *answer;
  pathfan_request r = *k->request;
  r.from = k->ends[0];
  r.to = nearest;
  r.snap = 0;
  r.partial = false;
  status = pf_answer_linked(k->q, k->set, &r);
  if (status) return status;
  const bool is_held = answer->outcome == PATHFAN_OUTCOME_GOAL_BLOCKED; /* by an area */
  if (is_held) *answer = without;
  answer->partial = !is_held;
  answer->from_snapped = without.from_snapped;
  answer->has_nearest = true;
  answer->nearest = nearest;
  return PATHFAN_OK;
}

/* Notes where the ends are. */
static void take_ends(pf_linking *k) {
  for (int e = 0; e < 2; e++) {
    const int end = k->q->ends.turned ? 1 - e : e;
    const int32_t polygon = k->q->ends.end[end].polygon;
    k->component[e] =
        polygon < 0 ? -1 : pf_space_component(k->q->space, polygon); /* in an opening */
  }
  k->from_height = k->q->from_height;
  k->ends[0] = k->q->answer.from;
  k->ends[1] = k->q->answer.to;
}

/* Makes the map's portals, if it has links. */
static pathfan_status need_portals(pf_linking *k) {
  k->portals = NULL;
  return k->q->space->link_count ? pf_portals_need(k->q->space, &k->portals, &k->q->error)
                                 : PATHFAN_OK;
}

/* Keeps a set, to whose names the answer's legs point. */
static void hold(pf_linked *l, const pf_link_set *set) {
  pf_link_set *held = pf_links_retain((pf_link_set *)set); /* immutable but for its count */
  pf_links_release(l->held);
  l->held = held;
}

/* Answers a request with its ends where they are, or moved without regard to what is closed. */
static pathfan_status answer(pathfan_query *q, const pf_link_set *set,
                             const pathfan_request *request) {
  pf_linked *l = &q->linked;
  pf_linking k = {.q = q, .l = l, .set = set, .request = request};
  pathfan_request plain = *request;
  plain.partial = false;
  plain.snap_any = true; /* links may join any components */
  int32_t nodes;
  hold(l, set);
  pathfan_status status = pf_answer_walk(q, &plain);
  if (status || (is_final(&q->answer) && !is_goal_blocked(&q->answer))) return status;
  const pathfan_answer without = q->answer;
  k.work = without.work;
  k.has_openings = pf_keep_out_closed(&q->keep_out).openings;
  take_ends(&k);
  if (is_final(&without)) {
    status = need_portals(&k);
    pf_ends_forget(&q->ends);
    return status ? status : go_near(&k);
  }
  pf_linked_paths_begin(&l->paths, q->space->steps);
  l->paths.difference = (pf_difference){.separation = without.separation};
  status = add_walks_alone(&k);
  if (!status) status = need_portals(&k);
  if (!status) status = list_nodes(&k, &nodes);
  if (!status) status = find(&k, nodes);
  pf_ends_forget(&q->ends);
  if (status) return status;
  const bool is_cut_off = !l->paths.taken_count && !k.stopped;
  status = pf_linked_write(&k);
  if (!status) status = pf_linked_state(&k, &without);
  if (!status && is_cut_off) return go_near(&k);
  if (!status) pf_levels_of_legs(q);
  q->from_height = k.from_height;
  return status;
}

/* Answers the request again, from where its ends may move to and reach each other. */
static pathfan_status answer_moved(pathfan_query *q, const pf_link_set *set,
                                   const pathfan_request *request) {
  pathfan_answer *answer_of = &q->answer;
  pf_linking k = {.q = q, .l = &q->linked, .set = set, .request = request};
  pathfan_request moved = *request;
  pf_places places;
  bool is_found;
  pathfan_status status = need_portals(&k);
  if (!status) status = pf_find_reachable(q, request, &k, &places, &is_found);
  pf_ends_forget(&q->ends);
  if (status || !is_found) return status;
  const uint64_t work = answer_of->work;
  moved.from = pf_point_at(q->space, places.spot[0].at);
  moved.to = pf_point_at(q->space, places.spot[1].at);
  moved.snap = 0;
  moved.partial = false;
  if (moved.work_limit) moved.work_limit -= work; /* it isn't spent */
  status = answer(q, set, &moved);
  answer_of->work += work;
  answer_of->from_snapped = places.is_moved[0];
  answer_of->to_snapped = places.is_moved[1] && !places.is_partial;
  answer_of->partial = places.is_partial;
  if (places.is_partial) answer_of->has_nearest = true;
  if (places.is_partial) answer_of->nearest = moved.to;
  return status;
}

pathfan_status pf_answer_linked(pathfan_query *q, const pf_link_set *set,
                                const pathfan_request *request) {
  const bool before = q->is_linking;
  q->is_linking = true;
  pathfan_status status = answer(q, set, request);
  if (!status && pf_may_place_reachable(q, request)) status = answer_moved(q, set, request);
  q->is_linking = before;
  return pf_query_end(q, status);
}
