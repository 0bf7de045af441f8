/* strategy.h - which agents look for another path, and when (paper, sections 3.4 to 3.6;
 * crowd.h). */
#ifndef PATHFAN_CROWD_STRATEGY_H
#define PATHFAN_CROWD_STRATEGY_H

#include "crowd/walkers.h"

/* Lets an agent that has just started on the shortest path choose. Errors: NO_MEMORY, DAMAGED. */
pathfan_status pathfan_strategy_start(pathfan_crowd *crowd, pathfan_walker *walker);

/* Lets the agents look whose turn it is in this step. Errors: NO_MEMORY, DAMAGED. */
pathfan_status pathfan_strategy_step(pathfan_crowd *crowd);

/* Reroutes all agents whose path enters a closed polygon. Those that find no other path stop.
 * Errors: NO_MEMORY, DAMAGED. */
pathfan_status pathfan_strategy_reroute(pathfan_crowd *crowd);

#endif
