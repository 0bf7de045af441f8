/* choose.h - k paths out of candidates.
 *
 *   status = pf_choose(task, &recovery, &candidates, stopped);
 *
 * If candidates come in stages, or one by one, each with regard to the paths chosen so far:
 *
 *   status = pf_choice_begin(task, &recovery);             path 1 is known
 *   status = pf_choice_offer(task, &recovery, &candidates, &count);         again and again
 *   status = pf_choice_settle(task, &count);               if a stage gave too few
 *   status = pf_choice_end(task, stopped);
 *
 * A stage is a list of candidates that bear its number. Those that were offered before must not be
 * offered again, except to PF_STAGE_ALL. */
#ifndef PF_QUERY_CHOOSE_CHOOSE_H
#define PF_QUERY_CHOOSE_CHOOSE_H

#include "selection.h"

/* Scratch of one thread; zero it first. */
typedef struct pf_choice {
  pf_entries entries;
  pf_selection best, trial;
  bool by_objective;
  bool is_over;    /* its answer is in the task's tracks */
  bool is_settled; /* other orders were tried since the last offer */
} pf_choice;

/* Adds as many candidates to the task's tracks, of which the first is path 1, as the request asks
 * for, and states the reason. stopped: the limit kept further candidates from being found. The
 * candidates are sorted. Errors: NO_MEMORY, and those of measures. */
pathfan_status pf_choose(const pf_task *task, const pf_recovery *recovery,
                         pf_candidate_list *candidates, bool stopped);

/* States why there are no more paths, and whether the work limit came first. */
void pf_state_reason(const pf_task *task, bool stopped);

/* The same in steps. Errors: the same. *count: how many paths there are so far; of those that an
 * objective chooses only pf_choice_settle tells. */
pathfan_status pf_choice_begin(const pf_task *task, const pf_recovery *recovery);
pathfan_status pf_choice_offer(const pf_task *task, const pf_recovery *recovery,
                               pf_candidate_list *candidates, int32_t *count);
pathfan_status pf_choice_settle(const pf_task *task, int32_t *count);
pathfan_status pf_choice_end(const pf_task *task, bool stopped);

/* Tells a trace of all candidates of the choice that is over, if there is one. Errors: NO_MEMORY.
 */
pathfan_status pf_choice_tell(const pf_task *task);

void pf_choice_free(pf_choice *choice);

#endif
