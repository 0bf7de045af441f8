/* weighted.h - the cheapest way over a terrain with areas, to a certified gap. */
#ifndef PF_QUERY_TERRAIN_WEIGHTED_H
#define PF_QUERY_TERRAIN_WEIGHTED_H

#include "query/paths/scratch.h"
#include "terrain/route.h"
#include "weighted_ground.h"

/* Zero it first. */
typedef struct pf_weighted_finder {
  pf_weighted_search search;
  pf_faces_near near[2];
} pf_weighted_finder;

/* Finds one path, and lays it out as the route; *found: there is one. States in the task what the
 * search did. Errors: NO_MEMORY. */
pathfan_status pf_find_by_weights(pf_weighted_finder *finder, const pf_task *task, pf_route *route,
                                  bool *found);

void pf_weighted_finder_free(pf_weighted_finder *finder);

#endif
