/* A spread of the MovingAI game maps' scenario lines through online search on every
 * kind of mesh; all of them are the nightly target's. Skipped without
 * PATHFAN_BENCHMARK_DIR. */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>

#include "twin_benchmark.h"
#include "twin_maps.h"

enum { MAPS_OF_SUITE = 5, STEP = 50 };

static void check(pathfan_mesh_kind mesh, pathfan_algorithm algorithm, int32_t step) {
  static const char *const suites[] = {"dao", "da2", "bgmaps", "sc1"};
  const char *folder = getenv("PATHFAN_BENCHMARK_DIR");
  twin_benchmark sum = {0};
  int count = 0;
  if (!folder) {
    print_message("no benchmark: set PATHFAN_BENCHMARK_DIR\n");
    skip();
  }
  for (size_t s = 0; s < sizeof suites / sizeof suites[0]; s++) {
    char pattern[4096];
    glob_t maps;
    snprintf(pattern, sizeof pattern, "%s/%s/*.map", folder, suites[s]);
    if (glob(pattern, 0, NULL, &maps)) continue;
    const size_t of_suite = (size_t)twin_scaled(MAPS_OF_SUITE);
    const size_t every = maps.gl_pathc > of_suite ? maps.gl_pathc / of_suite : 1;
    for (size_t i = 0; i < maps.gl_pathc; i += every, count++)
      if (!twin_benchmark_map(maps.gl_pathv[i], mesh, algorithm, step, &sum))
        fail_msg("%s can't be asked", maps.gl_pathv[i]);
    globfree(&maps);
  }
  print_message("%d maps, %lld queries, %lld wrong, worst difference %.2g, %.1f expansions\n",
                count, (long long)sum.queries, (long long)sum.wrong, sum.worst,
                sum.queries ? sum.expanded / (double)sum.queries : 0);
  assert_true(sum.queries > 0);
  assert_int_equal(sum.wrong, 0);
}

static void test_cdt(void **state) {
  (void)state;
  check(PATHFAN_MESH_CDT, PATHFAN_ALGORITHM_POLYANYA, STEP);
}

static void test_merged(void **state) {
  (void)state;
  check(PATHFAN_MESH_MERGED, PATHFAN_ALGORITHM_POLYANYA, STEP);
}

static void test_rectangles(void **state) {
  (void)state;
  check(PATHFAN_MESH_RECTANGLES, PATHFAN_ALGORITHM_POLYANYA, STEP);
}

static void test_astar(void **state) {
  (void)state;
  check(PATHFAN_MESH_RECTANGLES, PATHFAN_ALGORITHM_ASTAR, 4 * STEP);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_cdt), cmocka_unit_test(test_merged),
                                     cmocka_unit_test(test_rectangles),
                                     cmocka_unit_test(test_astar)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
