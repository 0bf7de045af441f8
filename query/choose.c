/* choose.c - k paths out of candidates (paper, Algorithm 1, lines 17 to 22), for all
 * methods that have some: in order, as long as they are taut, simple, new, and
 * different from all taken before. Methods differ in their candidates, in the order
 * of these, and in how one becomes a path (pathfan_recovery).
 *
 * Candidates whose order differs by rounding only are recovered together and put
 * into their final order before any is judged, so that an outcome does not depend
 * on how vertices are numbered. */
#include "choose.h"

#include <stdlib.h>
#include <string.h>

#include "geometry/polyline.h"
#include "objective.h"

/* Equal ones get their final order when they are recovered. */
static int by_order(const void *a, const void *b) {
  const pathfan_candidate *x = a, *y = b;
  if (x->order != y->order) return x->order < y->order ? -1 : 1;
  return (x->via > y->via) - (x->via < y->via);
}

/* Recovers candidates[begin, end), whose order is equal but for rounding, into
 * the tracks after the accepted ones, in their final order. Returns how many
 * different new taut paths there are in *count. */
static pathfan_status recover_equals(const pathfan_task *task, const pathfan_recovery *recovery,
                                     pathfan_candidate_list *candidates, int32_t begin, int32_t end,
                                     int32_t *count) {
  pathfan_tracks *tracks = task->tracks;
  pathfan_candidates *counts = &task->finding->candidates;
  const int32_t accepted = tracks->count;
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = begin; i < end && !status; i++) {
    pathfan_candidate *c = &candidates->list[i];
    pathfan_track *track;
    bool taut = true, fresh = true;
    status = pathfan_tracks_next(tracks, &track);
    if (!status) status = recovery->recover(recovery->context, c, track, &taut);
    if (status) break;
    if (!taut) {
      counts->not_taut++;
      continue;
    }
    for (int32_t k = 0; k < tracks->count && fresh; k++) {
      fresh = !pathfan_track_same_points(track, &tracks->list[k]);
      if (fresh || k < accepted) continue;
      c->same = tracks->list[k].candidate; /* it may be a via-path of one, not of the other */
      tracks->list[k].candidate = c;
    }
    if (!fresh) {
      counts->tried--; /* another via node of the same path */
      continue;
    }
    track->candidate = c;
    int32_t at = tracks->count++;
    for (; at > accepted && pathfan_track_compare(&tracks->list[at], &tracks->list[at - 1]) < 0;
         at--)
      pathfan_track_swap(&tracks->list[at], &tracks->list[at - 1]);
  }
  *count = tracks->count - accepted;
  tracks->count = accepted;
  return status;
}

static bool is_proper(const pathfan_recovery *recovery, const pathfan_track *track) {
  if (!recovery->is_proper) return true;
  for (const pathfan_candidate *c = track->candidate; c; c = c->same)
    if (recovery->is_proper(recovery->context, c)) return true;
  return false;
}

/* Whether a request asks for measures of every path. */
static bool is_measured(const pathfan_request *r) {
  return r->max_bounded_stretch > 0 || r->min_local_optimality > 0 ||
         pathfan_objective_measures(&r->objective);
}

/* Measures a track as far as the request asks for it; false if it is out of bounds. */
static pathfan_status measure(const pathfan_task *task, pathfan_track *track, bool *good) {
  const pathfan_request *r = task->request;
  pathfan_measures *m = &track->measures;
  memset(m, 0, sizeof *m);
  *good = true;
  if (!is_measured(r)) return PATHFAN_OK;
  const pathfan_status status = pathfan_meter_measure(task->meter, &task->scene, track, m);
  *good = (r->max_bounded_stretch == 0 || m->bounded_stretch <= r->max_bounded_stretch) &&
          m->local_optimality >= r->min_local_optimality;
  return status;
}

/* Judges a recovered path, also against the first `others` tracks. Cheap tests come
 * first. */
static pathfan_status judge(const pathfan_task *task, const pathfan_recovery *recovery,
                            pathfan_track *track, int32_t others, bool *good) {
  pathfan_candidates *counts = &task->finding->candidates;
  *good = false;
  for (int32_t i = 0; i < others && task->dissimilarity > 0; i++)
    if (pathfan_track_similarity(track, &task->tracks->list[i], task->scene.space->fraction_bits) >
        1 - task->dissimilarity) {
      counts->too_similar++;
      return PATHFAN_OK;
    }
  if (!pathfan_polyline_is_simple(track->points, track->count)) {
    counts->not_simple++;
    return PATHFAN_OK;
  }
  if (pathfan_track_enters(track, task->areas)) {
    counts->entering++;
    return PATHFAN_OK;
  }
  if (!is_proper(recovery, track)) {
    counts->not_taut++;
    return PATHFAN_OK;
  }
  const pathfan_status status = measure(task, track, good);
  if (!status && !*good) counts->unfit++;
  return status;
}

static void state_reason(const pathfan_task *task, bool stopped) {
  pathfan_finding *finding = task->finding;
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

pathfan_status pathfan_choose(const pathfan_task *task, const pathfan_recovery *recovery,
                              pathfan_candidate_list *candidates, bool stopped) {
  const pathfan_request *request = task->request;
  pathfan_tracks *tracks = task->tracks;
  const pathfan_candidate *list = candidates->list;
  /* By an objective everything that passes is gathered first. */
  const bool gather = pathfan_objective_is_set(&request->objective);
  const int32_t wanted = gather ? INT32_MAX : request->paths;
  pathfan_status status = PATHFAN_OK;
  if (is_measured(request))
    status = pathfan_meter_begin(task->meter, &task->scene, tracks->list[0].length);
  if (status) return status;
  if (candidates->count) qsort(candidates->list, (size_t)candidates->count, sizeof *list, by_order);
  for (int32_t begin = 0, end; begin < candidates->count && tracks->count < wanted; begin = end) {
    int32_t count = 0;
    end = begin + 1;
    while (end < candidates->count && list[end].order - list[begin].order <= PATHFAN_SLACK) end++;
    status = recover_equals(task, recovery, candidates, begin, end, &count);
    const int32_t first = tracks->count;
    for (int32_t i = first; i < first + count && tracks->count < wanted && !status; i++) {
      bool good;
      status = judge(task, recovery, &tracks->list[i], gather ? 1 : tracks->count, &good);
      if (good) /* What it is swapped with was judged before. */
        pathfan_track_swap(&tracks->list[i], &tracks->list[tracks->count++]);
    }
    if (status) return status;
  }
  if (gather) status = pathfan_choose_by_objective(task);
  if (status) return status;
  pathfan_tracks_sort(tracks, 0);
  state_reason(task, stopped);
  return PATHFAN_OK;
}
