/* ways.h - ways over a terrain from its index: path 1 and alternatives, by labels.
 *
 * The folder terrain/. In: a task whose space is a terrain. Out: its tracks, each with a route that
 * says what it runs along and crosses; by labels of the ways of an index here, by a search in
 * terrain.h. The ends' attachments (way_ends.h) are joined to chains of edges (way_chain.h), and
 * these are laid out as routes and compared (way_routes.h). It uses choose/ (difference.h), paths/,
 * ends/ and open/; terrain_info.c is a public call by itself. */
#ifndef PF_QUERY_TERRAIN_WAYS_H
#define PF_QUERY_TERRAIN_WAYS_H

#include "way_choice.h"
#include "way_ends.h"

/* Zero it first. */
typedef struct pf_ways_scratch {
  pf_way_ends ends;
  pf_way_chain chain;
  pf_way_choice choice;
  pf_way_join *joins; /* ways that may be alternatives */
  int32_t join_count, join_capacity;
} pf_ways_scratch;

/* Finds up to k paths. Errors: NO_MEMORY, DAMAGED (sections that are first read now). */
pathfan_status pf_find_by_ways(pf_method_scratch *scratch, const pf_task *task);

void pf_ways_scratch_free(pf_ways_scratch *scratch);

#endif
