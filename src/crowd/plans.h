/* plans.h - ways from the centre of a square to the goal of a flow.
 *
 * A course that is given is held by whom it says; -1: there is no way. */
#ifndef PATHFAN_CROWD_PLANS_H
#define PATHFAN_CROWD_PLANS_H

#include "crowd/state.h"

/* The cheapest at the densities of now, held by the caller. Errors: NO_MEMORY. */
pathfan_status pathfan_plan_search(pathfan_crowd *crowd, int32_t flow, int32_t square,
                                   int32_t *course);

/* The shortest, found once and held by the crowd. Errors: NO_MEMORY. */
pathfan_status pathfan_plan_shortest(pathfan_crowd *crowd, int32_t flow, int32_t square,
                                     int32_t *course);

#endif
