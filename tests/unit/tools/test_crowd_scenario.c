/* test_crowd_scenario.c - scenario files of crowds: they are run as written; errors name the
 * field. */
#include <stdlib.h>
#include <string.h>

#include "crowd_fixture.h"
#include "pathfan/crowd_scenario.h"
#include "scenario/crowd_ground.h"

static pathfan_status parse(const char *text, pf_crowd_scenario *scenario, pathfan_error *error) {
  return pf_crowd_scenario_parse(text, strlen(text), "s.json", NULL, scenario, error);
}

static void test_all_fields(void **state) {
  (void)state;
  pf_crowd_scenario s;
  pathfan_error error;
  assert_int_equal(
      parse(
          "{\"map\": \"hall.map\", \"flows\": [{\"from\": [1, 2], \"to\": [[3, 4], {\"polygon\": "
          "[[0, 0], [1, 0], [0, 1]]}], \"agents\": 5}, {\"from\": {\"polygon\": [[0, 0], [2, 0], "
          "[2, 2]]}, \"to\": [[7, 8]], \"share\": 0.5}], \"spawn\": {\"per_step\": 1.5}, "
          "\"agents\": 77, \"agent_area\": 2, \"speed\": 3, \"step_seconds\": 0.25, \"law\": "
          "\"weidmann\", \"search\": \"dijkstra\", \"seed\": 9, \"max_steps\": 10, \"spread\": 4, "
          "\"least_speed\": 0.2, \"most_density\": 3, \"patience\": 6, \"depth\": 5, "
          "\"neighbours\": 6, \"strategy\": {\"kind\": \"alternatives\", \"alternatives\": 4, "
          "\"stretch\": 1.3, \"evaluations\": 12, \"gain\": 0.1, \"replans\": 2, \"threshold\": "
          "0.7, \"distance\": 55, \"cooldown\": 8}, \"close\": [{\"polygon\": [[0, 0], [1, 0], [1, "
          "1]], \"at_step\": 30}]}",
          &s, &error),
      PATHFAN_OK);
  const pathfan_crowd_options *o = &s.options;
  assert_string_equal(s.map, "hall.map");
  assert_null(s.environment);
  assert_int_equal(o->flow_count, 2);
  assert_int_equal(o->flows[0].agents, 5);
  assert_int_equal(o->flows[0].to_count, 2);
  assert_int_equal(o->flows[0].to[1].corner_count, 3);
  assert_true(o->flows[0].from.corners[0].x == 1 && o->flows[0].from.corners[0].y == 2);
  assert_int_equal(o->flows[1].from.corner_count, 3);
  assert_true(o->flows[1].share == 0.5 && o->flows[1].to[0].corners[0].y == 8);
  assert_true(o->per_step == 1.5 && o->spawn == PATHFAN_CROWD_PER_STEP && o->agents == 77);
  assert_true(o->agent_area == 2 && o->speed == 3 && o->step_seconds == 0.25 && o->spread == 4);
  assert_true(o->law == PATHFAN_CROWD_WEIDMANN && o->search == PATHFAN_CROWD_DIJKSTRA);
  assert_true(o->seed == 9 && s.max_steps == 10 && o->least_speed == 0.2 && o->most_density == 3);
  assert_true(o->patience == 6 && o->depth == 5 && o->neighbours == 6);
  assert_true(o->strategy == PATHFAN_CROWD_ALTERNATIVES && o->alternatives == 4 &&
              o->stretch == 1.3 && o->evaluations == 12 && o->gain == 0.1 && o->replans == 2);
  assert_true(o->trigger_density == 0.7 && o->trigger_distance == 55 && o->cooldown == 8);
  assert_int_equal(o->closure_count, 1);
  assert_true(o->closures[0].at_step == 30 && o->closures[0].area.corner_count == 3);
  pf_crowd_scenario_free(&s);
}

#define FLOWS "\"flows\": [{\"from\": [1, 2], \"to\": [[3, 4]]}]"

static void test_complaints(void **state) {
  (void)state;
  static const char *const cases[][2] = {
      {"{", "s.json: line 1"},
      {"[]", "it must be a JSON object"},
      {"{" FLOWS "}", "it needs \"map\" or \"environment\""},
      {"{\"map\": \"a\", \"environment\": \"big\"}", "it needs \"map\" or \"environment\""},
      {"{\"map\": \"a\"}", "\"flows\" is missing"},
      {"{\"map\": 3, " FLOWS "}", "\"map\" must be the path"},
      {"{\"environment\": \"huge\"}", "\"environment\" must be one of"},
      {"{\"environment\": \"big\", \"colour\": 1}", "unknown field \"colour\""},
      {"{\"environment\": \"big\", \"agents\": 0}", "\"agents\" must be a whole number, 1 or more"},
      {"{\"environment\": \"big\", \"agent_area\": 0}", "\"agent_area\" must be a number above 0"},
      {"{\"environment\": \"big\", \"speed\": \"fast\"}", "\"speed\" must be a number above 0"},
      {"{\"environment\": \"big\", \"law\": \"square\"}", "\"law\" must be one of \"linear\""},
      {"{\"environment\": \"big\", \"strategy\": \"none\"}", "\"strategy\" must be an object"},
      {"{\"environment\": \"big\", \"strategy\": {\"kind\": \"x\"}}", "\"strategy.kind\" must be"},
      {"{\"environment\": \"big\", \"strategy\": {\"a\": 1}}", "unknown field \"strategy.a\""},
      {"{\"environment\": \"big\", \"spawn\": {}}", "\"spawn\" must be"},
      {"{\"environment\": \"big\", \"spawn\": {\"per_step\": 0}}", "\"spawn\" must be"},
      {"{\"environment\": \"big\", \"close\": {\"at_step\": 1}}", "\"close\" must be"},
      {"{\"environment\": \"big\", \"close\": [{\"polygon\": [[0, 0], [1]], \"at_step\": 1}]}",
       "\"close[0].polygon\" must be a list of 3 points"},
      {"{\"environment\": \"big\", \"close\": {\"door\": 3, \"at_step\": 1}}",
       "\"close.door\" must be a name"},
      {"{\"environment\": \"big\", \"links\": []}", "\"links\" must be a list of 1 to 10000"},
      {"{\"environment\": \"big\", \"links\": [{\"width\": 0}]}",
       "\"links[0].width\" must be a number above 0"},
      {"{\"environment\": \"big\", \"links\": [{\"height\": 1}]}",
       "unknown field \"links[0].height\""},
      {"{\"environment\": \"big\", \"link_flags\": -1}", "\"link_flags\" must be"},
      {"{\"map\": \"a\", \"flows\": [{\"from\": {\"point\": [1, 2], \"level\": []}, \"to\": [[1, "
       "2]]}]}",
       "\"flows[0].from.level\" must be a number or a name"},
      {"{\"environment\": \"big\", \"seed\": -1}", "\"seed\" must be"},
      {"{\"environment\": \"big\", \"max_steps\": 0.5}", "\"max_steps\" must be"},
      {"{\"map\": \"a\", \"flows\": []}", "\"flows\" must be a list of 1 to 10000 flows"},
      {"{\"map\": \"a\", \"flows\": [1]}", "\"flows[0]\" must be an object"},
      {"{\"map\": \"a\", \"flows\": [{\"to\": [[1, 2]]}]}", "\"flows[0].from\" is missing"},
      {"{\"map\": \"a\", \"flows\": [{\"from\": [1, 2]}]}", "\"flows[0].to\" is missing"},
      {"{\"map\": \"a\", \"flows\": [{\"from\": [1], \"to\": [[1, 2]]}]}",
       "\"flows[0].from\" must be two numbers"},
      {"{\"map\": \"a\", \"flows\": [{\"from\": [1, 2], \"to\": []}]}",
       "\"flows[0].to\" must be a list of one goal"},
      {"{\"map\": \"a\", \"flows\": [{\"from\": [1, 2], \"to\": [[1, 2], {}]}]}",
       "\"flows[0].to[1]\" must be [x, y], {"},
      {"{\"map\": \"a\", \"flows\": [{\"from\": [1, 2], \"to\": [[1, 2]], \"agents\": 0}]}",
       "\"flows[0].agents\" must be"},
      {"{\"map\": \"a\", \"flows\": [{\"from\": [1, 2], \"to\": [[1, 2]], \"share\": 0}]}",
       "\"flows[0].share\" must be"},
      {"{\"map\": \"a\", \"flows\": [{\"from\": [1, 2], \"to\": [[1, 2]], \"x\": 0}]}",
       "unknown field \"flows[0].x\""},
      {"{\"environment\": \"big\", \"agents\": 1, \"agents\": 2}", "duplicate"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    pf_crowd_scenario s;
    pathfan_error error = {""};
    if (parse(cases[i][0], &s, &error) != PATHFAN_ERR_MALFORMED || s.map || s.options.flows ||
        !strstr(error.text, cases[i][1]))
      fail_msg("%s\n%s\n%s", cases[i][0], error.text, cases[i][1]);
  }
}

/* A million flows are too many, which is reported before they are read. */
static void test_too_many(void **state) {
  (void)state;
  static const char head[] = "{\"map\": \"a\", \"flows\": [", flow[] = "{},";
  const size_t count = 1000000, bytes = sizeof head + count * (sizeof flow - 1) + 4;
  char *text = malloc(bytes), *at = text;
  pf_crowd_scenario s;
  pathfan_error error = {""};
  assert_non_null(text);
  at += sizeof head - 1;
  memcpy(text, head, sizeof head - 1);
  for (size_t i = 0; i < count; i++, at += sizeof flow - 1) memcpy(at, flow, sizeof flow - 1);
  memcpy(at - 1, "]}", 3);
  assert_int_equal(parse(text, &s, &error), PATHFAN_ERR_MALFORMED);
  assert_non_null(strstr(error.text, "\"flows\" must be a list of 1 to 10000 flows"));
  free(text);
}

/* A scenario's map lies beside it and gets an index if a strategy needs one; no file is left. */
static void test_ground(void **state) {
  (void)state;
  pf_crowd_scenario s;
  pf_crowd_ground ground;
  pathfan_error error = {""};
  twin_scratch_write("hall.map", "type octile\nheight 3\nwidth 6\nmap\n......\n.@@@@.\n......\n");
  twin_scratch_write("hall.json", "{\"map\": \"hall.map\", \"agents\": 20, \"agent_area\": 0.1, "
                                  "\"speed\": 0.1, \"strategy\": {\"kind\": \"alternatives\"}, "
                                  "\"flows\": [{\"from\": [0.5, 1.5], \"to\": [[5.5, 1.5]]}]}");
  for (int with_index = 0; with_index < 2; with_index++) {
    if (pf_crowd_scenario_read(twin_scratch("hall.json"), NULL, &s, &error))
      fail_msg("%s", error.text);
    if (!with_index) s.options.strategy = PATHFAN_CROWD_INITIAL;
    if (pf_crowd_ground_open(&s, &ground, &error)) fail_msg("%s", error.text);
    assert_true(with_index ? ground.source.index != NULL : ground.source.map != NULL);
    pathfan_crowd *crowd;
    if (pathfan_crowd_create(&s.options, &crowd, &error)) fail_msg("%s", error.text);
    const pathfan_crowd_statistics end = crowd_run(crowd, 1000);
    assert_int_equal(end.arrived, 20);
    pathfan_crowd_free(crowd);
    pf_crowd_ground_close(&ground);
    pf_crowd_scenario_free(&s);
  }
  assert_int_equal(twin_scratch_count(""), 2);
}

/* The same run from a file with its map and from a text on an open index. */
static void test_opened(void **state) {
  (void)state;
  static const char text[] =
      "{\"agents\": 20, \"agent_area\": 0.1, \"speed\": 0.1, \"max_steps\": 900, "
      "\"flows\": [{\"from\": [5, 5], \"to\": [[630, 310]]}]}";
  crowd_map map = crowd_map_of(MAP(FREE(0, 0, 640, 320) OBSTACLE(300, 0, 340, 140)));
  char file[512];
  pathfan_error error = {""};
  pathfan_crowd_statistics ends[2];
  (void)snprintf(file, sizeof file, "{\"map\": \"crowd.pathfan\", %s", text + 1);
  twin_scratch_write("opened.json", file);
  for (int on_index = 0; on_index < 2; on_index++) {
    pathfan_crowd_scenario *s;
    pathfan_crowd_options options;
    pathfan_crowd *crowd;
    if (on_index ? pathfan_crowd_scenario_parse(text, strlen(text), "text", map.index, &s, &error)
                 : pathfan_crowd_scenario_open(twin_scratch("opened.json"), NULL, &s, &error))
      fail_msg("%s", error.text);
    pathfan_crowd_scenario_options(s, &options);
    assert_true(!on_index || options.index == map.index);
    assert_int_equal(pathfan_crowd_scenario_steps(s), 900);
    options.speed = 2;
    if (pathfan_crowd_create(&options, &crowd, &error)) fail_msg("%s", error.text);
    ends[on_index] = crowd_run(crowd, 900);
    assert_int_equal(ends[on_index].arrived, 20);
    pathfan_crowd_free(crowd);
    pathfan_crowd_scenario_close(s);
  }
  assert_true(ends[0].step == ends[1].step && ends[0].mean_travel == ends[1].mean_travel);
  pathfan_crowd_scenario *s = (void *)text;
  assert_int_equal(pathfan_crowd_scenario_parse(text, strlen(text), "text", NULL, &s, &error),
                   PATHFAN_ERR_MALFORMED);
  assert_null(s);
  assert_non_null(strstr(error.text, "\"map\" or \"environment\""));
  s = (void *)text;
  assert_int_equal(pathfan_crowd_scenario_open(twin_scratch("none.json"), NULL, &s, NULL),
                   PATHFAN_ERR_IO);
  assert_null(s);
  pathfan_crowd_scenario_close(NULL);
  crowd_map_free(&map);
}

SUITE(test_crowd_scenario) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_all_fields),
                                     cmocka_unit_test(test_complaints),
                                     cmocka_unit_test(test_too_many), cmocka_unit_test(test_ground),
                                     cmocka_unit_test(test_opened)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
