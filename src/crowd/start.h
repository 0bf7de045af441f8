/* start.h - flows: where, how many and when agents start. */
#ifndef PF_CROWD_START_H
#define PF_CROWD_START_H

#include "crowd/state.h"

/* Makes the streams and goals of the options' flows. Errors: NO_MEMORY, ARGUMENT (error names a
 * flow that starts or ends in a wall, or has no path to its goal; *is_unreachable: a deeper
 * quadtree may help). */
pathfan_status pf_start_make(pathfan_crowd *crowd, bool *is_unreachable, pathfan_error *error);

/* Starts the agents due in this step. Errors: NO_MEMORY, DAMAGED. */
pathfan_status pf_start_step(pathfan_crowd *crowd);

/* Whether no more agents will start. */
bool pf_start_is_over(const pathfan_crowd *crowd);

void pf_start_free(pathfan_crowd *crowd);

#endif
