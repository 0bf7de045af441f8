/* via_sets.h - candidates from the via sets of an index: those of the regions that the ends lie in.
 */
#ifndef PATHFAN_QUERY_METHODS_VIA_SETS_H
#define PATHFAN_QUERY_METHODS_VIA_SETS_H

#include "base/stamp.h"
#include "candidates.h"
#include "task.h"

/* Fills `found` with the via nodes of a task whose ends have scattered, by the lengths of their
 * via-paths, those within `limit` length units; the index has regions. asked: the request before
 * the task made another one of it. tried: room for n + 1; holds the via nodes tried afterwards.
 * Errors: NO_MEMORY, DAMAGED. */
pathfan_status pathfan_collect_from_via_sets(const pathfan_task *task, const pathfan_request *asked,
                                             int64_t limit, pathfan_stamp *tried,
                                             pathfan_candidate_list *found);

#endif
