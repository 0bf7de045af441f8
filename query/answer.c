/* answer.c - from a request to an answer: checks it, places its ends, has the
 * paths found one way or another, and turns them into map units. */
#include <string.h>

#include "scratch.h"

/* What a request may not hold: NULL if it holds nothing of that, or a sentence. Bounds and
 * objective: of the latter only methods with candidates to choose from know. */
static const char *flaw_of_measures(const pathfan_request *r) {
  const pathfan_objective *o = &r->objective;
  const double weights[] = {o->length, o->bounded_stretch, o->similarity, o->local_optimality};
  for (size_t i = 0; i < sizeof weights / sizeof *weights; i++)
    if (!(weights[i] >= 0) || !isfinite(weights[i]))
      return "objective: weights must be numbers of at least 0";
  if (pathfan_objective_is_set(o) && r->algorithm != PATHFAN_ALGORITHM_INDEX &&
      r->algorithm != PATHFAN_ALGORITHM_DISSIMILARITY)
    return "objective: only the algorithms index and dissimilarity choose by one";
  if ((r->max_bounded_stretch != 0 && !(r->max_bounded_stretch >= 1)) ||
      !isfinite(r->max_bounded_stretch))
    return "max_bounded_stretch must be a number of at least 1, or 0";
  if (!(r->min_local_optimality >= 0) || !isfinite(r->min_local_optimality))
    return "min_local_optimality must be a number of at least 0";
  return NULL;
}

static const char *flaw_of(const pathfan_request *r) {
  const uint32_t endless = PATHFAN_WITHOUT_ROOT_HISTORY | PATHFAN_WITHOUT_COMPONENTS;
  if (!isfinite(r->from.x) || !isfinite(r->from.y)) return "from must be two finite numbers";
  if (!isfinite(r->to.x) || !isfinite(r->to.y)) return "to must be two finite numbers";
  if (r->paths < 1) return "paths must be at least 1";
  if (!(r->stretch >= 1) || !isfinite(r->stretch)) return "stretch must be a number of at least 1";
  if (!(r->dissimilarity >= 0 && r->dissimilarity <= 1)) return "dissimilarity must be 0 to 1";
  if (r->tables < 0) return "tables must be at least 0";
  if (r->access < 0) return "access must be at least 0";
  if (r->regions < 0 || r->regions > PATHFAN_REGIONS_MAX) return "regions must be 0 to 8";
  if (!(r->snap >= 0) || !isfinite(r->snap)) return "snap must be a number of at least 0";
  if (r->effort != PATHFAN_EFFORT_FAST && r->effort != PATHFAN_EFFORT_THOROUGH)
    return "effort is none of the two";
  if ((unsigned)r->algorithm > PATHFAN_ALGORITHM_PENALTY) return "algorithm is none that there is";
  if (!(r->penalty > 1) || !isfinite(r->penalty)) return "penalty must be a number above 1";
  if (r->without >= 32) return "without holds unknown bits";
  if ((r->without & endless) == endless && !r->work_limit)
    return "without: a search that nothing ends needs a work_limit";
  return flaw_of_measures(r);
}

/* Whether what the query object asks has what the algorithm needs. */
static pathfan_status check_algorithm(pathfan_query *q, pathfan_algorithm algorithm) {
  if (algorithm == PATHFAN_ALGORITHM_INDEX && !q->index)
    return pathfan_fail(&q->error, PATHFAN_ERR_ARGUMENT,
                        "a map without an index can't answer with algorithm index");
  if (algorithm == PATHFAN_ALGORITHM_ASTAR && !(q->map && q->map->ground.grid.width))
    return pathfan_fail(&q->error, PATHFAN_ERR_ARGUMENT, "algorithm astar needs a map of cells%s",
                        q->index ? " itself: an index doesn't hold them" : "");
  if (algorithm == PATHFAN_ALGORITHM_ASTAR && q->areas.ring_count)
    return pathfan_fail(&q->error, PATHFAN_ERR_ARGUMENT, "algorithm astar can't keep out of areas");
  return PATHFAN_OK;
}

/* Places an end; false: it is blocked, by an obstacle or an area. */
static bool place_end(pathfan_query *q, pathfan_end *end, pathfan_point point, double snap,
                      pathfan_point *used, bool *snapped) {
  if (!pathfan_site_place(&q->site, point, snap, &end->at, &end->polygon, snapped)) return false;
  *used = pathfan_site_point(&q->site, end->at);
  return !pathfan_areas_hold(&q->areas, end->at);
}

/* Places both ends; the outcome stays OK if a path exists. */
static pathfan_status place_ends(pathfan_query *q, const pathfan_request *r) {
  pathfan_answer *answer = &q->answer;
  pathfan_forget_ends(q);
  q->ends_turned = false;
  const pathfan_status status =
      q->index ? pathfan_generation_need_location(q->index, &q->error) : PATHFAN_OK;
  if (status) return status;
  const bool from =
      place_end(q, &q->ends[0], r->from, r->snap, &answer->from, &answer->from_snapped);
  const bool to = place_end(q, &q->ends[1], r->to, r->snap, &answer->to, &answer->to_snapped);
  answer->outcome = pathfan_ends_outcome(q, !from, !to);
  /* A search may be asked to find out by itself that there is no path. */
  if (answer->outcome == PATHFAN_OUTCOME_NO_PATH && r->algorithm == PATHFAN_ALGORITHM_POLYANYA &&
      (r->without & PATHFAN_WITHOUT_COMPONENTS))
    answer->outcome = PATHFAN_OUTCOME_OK;
  return PATHFAN_OK;
}

void pathfan_track_points(const pathfan_query *q, const pathfan_track *track,
                          pathfan_point *points) {
  for (int32_t k = 0; k < track->count; k++)
    points[k] =
        pathfan_site_point(&q->site, track->points[q->ends_turned ? track->count - 1 - k : k]);
}

/* Tracks become the answer's paths. */
static pathfan_status publish(pathfan_query *q) {
  int64_t points = 0;
  for (int32_t i = 0; i < q->track_count; i++) points += q->tracks[i].count;
  pathfan_status status = pathfan_grow(&q->points, &q->point_capacity, points, sizeof *q->points);
  if (!status)
    status = pathfan_grow(&q->paths, &q->path_capacity, q->track_count, sizeof *q->paths);
  if (status) return status;
  pathfan_point *out = q->points;
  for (int32_t i = 0; i < q->track_count; i++) {
    const pathfan_track *track = &q->tracks[i];
    q->paths[i] = (pathfan_path){track->length / q->site.frame.scale, track->count, out};
    pathfan_track_points(q, track, out);
    out += track->count;
  }
  q->answer.paths = q->paths;
  q->answer.path_count = q->track_count;
  return PATHFAN_OK;
}

/* The path of a request whose ends are the same point. */
static pathfan_status stay(pathfan_query *q) {
  pathfan_track *track;
  pathfan_status status = pathfan_next_track(q, &track);
  if (!status) status = pathfan_track_set(track, &q->ends[0].at, 1, q->site.fraction_bits);
  if (!status) q->track_count = 1;
  return status ? status : publish(q);
}

static pathfan_status find_by_index(pathfan_query *q, const pathfan_request *request) {
  pathfan_status status = pathfan_look_both(q);
  if (!status) status = pathfan_find_shortest(q);
  if (!status && q->areas.ring_count) return pathfan_find_among_areas(q, request);
  if (!status && request->paths > 1) status = pathfan_find_alternatives(q, request);
  return status;
}

static pathfan_status answer_valid(pathfan_query *q, const pathfan_request *request) {
  pathfan_status status = check_algorithm(q, request->algorithm);
  if (!status) status = place_ends(q, request);
  if (status || q->answer.outcome != PATHFAN_OUTCOME_OK) return status;
  if (request->paths == 1) q->answer.reason = PATHFAN_REASON_COMPLETE;
  if (q->ends[0].at.x == q->ends[1].at.x && q->ends[0].at.y == q->ends[1].at.y) return stay(q);
  q->ends_turned = pathfan_order_ends(q);
  q->ends_placed = true;
  if (request->algorithm == PATHFAN_ALGORITHM_INDEX)
    status = find_by_index(q, request);
  else if (request->algorithm >= PATHFAN_ALGORITHM_PLATEAUS)
    status = pathfan_find_by_rival(q, request);
  else
    status = pathfan_find_online(q, request);
  return status ? status : publish(q);
}

/* theta, if it holds. */
static double binding_dissimilarity(const pathfan_request *r) {
  const bool unbound =
      r->algorithm == PATHFAN_ALGORITHM_PLATEAUS || r->algorithm == PATHFAN_ALGORITHM_PENALTY;
  return unbound && !r->bind_dissimilarity ? 0 : r->dissimilarity;
}

pathfan_status pathfan_query_paths(pathfan_query *q, const pathfan_request *request,
                                   const pathfan_answer **out) {
  if (!q || !request || !out) return pathfan_refuse_null(q);
  *out = NULL;
  pathfan_status status = pathfan_query_begin(q);
  if (status) return status;
  q->track_count = 0;
  memset(&q->answer, 0, sizeof q->answer);
  q->answer.generation = q->index ? q->index->number : 0;
  q->answer.from = request->from;
  q->answer.to = request->to;
  q->answer.reason = PATHFAN_REASON_NO_CANDIDATES;
  q->answer.proof =
      request->algorithm == PATHFAN_ALGORITHM_INDEX ? PATHFAN_PROOF_INDEX : PATHFAN_PROOF_SEARCH;
  q->answer.stretch = request->stretch;
  q->answer.dissimilarity = binding_dissimilarity(request);
  const char *flaw = flaw_of(request);
  if (!flaw) status = pathfan_take_areas(q, request, &flaw);
  if (!status && flaw) {
    pathfan_fail(&q->error, PATHFAN_ERR_ARGUMENT, "%s", flaw);
    q->answer.outcome = PATHFAN_OUTCOME_INVALID_REQUEST;
    *out = &q->answer;
    return PATHFAN_OK;
  }
  if (!status) status = answer_valid(q, request);
  if (status == PATHFAN_ERR_NO_MEMORY) pathfan_fail(&q->error, status, "out of memory");
  if (!status) *out = &q->answer;
  return status;
}
