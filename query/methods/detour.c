/* detour.c - areas come with a request, so tables know nothing of them. But a shortest path that
 * touches none is also the shortest that keeps out of them, and the method that found it has proved
 * that. Only if it touches one is path 1 searched for: by A* in the visibility graph, with the ends
 * and the corners of areas attached and all edges that meet an area taken away. No mesh is cut anew
 * for a request, and the answer is exact: a shortest path turns only at convex vertices of the map
 * and at corners of the areas (src/geometry/area.c), never where the two cross each other.
 *
 * Only areas in the way are looked at: first those that the path without areas touches, then those
 * that the path round these touches, until it touches none. Each of these paths is the shortest
 * round some of the areas, so the last one is the shortest round all of them. Why not on a mesh
 * with the areas cut out: docs/decisions/avoid.md.
 *
 * If labels have given the distances without areas, these guide the search: a path round areas is
 * no shorter, so the search looks at little but the surroundings of the areas. */
#include "detour.h"

#include <assert.h>

#include "query/open/pieces.h"

/* Whether a track touches area r. */
static bool touches(const pf_areas *areas, int32_t r, const pf_track *track) {
  for (int32_t i = 0; i + 1 < track->count; i++)
    if (pf_area_meets(areas, r, track->points[i], track->points[i + 1])) return true;
  return false;
}

/* Moves the areas that a track touches right behind the first `active` ones. Returns the number of
 * these then. */
static int32_t activate(pf_areas *areas, int32_t active, const pf_track *track) {
  assert(active >= 0 && active <= areas->ring_count);
  pf_areas_scatter(areas);
  for (int32_t r = active; r < areas->ring_count; r++) {
    if (!touches(areas, r, track)) continue;
    const pf_area_ring swap = areas->rings[r];
    areas->rings[r] = areas->rings[active];
    areas->rings[active++] = swap;
  }
  return active;
}

/* Makes the path that was found the task's track. */
static pathfan_status take_path(const pf_astar *found, const pf_task *task) {
  const pf_index_view *view = task->scene.view;
  pf_track *track = &task->tracks->list[0];
  const pathfan_status status =
      pf_track_set(track, found->points, found->point_count, task->scene.space->fraction_bits);
  if (status || !view) return status;
  for (int32_t i = 0; i + 1 < track->count; i++)
    track->units += pf_units(view, track->points[i], track->points[i + 1]);
  return PATHFAN_OK;
}

/* What guides a search towards end 1. */
typedef struct guidance {
  const pf_task *task;
  const pf_overlay *overlay;
  int32_t goal;
  pathfan_status status;
} guidance;

/* Whether end 1 sees a vertex head-on: labels don't show that. */
static bool is_seen_head_on(const guidance *g, int32_t v) {
  const pf_end *end = &g->task->scene.ends->end[1];
  if (!pf_faces_end(g->task->scene.view, end, v)) return false;
  return g->goal < g->overlay->base->graph.vertex_count || pf_overlay_joins(g->overlay, v, g->goal);
}

static int64_t left_by_labels(void *context, int32_t v) {
  guidance *g = context;
  const pf_scene *scene = &g->task->scene;
  const pf_index_view *view = scene->view;
  if (!g->status) g->status = pf_touch_vertex(view, v);
  if (g->status || is_seen_head_on(g, v)) return 0;
  const int64_t length = pf_end_distance(&scene->ends->end[1], view, v) - PF_SLACK;
  const int bits = g->overlay->base->graph.length_bits - view->header->length_bits;
  return length < PF_FAR - PF_SLACK ? (int64_t)floor(ldexp((double)length, bits)) : 0;
}

/* Finds the shortest path round the first `active` areas; those from `fresh` on aren't attached. */
static pathfan_status search_round(pf_graph_scratch *s, const pf_task *task, const int32_t nodes[2],
                                   int32_t fresh, int32_t active) {
  pf_areas *areas = task->areas;
  const int32_t all = areas->ring_count;
  assert(fresh < active && active <= all);
  guidance known = {task, &s->overlay, nodes[1], PATHFAN_OK};
  const pf_guide guide = {left_by_labels, &known};
  const bool is_known = task->scene.ends->state >= PF_ENDS_SCATTERED;
  areas->ring_count = active; /* the others are hidden for now */
  pathfan_status status =
      pf_graph_attach_areas(&s->overlay, task->scene.space, areas, fresh, task->work_limit);
  if (!status)
    status = pf_astar_find(&s->astar, &s->overlay, nodes[0], nodes[1], is_known ? &guide : NULL,
                           task->work_limit);
  areas->ring_count = all;
  return status ? status : known.status;
}

pathfan_status pf_go_round(pf_graph_scratch *s, const pf_task *task) {
  pf_tracks *tracks = task->tracks;
  int32_t nodes[2], fresh = 0, active;
  assert(tracks->count == 1);
  if (!pf_track_enters(&tracks->list[0], &task->closed)) return PATHFAN_OK;
  active = activate(task->areas, 0, &tracks->list[0]);
  pathfan_status status = pf_graph_attach_ends(s, task, nodes);
  task->finding->proof = PATHFAN_PROOF_SEARCH;
  tracks->count = 0;
  while (!status) {
    status = search_round(s, task, nodes, fresh, active);
    if (status || !s->astar.point_count) break;
    status = take_path(&s->astar, task);
    fresh = active;
    active = activate(task->areas, active, &tracks->list[0]);
    if (active > fresh) continue;
    tracks->count = 1;
    break;
  }
  if (!status && !tracks->count) pf_give_up(task, task->work_limit->stopped);
  return status ? status : pf_areas_cluster(task->areas);
}
