/* order.h - numberings of the convex vertices that keep neighbours together. */
#ifndef PATHFAN_BUILD_ORDER_H
#define PATHFAN_BUILD_ORDER_H

#include "graph/graph.h"

/* position[v]: place of v in a depth-first walk over the minimum spanning tree
 * of each component, smaller subtrees first, components in order. The graph must
 * have weights. Errors: NO_MEMORY. */
pathfan_status pathfan_order_spanning_tree(const pathfan_graph *graph, int32_t *position);

#endif
