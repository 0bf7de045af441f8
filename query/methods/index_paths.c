/* index_paths.c - path 1 from the labels, via nodes from via sets or tables, their via-paths from
 * the labels, and the choice among them (choose.c). */
#include "methods/index_paths.h"

#include <string.h>

#include "built_with.h"
#include "choose.h"
#include "mesh/segment.h"
#include "objective.h"
#include "methods/via_sets.h"
#include "recover.h"
#include "shortest.h"

/* Whether an end sees a vertex head-on: no list of visible vertices tells that. */
static bool seen_head_on(const pathfan_scene *scene, int e, int32_t v) {
  const pathfan_index_view *view = scene->view;
  const pathfan_end *end = &scene->ends->end[e];
  return pathfan_faces_end(view, end, v) &&
         pathfan_mesh_sees(&view->mesh, end->at, end->polygon, pathfan_vertex_fixed(view, v),
                           view->vertex_polygon[v], view->header->fraction_bits);
}

static bool is_not_head_on(const void *task, const pathfan_candidate *c) {
  const pathfan_scene *scene = &((const pathfan_task *)task)->scene;
  return !seen_head_on(scene, 0, c->via) && !seen_head_on(scene, 1, c->via);
}

/* Whether the two halves of a candidate are the shortest paths from its via node
 * to the ends. They are the shortest that arrive there tautly; a shorter one may
 * arrive head-on, and then the via-path proper is not taut. Few candidates come
 * this far, so the arrivals that settle it are scattered only now. */
static bool is_via_path(const void *task, const pathfan_candidate *c) {
  const pathfan_scene *scene = &((const pathfan_task *)task)->scene;
  pathfan_ends *ends = scene->ends;
  int32_t hub;
  pathfan_ends_add_arrivals(ends, scene->view);
  return is_not_head_on(task, c) &&
         pathfan_distance_to(scene->view, &ends->end[0].distances, c->via, &hub) +
                 pathfan_distance_to(scene->view, &ends->end[1].distances, c->via, &hub) +
                 PATHFAN_SLACK >=
             c->order;
}

static pathfan_status recover(const void *context, const pathfan_candidate *c, pathfan_track *track,
                              bool *taut) {
  const pathfan_task *task = context;
  const pathfan_scene *scene = &task->scene;
  return pathfan_recover_via(scene->view, scene->ends, c, &task->tracks->path, track, taut);
}

static pathfan_status recover_proper(const void *context, const pathfan_candidate *c,
                                     pathfan_track *track, bool *taut) {
  const pathfan_task *task = context;
  *taut = task->scene.ends->state < PATHFAN_ENDS_ARRIVALS || is_via_path(context, c);
  return *taut ? recover(context, c, track, taut) : PATHFAN_OK;
}

static pathfan_status find_fast(pathfan_index_scratch *s, const pathfan_task *task, int64_t limit) {
  const pathfan_recovery recovery = {task, recover_proper, is_via_path, .splices = true};
  const bool by_tables =
      task->request->algorithm == PATHFAN_ALGORITHM_CVPD || !task->scene.view->regions.head;
  const pathfan_status status =
      by_tables ? pathfan_collect_from_tables(task, limit, &s->tables, &s->tried, &s->found)
                : pathfan_collect_from_via_sets(task, limit, &s->tried, &s->found);
  return status ? status : pathfan_choose(task, &recovery, &s->found, task->budget->stopped);
}

#if PATHFAN_WITH_THOROUGH
/* What dissimilarity finds, by labels. */
static pathfan_status find_thoroughly(pathfan_index_scratch *s, const pathfan_task *task,
                                      int64_t limit) {
  const pathfan_recovery recovery = {task, recover, is_not_head_on, .splices = true};
  pathfan_ends_add_arrivals(task->scene.ends, task->scene.view);
  const pathfan_status status =
      pathfan_collect_from_all(task, limit, &s->thorough, &s->tried, &s->found);
  return status ? status : pathfan_choose(task, &recovery, &s->found, task->budget->stopped);
}

/* Forgets all paths but the first, and what was said of them. */
static void start_over(const pathfan_task *task) {
  task->tracks->count = 1;
  memset(&task->finding->candidates, 0, sizeof task->finding->candidates);
  task->finding->outcome = PATHFAN_OUTCOME_OK;
}

/* The fast mode has found fewer than k: all vertices are tried. `before`: the budget as it was
 * before the fast mode. */
static pathfan_status go_on_thoroughly(pathfan_index_scratch *s, const pathfan_task *task,
                                       int64_t limit, pathfan_budget before) {
  const int32_t fast = task->tracks->count;
  start_over(task);
  pathfan_status status = find_thoroughly(s, task, limit);
  if (status || task->tracks->count >= fast) return status;
  /* Rare: a shorter path took the place of two, or the work came to its limit. The fast
     mode's paths stand; finding them again is not counted. */
  const pathfan_budget spent = *task->budget;
  start_over(task);
  *task->budget = before;
  status = find_fast(s, task, limit);
  *task->budget = spent;
  if (spent.stopped) pathfan_give_up(task, true);
  return status;
}
#endif

pathfan_status pathfan_find_alternatives(pathfan_index_scratch *s, const pathfan_task *task) {
  const pathfan_request *request = task->request;
  const int64_t limit = pathfan_longest(request, task->tracks->list[0].units);
  pathfan_status status = pathfan_stamp_fit(&s->tried, (int64_t)task->scene.view->n + 1);
  if (status) return status;
#if PATHFAN_WITH_THOROUGH
  const bool thorough = request->effort == PATHFAN_EFFORT_THOROUGH;
  const pathfan_budget before = *task->budget;
  /* An objective wants to see them all. */
  if (thorough && pathfan_objective_is_set(&request->objective))
    return find_thoroughly(s, task, limit);
  /* What is filled in comes last, from all vertices. */
  pathfan_request strict = *request;
  pathfan_task first = *task;
  first.request = &strict;
  strict.fill = request->fill && !thorough;
  status = find_fast(s, &first, limit);
  /* Where the limit was met, here or by a search before, nobody goes on. */
  if (!status && thorough && task->tracks->count < request->paths &&
      task->finding->outcome != PATHFAN_OUTCOME_WORK_LIMIT)
    status = go_on_thoroughly(s, task, limit, before);
  return status;
#else
  return find_fast(s, task, limit);
#endif
}

pathfan_status pathfan_find_by_index(pathfan_method_scratch *scratch, const pathfan_task *task) {
  const pathfan_scene *scene = &task->scene;
  if (task->request->paths == 1)
    return pathfan_find_shortest_alone(scene->view, scene->space, scene->ends, task->tracks,
                                       scene->error);
  pathfan_status status = pathfan_ends_scatter(scene->ends, scene->view);
  if (!status)
    status =
        pathfan_find_shortest(scene->view, scene->space, scene->ends, task->tracks, scene->error);
  if (!status && task->request->paths > 1) status = pathfan_find_alternatives(scratch->index, task);
  return status;
}

void pathfan_index_scratch_free(pathfan_index_scratch *s) {
  free(s->found.list);
  pathfan_stamp_free(&s->tried);
  pathfan_table_scratch_free(&s->tables);
#if PATHFAN_WITH_THOROUGH
  pathfan_thorough_scratch_free(&s->thorough);
#endif
}
