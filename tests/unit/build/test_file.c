/* Files by name: how they begin, and which names lead to the same file. An output over an input is
 * refused by the libraries that know both. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "pathfan/build.h"
#include "suite.h"
#include "twin_scratch.h"

static pathfan_error error;

static void test_start(void **state) {
  (void)state;
  char start[8];
  twin_scratch_write("short", "abc");
  twin_scratch_write("long", "abcdefghijkl");
  assert_int_equal(pf_file_start(twin_scratch("short"), start, sizeof start), 3);
  assert_memory_equal(start, "abc", 3);
  assert_int_equal(pf_file_start(twin_scratch("long"), start, sizeof start), 8);
  assert_memory_equal(start, "abcdefgh", 8);
  assert_int_equal(pf_file_start(twin_scratch("missing"), start, sizeof start), -1);
  assert_int_equal(pf_file_start(twin_scratch(""), start, sizeof start), 0);
  assert_int_equal(mkfifo(twin_scratch("pipe"), 0666), 0);
  assert_int_equal(pf_file_start(twin_scratch("pipe"), start, sizeof start), 0);
}

static bool is_same(const char *a, const char *b) {
  const bool same = pf_is_same_file(twin_scratch(a), twin_scratch(b));
  assert_int_equal(pf_is_same_file(twin_scratch(b), twin_scratch(a)), same);
  return same;
}

static void test_same(void **state) {
  (void)state;
  twin_scratch_write("one", "1");
  twin_scratch_write("other", "1");
  assert_int_equal(link(twin_scratch("one"), twin_scratch("hard")), 0);
  assert_int_equal(symlink("one", twin_scratch("soft")), 0);
  assert_int_equal(symlink("nowhere", twin_scratch("loose")), 0);
  assert_int_equal(mkdir(twin_scratch("folder"), 0777), 0);
  assert_int_equal(symlink("folder", twin_scratch("door")), 0);
  assert_true(is_same("one", "one"));
  assert_true(is_same("one", "./folder/../hard"));
  assert_true(is_same("hard", "soft"));
  assert_true(is_same("folder", "door"));
  assert_false(is_same("one", "other"));
  assert_false(is_same("one", "folder"));
  assert_false(is_same("one", "missing"));
  assert_false(is_same("missing", "missing"));
  assert_false(is_same("loose", "loose"));
  /* Output there is discarded, or read by another program. */
  assert_false(pf_is_same_file("/dev/null", "/dev/null"));
}

#define MAP "type octile\nheight 3\nwidth 3\nmap\n...\n.@.\n...\n"

static void test_outputs(void **state) {
  (void)state;
  static const char *const names[] = {"room.map", "hard.map", "soft.map"};
  char *text;
  size_t bytes;
  twin_scratch_write("room.map", MAP);
  assert_int_equal(link(twin_scratch("room.map"), twin_scratch("hard.map")), 0);
  assert_int_equal(symlink("room.map", twin_scratch("soft.map")), 0);
  for (int i = 0; i < 3; i++) {
    const char *map = twin_scratch("room.map"), *output = twin_scratch(names[i]);
    assert_int_equal(pathfan_build_index(map, output, NULL, NULL, &error), PATHFAN_ERR_ARGUMENT);
    assert_non_null(strstr(error.text, names[i]));
    assert_int_equal(pathfan_scenario_make(map, output, 2, 1, &error), PATHFAN_ERR_ARGUMENT);
    assert_non_null(strstr(error.text, names[i]));
    assert_int_equal(pf_read_file(map, 1 << 20, &text, &bytes, &error), PATHFAN_OK);
    assert_string_equal(text, MAP);
    free(text);
  }
  assert_int_equal(access(twin_scratch("room.map.tmp"), F_OK), -1);
}

SUITE(test_file) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_start), cmocka_unit_test(test_same),
                                     cmocka_unit_test(test_outputs)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove_all);
}
