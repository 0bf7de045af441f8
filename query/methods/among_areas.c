/* among_areas.c - labels, via sets and tables know no paths round areas. A fast answer makes do
 * with what they know. A thorough one is searched for if they give too few paths. If path 1 has to
 * be searched for, they are used as for a fast answer only; or, since an objective must see all
 * candidates, not at all. The search joins no candidates (splices), so it may find fewer paths:
 * then theirs stand. */
#include "among_areas.h"

#include <assert.h>
#include <string.h>

#include "detour.h"
#include "index_paths.h"
#include "trees.h"
#include "query/choose/objective.h"
#include "query/paths/shortest.h"
#include "query/choose/trace.h"

/* Finds the other paths from via sets or tables, once the only track is the index's path 1. */
static pathfan_status find_by_tables(pf_method_scratch *s, const pf_task *task) {
  assert(task->tracks->count == 1);
  const pathfan_status status = pf_go_round(s->graph, task);
  if (status || !task->tracks->count || task->request->paths == 1) return status;
  return pf_find_alternatives(s->index, task);
}

/* Forgets all paths, and what was told and counted of candidates. */
static void start_over(const pf_task *task) {
  if (pf_is_traced(task)) pf_trace_forget(task, true);
  task->tracks->count = 0;
  memset(&task->finding->candidates, 0, sizeof task->finding->candidates);
  task->finding->outcome = PATHFAN_OUTCOME_OK;
}

/* Finds all paths by Dissimilarity, as far as the work limit allows. */
static pathfan_status find_by_search(pf_method_scratch *s, const pf_task *task) {
  const pf_work_limit *work_limit = task->work_limit;
  pathfan_request request = *task->request;
  pf_task search = *task;
  request.algorithm = PATHFAN_ALGORITHM_DISSIMILARITY;
  search.request = &request;
  start_over(task);
  if (!work_limit->limit || work_limit->limit > work_limit->spent)
    return pf_find_by_trees(s, &search);
  task->finding->outcome = PATHFAN_OUTCOME_WORK_LIMIT;
  return PATHFAN_OK;
}

static pathfan_status find_first(const pf_task *task) {
  const pf_scene *scene = &task->scene;
  return pf_find_shortest(scene->view, scene->space, scene->ends, task->tracks, scene->error);
}

/* Finds the paths of find_by_tables again, after a search that took too long or found fewer. A
 * limit that was reached stays stated. */
static pathfan_status return_to_tables(pf_method_scratch *s, const pf_task *task) {
  const bool took_too_long = task->finding->outcome == PATHFAN_OUTCOME_WORK_LIMIT;
  const pf_work_limit spent = *task->work_limit;
  *task->work_limit = (pf_work_limit){.limit = spent.limit}; /* the limit allows it again */
  start_over(task);
  pathfan_status status = find_first(task);
  if (!status) status = find_by_tables(s, task);
  *task->work_limit = spent;
  if (took_too_long) pf_give_up(task, true);
  return status;
}

pathfan_status pf_find_among_areas(pf_method_scratch *s, const pf_task *task) {
  const pathfan_request *request = task->request;
  pf_finding *finding = task->finding;
  assert(task->areas->ring_count > 0);
  pathfan_status status = pf_ends_scatter(task->scene.ends, task->scene.view);
  if (!status) status = find_first(task);
  if (status) return status;
  const bool enters = pf_track_enters(&task->tracks->list[0], task->areas);
  const bool thorough = request->effort == PATHFAN_EFFORT_THOROUGH && request->paths > 1;
  pathfan_request strict = *request; /* filling comes last */
  pf_task tables = *task;
  tables.request = &strict;
  strict.fill = request->fill && !thorough;
  if (enters) strict.effort = PATHFAN_EFFORT_FAST;
  finding->proof = enters ? PATHFAN_PROOF_SEARCH : PATHFAN_PROOF_INDEX;
  int32_t count = 0;
  if (!thorough || !enters || !pf_objective_is_set(&request->objective)) {
    status = find_by_tables(s, &tables);
    count = task->tracks->count;
    if (status || !thorough || count >= request->paths || finding->outcome != PATHFAN_OUTCOME_OK)
      return status;
  }
  strict.fill = request->fill;
  status = find_by_search(s, task);
  if (!status && (finding->outcome == PATHFAN_OUTCOME_WORK_LIMIT || task->tracks->count < count))
    status = return_to_tables(s, &tables);
  return status;
}
