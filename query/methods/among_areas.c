/* among_areas.c - labels and tables know no ways round areas. A fast answer does with what they
 * know. A thorough one is searched for where they know too little: where path 1 is searched for
 * anyway (they would give enough one time in three), or once they gave too few. */
#include "methods/among_areas.h"

#include <string.h>

#include "methods/detour.h"
#include "methods/index_paths.h"
#include "methods/trees.h"
#include "shortest.h"

/* The others out of the tables, once the only track is the index's path 1. */
static pathfan_status find_by_tables(pathfan_method_scratch *s, const pathfan_task *task) {
  const pathfan_status status = pathfan_go_round(s->graph, task);
  if (status || !task->tracks->count || task->request->paths == 1) return status;
  return pathfan_find_alternatives(s->index, task);
}

/* All by Dissimilarity, as far as the work limit goes. */
static pathfan_status find_by_search(pathfan_method_scratch *s, const pathfan_task *task) {
  const pathfan_budget *budget = task->budget;
  pathfan_request request = *task->request;
  pathfan_task search = *task;
  request.algorithm = PATHFAN_ALGORITHM_DISSIMILARITY;
  search.request = &request;
  task->finding->outcome = PATHFAN_OUTCOME_WORK_LIMIT;
  if (budget->limit && budget->limit <= budget->spent) return PATHFAN_OK;
  task->tracks->count = 0;
  memset(&task->finding->candidates, 0, sizeof task->finding->candidates);
  task->finding->outcome = PATHFAN_OUTCOME_OK;
  return pathfan_find_by_trees(s, &search);
}

static pathfan_status find_first(const pathfan_task *task) {
  const pathfan_scene *scene = &task->scene;
  return pathfan_find_shortest(scene->view, scene->space, scene->ends, task->tracks, scene->error);
}

/* The fast answer, after a search that took too long: the outcome stays WORK_LIMIT. */
static pathfan_status return_to_tables(pathfan_method_scratch *s, const pathfan_task *task) {
  const pathfan_budget spent = *task->budget;
  *task->budget = (pathfan_budget){.limit = spent.limit}; /* what had room has room again */
  memset(&task->finding->candidates, 0, sizeof task->finding->candidates);
  pathfan_status status = find_first(task);
  if (!status) status = find_by_tables(s, task);
  *task->budget = spent;
  pathfan_give_up(task, true);
  return status;
}

pathfan_status pathfan_find_among_areas(pathfan_method_scratch *s, const pathfan_task *task) {
  const pathfan_request *request = task->request;
  pathfan_finding *finding = task->finding;
  pathfan_status status = pathfan_ends_scatter(task->scene.ends, task->scene.view);
  if (!status) status = find_first(task);
  if (status) return status;
  const bool enters = pathfan_track_enters(&task->tracks->list[0], task->areas);
  const bool thorough = request->effort == PATHFAN_EFFORT_THOROUGH && request->paths > 1;
  finding->proof = enters ? PATHFAN_PROOF_SEARCH : PATHFAN_PROOF_INDEX;
  if (!thorough || !enters) {
    pathfan_request strict = *request; /* what is filled in comes last */
    pathfan_task first = *task;
    first.request = &strict;
    strict.fill = request->fill && !thorough;
    status = find_by_tables(s, &first);
    if (status || !thorough || task->tracks->count >= request->paths ||
        finding->outcome != PATHFAN_OUTCOME_OK)
      return status;
  }
  status = find_by_search(s, task);
  if (!status && finding->outcome == PATHFAN_OUTCOME_WORK_LIMIT) status = return_to_tables(s, task);
  return status;
}
