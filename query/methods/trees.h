/* trees.h - the methods Plateaus and Dissimilarity. */
#ifndef PATHFAN_QUERY_METHODS_TREES_H
#define PATHFAN_QUERY_METHODS_TREES_H

#include "methods/graph_paths.h"

/* Finds the paths of a task by the method that its request names. Errors: NO_MEMORY, DAMAGED,
 * LIMIT. */
pathfan_status pathfan_find_by_trees(pathfan_method_scratch *scratch, const pathfan_task *task);

#endif
