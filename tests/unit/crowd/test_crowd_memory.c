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

SUITE(test_crowd_memory) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_crowds)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
