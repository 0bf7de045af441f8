/* ways.h - ways over a terrain from its index: path 1 and alternatives, by labels. */
#ifndef PF_QUERY_TERRAIN_WAYS_H
#define PF_QUERY_TERRAIN_WAYS_H

#include "way_ends.h"
#include "way_routes.h"

/* Zero it first. */
typedef struct pf_ways_scratch {
  pf_way_ends ends;
  pf_way_chain chain;
  pf_way_route *routes; /* [Size: route_capacity] path 1 and so on; the next one is a draft */
  pf_way_join *joins;   /* ways that may be alternatives */
  int32_t route_count, route_capacity, join_count, join_capacity;
} pf_ways_scratch;

/* Finds up to k paths. Errors: NO_MEMORY, DAMAGED (sections that are first read now). */
pathfan_status pf_find_by_ways(pf_method_scratch *scratch, const pf_task *task);

void pf_ways_scratch_free(pf_ways_scratch *scratch);

#endif
