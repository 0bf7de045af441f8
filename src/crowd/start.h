/* start.h - flows: where agents start, how many, and when. */
#ifndef PATHFAN_CROWD_START_H
#define PATHFAN_CROWD_START_H

#include "crowd/state.h"

/* Makes the streams and goals of the options' flows. Errors: NO_MEMORY, ARGUMENT (error names the
 * flow: one that starts in a wall; *is_unreachable: one that finds no way to its goal, which a
 * deeper quadtree may mend). */
pathfan_status pathfan_start_make(pathfan_crowd *crowd, bool *is_unreachable, pathfan_error *error);

/* Lets start who starts in this step. Errors: NO_MEMORY, DAMAGED. */
pathfan_status pathfan_start_step(pathfan_crowd *crowd);

/* Whether nobody will start any more. */
bool pathfan_start_is_over(const pathfan_crowd *crowd);

void pathfan_start_free(pathfan_crowd *crowd);

#endif
