/* edge_groups.h - puts the edges that leave each vertex into the order of graph.h. */
#ifndef PF_GRAPH_EDGE_GROUPS_H
#define PF_GRAPH_EDGE_GROUPS_H

#include "graph/graph.h"

/* Orders edges into their groups by the graph's places of vertices and the obstacles there. first:
 * [Size: n + 1] where the edges of a vertex begin in `from`, which holds their other ends in
 * ascending order. `to` gets these in order, the graph's `group` where the groups begin. No two
 * vertices that are joined may lie in one place. Errors: NO_MEMORY. */
pathfan_status pf_edges_group(pf_graph *graph, const int32_t *first, const int32_t *from,
                              int32_t *to);

#endif
