/* near_tree.h - a tree as far as it is needed between its source and those of other trees, stored
 * as a list, so that many trees can be kept on a map of any size.
 *
 *   status = pf_near_trees_grow(nears, &grove, &tree, sources, goals, count);
 *   reach = pf_near_reach(length)        how far a pair of trees needs to go
 *   pf_near_tree_put(&near, reach, local_of, m, length, arrival);    a flat tree of it
 *   pf_near_tree_free(&near);
 *
 * A vertex on a path no longer than STRETCH times the distance D of its ends is no farther from
 * either than (1 + STRETCH) / 2 * D, since it is at most D farther from one than from the other. */
#ifndef PF_BUILD_INDEX_VIAS_NEAR_TREE_H
#define PF_BUILD_INDEX_VIAS_NEAR_TREE_H

#include "flat_tree.h"
#include "graph/grove.h"

typedef struct pf_near_vertex {
  uint32_t vertex, length, arrival; /* the latter two as in flat_tree.h */
} pf_near_vertex;

enum { PF_NEAR_CLASSES = 64 };

typedef struct pf_near_tree {
  pf_near_vertex *list; /* [Size: count] by classes: lengths shifted right by `shift` */
  int32_t count;
  int32_t shift;
  int32_t end[PF_NEAR_CLASSES]; /* end of each class */
} pf_near_tree;

/* Grows up to PF_GROVE_TREES trees, each far enough to reach its goal's targets, the sources
 * of other trees. grove, tree: scratch memory. Errors: NO_MEMORY; free those already grown then
 * too. */
pathfan_status pf_near_trees_grow(pf_near_tree *const *nears, pf_grove *grove, pf_tree *tree,
                                  const int32_t *sources, pf_tree_goal *goals, int32_t count);

/* Returns how far a tree must go for paths to a source at that distance; both as flat lengths. */
uint32_t pf_near_reach(uint32_t length);

/* Makes a flat tree among m vertices, as far as `reach`. local_of: [Size: n] numbers among these;
 * -1: not one of them. Vertices whose parent isn't one of them count as not reached. */
void pf_near_tree_put(const pf_near_tree *near, uint32_t reach, const int32_t *local_of, int32_t m,
                      uint32_t *length, uint32_t *arrival);

void pf_near_tree_free(pf_near_tree *near);

#endif
