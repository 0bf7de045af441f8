/* terrain.h - the cheapest way over a terrain, by search. */
#ifndef PATHFAN_QUERY_METHODS_TERRAIN_H
#define PATHFAN_QUERY_METHODS_TERRAIN_H

#include "methods/scratch.h"
#include "terrain/route.h"
#include "terrain/search.h"

/* Zero it first. */
typedef struct pathfan_terrain_scratch {
  pathfan_terrain_search search;
  pathfan_route route; /* of the track that was found */
} pathfan_terrain_scratch;

/* Finds one path. Errors: NO_MEMORY. */
pathfan_status pathfan_find_by_terrain(pathfan_method_scratch *scratch, const pathfan_task *task);

void pathfan_terrain_scratch_free(pathfan_terrain_scratch *scratch);

#endif
