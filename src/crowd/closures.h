/* closures.h - polygons closed to agents. */
#ifndef PF_CROWD_CLOSURES_H
#define PF_CROWD_CLOSURES_H

#include "crowd/state.h"

/* Adds a polygon to be closed at a step. Errors: NO_MEMORY, ARGUMENT (it has no area). */
pathfan_status pf_closures_add(pathfan_crowd *crowd, const pathfan_crowd_place *area,
                               int64_t at_step);

/* Closes the polygons whose step has come. *any: there were some; then all stored courses are
 * forgotten, and the caller must reroute the walkers (strategy.h). */
void pf_closures_begin(pathfan_crowd *crowd, bool *any);

/* Whether the straight line from a to b enters no closed polygon, other than those that contain
 * a. */
bool pf_closures_let(const pathfan_crowd *crowd, pathfan_point a, pathfan_point b);

void pf_closures_free(pathfan_crowd *crowd);

#endif
