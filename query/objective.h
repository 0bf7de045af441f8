/* objective.h - paths by what they cost. */
#ifndef PATHFAN_QUERY_OBJECTIVE_H
#define PATHFAN_QUERY_OBJECTIVE_H

#include "task.h"

bool pathfan_objective_is_set(const pathfan_objective *objective);

/* Whether it asks for more than similarity. */
bool pathfan_objective_measures(const pathfan_objective *objective);

/* Out of the task's tracks but the first, which have passed all tests but those among
 * themselves and have their measures, keeps those that the request's objective asks
 * for. Errors: NO_MEMORY. */
pathfan_status pathfan_choose_by_objective(const pathfan_task *task);

#endif
