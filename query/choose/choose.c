/* choose.c - k paths out of candidates (paper, Algorithm 1, lines 17 to 22), for all methods that
 * have some: in order, those that are taut, simple, new, and different from all taken before.
 * Methods differ in their candidates, in the order of these, and in how a candidate becomes a path
 * (pf_recovery).
 *
 * Candidates whose order differs only by rounding are recovered together and put into their final
 * order before any is judged, so that the outcome doesn't depend on how vertices are numbered.
 * Splices of those recovered so far (splices.c) are judged among them, by length.
 *
 * One more path may take the place of two that would come after it. So the choice keeps track of
 * how many paths there would be without splices. If these are more, all splices come last or, where
 * an objective gathers everything, aren't used: they never cost a path. Nor does filling
 * (pathfan_request.fill): if there would be more paths without a separation, these are chosen. */
#include "choose.h"

#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "loop_path.h"
#include "objective.h"
#include "trace.h"

/* ---- Candidates to tracks ---- */

/* Tells of a track that was made of a candidate or, as a splice, of several. */
static pathfan_status tell_traced(const pf_task *task, const pf_recovery *recovery,
                                  const pf_track *track, pf_judgement verdict) {
  const pf_candidate *c = track->candidate;
  pathfan_trace_event told = {.fate = verdict.fate,
                              .rival = verdict.rival,
                              .has_via = c && recovery->via_at,
                              .spliced = !c,
                              .filled = track->filled};
  if (told.has_via)
    told.via = pf_point_at(task->scene.space, recovery->via_at(recovery->context, c));
  for (int e = 0; e < 2 && verdict.fate == PATHFAN_FATE_LOOPING; e++)
    told.loop[e] = pf_point_at(task->scene.space,
                               task->choice->loops.chord[task->scene.ends->turned ? !e : e]);
  return pf_trace_track(task, track, &told);
}

static inline pathfan_status tell(const pf_task *task, const pf_recovery *recovery,
                                  const pf_track *track, pf_judgement verdict) {
  return pf_is_traced(task) ? tell_traced(task, recovery, track, verdict) : PATHFAN_OK;
}

static int by_number(int32_t a, int32_t b) {
  return (a > b) - (a < b);
}

/* Candidates of equal order get their final order when they are recovered; the other keys only make
 * sure that they are told of in the same order, whatever the sort. */
static int by_order(const void *a, const void *b) {
  const pf_candidate *x = a, *y = b;
  if (x->order != y->order) return x->order < y->order ? -1 : 1;
  int way = by_number(x->via, y->via);
  for (int e = 0; e < 2 && !way; e++) {
    way = by_number(x->hubs[e], y->hubs[e]);
    if (!way) way = by_number(x->from[e], y->from[e]);
  }
  return way;
}

/* Sorts candidates; a few are sorted in less time than a call of qsort takes. */
static void sort(pf_candidate *list, int32_t count) {
  enum { FEW = 32 };
  if (count > FEW) qsort(list, (size_t)count, sizeof *list, by_order);
  for (int32_t i = 1; i < count && count <= FEW; i++) {
    const pf_candidate moved = list[i];
    int32_t k = i;
    for (; k > 0 && by_order(&moved, &list[k - 1]) < 0; k--) list[k] = list[k - 1];
    list[k] = moved;
  }
}

/* A group: candidates or splices of about the same length, recovered. They are tracks `first` ..
 * count - 1 of the task, in their final order. */

/* Adds the draft to the group, unless its path is known. c: its candidate; NULL: it is a splice. */
static pathfan_status enter_group(const pf_task *task, const pf_recovery *recovery, int32_t first,
                                  pf_candidate *c) {
  pf_tracks *tracks = task->tracks;
  pf_track *track = &tracks->list[tracks->count];
  track->candidate = c;
  for (int32_t k = 0; k < tracks->count; k++) {
    if (!pf_track_same_points(track, &tracks->list[k])) continue;
    if (k >= first && c) {
      c->same = tracks->list[k].candidate; /* it may be a proper via-path of only one of them */
      tracks->list[k].candidate = c;
    }
    task->finding->candidates.tried--; /* another via node of a known path */
    return tell(task, recovery, track, (pf_judgement){PATHFAN_FATE_KNOWN, -1});
  }
  for (int32_t at = tracks->count++;
       at > first && pf_track_compare(&tracks->list[at], &tracks->list[at - 1]) < 0; at--)
    pf_track_swap(&tracks->list[at], &tracks->list[at - 1]);
  return PATHFAN_OK;
}

/* Recovers list[0, count) into a group. */
static pathfan_status recover_group(const pf_task *task, const pf_recovery *recovery,
                                    pf_candidate *list, int32_t count, int32_t first) {
  pf_track *track;
  for (int32_t i = 0; i < count; i++) {
    bool taut = true;
    list[i].same = NULL;
    pathfan_status status = pf_tracks_next(task->tracks, &track);
    if (!status) status = recovery->recover(recovery->context, &list[i], track, &taut);
    if (status) return status;
    if (taut) {
      status = enter_group(task, recovery, first, &list[i]);
    } else {
      task->finding->candidates.not_taut++;
      track->candidate = &list[i];
      status = tell(task, recovery, track, (pf_judgement){PATHFAN_FATE_NOT_TAUT, -1});
    }
    if (status) return status;
  }
  return PATHFAN_OK;
}

/* Joins the tracks of a group to those before. */
static pathfan_status join_group(const pf_task *task, int32_t first) {
  pf_splicer *splicer = &task->choice->splicer;
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = first; i < task->tracks->count && !status; i++) {
    pf_track *track = &task->tracks->list[i];
    if (pf_track_is_simple(track))
      status = pf_splicer_add(splicer, track, &task->finding->candidates, task->work_limit);
  }
  return status;
}

/* Adds the waiting splices that aren't longer than `most` to a group. */
static pathfan_status add_splices(const pf_task *task, const pf_recovery *recovery, int64_t most,
                                  int32_t first) {
  pf_splicer *splicer = &task->choice->splicer;
  pf_track *track;
  while (splicer->wait_count && pf_splicer_least(splicer) <= most) {
    pathfan_status status = pf_tracks_next(task->tracks, &track);
    if (status) return status;
    pf_splicer_take(splicer, track);
    status = enter_group(task, recovery, first, NULL);
    if (status) return status;
  }
  return PATHFAN_OK;
}

/* ---- Judging ---- */

static bool is_proper(const pf_recovery *recovery, const pf_track *track) {
  if (!recovery->is_proper || !track->candidate) return true;
  for (const pf_candidate *c = track->candidate; c; c = c->same)
    if (recovery->is_proper(recovery->context, c)) return true;
  return false;
}

/* Whether a request asks for measures of every path. */
static bool is_measured(const pathfan_request *r) {
  return r->max_bounded_stretch > 0 || r->min_local_optimality > 0 ||
         pf_objective_measures(&r->objective);
}

/* Measures a track as far as the request needs it; *good: whether it is within the bounds. */
static pathfan_status measure(const pf_task *task, pf_track *track, bool *good) {
  const pathfan_request *r = task->request;
  pathfan_measures *m = &track->measures;
  memset(m, 0, sizeof *m);
  *good = true;
  if (!is_measured(r)) return PATHFAN_OK;
  const pathfan_status status = pf_meter_measure(task->meter, &task->scene, track, m);
  *good = (r->max_bounded_stretch == 0 || m->bounded_stretch <= r->max_bounded_stretch) &&
          m->local_optimality >= r->min_local_optimality;
  return status;
}

/* Adds a candidate to those that there would be without splices, if it differs from them: at most
 * these would be chosen. */
static pathfan_status follow_others(const pf_task *task, const pf_track *track) {
  pf_choice *choice = task->choice;
  pf_tracks *others = &choice->others;
  pf_track *list = task->tracks->list, *other;
  if (pf_is_similar_to_any(task, track, list, choice->unspliced) ||
      pf_is_similar_to_any(task, track, others->list, others->count))
    return PATHFAN_OK;
  pathfan_status status = pf_tracks_next(others, &other);
  if (!status)
    status = pf_track_set(other, track->points, track->count, choice->difference.fraction_bits);
  if (!status && choice->difference.separation > 0) {
    status = pf_track_open(other);
    if (status || pf_is_near_to_any(task, other, list, choice->unspliced) ||
        pf_is_near_to_any(task, other, others->list, others->count))
      return status;
  }
  if (!status) others->count++;
  return status;
}

/* Whether a track turns back in plain sight. The halves of a via-path are shortest paths; round
 * areas to avoid they may be longer. */
static pathfan_status find_loop(const pf_task *task, const pf_recovery *recovery,
                                const pf_track *track, bool *found) {
  *found = false;
  if (task->max_loop == 0) return PATHFAN_OK;
  pf_loop_path path = pf_loop_path_of(track, task->scene.space->fraction_bits);
  if (track->candidate && recovery->via_at && !pf_closed_is_any(&task->closed)) {
    const pf_fixed_point at = recovery->via_at(recovery->context, track->candidate);
    for (int32_t i = 1; i + 1 < track->count && !path.cuts; i++)
      if (pf_same_point(track->points[i], at)) path.cut[path.cuts++] = i;
  }
  return pf_loops_find(&task->choice->loops, &path, found);
}

/* Judges a track by itself; the slowest test comes last. */
static pathfan_status judge_alone(const pf_task *task, const pf_recovery *recovery, pf_track *track,
                                  pf_judgement *verdict) {
  bool good = true;
  pathfan_status status = PATHFAN_OK;
  *verdict = (pf_judgement){PATHFAN_FATE_CHOSEN, -1};
  if (!pf_track_is_simple(track)) {
    verdict->fate = PATHFAN_FATE_NOT_SIMPLE;
  } else if (pf_track_enters(track, &task->closed)) {
    verdict->fate = PATHFAN_FATE_ENTERING;
  } else if (!is_proper(recovery, track)) {
    verdict->fate = PATHFAN_FATE_NOT_TAUT;
  } else {
    bool loops;
    status = find_loop(task, recovery, track, &loops);
    if (!status && !loops) status = measure(task, track, &good);
    if (loops)
      verdict->fate = PATHFAN_FATE_LOOPING;
    else if (!good)
      verdict->fate = PATHFAN_FATE_UNFIT;
  }
  return status;
}

static void count_verdict(pathfan_candidates *counts, pathfan_fate fate) {
  switch (fate) {
  case PATHFAN_FATE_TOO_SIMILAR: counts->too_similar++; break;
  case PATHFAN_FATE_TOO_NEAR: counts->too_near++; break;
  case PATHFAN_FATE_NOT_SIMPLE: counts->not_simple++; break;
  case PATHFAN_FATE_ENTERING: counts->entering++; break;
  case PATHFAN_FATE_NOT_TAUT: counts->not_taut++; break;
  case PATHFAN_FATE_UNFIT: counts->unfit++; break;
  case PATHFAN_FATE_LOOPING: counts->looping++; break;
  default: break;
  }
}

/* Judges a recovered path by itself and against the first `others` tracks; *good: whether it
 * passes. Paths gathered for an objective aren't chosen yet, so they aren't told of. */
static pathfan_status judge(const pf_task *task, const pf_recovery *recovery, pf_track *track,
                            int32_t others, bool *good) {
  pf_judgement verdict;
  pathfan_status status = pf_compare(task, track, others, &verdict);
  if (!status && verdict.fate == PATHFAN_FATE_CHOSEN)
    status = judge_alone(task, recovery, track, &verdict);
  if (status) return status;
  *good = verdict.fate == PATHFAN_FATE_CHOSEN;
  count_verdict(&task->finding->candidates, verdict.fate);
  if (!*good || !pf_objective_is_set(&task->request->objective))
    status = tell(task, recovery, track, verdict);
  if (!status && verdict.fate == PATHFAN_FATE_TOO_NEAR)
    status = pf_choice_keep_near(task->choice, track);
  return status;
}

/* Whether everything that passes is gathered first, for an objective to choose from. */
static bool gathers_all(const pf_task *task) {
  return pf_objective_is_set(&task->request->objective);
}

/* Judges a group in order until there are `wanted` paths. What is gathered for an objective is
 * compared with path 1 alone. */
static pathfan_status judge_group(const pf_task *task, const pf_recovery *recovery, int32_t first,
                                  int32_t end, int32_t wanted) {
  pf_tracks *tracks = task->tracks;
  pf_choice *choice = task->choice;
  const bool gathers = gathers_all(task);
  int32_t i = first;
  for (; i < end && tracks->count < wanted; i++) {
    bool good;
    const int32_t others = gathers ? 1 : tracks->count;
    pathfan_status status = PATHFAN_OK;
    if (choice->unspliced && tracks->list[i].candidate && !gathers)
      status = follow_others(task, &tracks->list[i]);
    if (!status) status = judge(task, recovery, &tracks->list[i], others, &good);
    if (status) return status;
    if (!good) continue;
    if (!tracks->list[i].candidate && !choice->unspliced) choice->unspliced = tracks->count;
    pf_track_swap(&tracks->list[i], &tracks->list[tracks->count++]); /* already judged */
  }
  task->finding->candidates.unjudged += end - i;
  return PATHFAN_OK;
}

/* ---- Choosing ---- */

static bool wants_splices(const pathfan_request *request, const pf_difference *difference) {
  if (request->splices == PATHFAN_SPLICES_AUTO) return difference->separation > 0;
  return request->splices == PATHFAN_SPLICES_ALWAYS;
}

static void start(const pf_task *task, bool splices_last) {
  pf_choice *choice = task->choice;
  const pf_track *first = &task->tracks->list[0];
  if (pf_is_traced(task)) pf_trace_forget(task, false);
  task->tracks->count = 1;
  choice->reserve.count = 0;
  choice->splices_last = splices_last;
  choice->unspliced = choice->others.count = 0;
  if (!choice->splices) return;
  pf_splicer_begin(&choice->splicer, task->scene.view, first,
                   pf_longest(task->request, first->units));
}

static pathfan_status begin_loops(const pf_task *task, double shortest) {
  const pf_space *space = task->scene.space;
  const pf_obstacles *obstacles = NULL;
  pathfan_status status = PATHFAN_OK;
  if (task->max_loop > 0) status = pf_space_need_obstacles(space, &obstacles, task->scene.error);
  pf_loops_begin(&task->choice->loops, pf_loop_ground_of(&task->scene, &task->closed, obstacles),
                 task->max_loop, shortest * pf_power_of_two(space->fraction_bits));
  return status;
}

pathfan_status pf_choice_begin(const pf_task *task, const pf_recovery *recovery) {
  const pathfan_request *request = task->request;
  pf_choice *choice = task->choice;
  pf_track *first = &task->tracks->list[0];
  pathfan_status status = PATHFAN_OK;
  choice->difference = pf_difference_of(task);
  choice->splices = recovery->splices && wants_splices(request, &choice->difference);
  choice->fills = request->fill && choice->difference.separation > 0;
  if (choice->difference.separation > 0) status = pf_track_open(first);
  if (!status) status = begin_loops(task, first->length);
  start(task, false);
  if (!status && is_measured(request))
    status = pf_meter_begin(task->meter, &task->scene, first->length);
  return status;
}

pathfan_status pf_choice_offer(const pf_task *task, const pf_recovery *recovery,
                               pf_candidate_list *candidates) {
  const bool gathers = gathers_all(task);
  const int32_t wanted = gathers ? INT32_MAX : task->request->paths;
  pf_choice *choice = task->choice;
  pf_splicer *splicer = &choice->splicer;
  pf_tracks *tracks = task->tracks;
  pf_candidate *list = candidates->list;
  pathfan_status status = PATHFAN_OK;
  int32_t begin = 0, end = 0;
  sort(list, candidates->count);
  for (; tracks->count < wanted; begin = end) {
    const int32_t first = tracks->count;
    const int64_t waits = choice->splices ? pf_splicer_least(splicer) : INT64_MAX;
    int64_t most = waits;
    if (begin == candidates->count && (waits == INT64_MAX || (choice->splices_last && gathers)))
      break;
    if (begin < candidates->count &&
        (choice->splices_last || list[begin].order - PF_SLACK <= waits)) {
      for (end = begin + 1; end < candidates->count; end++)
        if (list[end].order - list[end - 1].order > PF_SLACK) break;
      most = list[end - 1].order;
      status = recover_group(task, recovery, list + begin, end - begin, first);
      if (!status && choice->splices) status = join_group(task, first);
    }
    const bool is_late = choice->splices_last && (gathers || end < candidates->count);
    if (!status && choice->splices && !is_late)
      status = add_splices(task, recovery, most + PF_SLACK, first);
    const int32_t group_end = tracks->count;
    tracks->count = first;
    if (!status) status = judge_group(task, recovery, first, group_end, wanted);
    if (status) return status;
  }
  task->finding->candidates.unjudged += candidates->count - end;
  if (choice->splices) task->finding->candidates.unjudged += splicer->wait_count;
  return PATHFAN_OK;
}

/* Takes those tracks from the reserve that are different enough without the separation. */
static pathfan_status fill(const pf_task *task, const pf_recovery *recovery) {
  pf_choice *choice = task->choice;
  pathfan_candidates *counts = &task->finding->candidates;
  pf_tracks *tracks = task->tracks, *reserve = &choice->reserve;
  pf_tracks_sort(reserve, 0);
  for (int32_t i = 0; i < reserve->count && tracks->count < task->request->paths; i++) {
    pf_track *draft;
    pf_judgement verdict = {PATHFAN_FATE_TOO_SIMILAR, -1};
    pathfan_status status = pf_tracks_next(tracks, &draft);
    if (status) return status;
    pf_track_swap(draft, &reserve->list[i]);
    counts->too_near--;
    draft->filled = true;
    if (!pf_is_similar_to_any(task, draft, tracks->list, tracks->count))
      status = judge_alone(task, recovery, draft, &verdict);
    if (!status) status = tell(task, recovery, draft, verdict);
    if (status) return status;
    count_verdict(counts, verdict.fate);
    tracks->count += verdict.fate == PATHFAN_FATE_CHOSEN;
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

pathfan_status pf_choice_end(const pf_task *task, const pf_recovery *recovery, bool stopped) {
  const pathfan_status status = fill(task, recovery);
  if (status) return status;
  pf_tracks_sort(task->tracks, 0);
  pf_state_reason(task, stopped);
  return PATHFAN_OK;
}

/* What a choice starts from, each time that it is made. */
typedef struct beginning {
  pathfan_candidates counts;
  pf_work_limit work_limit;
} beginning;

static pathfan_status choose_anew(const pf_task *task, const pf_recovery *recovery,
                                  pf_candidate_list *candidates, const beginning *from,
                                  bool splices_last) {
  task->finding->candidates = from->counts;
  *task->work_limit = from->work_limit;
  start(task, splices_last);
  const pathfan_status status = pf_choice_offer(task, recovery, candidates);
  return status || !gathers_all(task) ? status : pf_choose_by_objective(task);
}

/* Makes the choice that gives more paths: in order, or with splices last. */
static pathfan_status choose_most(const pf_task *task, const pf_recovery *recovery,
                                  pf_candidate_list *candidates, const beginning *from) {
  const pf_choice *choice = task->choice;
  pathfan_status status = choose_anew(task, recovery, candidates, from, false);
  const int32_t found = task->tracks->count, plain = choice->unspliced + choice->others.count;
  if (status || found >= task->request->paths || !choice->unspliced ||
      (!gathers_all(task) && plain <= found))
    return status;
  status = choose_anew(task, recovery, candidates, from, true);
  if (!status && task->tracks->count <= found)
    status = choose_anew(task, recovery, candidates, from, false);
  return status;
}

/* Marks tracks as filled that are too near to a shorter one that isn't marked. */
static pathfan_status mark_filled(const pf_task *task) {
  pf_tracks *tracks = task->tracks;
  pf_tracks_sort(tracks, 0);
  for (int32_t i = 1; i < tracks->count; i++) {
    pf_track *track = &tracks->list[i];
    const pathfan_status status = pf_track_open(track);
    if (status) return status;
    for (int32_t k = 0; k < i && !track->filled; k++)
      track->filled = !tracks->list[k].filled &&
                      pf_is_too_near(&task->choice->difference, track, &tracks->list[k]);
  }
  return PATHFAN_OK;
}

/* Chooses as if there were no separation, if this gives more paths than a filled choice. */
static pathfan_status choose_without(const pf_task *task, const pf_recovery *recovery,
                                     pf_candidate_list *candidates, const beginning *from) {
  pf_choice *choice = task->choice;
  pf_tracks *tracks = task->tracks;
  const double separation = choice->difference.separation;
  const int32_t found = tracks->count;
  choice->difference.separation = 0;
  pathfan_status status = choose_anew(task, recovery, candidates, from, true);
  choice->difference.separation = separation;
  if (status) return status;
  if (tracks->count > found) return mark_filled(task);
  status = choose_most(task, recovery, candidates, from);
  return status ? status : fill(task, recovery);
}

pathfan_status pf_choose(const pf_task *task, const pf_recovery *recovery,
                         pf_candidate_list *candidates, bool stopped) {
  const beginning from = {task->finding->candidates, *task->work_limit};
  const pf_choice *choice = task->choice;
  pathfan_status status = pf_choice_begin(task, recovery);
  if (!status) status = choose_most(task, recovery, candidates, &from);
  const bool has_reserve = choice->reserve.count > 0;
  if (!status) status = fill(task, recovery);
  if (!status && has_reserve && task->tracks->count < task->request->paths)
    status = choose_without(task, recovery, candidates, &from);
  if (status) return status;
  pf_tracks_sort(task->tracks, 0);
  pf_state_reason(task, stopped || task->work_limit->stopped);
  return PATHFAN_OK;
}
