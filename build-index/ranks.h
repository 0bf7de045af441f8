/* ranks.h - a strict total order of vertices by betweenness. */
#ifndef PATHFAN_BUILD_RANKS_H
#define PATHFAN_BUILD_RANKS_H

#include "graph/graph.h"

/* rank_of[v] becomes v's rank, 0 for the highest betweenness. Ties go to the
 * vertex that comes first in reading order of the map, so that ranks don't
 * depend on numbering. Errors: NO_MEMORY. */
pathfan_status pathfan_ranks_find(const pathfan_graph *graph, const int64_t *betweenness,
                                  int32_t *rank_of);

#endif
