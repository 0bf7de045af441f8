/* among_areas.c - the shortest path without areas is also the shortest that keeps out of them if it
 * touches none, and the index has proved that. Else path 1 is searched for (obstacles/bypass.h).
 *
 * For the others, labels, via sets and tables know no ways round areas. What they name is tried
 * first. If that gives too few paths, trees grow on from both ends among the areas, in rounds:
 * every node that both reach is a via node, also the corners of areas, since passing an area on its
 * other side is another path. A fast answer stops that after some thousand nodes; a thorough one
 * ends it. The larger of both sets is the answer. Trees know no splices, so theirs may be smaller.
 */
#include "among_areas.h"

#include <assert.h>

#include "index_paths.h"
#include "query/choose/choose.h"
#include "query/choose/objective.h"
#include "query/choose/trace.h"

/* The most nodes that trees of a fast answer expand. */
enum { FAST_NODES = 1500 };

/* The stretches of the rounds; the request's is the last. */
static const double round_stretches[] = {1.1, 1.25, INFINITY};

/* Makes the way that was found or traced a track. */
static pathfan_status take_way(const pf_bypass *way, const pf_task *task, pf_track *track) {
  const pathfan_status status =
      pf_track_set(track, way->points, way->count, task->scene.space->fraction_bits);
  for (int32_t i = 0; i + 1 < track->count && !status; i++)
    track->units += pf_units(task->scene.view, track->points[i], track->points[i + 1]);
  return status;
}

/* ---- Path 1 ---- */

/* Notes the areas that a track touches, one for each of its segments. */
static pathfan_status note_touched(pf_bypass *way, const pf_task *task, const pf_track *track) {
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i + 1 < track->count && !status; i++) {
    const pf_obstacle *met =
        pf_trie_meet(task->closed.places, track->points[i], track->points[i + 1]);
    if (met) status = pf_bypass_note(way, met);
  }
  return status;
}

static int64_t units_of(const pf_bypass *way, const pf_index_view *view) {
  int64_t units = 0;
  for (int32_t i = 0; i + 1 < way->count; i++)
    units += pf_units(view, way->points[i], way->points[i + 1]);
  return units;
}

/* Finds path 1. If the path without regard to areas and openings touches no area, it stands unless
 * a shorter one leads through openings. */
static pathfan_status find_first(pf_bypass *way, const pf_task *task) {
  pf_tracks *tracks = task->tracks;
  pf_track *first = &tracks->list[0];
  const bool is_plain = tracks->count && !pf_track_enters(first, &task->closed);
  int64_t least = tracks->count ? first->units : PF_FAR;
  pathfan_status status = PATHFAN_OK;
  if (is_plain && (!task->closed.openings || way->bounds.least >= first->units)) return PATHFAN_OK;
  if (task->closed.openings && way->bounds.least < least) least = way->bounds.least;
  task->finding->proof = PATHFAN_PROOF_SEARCH;
  if (!tracks->count)
    status = pf_tracks_next(tracks, &first);
  else if (!is_plain)
    status = note_touched(way, task, first);
  if (!status)
    status = pf_bypass_find(way, least, is_plain ? first->units : PF_FAR, task->work_limit);
  if (status) return status;
  if (is_plain && !(way->count && units_of(way, task->scene.view) < first->units))
    return PATHFAN_OK;
  tracks->count = way->count > 0;
  if (way->count) return take_way(way, task, first);
  pf_give_up(task, task->work_limit->stopped);
  return PATHFAN_OK;
}

/* ---- The others, by what the index names ---- */

static pathfan_status find_by_index(pf_index_scratch *index, const pf_task *task) {
  pathfan_request fast = *task->request;
  pf_task by_index = *task;
  by_index.request = &fast;
  fast.effort = PATHFAN_EFFORT_FAST;
  fast.fill = fast.fill && task->request->effort == PATHFAN_EFFORT_FAST; /* it comes last */
  return pf_find_alternatives(index, &by_index);
}

/* ---- The others, by trees ---- */

typedef struct tree_context {
  pf_bypass *way;
  const pf_task *task;
} tree_context;

static pathfan_status recover(const void *context, const pf_candidate *c, pf_track *track,
                              bool *taut) {
  const tree_context *own = context;
  const pathfan_status status = pf_bypass_trace(own->way, c->via, taut);
  return status ? status : take_way(own->way, own->task, track);
}

static pf_fixed_point via_at(const void *context, const pf_candidate *c) {
  return pf_bypass_at(((const tree_context *)context)->way, c->via);
}

/* Whether both trees come to a node by the same edge as to the node before it, seen from end 0: its
 * path is that one's. */
static bool continues(const pf_bypass *way, int32_t node) {
  const int32_t before = pf_bypass_parent(way, 0, node);
  return before >= 0 && before != way->n && pf_bypass_parent(way, 1, before) == node;
}

static pathfan_status list_vias(pf_around_scratch *s, const pf_task *task, int64_t most) {
  const pf_bypass *way = &s->way;
  pathfan_status status = PATHFAN_OK;
  s->found.count = 0;
  for (int32_t v = 0; v < pf_bypass_nodes(way) && !status; v++) {
    const int64_t length = v == way->n || v == way->n + 1 ? PF_FAR : pf_bypass_length(way, v);
    if (length >= PF_FAR || continues(way, v)) continue;
    if (length > most)
      pf_refuse_via(task, PATHFAN_FATE_TOO_LONG, pf_bypass_at(way, v));
    else
      status =
          pf_candidate_add(&s->found, (pf_candidate){.order = length, .via = v, .from = {-1, -1}});
  }
  return status;
}

/* Makes path 1 the only one of the trees' tracks. */
static pathfan_status begin_tracks(pf_tracks *tracks, const pf_track *first) {
  pf_track *copy;
  tracks->count = 0;
  pathfan_status status = pf_tracks_next(tracks, &copy);
  if (!status) status = pf_track_duplicate(copy, first);
  tracks->count = !status;
  return status;
}

/* Finds the paths by via nodes of ways within a stretch. */
static pathfan_status find_within(pf_around_scratch *s, const pf_task *task, double stretch) {
  const tree_context context = {&s->way, task};
  const pf_recovery recovery = {&context, recover, .via_at = via_at};
  const int64_t most = pf_longest(task->request, task->tracks->list[0].units);
  const double share = stretch / task->request->stretch;
  task->tracks->count = 1;
  task->finding->outcome = PATHFAN_OUTCOME_OK;
  pf_refuse_anew(task);
  const int64_t near = share < 1 ? (int64_t)(share * (double)most) : most;
  pathfan_status status = pf_bypass_grow(&s->way, near, task->work_limit);
  if (!status) status = list_vias(s, task, near);
  return status ? status : pf_choose(task, &recovery, &s->found, task->work_limit->stopped);
}

/* Finds paths by trees, of which path 1 is known, until there are enough. */
static pathfan_status find_by_trees(pf_around_scratch *s, const pf_task *task) {
  const pathfan_request *request = task->request;
  const bool gathers = pf_objective_is_set(&request->objective); /* it must see all candidates */
  const int64_t most = pf_longest(request, task->tracks->list[0].units);
  pathfan_request strict = *request;
  pf_task round = *task;
  pathfan_status status = pf_bypass_plant(&s->way, most);
  round.request = &strict;
  for (const double *stretch = round_stretches; !status; stretch++) {
    const bool is_last = *stretch >= request->stretch;
    strict.fill = request->fill && is_last;
    if (gathers && !is_last) continue;
    status = find_within(s, &round, *stretch);
    if (is_last || task->work_limit->stopped || task->tracks->count >= request->paths) break;
  }
  return status;
}

/* ---- Both ---- */

/* Replaces the task's choice and paths by those of trees. */
static void take_trees(pf_around_scratch *s, const pf_task *task, const pf_finding *finding) {
  const pf_tracks tracks = *task->tracks;
  const pf_choice choice = *task->choice;
  const pf_refused_vias refused = *task->refused;
  *task->tracks = s->tracks;
  *task->choice = s->choice;
  *task->refused = s->refused;
  s->tracks = tracks;
  s->choice = choice;
  s->refused = refused;
  *task->finding = *finding;
}

/* Looks for paths by trees, which become the task's if they are more. Where the request's limit
 * stops the trees, its paths stand, and the limit is stated. */
static pathfan_status add_by_trees(pf_around_scratch *s, const pf_task *task) {
  const pathfan_request *request = task->request;
  pf_work_limit limit = *task->work_limit;
  const bool is_fast = request->effort == PATHFAN_EFFORT_FAST;
  const bool is_capped = is_fast && (!limit.limit || limit.limit - limit.spent > FAST_NODES);
  pf_finding finding = *task->finding;
  pf_task trees = *task;
  if (is_capped) limit.limit = limit.spent + FAST_NODES;
  trees.tracks = &s->tracks;
  trees.choice = &s->choice;
  trees.refused = &s->refused;
  trees.work_limit = &limit;
  trees.finding = &finding;
  pathfan_status status = begin_tracks(&s->tracks, &task->tracks->list[0]);
  if (!status) status = find_by_trees(s, &trees);
  if (status) return status;
  const bool is_stopped = limit.stopped && !is_capped;
  task->work_limit->spent = limit.spent;
  task->work_limit->stopped = is_stopped;
  if (s->tracks.count > task->tracks->count || task->closed.openings) {
    take_trees(s, task, &finding);
    if (!is_stopped) task->finding->outcome = PATHFAN_OUTCOME_OK;
    pf_state_reason(task, is_stopped);
  }
  if (is_stopped) pf_give_up(task, true);
  return PATHFAN_OK;
}

pathfan_status pf_may_go_through(pf_method_scratch *scratch, const pf_task *task,
                                 const pf_openings *openings, bool *may) {
  const pathfan_request *request = task->request;
  const pf_scene *scene = &task->scene;
  const int64_t shortest = task->tracks->list[0].units;
  const int64_t most = request->paths > 1 ? pf_longest(request, shortest) : shortest - 1;
  pf_bypass *way = &scratch->around->way;
  const pf_passages *passages;
  *may = pf_openings_may_serve(openings, scene->ends->end[0].at, scene->ends->end[1].at,
                               (double)most / scene->view->units_per_fixed);
  if (!*may) return PATHFAN_OK;
  pathfan_status status = pf_ends_scatter(scene->ends, scene->view);
  if (!status) status = pf_openings_need_passages(openings, &way->look, &passages);
  if (!status) status = pf_mouth_bounds_find(&way->bounds, scene, openings, passages);
  *may = way->bounds.least <= most;
  return status;
}

pathfan_status pf_find_among_areas(pf_method_scratch *scratch, const pf_task *task) {
  const pathfan_request *request = task->request;
  const pf_scene *scene = &task->scene;
  pf_bypass *way = &scratch->around->way;
  assert(task->tracks->count == 1 || task->closed.openings);
  pathfan_status status = pf_ends_scatter(scene->ends, scene->view);
  if (!status)
    status =
        pf_bypass_begin(way, scene, task->generation, task->closed.places, task->closed.openings);
  if (status) return status;
  task->finding->proof = PATHFAN_PROOF_INDEX;
  status = find_first(way, task);
  if (status || !task->tracks->count || request->paths == 1) return status;
  const bool gathers =
      request->effort == PATHFAN_EFFORT_THOROUGH && pf_objective_is_set(&request->objective);
  if (!gathers && !task->closed.openings) status = find_by_index(scratch->index, task);
  if (status || task->tracks->count >= request->paths ||
      task->finding->outcome != PATHFAN_OUTCOME_OK)
    return status;
  return add_by_trees(scratch->around, task);
}

void pf_around_scratch_free(pf_around_scratch *s) {
  pf_bypass_free(&s->way);
  free(s->found.list);
  pf_tracks_free(&s->tracks);
  pf_choice_free(&s->choice);
  free(s->refused.list);
}
