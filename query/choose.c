/* choose.c - k paths out of candidates (paper, Algorithm 1, lines 17 to 22), for all
 * methods that have some: in order, as long as they are taut, simple, new, and
 * different from all taken before. Methods differ in their candidates, in the order
 * of these, and in how one becomes a path (struct pathfan_method).
 *
 * Candidates whose order differs by rounding only are recovered together and put
 * into their final order before any is judged, so that an outcome does not depend
 * on how vertices are numbered. */
#include <stdlib.h>
#include <string.h>

#include "scratch.h"

static bool same_points(const pathfan_track *a, const pathfan_track *b) {
  return a->count == b->count &&
         !memcmp(a->points, b->points, (size_t)a->count * sizeof *a->points);
}

/* Equal ones get their final order when they are recovered. */
static int by_order(const void *a, const void *b) {
  const pathfan_candidate *x = a, *y = b;
  if (x->order != y->order) return x->order < y->order ? -1 : 1;
  return (x->via > y->via) - (x->via < y->via);
}

/* Recovers candidates[begin, end), whose order is equal but for rounding, into
 * the tracks after the accepted ones, in their final order. Returns how many
 * different new taut paths there are in *count. */
static pathfan_status recover_equals(pathfan_query *q, const pathfan_method *method, int32_t begin,
                                     int32_t end, int32_t *count) {
  const int32_t accepted = q->track_count;
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = begin; i < end && !status; i++) {
    pathfan_candidate *c = &q->candidates[i];
    pathfan_track *track;
    bool taut = true, fresh = true;
    status = pathfan_next_track(q, &track);
    if (!status) status = method->recover(q, c, track, &taut);
    if (status) break;
    if (!taut) {
      q->answer.candidates.not_taut++;
      continue;
    }
    for (int32_t k = 0; k < q->track_count && fresh; k++) {
      fresh = !same_points(track, &q->tracks[k]);
      if (fresh || k < accepted) continue;
      c->same = q->tracks[k].candidate; /* it may be a via-path of one, not of the other */
      q->tracks[k].candidate = c;
    }
    if (!fresh) {
      q->answer.candidates.tried--; /* another via node of the same path */
      continue;
    }
    track->candidate = c;
    int32_t at = q->track_count++;
    for (; at > accepted && pathfan_track_compare(&q->tracks[at], &q->tracks[at - 1]) < 0; at--)
      pathfan_swap_tracks(&q->tracks[at], &q->tracks[at - 1]);
  }
  *count = q->track_count - accepted;
  q->track_count = accepted;
  return status;
}

static bool is_proper(pathfan_query *q, const pathfan_method *method, const pathfan_track *track) {
  if (!method->is_proper) return true;
  for (const pathfan_candidate *c = track->candidate; c; c = c->same)
    if (method->is_proper(q, c)) return true;
  return false;
}

/* Whether a request asks for measures of every path. */
static bool is_measured(const pathfan_request *r) {
  return r->max_bounded_stretch > 0 || r->min_local_optimality > 0 ||
         pathfan_objective_measures(&r->objective);
}

/* Measures a track as far as the request asks for it; false if it is out of bounds. */
static pathfan_status measure(pathfan_query *q, const pathfan_request *r, pathfan_track *track,
                              bool *good) {
  pathfan_measures *m = &track->measures;
  memset(m, 0, sizeof *m);
  *good = true;
  if (!is_measured(r)) return PATHFAN_OK;
  const pathfan_status status = pathfan_measure_track(q, track, m);
  *good = (r->max_bounded_stretch == 0 || m->bounded_stretch <= r->max_bounded_stretch) &&
          m->local_optimality >= r->min_local_optimality;
  return status;
}

/* Judges a recovered path, also against the first `others` tracks. Cheap tests come
 * first. */
static pathfan_status judge(pathfan_query *q, const pathfan_method *method,
                            const pathfan_request *request, pathfan_track *track, int32_t others,
                            bool *good) {
  pathfan_candidates *counts = &q->answer.candidates;
  *good = false;
  for (int32_t i = 0; i < others && method->dissimilarity > 0; i++)
    if (pathfan_similarity(q, track, &q->tracks[i]) > 1 - method->dissimilarity) {
      counts->too_similar++;
      return PATHFAN_OK;
    }
  if (!pathfan_polyline_is_simple(track->points, track->count)) {
    counts->not_simple++;
    return PATHFAN_OK;
  }
  if (pathfan_track_enters(q, track)) {
    counts->entering++;
    return PATHFAN_OK;
  }
  if (!is_proper(q, method, track)) {
    counts->not_taut++;
    return PATHFAN_OK;
  }
  const pathfan_status status = measure(q, request, track, good);
  if (!status && !*good) counts->unfit++;
  return status;
}

/* Candidates come by rounded length, or by something else; reported lengths order
 * the answer. */
void pathfan_sort_tracks(pathfan_query *q, int32_t first) {
  for (int32_t i = first + 1; i < q->track_count; i++)
    for (int32_t j = i; j > first && pathfan_track_compare(&q->tracks[j], &q->tracks[j - 1]) < 0;
         j--)
      pathfan_swap_tracks(&q->tracks[j], &q->tracks[j - 1]);
}

pathfan_status pathfan_choose(pathfan_query *q, const pathfan_method *method,
                              const pathfan_request *request, bool stopped) {
  pathfan_answer *answer = &q->answer;
  /* By an objective everything that passes is gathered first. */
  const bool gather = pathfan_objective_is_set(&request->objective);
  const int32_t wanted = gather ? INT32_MAX : request->paths;
  pathfan_status status = PATHFAN_OK;
  if (is_measured(request)) status = pathfan_measure_begin(q, q->tracks[0].length);
  if (status) return status;
  if (q->candidate_count)
    qsort(q->candidates, (size_t)q->candidate_count, sizeof *q->candidates, by_order);
  for (int32_t begin = 0, end; begin < q->candidate_count && q->track_count < wanted; begin = end) {
    int32_t count = 0;
    end = begin + 1;
    while (end < q->candidate_count &&
           q->candidates[end].order - q->candidates[begin].order <= PATHFAN_SLACK)
      end++;
    status = recover_equals(q, method, begin, end, &count);
    const int32_t first = q->track_count;
    for (int32_t i = first; i < first + count && q->track_count < wanted && !status; i++) {
      bool good;
      status = judge(q, method, request, &q->tracks[i], gather ? 1 : q->track_count, &good);
      if (good) /* What it is swapped with was judged before. */
        pathfan_swap_tracks(&q->tracks[i], &q->tracks[q->track_count++]);
    }
    if (status) return status;
  }
  if (gather) status = pathfan_choose_by_objective(q, request, method->dissimilarity);
  if (status) return status;
  pathfan_sort_tracks(q, 0);
  if (q->track_count >= request->paths) {
    answer->reason = PATHFAN_REASON_COMPLETE;
  } else if (stopped) {
    answer->reason = PATHFAN_REASON_WORK_LIMIT;
    answer->outcome = PATHFAN_OUTCOME_WORK_LIMIT;
  } else {
    answer->reason = answer->candidates.tried > q->track_count - 1 ? PATHFAN_REASON_REJECTED
                                                                   : PATHFAN_REASON_NO_CANDIDATES;
  }
  return PATHFAN_OK;
}
