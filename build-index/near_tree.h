/* near_tree.h - a tree as far as it is needed between its source and those of other trees, stored
 * as a list, so that many trees can be kept on a map of any size.
 *
 *   status = pathfan_near_trees_grow(nears, &grove, &tree, sources, goals, count);
 *   reach = pathfan_near_reach(length)        how far a pair of trees needs to go
 *   pathfan_near_tree_put(&near, reach, local_of, m, length, arrival);    a flat tree of it
 *   pathfan_near_tree_free(&near);
 *
 * A vertex on a path no longer than STRETCH times the distance D of its ends is no farther from
 * either than (1 + STRETCH) / 2 * D, since it is at most D farther from one than from the other. */
#ifndef PATHFAN_BUILD_NEAR_TREE_H
#define PATHFAN_BUILD_NEAR_TREE_H

#include "flat_tree.h"
#include "graph/grove.h"

typedef struct pathfan_near_vertex {
  uint32_t vertex, length, arrival; /* the latter two as in flat_tree.h */
} pathfan_near_vertex;

enum { PATHFAN_NEAR_CLASSES = 64 };

typedef struct pathfan_near_tree {
  pathfan_near_vertex *list; /* [Size: count] by classes: lengths shifted right by `shift` */
  int32_t count;
  int32_t shift;
  int32_t end[PATHFAN_NEAR_CLASSES]; /* end of each class */
} pathfan_near_tree;

/* Grows up to PATHFAN_GROVE_TREES trees, each far enough to reach its goal's targets, the sources
 * of other trees. grove, tree: scratch memory. Errors: NO_MEMORY; free those already grown then
 * too. */
pathfan_status pathfan_near_trees_grow(pathfan_near_tree *const *nears, pathfan_grove *grove,
                                       pathfan_tree *tree, const int32_t *sources,
                                       pathfan_grove_goal *goals, int32_t count);

/* Returns how far a tree must go for paths to a source at that distance; both as flat lengths. */
uint32_t pathfan_near_reach(uint32_t length);

/* Makes a flat tree among m vertices, as far as `reach`. local_of: [Size: n] numbers among these;
 * -1: not one of them. Vertices whose parent isn't one of them count as not reached. */
void pathfan_near_tree_put(const pathfan_near_tree *near, uint32_t reach, const int32_t *local_of,
                           int32_t m, uint32_t *length, uint32_t *arrival);

void pathfan_near_tree_free(pathfan_near_tree *near);

#endif
