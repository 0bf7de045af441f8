/* cost.c - chooses paths by cost (paper, section 4.2.2): of all candidates that passed the
 * tests the one of least cost, then the one of least cost given that, and so on.
 *
 * Only two measures of a path depend on the paths taken before: its similarity and nearness to
 * them. So the others are measured once, and these two are updated by comparing the remaining
 * candidates with the newest path taken. */
#include "cost.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "objective.h"

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

/* Notes what happened to entry number i of those left. */
static pathfan_status drop(pf_entries *entries, pf_selection *s, int32_t i, pathfan_fate fate,
                           int32_t rival) {
  return pf_selection_note(s, entries, s->left[i],
                           (pf_judgement){.fate = (int8_t)fate, .rival = rival});
}

/* Lists what passes by itself and beside path 1. */
static pathfan_status gather(pf_entries *entries, pf_selection *s) {
  pathfan_status status = PATHFAN_OK;
  for (s->at = 0;; s->at++) {
    status = pf_entries_feed(entries, s->at);
    if (!status) status = pf_selection_fit(s, entries);
    if (!status) status = pf_grow(&s->left, &s->left_capacity, entries->order_count);
    if (status || s->at == entries->order_count) return status;
    const int32_t entry = entries->order[s->at];
    pf_judgement verdict = {.rival = -1};
    if (s->splices_last && pf_entries_is_splice(entries, entry)) continue;
    status = pf_selection_judge(s, entries, entry, true, &verdict);
    if (!status && verdict.fate != PATHFAN_FATE_CHOSEN)
      status = pf_selection_note(s, entries, entry, verdict);
    if (status) return status;
    if (verdict.fate != PATHFAN_FATE_CHOSEN) continue;
    entries->tracks.list[entry].measures.similarity =
        entries->tracks.list[entry].measures.nearness = 0;
    int32_t i = s->left_count++;
    for (; i > 0 && pf_track_compare(&entries->tracks.list[entry],
                                     &entries->tracks.list[s->left[i - 1]]) < 0;
         i--)
      s->left[i] = s->left[i - 1];
    s->left[i] = entry;
  }
}

/* Drops what is too similar or too near to the newest path taken, and updates the measures of the
 * others. */
static pathfan_status compare_with_newest(pf_entries *entries, pf_selection *s) {
  const pf_difference *d = &entries->difference;
  const int32_t count = s->left_count, number = s->count - 1;
  pf_track *newest = &entries->tracks.list[s->taken[number]];
  pathfan_status status = PATHFAN_OK;
  s->left_count = 0;
  for (int32_t i = 0; i < count; i++) {
    pf_track *track = &entries->tracks.list[s->left[i]];
    pathfan_measures *m = &track->measures;
    pathfan_fate fate;
    status = pf_entries_compare(entries, s->left[i], s->taken[number], !s->unseparated, &fate);
    if (!status && fate != PATHFAN_FATE_CHOSEN) status = drop(entries, s, i, fate, number);
    if (!status && d->separation > 0) status = pf_track_open(track);
    if (status) return status;
    if (fate != PATHFAN_FATE_CHOSEN) continue;
    const double similarity = pf_track_similarity(track, newest, d->fraction_bits);
    m->similarity = fmax(m->similarity, similarity);
    m->nearness =
        fmax(m->nearness, s->unseparated ? similarity : pf_track_nearness(d, track, newest));
    s->left[s->left_count++] = s->left[i];
  }
  return PATHFAN_OK;
}

/* Finds the place of the entry of least cost among those left, among equals the first; -1: there is
 * none. Drops those that the objective refuses. */
static pathfan_status find_cheapest(pf_entries *entries, pf_selection *s, int32_t *best) {
  const int32_t count = s->left_count;
  double least = INFINITY;
  *best = -1;
  s->left_count = 0;
  for (int32_t i = 0; i < count; i++) {
    double cost;
    pathfan_status status = cost_of(entries->task, &entries->tracks.list[s->left[i]], &cost);
    if (!status && !(cost < INFINITY)) status = drop(entries, s, i, PATHFAN_FATE_UNFIT, -1);
    if (status) return status;
    if (!(cost < INFINITY)) continue;
    if (cost < least) {
      least = cost;
      *best = s->left_count;
    }
    s->left[s->left_count++] = s->left[i];
  }
  return PATHFAN_OK;
}

pathfan_status pf_select_by_cost(pf_entries *entries, pf_selection *s) {
  const int32_t wanted = entries->task->request->paths;
  assert(pf_objective_is_set(&entries->task->request->objective));
  pathfan_status status = gather(entries, s);
  while (!status && s->count < wanted && s->left_count) {
    int32_t best;
    status = compare_with_newest(entries, s);
    if (!status) status = find_cheapest(entries, s, &best);
    if (status || best < 0) break;
    status = drop(entries, s, best, PATHFAN_FATE_CHOSEN, -1); /* and it is taken */
    memmove(s->left + best, s->left + best + 1, (size_t)(--s->left_count - best) * sizeof *s->left);
  }
  return !status && s->fills ? pf_selection_fill(s, entries) : status;
}
