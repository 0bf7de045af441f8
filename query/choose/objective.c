/* objective.c - what the members of an objective mean together. */
#include "objective.h"

bool pf_objective_is_set(const pathfan_objective *o) {
  return o->cost || o->length > 0 || o->bounded_stretch > 0 || o->similarity > 0 ||
         o->local_optimality > 0 || o->nearness > 0;
}

bool pf_objective_measures(const pathfan_objective *o) {
  return o->cost || o->length > 0 || o->bounded_stretch > 0 || o->local_optimality > 0;
}
