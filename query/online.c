/* online.c - path 1 by searching the mesh (Polyanya) or the cells (A*), with or
 * without an index. */
#include <stdlib.h>

#include "scratch.h"

static_assert((int)PATHFAN_WITHOUT_ROOT_HISTORY == PATHFAN_POLYANYA_NO_ROOT_HISTORY &&
                  (int)PATHFAN_WITHOUT_DEAD_ENDS == PATHFAN_POLYANYA_NO_DEAD_ENDS &&
                  (int)PATHFAN_WITHOUT_CUL_DE_SACS == PATHFAN_POLYANYA_NO_CUL_DE_SACS &&
                  (int)PATHFAN_WITHOUT_INTERMEDIATE == PATHFAN_POLYANYA_NO_INTERMEDIATE &&
                  (int)PATHFAN_WITHOUT_COMPONENTS == PATHFAN_POLYANYA_NO_COMPONENTS,
              "the search takes the request's bits as they are");

pathfan_status pathfan_track_set(pathfan_track *track, const pathfan_fixed_point *points,
                                 int32_t count, int fraction_bits) {
  const pathfan_status status =
      pathfan_grow(&track->points, &track->capacity, count, sizeof *track->points);
  if (status) return status;
  for (int32_t i = 0; i < count; i++) track->points[i] = points[i];
  track->count = pathfan_polyline_straighten(track->points, count);
  track->length = pathfan_polyline_length(track->points, track->count, fraction_bits);
  track->units = 0;
  return PATHFAN_OK;
}

/* The one path of a search, or why there is none. */
static void close_answer(pathfan_query *q, const pathfan_request *request, bool found,
                         bool stopped) {
  pathfan_answer *answer = &q->answer;
  answer->work = (uint64_t)answer->search.expanded;
  q->track_count = found;
  if (stopped) {
    answer->outcome = PATHFAN_OUTCOME_WORK_LIMIT;
    answer->reason = PATHFAN_REASON_WORK_LIMIT;
  } else if (!found) {
    answer->outcome = PATHFAN_OUTCOME_NO_PATH;
    answer->reason = PATHFAN_REASON_NO_CANDIDATES;
  } else {
    answer->reason = request->paths == 1 ? PATHFAN_REASON_COMPLETE : PATHFAN_REASON_NO_CANDIDATES;
  }
}

static pathfan_status find_by_polyanya(pathfan_query *q, const pathfan_request *request) {
  const pathfan_search_mesh *mesh = q->index ? &q->index->search : &q->map->search;
  pathfan_polyanya *s = &q->polyanya;
  pathfan_track *track;
  pathfan_status status =
      q->index ? pathfan_generation_need(q->index, PATHFAN_PART_SEARCH, &q->error) : PATHFAN_OK;
  if (!status)
    status =
        pathfan_polyanya_find(s, mesh, (pathfan_polyanya_end){q->ends[0].at, q->ends[0].polygon},
                              (pathfan_polyanya_end){q->ends[1].at, q->ends[1].polygon},
                              request->without, request->work_limit);
  if (status) return status;
  q->answer.search = (pathfan_search_counts){s->expanded, s->generated, s->pruned};
  const bool found = s->outcome == PATHFAN_POLYANYA_FOUND;
  if (found) {
    status = pathfan_next_track(q, &track);
    if (!status)
      status = pathfan_track_set(track, s->points, s->point_count, q->site.fraction_bits);
    if (status) return status;
  }
  close_answer(q, request, found, s->outcome == PATHFAN_POLYANYA_LIMIT);
  return found ? pathfan_go_round(q, request) : PATHFAN_OK;
}

/* A* answers with centres of cells, and with the length of its steps. */
static pathfan_status find_by_astar(pathfan_query *q, const pathfan_request *request) {
  const pathfan_grid *grid = &q->map->ground.grid;
  const int bits = q->site.fraction_bits;
  const int32_t from = pathfan_grid_cell_of(grid, q->ends[0].at, bits);
  const int32_t to = pathfan_grid_cell_of(grid, q->ends[1].at, bits);
  pathfan_grid_astar *s = &q->astar;
  pathfan_track *track;
  pathfan_status status = pathfan_grid_astar_find(s, grid, from, to, request->work_limit);
  if (status) return status;
  q->answer.search = (pathfan_search_counts){s->expanded, s->generated, 0};
  const bool found = s->outcome == PATHFAN_GRID_ASTAR_FOUND;
  if (found) {
    status = pathfan_next_track(q, &track);
    if (!status)
      status = pathfan_grow(&track->points, &track->capacity, s->cell_count, sizeof *track->points);
    if (status) return status;
    const int64_t half = (int64_t)1 << (bits - 1);
    for (int32_t i = 0; i < s->cell_count; i++) {
      const int64_t x = s->cells[i] % grid->width, y = s->cells[i] / grid->width;
      track->points[i] = (pathfan_fixed_point){(x << bits) + half, (y << bits) + half};
    }
    track->count = pathfan_polyline_straighten(track->points, s->cell_count);
    track->length = s->length;
    track->units = 0;
  }
  close_answer(q, request, found, s->outcome == PATHFAN_GRID_ASTAR_LIMIT);
  return PATHFAN_OK;
}

pathfan_status pathfan_find_online(pathfan_query *q, const pathfan_request *request) {
  return request->algorithm == PATHFAN_ALGORITHM_ASTAR ? find_by_astar(q, request)
                                                       : find_by_polyanya(q, request);
}

pathfan_status pathfan_query_create_online(const pathfan_map *map, pathfan_query **out) {
  if (!map || !out) return pathfan_refuse_null(NULL);
  *out = calloc(1, sizeof **out);
  if (!*out) return PATHFAN_ERR_NO_MEMORY;
  (*out)->map = map;
  (*out)->site = pathfan_site_of(map->ground.frame, &map->ground.locator, &map->ground.mesh.view);
  return PATHFAN_OK;
}
