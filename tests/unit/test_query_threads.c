/* Eight threads share one index, from its first touch on: each gets the answers
 * of one thread alone, to the last byte. Run under ThreadSanitizer too. */
#include "query_threads_fixture.h"

static void test_one_index(void **state) {
  (void)state;
  static pathfan_request requests[REQUESTS];
  static pathfan_area areas[REQUESTS][2];
  for (int round = 0; round < twin_scaled(6); round++) {
    twin_map map = twin_map_number(twin_drawn_count() + round, 60);
    pathfan_random random = pathfan_random_from(map.seed);
    pathfan_build_options options;
    pathfan_open_options open = {.policy = round % 3 == 2 ? PATHFAN_OPEN_EAGER : PATHFAN_OPEN_LAZY};
    pathfan_build_options_init(&options);
    options.threads = 2;
    if (round % 2) options.cone_cap = 0;
    pathfan_index *index = twin_index(&map, &options);
    for (int i = 0; i < REQUESTS; i++) {
      requests[i] = plain_request(&map, &random);
      requests[i].paths = 1 + i % 5;
      requests[i].snap = i % 2;
      requests[i].effort = i % 3 ? PATHFAN_EFFORT_FAST : PATHFAN_EFFORT_THOROUGH;
      requests[i].regions = i % 7;
      if (i % 4 == 1) requests[i].objective.similarity = requests[i].objective.length = 1;
      if (i % 8 > 4) requests[i].max_bounded_stretch = 1.5;
      if (i % 4 == 3) add_areas(&requests[i], areas[i]);
    }
    check_index(index, &open, requests);
    twin_map_free(&map);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_one_index)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
