/* alternatives.c - Algorithm 1 of the paper, section 4.2.1: via nodes from the tables,
 * their via-paths from the labels, and the choice among them (choose.c). */
#include <string.h>

#include "scratch.h"
#include "mesh/segment.h"

bool pathfan_faces_end(const pathfan_query *q, int e, int32_t v) {
  const pathfan_fixed_point travel =
      pathfan_fixed_from_to(q->ends[e].at, pathfan_vertex_fixed(&q->index->view, v));
  return pathfan_side_of_fixed(pathfan_vertex_wedge(&q->index->view, v), travel) ==
         PATHFAN_SIDE_NONE;
}

/* Whether an end sees a vertex head-on: no list of seen vertices tells that. */
static bool seen_head_on(const pathfan_query *q, int e, int32_t v) {
  const pathfan_index_view *view = &q->index->view;
  return pathfan_faces_end(q, e, v) &&
         pathfan_mesh_sees(&view->mesh, q->ends[e].at, q->ends[e].polygon,
                           pathfan_vertex_fixed(view, v), view->vertex_polygon[v],
                           view->header->fraction_bits);
}

static bool is_not_head_on(pathfan_query *q, const pathfan_candidate *c) {
  return !seen_head_on(q, 0, c->via) && !seen_head_on(q, 1, c->via);
}

/* Whether the two halves of a candidate are the shortest paths from its via node
 * to the ends. They are the shortest that arrive there tautly; a shorter one may
 * arrive head-on, and then the via-path proper is not taut. Few candidates come
 * this far, so the ways that settle it are spread only now. */
static bool is_via_path(pathfan_query *q, const pathfan_candidate *c) {
  int32_t hub;
  pathfan_spread_ends(q);
  return is_not_head_on(q, c) && pathfan_way_to(q, &q->ends[0], c->via, &hub) +
                                         pathfan_way_to(q, &q->ends[1], c->via, &hub) +
                                         PATHFAN_SLACK >=
                                     c->order;
}

static pathfan_status recover(pathfan_query *q, const pathfan_candidate *c, pathfan_track *track,
                              bool *taut) {
  *taut = !q->ends_spread || is_via_path(q, c);
  return *taut ? pathfan_recover_via(q, c, track, taut) : PATHFAN_OK;
}

/* What dissimilarity finds, by labels. */
static pathfan_status find_thoroughly(pathfan_query *q, const pathfan_request *request,
                                      int64_t limit) {
  const pathfan_method method = {pathfan_recover_via, is_not_head_on, request->dissimilarity};
  bool stopped = false;
  pathfan_spread_ends(q);
  const pathfan_status status = pathfan_collect_all(q, request, limit, &stopped);
  return status ? status : pathfan_choose(q, &method, request, stopped);
}

static pathfan_status find_fast(pathfan_query *q, const pathfan_request *request, int64_t limit) {
  const pathfan_method method = {recover, is_via_path, request->dissimilarity};
  bool stopped = false;
  const pathfan_status status = pathfan_collect(q, request, limit, &stopped);
  return status ? status : pathfan_choose(q, &method, request, stopped);
}

/* Forgets all paths but the first, and what was said of them. */
static void start_over(pathfan_query *q) {
  q->track_count = 1;
  memset(&q->answer.candidates, 0, sizeof q->answer.candidates);
  q->answer.outcome = PATHFAN_OUTCOME_OK;
}

pathfan_status pathfan_find_alternatives(pathfan_query *q, const pathfan_request *request) {
  const int64_t limit = pathfan_longest(request, q->tracks[0].units);
  /* An objective wants to see them all. */
  if (request->effort == PATHFAN_EFFORT_THOROUGH && pathfan_objective_is_set(&request->objective))
    return find_thoroughly(q, request, limit);
  const uint64_t begin = q->answer.work;
  pathfan_status status = find_fast(q, request, limit);
  if (status || request->effort == PATHFAN_EFFORT_FAST || q->track_count >= request->paths ||
      q->answer.outcome == PATHFAN_OUTCOME_WORK_LIMIT)
    return status;
  const int32_t fast = q->track_count;
  start_over(q);
  status = find_thoroughly(q, request, limit);
  if (status || q->track_count >= fast) return status;
  /* Rare: a shorter path took the place of two, or the work came to its limit. The fast
     mode's paths stand; finding them again is not counted. */
  const uint64_t spent = q->answer.work;
  const bool stopped = q->answer.outcome == PATHFAN_OUTCOME_WORK_LIMIT;
  start_over(q);
  q->answer.work = begin;
  status = find_fast(q, request, limit);
  q->answer.work = spent;
  if (stopped) {
    q->answer.outcome = PATHFAN_OUTCOME_WORK_LIMIT;
    q->answer.reason = PATHFAN_REASON_WORK_LIMIT;
  }
  return status;
}
