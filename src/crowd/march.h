/* march.h - how agents walk by Weidmann's law: from patch to patch, towards the next turn of their
 * course that they see, beside it where that is less crowded, and in queues before gates.
 *
 *   status = pf_march_add(crowd, at);      after pf_walker_add
 *   status = pf_marches_move(crowd);       a step */
#ifndef PF_CROWD_MARCH_H
#define PF_CROWD_MARCH_H

#include "crowd/state.h"

/* Adds the last walker at that point. Errors: NO_MEMORY. */
pathfan_status pf_march_add(pathfan_crowd *crowd, pathfan_point at);

/* Errors: NO_MEMORY. */
pathfan_status pf_marches_move(pathfan_crowd *crowd);

#endif
