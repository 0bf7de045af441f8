/* choose.c - which selection of the entries is the answer, and what is reported of it.
 *
 * One more path may take the place of two that would come after it: a splice that of two
 * candidates, a candidate of a later stage that of two of an earlier one. So if there are too few
 * paths in order of length, other orders are tried, and what gives most paths is the answer:
 * splices never cost a path, nor do further stages. Nor does filling (pathfan_request.fill): if
 * there would be more paths without a separation, these are chosen. */
#include "choose.h"

#include <assert.h>
#include <stdlib.h>

#include "cost.h"
#include "objective.h"
#include "trace.h"

pathfan_status pf_choice_begin(const pf_task *task, const pf_recovery *recovery) {
  pf_choice *c = task->choice;
  c->is_over = false;
  c->by_objective = pf_objective_is_set(&task->request->objective) && !recovery->one_by_one;
  pf_selection_begin(&c->best);
  const pathfan_status status = pf_entries_begin(&c->entries, task, recovery);
  return status ? status : pf_selection_fit(&c->best, &c->entries);
}

pathfan_status pf_choice_offer(const pf_task *task, const pf_recovery *recovery,
                               pf_candidate_list *candidates, int32_t *count) {
  pf_choice *c = task->choice;
  if (recovery->stage > c->entries.stage) pf_selection_begin(&c->best);
  c->is_settled = false;
  pf_entries_offer(&c->entries, recovery, candidates);
  const pathfan_status status = c->by_objective ? PATHFAN_OK : pf_select(&c->entries, &c->best);
  *count = c->best.count;
  return status;
}

/* ---- The best order ---- */

/* An order to be tried. */
typedef struct order {
  pf_via_stage first;
  bool splices_last, fills, unseparated;
} order;

/* Returns the number of the part of an order that an entry comes in. */
static int part_of(const pf_choice *c, order how, int32_t entry) {
  return 2 * (c->entries.tracks.list[entry].stage > (int32_t)how.first) +
         (how.splices_last && pf_entries_is_splice(&c->entries, entry));
}

/* Whether another order than that of entries might give another selection. If one path was taken
 * beside path 1, all entries that don't differ from it come behind it, and it stays the first one
 * in orders that put none of these before it. */
static bool may_differ(const pf_choice *c, order how) {
  const pf_selection *s = &c->best;
  const bool is_plain = s->first == PF_STAGE_ALL && !s->splices_last;
  if (c->by_objective || !is_plain || how.fills || how.unseparated || s->count > 2) return true;
  if (s->judged_count < c->entries.order_count) return true;
  const int part = s->count == 2 ? part_of(c, how, s->taken[1]) : 0;
  for (int32_t i = 0; i < s->judged_count; i++)
    if (s->verdicts[s->judged[i]].rival > 0 && part_of(c, how, s->judged[i]) < part) return true;
  return false;
}

/* Tries an order, unless there are enough paths. */
static pathfan_status try_order(pf_choice *c, order how) {
  pf_selection *trial = &c->trial;
  if (c->best.count >= c->entries.task->request->paths) return PATHFAN_OK;
  if (!may_differ(c, how)) return PATHFAN_OK;
  pf_selection_begin(trial);
  trial->first = how.first;
  trial->splices_last = how.splices_last;
  trial->fills = how.fills;
  trial->unseparated = how.unseparated;
  const pathfan_status status =
      c->by_objective ? pf_select_by_cost(&c->entries, trial) : pf_select(&c->entries, trial);
  if (status || trial->count < c->best.count ||
      (trial->count == c->best.count && trial->strict <= c->best.strict))
    return status;
  const pf_selection swap = c->best;
  c->best = c->trial;
  c->trial = swap;
  return PATHFAN_OK;
}

/* Tries an order in the given way of earlier stages before the others. */
static pathfan_status try_stages(pf_choice *c, order how) {
  pathfan_status status = PATHFAN_OK;
  for (int stage = (int)c->entries.stage - 1; stage >= 0 && !status; stage--) {
    how.first = (pf_via_stage)stage;
    if (!c->by_objective) status = try_order(c, how);
  }
  return status;
}

/* Tries an order in the given way, of all stages and of earlier ones before the others. */
static pathfan_status try_all(pf_choice *c, order how) {
  const pathfan_status status = try_order(c, how);
  return status ? status : try_stages(c, how);
}

/* Whether a selection took a splice, or an objective could have; if not, splices last give the
 * same.
 */
static bool has_splice(const pf_choice *c) {
  bool has = c->by_objective;
  for (int32_t i = 1; i < c->best.count && !has; i++)
    has = pf_entries_is_splice(&c->entries, c->best.taken[i]);
  return has && c->entries.splices;
}

pathfan_status pf_choice_settle(const pf_task *task, int32_t *count) {
  pf_choice *c = task->choice;
  const order plain = {.first = PF_STAGE_ALL};
  const order last = {.first = PF_STAGE_ALL, .splices_last = true};
  pathfan_status status = PATHFAN_OK;
  *count = c->best.count;
  if (c->is_settled) return PATHFAN_OK;
  c->is_settled = true;
  if (c->by_objective) {
    pf_selection_begin(&c->best);
    status = pf_select_by_cost(&c->entries, &c->best);
  }
  if (!status && has_splice(c)) status = try_order(c, last);
  if (!status) status = try_stages(c, plain);
  if (!status) status = try_stages(c, last);
  *count = c->best.count;
  return status;
}

/* Whether some entry is too near to a path. */
static bool leaves_near(const pf_selection *s) {
  for (int32_t e = 1; e < s->verdict_count; e++)
    if (s->verdicts[e].fate == PATHFAN_FATE_TOO_NEAR) return true;
  return false;
}

/* ---- The answer ---- */

static int32_t *count_of(pathfan_candidates *counts, pathfan_fate fate) {
  switch (fate) {
  case PATHFAN_FATE_TOO_LONG: return &counts->too_long;
  case PATHFAN_FATE_NOT_TAUT: return &counts->not_taut;
  case PATHFAN_FATE_TOO_SIMILAR: return &counts->too_similar;
  case PATHFAN_FATE_TOO_NEAR: return &counts->too_near;
  case PATHFAN_FATE_NOT_SIMPLE: return &counts->not_simple;
  case PATHFAN_FATE_UNFIT: return &counts->unfit;
  case PATHFAN_FATE_ENTERING: return &counts->entering;
  case PATHFAN_FATE_LOOPING: return &counts->looping;
  default: return NULL;
  }
}

/* Counts what happened to all candidates; via nodes without a path are counted already. */
static void count_fates(const pf_entries *p, const pf_selection *s, pathfan_candidates *counts) {
  counts->too_long += p->refused.too_long;
  counts->not_taut += p->refused.not_taut;
  counts->unjudged += pf_entries_left(p);
  for (int32_t e = 1; e < p->tracks.count; e++) {
    const pf_entry *of = &p->of[e];
    const int fate = of->is_void ? of->own : s->verdicts[e].fate;
    int32_t *count = fate < 0 ? &counts->unjudged : count_of(counts, (pathfan_fate)fate);
    if (count && !of->is_stale) ++*count;
  }
  counts->tried = counts->too_long + counts->not_taut + counts->too_similar + counts->too_near +
                  counts->not_simple + counts->unfit + counts->entering + counts->looping +
                  counts->unjudged + s->count - 1;
}

/* Tells of an entry. */
static pathfan_status tell(const pf_task *task, int32_t entry, pf_judgement verdict) {
  const pf_entries *p = &task->choice->entries;
  const pf_entry *of = &p->of[entry];
  pathfan_trace_event told = {.fate = (pathfan_fate)verdict.fate,
                              .rival = verdict.rival,
                              .filled = verdict.filled,
                              .spliced = pf_entries_is_splice(p, entry),
                              .has_via = p->has_vias && !pf_entries_is_splice(p, entry)};
  if (told.has_via) told.via = pf_point_at(task->scene.space, of->via);
  for (int e = 0; e < 2 && told.fate == PATHFAN_FATE_LOOPING; e++)
    told.loop[e] = pf_point_at(task->scene.space, of->chord[task->scene.ends->turned ? !e : e]);
  return pf_trace_track(task, &p->tracks.list[entry], &told);
}

pathfan_status pf_choice_tell(const pf_task *task) {
  const pf_choice *c = task->choice;
  const pf_entries *p = &c->entries;
  if (!c->is_over) return PATHFAN_OK;
  pathfan_status status = pf_trace_refused(task);
  for (int32_t e = 1; e < p->tracks.count && !status; e++)
    if (p->of[e].is_void && !p->of[e].is_stale)
      status = tell(task, e, (pf_judgement){.fate = p->of[e].own, .rival = -1});
  for (int32_t i = 0; i < c->best.judged_count && !status; i++) {
    const int32_t e = c->best.judged[i];
    if (e >= 0) status = tell(task, e, c->best.verdicts[e]);
  }
  return status;
}

/* Makes the entries that were taken the task's tracks, of which it has the first. */
static pathfan_status put_tracks(const pf_task *task) {
  pf_choice *c = task->choice;
  pf_tracks *tracks = task->tracks;
  assert(tracks->count == 1);
  for (int32_t i = 1; i < c->best.count; i++) {
    const int32_t entry = c->best.taken[i];
    pf_track *track;
    pathfan_status status = pf_tracks_next(tracks, &track);
    if (!status) status = pf_track_duplicate(track, &c->entries.tracks.list[entry]);
    if (status) return status;
    track->filled = c->best.verdicts[entry].filled;
    tracks->count++;
  }
  pf_tracks_sort(tracks, 0);
  return PATHFAN_OK;
}

/* Marks tracks as filled that are too near to a shorter one that isn't marked. */
static pathfan_status mark_filled(const pf_task *task) {
  const pf_tracks *tracks = task->tracks;
  for (int32_t i = 0; i < tracks->count; i++) {
    pf_track *track = &tracks->list[i];
    const pathfan_status status = pf_track_open(track);
    if (status) return status;
    for (int32_t k = 0; k < i && !track->filled; k++)
      track->filled = !tracks->list[k].filled &&
                      pf_is_too_near(&task->choice->entries.difference, track, &tracks->list[k]);
  }
  return PATHFAN_OK;
}

void pf_state_reason(const pf_task *task, bool stopped) {
  pf_finding *finding = task->finding;
  const int32_t found = task->tracks->count;
  if (found >= task->request->paths) {
    finding->reason = PATHFAN_REASON_COMPLETE;
  } else if (stopped) {
    finding->reason = PATHFAN_REASON_WORK_LIMIT;
    finding->outcome = PATHFAN_OUTCOME_WORK_LIMIT;
  } else {
    finding->reason = finding->candidates.tried > found - 1 ? PATHFAN_REASON_REJECTED
                                                            : PATHFAN_REASON_NO_CANDIDATES;
  }
}

pathfan_status pf_choice_end(const pf_task *task, bool stopped) {
  pf_choice *c = task->choice;
  int32_t count;
  pathfan_status status = pf_choice_settle(task, &count);
  const bool fills = task->request->fill && c->entries.difference.separation > 0;
  if (!status && fills && count < task->request->paths && leaves_near(&c->best)) {
    const order fill = {.first = PF_STAGE_ALL, .fills = true};
    const order fill_last = {.first = PF_STAGE_ALL, .splices_last = true, .fills = true};
    const order without = {.first = PF_STAGE_ALL, .splices_last = true, .unseparated = true};
    status = try_all(c, fill);
    if (!status) status = try_all(c, fill_last);
    if (!status) status = try_all(c, without);
  }
  if (status) return status;
  count_fates(&c->entries, &c->best, &task->finding->candidates);
  status = put_tracks(task);
  c->is_over = !status;
  if (!status && c->best.unseparated) status = mark_filled(task);
  if (!status) pf_state_reason(task, stopped);
  return status;
}

pathfan_status pf_choose(const pf_task *task, const pf_recovery *recovery,
                         pf_candidate_list *candidates, bool stopped) {
  int32_t count;
  pathfan_status status = pf_choice_begin(task, recovery);
  if (!status) status = pf_choice_offer(task, recovery, candidates, &count);
  return status ? status : pf_choice_end(task, stopped || task->work_limit->stopped);
}

void pf_choice_free(pf_choice *c) {
  pf_entries_free(&c->entries);
  pf_selection_free(&c->best);
  pf_selection_free(&c->trial);
}
