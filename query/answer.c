/* answer.c - from a request to an answer: checks it, places its ends, has the
 * paths found one way or another, and turns them into map units. */
#include <string.h>

#include "scratch.h"

static bool valid(const pathfan_request *r) {
  const uint32_t endless = PATHFAN_WITHOUT_ROOT_HISTORY | PATHFAN_WITHOUT_COMPONENTS;
  return isfinite(r->from.x) && isfinite(r->from.y) && isfinite(r->to.x) && isfinite(r->to.y) &&
         r->paths >= 1 && r->tables >= 0 && r->access >= 0 && r->stretch >= 1 &&
         isfinite(r->stretch) && r->dissimilarity >= 0 && r->dissimilarity <= 1 && r->snap >= 0 &&
         isfinite(r->snap) &&
         (r->effort == PATHFAN_EFFORT_FAST || r->effort == PATHFAN_EFFORT_THOROUGH) &&
         (unsigned)r->algorithm <= PATHFAN_ALGORITHM_ASTAR && r->without < 32 &&
         ((r->without & endless) != endless || r->work_limit);
}

/* Whether what the query object asks has what the algorithm needs. */
static pathfan_status check_algorithm(pathfan_query *q, pathfan_algorithm algorithm) {
  if (algorithm == PATHFAN_ALGORITHM_INDEX && !q->index)
    return pathfan_fail(&q->error, PATHFAN_ERR_ARGUMENT,
                        "a map without an index can't answer with algorithm index");
  if (algorithm == PATHFAN_ALGORITHM_ASTAR && !(q->map && q->map->ground.grid.width))
    return pathfan_fail(&q->error, PATHFAN_ERR_ARGUMENT,
                        "algorithm astar needs a map made of cells");
  return PATHFAN_OK;
}

/* Places both ends; the outcome stays OK if a path exists. */
static pathfan_status place_ends(pathfan_query *q, const pathfan_request *r) {
  pathfan_answer *answer = &q->answer;
  pathfan_forget_ends(q);
  const pathfan_status status =
      q->index ? pathfan_index_need_location(q->index, &q->error) : PATHFAN_OK;
  if (status) return status;
  const bool from = pathfan_site_place(&q->site, r->from, r->snap, &q->ends[0].at,
                                       &q->ends[0].polygon, &answer->from_snapped);
  const bool to = pathfan_site_place(&q->site, r->to, r->snap, &q->ends[1].at, &q->ends[1].polygon,
                                     &answer->to_snapped);
  if (from) answer->from = pathfan_site_point(&q->site, q->ends[0].at);
  if (to) answer->to = pathfan_site_point(&q->site, q->ends[1].at);
  answer->outcome = pathfan_ends_outcome(q, !from, !to);
  /* A search may be asked to find out by itself that there is no path. */
  if (answer->outcome == PATHFAN_OUTCOME_NO_PATH && r->algorithm == PATHFAN_ALGORITHM_POLYANYA &&
      (r->without & PATHFAN_WITHOUT_COMPONENTS))
    answer->outcome = PATHFAN_OUTCOME_OK;
  return PATHFAN_OK;
}

/* Tracks become the answer's paths, reversed if the ends were swapped. */
static pathfan_status publish(pathfan_query *q, bool swapped) {
  int32_t points = 0;
  for (int32_t i = 0; i < q->track_count; i++) points += q->tracks[i].count;
  pathfan_status status = pathfan_grow(&q->points, &q->point_capacity, points, sizeof *q->points);
  if (!status)
    status = pathfan_grow(&q->paths, &q->path_capacity, q->track_count, sizeof *q->paths);
  if (status) return status;
  pathfan_point *out = q->points;
  for (int32_t i = 0; i < q->track_count; i++) {
    const pathfan_track *track = &q->tracks[i];
    q->paths[i] = (pathfan_path){track->length / q->site.frame.scale, track->count, out};
    for (int32_t k = 0; k < track->count; k++)
      *out++ = pathfan_site_point(&q->site, track->points[swapped ? track->count - 1 - k : k]);
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
  return status ? status : publish(q, false);
}

static pathfan_status find_by_index(pathfan_query *q, const pathfan_request *request) {
  pathfan_status status = pathfan_look_both(q);
  if (!status) status = pathfan_find_shortest(q);
  if (!status && request->paths > 1) status = pathfan_find_alternatives(q, request);
  return status;
}

static pathfan_status answer_valid(pathfan_query *q, const pathfan_request *request) {
  pathfan_status status = check_algorithm(q, request->algorithm);
  if (!status) status = place_ends(q, request);
  if (status || q->answer.outcome != PATHFAN_OUTCOME_OK) return status;
  if (request->paths == 1) q->answer.reason = PATHFAN_REASON_COMPLETE;
  if (q->ends[0].at.x == q->ends[1].at.x && q->ends[0].at.y == q->ends[1].at.y) return stay(q);
  const bool swapped = pathfan_order_ends(q);
  q->ends_placed = true;
  status = request->algorithm == PATHFAN_ALGORITHM_INDEX ? find_by_index(q, request)
                                                         : pathfan_find_online(q, request);
  return status ? status : publish(q, swapped);
}

pathfan_status pathfan_query_paths(pathfan_query *q, const pathfan_request *request,
                                   const pathfan_answer **out) {
  q->error.text[0] = 0;
  q->track_count = 0;
  memset(&q->answer, 0, sizeof q->answer);
  q->answer.from = request->from;
  q->answer.to = request->to;
  q->answer.reason = PATHFAN_REASON_NO_CANDIDATES;
  *out = NULL;
  if (!valid(request)) {
    q->answer.outcome = PATHFAN_OUTCOME_INVALID_REQUEST;
    *out = &q->answer;
    return PATHFAN_OK;
  }
  const pathfan_status status = answer_valid(q, request);
  if (status == PATHFAN_ERR_NO_MEMORY) pathfan_fail(&q->error, status, "out of memory");
  if (!status) *out = &q->answer;
  return status;
}
