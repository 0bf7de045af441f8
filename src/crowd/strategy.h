/* strategy.h - who looks for another way, and when (paper, sections 3.4 to 3.6; crowd.h). */
#ifndef PATHFAN_CROWD_STRATEGY_H
#define PATHFAN_CROWD_STRATEGY_H

#include "crowd/walkers.h"

/* One who has just started, on the shortest way. Errors: NO_MEMORY, DAMAGED. */
pathfan_status pathfan_strategy_start(pathfan_crowd *crowd, pathfan_walker *walker);

/* Those whose turn it is in this step. Errors: NO_MEMORY, DAMAGED. */
pathfan_status pathfan_strategy_step(pathfan_crowd *crowd);

/* All whose way leads into what was closed. Who finds no other stops. Errors: NO_MEMORY, DAMAGED.
 */
pathfan_status pathfan_strategy_reroute(pathfan_crowd *crowd);

#endif
