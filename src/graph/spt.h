/* spt.h - a shortest-path tree: for each node its length and the node before it. */
#ifndef PF_GRAPH_SPT_H
#define PF_GRAPH_SPT_H

#include <stdint.h>

#include "pathfan/status.h"

#define PF_SPT_FAR INT64_MAX

/* Scratch; zero it first. */
typedef struct pf_spt {
  int64_t *length; /* [Size: nodes] length units; PF_SPT_FAR: not reached */
  uint64_t *hash;  /* [Size: nodes] sum of the edges' tie hashes along the path */
  int32_t *parent; /* [Size: nodes] -1: the root, or not reached */
  int32_t capacity;
} pf_spt;

/* Makes room for `nodes` nodes, none reached. Errors: NO_MEMORY. */
pathfan_status pf_spt_clear(pf_spt *tree, int32_t nodes);
void pf_spt_free(pf_spt *tree);

#endif
