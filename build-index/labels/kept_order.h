/* kept_order.h - the order of hubs (hub_order.h), found only once: a resumed build and its group of
 * processes take it from the work file. */
#ifndef PF_BUILD_INDEX_LABELS_KEPT_ORDER_H
#define PF_BUILD_INDEX_LABELS_KEPT_ORDER_H

#include "build-index/run/batches.h"
#include "hub_order.h"

/* Like pf_hub_order_find; batches holds the results, the process group, and the number of
 * threads. Errors: IO, with a message in the results; also the process group's. */
pathfan_status pf_kept_order_find(const pf_graph *graph, pf_tree *trees, const pf_batches *batches,
                                  pf_spill *spill, int32_t *rank_of, const pf_limits *limits);

#endif
