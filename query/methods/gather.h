/* gather.h - via nodes of a request, whatever names them: each is evaluated once, and becomes a
 * candidate if its via-path is short enough. */
#ifndef PATHFAN_QUERY_METHODS_GATHER_H
#define PATHFAN_QUERY_METHODS_GATHER_H

#include "base/stamp.h"
#include "candidates.h"
#include "task.h"

/* The state of one collection. */
typedef struct pathfan_gather {
  const pathfan_task *task;
  const pathfan_index_view *view;
  pathfan_ends *ends; /* ONWARD at least */
  pathfan_budget *budget;
  pathfan_candidates *counts;
  pathfan_stamp *tried; /* n stands for "-" */
  pathfan_candidate_list *found;
  int64_t limit;         /* length units */
  pathfan_status status; /* to be checked before going on, as is budget->stopped */
} pathfan_gather;

/* Begins without candidates, and with no via node tried. tried: room for n + 1. */
pathfan_gather pathfan_gather_begin(const pathfan_task *task, int64_t limit, pathfan_stamp *tried,
                                    pathfan_candidate_list *found);

/* Whether the collection must end. */
static inline bool pathfan_gather_is_over(const pathfan_gather *gather) {
  return gather->status || gather->budget->stopped;
}

/* Evaluates a via node, unless that was done. */
void pathfan_gather_via(pathfan_gather *gather, int32_t via);

/* Evaluates the vertices that both ends see: s - u - t, straight on either side of u. */
void pathfan_gather_common(pathfan_gather *gather);

#endif
