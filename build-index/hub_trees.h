/* hub_trees.h - the trees by which hubs are chosen (hub_order.c), round by round, grown by threads
 * or by a crew.
 *
 *   pathfan_hub_trees trees = {.graph = graph, .scratch = ..., ...};
 *   status = pathfan_hub_trees_init(&trees);
 *   pathfan_hub_trees_begin(&trees);
 *   status = pathfan_hub_trees_grow(&trees, wanted);      trees.list has them
 *   pathfan_hub_trees_drop(&trees);                       and so on
 *   pathfan_hub_trees_free(&trees);
 */
#ifndef PATHFAN_BUILD_HUB_TREES_H
#define PATHFAN_BUILD_HUB_TREES_H

#include <pthread.h>

#include "base/parallel.h"
#include "crew.h"
#include "graph/trees.h"
#include "spill.h"

/* A vertex of a tree; those of its branch follow it. */
typedef struct pathfan_hub_node {
  int32_t vertex;
  int32_t up;   /* so many nodes before it is its parent; 0: it is the source */
  int32_t size; /* nodes of its branch, itself included */
  int32_t left; /* those that are not cut off; 0: it is itself */
} pathfan_hub_node;

typedef struct pathfan_hub_tree {
  pathfan_hub_node *nodes;
  int32_t count;
} pathfan_hub_tree;

typedef struct pathfan_hub_trees {
  const pathfan_graph *graph;
  pathfan_tree *scratch; /* one per thread */
  int32_t threads;
  const int32_t *rank_of;   /* [Size: n] n: not ranked yet; trees end at those that are */
  const pathfan_crew *crew; /* NULL: nobody else grows any */
  pathfan_spill *spill;
  pathfan_done_function *done; /* see parallel.h; what it is told means nothing */
  void *done_context;

  /* Of the round. */
  int32_t *open; /* [Size: n] vertices that weren't ranked when it began */
  int32_t open_count;
  int32_t stride;         /* between two sources in that list, which has them all in turn */
  pathfan_hub_tree *list; /* [Size: n] of members other than 0 nothing is in them */
  int32_t count;          /* of trees */

  struct pathfan_hub_place *places; /* [Size: threads * n] */
  pthread_mutex_t mutex;            /* guards the rooms */
  pathfan_room *rooms;              /* the nodes of all trees */
  int32_t room_count, room_capacity;
  uint64_t room_left; /* nodes of the last room that nobody has */
} pathfan_hub_trees;

/* The members down to done_context are set, all others zero. Errors: NO_MEMORY; free it then, too.
 */
pathfan_status pathfan_hub_trees_init(pathfan_hub_trees *trees);

/* A round begins, with no trees. */
void pathfan_hub_trees_begin(pathfan_hub_trees *trees);

/* As many trees as wanted, at most open_count, unless they have too many nodes. All members of a
 * crew call it. Errors: NO_MEMORY, CANCELLED; those of the crew. */
pathfan_status pathfan_hub_trees_grow(pathfan_hub_trees *trees, int32_t wanted);

/* It ends. */
void pathfan_hub_trees_drop(pathfan_hub_trees *trees);

/* How many nodes are kept at most, about, of a map of n vertices and so many trees. */
int64_t pathfan_hub_trees_nodes(int32_t n, int32_t trees);

void pathfan_hub_trees_free(pathfan_hub_trees *trees);

#endif
