/* near_tree.h - a tree as far as it is needed between its source and those of other trees, as a
 * list: so that many can be kept on a map of any size.
 *
 *   status = pathfan_near_trees_grow(nears, &grove, &tree, sources, goals, count);
 *   reach = pathfan_near_reach(length)        how far a pair of trees needs to go
 *   pathfan_near_tree_put(&near, reach, local_of, m, length, arrival);    a flat tree of it
 *   pathfan_near_tree_free(&near);
 *
 * What can lie on a way between two vertices that is no longer than STRETCH times the shortest,
 * length D, is no farther from either than (1 + STRETCH) / 2 * D: the way back is no longer. */
#ifndef PATHFAN_BUILD_NEAR_TREE_H
#define PATHFAN_BUILD_NEAR_TREE_H

#include "flat_tree.h"
#include "graph/grove.h"

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

/* Grows up to PATHFAN_GROVE_TREES of them, each to the sources of other trees, its goal's targets,
 * which it reaches. grove, tree: scratch. Errors: NO_MEMORY; those that are there are to be freed
 * then, too. */
pathfan_status pathfan_near_trees_grow(pathfan_near_tree *const *nears, pathfan_grove *grove,
                                       pathfan_tree *tree, const int32_t *sources,
                                       pathfan_grove_goal *goals, int32_t count);

/* How far a tree must go for ways to a source at that length; both flat. */
uint32_t pathfan_near_reach(uint32_t length);

/* Makes a flat tree of it, among m vertices, as far as `reach`. local_of: [Size: n] numbers among
 * these, -1: is none of them. Vertices whose parent is none aren't reached. */
void pathfan_near_tree_put(const pathfan_near_tree *near, uint32_t reach, const int32_t *local_of,
                           int32_t m, uint32_t *length, uint32_t *arrival);

void pathfan_near_tree_free(pathfan_near_tree *near);

#endif
