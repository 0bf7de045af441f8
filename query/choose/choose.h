/* choose.h - k paths out of candidates.
 *
 *   status = pf_choose(task, &recovery, &candidates, stopped);
 *
 * If candidates are found one by one, each with regard to the paths chosen so far:
 *
 *   status = pf_choice_begin(task, &recovery);
 *   status = pf_choice_offer(task, &recovery, &candidates);       again and again
 *   status = pf_choice_end(task, &recovery, stopped);
 */
#ifndef PF_QUERY_CHOOSE_CHOOSE_H
#define PF_QUERY_CHOOSE_CHOOSE_H

#include "query/paths/candidates.h"
#include "choice.h"
#include "query/paths/task.h"

/* How candidates become paths, and what holds for them. */
typedef struct pf_recovery {
  const void *context; /* of all functions below */
  /* Builds a candidate's path in a track. *taut: whether it wraps the obstacle at the via node.
     Errors: NO_MEMORY. */
  pathfan_status (*recover)(const void *context, const pf_candidate *candidate, pf_track *track,
                            bool *taut);
  /* Whether a candidate is a via-path: both halves are shortest paths. Called for candidates that
     passed everything but measures; NULL: all are. */
  bool (*is_proper)(const void *context, const pf_candidate *candidate);
  bool splices; /* tracks can be joined: they know their lengths in units of an index */
  /* Returns where a candidate's via node is; NULL: candidates have none. */
  pf_fixed_point (*via_at)(const void *context, const pf_candidate *candidate);
} pf_recovery;

/* Adds as many candidates to the task's tracks, of which the first is path 1, as the request asks
 * for, and states the reason. stopped: the limit kept further candidates from being found. The
 * candidates are sorted. Errors: NO_MEMORY, and those of measures. */
pathfan_status pf_choose(const pf_task *task, const pf_recovery *recovery,
                         pf_candidate_list *candidates, bool stopped);

/* States why there are no more paths, and whether the work limit came first. */
void pf_state_reason(const pf_task *task, bool stopped);

/* The same in three steps. Errors: the same. */
pathfan_status pf_choice_begin(const pf_task *task, const pf_recovery *recovery);
pathfan_status pf_choice_offer(const pf_task *task, const pf_recovery *recovery,
                               pf_candidate_list *candidates);
pathfan_status pf_choice_end(const pf_task *task, const pf_recovery *recovery, bool stopped);

#endif
