/* shortest.c - path 1: exactly shortest whatever else a request asks for.
 *
 * Ends are kept in (x, y) order, so that a request and its reverse do the same
 * work, add the same numbers in the same order, and give the same path to the
 * last bit; whoever publishes the path turns it round. */
#include <string.h>

#include "scratch.h"

pathfan_status pathfan_next_track(pathfan_query *q, pathfan_track **track) {
  const int32_t before = q->track_capacity;
  const pathfan_status status =
      pathfan_grow(&q->tracks, &q->track_capacity, q->track_count + 1, sizeof *q->tracks);
  if (status) return status;
  if (q->track_capacity > before)
    memset(q->tracks + before, 0, (size_t)(q->track_capacity - before) * sizeof *q->tracks);
  *track = &q->tracks[q->track_count];
  return PATHFAN_OK;
}

void pathfan_swap_tracks(pathfan_track *a, pathfan_track *b) {
  const pathfan_track swap = *a;
  *a = *b;
  *b = swap;
}

/* Path 1, exactly shortest; of equally long ones the first by points. */
pathfan_status pathfan_find_shortest(pathfan_query *q) {
  enum { TIES = 64 };
  pathfan_meeting ties[TIES];
  int32_t tie_count = 0;
  pathfan_track *track;
  pathfan_status status = pathfan_next_track(q, &track);
  if (status) return status;
  if (pathfan_ends_see(q)) {
    status = pathfan_recover_straight(q, track);
    if (!status) q->track_count = 1;
    return status;
  }
  if (pathfan_meet(q, ties, TIES, &tie_count) == PATHFAN_FAR) /* components say otherwise */
    return pathfan_fail(&q->error, PATHFAN_ERR_DAMAGED, "%s: no path within a component",
                        q->index->view.path);
  for (int32_t i = 0; i < tie_count && !status; i++) {
    status = pathfan_next_track(q, &track);
    if (!status) status = pathfan_recover_by_hub(q, ties[i].hub, track);
    if (status) return status;
    if (i && pathfan_track_compare(track, &q->tracks[0]) < 0)
      pathfan_swap_tracks(track, &q->tracks[0]);
    q->track_count = 1;
  }
  return status;
}

static void swap_ends(pathfan_query *q) {
  const pathfan_end swap = q->ends[0];
  q->ends[0] = q->ends[1];
  q->ends[1] = swap;
}

bool pathfan_order_ends(pathfan_query *q) {
  const pathfan_fixed_point a = q->ends[0].at, b = q->ends[1].at;
  const bool swap = b.x < a.x || (b.x == a.x && b.y < a.y);
  if (swap) swap_ends(q);
  return swap;
}

pathfan_status pathfan_look_both(pathfan_query *q) {
  q->ends_looked = q->ends_spread = false;
  for (int e = 0; e < 2; e++) {
    const pathfan_status status = pathfan_look(q, &q->ends[e]);
    if (status) return status;
    pathfan_spread(q, &q->ends[e]);
  }
  q->ends_looked = true;
  return PATHFAN_OK;
}

pathfan_outcome pathfan_ends_outcome(const pathfan_query *q, bool from_blocked, bool to_blocked) {
  if (from_blocked) return PATHFAN_OUTCOME_START_BLOCKED;
  if (to_blocked) return PATHFAN_OUTCOME_GOAL_BLOCKED;
  int32_t component[2];
  for (int e = 0; e < 2; e++)
    component[e] = q->index ? q->index->view.polygons[q->ends[e].polygon].component
                            : q->map->search.component[q->ends[e].polygon];
  return component[0] == component[1] ? PATHFAN_OUTCOME_OK : PATHFAN_OUTCOME_NO_PATH;
}

/* ---- Lengths alone ---- */

static bool is_finite(pathfan_point p) {
  return isfinite(p.x) && isfinite(p.y);
}

static pathfan_status refuse_point(pathfan_query *q, const char *name, pathfan_outcome *outcome) {
  pathfan_fail(&q->error, PATHFAN_ERR_ARGUMENT, "%s must be two finite numbers", name);
  *outcome = PATHFAN_OUTCOME_INVALID_REQUEST;
  return PATHFAN_OK;
}

/* From ends[0], which has looked and spread, to one target. */
static pathfan_status distance_to(pathfan_query *q, pathfan_point to, bool from_blocked,
                                  double *length, pathfan_outcome *outcome) {
  bool snapped;
  if (!is_finite(to)) return refuse_point(q, "to", outcome);
  const bool to_blocked =
      !pathfan_site_place(&q->site, to, 0, &q->ends[1].at, &q->ends[1].polygon, &snapped);
  *outcome = pathfan_ends_outcome(q, from_blocked, to_blocked);
  if (*outcome) return PATHFAN_OK;
  *length = 0;
  if (q->ends[0].at.x == q->ends[1].at.x && q->ends[0].at.y == q->ends[1].at.y) return PATHFAN_OK;
  pathfan_status status = pathfan_look(q, &q->ends[1]);
  if (status) return status;
  pathfan_spread(q, &q->ends[1]);
  const bool swapped = pathfan_order_ends(q);
  q->track_count = 0;
  status = pathfan_find_shortest(q);
  if (swapped) swap_ends(q);
  if (!status) *length = q->tracks[0].length / q->site.frame.scale;
  return status;
}

/* Without an index each length takes a search. */
static pathfan_status search_distances(pathfan_query *q, pathfan_point from,
                                       const pathfan_point *to, size_t count, double *lengths,
                                       pathfan_outcome *outcomes) {
  pathfan_request request;
  pathfan_request_init(&request);
  request.algorithm = PATHFAN_ALGORITHM_POLYANYA;
  request.paths = 1;
  request.from = from;
  for (size_t i = 0; i < count; i++) {
    const pathfan_answer *answer;
    request.to = to[i];
    const pathfan_status status = pathfan_query_paths(q, &request, &answer);
    if (status) return status;
    outcomes[i] = answer->outcome;
    if (answer->path_count) lengths[i] = answer->paths[0].length;
  }
  return PATHFAN_OK;
}

pathfan_status pathfan_query_distances(pathfan_query *q, pathfan_point from,
                                       const pathfan_point *to, size_t count, double *lengths,
                                       pathfan_outcome *outcomes) {
  bool blocked = false, snapped;
  if (!q || (count && (!to || !lengths || !outcomes))) return pathfan_refuse_null(q);
  pathfan_status status = pathfan_query_begin(q);
  if (status) return status;
  pathfan_forget_ends(q);
  if (!is_finite(from)) {
    for (size_t i = 0; i < count; i++) refuse_point(q, "from", &outcomes[i]);
    return PATHFAN_OK;
  }
  if (!q->index) return search_distances(q, from, to, count, lengths, outcomes);
  status = pathfan_generation_need_location(q->index, &q->error);
  if (!status)
    blocked = !pathfan_site_place(&q->site, from, 0, &q->ends[0].at, &q->ends[0].polygon, &snapped);
  if (!status && !blocked) status = pathfan_look(q, &q->ends[0]);
  if (!status && !blocked) pathfan_spread(q, &q->ends[0]);
  for (size_t i = 0; i < count && !status; i++)
    status = distance_to(q, to[i], blocked, &lengths[i], &outcomes[i]);
  if (status == PATHFAN_ERR_NO_MEMORY) pathfan_fail(&q->error, status, "out of memory");
  return status;
}

pathfan_status pathfan_query_distance(pathfan_query *q, pathfan_point from, pathfan_point to,
                                      double *length, pathfan_outcome *outcome) {
  return pathfan_query_distances(q, from, &to, 1, length, outcome);
}
