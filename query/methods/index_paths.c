/* index_paths.c - path 1 from labels, via nodes from via sets or tables, their via-paths from
 * labels, and the choice among them (choose.c). */
#include "index_paths.h"

#include <math.h>

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
  *taut = *taut && (!task->choice->entries.splices || is_proper(task, c));
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
  if (!status && *taut && own->choice->entries.splices)
    track->simplicity = simplicity_of(own->scene.view, track, c->via);
  return status;
}

static pf_fixed_point via_at(const void *task, const pf_candidate *c) {
  return pf_vertex_fixed(((const pf_task *)task)->scene.view, c->via);
}

static bool asks_tables(const pf_task *task) {
  return task->request->algorithm == PATHFAN_ALGORITHM_CVPD || !task->scene.view->regions.section;
}

static pf_recovery fast_recovery(const pf_task *task) {
  return (pf_recovery){.context = task,
                       .recover = recover_via_path,
                       .is_proper = is_via_path,
                       .via_at = via_at,
                       .splices = true,
                       .goes_on = task->request->effort == PATHFAN_EFFORT_THOROUGH};
}

/* Tries the via nodes of a via set, or those that tables name, whose via-paths are longer than
 * `floor` and at most `limit` long. */
static pathfan_status try_named(pf_index_scratch *s, const pf_task *task, int64_t floor,
                                int64_t limit, int32_t *count) {
  pf_recovery recovery = fast_recovery(task);
  const bool is_thorough = task->request->effort == PATHFAN_EFFORT_THOROUGH;
  recovery.stage = is_thorough ? PF_STAGE_SET : PF_STAGE_FIRST;
  recovery.reach = limit;
  const pathfan_status status =
      asks_tables(task) ? pf_collect_from_tables(task, limit, &s->tables, &s->tried, &s->found)
                        : pf_collect_from_via_sets(task, PF_STAGE_FIRST, recovery.stage, floor,
                                                   limit, &s->tried, &s->found);
  return status ? status : pf_choice_offer(task, &recovery, &s->found, count);
}

/* Tries the other via nodes of a via set, unless as many paths are found as can be expected. Marked
 * are those of answers at samples; elsewhere one without a mark may be far enough from the paths,
 * where a marked one is too near. */
static pathfan_status try_others_named(pf_index_scratch *s, const pf_task *task, int64_t limit,
                                       int32_t *count) {
  pf_recovery recovery = fast_recovery(task);
  int32_t promised;
  pathfan_status status = pf_via_sets_promise(task, &promised);
  if (status || *count >= promised) return status;
  recovery.stage = PF_STAGE_SET;
  status =
      pf_collect_from_via_sets(task, PF_STAGE_SET, PF_STAGE_SET, -1, limit, &s->tried, &s->found);
  return status || !s->found.count ? status : pf_choice_offer(task, &recovery, &s->found, count);
}

#if PATHFAN_WITH_THOROUGH
/* Recovers a candidate whose distances are the true ones, except of what an end sees head-on. */
static pathfan_status recover_in_view(const void *task, const pf_candidate *c, pf_track *track,
                                      bool *taut) {
  return recover(task, c, track, taut, is_not_head_on);
}

/* Tries all vertices, by labels: the paths of Dissimilarity are among these. */
static pathfan_status try_all(pf_index_scratch *s, const pf_task *task, int64_t limit,
                              int32_t *count) {
  pf_recovery recovery = fast_recovery(task);
  recovery.recover = recover_in_view;
  recovery.is_proper = is_not_head_on;
  recovery.stage = PF_STAGE_ALL;
  pf_entries_evaluate_anew(&task->choice->entries);
  const pathfan_status status =
      pf_collect_from_all(task, limit, &s->thorough, &s->tried, &s->found);
  return status ? status : pf_choice_offer(task, &recovery, &s->found, count);
}
#endif

/* Whether path 1 touches an area that was ignored so far: alternatives aren't wanted then. */
static bool is_in_vain(const pf_task *task) {
  return task->ignored && pf_track_enters(&task->tracks->list[0], task->ignored);
}

/* Adds the other paths to path 1, once those with via-paths up to `floor` were tried; -1: none was,
 * and there is no choice yet. */
static pathfan_status find_others(pf_index_scratch *s, const pf_task *task, int64_t floor,
                                  int64_t limit) {
  const pathfan_request *request = task->request;
  const bool is_thorough = request->effort == PATHFAN_EFFORT_THOROUGH;
  const pf_recovery recovery = fast_recovery(task);
  int32_t count = 1;
  pathfan_status status = pf_stamp_fit(&s->tried, (int64_t)task->scene.view->n + 1);
  if (!status && floor < 0) status = pf_choice_begin(task, &recovery);
  /* An objective must see all candidates. */
  if (!status && !(is_thorough && pf_objective_is_set(&request->objective))) {
    status = try_named(s, task, floor, limit, &count);
    if (!status && count < request->paths && !task->work_limit->stopped)
      status = pf_choice_settle(task, &count);
    if (!status && !is_thorough && count < request->paths && !task->work_limit->stopped &&
        task->separates && !asks_tables(task))
      status = try_others_named(s, task, limit, &count);
  }
#if PATHFAN_WITH_THOROUGH
  if (!status && is_thorough && count < request->paths && !task->work_limit->stopped)
    status = try_all(s, task, limit, &count);
#endif
  return status ? status : pf_choice_end(task, task->work_limit->stopped);
}

pathfan_status pf_find_alternatives(pf_index_scratch *s, const pf_task *task) {
  if (is_in_vain(task)) return PATHFAN_OK;
  return find_others(s, task, -1, pf_longest(task->request, task->tracks->list[0].units));
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
 * there are. Both ends must have been looked from. *floor becomes the length up to which others
 * were tried, unless none was; *limit that of the longest that the request allows. */
static pathfan_status find_near(pf_method_scratch *scratch, const pf_task *task,
                                pf_view_kind view_kind, int64_t *floor, int64_t *limit, bool *all) {
  pf_index_scratch *s = scratch->index;
  const pf_scene *scene = &task->scene;
  const pf_recovery recovery = fast_recovery(task);
  const double *stretch = view_kind == PF_VIEW_VAST ? vast_stretches : open_stretches;
  int32_t count = 0;
  pathfan_status status = pf_stamp_fit(&s->tried, (int64_t)scene->view->n + 1);
  if (!status) status = find_first(scratch, task, true);
  if (status) return status;
  const int64_t shortest = task->tracks->list[0].units;
  const int64_t straight = pf_units(scene->view, scene->ends->end[0].at, scene->ends->end[1].at);
  *limit = pf_longest(task->request, shortest);
  *all = is_in_vain(task);
  if (*all || (double)shortest > WINDING * (double)straight) return PATHFAN_OK;
  if (*stretch < task->request->stretch) status = pf_choice_begin(task, &recovery);
  for (; !status && *stretch < task->request->stretch; stretch++) {
    pathfan_request shorter = *task->request;
    shorter.stretch = *stretch;
    const int64_t near = pf_longest(&shorter, shortest);
    pf_ends_scatter_near(scene->ends, scene->view, near);
    status = try_named(s, task, *floor, near, &count);
    *floor = near;
    *all = count >= task->request->paths;
    if (!status && *all) return pf_choice_end(task, false);
  }
  return status;
}

/* Finds path 1 where it is all that there is to be found, without looking from the ends: lists give
 * it, and no via node would be tried, neither from a set nor one that both ends see. */
static pathfan_status find_lone(const pf_task *task, bool *found) {
  const pf_scene *scene = &task->scene;
  bool idle, may = true;
  *found = false;
  if (task->ignored || !asks_lists(task)) return PATHFAN_OK;
  pathfan_status status = pf_via_sets_are_idle(task, &idle);
  if (!status && idle) status = pf_ends_may_see_one(scene->ends, scene->view, &may);
  if (status || may) return status;
  status = pf_find_straight(scene->view, scene->space, scene->ends, task->tracks, found);
  return status || *found ? status : find_listed(task, found);
}

pathfan_status pf_find_by_index(pf_method_scratch *scratch, const pf_task *task) {
  const pathfan_request *request = task->request;
  const pf_scene *scene = &task->scene;
  const bool is_plain = request->paths > 1 && asks_paths_alone(task);
  pf_view_kind view_kind = PF_VIEW_DEAD;
  int64_t floor = -1, limit = 0;
  bool all = false;
  pathfan_status status = PATHFAN_OK;
  if (request->paths == 1 || is_plain)
    status = pf_generation_need(task->generation, PF_PART_ONWARD, scene->error);
  if (status) return status;
  if (request->paths == 1) return find_first(scratch, task, false);
  if (is_plain && request->effort == PATHFAN_EFFORT_FAST) status = find_lone(task, &all);
  if (status || all) return status;
  if (is_plain && request->stretch > vast_stretches[0] && pf_ends_kept(scene->ends) < 0)
    status = pf_ends_find_view_kind(scene->ends, scene->view, &view_kind);
  const bool near_first = view_kind >= PF_VIEW_OPEN;
  if (!status && near_first) status = find_near(scratch, task, view_kind, &floor, &limit, &all);
  if (status || all) return status;
  if (!is_plain || request->effort != PATHFAN_EFFORT_FAST || view_kind == PF_VIEW_PLAIN)
    status = pf_ends_scatter(scene->ends, scene->view);
  else if (near_first)
    pf_ends_scatter_near(scene->ends, scene->view, limit);
  else
    status = pf_ends_scatter_onward(scene->ends, scene->view);
  if (!status && near_first) return find_others(scratch->index, task, floor, limit);
  if (!status)
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
