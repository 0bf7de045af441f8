/* test_scenario.c - MovingAI .scen files, read and made. */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "map/movingai.h"
#include "map/octile.h"
#include "map/scenario.h"
#include "pathfan/build.h"
#include "suite.h"
#include "twin_maps.h"
#include "twin_scratch.h"

static const char *map_path, *scen_path;

static int make_folder(void **state) {
  const int failed = twin_scratch_make(state);
  map_path = twin_scratch("m.map");
  scen_path = twin_scratch("m.scen");
  return failed;
}

/* Checks that only the map and the scenario are left. */
static int remove_folder(void **state) {
  const bool clean = twin_scratch_count("") == 2;
  return twin_scratch_remove(state) || !clean ? -1 : 0;
}

static void write_bytes(const char *path, const char *text, size_t bytes) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  assert_int_equal(fwrite(text, 1, bytes, file), bytes);
  assert_int_equal(fclose(file), 0);
}

static pathfan_scenario accepts(const char *text) {
  pathfan_scenario scenario;
  pathfan_error error;
  write_bytes(scen_path, text, strlen(text));
  if (pathfan_scenario_read(scen_path, &scenario, &error)) fail_msg("%s", error.text);
  assert_string_equal(error.text, "");
  return scenario;
}

static void expect_message(const pathfan_error *error, const char *message) {
  assert_int_equal(strncmp(error->text, scen_path, strlen(scen_path)), 0);
  assert_string_equal(error->text + strlen(scen_path), message);
}

static void refuses_bytes(const char *text, size_t bytes, const char *message) {
  pathfan_scenario scenario;
  pathfan_error error;
  write_bytes(scen_path, text, bytes);
  assert_int_equal(pathfan_scenario_read(scen_path, &scenario, &error), PATHFAN_ERR_MALFORMED);
  assert_null(scenario.lines);
  assert_int_equal(scenario.count, 0);
  expect_message(&error, message);
  if (scenario.flaw_count) { /* the message again, without the place */
    assert_int_equal(scenario.flaw_count, 1);
    assert_non_null(strstr(message, scenario.flaws[0].sentence));
    assert_string_equal(strchr(message + 1, ':') + 2, scenario.flaws[0].sentence);
  }
  pathfan_scenario_free(&scenario);
}

static void refuses(const char *text, const char *message) {
  refuses_bytes(text, strlen(text), message);
}

static void expect_line(pathfan_scenario_line line, int32_t number, int32_t bucket, double from_x,
                        double from_y, double to_x, double to_y, double length) {
  assert_int_equal(line.line, number);
  assert_int_equal(line.bucket, bucket);
  assert_true(line.from_x == from_x && line.from_y == from_y);
  assert_true(line.to_x == to_x && line.to_y == to_y);
  assert_true(line.octile_length == length);
}

static void test_accepted(void **state) {
  (void)state;
  pathfan_scenario scenario = accepts("version 1\n"
                                      "3\ta b/c d.map\t10\t20\t1\t2\t3\t4\t5.5\n"
                                      "\n"
                                      "  \t \n"
                                      "0 m.map 10 20 1.25 -2 3e1 4 0\n"
                                      "7  m.map\t\t10   20 1 2 3 4 5.000\t\n"
                                      "\n\n");
  assert_int_equal(scenario.count, 3);
  expect_line(scenario.lines[0], 2, 3, 1, 2, 3, 4, 5.5);
  expect_line(scenario.lines[1], 5, 0, 1.25, -2, 30, 4, 0);
  expect_line(scenario.lines[2], 6, 7, 1, 2, 3, 4, 5);
  pathfan_scenario_free(&scenario);
  assert_null(scenario.lines);

  scenario = accepts("version 1.0\r\n0\tm.map\t1\t1\t0\t0\t0\t0\t0\r\n\r\n");
  assert_int_equal(scenario.count, 1);
  expect_line(scenario.lines[0], 2, 0, 0, 0, 0, 0, 0);
  pathfan_scenario_free(&scenario);

  scenario = accepts("version 1.0");
  assert_int_equal(scenario.count, 0);
  pathfan_scenario_free(&scenario);
  pathfan_scenario_free(NULL);
}

static void test_refused(void **state) {
  (void)state;
  refuses("", ":1: the file is empty; expected \"version 1\"");
  refuses(
      "0\tm\t1\t1\t0\t0\t0\t0\t0\n",
      ":1: expected \"version 1\", found \"0\\x09m\\x091\\x091\\x090\\x090\\x090\\x090\\x090\"");
  refuses("version 2\n", ":1: only version 1 can be read, found \"2\"");
  refuses("version\n", ":1: only version 1 can be read, found \"\"");
  refuses("version 1 2\n", ":1: expected \"version 1\", found \"version 1 2\"");
  refuses("version 1\n0 m 1 1 0 0 0 0\n", ":2: expected 9 columns, found 8");
  refuses("version 1\n\n0 m 1 1 0 0 0 0 0 0\n", ":3: expected 9 columns, found 10");
  refuses("version 1\n0\ta b c\t1\t1\t0\t0\t0\t0\n", ":2: expected 9 columns, found 10");
  refuses("version 1\nx m 1 1 0 0 0 0 0\n",
          ":2: bucket must be a whole number from 0 to 2147483647, found \"x\"");
  refuses("version 1\n0 m 0 1 0 0 0 0 0\n",
          ":2: width must be a whole number from 1 to 2147483647, found \"0\"");
  refuses("version 1\n0 m 1 2147483648 0 0 0 0 0\n",
          ":2: height must be a whole number from 1 to 2147483647, found \"2147483648\"");
  refuses("version 1\n0 m 1 1 nan 0 0 0 0\n",
          ":2: start x must be a finite decimal number, found \"nan\"");
  refuses("version 1\n0 m 1 1 0 inf 0 0 0\n",
          ":2: start y must be a finite decimal number, found \"inf\"");
  refuses("version 1\n0 m 1 1 0 0 0x1 0 0\n",
          ":2: goal x must be a finite decimal number, found \"0x1\"");
  refuses("version 1\n0 m 1 1 0 0 0 1e999 0\n",
          ":2: goal y must be a finite decimal number, found \"1e999\"");
  refuses("version 1\n0 m 1 1 0 0 0 1,5 0\n",
          ":2: goal y must be a finite decimal number, found \"1,5\"");
  refuses("version 1\n0 m 1 1 0 0 0 0 1.2.3\n",
          ":2: length must be a finite decimal number, found \"1.2.3\"");
  refuses("version 1\n0 m 1 1 0 0 0 0 -1\n", ":2: length is negative");
  refuses("version 1\n0\t \t1\t1\t0\t0\t0\t0\t0\n", ":2: the name of the map is empty");
  refuses("version 1\n0\ta b c\t1\t1\t0\t\t0\t0\t0\n",
          ":2: start y must be a finite decimal number, found \"\"");
  refuses_bytes("version 1\n0 m 1 1 0 0 0 0 0\0\n", 29,
                ":2: length must be a finite decimal number, found \"0\\x00\"");
}

static void test_good_lines_survive(void **state) {
  (void)state;
  pathfan_scenario scenario;
  pathfan_error error;
  const char *mixed = "version 1\n"
                      "x\n"
                      "0 m 1 1 0 0 0 0 0\n"
                      "\n"
                      "0 m 1 1 nan 0 0 0 0\n"
                      "0 m 1 1 0 0 0 0 -1\n"
                      "5 m 1 1 1 2 3 4 6\n";
  write_bytes(scen_path, mixed, strlen(mixed));
  assert_int_equal(pathfan_scenario_read(scen_path, &scenario, &error), PATHFAN_ERR_MALFORMED);
  expect_message(&error, ":2: expected 9 columns, found 1 (the first of 3 malformed lines)");
  assert_int_equal(scenario.count, 2);
  expect_line(scenario.lines[0], 3, 0, 0, 0, 0, 0, 0);
  expect_line(scenario.lines[1], 7, 5, 1, 2, 3, 4, 6);
  assert_int_equal(scenario.lines[0].number, 1);
  assert_int_equal(scenario.lines[1].number, 4);
  assert_int_equal(scenario.flaw_count, 3);
  const int32_t numbers[] = {0, 2, 3}, lines[] = {2, 5, 6};
  for (int i = 0; i < 3; i++) {
    assert_int_equal(scenario.flaws[i].number, numbers[i]);
    assert_int_equal(scenario.flaws[i].line, lines[i]);
  }
  assert_string_equal(scenario.flaws[2].sentence, "length is negative");
  assert_string_equal(scenario.map_name, "m");
  assert_int_equal(scenario.map_width, 1);
  assert_int_equal(scenario.map_height, 1);
  pathfan_scenario_free(&scenario);
  assert_null(scenario.flaws);

  /* Without an error object, and with more lines than the first allocation holds. */
  FILE *file = fopen(scen_path, "w");
  assert_non_null(file);
  fputs("version 1\n", file);
  for (int i = 0; i < 3000; i++) fputs(i % 3 ? "0 m 1 1 0 0 0 0 0\n" : "?\n", file);
  assert_int_equal(fclose(file), 0);
  assert_int_equal(pathfan_scenario_read(scen_path, &scenario, NULL), PATHFAN_ERR_MALFORMED);
  assert_int_equal(scenario.count, 2000);
  assert_int_equal(scenario.flaw_count, 1000);
  assert_int_equal(scenario.flaws[999].number, 2997);
  assert_int_equal(scenario.lines[1999].line, 3001);
  pathfan_scenario_free(&scenario);

  /* Nothing is read after an unsupported version line. */
  const char *unknown = "version 3\n0 m 1 1 0 0 0 0 0\n";
  write_bytes(scen_path, unknown, strlen(unknown));
  assert_int_equal(pathfan_scenario_read(scen_path, &scenario, &error), PATHFAN_ERR_MALFORMED);
  assert_int_equal(scenario.count + scenario.flaw_count, 0);
  assert_null(scenario.map_name);
}

static void test_files_and_arguments(void **state) {
  (void)state;
  pathfan_scenario scenario;
  pathfan_error error;
  assert_int_equal(pathfan_scenario_read("/nowhere/x.scen", &scenario, &error), PATHFAN_ERR_IO);
  assert_int_equal(pathfan_scenario_read(twin_scratch_folder(), &scenario, &error), PATHFAN_ERR_IO);
  assert_int_equal(pathfan_scenario_read(NULL, &scenario, &error), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pathfan_scenario_read(twin_scratch_folder(), NULL, NULL), PATHFAN_ERR_ARGUMENT);
}

/* Computes lengths by relaxing every step until nothing changes. */
static void slow_lengths(const pf_grid *grid, int32_t x, int32_t y, double *length) {
  int32_t width = grid->width, height = grid->height;
  for (int32_t i = 0; i < width * height; i++) length[i] = INFINITY;
  length[y * width + x] = 0;
  for (int changed = 1; changed;) {
    changed = 0;
    for (int32_t at_y = 0; at_y < height; at_y++)
      for (int32_t at_x = 0; at_x < width; at_x++)
        for (int32_t dy = -1; dy <= 1; dy++)
          for (int32_t dx = -1; dx <= 1; dx++) {
            double from = length[at_y * width + at_x];
            if (from == INFINITY || !pf_grid_is_free(grid, at_x + dx, at_y + dy) ||
                !pf_grid_is_free(grid, at_x + dx, at_y) || !pf_grid_is_free(grid, at_x, at_y + dy))
              continue;
            double to = from + (dx && dy ? sqrt(2) : dx || dy ? 1 : 0);
            double *old = &length[(at_y + dy) * width + at_x + dx];
            if (to < *old - 1e-9) {
              *old = to;
              changed = 1;
            }
          }
  }
}

static void test_made(void **state) {
  (void)state;
  pathfan_error error;
  for (int kind = PATHFAN_MAP_ROOMS; kind <= PATHFAN_MAP_RANDOM; kind++) {
    pathfan_map_recipe recipe;
    pathfan_map_recipe_init(&recipe);
    recipe.kind = (pathfan_map_kind)kind;
    recipe.width = 41;
    recipe.height = 33;
    recipe.seed = 11 + (uint64_t)kind;
    assert_int_equal(pathfan_map_make(&recipe, map_path, &error), PATHFAN_OK);
    assert_int_equal(pathfan_scenario_make(map_path, scen_path, 200, 5, &error), PATHFAN_OK);

    pf_grid grid;
    pathfan_scenario scenario;
    assert_int_equal(pf_movingai_read(map_path, NULL, &grid, &error), PATHFAN_OK);
    assert_int_equal(pathfan_scenario_read(scen_path, &scenario, &error), PATHFAN_OK);
    assert_int_equal(scenario.count, 200);

    double *length = malloc(sizeof *length * (size_t)(grid.width * grid.height));
    double longest = 0, sum = 0;
    assert_non_null(length);
    for (int32_t i = 0; i < scenario.count; i++) {
      pathfan_scenario_line line = scenario.lines[i];
      assert_int_equal(line.line, i + 2);
      int32_t from_x = (int32_t)line.from_x, from_y = (int32_t)line.from_y;
      int32_t to_x = (int32_t)line.to_x, to_y = (int32_t)line.to_y;
      assert_true(pf_grid_is_free(&grid, from_x, from_y));
      assert_true(pf_grid_is_free(&grid, to_x, to_y));
      slow_lengths(&grid, from_x, from_y, length);
      assert_true(fabs(length[to_y * grid.width + to_x] - line.octile_length) < 1e-6);
      assert_int_equal(line.bucket, (int32_t)(line.octile_length / 4));
      assert_true(line.octile_length > 0);
      assert_true(i == 0 || line.octile_length >= scenario.lines[i - 1].octile_length);
      longest = line.octile_length > longest ? line.octile_length : longest;
      sum += line.octile_length;
    }
    /* Lengths are spread out: neither all short nor all long. */
    assert_true(longest > 25);
    assert_true(sum / 200 > longest / 4 && sum / 200 < longest * 3 / 4);
    free(length);
    pathfan_scenario_free(&scenario);
    pf_grid_free(&grid);
  }
}

static void test_made_of_odd_maps(void **state) {
  (void)state;
  pathfan_error error;
  pathfan_scenario scenario;
  const char *blocked = "type octile\nheight 1\nwidth 2\nmap\n@@\n";
  write_bytes(map_path, blocked, strlen(blocked));
  assert_int_equal(pathfan_scenario_make(map_path, scen_path, 3, 1, &error), PATHFAN_ERR_ARGUMENT);
  assert_non_null(strstr(error.text, "no free cell"));
  assert_int_equal(pathfan_scenario_make(map_path, scen_path, 0, 1, &error), PATHFAN_OK);

  /* Isolated cells: start and goal coincide. */
  const char *lonely = "type octile\nheight 2\nwidth 2\nmap\n@.\n.@\n";
  write_bytes(map_path, lonely, strlen(lonely));
  assert_int_equal(pathfan_scenario_make(map_path, scen_path, 3, 1, &error), PATHFAN_OK);
  assert_int_equal(pathfan_scenario_read(scen_path, &scenario, &error), PATHFAN_OK);
  assert_int_equal(scenario.count, 3);
  for (int32_t i = 0; i < 3; i++) {
    assert_true(scenario.lines[i].from_x == scenario.lines[i].to_x);
    assert_true(scenario.lines[i].octile_length == 0);
  }
  pathfan_scenario_free(&scenario);

  assert_int_equal(pathfan_scenario_make(map_path, scen_path, -1, 1, &error), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pathfan_scenario_make(map_path, "/nowhere/x", 1, 1, &error), PATHFAN_ERR_IO);
  assert_int_equal(pathfan_scenario_make("/nowhere/x", scen_path, 1, 1, &error), PATHFAN_ERR_IO);
}

/* In a locale with decimal commas, if one is installed. */
static void test_locale(void **state) {
  (void)state;
  const char *names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "fr_FR"};
  size_t i = 0;
  while (i < 4 && !setlocale(LC_ALL, names[i])) i++;
  if (i == 4) suite_lacks("locale with decimal commas");
  pathfan_scenario scenario = accepts("version 1\n0 m 9 9 1.5 0 0 0 2.25\n");
  expect_line(scenario.lines[0], 2, 0, 1.5, 0, 0, 0, 2.25);
  pathfan_scenario_free(&scenario);
  setlocale(LC_ALL, "C");
}

static void expect_number(double value, int decimals, const char *fixed, const char *text) {
  char buffer[PF_NUMBER_BYTES];
  assert_string_equal(pf_number_fixed(value, decimals, buffer), fixed);
  assert_string_equal(pf_number_text(value, decimals, buffer), text);
}

static void test_numbers(void **state) {
  (void)state;
  expect_number(0, 0, "0", "0");
  expect_number(0, 2, "0.00", "0");
  expect_number(100, 0, "100", "100");
  expect_number(-1.5, 3, "-1.500", "-1.5");
  expect_number(-0.001, 2, "0.00", "0");
  expect_number(0.996, 2, "1.00", "1");
  expect_number(12.41421356237, 8, "12.41421356", "12.41421356");
  expect_number(3.25, 1, "3.3", "3.3");
  expect_number(-5777777777777.5, 8, "-5777777777777.50000000", "-5777777777777.5");
  expect_number(0.5, 0, "1", "1");
  expect_number(9.9999999999, 9, "10.000000000", "10");
  expect_number(1e20, 9, "100000000000000000000", "100000000000000000000");
  char buffer[PF_NUMBER_BYTES];
  assert_true(strlen(pf_number_fixed(-1.7e308, 9, buffer)) < sizeof buffer);
}

static void test_shortest(void **state) {
  static const struct {
    double value;
    const char *text;
  } known[] = {{0, "0"},
               {-0.0, "-0"},
               {0.35, "0.35"},
               {1e-5, "1e-05"},
               {-17, "-17"},
               {2147483648.0, "2147483648"},
               {1e300, "1e+300"},
               {0.1 + 0.2, "0.30000000000000004"},
               {5e-324, "4.94065645841247e-324"},
               {-1.7976931348623157e308, "-1.7976931348623157e+308"}};
  static const char *const locales[] = {"C", "de_DE.UTF-8"}; /* the second may not be installed */
  uint64_t draw = 1;
  (void)state;
  for (int l = 0; l < 2; l++) {
    char digits[PF_SHORTEST_BYTES];
    (void)setlocale(LC_ALL, locales[l]);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
      assert_string_equal(pf_number_shortest(known[i].value, digits), known[i].text);
    setlocale(LC_ALL, "C");
    for (int i = 0; i < 20000; i++) { /* any bits, and short decimals */
      double value;
      draw = draw * UINT64_C(6364136223846793005) + 1442695040888963407u;
      memcpy(&value, &draw, sizeof value);
      if (i % 2) value = (double)(int64_t)(draw >> 40) / 1000;
      if (!isfinite(value)) continue;
      assert_true(strtod(pf_number_shortest(value, digits), NULL) == value);
      assert_true(!(i % 2) || strlen(digits) <= 9);
    }
    for (int i = 0; i < 20000; i++) { /* numbers with a fast path are the same without it */
      char plain[PF_SHORTEST_BYTES];
      draw = draw * UINT64_C(6364136223846793005) + 1442695040888963407u;
      const double value = (double)((int64_t)draw >> 37) / 1024;
      snprintf(plain, sizeof plain, "%.15g", value);
      assert_string_equal(pf_number_shortest(value, digits), plain);
    }
  }
}

static void test_integers(void **state) {
  (void)state;
  static const int64_t values[] = {0, 1, -1, 10, -10, 99999, 100000, INT64_MAX, INT64_MIN};
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
    char digits[PF_SHORTEST_BYTES], plain[PF_SHORTEST_BYTES];
    snprintf(plain, sizeof plain, "%lld", (long long)values[i]);
    assert_string_equal(pf_integer_text(values[i], digits), plain);
  }
}

/* Tries the numbers of digits in turn, as documented. */
static const char *twin_shortest(double value, char buffer[PF_SHORTEST_BYTES]) {
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(buffer, PF_SHORTEST_BYTES, "%.*g", digits, value);
    if (strtod(buffer, NULL) == value) break;
  }
  return buffer;
}

/* Numbers of each size: random ones, those of few digits, and the neighbours of these and of powers
 * of ten and of two. */
static void test_shortest_search(void **state) {
  (void)state;
  pf_random random = pf_random_from(3);
  long lengths[20] = {0};
  for (int i = 0; i < twin_scaled(200000); i++) {
    char digits[PF_SHORTEST_BYTES], twin[PF_SHORTEST_BYTES];
    const int power = pf_random_between(&random, -6, 18);
    const double scale = pow(10, power);
    double value = scale * (1 + 9 * (double)pf_random_bits(&random) / 18446744073709551616.0);
    if (i % 4 == 1) value = (double)pf_random_below(&random, 1000000) * scale / 1000000;
    if (i % 4 == 2) value = scale;
    if (i % 4 == 3) value = ldexp(1, pf_random_between(&random, -12, 52));
    for (int steps = (int)pf_random_below(&random, 3) * (i % 2 ? 1 : 3); steps > 0; steps--)
      value = nextafter(value, i % 3 ? INFINITY : 0);
    if (i % 5 == 0) value = -value;
    assert_string_equal(pf_number_shortest(value, digits), twin_shortest(value, twin));
    lengths[strcspn(digits, "e") < 19 ? strcspn(digits, "e") : 19]++;
  }
  for (int l = 1; l < 20; l++) assert_true(lengths[l]);
}

SUITE(test_scenario) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_accepted),
      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_good_lines_survive),
      cmocka_unit_test(test_files_and_arguments),
      cmocka_unit_test(test_made),
      cmocka_unit_test(test_made_of_odd_maps),
      cmocka_unit_test(test_shortest_search),
      cmocka_unit_test(test_integers),
      cmocka_unit_test(test_locale),
      cmocka_unit_test(test_numbers),
      cmocka_unit_test(test_shortest),
  };
  return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
