/* Every allocation of opening a scenario fails in turn, on an open index and on its own map: the
 * failure is told as such, and nothing is left. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/shortage.h"
#include "crowd_fixture.h"
#include "failing_allocations.h"
#include "pathfan/crowd_scenario.h"

#define MOST                                                                                       \
  "\"agents\": 20, \"agent_area\": 0.1, \"speed\": 0.1, \"close\": [{\"polygon\": [[9, 9], [12, "  \
  "9], [12, 12]], \"at_step\": 3}], \"flows\": [{\"from\": [5, 5], \"to\": [[630, 310], "          \
  "{\"polygon\": [[600, 20], [620, 20], [610, 30]], \"level\": 0}], \"agents\": 3}]}"

static void starve_on(const char *text, const pathfan_index *index, long least) {
  for (int alone = 0; alone < 2; alone++) {
    shortage s = {.alone = alone};
    while (starve(&s)) {
      pathfan_crowd_scenario *scenario = NULL;
      pathfan_error error = {""};
      begin_shortage(&s);
      const pathfan_status status =
          pathfan_crowd_scenario_parse(text, strlen(text), "text", index, &scenario, &error);
      const bool has_failed = end_shortage();
      assert_true(status ? has_failed && !scenario && error.text[0] : scenario != NULL);
      if (status && status != PATHFAN_ERR_NO_MEMORY) fail_msg("%d: %s", status, error.text);
      pathfan_crowd_scenario_close(scenario);
    }
    print_message("%ld allocations failed in turn\n", s.failed);
    assert_true(s.failed > least);
  }
}

static void test_opening(void **state) {
  (void)state;
  char text[900];
  json_set_alloc_funcs(pf_shortage_malloc, free);
  crowd_map map = crowd_map_of(MAP(FREE(0, 0, 640, 320) OBSTACLE(300, 0, 340, 140)));
  starve_on("{" MOST, map.index, 20);
  (void)snprintf(text, sizeof text, "{\"map\": \"%s\", " MOST, twin_scratch("crowd.pathfan"));
  starve_on(text, NULL, 40);
  crowd_map_free(&map);
}

SUITE(test_crowd_scenario_memory) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_opening)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
