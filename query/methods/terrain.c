/* terrain.c - the cheapest way over a terrain as a track, whose route says what it runs along. */
#include "methods/terrain.h"

#include <string.h>

#include "base/memory.h"
#include "terrain/trace.h"

pathfan_status pathfan_find_by_terrain(pathfan_method_scratch *scratch, const pathfan_task *task) {
  pathfan_terrain_search *s = &scratch->terrain->search;
  pathfan_route *route = &scratch->terrain->route;
  const pathfan_scene *scene = &task->scene;
  const pathfan_end *end = scene->ends->end;
  pathfan_track *track;
  pathfan_status status =
      pathfan_terrain_find(s, scene->space->terrain, scene->space->fraction_bits,
                           (pathfan_terrain_place){end[0].at, end[0].polygon},
                           (pathfan_terrain_place){end[1].at, end[1].polygon}, task->budget->limit);
  if (status) return status;
  const bool found = isfinite(s->targets[0].reached.cost) && !s->stopped;
  task->finding->search =
      (pathfan_search_counts){.expanded = s->expanded, .generated = s->generated};
  task->budget->spent = (uint64_t)s->expanded;
  task->budget->stopped = s->stopped;
  if (!found) {
    pathfan_give_up(task, s->stopped);
    return PATHFAN_OK;
  }
  status = pathfan_route_trace(route, s, 0);
  if (!status) status = pathfan_tracks_next(task->tracks, &track);
  if (!status)
    status =
        pathfan_grow(&track->points, &track->capacity, route->point_count, sizeof *track->points);
  if (status) return status;
  memcpy(track->points, route->points, (size_t)route->point_count * sizeof *track->points);
  track->count = route->point_count;
  track->length = route->length;
  track->units = 0;
  track->route = route;
  task->tracks->count = 1;
  task->finding->reason =
      task->request->paths == 1 ? PATHFAN_REASON_COMPLETE : PATHFAN_REASON_NO_CANDIDATES;
  return PATHFAN_OK;
}

void pathfan_terrain_scratch_free(pathfan_terrain_scratch *s) {
  pathfan_terrain_search_free(&s->search);
  pathfan_route_free(&s->route);
}
