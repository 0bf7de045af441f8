/* map.h - a map in memory: the struct behind pathfan_map of the public headers. Made by the
 * builder, used by the query library, immutable. */
#ifndef PF_SPACE_MAP_H
#define PF_SPACE_MAP_H

#include "space/ground.h"
#include "space/space.h"

struct pathfan_map {
  pf_ground ground;
  pf_space space; /* the ground's */
};

/* Opens map->space on a finished map->ground and makes the data that every search of it needs. The
 * map must not move afterwards. Errors: NO_MEMORY; free only the ground then. */
pathfan_status pf_map_prepare(struct pathfan_map *map);

#endif
