/* spt.h - a shortest-path tree: for each node its length and the node before it. */
#ifndef PATHFAN_GRAPH_SPT_H
#define PATHFAN_GRAPH_SPT_H

#include <stdint.h>

#include "pathfan/status.h"

#define PATHFAN_SPT_FAR INT64_MAX

/* Scratch; zero it first. */
typedef struct pathfan_spt {
  int64_t *length; /* [Size: nodes] length units; PATHFAN_SPT_FAR: not reached */
  uint64_t *hash;  /* [Size: nodes] sum of the edges' tie hashes along the path */
  int32_t *parent; /* [Size: nodes] -1: the root, or not reached */
  int32_t capacity;
} pathfan_spt;

/* Makes room for `nodes` nodes, none reached. Errors: NO_MEMORY. */
pathfan_status pathfan_spt_clear(pathfan_spt *tree, int32_t nodes);
void pathfan_spt_free(pathfan_spt *tree);

#endif
