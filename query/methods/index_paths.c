/* index_paths.c - path 1 from labels, via nodes from via sets or tables, their via-paths from
 * labels, and the choice among them (choose.c). */
#include "index_paths.h"

#include <math.h>
#include <string.h>

#include "query/open/built_with.h"
#include "query/choose/choose.h"
#include "geometry/polyline.h"
#include "mesh/segment.h"
#include "search_first.h"
#include "via_sets.h"
#include "query/choose/objective.h"
#include "query/paths/recover.h"
#include "query/paths/shortest.h"
#include "query/choose/trace.h"

/* Whether an end sees a vertex head-on, which lists of visible vertices don't show. */
static bool seen_head_on(const pf_scene *scene, int e, int32_t v) {
  const pf_index_view *view = scene->view;
  const pf_end *end = &scene->ends->end[e];
  return pf_faces_end(view, end, v) &&
         pf_mesh_sees(&view->mesh, end->at, end->polygon, pf_vertex_fixed(view, v),
                      view->vertex_polygon[v], view->header->fraction_bits);
}

static bool is_not_head_on(const void *task, const pf_candidate *c) {
  const pf_scene *scene = &((const pf_task *)task)->scene;
  return !seen_head_on(scene, 0, c->via) && !seen_head_on(scene, 1, c->via);
}

/* Whether a path that arrives at a vertex head-on is shorter than `length`. */
static bool has_arrival(const pf_scene *scene, int e, int32_t v, int64_t length) {
  const pf_end *end = &scene->ends->end[e];
  int32_t from;
  return pf_arrival_at(scene->view, &end->distances, end->at, v, length, &from) < length;
}

/* Whether the two halves of a candidate are the shortest paths from its via node to the ends. They
 * are the shortest that arrive there tautly; if a shorter one arrives head-on, the true via-path
 * isn't taut. c->order is only a first bound on arrivals; the true lengths decide. */
static bool is_via_path(const void *task, const pf_candidate *c) {
  const pf_scene *scene = &((const pf_task *)task)->scene;
  const pf_end *end = scene->ends->end;
  if (!is_not_head_on(task, c)) return false;
  pf_ends_ask_arrivals(scene->ends, scene->view, c->via);
  if (!has_arrival(scene, 0, c->via, c->order) && !has_arrival(scene, 1, c->via, c->order))
    return true;
  return pf_end_distance(&end[0], scene->view, c->via) +
             pf_end_distance(&end[1], scene->view, c->via) + PF_SLACK >=
         c->order;
}

/* A candidate that isn't proper need not be taut all along, nor do splices of it (splices.c). So
 * all candidates are tested for it if there are splices, else only the few that pass all other
 * tests. */
static pathfan_status recover(const pf_task *task, const pf_candidate *c, pf_track *track,
                              bool *taut,
                              bool (*is_proper)(const void *task, const pf_candidate *c)) {
  const pf_scene *scene = &task->scene;
  pf_vertex_path *path = &task->tracks->path;
  pathfan_status status = pf_recover_via(scene->view, scene->ends, c, path, track, taut);
  if (!status && !*taut && pf_is_traced(task)) /* the trace shows it, too */
    status = pf_recover_by_vertices(scene->view, scene->ends, path, track);
  *taut = *taut && (!task->choice->splices || is_proper(task, c));
  return status;
}

/* Whether a via-path meets itself: unknown if it goes straight on at its via node, or if an end is
 * there, since the path comes back to it. */
static pf_simplicity simplicity_of(const pf_index_view *view, const pf_track *track, int32_t via) {
  const pf_fixed_point at = pf_vertex_fixed(view, via);
  /* An end of a path may have been tightened, and each leg is rounded. */
  const double slack = (4 * PF_SLACK + track->count) / view->units_per_fixed;
  const int32_t last = track->count - 1;
  if ((track->points[0].x == at.x && track->points[0].y == at.y) ||
      (track->points[last].x == at.x && track->points[last].y == at.y))
    return PF_SIMPLICITY_UNKNOWN;
  for (int32_t i = 1; i < last; i++)
    if (track->points[i].x == at.x && track->points[i].y == at.y)
      return pf_polyline_halves_meet(track->points, track->count, i, slack) ? PF_NOT_SIMPLE
                                                                            : PF_SIMPLE;
  return PF_SIMPLICITY_UNKNOWN;
}

static pathfan_status recover_via_path(const void *task, const pf_candidate *c, pf_track *track,
                                       bool *taut) {
  const pf_task *own = task;
  const pathfan_status status = recover(own, c, track, taut, is_via_path);
  if (!status && *taut && own->choice->splices)
    track->simplicity = simplicity_of(own->scene.view, track, c->via);
  return status;
}

static pf_fixed_point via_at(const void *task, const pf_candidate *c) {
  return pf_vertex_fixed(((const pf_task *)task)->scene.view, c->via);
}

static bool asks_tables(const pf_task *task) {
  return task->request->algorithm == PATHFAN_ALGORITHM_CVPD || !task->scene.view->regions.section;
}

/* asked: the request that decides which via nodes are tried (via_sets.c). */
static pathfan_status find_fast(pf_index_scratch *s, const pf_task *task,
                                const pathfan_request *asked, int64_t limit) {
  const pf_recovery recovery = {task, recover_via_path, is_via_path, true, via_at};
  const pathfan_status status =
      asks_tables(task) ? pf_collect_from_tables(task, limit, &s->tables, &s->tried, &s->found)
                        : pf_collect_from_via_sets(task, asked, limit, &s->tried, &s->found);
  return status ? status : pf_choose(task, &recovery, &s->found, task->work_limit->stopped);
}

/* Forgets all paths but the first, and what was told and counted of candidates. */
static void start_over(const pf_task *task) {
  if (pf_is_traced(task)) pf_trace_forget(task, true);
  task->tracks->count = 1;
  memset(&task->finding->candidates, 0, sizeof task->finding->candidates);
  task->finding->outcome = PATHFAN_OUTCOME_OK;
}

#if PATHFAN_WITH_THOROUGH
/* Recovers a candidate whose distances are the true ones, except of what an end sees head-on. */
static pathfan_status recover_in_view(const void *task, const pf_candidate *c, pf_track *track,
                                      bool *taut) {
  return recover(task, c, track, taut, is_not_head_on);
}

/* Finds the paths of Dissimilarity, by labels. */
static pathfan_status find_thoroughly(pf_index_scratch *s, const pf_task *task, int64_t limit) {
  const pf_recovery recovery = {task, recover_in_view, is_not_head_on, true, via_at};
  const pathfan_status status =
      pf_collect_from_all(task, limit, &s->thorough, &s->tried, &s->found);
  return status ? status : pf_choose(task, &recovery, &s->found, task->work_limit->stopped);
}

/* Tries all vertices, after the fast mode has found `fast` paths, fewer than k. `before`: the
 * work limit as it was before the fast mode. */
static pathfan_status go_on_thoroughly(pf_index_scratch *s, const pf_task *task, int64_t limit,
                                       pf_work_limit before, int32_t fast) {
  start_over(task);
  pathfan_status status = find_thoroughly(s, task, limit);
  if (status || task->tracks->count >= fast) return status;
  /* Rare: a shorter path took the place of two, or the work limit was reached. The fast mode's
     paths stand; finding them again isn't counted. */
  const pf_work_limit spent = *task->work_limit;
  start_over(task);
  *task->work_limit = before;
  status = find_fast(s, task, task->request, limit);
  *task->work_limit = spent;
  if (spent.stopped) pf_give_up(task, true);
  return status;
}

/* Counts the paths that a fast request finds. If the index says so, it tries only some via nodes of
 * a set. Rarely that gives more paths: one that only the others give may take the place of two. */
static pathfan_status count_fast(pf_index_scratch *s, const pf_task *task, int64_t limit,
                                 pf_work_limit before, int32_t *count) {
  const pf_work_limit spent = *task->work_limit;
  start_over(task);
  *task->work_limit = before;
  const pathfan_status status = find_fast(s, task, task->request, limit);
  *count = task->work_limit->stopped ? 0 : task->tracks->count;
  *task->work_limit = spent;
  return status;
}

static pathfan_status fast_then_all(pf_index_scratch *s, const pf_task *task, int64_t limit) {
  const pathfan_request *request = task->request;
  const pf_work_limit before = *task->work_limit;
  pathfan_request strict = *request, fast = *request;
  pf_task first = *task, fast_task = *task;
  const pathfan_outcome *outcome = &task->finding->outcome;
  first.request = &strict;
  strict.fill = false; /* filling comes last, from all vertices */
  fast_task.request = &fast;
  fast.effort = PATHFAN_EFFORT_FAST;
  pathfan_status status = find_fast(s, &first, request, limit);
  const int32_t found = task->tracks->count;
  /* If the limit was reached, here or by a search before, nothing more is tried. */
  if (status || found >= request->paths || *outcome == PATHFAN_OUTCOME_WORK_LIMIT) return status;
  int32_t least = 0;
  if (!asks_tables(task)) status = count_fast(s, &fast_task, limit, before, &least);
  if (!status) status = go_on_thoroughly(s, task, limit, before, found);
  if (status || task->tracks->count >= least || *outcome == PATHFAN_OUTCOME_WORK_LIMIT)
    return status;
  start_over(task);
  return find_fast(s, &fast_task, &fast, limit);
}
#endif

/* Whether path 1 touches an area that was ignored so far: alternatives aren't wanted then. */
static bool is_in_vain(const pf_task *task) {
  return task->ignored && pf_track_enters(&task->tracks->list[0], task->ignored);
}

pathfan_status pf_find_alternatives(pf_index_scratch *s, const pf_task *task) {
  const pathfan_request *request = task->request;
  if (is_in_vain(task)) return PATHFAN_OK;
  const int64_t limit = pf_longest(request, task->tracks->list[0].units);
  const pathfan_status status = pf_stamp_fit(&s->tried, (int64_t)task->scene.view->n + 1);
  if (status) return status;
#if PATHFAN_WITH_THOROUGH
  /* An objective must see all candidates. */
  if (request->effort == PATHFAN_EFFORT_THOROUGH)
    return pf_objective_is_set(&request->objective) ? find_thoroughly(s, task, limit)
                                                    : fast_then_all(s, task, limit);
#endif
  return find_fast(s, task, request, limit);
}

/* Whether lists of hubs may give path 1: not for the paper's method, nor where the work is told or
 * limited. A kept end is looked from once for many requests. */
static bool asks_lists(const pf_task *task) {
  const pathfan_request *request = task->request;
  return task->scene.view->listed.head && request->algorithm == PATHFAN_ALGORITHM_INDEX &&
         !request->work_limit && !request->trace && pf_ends_kept(task->scene.ends) < 0;
}

/* Finds path 1 from lists, if the ends don't see each other. */
static pathfan_status find_listed(const pf_task *task, bool *found) {
  const pf_scene *scene = &task->scene;
  const pathfan_status status =
      pf_generation_need(task->generation, PF_PART_LISTED_PIECES, scene->error);
  return status
             ? status
             : pf_find_shortest_listed(scene->view, scene->ends, task->tracks, found, scene->error);
}

/* Finds path 1 alone; by lists or by a search first, if the ends haven't been looked from. */
static pathfan_status find_first(pf_method_scratch *scratch, const pf_task *task,
                                 bool have_looked) {
  const pf_scene *scene = &task->scene;
  bool found;
  pathfan_status status =
      pf_find_straight(scene->view, scene->space, scene->ends, task->tracks, &found);
  if (!status && !found && !have_looked && asks_lists(task)) status = find_listed(task, &found);
#if PATHFAN_WITH_SEARCH
  if (!status && !found && !have_looked) status = pf_search_first(scratch, task, &found);
#else
  (void)scratch, (void)have_looked;
#endif
  return status || found
             ? status
             : pf_find_shortest_alone(scene->view, scene->ends, task->tracks, scene->error);
}

/* In the open most vertices that ends see lie on long paths only. So paths up to these stretches
 * are tried first, one stretch after the other, and last those as long as the request allows. The
 * candidates within a stretch are the same, and in the same order, as among all; rarely a splice of
 * longer ones is as short, and isn't known. Tables name via nodes by the vertices that ends see,
 * and may name those of short paths for vertices that are on none; so this isn't done with
 * tables. */
static const double open_stretches[] = {1.05, INFINITY};
static const double vast_stretches[] = {1.005, 1.02, 1.08, INFINITY};

/* If path 1 is longer than the straight line by more than this, little can be ruled out. */
#define WINDING 1.1

/* Whether paths found among the shorter ones, or without dead ends, may be all that the request
 * needs: it has no use for other candidates, counts of work, further distances, or a trace. */
static bool asks_paths_alone(const pf_task *task) {
  const pathfan_request *request = task->request;
  return !pf_objective_is_set(&request->objective) && !request->max_bounded_stretch &&
         !request->min_local_optimality && !request->work_limit && !request->trace &&
         !asks_tables(task);
}

/* Finds path 1 and, if there are enough of them, the others among the shorter paths; *all: whether
 * there are. Both ends must have been looked from. */
static pathfan_status find_near(pf_method_scratch *scratch, const pf_task *task,
                                pf_view_kind view_kind, bool *all) {
  pf_index_scratch *s = scratch->index;
  const pf_scene *scene = &task->scene;
  pathfan_request strict = *task->request;
  pf_task near_task = *task;
  *all = false;
  strict.fill = false;
  near_task.request = &strict;
  pathfan_status status = pf_stamp_fit(&s->tried, (int64_t)scene->view->n + 1);
  if (!status) status = find_first(scratch, task, true);
  if (status) return status;
  const int64_t shortest = task->tracks->list[0].units;
  const int64_t straight = pf_units(scene->view, scene->ends->end[0].at, scene->ends->end[1].at);
  *all = is_in_vain(task);
  if (*all || (double)shortest > WINDING * (double)straight) return PATHFAN_OK;
  const double *stretch = view_kind == PF_VIEW_VAST ? vast_stretches : open_stretches;
  for (; *stretch < task->request->stretch; stretch++) {
    strict.stretch = *stretch;
    const int64_t limit = pf_longest(&strict, shortest);
    pf_ends_scatter_near(scene->ends, scene->view, limit);
    status = find_fast(s, &near_task, task->request, limit);
    *all = task->tracks->count >= task->request->paths;
    if (status || *all) return status;
    start_over(task);
  }
  return PATHFAN_OK;
}

pathfan_status pf_find_by_index(pf_method_scratch *scratch, const pf_task *task) {
  const pathfan_request *request = task->request;
  const pf_scene *scene = &task->scene;
  const bool is_plain = request->paths > 1 && asks_paths_alone(task);
  pf_view_kind view_kind = PF_VIEW_DEAD;
  bool all = false;
  pathfan_status status = PATHFAN_OK;
  if (request->paths == 1 || is_plain)
    status = pf_generation_need(task->generation, PF_PART_ONWARD, scene->error);
  if (status) return status;
  if (request->paths == 1) return find_first(scratch, task, false);
  if (is_plain && request->stretch > vast_stretches[0] && pf_ends_kept(scene->ends) < 0)
    status = pf_ends_find_view_kind(scene->ends, scene->view, &view_kind);
  const bool near_first = view_kind >= PF_VIEW_OPEN;
  if (!status && near_first) status = find_near(scratch, task, view_kind, &all);
  if (status || all) return status;
  if (!is_plain || request->effort != PATHFAN_EFFORT_FAST || view_kind == PF_VIEW_PLAIN)
    status = pf_ends_scatter(scene->ends, scene->view);
  else if (near_first)
    pf_ends_scatter_near(scene->ends, scene->view,
                         pf_longest(request, task->tracks->list[0].units));
  else
    status = pf_ends_scatter_onward(scene->ends, scene->view);
  if (!status && !near_first)
    status = pf_find_shortest(scene->view, scene->space, scene->ends, task->tracks, scene->error);
  return status ? status : pf_find_alternatives(scratch->index, task);
}

void pf_index_scratch_free(pf_index_scratch *s) {
  free(s->found.list);
  pf_stamp_free(&s->tried);
  pf_table_scratch_free(&s->tables);
#if PATHFAN_WITH_THOROUGH
  pf_thorough_scratch_free(&s->thorough);
#endif
}
