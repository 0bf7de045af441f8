/* ESRI's ASCII grids: which cells are free, where they lie, what is counted and what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/memory_limit.h"
#include "map/ascii_grid.h"
#include "suite.h"

#define HEAD "ncols 3\nnrows 2\nxllcorner -1\nyllcorner 0.5\ncellsize 0.05\nNODATA_value -9999\n"

/* Parses a copy that ends where its allocation ends, so that sanitizers catch any read beyond it.
 */
static pathfan_status parse(const char *text, size_t bytes, const pf_limits *limits, pf_grid *grid,
                            pf_placement *at, pf_ignored *ignored, pathfan_error *error) {
  char *copy = malloc(bytes ? bytes : 1);
  assert_non_null(copy);
  memcpy(copy, text, bytes);
  memset(grid, 0x55, sizeof *grid);
  const pathfan_status status =
      pf_ascii_grid_parse(copy, bytes, "a.asc", limits, grid, at, ignored, error);
  free(copy);
  return status;
}

/* cells: row by row from below */
static void accepts(const char *text, const char *cells, double x, double y, int64_t counted) {
  pf_grid grid;
  pf_placement at;
  pf_ignored ignored = {0};
  pathfan_error error;
  if (parse(text, strlen(text), NULL, &grid, &at, &ignored, &error)) fail_msg("%s", error.text);
  assert_int_equal(grid.width * grid.height, strlen(cells));
  for (size_t i = 0; cells[i]; i++) assert_int_equal(grid.free[i], cells[i] == '.');
  assert_true(at.origin_x == x && at.origin_y == y && at.side == 0.05);
  assert_int_equal(ignored.count[PF_IGNORED_VALUE], counted);
  pf_grid_free(&grid);
}

static void test_read(void **state) {
  (void)state;
  accepts(HEAD "1 1 0\n1 -9999 1\n", ".@...@", -1, 0.5, 0);
  accepts(HEAD "1\n1 0 1\n\n-9999.0\t1", ".@...@", -1, 0.5, 0); /* lines break anywhere */
  accepts(HEAD "1 2.5 0\r\n1 nan -3\r\n", ".@...@", -1, 0.5, 2);
  accepts("NROWS 2\nNCOLS 3\nXLLCENTER 0.025\nyllCorner 0\nCellSize 5e-2\n 1 -9999 0 1 1 0",
          "..@.@@", 0, 0, 0); /* in any order and case; -9999 unless said */
  accepts("ncols 2\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 0.05\nNODATA_value 1\n1 2", "@.", 0,
          0, 1);
  accepts("ncols 2\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 0.05\nNODATA_value nan\nNaN 1",
          "@.", 0, 0, 0);
}

static void test_refused(void **state) {
  static const struct {
    const char *text, *sentence;
  } cases[] = {
      {"ncols 3\nnrows 2\n", "a.asc:2: the file ends before the values of cells"},
      {"ncols 3\nncols 2\n", "a.asc:2: ncols is there twice"},
      {"ncols 3\ndx 2\n", "a.asc:2: \"dx\" isn't a name in the head of an ASCII grid"},
      {"ncols three\n", "a.asc:1: ncols must be a number, found \"three\""},
      {"ncols\n", "a.asc:1: ncols must be a number, found \"\""},
      {"ncols 3\n1", "a.asc:1: ncols and nrows must be whole numbers from 1 to 16384"},
      {"ncols 3.5\nnrows 1\n1", "a.asc:2: ncols and nrows must be whole numbers from 1 to 16384"},
      {"ncols 3\nnrows 16385\n1", "a.asc:2: ncols and nrows must be whole numbers from 1 to 16384"},
      {"ncols 3\nnrows 1\n1", "a.asc:2: cellsize must be a number from 1e-6 to 1e6"},
      {"ncols 3\nnrows 1\ncellsize 1\nxllcorner 0\n1",
       "a.asc:4: there must be xllcorner or xllcenter, and yllcorner or yllcenter, numbers up to "
       "1e9"},
      {"ncols 3\nnrows 1\ncellsize 1\nxllcorner 0\nxllcenter 0\nyllcorner 0\n1",
       "a.asc:6: there must be xllcorner or xllcenter, and yllcorner or yllcenter, numbers up to "
       "1e9"},
      {HEAD "1 1", "a.asc:6: 3 x 2 cells need more values than the file has"},
      {HEAD "1 1 1\n1 1000000", "a.asc:8: the file ends after 5 of 3 x 2 values of cells"},
      {HEAD "1 1 1\n1 1 1\n1", "a.asc:9: there are more values than 3 x 2 cells"},
      {HEAD "1 1 1\n1 1 x", "a.asc:8: \"x\" isn't the value of a cell"},
  };
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    pf_grid grid;
    pf_placement at;
    pathfan_error error;
    assert_int_equal(parse(cases[i].text, strlen(cases[i].text), NULL, &grid, &at, NULL, &error),
                     PATHFAN_ERR_MALFORMED);
    assert_string_equal(error.text, cases[i].sentence);
    assert_true(!grid.free && !grid.width);
  }
}

static void test_memory(void **state) {
  static const char text[] = HEAD "1 1 1 1 1 1";
  pf_memory_limit memory = {.most = 5};
  const pf_limits limits = {.memory_limit = &memory};
  pf_grid grid;
  pf_placement at;
  pathfan_error error;
  (void)state;
  assert_int_equal(parse(text, sizeof text - 1, &limits, &grid, &at, NULL, &error),
                   PATHFAN_ERR_LIMIT);
  assert_string_equal(error.text, "a.asc: 3 x 2 cells need more memory than the limit");
  assert_null(grid.free);
}

SUITE(test_ascii_grid) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_read), cmocka_unit_test(test_refused),
                                     cmocka_unit_test(test_memory)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
