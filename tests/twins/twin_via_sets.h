/* twin_via_sets.h - via sets between regions of columns: from the definitions, in full
 * matrices and whole paths, or as an index has them.
 *
 * Regions are stretches of `size` columns. Between the highest ranked vertices of two of
 * them, and within one between that vertex and the farthest from it, the Dissimilarity
 * method looks for four alternatives (stretch 1.7, theta 0.6); of each plateau that it
 * used, the highest ranked vertex is the via node.
 *
 * Two more are apart: of the 16 shortest candidates the one of which the largest share, a tenth at
 * least, is farther than 2% of the distance from the shortest path and all ways so far; and again.
 * Shares are sums of roots, so where two candidates are as good but for rounding, nothing is said
 * of what follows. */
#ifndef PATHFAN_TWIN_VIA_SETS_H
#define PATHFAN_TWIN_VIA_SETS_H

#include "twin_dense.h"

enum { TWIN_VIA_SLOTS = 4, TWIN_APART_SLOTS = 1 };

typedef struct twin_via_set {
  int32_t count;
  int32_t via[TWIN_VIA_SLOTS]; /* the twin's numbers, in the order of their paths */
  int32_t apart_count;
  int32_t apart[TWIN_APART_SLOTS];
  bool sure; /* false: more could follow those apart */
} twin_via_set;

typedef struct twin_via_sets {
  int32_t size, count;
  int32_t *column;    /* [Size: n] of the twin's vertices */
  twin_via_set *sets; /* of regions a >= b at a * (a + 1) / 2 + b */
} twin_via_sets;

/* Takes regions of 16 columns, as maps of up to 8,192 vertices have. Lengths are cut:
 * that many bits fewer than the twin's; 0: exact. number: [Size: n], the order of
 * candidates equally long; NULL: the twin's own. */
twin_via_sets twin_via_sets_make(const twin_dense *dense, const int32_t *column,
                                 const int32_t *number, int cut);

/* What an index says; vertices are matched by their places. No regions if it has none.
 * The coordinates of the index must be the twin's, one vertex at each. */
twin_via_sets twin_via_sets_read(const twin_dense *dense, const pathfan_index *index);

void twin_via_sets_free(twin_via_sets *sets);

static inline const twin_via_set *twin_via_set_of(const twin_via_sets *s, int32_t a, int32_t b) {
  return &s->sets[a > b ? a * (a + 1) / 2 + b : b * (b + 1) / 2 + a];
}

/* Of those apart, as far as both are sure. */
bool twin_via_set_same(const twin_via_set *a, const twin_via_set *b);

#endif
