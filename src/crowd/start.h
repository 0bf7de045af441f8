/* start.h - flows: where, how many and when agents start. */
#ifndef PATHFAN_CROWD_START_H
#define PATHFAN_CROWD_START_H

#include "crowd/state.h"

/* Makes the streams and goals of the options' flows. Errors: NO_MEMORY, ARGUMENT (error names a
 * flow that starts or ends in a wall, or has no path to its goal; *is_unreachable: a deeper
 * quadtree may help). */
pathfan_status pathfan_start_make(pathfan_crowd *crowd, bool *is_unreachable, pathfan_error *error);

/* Starts the agents due in this step. Errors: NO_MEMORY, DAMAGED. */
pathfan_status pathfan_start_step(pathfan_crowd *crowd);

/* Whether no more agents will start. */
bool pathfan_start_is_over(const pathfan_crowd *crowd);

void pathfan_start_free(pathfan_crowd *crowd);

#endif
