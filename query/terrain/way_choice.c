/* way_choice.c - see way_choice.h. */
#include "way_choice.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

pathfan_status pf_way_choice_next(pf_way_choice *c, pf_way_route **route) {
  const int32_t before = c->capacity;
  const pathfan_status status = pf_grow(&c->routes, &c->capacity, (int64_t)c->count + 1);
  if (status) return status;
  if (c->capacity > before)
    memset(c->routes + before, 0, (size_t)(c->capacity - before) * sizeof *c->routes);
  *route = &c->routes[c->count];
  return PATHFAN_OK;
}

pathfan_status pf_draft_route(pf_tracks *tracks, const pf_route *route) {
  pf_track *track;
  pathfan_status status = pf_tracks_next(tracks, &track);
  if (!status) status = pf_track_copy(track, route->points, route->point_count);
  if (status) return status;
  track->length = route->length;
  track->units = 0;
  return PATHFAN_OK;
}

pathfan_status pf_way_choice_differs(pf_way_choice *c, const pf_task *task, const pf_difference *d,
                                     bool *does) {
  const pf_space *space = task->scene.space;
  const pf_way_route *route = &c->routes[c->count];
  pf_track *track = &task->tracks->list[task->tracks->count];
  pathfan_candidates *counts = &task->finding->candidates;
  assert(c->count == task->tracks->count); /* a route each */
  *does = false;
  for (int32_t i = 0; i < c->count; i++)
    if (pf_way_similarity(route, &c->routes[i]) > 1 - task->dissimilarity ||
        pf_way_is_slid(space->terrain, space->fraction_bits, route, &c->routes[i])) {
      counts->too_similar++;
      return PATHFAN_OK;
    }
  if (d->separation > 0) {
    pathfan_status status = pf_track_open(track);
    for (int32_t i = 0; i < task->tracks->count && !status; i++) {
      status = pf_track_open(&task->tracks->list[i]);
      if (status || !pf_is_too_near(d, track, &task->tracks->list[i])) continue;
      counts->too_near++;
      return PATHFAN_OK;
    }
    if (status) return status;
  }
  *does = true;
  return PATHFAN_OK;
}

void pf_way_choice_take(pf_way_choice *c, const pf_task *task) {
  assert(c->count == task->tracks->count);
  c->count++;
  task->tracks->count++;
}

void pf_way_choice_end(const pf_way_choice *c, const pf_task *task) {
  assert(c->count == task->tracks->count);
  for (int32_t i = 0; i < c->count; i++) task->tracks->list[i].route = &c->routes[i].route;
}

void pf_way_choice_free(pf_way_choice *c) {
  for (int32_t i = 0; i < c->capacity; i++) pf_way_route_free(&c->routes[i]);
  free(c->routes);
  memset(c, 0, sizeof *c);
}
