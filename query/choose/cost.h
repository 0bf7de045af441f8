/* cost.h - the choice of paths by an objective. */
#ifndef PF_QUERY_CHOOSE_COST_H
#define PF_QUERY_CHOOSE_COST_H

#include "selection.h"

/* Selects path 1 and those that the request's objective chooses of all other entries, of candidates
 * alone if splices come last. Errors: NO_MEMORY, and those of recovery and measures. */
pathfan_status pf_select_by_cost(pf_entries *entries, pf_selection *selection);

#endif
