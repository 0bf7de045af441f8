/* online.c - methods that search. Each finds one path, the shortest by its own measure of
 * length. */
#include "online.h"

#include <assert.h>

#include "base/memory.h"
#include "geometry/polyline.h"
#include "detour.h"

static_assert((int)PATHFAN_WITHOUT_ROOT_HISTORY == PF_POLYANYA_NO_ROOT_HISTORY &&
                  (int)PATHFAN_WITHOUT_DEAD_ENDS == PF_POLYANYA_NO_DEAD_ENDS &&
                  (int)PATHFAN_WITHOUT_CUL_DE_SACS == PF_POLYANYA_NO_CUL_DE_SACS &&
                  (int)PATHFAN_WITHOUT_INTERMEDIATE == PF_POLYANYA_NO_INTERMEDIATE &&
                  (int)PATHFAN_WITHOUT_COMPONENTS == PF_POLYANYA_NO_COMPONENTS,
              "the search takes the request's bits as they are");

/* States the result of a search. */
static void state_outcome(const pf_task *task, bool found, bool stopped) {
  task->work_limit->spent = (uint64_t)task->finding->search.expanded;
  task->work_limit->stopped = stopped;
  task->tracks->count = found;
  if (stopped || !found)
    pf_give_up(task, stopped);
  else
    task->finding->reason =
        task->request->paths == 1 ? PATHFAN_REASON_COMPLETE : PATHFAN_REASON_NO_CANDIDATES;
}

pathfan_status pf_find_by_polyanya(pf_method_scratch *scratch, const pf_task *task) {
  pf_polyanya *s = &scratch->online->polyanya;
  const pf_scene *scene = &task->scene;
  const pf_end *end = scene->ends->end;
  const pf_search_mesh *mesh;
  pf_track *track;
  assert(task->tracks->count == 0);
  pathfan_status status = pf_space_need_search_mesh(scene->space, &mesh, scene->error);
  if (!status)
    status = pf_polyanya_find(s, mesh, (pf_polyanya_end){end[0].at, end[0].polygon},
                              (pf_polyanya_end){end[1].at, end[1].polygon}, task->request->without,
                              task->work_limit->limit);
  if (status) return status;
  task->finding->search = (pathfan_search_counts){
      .expanded = s->expanded, .generated = s->generated, .pruned = s->pruned};
  const bool found = s->outcome == PF_POLYANYA_FOUND;
  if (found) {
    status = pf_tracks_next(task->tracks, &track);
    if (!status)
      status = pf_track_set(track, s->points, s->point_count, scene->space->fraction_bits);
    if (status) return status;
  }
  state_outcome(task, found, s->outcome == PF_POLYANYA_LIMIT);
  return found && task->areas ? pf_go_round(scratch->graph, task) : PATHFAN_OK;
}

/* The path of A* joins centres of cells, and has the length of its steps. */
pathfan_status pf_find_by_astar(pf_method_scratch *scratch, const pf_task *task) {
  pf_grid_astar *s = &scratch->online->astar;
  const pf_grid *grid = task->scene.space->grid;
  assert(grid);
  assert(task->tracks->count == 0);
  const int bits = task->scene.space->fraction_bits;
  const int32_t from = pf_grid_cell_of(grid, task->scene.ends->end[0].at, bits);
  const int32_t to = pf_grid_cell_of(grid, task->scene.ends->end[1].at, bits);
  pf_track *track;
  pathfan_status status = pf_grid_astar_find(s, grid, from, to, task->work_limit->limit);
  if (status) return status;
  task->finding->search =
      (pathfan_search_counts){.expanded = s->expanded, .generated = s->generated};
  const bool found = s->outcome == PF_GRID_ASTAR_FOUND;
  if (found) {
    status = pf_tracks_next(task->tracks, &track);
    if (!status) status = pf_grow(&track->points, &track->capacity, s->cell_count);
    if (status) return status;
    const int64_t half = (int64_t)1 << (bits - 1);
    for (int32_t i = 0; i < s->cell_count; i++) {
      const int64_t x = s->cells[i] % grid->width, y = s->cells[i] / grid->width;
      track->points[i] = (pf_fixed_point){(x << bits) + half, (y << bits) + half};
    }
    track->count = pf_polyline_straighten(track->points, s->cell_count);
    track->length = s->length;
    track->units = 0;
  }
  state_outcome(task, found, s->outcome == PF_GRID_ASTAR_LIMIT);
  return PATHFAN_OK;
}

void pf_online_scratch_free(pf_online_scratch *s) {
  pf_polyanya_free(&s->polyanya);
  pf_grid_astar_free(&s->astar);
}
