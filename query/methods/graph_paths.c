/* graph_paths.c - plain searches follow any edge. Where an end passes a corner by a hair's breadth,
 * its path may come by the corner in a length that can't be told from the straight one. Such a path
 * is pulled tight there, and then tested for being taut. */
#include "methods/graph_paths.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

pathfan_status pathfan_graph_attach_ends(pathfan_graph_scratch *s, const pathfan_task *task,
                                         int32_t nodes[2]) {
  const pathfan_end *end = task->scene.ends->end;
  const pathfan_search_graph *base;
  pathfan_overlay *overlay = &s->overlay;
  pathfan_status status = pathfan_space_need_graph(task->scene.space, &base, task->scene.error);
  if (!status) status = pathfan_overlay_begin(overlay, base);
  for (int e = 0; e < 2 && !status; e++)
    status = pathfan_overlay_attach(overlay, end[e].at, end[e].polygon, &nodes[e]);
  return status;
}

/* Attached points stay, since vertices have the same numbers in all of a space's graphs. */
static pathfan_status change_base(pathfan_graph_scratch *s, const pathfan_task *task,
                                  pathfan_status (*need)(const pathfan_space *,
                                                         const pathfan_search_graph **,
                                                         pathfan_error *)) {
  const pathfan_search_graph *base;
  const pathfan_status status = need(task->scene.space, &base, task->scene.error);
  if (!status) s->overlay.base = base;
  return status;
}

pathfan_status pathfan_graph_need_lengths(pathfan_graph_scratch *s, const pathfan_task *task) {
  return change_base(s, task, pathfan_space_need_lengths);
}

pathfan_status pathfan_graph_need_turns(pathfan_graph_scratch *s, const pathfan_task *task) {
  return change_base(s, task, pathfan_space_need_turns);
}

static bool meets_area(const void *areas, pathfan_fixed_point a, pathfan_fixed_point b) {
  return pathfan_areas_meet(areas, a, b);
}

pathfan_status pathfan_graph_attach_areas(pathfan_overlay *overlay, const pathfan_space *space,
                                          pathfan_areas *areas, int32_t first,
                                          pathfan_budget *budget) {
  pathfan_status status = pathfan_areas_list_outer_corners(areas, first);
  overlay->blocked = areas->ring_count ? meets_area : NULL;
  overlay->context = areas;
  for (int32_t i = 0; i < areas->outer_corner_count && !status; i++) {
    if (!pathfan_budget_spend(budget, 1)) break; /* which stops the search, too */
    const pathfan_area_corner *corner = &areas->outer_corners[i];
    const int32_t polygon =
        pathfan_locate(space->locator, space->mesh, corner->at, space->fraction_bits);
    int32_t node;
    if (i && corner->ring != corner[-1].ring) pathfan_overlay_part(overlay);
    if (polygon >= 0)
      status = pathfan_overlay_attach_corner(overlay, corner->at, polygon, corner->first,
                                             corner->second, &node);
  }
  return status;
}

pathfan_status pathfan_graph_attach_all(pathfan_graph_scratch *s, const pathfan_task *task,
                                        int32_t nodes[2]) {
  const pathfan_status status = pathfan_graph_attach_ends(s, task, nodes);
  if (status) return status;
  s->overlay.end_count = s->overlay.terminal_count;
  if (!task->areas->ring_count) return PATHFAN_OK;
  return pathfan_graph_attach_areas(&s->overlay, task->scene.space, task->areas, 0, task->budget);
}

bool pathfan_graph_taut_at(const pathfan_overlay *overlay, int32_t before, int32_t node,
                           int32_t after) {
  const pathfan_fixed_point at = pathfan_overlay_at(overlay, node);
  const pathfan_fixed_point in = pathfan_fixed_from_to(pathfan_overlay_at(overlay, before), at);
  const pathfan_fixed_point out = pathfan_fixed_from_to(at, pathfan_overlay_at(overlay, after));
  const pathfan_side side = pathfan_overlay_side(overlay, node, in);
  if (side == PATHFAN_SIDE_NONE || side != pathfan_overlay_side(overlay, node, out)) return false;
  const int turn = pathfan_turn(in, out);
  return side == PATHFAN_SIDE_LEFT ? turn >= 0 : turn <= 0;
}

/* Whether an attached point is joined to a node. */
static bool is_joined(const pathfan_overlay *overlay, int32_t point, int32_t node) {
  return point >= overlay->base->graph.vertex_count &&
         pathfan_overlay_joins(overlay, point, node) &&
         !pathfan_overlay_blocked(overlay, point, node);
}

/* Drops nodes next to the ends of a path that it needn't come by. */
static void pull_tight(const pathfan_overlay *overlay, pathfan_vertex_path *path) {
  int32_t *node = path->vertices;
  while (path->count > 2 && !pathfan_graph_taut_at(overlay, node[0], node[1], node[2]) &&
         is_joined(overlay, node[0], node[2])) {
    memmove(node + 1, node + 2, (size_t)(path->count - 2) * sizeof *node);
    path->count--;
  }
  for (int32_t last = path->count - 1;
       last > 1 && !pathfan_graph_taut_at(overlay, node[last - 2], node[last - 1], node[last]) &&
       is_joined(overlay, node[last], node[last - 2]);
       last--) {
    node[last - 1] = node[last];
    path->count--;
  }
}

pathfan_status pathfan_graph_finish(const pathfan_overlay *overlay, const pathfan_task *task,
                                    pathfan_track *track, bool *taut) {
  pathfan_vertex_path *path = &task->tracks->path;
  pull_tight(overlay, path);
  const int32_t *node = path->vertices;
  const int32_t count = path->count;
  *taut = true;
  for (int32_t i = 1; i + 1 < count && *taut; i++)
    *taut = pathfan_graph_taut_at(overlay, node[i - 1], node[i], node[i + 1]);
  const pathfan_status status =
      pathfan_grow(&track->points, &track->capacity, count, sizeof *track->points);
  if (status) return status;
  for (int32_t i = 0; i < count; i++) track->points[i] = pathfan_overlay_at(overlay, node[i]);
  return pathfan_track_set(track, track->points, count, task->scene.space->fraction_bits);
}

void pathfan_graph_scratch_free(pathfan_graph_scratch *s) {
  pathfan_overlay_free(&s->overlay);
  pathfan_dijkstra_free(&s->dijkstra);
  pathfan_spt_free(&s->trees[0]);
  pathfan_spt_free(&s->trees[1]);
  pathfan_penalty_free(&s->penalty);
  pathfan_astar_free(&s->astar);
  free(s->found.list);
}
