/* search_first.h - path 1 by a search, where the ends see more than a search sweeps. */
#ifndef PF_QUERY_METHODS_SEARCH_FIRST_H
#define PF_QUERY_METHODS_SEARCH_FIRST_H

#include "query/paths/scratch.h"
#include "query/paths/task.h"

/* Searches for the shortest path between ends that don't see each other if they may see so much
 * that a search promises to be faster than looking from them. Makes the path the only track
 * (*found) if the search was faster and met no other path that labels might take for the shortest.
 * The path is the one that labels give. Errors: NO_MEMORY, DAMAGED, LIMIT. */
pathfan_status pf_search_first(pf_method_scratch *scratch, const pf_task *task, bool *found);

#endif
