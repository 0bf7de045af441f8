/* twin_different.h - paths between two vertices that differ from each other: from the definition,
 * in full matrices and whole paths.
 *
 * The Dissimilarity method looks for four paths (stretch 1.7), for each theta; the via node of each
 * plateau used is its highest ranked vertex. After some are taken, the path elsewhere is the one of
 * the 16 shortest with the largest share that none of them has, more than a tenth. */
#ifndef PF_TWIN_DIFFERENT_H
#define PF_TWIN_DIFFERENT_H

#include "twin_dense.h"

enum { TWIN_WAYS = 4 };

/* The paths between two vertices, by number of the twin; lengths are cut as a build cuts them,
 * which decides ties. */
typedef struct twin_ways {
  const twin_dense *dense;
  const int32_t *number; /* [Size: n] breaks ties of length; NULL: the twin's own numbers */
  int cut;               /* low bits dropped from lengths; 0: exact */
  int32_t u, t;
  struct twin_way *list; /* by length and number, without the shortest path */
  int32_t count;
  struct twin_way *shortest;
  struct twin_way *taken[TWIN_WAYS + 1]; /* by the last search, the shortest path first */
  int32_t taken_count;
} twin_ways;

/* u and t must be connected and different. */
twin_ways twin_ways_between(const twin_dense *dense, const int32_t *number, int cut, int32_t u,
                            int32_t t);

/* Writes the via nodes of paths that differ by theta, at most TWIN_WAYS. Returns how many. */
int32_t twin_ways_different(twin_ways *ways, double theta, int32_t *vias);

/* The via node of a path elsewhere than those found last; -1: there is none. */
int32_t twin_ways_elsewhere(const twin_ways *ways);

void twin_ways_free(twin_ways *ways);

/* Distance without its `cut` low bits; -1 if there is no path. */
int64_t twin_cut_length(const twin_dense *dense, int32_t u, int32_t v, int cut);

#endif
