/* penalty.c - Penalty (paper, section 2.3.2): searches anew for each path, with the edges of those
 * before made longer, and offers what it finds. The search is in graph/penalty.c. */
#include "penalty.h"

#include <assert.h>

#include "query/choose/choose.h"

/* The most searches for each path wanted. Their number comes near this only if there are no other
 * paths, or all of them are rejected: each search makes the path found longer by the factor, and
 * 1.4^20 is 837. */
#define ROUNDS_PER_PATH 20

/* The most searches in all: a request for more than 100 paths wants all there are, and if none is
 * too long there is always another one, with some more turns. Takes some seconds on large maps. */
#define ROUNDS_MOST 2000

/* Recovers the path that the turn-aware search found last. */
static pathfan_status recover_last(const void *context, const pf_candidate *c, pf_track *track,
                                   bool *taut) {
  const pf_graph_context *r = context;
  const pf_penalty *penalty = &r->scratch->penalty;
  pf_vertex_path *path = &r->task->tracks->path;
  pathfan_status status = PATHFAN_OK;
  (void)c;
  path->count = 0;
  for (int32_t i = 0; i < penalty->node_count && !status; i++)
    status = pf_vertex_path_append(path, penalty->nodes[i]);
  return status ? status : pf_graph_finish(&r->scratch->overlay, r->task, track, taut);
}

pathfan_status pf_penalty_search_tautly(pf_graph_scratch *s, const pf_task *task,
                                        const int32_t nodes[2], pf_track *track, bool *taut) {
  pf_graph_context context = {s, task};
  pf_work_limit unlimited = {0};
  pathfan_status status = pf_graph_need_turns(s, task);
  if (!status) status = pf_penalty_begin(&s->penalty, &s->overlay, nodes[0], nodes[1], 2);
  if (!status) status = pf_penalty_next(&s->penalty, &s->overlay, &unlimited);
  *taut = false;
  if (status || !s->penalty.node_count) return status;
  return recover_last(&context, NULL, track, taut);
}

/* Finds path 1, if there is one. */
static pathfan_status find_first(pf_graph_context *r, const int32_t nodes[2]) {
  const pf_task *task = r->task;
  pf_penalty *penalty = &r->scratch->penalty;
  const pf_overlay *overlay = &r->scratch->overlay;
  pf_track *track;
  bool taut;
  pathfan_status status =
      pf_penalty_begin(penalty, overlay, nodes[0], nodes[1], task->request->penalty);
  if (!status) status = pf_penalty_next(penalty, overlay, task->work_limit);
  if (status || !penalty->node_count) return status;
  status = pf_tracks_next(task->tracks, &track);
  if (!status) status = recover_last(r, NULL, track, &taut);
  if (!status) task->tracks->count = 1;
  return status;
}

pathfan_status pf_find_by_penalty(pf_method_scratch *scratch, const pf_task *task) {
  pf_graph_scratch *s = scratch->graph;
  pf_graph_context context = {s, task};
  const pf_recovery recovery = {&context, recover_last, .one_by_one = true};
  const pathfan_request *request = task->request;
  pf_penalty *penalty = &s->penalty;
  pf_tracks *tracks = task->tracks;
  pathfan_candidates *counts = &task->finding->candidates;
  const int64_t wanted = ROUNDS_PER_PATH * (int64_t)request->paths;
  const int64_t rounds = wanted < ROUNDS_MOST ? wanted : ROUNDS_MOST;
  int32_t nodes[2];
  assert(tracks->count == 0);
  assert(request->penalty > 1);
  pathfan_status status = pf_graph_attach_all(s, task, nodes);
  if (!status) status = pf_graph_need_turns(s, task);
  if (!status) status = find_first(&context, nodes);
  const bool has_path = tracks->count > 0;
  if (!status && has_path) status = pf_choice_begin(task, &recovery);
  if (status) return status;
  const double limit = request->stretch * (double)penalty->length;
  int32_t count = tracks->count;
  for (int64_t i = 1; i < rounds && has_path && count < request->paths; i++) {
    status = pf_penalty_next(penalty, &s->overlay, task->work_limit);
    if (status || !penalty->node_count) break;
    if ((double)penalty->length > limit) {
      counts->too_long += penalty->fresh;
      break;
    }
    if (!penalty->fresh) continue;
    s->found.count = 0;
    status = pf_candidate_add(&s->found, (pf_candidate){0});
    if (!status) status = pf_choice_offer(task, &recovery, &s->found, &count);
    if (status) break;
  }
  if (status) return status;
  if (!has_path) {
    pf_give_up(task, task->work_limit->stopped);
    return PATHFAN_OK;
  }
  return pf_choice_end(task, task->work_limit->stopped);
}
