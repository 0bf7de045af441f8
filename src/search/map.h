/* map.h - a map for online search: the struct behind pathfan_map of the public
 * headers. Made by the builder, used by the query library, immutable. */
#ifndef PATHFAN_SEARCH_MAP_H
#define PATHFAN_SEARCH_MAP_H

#include "mesh/ground.h"
#include "search/search_mesh.h"

struct pathfan_map {
  pathfan_ground ground;
  pathfan_search_mesh search;
};

/* Lays out map->search once map->ground is there. Errors: NO_MEMORY. */
pathfan_status pathfan_map_prepare(struct pathfan_map *map);

#endif
