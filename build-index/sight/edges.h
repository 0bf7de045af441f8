/* edges.h - the edges of the visibility graph, by columns, for later searches. */
#ifndef PF_BUILD_INDEX_SIGHT_EDGES_H
#define PF_BUILD_INDEX_SIGHT_EDGES_H

#include "graph/edge_list.h"
#include "graph/graph.h"

/* Lists the edges of a graph by columns (column_of: [Size: n] by build number), with the unit of
 * lengths that searches of this map use; bits_most: see pf_length_bits_most (format/layout.h).
 * Makes no list if the two ends of some edge disagree. Errors: NO_MEMORY. */
pathfan_status pf_edges_list(const pf_graph *graph, const int32_t *column_of, int bits_most,
                             pf_edge_list *list);

#endif
