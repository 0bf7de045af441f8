/* objective.h - what a request's objective asks for. */
#ifndef PF_QUERY_CHOOSE_OBJECTIVE_H
#define PF_QUERY_CHOOSE_OBJECTIVE_H

#include "pathfan/query.h"

bool pf_objective_is_set(const pathfan_objective *objective);

/* Whether an objective needs measures besides similarity and nearness. */
bool pf_objective_measures(const pathfan_objective *objective);

#endif
