/* spread.h - a list of edges, each of which it holds once, becomes a graph that holds them at both
 * ends, in the order that graph.h says. */
#ifndef PATHFAN_GRAPH_SPREAD_H
#define PATHFAN_GRAPH_SPREAD_H

#include "graph/edge_list.h"
#include "graph/graph.h"

/* Fills group [Size: 5 * n + 1] and to [Size: 2 * edges], by the places of vertices and the
 * obstacles there. No two vertices joined lie in one place. Errors: NO_MEMORY. */
pathfan_status pathfan_edges_spread(const pathfan_edge_list *list, int32_t n,
                                    const pathfan_lattice_point *at, const pathfan_wedge *wedge,
                                    int32_t *group, int32_t *to);

#endif
