/* dijkstra.h - shortest lengths from one node of a request's overlay graph to all others: plain
 * Dijkstra, as the paper's methods grow their trees (section 2.3.2). */
#ifndef PF_GRAPH_DIJKSTRA_H
#define PF_GRAPH_DIJKSTRA_H

#include "base/work_limit.h"
#include "base/heap.h"
#include "graph/overlay.h"
#include "graph/spt.h"

/* Scratch of one thread; zero it first. */
typedef struct pf_dijkstra {
  pf_heap heap;
  int32_t *better; /* edges of a vertex that improve their ends */
  int32_t better_capacity;
} pf_dijkstra;

/* Grows the complete tree of `root`; the overlay's graph must have lengths (search_graph.h). Ties
 * are broken by hashes that are the same from either end, so that the path from a to b in the tree
 * of a is the one in the tree of b. The other end is a leaf (overlay->end_count): no path goes on
 * from there. Each settled node spends 1 of the work limit; if it is stopped, the nodes settled so
 * far are right. Errors: NO_MEMORY. */
pathfan_status pf_dijkstra_grow(pf_dijkstra *scratch, const pf_overlay *overlay, int32_t root,
                                pf_work_limit *work_limit, pf_spt *tree);

void pf_dijkstra_free(pf_dijkstra *scratch);

#endif
