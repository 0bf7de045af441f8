/* grove.h - canonical shortest-path trees of a few sources, those of trees.h, grown side by side:
 * that takes a third of the time if the sources lie near each other and see much.
 *
 *   status = pathfan_grove_init(&grove, graph, side_by_side);
 *   status = pathfan_grove_grow(&grove, sources, count);
 *   for (i = 0; i < count; i++) status = pathfan_grove_take_near(&grove, i, rank_of, rank, &tree);
 *   status = pathfan_grove_grow_to(&grove, sources, goals, count, factor, more);
 *   for (i = 0; i < count; i++) status = pathfan_grove_take_to(&grove, i, &tree);
 *   pathfan_grove_free(&grove);
 *
 * A grove that isn't side by side grows each tree by itself when it is taken. */
#ifndef PATHFAN_GRAPH_GROVE_H
#define PATHFAN_GRAPH_GROVE_H

#include "graph/buckets.h"
#include "graph/trees.h"

/* The most there are: a byte of bits, and eight low lengths are two words of a vector machine. */
enum { PATHFAN_GROVE_TREES = 8 };

/* A vertex in each of the trees. */
typedef struct pathfan_grove_node {
  int64_t length[PATHFAN_GROVE_TREES];
  uint64_t tie_hash[PATHFAN_GROVE_TREES];
  int32_t parent[PATHFAN_GROVE_TREES];
  int32_t parent_edge[PATHFAN_GROVE_TREES];
} pathfan_grove_node;

/* Of a vertex, a bit for each tree, and where it waits. */
typedef struct pathfan_grove_bits {
  int64_t bucket; /* in which it waits first; -1: in none */
  uint8_t known;  /* by trees that have reached it */
  uint8_t waits;  /* it must be expanded for these */
} pathfan_grove_bits;

/* What a tree is grown for that need not be whole: some targets, which it reaches. */
typedef struct pathfan_grove_goal {
  const int32_t *targets;
  int32_t count;
  int64_t limit;    /* out, when it is taken: as far as it is right */
  int32_t found;    /* private: the first of them */
  int64_t farthest; /* private: of these */
} pathfan_grove_goal;

/* The trees, and the scratch to grow them: one per thread. All of it is private. */
typedef struct pathfan_grove {
  const pathfan_graph *graph;
  pathfan_grove_node *nodes; /* [Size: n] NULL: it isn't side by side */
  pathfan_grove_bits *bits;  /* [Size: n] */
  int32_t *low;              /* [Size: n * TREES] the upper bits of lengths */
  int32_t *reached;          /* [Size: reached_count] vertices that are known */
  int32_t reached_count;
  int32_t sources[PATHFAN_GROVE_TREES];
  pathfan_grove_goal *goals; /* [Size: count] */
  int32_t count;
  double factor;
  int64_t more;
  pathfan_buckets queue;
} pathfan_grove;

/* Whether trees of a graph are better grown side by side. */
bool pathfan_grove_pays(const pathfan_graph *graph);

/* Errors: NO_MEMORY. The graph must have weights, and outlive it. */
pathfan_status pathfan_grove_init(pathfan_grove *grove, const pathfan_graph *graph,
                                  bool side_by_side);

/* Grows the whole trees of 1 to TREES sources. Errors: NO_MEMORY. */
pathfan_status pathfan_grove_grow(pathfan_grove *grove, const int32_t *sources, int32_t count);

/* Makes number i of these a tree of near vertices (pathfan_tree_grow_near). Errors: NO_MEMORY. */
pathfan_status pathfan_grove_take_near(pathfan_grove *grove, int32_t i, const int32_t *rank_of,
                                       int32_t rank, pathfan_tree *tree);

/* Grows trees until each has the targets of its goal, and on to `factor` times the way to the
 * farthest of them and `more` (pathfan_tree_grow_to). goals: must last until trees are taken.
 * Errors: NO_MEMORY. */
pathfan_status pathfan_grove_grow_to(pathfan_grove *grove, const int32_t *sources,
                                     pathfan_grove_goal *goals, int32_t count, double factor,
                                     int64_t more);

/* Makes number i of these a tree as that does. Errors: NO_MEMORY. */
pathfan_status pathfan_grove_take_to(pathfan_grove *grove, int32_t i, pathfan_tree *tree);

void pathfan_grove_free(pathfan_grove *grove);

/* Bytes of one that is side by side, about. */
uint64_t pathfan_grove_bytes(int32_t n);

#endif
