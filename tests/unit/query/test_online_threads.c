/* Eight threads share one map, and the mesh of one index: each gets the answers that a single
 * thread gets, to the last byte. Run under ThreadSanitizer too. */
#include "query_threads_fixture.h"
#include "pathfan/map.h"
#include "suite.h"

static const pathfan_algorithm searching[] = {
    PATHFAN_ALGORITHM_POLYANYA, PATHFAN_ALGORITHM_PLATEAUS, PATHFAN_ALGORITHM_DISSIMILARITY,
    PATHFAN_ALGORITHM_PENALTY};

static void test_one_map(void **state) {
  (void)state;
  static pathfan_request requests[REQUESTS];
  static pathfan_area areas[REQUESTS][2];
  static job alone;
  for (int round = 0; round < twin_scaled(4); round++) {
    twin_map map = twin_map_number(twin_drawn_count() + round, 60);
    pf_random random = pf_random_from(map.seed);
    pathfan_map *online;
    pathfan_error error;
    pathfan_build_options options;
    pathfan_build_options_init(&options);
    options.threads = options.tables = 1;
    pathfan_index *index = twin_index(&map, &options);
    if (pathfan_map_open(twin_scratch("map.map"), NULL, &online, &error))
      fail_msg("%s", error.text);
    for (int i = 0; i < REQUESTS; i++) {
      requests[i] = plain_request(&map, &random);
      requests[i].snap = i % 2;
      requests[i].algorithm = i % 3 ? searching[i % 4] : PATHFAN_ALGORITHM_ASTAR;
      requests[i].without = i % 7 ? 0 : 30;
      requests[i].work_limit = i % 11 ? 0 : 5;
      if (i % 12 == 7) add_areas(&requests[i], areas[i]);
    }
    run_alone(&alone, (source){.map = online}, requests);
    check_threads(&alone);
    pathfan_map_free(online);

    /* Indexes don't support A*. */
    for (int i = 0; i < REQUESTS; i++) requests[i].algorithm = searching[i % 4];
    check_index(index, NULL, requests);
    twin_map_free(&map);
  }
}

SUITE(test_online_threads) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_one_map)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
