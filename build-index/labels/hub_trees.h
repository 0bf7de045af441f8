/* hub_trees.h - the trees from which hubs are chosen (hub_order.c), round by round, grown by
 * threads or by a process group.
 *
 *   pf_hub_trees trees = {.graph = graph, .scratch = ..., ...};
 *   status = pf_hub_trees_init(&trees);
 *   pf_hub_trees_begin(&trees);
 *   status = pf_hub_trees_grow(&trees, wanted);      trees.list has them
 *   pf_hub_trees_drop(&trees);                       and so on
 *   pf_hub_trees_free(&trees); */
#ifndef PF_BUILD_INDEX_LABELS_HUB_TREES_H
#define PF_BUILD_INDEX_LABELS_HUB_TREES_H

#include <pthread.h>

#include "base/limits.h"
#include "build-index/run/processes.h"
#include "graph/trees.h"
#include "build-index/run/spill.h"

/* A vertex of a tree. The nodes of its branch follow it. */
typedef struct pf_hub_node {
  int32_t vertex;
  int32_t up;   /* how many nodes before it its parent is; 0: it is the source */
  int32_t size; /* nodes of its branch, itself included */
  int32_t left; /* nodes of its branch that aren't cut off; 0: it is cut off itself */
} pf_hub_node;

typedef struct pf_hub_tree {
  pf_hub_node *nodes;
  int32_t count;
} pf_hub_tree;

typedef struct pf_hub_trees {
  const pf_graph *graph;
  pf_tree *scratch; /* one per thread */
  int32_t threads;
  const int32_t *rank_of;        /* [Size: n] n: not ranked yet; trees end at ranked vertices */
  const pf_processes *processes; /* NULL: this process grows all trees */
  pf_spill *spill;
  const pf_limits *limits; /* what they count means nothing */

  /* The current round: */
  int32_t *open; /* [Size: n] vertices that were unranked when it began */
  int32_t open_count;
  int32_t stride;    /* step between sources in `open`, coprime to open_count */
  pf_hub_tree *list; /* [Size: n] empty trees in members other than 0 */
  int32_t count;     /* of trees */

  struct pf_hub_place *places; /* [Size: threads * n] */
  pthread_mutex_t mutex;       /* guards the blocks */
  pf_spill_array *blocks;      /* the nodes of all trees */
  int32_t block_count, block_capacity;
  uint64_t nodes_left; /* unused nodes of the last block */
} pf_hub_trees;

/* Initialises all else; the members down to limits must be set, the others zero. Errors:
 * NO_MEMORY; free it then too. */
pathfan_status pf_hub_trees_init(pf_hub_trees *trees);

/* Begins a round, without trees. */
void pf_hub_trees_begin(pf_hub_trees *trees);

/* Grows as many trees as wanted, at most open_count; fewer if they have too many nodes. All members
 * of a process group call it. Errors: NO_MEMORY, CANCELLED; those of the process group.
 */
pathfan_status pf_hub_trees_grow(pf_hub_trees *trees, int32_t wanted);

/* Ends the round. */
void pf_hub_trees_drop(pf_hub_trees *trees);

/* Returns about the most nodes kept at once, for n vertices and a first round of `trees` trees. */
int64_t pf_hub_trees_nodes(int32_t n, int32_t trees);

void pf_hub_trees_free(pf_hub_trees *trees);

#endif
