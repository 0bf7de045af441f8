/* nightly.c - runs all scenario lines of the MovingAI game maps through online search.
 *
 *   nightly-run [FOLDER [STEP]]
 *
 * FOLDER (or PATHFAN_BENCHMARK_DIR) holds dao, da2, bgmaps and sc1, each with NAME.map,
 * NAME.map.scen and NAME.map.dist. Every STEP-th line (default 1: all) is asked of every kind of
 * mesh, every 20 STEP-th by A*. Prints a line for each suite and kind; fails if a length is wrong,
 * a file can't be read, or a suite has no maps. Takes minutes. */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>

#include "twin_benchmark.h"

/* A* opens most of a map; a sample is enough to judge it. */
#define ASTAR_SAMPLE 20

static const char *const suites[] = {"dao", "da2", "bgmaps", "sc1"};

static const struct way {
  const char *name;
  pathfan_mesh_kind mesh;
  pathfan_algorithm algorithm;
  int32_t sample;
} ways[] = {{"polyanya, cdt", PATHFAN_MESH_CDT, PATHFAN_ALGORITHM_POLYANYA, 1},
            {"polyanya, merged", PATHFAN_MESH_MERGED, PATHFAN_ALGORITHM_POLYANYA, 1},
            {"polyanya, rectangles", PATHFAN_MESH_RECTANGLES, PATHFAN_ALGORITHM_POLYANYA, 1},
            {"astar", PATHFAN_MESH_RECTANGLES, PATHFAN_ALGORITHM_ASTAR, ASTAR_SAMPLE}};

/* Runs one suite in one way. False if something is wrong. */
static bool check_suite(const char *folder, const char *suite, const struct way *way,
                        int32_t step) {
  char pattern[4096];
  glob_t maps;
  twin_benchmark sum = {0};
  bool good = true;
  snprintf(pattern, sizeof pattern, "%s/%s/*.map", folder, suite);
  if (glob(pattern, 0, NULL, &maps)) {
    fprintf(stderr, "nightly: no maps at %s\n", pattern);
    return false;
  }
  for (size_t i = 0; i < maps.gl_pathc; i++)
    good =
        twin_benchmark_map(maps.gl_pathv[i], way->mesh, way->algorithm, step * way->sample, &sum) &&
        good;
  printf("%-7s %-21s %4zu maps %7lld queries %lld wrong, worst difference %.2g, %.1f expansions\n",
         suite, way->name, maps.gl_pathc, (long long)sum.queries, (long long)sum.wrong, sum.worst,
         sum.queries ? sum.expanded / (double)sum.queries : 0);
  fflush(stdout);
  globfree(&maps);
  return good && sum.queries > 0 && sum.wrong == 0;
}

int main(int argc, char **argv) {
  const char *folder = argc > 1 ? argv[1] : getenv("PATHFAN_BENCHMARK_DIR");
  const int32_t step = argc > 2 ? atoi(argv[2]) : 1;
  bool good = true;
  if (!folder || argc > 3 || step < 1) {
    fprintf(stderr, "usage: nightly-run [FOLDER [STEP]]; or set PATHFAN_BENCHMARK_DIR\n");
    return 2;
  }
  for (size_t s = 0; s < sizeof suites / sizeof suites[0]; s++)
    for (size_t w = 0; w < sizeof ways / sizeof ways[0]; w++)
      good = check_suite(folder, suites[s], &ways[w], step) && good;
  return good ? 0 : 1;
}
