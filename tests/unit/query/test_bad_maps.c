/* Maps that must be refused, with a message that names the file and the line and without touching
 * the existing index; and nearly empty maps, which must build and answer like others. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pathfan/format.h"
#include "pathfan/inspect.h"
#include "suite.h"
#include "twin_algorithm.h"
#include "twin_answer.h"
#include "twin_check.h"
#include "twin_index.h"

static void write_bytes(const char *path, const char *bytes, size_t count) {
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes, 1, count, file), count);
  assert_int_equal(fclose(file), 0);
}

static pathfan_status build(const char *map_path, pathfan_error *error) {
  pathfan_build_options options;
  pathfan_build_report report;
  pathfan_build_options_init(&options);
  options.threads = 1;
  return pathfan_build_index(map_path, twin_scratch("old.pathfan"), &options, &report, error);
}

typedef struct bad {
  const char *what, *text;
  size_t bytes; /* 0: strlen */
  int line;     /* 0: the message names none */
} bad;

static void test_refused(void **state) {
  (void)state;
  static const bad maps[] = {
      {"empty", "", 0, 0},
      {"binary",
       "\x7f"
       "ELF\0\1\2\3\0\0\0\0",
       12, 1},
      {"another type", "type hexagon\nheight 2\nwidth 2\nmap\n..\n..\n", 0, 1},
      {"ends in the header", "type octile\nheight 2\n", 0, 0},
      {"no map line", "type octile\nheight 2\nwidth 2\n..\n..\n", 0, 4},
      {"too few rows", "type octile\nheight 3\nwidth 2\nmap\n..\n..\n", 0, 0},
      {"a short row", "type octile\nheight 2\nwidth 3\nmap\n...\n..\n", 0, 6},
      {"a long row", "type octile\nheight 2\nwidth 2\nmap\n..\n...\n", 0, 6},
      {"a row too many", "type octile\nheight 2\nwidth 2\nmap\n..\n..\n..\n", 0, 7},
      {"an unknown character", "type octile\nheight 2\nwidth 2\nmap\n..\n.x\n", 0, 6},
      {"a zero byte", "type octile\nheight 2\nwidth 2\nmap\n..\n.\0\n", 39, 6},
      {"no height", "type octile\nheight 0\nwidth 2\nmap\n", 0, 2},
      {"a negative width", "type octile\nheight 2\nwidth -2\nmap\n", 0, 3},
      {"a huge header", "type octile\nheight 16384\nwidth 16384\nmap\n..\n", 0, 0},
      {"larger than any map", "type octile\nheight 99999\nwidth 99999\nmap\n", 0, 2},
      {"a number that overflows", "type octile\nheight 99999999999999999999\nwidth 2\nmap\n", 0, 2},
      {"no number", "type octile\nheight two\nwidth 2\nmap\n", 0, 2},
  };
  pathfan_error error;
  twin_map good = twin_map_drawn("good", "...\n.@.\n...\n");
  pathfan_index_close(twin_index(&good, NULL));
  assert_int_equal(rename(twin_scratch("map.pathfan"), twin_scratch("old.pathfan")), 0);
  struct stat before, after;
  assert_int_equal(stat(twin_scratch("old.pathfan"), &before), 0);
  for (size_t i = 0; i < sizeof maps / sizeof maps[0]; i++) {
    const char *path = twin_scratch("bad.map");
    write_bytes(path, maps[i].text, maps[i].bytes ? maps[i].bytes : strlen(maps[i].text));
    error.text[0] = 0;
    const pathfan_status status = build(path, &error);
    if (status != PATHFAN_ERR_MALFORMED) fail_msg("%s: status %d", maps[i].what, (int)status);
    if (!strstr(error.text, "bad.map")) fail_msg("%s: \"%s\"", maps[i].what, error.text);
    char line[32];
    snprintf(line, sizeof line, "bad.map:%d:", maps[i].line);
    if (maps[i].line && !strstr(error.text, line))
      fail_msg("%s: \"%s\" doesn't name line %d", maps[i].what, error.text, maps[i].line);
    assert_int_equal(stat(twin_scratch("old.pathfan"), &after), 0);
    assert_true(before.st_ino == after.st_ino && before.st_size == after.st_size);
  }
  /* Nothing is left behind besides the files made here. */
  assert_int_equal(pathfan_verify_file(twin_scratch("old.pathfan"), &error), PATHFAN_OK);
  assert_int_equal(build(twin_scratch("no such.map"), &error), PATHFAN_ERR_IO);
  assert_non_null(strstr(error.text, "no such.map"));
  assert_int_equal(build("/tmp", &error), PATHFAN_ERR_IO);
  twin_map_free(&good);
}

static void test_options(void **state) {
  (void)state;
  twin_map map = twin_map_drawn("good", "...\n.@.\n...\n");
  pathfan_index_close(twin_index(&map, NULL));
  const char *from = twin_scratch("map.map"), *to = twin_scratch("other.pathfan");
  pathfan_build_options options, good;
  pathfan_error error;
  pathfan_build_options_init(&good);
  assert_int_equal(good.tables, 0);
  static const int32_t tables[] = {-7, -1, 9, INT32_MIN};
  for (int i = 0; i < 4; i++) {
    options = good;
    options.tables = tables[i];
    assert_int_equal(pathfan_build_index(from, to, &options, NULL, &error), PATHFAN_ERR_ARGUMENT);
    options = good;
    options.threads = i == 2 ? 1 << 20 : tables[i];
    assert_int_equal(pathfan_build_index(from, to, &options, NULL, &error), PATHFAN_ERR_ARGUMENT);
  }
  options = good;
  options.max_memory = 1000;
  assert_int_equal(pathfan_build_index(from, to, &options, NULL, &error), PATHFAN_ERR_LIMIT);
  options = good;
  options.map.passable = "x";
  assert_int_equal(pathfan_build_index(from, to, &options, NULL, &error), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pathfan_build_index(NULL, to, &good, NULL, &error), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pathfan_build_index(from, NULL, &good, NULL, &error), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pathfan_build_index(from, twin_scratch("no/such/folder"), &good, NULL, &error),
                   PATHFAN_ERR_IO);
  assert_int_equal(access(to, F_OK), -1);
  twin_map_free(&map);
}

static void test_next_to_nothing(void **state) {
  (void)state;
  static const struct {
    const char *name, *rows;
    int32_t components;
  } maps[] = {
      {"no free cell", "@@@\n@@@\n", 0},
      {"one blocked cell", "@\n", 0},
      {"one free cell", ".\n", 1},
      {"one free cell among others", "@@@\n@.@\n@@@\n", 1},
      {"no convex vertex", ".....\n.....\n", 1},
      {"one row", ".......\n", 1},
      {"one column", ".\n.\n.\n", 1},
      {"a corner", "..\n.@\n", 1},
      {"cells that touch in points", ".@.\n@.@\n.@.\n", 5},
  };
  for (size_t i = 0; i < sizeof maps / sizeof maps[0]; i++)
    for (int cones = 0; cones < 2; cones++) {
      twin_map map = twin_map_drawn(maps[i].name, maps[i].rows);
      pathfan_build_options options;
      pathfan_build_options_init(&options);
      options.tables = 8;
      if (!cones) options.cone_cap = 0;
      pathfan_index *index = twin_index(&map, &options);
      pathfan_index_info info;
      pathfan_query *query;
      pathfan_error error;
      const pathfan_answer *answer;
      pathfan_index_info_get(index, &info);
      if (info.component_count != maps[i].components)
        twin_fail(&map, "%d components", info.component_count);
      assert_int_equal(pathfan_index_verify(index, &error), PATHFAN_OK);
      assert_int_equal(pathfan_verify_file(twin_scratch("map.pathfan"), &error), PATHFAN_OK);
      assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
      for (int32_t a = 0; a < map.grid.width * map.grid.height; a++)
        for (int32_t b = 0; b < map.grid.width * map.grid.height; b++) {
          const int32_t w = map.grid.width;
          pathfan_request r;
          pathfan_request_init(&r);
          r.from = (pathfan_point){a % w + 0.5, a / w + 0.25};
          r.to = (pathfan_point){b % w + 0.75, b / w + 0.5};
          assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
          if (!map.grid.free[a])
            assert_int_equal(answer->outcome, PATHFAN_OUTCOME_START_BLOCKED);
          else if (!map.grid.free[b])
            assert_int_equal(answer->outcome, PATHFAN_OUTCOME_GOAL_BLOCKED);
          else if (maps[i].components > 1 && a != b)
            assert_int_equal(answer->outcome, PATHFAN_OUTCOME_NO_PATH);
          else
            twin_check_answer(&map, info.fraction_bits, &r, answer);
        }
      pathfan_point near;
      bool found;
      assert_int_equal(
          pathfan_query_nearest_free(query, (pathfan_point){-5, -5}, 100, &near, &found),
          PATHFAN_OK);
      assert_int_equal(found, maps[i].components > 0);
      pathfan_query_free(query);
      pathfan_index_close(index);
      twin_map_free(&map);
    }
}

SUITE(test_bad_maps) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_options),
      cmocka_unit_test(test_next_to_nothing),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
