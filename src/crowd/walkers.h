/* walkers.h - the agents that are present: their position, the cost of their path, and moving.
 *
 * All costs are at the current densities, without the agent's own. */
#ifndef PF_CROWD_WALKERS_H
#define PF_CROWD_WALKERS_H

#include "crowd/state.h"

pathfan_point pf_walker_at(const pathfan_crowd *crowd, const pf_walker *walker);

/* The cost of the rest of a walker's path. */
double pf_walker_cost(const pathfan_crowd *crowd, const pf_walker *walker);

/* Whether the rest of a walker's path enters a closed polygon. */
bool pf_walker_is_barred(const pathfan_crowd *crowd, const pf_walker *walker);

/* Evaluates a course for a walker at that point. */
pf_change pf_walker_try(const pathfan_crowd *crowd, const pf_walker *walker, pathfan_point at,
                        int32_t course, double bound);

/* Moves a walker to the course. */
void pf_walker_take(pathfan_crowd *crowd, pf_walker *walker, const pf_change *change);

/* Adds a walker at the start of a course, which it then holds. Errors: NO_MEMORY. */
pathfan_status pf_walker_add(pathfan_crowd *crowd, int32_t flow, int32_t course,
                             pf_walker **walker);

/* Moves all walkers by a step and removes those that arrive. Errors: NO_MEMORY. */
pathfan_status pf_walkers_move(pathfan_crowd *crowd);

#endif
