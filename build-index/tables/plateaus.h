/* plateaus.h - the longest plateaus between one vertex and all others.
 *
 * A plateau between u and v is a maximal branch that the shortest-path trees of
 * u and v share (paper, sections 2.3.2 and 4.1.2). The longest one is the
 * shortest path itself. Plateaus of a single vertex don't count. */
#ifndef PF_BUILD_INDEX_TABLES_PLATEAUS_H
#define PF_BUILD_INDEX_TABLES_PLATEAUS_H

#include "moves.h"

typedef struct pf_plateau {
  int64_t length;    /* weight units; 0: there is none */
  uint64_t tie_hash; /* sum of edge hashes: distinguishes equal lengths */
  int32_t best;      /* rank of its highest ranked vertex */
} pf_plateau;

/* The result for one u, and the scratch memory to find it: one per thread. */
typedef struct pf_plateaus {
  int32_t wanted;  /* m */
  pf_plateau *top; /* [Size: n * m] the i-th longest with v is top[v * m + i] */

  /* private */
  struct pf_chain *chains;
  int64_t chain_capacity;
  pf_vertex_run *kept;
  int32_t kept_capacity;
  int64_t *list_begin, *list_end; /* [Size: n] chains that run into a vertex */
  int32_t *child, *sibling;       /* [Size: n] the tree of u, downwards */
} pf_plateaus;

/* Errors: NO_MEMORY. */
pathfan_status pf_plateaus_init(pf_plateaus *plateaus, int32_t vertex_count, int32_t wanted);

/* Finds the m longest plateaus between tree->source and every vertex of its
 * tree, longest first. rank_of: [Size: n] 0 is highest. Errors: NO_MEMORY. */
pathfan_status pf_plateaus_find(pf_plateaus *plateaus, const pf_moves *moves, const pf_tree *tree,
                                const int32_t *rank_of);

void pf_plateaus_free(pf_plateaus *plateaus);

#endif
