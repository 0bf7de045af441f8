/* scratch.h - what methods keep between requests; allocated when a method first needs it. */
#ifndef PF_QUERY_PATHS_SCRATCH_H
#define PF_QUERY_PATHS_SCRATCH_H

#include "task.h"

/* Scratch of one thread; zero it first. Made and freed by methods/table.c. */
typedef struct pf_method_scratch {
  struct pf_index_scratch *index;
  struct pf_around_scratch *around;
  struct pf_online_scratch *online;
  struct pf_graph_scratch *graph;
  struct pf_terrain_scratch *terrain;
  struct pf_ways_scratch *ways;
} pf_method_scratch;

#endif
