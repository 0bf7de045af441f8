/* level_trees.h - the nodes of one level of the tree of regions: their samples, and these samples'
 * trees, of as many nodes at a time as there is memory for.
 *
 *   status = pf_level_trees_init(&t, graph, rank_of, side_by_side);    once the first members
 *                                                                           are set
 *   status = pf_level_trees_begin(&t, level);                     samples of all of its nodes
 *   for (at = first; at < last && !status; at = end) {
 *     end = pf_level_trees_choose(&t, at, last);
 *     status = pf_level_trees_grow(&t);         nodes at .. end - 1, and all of their partners
 *   }
 *   pf_level_trees_free(&t); */
#ifndef PF_BUILD_INDEX_VIAS_LEVEL_TREES_H
#define PF_BUILD_INDEX_VIAS_LEVEL_TREES_H

#include "base/limits.h"
#include "near_tree.h"
#include "region_pairs.h"
#include "regions.h"
#include "samples.h"

/* Zero it first; the caller sets the members down to `limits`, which must stay valid. Nodes of a
 * level are numbered from its first one: items 0 .. begin - 1. */
typedef struct pf_level_trees {
  const pf_regions *regions;
  const pf_region_pairs *pairs;
  pf_tree *trees; /* [Size: threads] scratch memory */
  int32_t threads;
  uint64_t bytes;          /* about how many bytes of trees to keep; 0: as suits n */
  const pf_limits *limits; /* what they count means nothing */

  int32_t begin;       /* the level's first node, and its number of nodes; 0: none yet */
  int32_t *samples;    /* [Size: LEVEL_SAMPLES * begin] -1: there is no other */
  pf_near_tree *nears; /* [Size: LEVEL_SAMPLES * begin] the samples' trees; no list: not grown */

  /* private */
  const pf_graph *graph;
  pf_sampler sampler;
  pf_grove *groves;      /* [Size: threads] */
  uint32_t *users_first; /* [Size: begin + 1] where a node's users begin: it is their partner */
  uint32_t *users;
  int32_t *turn_of; /* [Size: begin] the last turn that needs a node's trees */
  int32_t *wanted;  /* [Size: LEVEL_SAMPLES * begin] trees to be grown, as indices of `nears` */
  int32_t wanted_count;
  int64_t kept, kept_nodes; /* bytes of trees grown, and of how many nodes */
  int32_t turn;
} pf_level_trees;

/* rank_of: [Size: n]. side_by_side: see grove.h. Errors: NO_MEMORY; free it then too. */
pathfan_status pf_level_trees_init(pf_level_trees *t, const pf_graph *graph, const int32_t *rank_of,
                                   bool side_by_side);
void pf_level_trees_free(pf_level_trees *t);

/* Returns the bytes of trees that are kept by default. */
uint64_t pf_level_trees_usual_bytes(int32_t n);

/* Drops the trees of the last level, and chooses samples. Errors: NO_MEMORY, CANCELLED. */
pathfan_status pf_level_trees_begin(pf_level_trees *t, int32_t level);

/* Chooses the next turn: as many of nodes first .. end - 1, from the first on, as there is memory
 * for the trees that they need. Returns its end. */
int32_t pf_level_trees_choose(pf_level_trees *t, int32_t first, int32_t end);

/* Grows the trees that the turn needs, and drops others. Errors: NO_MEMORY, CANCELLED. */
pathfan_status pf_level_trees_grow(pf_level_trees *t);

/* Return the first pair of an item and the end of its pairs, numbers of region_pairs.h. */
static inline uint32_t pf_level_pairs_begin(const pf_level_trees *t, int32_t item) {
  return t->pairs->first[t->begin + item];
}

static inline uint32_t pf_level_pairs_end(const pf_level_trees *t, int32_t item) {
  return t->pairs->first[t->begin + item + 1];
}

/* Returns the other item of a pair. */
static inline int32_t pf_level_partner(const pf_level_trees *t, uint32_t pair) {
  return (int32_t)t->pairs->partners[pair] - t->begin;
}

#endif
