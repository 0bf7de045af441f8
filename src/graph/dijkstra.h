/* dijkstra.h - shortest lengths from one node of a request's overlay graph to all others: plain
 * Dijkstra, as the paper's methods grow their trees (section 2.3.2). */
#ifndef PATHFAN_GRAPH_DIJKSTRA_H
#define PATHFAN_GRAPH_DIJKSTRA_H

#include "base/budget.h"
#include "base/heap.h"
#include "graph/overlay.h"
#include "graph/spt.h"

/* Scratch of one thread; zero it first. */
typedef struct pathfan_dijkstra {
  pathfan_heap heap;
  int32_t *better; /* edges of a vertex that improve something */
  int32_t better_capacity;
} pathfan_dijkstra;

/* Grows the complete tree of `root`; the overlay's graph is one with lengths (search_graph.h).
 * Equally long paths are told apart by hashes that are the same from either end, so that the path
 * from a to b in the tree of a is the one in the tree of b. The other end is a leaf
 * (overlay->end_count): no path goes on from there. Each node that is settled spends 1 of the
 * budget; when it is stopped, what was settled is right. Errors: NO_MEMORY. */
pathfan_status pathfan_dijkstra_grow(pathfan_dijkstra *scratch, const pathfan_overlay *overlay,
                                     int32_t root, pathfan_budget *budget, pathfan_spt *tree);

void pathfan_dijkstra_free(pathfan_dijkstra *scratch);

#endif
