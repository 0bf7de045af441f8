/* map.h - a map for online search: the struct behind pathfan_map of the public
 * headers. Made by the builder, used by the query library, immutable but for its net. */
#ifndef PATHFAN_SPACE_MAP_H
#define PATHFAN_SPACE_MAP_H

#include <pthread.h>
#include <stdatomic.h>

#include "space/ground.h"
#include "search/search_mesh.h"

struct pathfan_map {
  pathfan_ground ground;
  pathfan_search_mesh search;
  _Atomic(struct pathfan_search_graph *) net; /* made by the request that first needs it; read it
                                        with acquire (query/rivals.c) */
  pthread_mutex_t lock;                       /* held while the net is made */
};

/* Lays out map->search once map->ground is there; the rest is all zero. Errors: NO_MEMORY. */
pathfan_status pathfan_map_prepare(struct pathfan_map *map);

#endif
