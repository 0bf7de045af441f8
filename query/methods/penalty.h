/* penalty.h - the method Penalty. */
#ifndef PATHFAN_QUERY_METHODS_PENALTY_H
#define PATHFAN_QUERY_METHODS_PENALTY_H

#include "methods/graph_paths.h"

/* Finds the paths of a task. Errors: NO_MEMORY, DAMAGED, LIMIT. */
pathfan_status pathfan_find_by_penalty(pathfan_method_scratch *scratch, const pathfan_task *task);

/* Makes the shortest path between two nodes a track, by a search that takes taut edges only; *taut:
 * whether there is one, and it is taut. Spends nothing of the budget. Errors: NO_MEMORY. */
pathfan_status pathfan_penalty_search_tautly(pathfan_graph_scratch *scratch,
                                             const pathfan_task *task, const int32_t nodes[2],
                                             pathfan_track *track, bool *taut);

#endif
