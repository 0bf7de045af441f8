/* ways.h - ways over a terrain from its index: path 1 and alternatives, by labels. */
#ifndef PATHFAN_QUERY_METHODS_WAYS_H
#define PATHFAN_QUERY_METHODS_WAYS_H

#include "methods/way_ends.h"
#include "methods/way_routes.h"

/* Zero it first. */
typedef struct pathfan_ways_scratch {
  pathfan_way_ends ends;
  pathfan_way_chain chain;
  pathfan_way_route *routes; /* [Size: route_capacity] path 1 and so on; the next one is a draft */
  pathfan_way_join *joins;   /* ways that may be alternatives */
  int32_t route_count, route_capacity, join_count, join_capacity;
} pathfan_ways_scratch;

/* Finds up to k paths. Errors: NO_MEMORY, DAMAGED (sections that are first read now). */
pathfan_status pathfan_find_by_ways(pathfan_method_scratch *scratch, const pathfan_task *task);

void pathfan_ways_scratch_free(pathfan_ways_scratch *scratch);

#endif
