/* objective.h - the choice of paths by cost. */
#ifndef PATHFAN_QUERY_OBJECTIVE_H
#define PATHFAN_QUERY_OBJECTIVE_H

#include "task.h"

bool pathfan_objective_is_set(const pathfan_objective *objective);

/* Whether an objective needs measures besides similarity and nearness. */
bool pathfan_objective_measures(const pathfan_objective *objective);

/* Keeps path 1 and, of the task's other tracks, those that the request's objective chooses. They
 * must be measured, and have passed all tests but those among themselves. Errors: NO_MEMORY. */
pathfan_status pathfan_choose_by_objective(const pathfan_task *task);

#endif
