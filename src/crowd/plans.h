/* plans.h - paths from the centre of a square to the goal of a flow.
 *
 * *course is -1 if there is no path. */
#ifndef PF_CROWD_PLANS_H
#define PF_CROWD_PLANS_H

#include "crowd/state.h"

/* Finds the cheapest path at the current densities; the caller holds the course. Errors:
 * NO_MEMORY. */
pathfan_status pf_plan_search(pathfan_crowd *crowd, int32_t flow, int32_t square, int32_t *course);

/* Finds the shortest path, once; the crowd holds the course. Errors: NO_MEMORY. */
pathfan_status pf_plan_shortest(pathfan_crowd *crowd, int32_t flow, int32_t square,
                                int32_t *course);

/* Finds a square whose centre is seen from a point, with nothing closed between: that of its cell,
 * or one near it. -1: there is none. */
int32_t pf_plan_square(const pathfan_crowd *crowd, pathfan_point at);

#endif
