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
 * Between two samples the Dissimilarity method looks for four ways (stretch 1.7), for each theta;
 * of each plateau that it used, the highest ranked vertex is the via node. With those for 0.6
 * taken, of the 16 shortest ways the one elsewhere has the largest share, more than a tenth, that
 * none of them has. A via node has a vote of each pair of samples, those for 0.6 above all for 0.8,
 * these above those for 0.4, these above those elsewhere; within one region all its vertices
 * follow. The first 24 are the set. */
#ifndef PATHFAN_TWIN_VIA_SETS_H
#define PATHFAN_TWIN_VIA_SETS_H

#include "twin_dense.h"

enum { TWIN_SAMPLES = 3, TWIN_WAYS = 4, TWIN_VIAS_MOST = 24, TWIN_LEVELS_MOST = 8 };

/* The ways between two vertices, by number of the twin; what a build cuts off lengths decides what
 * is equally long. */
typedef struct twin_ways {
  const twin_dense *dense;
  const int32_t *number; /* [Size: n] the order of what is equally long; NULL: the twin's own */
  int cut;               /* bits that lengths have less than the twin's; 0: exact */
  int32_t u, t;
  struct twin_way *list; /* by length and number; the shortest path is none of them */
  int32_t count;
  struct twin_way *shortest;
  struct twin_way *taken[TWIN_WAYS + 1]; /* by the last search; the shortest path first */
  int32_t taken_count;
} twin_ways;

/* u and t: connected, not one vertex. */
twin_ways twin_ways_between(const twin_dense *dense, const int32_t *number, int cut, int32_t u,
                            int32_t t);

/* The via nodes of ways that differ by theta, at most TWIN_WAYS. Returns how many. */
int32_t twin_ways_different(twin_ways *ways, double theta, int32_t *vias);

/* The via node of one elsewhere than those found last; -1: there is none. */
int32_t twin_ways_elsewhere(const twin_ways *ways);

void twin_ways_free(twin_ways *ways);

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
                                 const int32_t *number, int cut);

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
