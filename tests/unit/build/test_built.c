/* test_built.c - what the builder writes: the digest of every section of a few indexes must be the
 * one in tests/golden/built.txt. When a digest changes for a reason (CONTRIBUTING.md, "Tests"), the
 * printed lines replace those there, and the commit says why.
 *
 * The angles of terrains' nodes are left out: readers compare them with slack, since atan2 may
 * differ in its last bit from one C library to another. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "pathfan/build.h"
#include "pathfan/format.h"
#include "suite.h"
#include "twin_maps.h"
#include "twin_scratch.h"

#define LINE_BYTES 128
#define LINES_BYTES ((size_t)1 << 16)

static const struct built {
  const char *name;
  pathfan_map_kind kind;
  int32_t width, height;
  uint64_t seed;
  pathfan_build_options options; /* those that aren't the defaults */
} all[] = {
    {"hills", PATHFAN_MAP_TERRAIN, 20, 16, 5, {.map = {.background_rate = 1.25}}},
    {"caves", PATHFAN_MAP_CAVES, 62, 52, 3, {.map = {.agent_radius = 0}}},
    {"rooms", PATHFAN_MAP_ROOMS, 32, 26, 2, {.tables = 2}},
    {"random", PATHFAN_MAP_RANDOM, 15, 14, 4, {.map = {.mesh = PATHFAN_MESH_RECTANGLES}}},
    {"maze", PATHFAN_MAP_MAZE, 30, 20, 1, {.map = {.agent_radius = 0.25}}},
};

static void build(const struct built *one, const char *index) {
  pathfan_map_recipe recipe;
  pathfan_build_options options;
  pathfan_error error = {""};
  const char *map = twin_scratch(one->kind == PATHFAN_MAP_TERRAIN ? "built.geojson" : "built.map");
  pathfan_map_recipe_init(&recipe);
  recipe.kind = one->kind;
  recipe.width = one->width;
  recipe.height = one->height;
  recipe.seed = one->seed;
  if (pathfan_map_make(&recipe, map, &error)) fail_msg("%s", error.text);
  pathfan_build_options_init(&options);
  options.tables = one->options.tables;
  options.map.mesh = one->options.map.mesh;
  options.map.agent_radius = one->options.map.agent_radius;
  options.map.background_rate = one->options.map.background_rate;
  if (pathfan_build_index(map, index, &options, NULL, &error)) fail_msg("%s", error.text);
}

static bool has_angles(const char *section) {
  return !strcmp(section, "terrain-nodes") || !strcmp(section, "terrain-fan") ||
         !strcmp(section, "terrain-arc-ends");
}

/* "NAME SECTION ELEMENTS DIGEST" */
static void write_line(const char *name, const pathfan_section *section, char line[LINE_BYTES]) {
  int used = snprintf(line, LINE_BYTES, "%s %s %llu ", name, section->name,
                      (unsigned long long)section->count);
  for (size_t i = 0; i < sizeof section->digest; i++)
    used += snprintf(line + used, (size_t)(LINE_BYTES - used), "%02x", section->digest[i]);
  snprintf(line + used, (size_t)(LINE_BYTES - used), "\n");
}

static void test_built(void **state) {
  (void)state;
  char *known = NULL;
  size_t bytes;
  int sections = 0, others = 0;
  pathfan_error error = {""};
  if (pf_read_file(PATHFAN_GOLDEN "/built.txt", LINES_BYTES, &known, &bytes, &error))
    fail_msg("%s", error.text);
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    const char *index = twin_scratch("built.pathfan");
    pathfan_reader *reader;
    build(&all[i], index);
    if (pathfan_reader_open(index, NULL, &reader, &error)) fail_msg("%s", error.text);
    for (uint32_t s = 0; s < pathfan_reader_section_count(reader); s++) {
      const pathfan_section *section = pathfan_reader_section(reader, s);
      char line[LINE_BYTES];
      if (has_angles(section->name)) continue;
      write_line(all[i].name, section, line);
      sections++;
      if (strstr(known, line)) continue;
      print_message("%s", line);
      others++;
    }
    pathfan_reader_close(reader);
  }
  int lines = 0;
  for (const char *at = known; (at = strchr(at, '\n')); at++) lines++;
  free(known);
  assert_int_equal(others, 0);
  assert_int_equal(sections, lines);
}

SUITE(test_built) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_built)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
