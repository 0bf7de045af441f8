/* Options as an index describes them, read again; and descriptions that aren't valid. */
#include <string.h>

#include "build-index/run/describe.h"
#include "suite.h"
#include "twin_maps.h"

static void test_there_and_back(void **state) {
  static const pathfan_map_options all[] = {
      {.passable = ".G"},
      {.passable = ".", .agent_radius = 0.4, .mesh = PATHFAN_MESH_CDT},
      {.passable = ".GSW", .agent_radius = 1.0 / 3, .unit = 0.001, .mesh = PATHFAN_MESH_RECTANGLES},
      {.passable = "G",
       .agent_radius = 1e-300,
       .unit = 1e15,
       .mesh = PATHFAN_MESH_MERGED,
       .background_rate = 1.0 / 7},
      {.passable = ".G", .wall_width = 0.1, .skip_others = true},
      {.passable = ".G", .projection = PATHFAN_PROJECTION_LOCAL},
      {.passable = ".G", .profile = "car"},
      {.passable = ".G", .profile = "my own.json"},
      {.passable = ".G", .layers = "Walls"},
      {.passable = ".", .layers = "W\xc3\xa4nde, 100%\nthe pond\tand\nx=y"}};
  (void)state;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    pathfan_build_options options;
    pathfan_map_options read;
    char text[256], texts[PATHFAN_MAP_TEXTS_BYTES];
    pathfan_build_options_init(&options);
    options.map = all[i];
    options.regions = i & 1;
    assert_true(pf_describe_options(&options, text, sizeof text));
    pathfan_map_options_of(text, &read, texts);
    assert_string_equal(read.passable, all[i].passable);
    assert_true(read.agent_radius == all[i].agent_radius && read.unit == all[i].unit);
    assert_true(read.background_rate == all[i].background_rate);
    assert_int_equal(read.mesh, all[i].mesh);
    assert_true(read.wall_width == all[i].wall_width && read.skip_others == all[i].skip_others);
    assert_int_equal(read.projection, all[i].projection);
    assert_int_equal(read.profile != NULL, all[i].profile != NULL);
    if (read.profile)
      assert_string_equal(read.profile, strcmp(all[i].profile, "car") ? "own" : "car");
    assert_int_equal(read.layers != NULL, all[i].layers != NULL);
    if (read.layers) assert_string_equal(read.layers, all[i].layers);
  }
}

static void test_anything_else_is_the_default(void **state) {
  static const char *const texts[] = {
      "",
      "passable=",
      "passable",
      "no-passable=G",
      "agent-radius=-1",
      "agent-radius=nan unit=inf",
      "mesh=given",
      "background-rate=0 background-rate=-1",
      "unit= mesh= agent-radius=x",
      "layers= layers=%",
      "layers=a%2",
      "layers=a%00b",
      "layers=%zz",
      "layers="
      "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
      "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
      "tables=3=passable=G",
      "passable=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
      "aaaaaaaaaaaaaaaa"};
  pathfan_map_options usual;
  (void)state;
  pathfan_map_options_init(&usual);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    pathfan_map_options read;
    char room[PATHFAN_MAP_TEXTS_BYTES];
    pathfan_map_options_of(texts[i], &read, room);
    assert_string_equal(read.passable, usual.passable);
    assert_true(read.agent_radius == 0 && read.unit == 0 && read.mesh == usual.mesh &&
                read.background_rate == 0);
  }
}

SUITE(test_describe) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_there_and_back),
                                     cmocka_unit_test(test_anything_else_is_the_default)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
