/* detour.h - path 1 round areas to avoid. */
#ifndef PATHFAN_QUERY_METHODS_DETOUR_H
#define PATHFAN_QUERY_METHODS_DETOUR_H

#include "methods/graph_paths.h"

/* If the task's only track, the shortest path between its ends, touches an area, replaces it with
 * the shortest path that touches none, or gives up if there is none. Errors: NO_MEMORY, DAMAGED,
 * LIMIT. */
pathfan_status pathfan_go_round(pathfan_graph_scratch *scratch, const pathfan_task *task);

#endif
