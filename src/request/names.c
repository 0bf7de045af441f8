/* names.c - the names by which people choose. */
#include "request/names.h"

#include <string.h>

bool pathfan_read_effort(const char *text, pathfan_effort *effort) {
  if (strcmp(text, "fast") == 0)
    *effort = PATHFAN_EFFORT_FAST;
  else if (strcmp(text, "thorough") == 0)
    *effort = PATHFAN_EFFORT_THOROUGH;
  else
    return false;
  return true;
}

bool pathfan_read_algorithm(const char *text, pathfan_algorithm *algorithm) {
  for (pathfan_algorithm a = PATHFAN_ALGORITHM_INDEX; a <= PATHFAN_ALGORITHM_PENALTY; a++)
    if (strcmp(text, pathfan_algorithm_name(a)) == 0) {
      *algorithm = a;
      return true;
    }
  return false;
}

const char pathfan_no_algorithm[] = "is not an algorithm; those that are: index, plateaus, "
                                    "dissimilarity, penalty, polyanya, astar";

double *pathfan_objective_weight(pathfan_objective *objective, const char *text, size_t length) {
  const struct {
    const char *name;
    double *weight;
  } weights[] = {{"length", &objective->length},
                 {"bounded-stretch", &objective->bounded_stretch},
                 {"similarity", &objective->similarity},
                 {"local-optimality", &objective->local_optimality}};
  for (size_t i = 0; i < sizeof weights / sizeof *weights; i++) {
    bool same = strlen(weights[i].name) == length;
    for (size_t k = 0; k < length && same; k++)
      same = text[k] == weights[i].name[k] || (text[k] == '_' && weights[i].name[k] == '-');
    if (same) return weights[i].weight;
  }
  return NULL;
}
