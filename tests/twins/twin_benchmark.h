/* twin_benchmark.h - published maps, scenarios and lengths of shortest paths against
 * online search, by the public headers.
 *
 * A map NAME.map has its requests in NAME.map.scen and the lengths of their shortest
 * paths in NAME.map.dist, a line each; -1: no path. */
#ifndef PATHFAN_TWIN_BENCHMARK_H
#define PATHFAN_TWIN_BENCHMARK_H

#include "pathfan/build.h"
#include "pathfan/query.h"

typedef struct twin_benchmark {
  int64_t queries, wrong;
  double worst;    /* difference of a length that was found */
  double expanded; /* nodes, all queries together */
} twin_benchmark;

/* Lengths in .dist files are rounded. */
#define TWIN_BENCHMARK_CLOSE 2e-6

/* Asks every step-th line of a map and adds up in *sum; says what is wrong on stderr.
 * Polyanya is held against .dist, A* against the last column of .scen, which is
 * rounded to 2 decimals or more and 0 where there is no path. False: a file couldn't
 * be read; stderr says why. */
bool twin_benchmark_map(const char *map_path, pathfan_mesh_kind mesh, pathfan_algorithm algorithm,
                        int32_t step, twin_benchmark *sum);

#endif
