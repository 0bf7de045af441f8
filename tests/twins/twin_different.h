/* twin_different.h - ways between two vertices that differ from each other: from the definition, in
 * full matrices and whole paths.
 *
 * The Dissimilarity method looks for four ways (stretch 1.7), for each theta; of each plateau that
 * it used, the highest ranked vertex is the via node. With some taken, of the 16 shortest ways the
 * one elsewhere has the largest share, more than a tenth, that none of them has. */
#ifndef PATHFAN_TWIN_DIFFERENT_H
#define PATHFAN_TWIN_DIFFERENT_H

#include "twin_dense.h"

enum { TWIN_WAYS = 4 };

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

/* Length of the shortest path, cut by some bits; -1: there is none. */
int64_t twin_cut_length(const twin_dense *dense, int32_t u, int32_t v, int cut);

#endif
