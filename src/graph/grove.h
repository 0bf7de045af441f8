/* grove.h - canonical shortest-path trees of a few sources, those of trees.h, grown side by side:
 * that takes a third of the time if the sources lie near each other and see much.
 *
 *   status = pf_grove_init(&grove, graph, side_by_side);
 *   status = pf_grove_grow(&grove, sources, count);
 *   for (i = 0; i < count; i++) status = pf_grove_take_near(&grove, i, rank_of, rank, &tree);
 *   status = pf_grove_grow_to(&grove, sources, goals, count);
 *   for (i = 0; i < count; i++) status = pf_grove_take_to(&grove, i, &tree);
 *   pf_grove_free(&grove);
 *
 * Without side_by_side a grove grows each tree separately when it is taken. */
#ifndef PF_GRAPH_GROVE_H
#define PF_GRAPH_GROVE_H

#include "graph/buckets.h"
#include "graph/trees.h"

/* The most trees: their bits fill a byte, and eight low lengths two vector registers. */
enum { PF_GROVE_TREES = 8 };

/* A vertex in each of the trees. */
typedef struct pf_grove_node {
  int64_t length[PF_GROVE_TREES];
  uint64_t tie_hash[PF_GROVE_TREES];
  int32_t parent[PF_GROVE_TREES];
  int32_t parent_edge[PF_GROVE_TREES];
} pf_grove_node;

/* A vertex's bits, one per tree, and where it waits. */
typedef struct pf_grove_bits {
  int64_t bucket; /* the first one in which it waits; -1: none */
  uint8_t known;  /* trees that have reached it */
  uint8_t waits;  /* trees for which it must be expanded */
} pf_grove_bits;

/* The trees, and the scratch to grow them: one per thread. All private. */
typedef struct pf_grove {
  const pf_graph *graph;
  pf_grove_node *nodes; /* [Size: n] NULL: not side by side */
  pf_grove_bits *bits;  /* [Size: n] */
  int32_t *low;         /* [Size: n * TREES] the upper bits of lengths */
  int32_t *reached;     /* [Size: reached_count] vertices that are known */
  int32_t reached_count;
  int32_t sources[PF_GROVE_TREES];
  pf_tree_goal *goals; /* [Size: count] */
  int32_t count;
  pf_buckets queue;
} pf_grove;

/* Whether growing a graph's trees side by side is faster. */
bool pf_grove_pays(const pf_graph *graph);

/* The graph must have weights and outlive the grove. Errors: NO_MEMORY. */
pathfan_status pf_grove_init(pf_grove *grove, const pf_graph *graph, bool side_by_side);

/* Grows the whole trees of 1 to TREES sources. Errors: NO_MEMORY. */
pathfan_status pf_grove_grow(pf_grove *grove, const int32_t *sources, int32_t count);

/* Makes `tree` number i of these, as a tree of near vertices (pf_tree_grow_near). Errors:
 * NO_MEMORY. */
pathfan_status pf_grove_take_near(pf_grove *grove, int32_t i, const int32_t *rank_of, int32_t rank,
                                  pf_tree *tree);

/* Grows trees until each has the targets of its goal, and on to its limit (pf_tree_grow_to). goals
 * must last until the trees are taken. Errors: NO_MEMORY. */
pathfan_status pf_grove_grow_to(pf_grove *grove, const int32_t *sources, pf_tree_goal *goals,
                                int32_t count);

/* Makes `tree` number i of these, as pf_tree_grow_to does. Errors: NO_MEMORY. */
pathfan_status pf_grove_take_to(pf_grove *grove, int32_t i, pf_tree *tree);

void pf_grove_free(pf_grove *grove);

/* Returns the approximate size of a side-by-side grove, bytes. */
uint64_t pf_grove_bytes(int32_t n);

#endif
