/* gather.h - via nodes of a request, whatever names them: each is evaluated once, and becomes a
 * candidate if its via-path is short enough. */
#ifndef PF_QUERY_CHOOSE_GATHER_H
#define PF_QUERY_CHOOSE_GATHER_H

#include "base/stamp.h"
#include "query/paths/candidates.h"
#include "query/paths/task.h"

/* The state of one collection. */
typedef struct pf_gather {
  const pf_task *task;
  const pf_index_view *view;
  pf_ends *ends; /* ONWARD at least */
  pf_work_limit *work_limit;
  pf_stamp *tried; /* n stands for "-" */
  pf_candidate_list *found;
  int64_t floor, limit;  /* length units: longer than the one, and at most the other */
  pf_via_stage stage;    /* of the candidates, until the caller changes it */
  pathfan_status status; /* to be checked before going on, as is work limit->stopped */
} pf_gather;

/* Begins without candidates, and with no via node tried or refused. floor: candidates up to this
 * length are left out, since they were found before; -1: none was. tried: room for n + 1. */
pf_gather pf_gather_begin(const pf_task *task, int64_t floor, int64_t limit, pf_stamp *tried,
                          pf_candidate_list *found);

/* Begins without candidates, but with the via nodes that were tried and refused before. */
pf_gather pf_gather_more(const pf_task *task, int64_t limit, pf_stamp *tried,
                         pf_candidate_list *found);

/* Whether the collection must end. */
static inline bool pf_gather_is_over(const pf_gather *gather) {
  return gather->status || gather->work_limit->stopped;
}

/* Evaluates a via node, unless that was done. */
void pf_gather_via(pf_gather *gather, int32_t via);

/* Evaluates the vertices that both ends see: s - u - t, straight on either side of u. */
void pf_gather_common(pf_gather *gather);

#endif
