/* penalty.h - the method Penalty. */
#ifndef PF_QUERY_METHODS_PENALTY_H
#define PF_QUERY_METHODS_PENALTY_H

#include "graph_paths.h"

/* Finds the paths of a task. Errors: NO_MEMORY, DAMAGED, LIMIT. */
pathfan_status pf_find_by_penalty(pf_method_scratch *scratch, const pf_task *task);

/* Makes the shortest path between two nodes a track, by a search that takes taut edges only; *taut:
 * whether there is one, and it is taut. Spends nothing of the work limit. Errors: NO_MEMORY. */
pathfan_status pf_penalty_search_tautly(pf_graph_scratch *scratch, const pf_task *task,
                                        const int32_t nodes[2], pf_track *track, bool *taut);

#endif
