/* legs.h - what walkers head for, by Weidmann's law (march.h).
 *
 *   pf_leg_aim(crowd, walker, march, aim);    at the end of that piece of its course; -1: its begin
 *   pf_leg_plan(crowd, walker, march);        its next leg, from where it is */
#ifndef PF_CROWD_LEGS_H
#define PF_CROWD_LEGS_H

#include "crowd/march.h"

#define PF_LEG_GAP 2e-4 /* metres: the step over a side, so that nobody stands on it */

void pf_leg_aim(const pathfan_crowd *crowd, const pf_walker *walker, pf_march *march, int32_t aim);

/* The walker stands in a patch. */
void pf_leg_plan(const pathfan_crowd *crowd, pf_walker *walker, pf_march *march);

#endif
