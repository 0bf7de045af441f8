/* flat_tree.h - a shortest-path tree in eight bytes a vertex, for stages that keep many. */
#ifndef PF_BUILD_INDEX_VIAS_FLAT_TREE_H
#define PF_BUILD_INDEX_VIAS_FLAT_TREE_H

#include "graph/trees.h"

/* Bits dropped from lengths. No path is longer than 2^61 (trees.h), so two of them can be added in
 * 32 bits. */
#define PF_FLAT_SHIFT 31

#define PF_FLAT_FAR ((UINT32_C(1) << 31) - 1)

/* The side on which the arriving edge passes the obstacle. If a path can pass a vertex from one
 * tree's side to the other's, the two arrivals add up to 3. */
enum { PF_FLAT_HEAD_ON = 0, PF_FLAT_LEFT = 1, PF_FLAT_RIGHT = 2 };

#define PF_FLAT_NO_PARENT (UINT32_MAX >> 2)

typedef struct pf_flat_tree {
  const uint32_t *length;  /* [Size: n] from the source; FAR: not reached */
  const uint32_t *arrival; /* [Size: n] parent << 2 | side; NO_PARENT: the source or not reached */
} pf_flat_tree;

static inline uint32_t pf_flat_parent(const pf_flat_tree *tree, uint32_t v) {
  return tree->arrival[v] >> 2;
}

/* The values stored for a vertex. */
static inline uint32_t pf_flat_length(const pf_tree *tree, int32_t v) {
  return tree->length[v] < 0 ? PF_FLAT_FAR : (uint32_t)(tree->length[v] >> PF_FLAT_SHIFT);
}

static inline uint32_t pf_flat_side(const pf_tree *tree, const pf_graph *graph, int32_t v) {
  static const uint8_t side[] = {PF_FLAT_LEFT, PF_FLAT_RIGHT, PF_FLAT_HEAD_ON};
  return side[graph->edges[tree->parent_edge[v]].side];
}

static inline uint32_t pf_flat_arrival(const pf_tree *tree, const pf_graph *graph, int32_t v) {
  return tree->parent[v] < 0 ? PF_FLAT_NO_PARENT << 2
                             : (uint32_t)tree->parent[v] << 2 | pf_flat_side(tree, graph, v);
}

/* Fills length and arrival, [Size: n] each. */
static inline void pf_flat_tree_fill(const pf_tree *tree, const pf_graph *graph, uint32_t *length,
                                     uint32_t *arrival) {
  for (int32_t v = 0; v < graph->vertex_count; v++) {
    length[v] = pf_flat_length(tree, v);
    arrival[v] = pf_flat_arrival(tree, graph, v);
  }
}

#endif
