/* strategy.h - which agents look for another path, and when (paper, sections 3.4 to 3.6;
 * crowd.h). */
#ifndef PF_CROWD_STRATEGY_H
#define PF_CROWD_STRATEGY_H

#include "crowd/walkers.h"

/* Lets an agent that has just started on the shortest path choose. Errors: NO_MEMORY, DAMAGED. */
pathfan_status pf_strategy_start(pathfan_crowd *crowd, pf_walker *walker);

/* Lets the agents look whose turn it is in this step. Errors: NO_MEMORY, DAMAGED. */
pathfan_status pf_strategy_step(pathfan_crowd *crowd);

/* Reroutes all agents whose path enters a closed polygon. Those that find no other path stop.
 * Errors: NO_MEMORY, DAMAGED. */
pathfan_status pf_strategy_reroute(pathfan_crowd *crowd);

/* Lets those look again that have no way. Errors: NO_MEMORY, DAMAGED. */
pathfan_status pf_strategy_retry(pathfan_crowd *crowd);

/* Lets all walkers look for a better way, also the stuck ones: a door has opened. */
pathfan_status pf_strategy_reconsider(pathfan_crowd *crowd);

#endif
