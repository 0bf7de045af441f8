/* arrivals.h - counts the agents that have come to their goals. */
#ifndef PF_CROWD_ARRIVALS_H
#define PF_CROWD_ARRIVALS_H

#include "crowd/state.h"

/* Counts a walker that arrives in this step, and drops its course. */
void pf_arrivals_add(pathfan_crowd *crowd, const pf_walker *walker);

#endif
