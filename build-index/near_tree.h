/* near_tree.h - a tree as far as it is needed between its source and those of other trees, as a
 * list: so that many can be kept on a map of any size.
 *
 *   status = pathfan_near_tree_grow(&near, tree, graph, source, targets, count);
 *   reach = pathfan_near_reach(length)        how far a pair of trees needs to go
 *   pathfan_near_tree_put(&near, reach, local_of, m, length, arrival);    a flat tree of it
 *   pathfan_near_tree_free(&near);
 *
 * What can lie on a way between two vertices that is no longer than STRETCH times the shortest,
 * length D, is no farther from either than (1 + STRETCH) / 2 * D: the way back is no longer. */
#ifndef PATHFAN_BUILD_NEAR_TREE_H
#define PATHFAN_BUILD_NEAR_TREE_H

#include "flat_tree.h"

typedef struct pathfan_near_vertex {
  uint32_t vertex, length, arrival; /* the latter two as in flat_tree.h */
} pathfan_near_vertex;

enum { PATHFAN_NEAR_CLASSES = 64 };

typedef struct pathfan_near_tree {
  pathfan_near_vertex *list; /* [Size: count] by classes: lengths shifted by `shift` */
  int32_t count;
  int32_t shift;
  int32_t end[PATHFAN_NEAR_CLASSES]; /* of each class */
} pathfan_near_tree;

/* tree: scratch. targets: sources of other trees, which it reaches. Errors: NO_MEMORY. */
pathfan_status pathfan_near_tree_grow(pathfan_near_tree *near, pathfan_tree *tree,
                                      const pathfan_graph *graph, int32_t source,
                                      const int32_t *targets, int32_t count);

/* How far a tree must go for ways to a source at that length; both flat. */
uint32_t pathfan_near_reach(uint32_t length);

/* Makes a flat tree of it, among m vertices, as far as `reach`. local_of: [Size: n] numbers among
 * these, -1: is none of them. Vertices whose parent is none aren't reached. */
void pathfan_near_tree_put(const pathfan_near_tree *near, uint32_t reach, const int32_t *local_of,
                           int32_t m, uint32_t *length, uint32_t *arrival);

void pathfan_near_tree_free(pathfan_near_tree *near);

#endif
