/* trees.h - the methods Plateaus and Dissimilarity. */
#ifndef PF_QUERY_METHODS_TREES_H
#define PF_QUERY_METHODS_TREES_H

#include "graph_paths.h"

/* Finds the paths of a task by the method that its request names. Errors: NO_MEMORY, DAMAGED,
 * LIMIT. */
pathfan_status pf_find_by_trees(pf_method_scratch *scratch, const pf_task *task);

#endif
