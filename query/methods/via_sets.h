/* via_sets.h - candidates from the via sets of an index, of the regions that the ends lie in. */
#ifndef PF_QUERY_METHODS_VIA_SETS_H
#define PF_QUERY_METHODS_VIA_SETS_H

#include "base/stamp.h"
#include "query/paths/candidates.h"
#include "query/paths/task.h"

/* Fills `found` with via nodes from via sets, of stages `first` to `last`, with the lengths of
 * their via-paths, which must be above `floor` (-1: all are) and within `limit` length units. The
 * index must have regions, the task's ends must have scattered. tried: room for n + 1; holds the
 * via nodes tried afterwards. If `first` isn't PF_STAGE_FIRST, those tried before are left out, and
 * on a small map, if paths must be apart, the vertices of round corners are added. Errors:
 * NO_MEMORY, DAMAGED. */
pathfan_status pf_collect_from_via_sets(const pf_task *task, pf_via_stage first, pf_via_stage last,
                                        int64_t floor, int64_t limit, pf_stamp *tried,
                                        pf_candidate_list *found);

/* Finds how many paths a request like the task's has at most, with exceptions, by answers
 * between samples; INT32_MAX: not known. To be called once via nodes were collected from via sets.
 * Errors: DAMAGED. */
pathfan_status pf_via_sets_promise(const pf_task *task, int32_t *paths);

/* Finds whether a request like the task's tries no via node of the set between the regions of its
 * ends. Errors: DAMAGED. */
pathfan_status pf_via_sets_are_idle(const pf_task *task, bool *are);

#endif
