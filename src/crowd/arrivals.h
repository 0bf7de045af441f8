/* arrivals.h - counts the agents that have come to their goals. */
#ifndef PF_CROWD_ARRIVALS_H
#define PF_CROWD_ARRIVALS_H

#include "crowd/state.h"

/* Makes room for all that may arrive in this step. Errors: NO_MEMORY. */
pathfan_status pf_arrivals_expect(pathfan_crowd *crowd);

/* Counts a walker that arrives in this step, and drops its course. goes_at: the step, with its
 * fraction, in which it began to walk; place: of its flow's goals. */
void pf_arrivals_add(pathfan_crowd *crowd, const pf_walker *walker, double goes_at, int32_t place);

#endif
