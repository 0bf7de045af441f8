/* search_first.h - path 1 by a search, where an end sees more than a search sweeps. */
#ifndef PATHFAN_QUERY_METHODS_SEARCH_FIRST_H
#define PATHFAN_QUERY_METHODS_SEARCH_FIRST_H

#include "methods/scratch.h"
#include "task.h"

/* Makes the shortest path between ends that don't see each other the only track, *found, if they
 * may see so much that a search promises to be done sooner than they have looked, and it is, and
 * there is no other path that labels might take for the shortest. The path is what labels give.
 * Errors: NO_MEMORY, DAMAGED, LIMIT. */
pathfan_status pathfan_search_first(pathfan_method_scratch *scratch, const pathfan_task *task,
                                    bool *found);

#endif
