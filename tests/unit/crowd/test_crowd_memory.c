/* Every allocation of a crowd fails once, at creation and while it runs: the failure is reported,
 * and all memory is freed. See failing_allocations.h. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "crowd_fixture.h"
#include "failing_allocations.h"
#include "pathfan/obstacles.h"

static void test_crowds(void **state) {
  (void)state;
  const pathfan_crowd_environment *e = pathfan_crowd_environment_find("medium");
  crowd_map map = crowd_map_of(e->geojson);
  static const pathfan_point door[] = {{600, 0}, {620, 0}, {620, 700}, {600, 700}};
  static const pathfan_point gate[] = {{700, 300}, {720, 300}, {720, 900}, {700, 900}};
  static const pathfan_point beside = {299, 110};
  const pathfan_crowd_closure closure = {.area = {door, 4}, .at_step = 3};
  const pathfan_crowd_flow flow = {.from = {&beside, 1}, .to = e->flows[0].to, .to_count = 1};
  long failed = 0;
  for (int strategy = 0; strategy <= PATHFAN_CROWD_ALTERNATIVES; strategy++) {
    shortage s = {.alone = strategy % 2, .step = 1};
    while (starve(&s)) {
      pathfan_crowd_options options;
      pathfan_crowd *crowd;
      pathfan_error error = {""};
      pathfan_crowd_options_init(&options);
      options.index = map.index;
      options.flows = &flow;
      options.flow_count = 1;
      options.closures = &closure;
      options.closure_count = 1;
      options.agents = 20;
      options.depth = 4;
      options.strategy = (pathfan_crowd_strategy)strategy;
      begin_shortage(&s);
      pathfan_status status = pathfan_crowd_create(&options, &crowd, &error);
      for (int i = 0; i < 6 && !status; i++) status = pathfan_crowd_step(crowd);
      /* A crowd that couldn't record a closure goes on. */
      if (!status) (void)pathfan_crowd_close(crowd, (pathfan_crowd_place){gate, 4});
      for (int i = 0; i < 2 && !status; i++) status = pathfan_crowd_step(crowd);
      const bool was_short = end_shortage();
      if (status) assert_true(status == PATHFAN_ERR_NO_MEMORY && was_short);
      if (!crowd) assert_true(strlen(error.text) > 0);
      pathfan_crowd_free(crowd);
    }
    failed += s.failed;
  }
  print_message("%ld rounds\n", failed);
  assert_true(failed > 200);
  crowd_map_free(&map);
}

/* The same by Weidmann's law, over a link, with a snapshot. */
static void test_links(void **state) {
  (void)state;
  crowd_map map = crowd_map_of(MAP(
      FREE(0, 0, 16, 16) OBSTACLE(8, 0, 9, 16) ",{\"type\":\"Feature\",\"properties\":{\"kind\":"
                                               "\"link\",\"cost\":2},\"geometry\":{\"type\":"
                                               "\"LineString\",\"coordinates\":[[7,8],[10,8]]}}"));
  const pathfan_point from = {6, 8}, to = {12, 8};
  const pathfan_crowd_place goal = {&to, 1};
  const pathfan_crowd_flow flow = {.from = {&from, 1}, .to = &goal, .to_count = 1};
  const pathfan_change change = {.area = {.centre = {2, 2}, .radius = 1}};
  pathfan_obstacles *none, *now;
  assert_int_equal(pathfan_obstacles_create(map.index, &none, NULL), PATHFAN_OK);
  assert_int_equal(pathfan_obstacles_change(none, &change, 1, &now, NULL, NULL), PATHFAN_OK);
  long failed = 0;
  for (int strategy = PATHFAN_CROWD_INITIAL; strategy <= PATHFAN_CROWD_ALTERNATIVES;
       strategy += 2) {
    shortage s = {.alone = true, .step = 1};
    while (starve(&s)) {
      pathfan_crowd_options options = crowd_options_with(&flow);
      pathfan_crowd *crowd;
      options.index = map.index;
      options.law = PATHFAN_CROWD_WEIDMANN;
      options.agents = 6;
      options.depth = 4;
      options.strategy = (pathfan_crowd_strategy)strategy;
      begin_shortage(&s);
      pathfan_status status = pathfan_crowd_create(&options, &crowd, NULL);
      if (!status) status = pathfan_crowd_set_obstacles(crowd, now);
      for (int i = 0; i < 16 && !status; i++) status = pathfan_crowd_step(crowd);
      const bool was_short = end_shortage();
      if (status) assert_true(status == PATHFAN_ERR_NO_MEMORY && was_short);
      pathfan_crowd_free(crowd);
    }
    failed += s.failed;
  }
  print_message("%ld rounds\n", failed);
  assert_true(failed > 200);
  pathfan_obstacles_release(now);
  pathfan_obstacles_release(none);
  crowd_map_free(&map);
}

SUITE(test_crowd_memory) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_crowds), cmocka_unit_test(test_links)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
