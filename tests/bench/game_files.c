/* Reads every .map and .scen file of the MovingAI benchmark; game_maps.h says where they are. */
#include <math.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "game_maps.h"
#include "map/movingai.h"
#include "map/octile.h"
#include "pathfan/build.h"

static int32_t map_count, scenario_count, compared_count, agreed_count;

/* Reads the map independently: rows are the last `height` non-blank lines. */
static void check_cells(const char *path, const pf_grid *grid) {
  char *line = NULL;
  size_t room = 0;
  int32_t y = -4; /* header lines */
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  for (ssize_t length; (length = getline(&line, &room, file)) >= 0; y++) {
    if (y < 0) continue;
    line[strcspn(line, "\r\n")] = 0;
    if (!*line) break;
    assert_int_equal(strlen(line), grid->width);
    for (int32_t x = 0; line[x]; x++)
      assert_int_equal(pf_grid_is_free(grid, x, y), line[x] == '.' || line[x] == 'G');
  }
  assert_int_equal(y, grid->height);
  free(line);
  fclose(file);
}

/* Computes the last column of some lines again. */
static void check_lengths(const pf_grid *grid, const pathfan_scenario *scenario) {
  pf_octile octile;
  pathfan_error error;
  assert_int_equal(pf_octile_init(&octile, grid, &error), PATHFAN_OK);
  for (int32_t i = 0; i < scenario->count; i += scenario->count / 2 + 1) {
    pathfan_scenario_line line = scenario->lines[i];
    assert_int_equal(pf_octile_from(&octile, (int32_t)line.from_x, (int32_t)line.from_y, &error),
                     PATHFAN_OK);
    double length =
        pf_octile_length(&octile, (int64_t)line.to_y * grid->width + (int64_t)line.to_x);
    /* Files have 2 decimals or 8, and 0 where there is no path. */
    if (length < 0) length = 0;
    compared_count++;
    agreed_count += fabs(length - line.octile_length) < 0.0051 * (1 + length / 1000);
  }
  pf_octile_free(&octile);
}

static int visit(const char *path, const struct stat *info, int flag) {
  (void)info;
  pathfan_error error;
  if (flag != FTW_F || !ends_with(path, ".map")) return 0;
  pf_grid grid;
  if (pf_movingai_read(path, NULL, &grid, &error)) fail_msg("%s", error.text);
  check_cells(path, &grid);
  map_count++;

  char scenario_path[4096];
  struct stat scenario_info;
  snprintf(scenario_path, sizeof scenario_path, "%s.scen", path);
  if (stat(scenario_path, &scenario_info) == 0) {
    pathfan_scenario scenario;
    if (pathfan_scenario_read(scenario_path, &scenario, &error)) fail_msg("%s", error.text);
    assert_true(scenario.count > 0);
    for (int32_t i = 0; i < scenario.count; i++) {
      pathfan_scenario_line line = scenario.lines[i];
      assert_true(line.from_x >= 0 && line.from_x < grid.width);
      assert_true(line.to_y >= 0 && line.to_y < grid.height);
      assert_true(pf_grid_is_free(&grid, (int32_t)line.from_x, (int32_t)line.from_y));
    }
    if (scenario_count % 10 == 0) check_lengths(&grid, &scenario);
    scenario_count++;
    pathfan_scenario_free(&scenario);
  }
  pf_grid_free(&grid);
  return 0;
}

static void test_all_files(void **state) {
  (void)state;
  assert_int_equal(ftw(game_maps_folder(), visit, 16), 0);
  print_message("%d maps and %d scenarios read, %d of %d lengths agree\n", (int)map_count,
                (int)scenario_count, (int)agreed_count, (int)compared_count);
  assert_true(map_count > 0);
  assert_int_equal(agreed_count, compared_count);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_all_files)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
