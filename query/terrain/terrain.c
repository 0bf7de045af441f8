/* terrain.c - the cheapest way over a terrain as a track, whose route says what it runs along. */
#include "terrain.h"

#include <assert.h>
#include "terrain/trace.h"

/* By waves, over a terrain without areas; *found: there is a way, and it is the route. */
static pathfan_status find_by_waves(pf_terrain_search *s, const pf_task *task, pf_route *route,
                                    bool *found) {
  const pf_space *space = task->scene.space;
  const pf_end *end = task->scene.ends->end;
  const pathfan_status status = pf_terrain_find(
      s, space->terrain, space->fraction_bits, (pf_terrain_place){end[0].at, end[0].polygon},
      (pf_terrain_place){end[1].at, end[1].polygon}, task->work_limit->limit);
  *found = false;
  if (status) return status;
  *found = isfinite(s->targets[0].reached.cost) && !s->stopped;
  task->finding->search =
      (pathfan_search_counts){.expanded = s->expanded, .generated = s->generated};
  task->work_limit->spent = (uint64_t)s->expanded;
  task->work_limit->stopped = s->stopped;
  return *found ? pf_route_trace(route, s, 0) : PATHFAN_OK;
}

pathfan_status pf_find_by_terrain(pf_method_scratch *scratch, const pf_task *task) {
  pf_terrain_scratch *s = scratch->terrain;
  const pf_terrain *terrain = task->scene.space->terrain;
  bool found;
  assert(task->tracks->count == 0);
  assert(terrain);
  if (terrain->area) return pf_find_by_weights(&s->weighted, task);
  pathfan_status status = find_by_waves(&s->search, task, &s->route, &found);
  if (status) return status;
  if (!found) {
    pf_give_up(task, task->work_limit->stopped);
    return PATHFAN_OK;
  }
  status = pf_draft_route(task->tracks, &s->route);
  if (status) return status;
  task->tracks->list[task->tracks->count++].route = &s->route;
  task->finding->reason =
      task->request->paths == 1 ? PATHFAN_REASON_COMPLETE : PATHFAN_REASON_NO_CANDIDATES;
  return PATHFAN_OK;
}

void pf_terrain_scratch_free(pf_terrain_scratch *s) {
  pf_terrain_search_free(&s->search);
  pf_weighted_finder_free(&s->weighted);
  pf_weighted_fields_free(&s->fields);
  pf_route_free(&s->route);
}
