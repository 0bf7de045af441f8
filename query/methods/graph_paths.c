/* graph_paths.c - plain searches follow any edge. Where an end passes a corner by a hair's breadth,
 * its path may come by the corner in a length that can't be told from the straight one. Such a path
 * is pulled tight there, and then tested for being taut. */
#include "graph_paths.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

pathfan_status pf_graph_attach_ends(pf_graph_scratch *s, const pf_task *task, int32_t nodes[2]) {
  const pf_end *end = task->scene.ends->end;
  const pf_search_graph *base;
  pf_overlay *overlay = &s->overlay;
  assert(task->scene.ends->state >= PF_ENDS_PLACED);
  pathfan_status status = pf_space_need_graph(task->scene.space, &base, task->scene.error);
  if (!status) status = pf_overlay_begin(overlay, base);
  for (int e = 0; e < 2 && !status; e++)
    status = pf_overlay_attach(overlay, end[e].at, end[e].polygon, &nodes[e]);
  return status;
}

/* Attached points stay, since vertices have the same numbers in all of a space's graphs. */
static pathfan_status change_base(pf_graph_scratch *s, const pf_task *task,
                                  pathfan_status (*need)(const pf_space *, const pf_search_graph **,
                                                         pathfan_error *)) {
  const pf_search_graph *base;
  const pathfan_status status = need(task->scene.space, &base, task->scene.error);
  if (!status) s->overlay.base = base;
  return status;
}

pathfan_status pf_graph_need_lengths(pf_graph_scratch *s, const pf_task *task) {
  return change_base(s, task, pf_space_need_lengths);
}

pathfan_status pf_graph_need_turns(pf_graph_scratch *s, const pf_task *task) {
  return change_base(s, task, pf_space_need_turns);
}

static bool meets_area(const void *areas, pf_fixed_point a, pf_fixed_point b) {
  return pf_areas_meet(areas, a, b);
}

pathfan_status pf_graph_attach_areas(pf_overlay *overlay, const pf_space *space, pf_areas *areas,
                                     int32_t first, pf_work_limit *work_limit) {
  assert(first >= 0 && first <= areas->ring_count);
  pathfan_status status = pf_areas_list_outer_corners(areas, first);
  overlay->blocked = areas->ring_count ? meets_area : NULL;
  overlay->context = areas;
  for (int32_t i = 0; i < areas->outer_corner_count && !status; i++) {
    if (!pf_work_limit_spend(work_limit, 1)) break; /* which stops the search, too */
    const pf_area_corner *corner = &areas->outer_corners[i];
    const int32_t polygon =
        pf_locate(space->locator, space->mesh, corner->at, space->fraction_bits);
    int32_t node;
    if (i && corner->ring != corner[-1].ring) pf_overlay_part(overlay);
    if (polygon >= 0)
      status = pf_overlay_attach_corner(overlay, corner->at, polygon, corner->first, corner->second,
                                        &node);
  }
  return status;
}

pathfan_status pf_graph_attach_all(pf_graph_scratch *s, const pf_task *task, int32_t nodes[2]) {
  const pathfan_status status = pf_graph_attach_ends(s, task, nodes);
  if (status) return status;
  s->overlay.end_count = s->overlay.terminal_count;
  if (!task->areas) return PATHFAN_OK;
  return pf_graph_attach_areas(&s->overlay, task->scene.space, task->areas, 0, task->work_limit);
}

bool pf_graph_taut_at(const pf_overlay *overlay, int32_t before, int32_t node, int32_t after) {
  const pf_fixed_point at = pf_overlay_at(overlay, node);
  const pf_fixed_point in = pf_fixed_from_to(pf_overlay_at(overlay, before), at);
  const pf_fixed_point out = pf_fixed_from_to(at, pf_overlay_at(overlay, after));
  const pf_side side = pf_overlay_side(overlay, node, in);
  if (side == PF_SIDE_NONE || side != pf_overlay_side(overlay, node, out)) return false;
  const int turn = pf_turn(in, out);
  return side == PF_SIDE_LEFT ? turn >= 0 : turn <= 0;
}

/* Whether an attached point is joined to a node. */
static bool is_joined(const pf_overlay *overlay, int32_t point, int32_t node) {
  return point >= overlay->base->graph.vertex_count && pf_overlay_joins(overlay, point, node) &&
         !pf_overlay_blocked(overlay, point, node);
}

/* Drops nodes next to the ends of a path that it needn't come by. */
static void pull_tight(const pf_overlay *overlay, pf_vertex_path *path) {
  int32_t *node = path->vertices;
  while (path->count > 2 && !pf_graph_taut_at(overlay, node[0], node[1], node[2]) &&
         is_joined(overlay, node[0], node[2])) {
    memmove(node + 1, node + 2, (size_t)(path->count - 2) * sizeof *node);
    path->count--;
  }
  for (int32_t last = path->count - 1;
       last > 1 && !pf_graph_taut_at(overlay, node[last - 2], node[last - 1], node[last]) &&
       is_joined(overlay, node[last], node[last - 2]);
       last--) {
    node[last - 1] = node[last];
    path->count--;
  }
}

pathfan_status pf_graph_finish(const pf_overlay *overlay, const pf_task *task, pf_track *track,
                               bool *taut) {
  pf_vertex_path *path = &task->tracks->path;
  assert(path->count >= 2); /* both ends */
  pull_tight(overlay, path);
  const int32_t *node = path->vertices;
  const int32_t count = path->count;
  *taut = true;
  for (int32_t i = 1; i + 1 < count && *taut; i++)
    *taut = pf_graph_taut_at(overlay, node[i - 1], node[i], node[i + 1]);
  const pathfan_status status = pf_grow(&track->points, &track->capacity, count);
  if (status) return status;
  for (int32_t i = 0; i < count; i++) track->points[i] = pf_overlay_at(overlay, node[i]);
  return pf_track_set(track, track->points, count, task->scene.space->fraction_bits);
}

void pf_graph_scratch_free(pf_graph_scratch *s) {
  pf_overlay_free(&s->overlay);
  pf_dijkstra_free(&s->dijkstra);
  pf_spt_free(&s->trees[0]);
  pf_spt_free(&s->trees[1]);
  pf_penalty_free(&s->penalty);
  pf_astar_free(&s->astar);
  free(s->found.list);
}
