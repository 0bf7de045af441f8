/* linked_scratch.h - what an answer over links (calls/linked.c) keeps between requests. */
#ifndef PF_QUERY_LINKS_LINKED_SCRATCH_H
#define PF_QUERY_LINKS_LINKED_SCRATCH_H

#include "chains.h"
#include "linked_paths.h"
#include "query/obstacles/link_set.h"

/* Where a node is entered [0] and left [1]. */
typedef struct pf_node_place {
  double x[2], y[2]; /* map units */
  int32_t component[2];
} pf_node_place;

/* Scratch of one thread; zero it first. */
typedef struct pf_linked {
  pf_chains chains;
  pf_chain_node *nodes; /* of the request */
  int32_t *entry;       /* [Size: as many] portal where each node is entered, */
  int32_t *leaving;     /* and where it is left; -1: an end of the request */
  pf_node_place *place; /* [Size: as many] where these are */
  pf_linked_paths paths;
  pf_tracks walks;            /* of the chain at hand, several for each of its steps */
  double *walk_length;        /* [Size: walks.count] map units */
  int32_t *first_walk;        /* [Size: steps + 1] */
  pf_link_set *held;          /* of the snapshot that answered; NULL: none */
  int32_t *reached;           /* components that can be reached from the start */
  pathfan_point *walk;        /* a walk to be measured, in the plane */
  pathfan_measures *measured; /* of the paths to be measured */
  int32_t walk_capacity, measured_capacity;
  int32_t node_capacity, entry_capacity, leaving_capacity, length_capacity, first_capacity,
      reached_capacity, place_capacity;
} pf_linked;

void pf_linked_free(pf_linked *linked);

#endif
