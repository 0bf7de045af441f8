/* map.h - a map in memory: the struct behind pathfan_map of the public headers. Made by the
 * builder, used by the query library, immutable. */
#ifndef PATHFAN_SPACE_MAP_H
#define PATHFAN_SPACE_MAP_H

#include "space/ground.h"
#include "space/space.h"

struct pathfan_map {
  pathfan_ground ground;
  pathfan_space space; /* of the ground */
};

/* Opens map->space once map->ground is there, and makes what every search of it wants; the map
 * stays where it is from now on. Errors: NO_MEMORY; only the ground is to be freed then. */
pathfan_status pathfan_map_prepare(struct pathfan_map *map);

#endif
