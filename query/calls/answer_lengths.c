/* answer_lengths.c - lengths alone. Path 1 is still recovered, since ties are broken by points, but
 * no other path is looked for, and the view from the common end is computed once for all targets.
 */
#include <assert.h>

#include "base/status.h"
#include "query/ends/points.h"
#include "linked.h"
#include "query/paths/shortest.h"

static pathfan_status refuse_point(pathfan_query *q, const char *name, pathfan_outcome *outcome) {
  pf_fail(&q->error, PATHFAN_ERR_ARGUMENT, "%s must be two finite numbers", name);
  *outcome = PATHFAN_OUTCOME_INVALID_REQUEST;
  return PATHFAN_OK;
}

/* Finds the length to one target. */
static pathfan_status distance_to(pathfan_query *q, pathfan_point from, pathfan_point to,
                                  double *length, pathfan_outcome *outcome) {
  const pf_index_view *view = pf_query_view(q);
  pf_ends *ends = &q->ends;
  if (!pf_point_is_finite(to)) return refuse_point(q, "to", outcome);
  assert(view && !pf_query_terrain(q));
  pf_ends_keep(ends, PF_KEEP_FROM);
  const bool from_blocked = !pf_ends_place(ends, 0, q->space, from, 0).is_free;
  const bool to_blocked = !pf_ends_place(ends, 1, q->space, to, 0).is_free;
  *outcome = pf_ends_outcome(ends, q->space, from_blocked, to_blocked);
  if (*outcome) return PATHFAN_OK;
  *length = 0;
  if (pf_ends_are_joined(ends, q->space)) return PATHFAN_OK;
  pf_ends_order(ends);
  pathfan_status status = pf_ends_scatter(ends, view);
  if (!status) status = pf_find_shortest(view, q->space, ends, &q->tracks, &q->error);
  if (!status) *length = q->tracks.list[0].length / q->space->frame.scale;
  return status;
}

static pathfan_status distances_by_index(pathfan_query *q, pathfan_point from,
                                         const pathfan_point *to, size_t count, double *lengths,
                                         pathfan_outcome *outcomes) {
  pf_ends_forget(&q->ends);
  pathfan_status status = pf_space_need_location(q->space, &q->error);
  for (size_t i = 0; i < count && !status; i++)
    status = distance_to(q, from, to[i], &lengths[i], &outcomes[i]);
  pf_ends_forget(&q->ends);
  return status;
}

/* Without an index each length takes a search; on a terrain, and over links, each cost takes a
 * whole answer. */
static pathfan_status distances_by_answers(pathfan_query *q, pathfan_point from,
                                           const pathfan_point *to, size_t count, double *lengths,
                                           pathfan_outcome *outcomes) {
  pathfan_request request;
  pathfan_request_init(&request);
  request.algorithm = q->generation         ? PATHFAN_ALGORITHM_INDEX
                      : pf_query_terrain(q) ? PATHFAN_ALGORITHM_TERRAIN
                                            : PATHFAN_ALGORITHM_POLYANYA;
  request.paths = 1;
  request.from = from;
  for (size_t i = 0; i < count; i++) {
    const pathfan_answer *answer;
    request.to = to[i];
    const pathfan_status status = pathfan_query_paths(q, &request, &answer);
    if (status) return status;
    outcomes[i] = answer->outcome;
    if (answer->path_count) lengths[i] = answer->paths[0].cost;
  }
  return PATHFAN_OK;
}

pathfan_status pathfan_query_distances(pathfan_query *q, pathfan_point from,
                                       const pathfan_point *to, size_t count, double *lengths,
                                       pathfan_outcome *outcomes) {
  if (!q || (count && (!to || !lengths || !outcomes))) return pf_refuse_null(q);
  pathfan_status status = pf_query_begin(q);
  if (status) return status;
  if (!pf_point_is_finite(from)) {
    for (size_t i = 0; i < count; i++) refuse_point(q, "from", &outcomes[i]);
    return PATHFAN_OK;
  }
  status = q->generation && !pf_query_terrain(q) && !pf_links_are_usable(q->space, NULL, 0)
               ? distances_by_index(q, from, to, count, lengths, outcomes)
               : distances_by_answers(q, from, to, count, lengths, outcomes);
  return pf_query_end(q, status);
}

pathfan_status pathfan_query_distance(pathfan_query *q, pathfan_point from, pathfan_point to,
                                      double *length, pathfan_outcome *outcome) {
  return pathfan_query_distances(q, from, &to, 1, length, outcome);
}
