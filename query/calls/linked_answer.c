/* linked_answer.c - what an answer over links states: its paths with their legs, and how many there
 * are for which reason. */
#include "linking.h"

#include "base/memory.h"

/* *height: where the leg begins, and then where it ends, if it is a link. */
static pathfan_leg leg_of(const pf_linking *k, const pf_linked_part *part, double *height) {
  const pf_space *space = k->q->space;
  pathfan_leg leg = {.kind = part->link < 0 ? PATHFAN_LEG_WALK : PATHFAN_LEG_LINK,
                     .feature = part->link,
                     .cost = part->cost,
                     .length = part->link < 0 ? part->cost : 0,
                     .rate = part->link < 0,
                     .first = part->first,
                     .last = part->last};
  if (part->link >= 0) leg.name = pf_link_at(space, k->set, part->link)->name;
  if (!space->is_surface) return leg;
  if (part->link >= 0) *height = (double)pf_link_at(space, k->set, part->link)->height[part->back];
  leg.level = *height;
  if (part->link >= 0) *height = (double)pf_link_at(space, k->set, part->link)->height[!part->back];
  return leg;
}

pathfan_status pf_linked_write(pf_linking *k) {
  const pf_linked_paths *paths = &k->l->paths;
  pf_answer_buffers *buffers = &k->q->buffers;
  int64_t points = 0, legs = 0;
  for (int32_t i = 0; i < paths->taken_count; i++) {
    points += paths->tracks.list[paths->taken[i]].count;
    legs += paths->of[paths->taken[i]].part_count;
  }
  pathfan_status status = pf_grow(&buffers->points, &buffers->point_capacity, points);
  if (!status) status = pf_grow(&buffers->paths, &buffers->path_capacity, paths->taken_count);
  if (!status) status = pf_grow(&buffers->legs, &buffers->leg_capacity, legs);
  if (status) return status;
  pathfan_point *point = buffers->points;
  pathfan_leg *leg = buffers->legs;
  for (int32_t i = 0; i < paths->taken_count; i++) {
    const pf_linked_path *path = &paths->of[paths->taken[i]];
    const pf_track *track = &paths->tracks.list[paths->taken[i]];
    buffers->paths[i] = (pathfan_path){.length = path->length,
                                       .cost = path->cost,
                                       .point_count = track->count,
                                       .points = point,
                                       .leg_count = path->part_count,
                                       .legs = path->part_count ? leg : NULL};
    for (int32_t p = 0; p < track->count; p++)
      *point++ = pf_point_at(k->q->space, track->points[p]);
    double height = k->from_height;
    for (int32_t p = 0; p < path->part_count; p++)
      *leg++ = leg_of(k, &paths->parts[path->first_part + p], &height);
  }
  return PATHFAN_OK;
}

/* Measures how far the taken paths keep apart. */
static pathfan_status measure_apart(pf_linking *k) {
  const pf_linked_paths *paths = &k->l->paths;
  pf_tracks *taken = &k->l->walks; /* which is used up */
  pathfan_status status = PATHFAN_OK;
  taken->count = 0;
  for (int32_t i = 0; i < paths->taken_count && !status; i++) {
    const pf_corridor *from = &paths->tracks.list[paths->taken[i]].corridor;
    pf_track *track;
    status = pf_tracks_next(taken, &track);
    if (status) break;
    pf_corridor_clear(&track->corridor);
    for (int32_t s = 0; s < from->count && !status; s++)
      status = pf_corridor_add(&track->corridor, from->legs[s].from, pf_leg_to(&from->legs[s]));
    track->is_open = true;
    taken->count++;
  }
  if (!status)
    status = pf_spread_measure(&k->q->spread, &paths->difference, taken->list, taken->count);
  k->q->answer.apart = k->q->spread.apart;
  k->q->answer.backup = k->q->spread.backup;
  return status;
}

pathfan_status pf_linked_state(pf_linking *k, const pathfan_answer *plain) {
  const pf_linked_paths *paths = &k->l->paths;
  pathfan_answer *answer = &k->q->answer;
  const int32_t count = paths->taken_count, wanted = k->request->paths;
  *answer = *plain;
  answer->apart = NULL;
  answer->filled = NULL;
  answer->backup = 0;
  answer->separation = paths->difference.separation;
  answer->work = k->work;
  answer->path_count = count;
  answer->paths = k->q->buffers.paths;
  if (count) answer->has_nearest = false;
  answer->outcome = k->stopped && count < wanted ? PATHFAN_OUTCOME_WORK_LIMIT
                    : count                      ? PATHFAN_OUTCOME_OK
                                                 : PATHFAN_OUTCOME_NO_PATH;
  const int32_t refused = paths->too_similar + paths->too_near;
  const int32_t judged = refused + (count ? count - 1 : 0);
  answer->candidates =
      (pathfan_candidates){.tried = judged + (paths->tracks.count - refused - count),
                           .too_similar = paths->too_similar,
                           .too_near = paths->too_near,
                           .unjudged = paths->tracks.count - refused - count};
  answer->reason = count == wanted ? PATHFAN_REASON_COMPLETE
                   : k->stopped    ? PATHFAN_REASON_WORK_LIMIT
                   : refused       ? PATHFAN_REASON_REJECTED
                                   : PATHFAN_REASON_NO_CANDIDATES;
  if (!count || answer->separation <= 0) return PATHFAN_OK;
  answer->filled = paths->filled;
  return k->request->apart ? measure_apart(k) : PATHFAN_OK;
}
