/* detour.h - path 1 round areas to avoid. */
#ifndef PF_QUERY_METHODS_DETOUR_H
#define PF_QUERY_METHODS_DETOUR_H

#include "graph_paths.h"

/* If the task's only track, the shortest path between its ends, touches an area, replaces it with
 * the shortest path that touches none, or gives up if there is none. Errors: NO_MEMORY, DAMAGED,
 * LIMIT. */
pathfan_status pf_go_round(pf_graph_scratch *scratch, const pf_task *task);

#endif
