/* order.h - a numbering of the convex vertices that keeps neighbours together.
 *
 * A convex vertex has three numbers besides its number in the mesh, each 0..n-1:
 *
 *   build number  used by the stages of a build from here on: neighbours on the map have near
 *                 numbers, so memory is read in order
 *   column        used by the file, chosen for the fewest runs in rows (columns.h)
 *   rank          its turn as a hub, 0 the highest (hub_order.h)
 *
 * Arrays that map one number to another are named after the result: build_of[mesh vertex],
 * column_of[build number], rank_of[build number], column_of_rank[rank]. */
#ifndef PF_BUILD_INDEX_SIGHT_ORDER_H
#define PF_BUILD_INDEX_SIGHT_ORDER_H

#include "graph/graph.h"

/* Sets build_of[v] to the turn of v in a depth-first walk over the minimum spanning tree of each
 * component, smaller subtrees first, components in order. The graph must have weights. Errors:
 * NO_MEMORY. */
pathfan_status pf_order_spanning_tree(const pf_graph *graph, int32_t *build_of);

#endif
