/* via_sets.h - candidates from the via sets of an index, of the regions that the ends lie in. */
#ifndef PF_QUERY_METHODS_VIA_SETS_H
#define PF_QUERY_METHODS_VIA_SETS_H

#include "base/stamp.h"
#include "query/paths/candidates.h"
#include "query/paths/task.h"

/* Fills `found` with via nodes from via sets, with the lengths of their via-paths, which must be
 * within `limit` length units. The index must have regions, the task's ends must have scattered.
 * asked: the request from which the task's was made. tried: room for n + 1; holds the via nodes
 * tried afterwards. Errors: NO_MEMORY, DAMAGED. */
pathfan_status pf_collect_from_via_sets(const pf_task *task, const pathfan_request *asked,
                                        int64_t limit, pf_stamp *tried, pf_candidate_list *found);

#endif
