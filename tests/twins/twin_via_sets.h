/* twin_via_sets.h - regions of the plane and via sets between them: from the definitions, in full
 * matrices and whole paths, or as an index has them.
 *
 * A set of vertices is halved where it is longer, x if in doubt: at the coordinate that leaves the
 * halves most alike, the lower one if in doubt. That is done until no region of equal halves would
 * have more than 24, 8 times at most: so many as each pair has a set of.
 *
 * Samples of a region are of that one of its components which is the largest of the map. The first
 * is its highest ranked vertex; twice, the farthest from the nearest sample follows.
 *
 * Two samples name the via nodes of four ways for each theta, and of one elsewhere than those for
 * 0.6 (twin_different.h). A via node has a vote of each pair of samples, those for 0.6 above all
 * for 0.8, these above those for 0.4, these above those elsewhere; within one region all its
 * vertices follow. The first 24 are the set.
 *
 * Where there are more than `few` pairs of regions, two regions ask three pairs of their samples
 * only: with the number of the pair of regions, and five more each time, modulo the pairs of
 * samples. A vote between the two counts four, one between one of them and a region that touches
 * the other counts one; a via node needs three, and those for 0.6 count only if they are four. */
#ifndef PATHFAN_TWIN_VIA_SETS_H
#define PATHFAN_TWIN_VIA_SETS_H

#include "twin_different.h"

enum { TWIN_SAMPLES = 3, TWIN_VIAS_MOST = 24, TWIN_LEVELS_MOST = 8 };

typedef struct twin_via_set {
  int32_t count;
  int32_t leading;             /* so many, the first, have a vote for 0.6, or are of one region */
  int32_t via[TWIN_VIAS_MOST]; /* the twin's numbers, the best first */
} twin_via_set;

/* Points before it, in x or y, are of the first half. */
typedef struct twin_cut {
  bool none; /* there is no second half */
  int axis;  /* 0 x, 1 y */
  int32_t at;
} twin_cut;

typedef struct twin_via_sets {
  int32_t levels, count;      /* of regions; 0: there are none */
  const pathfan_index *index; /* that they were read from; NULL: they were made */
  twin_cut
      *cuts; /* [Size: count] made: nodes of the tree from 1 on, those below i are 2i, 2i + 1 */
  int32_t *samples;   /* [Size: count * TWIN_SAMPLES] made: -1: there is no other */
  twin_via_set *sets; /* of regions a >= b at a * (a + 1) / 2 + b */
} twin_via_sets;

/* component: [Size: n] the builder's numbers: of components equally large the first counts.
 * number, cut: as above. */
twin_via_sets twin_via_sets_make(const twin_dense *dense, const int32_t *component,
                                 const int32_t *number, int cut, int64_t few);

/* The set of two areas, those vertices that have their numbers in node_of, [Size: n], or of one
 * with itself. component: see above. */
twin_via_set twin_via_set_between(const twin_dense *dense, const int32_t *component,
                                  const int32_t *number, int cut, const int32_t *node_of, int32_t a,
                                  int32_t b);

/* What an index says, which must outlive it; vertices are matched by their places. No regions if it
 * has none. The coordinates of the index must be the twin's, one vertex at each. */
twin_via_sets twin_via_sets_read(const twin_dense *dense, const pathfan_index *index);

void twin_via_sets_free(twin_via_sets *sets);

/* The region of a point; there are some. */
int32_t twin_via_sets_region(const twin_via_sets *sets, pathfan_fixed_point at, int bits);

static inline const twin_via_set *twin_via_set_of(const twin_via_sets *s, int32_t a, int32_t b) {
  return &s->sets[a > b ? a * (a + 1) / 2 + b : b * (b + 1) / 2 + a];
}

bool twin_via_set_same(const twin_via_set *a, const twin_via_set *b);

#endif
