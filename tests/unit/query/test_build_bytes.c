/* Indexes made in memory are those made of files, byte for byte, and nothing stays behind. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "pathfan/build.h"
#include "pathfan/query.h"
#include "suite.h"
#include "twin_scratch.h"

static const char grid[] = "type octile\nheight 4\nwidth 6\nmap\n......\n.@@.@.\n.@....\n......\n";
static const char polygons[] =
    "POLYGON ((0 0,9 0,9 1,0 1,0 0));POLYGON ((3 3,6 3,5 6,3 3));POLYGON ((0 9,9 9,9 10,0 10,0 9))";

static void test_same_bytes(void **state) {
  (void)state;
  const struct {
    const char *name, *text;
  } maps[] = {{"grid.map", grid}, {"polygons.wkt", polygons}};
  assert_int_equal(setenv("TMPDIR", twin_scratch(""), 1), 0);
  for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
    for (int radius = 0; radius < 2; radius++) {
      pathfan_build_options options;
      pathfan_build_report report;
      pathfan_error error;
      void *made;
      char *written, map[600], index[600];
      size_t made_bytes, bytes;
      snprintf(map, sizeof map, "%s", twin_scratch(maps[i].name));
      snprintf(index, sizeof index, "%s", twin_scratch("built.pathfan"));
      pathfan_build_options_init(&options);
      options.threads = 1;
      options.map.agent_radius = radius * 0.25;
      twin_scratch_write(maps[i].name, maps[i].text);
      assert_int_equal(pathfan_build_index(map, index, &options, NULL, &error), PATHFAN_OK);
      assert_int_equal(pf_read_file(index, SIZE_MAX, &written, &bytes, &error), PATHFAN_OK);
      assert_int_equal(pathfan_build_memory(maps[i].text, strlen(maps[i].text), maps[i].name,
                                            &options, &report, &made, &made_bytes, &error),
                       PATHFAN_OK);
      assert_int_equal(made_bytes, bytes);
      assert_memory_equal(made, written, bytes);
      assert_int_equal(report.file_bytes, bytes);
      pathfan_index *opened;
      assert_int_equal(pathfan_index_open_memory(made, made_bytes, "made", NULL, &opened, &error),
                       PATHFAN_OK);
      pathfan_index_close(opened);
      pathfan_build_free(made);
      free(written);
      remove(map);
      remove(index);
      assert_int_equal(twin_scratch_count(""), 0);
    }
}

static bool at_once(void *context) {
  (void)context;
  return true;
}

static void test_refused(void **state) {
  (void)state;
  pathfan_build_options options, resumed, cancelled;
  pathfan_build_options_init(&options);
  resumed = cancelled = options;
  resumed.resume = true;
  cancelled.is_cancelled = at_once;
  const struct {
    const char *text, *name;
    const pathfan_build_options *options;
    pathfan_status status;
    const char *sentence;
  } cases[] = {
      {"type octile\nheight 1\n", "broken.map", NULL, PATHFAN_ERR_MALFORMED,
       "broken.map:3: the file ends"},
      {grid, "folder/grid.map", NULL, PATHFAN_ERR_ARGUMENT, "a map in memory needs a name"},
      {grid, "", NULL, PATHFAN_ERR_ARGUMENT, "a map in memory needs a name"},
      {grid, ".hidden", NULL, PATHFAN_ERR_ARGUMENT, "a map in memory needs a name"},
      {grid, NULL, NULL, PATHFAN_ERR_ARGUMENT, "a map in memory needs a name"},
      {grid, "grid.map", &resumed, PATHFAN_ERR_ARGUMENT, "grid.map: a build in memory can't be"},
      {grid, "grid.map", &cancelled, PATHFAN_ERR_CANCELLED,
       "grid.map.pathfan: the build was cancelled"}};
  assert_int_equal(setenv("TMPDIR", twin_scratch(""), 1), 0);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    pathfan_error error;
    void *made = &error;
    size_t bytes;
    assert_int_equal(pathfan_build_memory(cases[i].text, strlen(cases[i].text), cases[i].name,
                                          cases[i].options, NULL, &made, &bytes, &error),
                     cases[i].status);
    if (strncmp(error.text, cases[i].sentence, strlen(cases[i].sentence)) != 0)
      fail_msg("%s", error.text);
    assert_null(made);
    assert_int_equal(twin_scratch_count(""), 0);
  }
  pathfan_build_free(NULL);
}

SUITE(test_build_bytes) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_same_bytes),
                                     cmocka_unit_test(test_refused)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
