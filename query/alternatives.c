/* alternatives.c - Algorithm 1 of the paper, section 4.2.1: the shortest path,
 * then via-paths in order of length as long as they are taut, simple, within
 * the stretch, and different from all taken before. */
#include <stdlib.h>
#include <string.h>

#include "scratch.h"

static bool same_points(const pathfan_track *a, const pathfan_track *b) {
  return a->count == b->count &&
         !memcmp(a->points, b->points, (size_t)a->count * sizeof *a->points);
}

static double similarity(const pathfan_query *q, const pathfan_track *a, const pathfan_track *b) {
  const double shared = pathfan_polyline_shared(a->points, a->count, b->points, b->count,
                                                q->index->header->fraction_bits);
  const double all = a->length + b->length - shared;
  return all > 0 ? shared / all : 1;
}

/* Equally long ones get their final order when they are recovered. */
static int by_length(const void *a, const void *b) {
  const pathfan_candidate *x = a, *y = b;
  if (x->length != y->length) return x->length < y->length ? -1 : 1;
  return (x->via > y->via) - (x->via < y->via);
}

/* Whether an end sees a vertex head-on: no list of seen vertices tells that. */
static bool seen_head_on(const pathfan_query *q, int e, int32_t v) {
  const pathfan_index *index = q->index;
  const pathfan_fixed at = pathfan_vertex_fixed(index, v);
  const pathfan_fixed travel = pathfan_fixed_from_to(q->ends[e].at, at);
  return pathfan_side_of_fixed(pathfan_vertex_wedge(index, v), travel) == PATHFAN_SIDE_NONE &&
         pathfan_mesh_sees(&index->mesh, q->ends[e].at, q->ends[e].polygon, at,
                           index->vertex_polygon[v], index->header->fraction_bits);
}

/* Whether the two halves of a candidate are the shortest paths from its via node
 * to the ends. They are the shortest that arrive there tautly; a shorter one may
 * arrive head-on, and then the via-path proper is not taut. Few candidates come
 * this far, so the ways that settle it are spread only now. */
static bool is_via_path(pathfan_query *q, const pathfan_candidate *c) {
  int32_t hub;
  for (int e = 0; e < 2 && !q->ends_spread; e++) pathfan_spread_ends(q, &q->ends[e]);
  q->ends_spread = true;
  return !seen_head_on(q, 0, c->via) && !seen_head_on(q, 1, c->via) &&
         pathfan_way_to(q, &q->ends[0], c->via, &hub) +
                 pathfan_way_to(q, &q->ends[1], c->via, &hub) + PATHFAN_SLACK >=
             c->length;
}

/* Recovers candidates[begin, end), whose lengths are equal but for rounding, into
 * the tracks after the accepted ones, in their final order. Returns how many
 * different new taut paths there are in *count. */
static pathfan_status recover_equals(pathfan_query *q, int32_t begin, int32_t end, int32_t *count) {
  const int32_t accepted = q->track_count;
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = begin; i < end && !status; i++) {
    pathfan_candidate *c = &q->candidates[i];
    pathfan_track *track;
    bool taut = true, fresh = true;
    status = pathfan_next_track(q, &track);
    if (!status && q->ends_spread) taut = is_via_path(q, c);
    if (!status && taut) status = pathfan_recover_via(q, c, track, &taut);
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

/* Judges a recovered path against the accepted ones. */
static bool judge(pathfan_query *q, const pathfan_track *track, double theta) {
  pathfan_candidates *counts = &q->answer.candidates;
  for (int32_t i = 0; i < q->track_count; i++)
    if (similarity(q, track, &q->tracks[i]) > 1 - theta) {
      counts->too_similar++;
      return false;
    }
  if (!pathfan_polyline_is_simple(track->points, track->count)) {
    counts->not_simple++;
    return false;
  }
  for (const pathfan_candidate *c = track->candidate; c; c = c->same)
    if (is_via_path(q, c)) return true;
  counts->not_taut++;
  return false;
}

pathfan_status pathfan_find_alternatives(pathfan_query *q, const pathfan_request *request) {
  pathfan_answer *answer = &q->answer;
  const double bound = request->stretch * (double)q->tracks[0].units;
  const int64_t limit = bound < 0x1p61 ? (int64_t)bound : (int64_t)1 << 61;
  bool stopped = false;
  q->ends_spread = false;
  pathfan_status status = pathfan_collect(q, request, limit, &stopped);
  if (status) return status;
  if (q->candidate_count)
    qsort(q->candidates, (size_t)q->candidate_count, sizeof *q->candidates, by_length);
  for (int32_t begin = 0, end; begin < q->candidate_count && q->track_count < request->paths;
       begin = end) {
    int32_t count = 0;
    end = begin + 1;
    while (end < q->candidate_count &&
           q->candidates[end].length - q->candidates[begin].length <= PATHFAN_SLACK)
      end++;
    status = recover_equals(q, begin, end, &count);
    if (status) return status;
    const int32_t first = q->track_count;
    for (int32_t i = first; i < first + count && q->track_count < request->paths; i++)
      if (judge(q, &q->tracks[i], request->dissimilarity))
        /* What it is swapped with was judged before. */
        pathfan_swap_tracks(&q->tracks[i], &q->tracks[q->track_count++]);
  }
  /* Candidates come by rounded length; reported lengths order the answer. */
  for (int32_t i = 1; i < q->track_count; i++)
    for (int32_t j = i; j > 0 && pathfan_track_compare(&q->tracks[j], &q->tracks[j - 1]) < 0; j--)
      pathfan_swap_tracks(&q->tracks[j], &q->tracks[j - 1]);
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
