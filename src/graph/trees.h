/* trees.h - canonical shortest-path trees over the visibility graph.
 *
 * Lengths are sums of integer weights; ties between equal-length paths are broken by the sum of
 * symmetric edge hashes. Both are the same read from either end, so sp(u,v) is sp(v,u) reversed,
 * for every pair. */
#ifndef PF_GRAPH_TREES_H
#define PF_GRAPH_TREES_H

#include "graph/buckets.h"
#include "graph/graph.h"

/* The tree of one source, and the scratch to grow it: one per thread. */
typedef struct pf_tree {
  int32_t source;
  int32_t count;        /* vertices reached, the source included */
  int32_t *order;       /* [Size: count] the source first, every parent before its children */
  int64_t *length;      /* [Size: n] in weight units; -1: not reached */
  uint64_t *tie_hash;   /* [Size: n] sum of edge hashes */
  int32_t *parent;      /* [Size: n] -1: the source, or not reached */
  int32_t *parent_edge; /* [Size: n] the edge from parent to here */
  int32_t *reached;     /* [Size: reached_count] vertices that have a length, as found */
  int32_t reached_count;

  /* private */
  pf_buckets queue;
  uint8_t *waiting; /* [Size: n] in a bucket and not yet expanded at its present length */
  uint8_t *beyond;  /* [Size: n] in grow_near: not near, as far as is known */
} pf_tree;

/* The goal of a partial tree: some targets, which must be reachable, and how far beyond them. */
typedef struct pf_tree_goal {
  const int32_t *targets;
  int32_t count;
  double factor; /* of the distance of the farthest target */
  int64_t more;
  int64_t limit;    /* out: factor times that distance, plus more; lengths up to this are right */
  int32_t found;    /* private: so many targets, the first ones, have their final lengths */
  int64_t farthest; /* private: of these */
} pf_tree_goal;

/* The graph must have weights. Errors: NO_MEMORY. */
pathfan_status pf_tree_init(pf_tree *tree, const pf_graph *graph);

/* Grows the tree of `source`. Errors: NO_MEMORY. */
pathfan_status pf_tree_grow(pf_tree *tree, const pf_graph *graph, int32_t source);

/* Grows the tree of `source` over near vertices: those with no vertex of rank less than `rank` on
 * the way to them, ends included. `order` holds only these; the values of others may be wrong.
 * rank_of: [Size: n]. Errors: NO_MEMORY. */
pathfan_status pf_tree_grow_near(pf_tree *tree, const pf_graph *graph, int32_t source,
                                 const int32_t *rank_of, int32_t rank);

/* Grows the tree of `source` until it has all targets of a goal, and on to its limit. `reached`
 * lists all vertices no farther than that, besides others whose values may be wrong; `order` isn't
 * made. Errors: NO_MEMORY. */
pathfan_status pf_tree_grow_to(pf_tree *tree, const pf_graph *graph, int32_t source,
                               pf_tree_goal *goal);

/* Forgets the tree. */
void pf_tree_clear(pf_tree *tree);

void pf_tree_free(pf_tree *tree);

/* Lengths are compared in units of 2^-36, 1.5e-11 of a cell: rounding changes the length of a path
 * of a hundred segments by less than 1e-9. Maps so large that sums could overflow use fewer
 * bits. */
#define PF_LENGTH_BITS_WANTED 36

/* Finds the most bits b <= wanted for which no shortest path of the graph, in units of 2^-b, can
 * overflow: proven from the lengths of one tree per component. Errors: NO_MEMORY. */
pathfan_status pf_trees_length_bits(pf_graph *graph, int32_t wanted, int32_t *bits);

#endif
