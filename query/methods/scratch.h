/* scratch.h - what methods keep between requests; allocated when a method first needs it. */
#ifndef PATHFAN_QUERY_METHODS_SCRATCH_H
#define PATHFAN_QUERY_METHODS_SCRATCH_H

#include "task.h"

/* Scratch of one thread; zero it first. Made and freed by methods/table.c. */
typedef struct pathfan_method_scratch {
  struct pathfan_index_scratch *index;
  struct pathfan_online_scratch *online;
  struct pathfan_graph_scratch *graph;
  struct pathfan_terrain_scratch *terrain;
  struct pathfan_ways_scratch *ways;
} pathfan_method_scratch;

#endif
