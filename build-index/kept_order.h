/* kept_order.h - the order of hubs (hub_order.h), found once: a build that is resumed has it from
 * the work file, and so has its crew. */
#ifndef PATHFAN_BUILD_KEPT_ORDER_H
#define PATHFAN_BUILD_KEPT_ORDER_H

#include "batches.h"
#include "hub_order.h"

/* As pathfan_hub_order_find; batches says who works, and where results are. Errors: IO, with a
 * sentence in the results; those of the crew, too. */
pathfan_status pathfan_kept_order_find(const pathfan_graph *graph, pathfan_tree *trees,
                                       const pathfan_batches *batches, pathfan_spill *spill,
                                       int32_t *rank_of, pathfan_done_function *done,
                                       void *done_context);

#endif
