/* objective.h - the choice of paths by cost. */
#ifndef PF_QUERY_CHOOSE_OBJECTIVE_H
#define PF_QUERY_CHOOSE_OBJECTIVE_H

#include "query/paths/task.h"

bool pf_objective_is_set(const pathfan_objective *objective);

/* Whether an objective needs measures besides similarity and nearness. */
bool pf_objective_measures(const pathfan_objective *objective);

/* Keeps path 1 and, of the task's other tracks, those that the request's objective chooses. They
 * must be measured, and have passed all tests but those among themselves. Errors: NO_MEMORY. */
pathfan_status pf_choose_by_objective(const pf_task *task);

#endif
