/* closures.h - polygons that nobody enters any more. */
#ifndef PATHFAN_CROWD_CLOSURES_H
#define PATHFAN_CROWD_CLOSURES_H

#include "crowd/state.h"

/* Notes a polygon to be closed at a step. Errors: NO_MEMORY, ARGUMENT (it has no surface). */
pathfan_status pathfan_closures_add(pathfan_crowd *crowd, const pathfan_crowd_place *area,
                                    int64_t at_step);

/* Closes those whose step has come. *any: there were some; then all courses that are kept for
 * others are forgotten, and those who are on their way want looking after (strategy.h). */
void pathfan_closures_begin(pathfan_crowd *crowd, bool *any);

/* Whether one may go straight from a to b: by none that is closed, unless it holds a. */
bool pathfan_closures_let(const pathfan_crowd *crowd, pathfan_point a, pathfan_point b);

void pathfan_closures_free(pathfan_crowd *crowd);

#endif
