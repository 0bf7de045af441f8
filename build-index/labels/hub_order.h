/* hub_order.h - the order of hubs in which vertices need few labels. */
#ifndef PF_BUILD_INDEX_LABELS_HUB_ORDER_H
#define PF_BUILD_INDEX_LABELS_HUB_ORDER_H

#include "base/limits.h"
#include "build-index/run/processes.h"
#include "graph/trees.h"
#include "build-index/run/spill.h"

/* Returns about how many bytes the large arrays of pf_hub_order_find take. */
uint64_t pf_hub_order_bytes(int32_t vertex_count);

/* Sets rank_of[v] to v's turn as a hub, 0 the first. trees: one per thread. Large arrays are
 * spilled. processes: NULL, or processes that also grow trees; all members find the same ranks.
 * Counts vertices done. Errors: NO_MEMORY, CANCELLED; those of the group of processes. */
pathfan_status pf_hub_order_find(const pf_graph *graph, pf_tree *trees, int32_t threads,
                                 pf_spill *spill, const pf_processes *processes, int32_t *rank_of,
                                 const pf_limits *limits);

#endif
