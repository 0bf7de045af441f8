/* answer.c - from a request to an answer: checks the request, has its ends placed (placing.c) and a
 * method find the paths, and converts them to map units. */
#include "answer.h"

#include <assert.h>

#include "base/memory.h"
#include "base/status.h"
#include "query/choose/trace.h"
#include "query/methods/among_areas.h"
#include "query/methods/table.h"
#include "placing.h"
#include "query_object.h"
#include "request.h"
#include "terrain/route.h"

/* Checks that the query object's space, index and areas suit a method. */
static pathfan_status check_method(pathfan_query *q, const pf_method *method) {
  if (!method->find)
    return pf_fail(&q->error, PATHFAN_ERR_ARGUMENT, "this library was built without algorithm %s",
                   method->name);
  if ((method->uses & PF_NEEDS_INDEX) && !q->generation)
    return pf_fail(&q->error, PATHFAN_ERR_ARGUMENT,
                   "a map without an index can't answer with algorithm %s", method->name);
  if (pf_query_terrain(q) && !method->find_ways)
    return pf_fail(&q->error, PATHFAN_ERR_ARGUMENT,
                   "algorithm %s doesn't support terrains: use terrain, or index with an index of "
                   "the map",
                   method->name);
  if ((method->uses & PF_NEEDS_TABLES) && !q->generation->view.header->table_count)
    return pf_fail(&q->error, PATHFAN_ERR_ARGUMENT,
                   "algorithm %s needs an index with tables: build-index --tables 3", method->name);
  if ((method->uses & PF_NEEDS_CELLS) && !q->space->grid)
    return pf_fail(&q->error, PATHFAN_ERR_ARGUMENT, "algorithm %s needs a map of cells%s",
                   method->name, q->generation ? " itself: an index doesn't hold them" : "");
  if ((method->uses & PF_NEEDS_TERRAIN) && !pf_query_terrain(q))
    return pf_fail(&q->error, PATHFAN_ERR_ARGUMENT,
                   "algorithm %s needs a terrain, a map with roads, rivers or rates", method->name);
  const pf_closed closed = pf_keep_out_closed(&q->keep_out);
  if (closed.openings && !(method->find_around && (method->uses & PF_NEEDS_INDEX)))
    return pf_fail(&q->error, PATHFAN_ERR_ARGUMENT, "algorithm %s doesn't support openings",
                   method->name);
  if (!method->find_around && pf_closed_is_any(&closed))
    return pf_fail(&q->error, PATHFAN_ERR_ARGUMENT, "algorithm %s can't keep out of areas",
                   method->name);
  return PATHFAN_OK;
}

/* Whether a request's separation binds a method; plateaus and penalty are bound by it, as by theta,
 * only if the request says so. Over areas with a rate a search chooses, too. */
static bool separates(const pathfan_query *q, const pathfan_request *request,
                      const pf_method *method) {
  const bool over_areas = pf_query_terrain(q) && pf_query_terrain(q)->area;
  return method->chooses || over_areas || (method->is_unbound && request->bind_separation);
}

/* Returns the bound on loops that holds for a method; 0: none. On a terrain a straight way may cost
 * more than one that turns back to a road. */
static double max_loop_of(const pathfan_query *q, const pathfan_request *request,
                          const pf_method *method) {
  const bool binds = method->chooses && method->algorithm != PATHFAN_ALGORITHM_CVPD;
  const bool may_bind = method->chooses || method->is_unbound;
  if (pf_query_terrain(q)) return 0;
  return binds || (may_bind && request->bind_loop) ? request->max_loop : 0;
}

/* States how tracks are separated: which ones are filled in and, if the request asks for it, how
 * far all keep apart. */
static pathfan_status state_spread(pathfan_query *q, const pathfan_request *request) {
  assert(q->tracks.count);
  const double distance = q->tracks.list[0].length / q->space->frame.scale;
  const pf_difference difference = pf_difference_at(q->space, pf_separation(request, distance));
  pathfan_status status = PATHFAN_OK;
  q->answer.separation = difference.separation;
  if (difference.separation <= 0) return PATHFAN_OK;
  status = pf_grow(&q->buffers.filled, &q->buffers.filled_capacity, q->tracks.count);
  if (status) return status;
  for (int32_t i = 0; i < q->tracks.count; i++) q->buffers.filled[i] = q->tracks.list[i].filled;
  q->answer.filled = q->buffers.filled;
  if (!request->apart) return PATHFAN_OK;
  if (q->tracks.count == 1) pf_corridor_clear(&q->tracks.list[0].corridor); /* has no rival */
  for (int32_t i = 0; i < q->tracks.count && q->tracks.count > 1 && !status; i++)
    status = pf_track_open(&q->tracks.list[i]);
  if (!status) status = pf_spread_measure(&q->spread, &difference, q->tracks.list, q->tracks.count);
  q->answer.apart = q->spread.apart;
  q->answer.backup = q->spread.backup;
  return status;
}

/* Makes room for the legs of all tracks and their crossings. */
static pathfan_status fit_legs(pathfan_query *q) {
  const pf_tracks *tracks = &q->tracks;
  pf_answer_buffers *buffers = &q->buffers;
  int64_t legs = 0, crossings = 0;
  if (!pf_query_terrain(q)) return PATHFAN_OK;
  for (int32_t i = 0; i < tracks->count; i++) {
    const pf_route *route = tracks->list[i].route;
    legs += route ? route->part_count : 0;
    crossings += route ? route->crossed_count : 0;
  }
  const pathfan_status status = pf_grow(&buffers->legs, &buffers->leg_capacity, legs);
  return status ? status : pf_grow(&buffers->crossings, &buffers->crossing_capacity, crossings);
}

static_assert((int)PF_PART_AREA == PATHFAN_LEG_AREA && (int)PF_PART_BORDER == PATHFAN_LEG_BORDER &&
                  (int)PF_PART_BANK == PATHFAN_LEG_BANK,
              "kinds of parts are kinds of legs");

/* Writes the legs of a path over a terrain; moves *legs and *crossings past them. */
static void show_legs(const pathfan_query *q, const pf_route *route, bool turned,
                      pathfan_path *path, pathfan_leg **legs, pathfan_crossing **crossings) {
  const pf_terrain *terrain = pf_query_terrain(q);
  const double scale = q->space->frame.scale;
  const int32_t count = route->part_count, last = route->point_count - 1;
  assert(terrain);
  path->cost = route->cost / scale;
  path->gap = route->gap / scale;
  path->leg_count = count;
  path->legs = *legs;
  for (int32_t i = 0; i < count; i++) {
    const int32_t number = turned ? count - 1 - i : i;
    const pf_part *part = &route->parts[number];
    const int32_t end = number + 1 < count ? part[1].first_crossed : route->crossed_count;
    const int32_t crossed = end - part->first_crossed;
    *(*legs)++ = (pathfan_leg){.kind = (pathfan_leg_kind)part->kind,
                               .name = pf_feature_name(terrain, part->feature),
                               .feature = pf_feature_place(terrain, part->feature),
                               .rate = part->rate,
                               .length = part->length / scale,
                               .cost = part->cost / scale,
                               .first = turned ? last - part->last : part->first,
                               .last = turned ? last - part->first : part->last,
                               .crossing_count = crossed,
                               .crossings = *crossings};
    for (int32_t k = 0; k < crossed; k++) {
      const pf_route_crossing crossing =
          route->crossed[turned ? end - 1 - k : part->first_crossed + k];
      *(*crossings)++ = (pathfan_crossing){
          .name = pf_feature_name(terrain, crossing.river),
          .cost = crossing.bridge < 0 ? terrain->features[crossing.river].value : 0,
          .feature = pf_feature_place(terrain, crossing.river),
          .bridge_feature = pf_feature_place(terrain, crossing.bridge),
          .bridge = pf_feature_name(terrain, crossing.bridge)};
    }
  }
}

const char *pathfan_leg_kind_name(pathfan_leg_kind kind) {
  static const char *const names[] = {"off-road", "road", "bank", "walk", "link", "area", "border"};
  return (unsigned)kind <= PATHFAN_LEG_BORDER ? names[kind] : "unknown";
}

/* Makes the tracks the answer's paths. */
static pathfan_status publish(pathfan_query *q) {
  const pf_scene scene = pf_query_scene(q);
  const pf_tracks *tracks = &q->tracks;
  pf_answer_buffers *buffers = &q->buffers;
  int64_t points = 0;
  for (int32_t i = 0; i < tracks->count; i++) points += tracks->list[i].count;
  pathfan_status status = pf_grow(&buffers->points, &buffers->point_capacity, points);
  if (!status) status = pf_grow(&buffers->paths, &buffers->path_capacity, tracks->count);
  if (!status) status = fit_legs(q);
  if (status) return status;
  pathfan_point *out = buffers->points;
  pathfan_leg *legs = buffers->legs;
  pathfan_crossing *crossings = buffers->crossings;
  for (int32_t i = 0; i < tracks->count; i++) {
    const pf_track *track = &tracks->list[i];
    const double length = track->length / q->space->frame.scale;
    buffers->paths[i] = (pathfan_path){
        .length = length, .point_count = track->count, .points = out, .cost = length};
    if (pf_query_terrain(q) && track->route)
      show_legs(q, track->route, scene.ends->turned, &buffers->paths[i], &legs, &crossings);
    pf_show_track(&scene, track, out);
    out += track->count;
  }
  q->answer.paths = buffers->paths;
  q->answer.path_count = tracks->count;
  return PATHFAN_OK;
}

/* Makes the path of a request whose ends coincide. */
static pathfan_status stay(pathfan_query *q) {
  pf_track *track;
  assert(q->tracks.count == 0);
  pathfan_status status = pf_tracks_next(&q->tracks, &track);
  if (!status) status = pf_track_set(track, &q->ends.end[0].at, 1, q->space->fraction_bits);
  if (!status) q->tracks.count = 1;
  return status;
}

#if PATHFAN_WITH_AREAS
static bool touches_any(const pf_tracks *tracks, const pf_closed *closed) {
  for (int32_t i = 0; i < tracks->count; i++)
    if (pf_track_enters(&tracks->list[i], closed)) return true;
  return false;
}

/* Whether the answer without regard to areas and openings stands: no path touches an area, and no
 * way through openings may be as short as any that is wanted. */
static pathfan_status stands(pathfan_query *q, const pf_method *method, const pf_task *plain,
                             bool *does) {
  const pf_openings *openings = pf_keep_out_closed(&q->keep_out).openings;
  bool may = openings;
  *does = false;
  if (plain->ignored && touches_any(plain->tracks, plain->ignored)) return PATHFAN_OK;
  pathfan_status status = PATHFAN_OK;
  if (openings) status = pf_method_prepare(method, true, &q->methods);
  if (!status && openings && plain->tracks->count)
    status = pf_may_go_through(&q->methods, plain, openings, &may);
  *does = !may;
  return status;
}

/* Runs a method again with regard to areas and openings. Methods by an index keep path 1 of the
 * first run, if there is one. */
static pathfan_status run_around(pathfan_query *q, const pf_method *method, const pf_task *task) {
  const bool by_index = method->uses & PF_NEEDS_INDEX;
  pf_task around = *task;
  pathfan_status status = pf_method_prepare(method, true, &q->methods);
  task->choice->is_over = false;
  task->tracks->count = by_index && task->tracks->count;
  *task->work_limit = (pf_work_limit){.limit = task->work_limit->limit};
  if (!status)
    status = by_index ? pf_keep_out_as_obstacles(&q->keep_out, q->generation, &around.closed.places,
                                                 &q->error)
                      : pf_keep_out_as_areas(&q->keep_out);
  around.closed.openings = pf_keep_out_closed(&q->keep_out).openings;
  around.areas = by_index ? NULL : &q->keep_out.areas;
  around.closed.areas = around.areas;
  if (!by_index) around.closed.places = NULL;
  return status ? status : method->find_around(&q->methods, &around);
}
#endif

/* Runs a method as if there were no areas and no openings. If the answer stands, that is it: path 1
 * is the shortest even where more is free, and candidates are accepted in order, so refusing some
 * that weren't accepted would change nothing. Otherwise runs it again with regard to both; what the
 * first run did isn't counted. */
static pathfan_status run(pathfan_query *q, const pf_method *method, const pf_task *task) {
  const pf_closed closed = pf_keep_out_closed(&q->keep_out);
  const pf_finding before = *task->finding;
  pf_task plain = *task;
  if (pf_closed_is_any(&closed)) plain.ignored = &closed;
  pathfan_status status = pf_method_prepare(method, false, &q->methods);
  if (!status && (!closed.openings || pf_are_joined_by_map(q)))
    status = (pf_query_terrain(q) ? method->find_ways : method->find)(&q->methods, &plain);
#if PATHFAN_WITH_AREAS
  bool does;
  if (!status) status = stands(q, method, &plain, &does);
  if (status || does) return status;
  *task->finding = before;
  status = run_around(q, method, task);
#endif
  (void)before;
  return status;
}

/* Fills the fields that a method's finding replaces. */
static void begin_finding(pathfan_query *q, const pathfan_request *request) {
  const bool over_areas = pf_query_terrain(q) && pf_query_terrain(q)->area;
  pathfan_answer *answer = &q->answer;
  answer->reason = PATHFAN_REASON_NO_CANDIDATES;
  answer->proof = pathfan_algorithm_is_indexed(request->algorithm) && !over_areas
                      ? PATHFAN_PROOF_INDEX
                      : PATHFAN_PROOF_SEARCH;
  answer->candidates = (pathfan_candidates){0};
  answer->search = (pathfan_search_counts){0};
  answer->gap_reached = true;
}

/* Runs the method and copies its finding into the answer. */
static pathfan_status find(pathfan_query *q, const pathfan_request *request,
                           const pf_method *method) {
  pathfan_answer *answer = &q->answer;
  assert(answer->outcome == PATHFAN_OUTCOME_OK);
  assert(q->ends.state == PF_ENDS_PLACED);
  pf_finding finding = {
      .outcome = answer->outcome, .reason = answer->reason, .proof = answer->proof};
  const uint64_t before = answer->work; /* of placing the ends */
  assert(!request->work_limit || before < request->work_limit);
  pf_work_limit work_limit = {.limit = request->work_limit ? request->work_limit - before : 0};
  const pf_task task = {.request = request,
                        .scene = pf_query_scene(q),
                        .generation = q->generation,
                        .dissimilarity = answer->dissimilarity,
                        .separates = separates(q, request, method),
                        .max_loop = answer->max_loop,
                        .meter = &q->meter,
                        .buffers = &q->buffers,
                        .work_limit = &work_limit,
                        .refused = &q->refused,
                        .choice = &q->choice,
                        .tracks = &q->tracks,
                        .finding = &finding};
  q->choice.is_over = false;
  pf_refuse_anew(&task);
  pathfan_status status = run(q, method, &task);
  if (!status && pf_is_traced(&task)) status = pf_choice_tell(&task);
  answer->outcome = finding.outcome;
  answer->reason = finding.reason;
  answer->proof = finding.proof;
  answer->candidates = finding.candidates;
  answer->search = finding.search;
  answer->gap_reached = !finding.is_gap_missed;
  answer->work = before + work_limit.spent;
  return status;
}

/* Finds paths between ends that are placed. */
static pathfan_status find_between(pathfan_query *q, const pathfan_request *request,
                                   const pf_method *method) {
  pathfan_answer *answer = &q->answer;
  assert(answer->outcome == PATHFAN_OUTCOME_OK);
  begin_finding(q, request);
  if (request->paths == 1) answer->reason = PATHFAN_REASON_COMPLETE;
  q->tracks.count = 0;
  if (pf_ends_are_joined(&q->ends, q->space)) return stay(q);
  if (pf_query_terrain(q) && pf_query_terrain(q)->lanes)
    pf_ends_leave_order(&q->ends);
  else
    pf_ends_order(&q->ends);
  return find(q, request, method);
}

static pathfan_status answer_valid(pathfan_query *q, const pathfan_request *request,
                                   const pf_method *method) {
  pathfan_status status = check_method(q, method);
  q->answer.max_loop = max_loop_of(q, request, method);
  if (!status) status = pf_place_ends(q, request);
  if (status) return status;
  bool is_placed = q->answer.outcome == PATHFAN_OUTCOME_OK;
  bool is_asked = is_placed; /* what was found counts, whatever the outcome, such as a work limit */
  if (is_placed) status = find_between(q, request, method);
  if (!status && !q->is_linking && pf_may_place_reachable(q, request)) {
    status = pf_place_reachable(q, request, &is_placed);
    if (!status && is_placed) status = find_between(q, request, method);
    is_asked = is_asked || is_placed;
  }
  if (status || !is_asked) return status;
  if (q->tracks.count && separates(q, request, method)) status = state_spread(q, request);
  return status ? status : publish(q);
}

/* Fills the fields that every answer has, before the request is checked. */
static void begin_answer(pathfan_query *q, const pathfan_request *request) {
  const pf_method *method = pf_method_of(request->algorithm);
  const bool is_bound =
      request->bind_dissimilarity ||
      (request->bind_separation && (request->separation > 0 || request->separation_share > 0));
  const bool is_unbound = method && method->is_unbound && !is_bound;
  q->answer = (pathfan_answer){.generation = q->generation ? q->generation->number : 0,
                               .from = request->from,
                               .to = request->to,
                               .stretch = request->stretch,
                               .radius = pf_query_radius(q, request->radius),
                               .dissimilarity = is_unbound ? 0 : request->dissimilarity};
  begin_finding(q, request);
}

pathfan_status pf_answer_refuse(pathfan_query *q, const pathfan_request *request,
                                const char *flaw) {
  begin_answer(q, request);
  pf_fail(&q->error, PATHFAN_ERR_ARGUMENT, "%s", flaw);
  q->answer.outcome = PATHFAN_OUTCOME_INVALID_REQUEST;
  return PATHFAN_OK;
}

pathfan_status pf_answer_walk(pathfan_query *q, const pathfan_request *request) {
  pathfan_status status = PATHFAN_OK;
  assert(!q->is_visiting);
  assert(q->ends.state == PF_ENDS_UNKNOWN);
  q->tracks.count = 0;
  begin_answer(q, request);
  const char *flaw = pf_query_terrain(q) ? pf_request_flaw_on_terrain(request) : NULL;
  if (!flaw) flaw = pf_request_flaw(request);
  if (!flaw && !pf_query_has_radius(q, request->radius)) {
    q->answer.outcome = PATHFAN_OUTCOME_INVALID_REQUEST;
    return PATHFAN_OK;
  }
  if (!flaw)
    status = pf_keep_out_take(&q->keep_out, q->space, q->generation, request, &flaw, &q->error);
  if (!status && !flaw && pf_keep_out_closed(&q->keep_out).openings)
    flaw = pf_request_flaw_with_openings(request);
  if (!status && flaw) return pf_answer_refuse(q, request, flaw);
  if (!status) status = answer_valid(q, request, pf_method_of(request->algorithm));
  return pf_query_end(q, status);
}
