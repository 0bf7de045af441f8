/* march.h - how agents walk by Weidmann's law: from patch to patch, towards the next turn of their
 * course that they see, beside it where that is less crowded, and in queues before gates.
 *
 * The functions are those of walkers.h for this law. A walker is where it is, not on its course: it
 * heads for a turn of it, and prices the rest of the way by the course's cells. */
#ifndef PF_CROWD_MARCH_H
#define PF_CROWD_MARCH_H

#include "crowd/state.h"

/* Adds the last walker at that point. Errors: NO_MEMORY. */
pathfan_status pf_march_add(pathfan_crowd *crowd, pathfan_point at);

double pf_march_cost(const pathfan_crowd *crowd, const pf_walker *walker);
bool pf_march_is_barred(const pathfan_crowd *crowd, const pf_walker *walker);
pf_change pf_march_try(const pathfan_crowd *crowd, const pf_walker *walker, pathfan_point at,
                       int32_t course, double bound);
void pf_march_take(pathfan_crowd *crowd, pf_walker *walker, const pf_change *change);

/* Lets a walker stand. */
void pf_march_halt(pathfan_crowd *crowd, const pf_walker *walker);

/* Errors: NO_MEMORY. */
pathfan_status pf_marches_move(pathfan_crowd *crowd);

#endif
