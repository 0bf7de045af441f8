/* closures.h - polygons closed to agents, doors that are shut, and the areas of a snapshot. */
#ifndef PF_CROWD_CLOSURES_H
#define PF_CROWD_CLOSURES_H

#include "crowd/state.h"

/* Adds a polygon to be closed at a step. Errors: NO_MEMORY, ARGUMENT (it has no area). */
pathfan_status pf_closures_add(pathfan_crowd *crowd, const pathfan_crowd_place *area,
                               int64_t at_step);

/* Adds an area of the snapshot, by its name, to be closed at a step whatever the snapshot says.
 * Errors: NO_MEMORY, ARGUMENT (there is none). */
pathfan_status pf_closures_add_named(pathfan_crowd *crowd, const char *name, int64_t at_step);

/* Adds a door that has times, open in those. Errors: NO_MEMORY. */
pathfan_status pf_closures_add_door(pathfan_crowd *crowd, const pathfan_crowd_door *door);

/* Has the areas that a snapshot has closed, and no other one's, closed from the next step on; holds
 * it. Errors: NO_MEMORY; ARGUMENT (it opens walls): nothing has changed. */
pathfan_status pf_closures_set_snapshot(pathfan_crowd *crowd, const pathfan_obstacles *snapshot);

typedef enum pf_closing { PF_CLOSES_NOTHING, PF_CLOSES, PF_CLOSES_OR_OPENS } pf_closing;

/* Closes and opens what is due in this step. If there is anything, all stored courses are
 * forgotten, and the caller must reroute the walkers (strategy.h). Errors: those of
 * pathfan_obstacles_change. */
pathfan_status pf_closures_begin(pathfan_crowd *crowd, pf_closing *closing);

/* Whether a door that is shut opens later on. */
bool pf_closures_will_open(const pathfan_crowd *crowd);

/* Whether the straight line from a to b enters no closed polygon, other than those that contain
 * a. */
bool pf_closures_let(const pathfan_crowd *crowd, pathfan_point a, pathfan_point b);

/* Whether a point lies in a closed polygon. */
bool pf_closures_hold(const pathfan_crowd *crowd, pathfan_point at);

void pf_closures_free(pathfan_crowd *crowd);

#endif
