/* hub_order.h - the order of hubs in which vertices need few labels. */
#ifndef PATHFAN_BUILD_HUB_ORDER_H
#define PATHFAN_BUILD_HUB_ORDER_H

#include "base/parallel.h"
#include "crew.h"
#include "graph/trees.h"
#include "spill.h"

/* Returns about how many bytes the large arrays of pathfan_hub_order_find take. */
uint64_t pathfan_hub_order_bytes(int32_t vertex_count);

/* Sets rank_of[v] to v's turn as a hub, 0 the first. trees: one per thread. Large arrays are
 * spilled. crew: NULL, or processes that also grow trees; all members find the same ranks. done:
 * see parallel.h; it counts vertices. Errors: NO_MEMORY, CANCELLED; those of the crew. */
pathfan_status pathfan_hub_order_find(const pathfan_graph *graph, pathfan_tree *trees,
                                      int32_t threads, pathfan_spill *spill,
                                      const pathfan_crew *crew, int32_t *rank_of,
                                      pathfan_done_function *done, void *done_context);

#endif
