/* kept_order.h - the order of hubs (hub_order.h), found only once: a resumed build and its crew
 * take it from the work file. */
#ifndef PATHFAN_BUILD_KEPT_ORDER_H
#define PATHFAN_BUILD_KEPT_ORDER_H

#include "batches.h"
#include "hub_order.h"

/* Like pathfan_hub_order_find; batches holds the results, the crew, and the number of threads.
 * Errors: IO, with a message in the results; also the crew's. */
pathfan_status pathfan_kept_order_find(const pathfan_graph *graph, pathfan_tree *trees,
                                       const pathfan_batches *batches, pathfan_spill *spill,
                                       int32_t *rank_of, pathfan_done_function *done,
                                       void *done_context);

#endif
