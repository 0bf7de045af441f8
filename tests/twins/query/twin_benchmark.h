/* twin_benchmark.h - compares online search, by the public headers, with published maps, scenarios
 * and lengths of shortest paths.
 *
 * A map NAME.map has its requests in NAME.map.scen and the lengths of their shortest paths in
 * NAME.map.dist, one per line; -1: no path. */
#ifndef PF_TWIN_BENCHMARK_H
#define PF_TWIN_BENCHMARK_H

#include "pathfan/build.h"
#include "pathfan/query.h"

typedef struct twin_benchmark {
  int64_t queries, wrong;
  double worst;    /* largest error of a length found */
  double expanded; /* nodes, summed over all queries */
} twin_benchmark;

/* Tolerance: lengths in .dist files are rounded. */
#define TWIN_BENCHMARK_CLOSE 2e-6

/* Asks every step-th line of a map's scenario, adds to *sum and reports wrong lengths on stderr.
 * Polyanya is compared with .dist, A* with the last column of .scen, which is rounded to 2 decimals
 * or more and 0 where there is no path. False: a file couldn't be read; stderr says why. */
bool twin_benchmark_map(const char *map_path, pathfan_mesh_kind mesh, pathfan_algorithm algorithm,
                        int32_t step, twin_benchmark *sum);

#endif
