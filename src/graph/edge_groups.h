/* edge_groups.h - puts the edges that leave each vertex in the order that graph.h says. */
#ifndef PATHFAN_GRAPH_EDGE_GROUPS_H
#define PATHFAN_GRAPH_EDGE_GROUPS_H

#include "graph/graph.h"

/* first: [Size: n + 1] where the edges of a vertex begin in `from`, which has their other ends,
 * ascending; by the places of vertices and the obstacles there these are put in order into `to`,
 * and into group [Size: 5 * n + 1] where groups begin. No two vertices joined lie in one place.
 * Errors: NO_MEMORY. */
pathfan_status pathfan_edges_group(const int32_t *first, const int32_t *from, int32_t n,
                                   const pathfan_lattice_point *at, const pathfan_wedge *wedge,
                                   int32_t *group, int32_t *to);

#endif
