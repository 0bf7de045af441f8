/* objective.c - chooses paths by cost (paper, section 4.2.2): of all candidates that passed the
 * tests the one of least cost, then the one of least cost given that, and so on.
 *
 * Only two measures of a path depend on the paths taken before: its similarity and nearness to
 * them. So the others are measured once, and these two are updated by comparing the remaining
 * candidates with the newest path taken. */
#include "objective.h"

#include <assert.h>

#include "base/memory.h"
#include "choice.h"
#include "trace.h"

bool pf_objective_is_set(const pathfan_objective *o) {
  return o->cost || o->length > 0 || o->bounded_stretch > 0 || o->similarity > 0 ||
         o->local_optimality > 0 || o->nearness > 0;
}

bool pf_objective_measures(const pathfan_objective *o) {
  return o->cost || o->length > 0 || o->bounded_stretch > 0 || o->local_optimality > 0;
}

/* Shows a candidate as a callback sees it: in map units, in the request's direction. */
static pathfan_status show(const pf_task *task, const pf_track *track, pathfan_path *path) {
  pf_answer_buffers *buffers = task->buffers;
  const pathfan_status status = pf_grow(&buffers->points, &buffers->point_capacity, track->count);
  if (status) return status;
  pf_show_track(&task->scene, track, buffers->points);
  *path = (pathfan_path){.length = track->length / task->scene.space->frame.scale,
                         .point_count = track->count,
                         .points = buffers->points};
  return PATHFAN_OK;
}

static pathfan_status cost_of(const pf_task *task, const pf_track *track, double *cost) {
  const pathfan_objective *o = &task->request->objective;
  const pathfan_measures *m = &track->measures;
  if (!o->cost) {
    *cost = o->length * m->length_ratio + o->bounded_stretch * m->bounded_stretch +
            o->similarity * m->similarity + o->nearness * m->nearness -
            o->local_optimality * m->local_optimality;
    return PATHFAN_OK;
  }
  pathfan_path path;
  const pathfan_status status = show(task, track, &path);
  if (!status) *cost = o->cost(o->context, &path, m);
  return status;
}

/* Tells of a candidate that was gathered. */
static pathfan_status tell(const pf_task *task, const pf_track *track, pathfan_fate fate,
                           int32_t rival) {
  pathfan_trace_event told = {.fate = fate, .rival = rival, .spliced = !track->candidate};
  return pf_is_traced(task) ? pf_trace_track(task, track, &told) : PATHFAN_OK;
}

/* Removes the tracks from `chosen` on that are too similar or too near to the newest one taken, and
 * updates the measures of the others. */
static pathfan_status compare_with_newest(const pf_task *task, int32_t chosen) {
  const pf_difference *difference = &task->choice->difference;
  pathfan_candidates *counts = &task->finding->candidates;
  pf_tracks *tracks = task->tracks;
  pf_track *newest = &tracks->list[chosen - 1];
  const double dissimilarity = difference->dissimilarity;
  int32_t kept = chosen;
  for (int32_t i = chosen; i < tracks->count; i++) {
    pf_track *track = &tracks->list[i];
    pathfan_measures *m = &track->measures;
    const double similarity = pf_track_similarity(track, newest, difference->fraction_bits);
    if (dissimilarity > 0 && similarity > 1 - dissimilarity) {
      const pathfan_status status = tell(task, track, PATHFAN_FATE_TOO_SIMILAR, chosen - 1);
      if (status) return status;
      counts->too_similar++;
      continue;
    }
    if (pf_is_too_near(difference, track, newest)) {
      pathfan_status status = tell(task, track, PATHFAN_FATE_TOO_NEAR, chosen - 1);
      counts->too_near++;
      if (!status) status = pf_choice_keep_near(task->choice, track);
      if (status) return status;
      continue;
    }
    m->similarity = fmax(m->similarity, similarity);
    m->nearness = fmax(m->nearness, pf_track_nearness(difference, track, newest));
    pf_track_swap(track, &tracks->list[kept++]);
  }
  tracks->count = kept;
  return PATHFAN_OK;
}

/* Finds the track of least cost from `chosen` on, among equals the first; -1: there is none.
 * Removes those that the objective refuses. */
static pathfan_status find_cheapest(const pf_task *task, int32_t chosen, int32_t *best) {
  pf_tracks *tracks = task->tracks;
  double least = INFINITY;
  int32_t kept = chosen;
  assert(chosen >= 1 && chosen <= tracks->count);
  *best = -1;
  for (int32_t i = chosen; i < tracks->count; i++) {
    double cost;
    pathfan_status status = cost_of(task, &tracks->list[i], &cost);
    if (status) return status;
    if (!(cost < INFINITY)) {
      status = tell(task, &tracks->list[i], PATHFAN_FATE_UNFIT, -1);
      if (status) return status;
      task->finding->candidates.unfit++;
      continue;
    }
    if (cost < least) {
      least = cost;
      *best = kept;
    }
    pf_track_swap(&tracks->list[i], &tracks->list[kept++]);
  }
  tracks->count = kept;
  return PATHFAN_OK;
}

pathfan_status pf_choose_by_objective(const pf_task *task) {
  pf_tracks *tracks = task->tracks;
  int32_t chosen = 1;
  assert(pf_objective_is_set(&task->request->objective));
  assert(tracks->count >= 1);
  pf_tracks_sort(tracks, 1);
  while (chosen < task->request->paths && chosen < tracks->count) {
    int32_t best;
    pathfan_status status = compare_with_newest(task, chosen);
    if (!status) status = find_cheapest(task, chosen, &best);
    if (status) return status;
    if (best < 0) break;
    for (; best > chosen; best--) /* the others stay in order */
      pf_track_swap(&tracks->list[best], &tracks->list[best - 1]);
    status = tell(task, &tracks->list[chosen++], PATHFAN_FATE_CHOSEN, -1);
    if (status) return status;
  }
  task->finding->candidates.unjudged += tracks->count - chosen;
  tracks->count = chosen;
  return PATHFAN_OK;
}
