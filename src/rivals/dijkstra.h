/* dijkstra.h - shortest lengths from one node of a request's net to all others: plain
 * Dijkstra, as the paper's methods grow their trees (section 2.3.2). */
#ifndef PATHFAN_RIVALS_DIJKSTRA_H
#define PATHFAN_RIVALS_DIJKSTRA_H

#include <stdbool.h>
#include <stdint.h>

#include "pathfan/status.h"

struct pathfan_knots;

#define PATHFAN_NET_FAR INT64_MAX

/* Scratch; zero it first. */
typedef struct pathfan_net_tree {
  int64_t *length; /* [Size: nodes] length units; PATHFAN_NET_FAR: not reached */
  uint64_t *hash;  /* [Size: nodes] sum of the edges' along the path */
  int32_t *parent; /* [Size: nodes] -1: the root, or not reached */
  int32_t capacity;
} pathfan_net_tree;

/* Grows the complete tree of `root`. Equally long paths are told apart by hashes that
 * are the same from either end, so that the path from a to b in the tree of a is the one
 * in the tree of b. The other end is a leaf
 * (knots->end_count): no path goes on from there. work_limit: at most that many nodes are settled
 * since pathfan_knots_begin (0: no limit), then knots->stopped is set, and what was settled is
 * right. Errors: NO_MEMORY. */
pathfan_status pathfan_net_tree_grow(struct pathfan_knots *knots, int32_t root, uint64_t work_limit,
                                     pathfan_net_tree *tree);

/* Room for so many nodes, none reached. Errors: NO_MEMORY. */
pathfan_status pathfan_net_tree_clear(pathfan_net_tree *tree, int32_t nodes);
void pathfan_net_tree_free(pathfan_net_tree *tree);

#endif
