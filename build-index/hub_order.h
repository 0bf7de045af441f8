/* hub_order.h - the order of vertices by which they need few labels. */
#ifndef PATHFAN_BUILD_HUB_ORDER_H
#define PATHFAN_BUILD_HUB_ORDER_H

#include "base/parallel.h"
#include "crew.h"
#include "graph/trees.h"
#include "spill.h"

/* How many bytes an order's large arrays have, about. */
uint64_t pathfan_hub_order_bytes(int32_t vertex_count);

/* rank_of[v] becomes v's turn, 0 the first. trees: one per thread. Large
 * arrays are spilled. crew: NULL, or who grows trees besides; all members find the same. done: see
 * parallel.h; it counts vertices. Errors: NO_MEMORY, CANCELLED. */
pathfan_status pathfan_hub_order_find(const pathfan_graph *graph, pathfan_tree *trees,
                                      int32_t threads, pathfan_spill *spill,
                                      const pathfan_crew *crew, int32_t *rank_of,
                                      pathfan_done_function *done, void *done_context);

#endif
