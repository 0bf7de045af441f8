/* legs.h - what walkers head for, by Weidmann's law, and what their ways cost.
 *
 *   pf_leg_aim(crowd, walker, march, aim);    at the end of that piece of its course; -1: its begin
 *   pf_leg_plan(crowd, walker, march);        its next leg, from where it is
 *
 * The other functions are those of walkers.h for this law. A walker is where it is, not on its
 * course: it heads for a turn of it, and prices the rest of the way by the course's cells. */
#ifndef PF_CROWD_LEGS_H
#define PF_CROWD_LEGS_H

#include "crowd/state.h"

#define PF_LEG_GAP 2e-4 /* metres: the step over a side, so that nobody stands on it */

void pf_leg_aim(const pathfan_crowd *crowd, const pf_walker *walker, pf_march *march, int32_t aim);

/* The walker stands in a patch. */
void pf_leg_plan(const pathfan_crowd *crowd, pf_walker *walker, pf_march *march);

double pf_leg_cost(const pathfan_crowd *crowd, const pf_walker *walker);
bool pf_leg_is_barred(const pathfan_crowd *crowd, const pf_walker *walker);
pf_change pf_leg_try(const pathfan_crowd *crowd, const pf_walker *walker, pathfan_point at,
                     int32_t course, double bound);
void pf_leg_take(pathfan_crowd *crowd, pf_walker *walker, const pf_change *change);

/* Lets a walker stand. */
void pf_leg_halt(pathfan_crowd *crowd, const pf_walker *walker);

#endif
