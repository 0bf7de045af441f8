/* terrain.h - the cheapest way over a terrain, by search. */
#ifndef PF_QUERY_TERRAIN_TERRAIN_H
#define PF_QUERY_TERRAIN_TERRAIN_H

#include "query/paths/scratch.h"
#include "terrain/route.h"
#include "terrain/search.h"
#include "weighted.h"
#include "weighted_field.h"

/* Zero it first. */
typedef struct pf_terrain_scratch {
  pf_terrain_search search;
  pf_terrain reversed;         /* on which the search may be */
  pf_weighted_finder weighted; /* on terrains with areas */
  pf_weighted_fields fields;   /* the same */
  pf_route route;              /* of the track that was found */
} pf_terrain_scratch;

/* Finds one path. Errors: NO_MEMORY. */
pathfan_status pf_find_by_terrain(pf_method_scratch *scratch, const pf_task *task);

void pf_terrain_scratch_free(pf_terrain_scratch *scratch);

#endif
