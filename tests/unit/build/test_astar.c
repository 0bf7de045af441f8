/* A* over cells against distances to all cells, legal steps, the contract's rule for points between
 * cells, and the last column of published scenarios. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "map/movingai.h"
#include "map/octile.h"
#include "pathfan/build.h"
#include "search/grid_astar.h"
#include "suite.h"
#include "twin_maps.h"
#include "twin_sight.h"

/* ---- Lengths and cells ---- */

static void check_cells(const twin_map *map, const pf_grid_astar *s, int32_t from, int32_t to) {
  const pf_grid *grid = &map->grid;
  double length = 0;
  assert_true(s->cell_count >= 1 && s->cells[0] == from && s->cells[s->cell_count - 1] == to);
  for (int32_t i = 1; i < s->cell_count; i++) {
    const int32_t x = s->cells[i - 1] % grid->width, y = s->cells[i - 1] / grid->width;
    const int32_t to_x = s->cells[i] % grid->width, to_y = s->cells[i] / grid->width;
    assert_true(abs(to_x - x) <= 1 && abs(to_y - y) <= 1 && s->cells[i] != s->cells[i - 1]);
    if (!pf_grid_is_free(grid, to_x, to_y) || !pf_grid_is_free(grid, to_x, y) ||
        !pf_grid_is_free(grid, x, to_y))
      twin_fail(map, "a step from cell %d,%d to %d,%d", x, y, to_x, to_y);
    length += hypot(to_x - x, to_y - y);
  }
  assert_true(fabs(length - s->length) <= 1e-9 * (1 + length));
}

/* Searches from one cell to another, both free. */
static void check_pair(const twin_map *map, pf_grid_astar *search, int32_t from, int32_t to,
                       double expected) {
  assert_int_equal(pf_grid_astar_find(search, &map->grid, from, to, 0), PATHFAN_OK);
  assert_true(search->expanded <= search->generated + 1);
  if (expected < 0) {
    assert_int_equal(search->outcome, PF_GRID_ASTAR_NO_PATH);
    assert_int_equal(search->cell_count, 0);
    return;
  }
  assert_int_equal(search->outcome, PF_GRID_ASTAR_FOUND);
  if (fabs(search->length - expected) > 1e-9 * (1 + expected))
    twin_fail(map, "from cell %d to %d: %.17g long, not %.17g", from, to, expected, search->length);
  check_cells(map, search, from, to);
}

/* A search that is limited to fewer expansions stops after exactly that many. */
static void check_limits(const twin_map *map, pf_grid_astar *search, int32_t from, int32_t to) {
  assert_int_equal(pf_grid_astar_find(search, &map->grid, from, to, 0), PATHFAN_OK);
  const int64_t expanded = search->expanded;
  const pf_grid_astar_outcome outcome = search->outcome;
  for (int64_t limit = 1; limit <= expanded;
       limit += limit < expanded ? 1 + (expanded - limit) / 2 : 1) {
    assert_int_equal(pf_grid_astar_find(search, &map->grid, from, to, (uint64_t)limit), PATHFAN_OK);
    assert_int_equal(search->outcome, limit < expanded ? PF_GRID_ASTAR_LIMIT : outcome);
    assert_int_equal(search->expanded, limit);
    assert_true(search->outcome == PF_GRID_ASTAR_FOUND || search->cell_count == 0);
  }
}

static void test_lengths(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(120);
  pf_grid_astar search = {0};
  int64_t pairs = 0;
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i, i % 8 ? 12 : 50);
    pf_random random = pf_random_from(map.seed);
    const int32_t cells = map.grid.width * map.grid.height;
    pf_octile octile;
    pathfan_error error;
    assert_int_equal(pf_octile_init(&octile, &map.grid, &error), PATHFAN_OK);
    /* All pairs of cells of small maps, some pairs of large ones. */
    const int starts = cells <= 150 ? cells : 40, goals = cells <= 150 ? cells : 60;
    for (int k = 0; k < starts; k++) {
      const int32_t from = cells <= 150 ? k : (int32_t)pf_random_below(&random, cells);
      if (!map.grid.free[from]) continue;
      assert_int_equal(
          pf_octile_from(&octile, from % map.grid.width, from / map.grid.width, &error),
          PATHFAN_OK);
      for (int j = 0; j < goals; j++) {
        const int32_t to = cells <= 150 ? j : (int32_t)pf_random_below(&random, cells);
        if (!map.grid.free[to]) continue;
        check_pair(&map, &search, from, to, pf_octile_length(&octile, to));
        if (pairs++ % 50 == 0) check_limits(&map, &search, from, to);
      }
    }
    pf_octile_free(&octile);
    twin_map_free(&map);
  }
  print_message("%d maps, %lld pairs\n", count, (long long)pairs);
  assert_true(pairs > 1000);
  pf_grid_astar_free(&search);
}

/* ---- Points and cells ---- */

static void test_cell_of(void **state) {
  (void)state;
  static const int bits[] = {32, 20, 1};
  const int count = twin_drawn_count() + twin_scaled(100);
  int64_t points = 0, blocked = 0;
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i, 12);
    pf_random random = pf_random_from(map.seed);
    for (int k = 0; k < 300; k++) {
      const int b = bits[k % 3];
      const int64_t unit = INT64_C(1) << b;
      /* A corner, a point on a side or any point, off the map too. */
      pf_fixed_point p = {pf_random_between(&random, -1, map.grid.width + 1) * unit,
                          pf_random_between(&random, -1, map.grid.height + 1) * unit};
      if (k & 4) p.x += pf_random_below(&random, unit);
      if (k & 8) p.y += pf_random_below(&random, unit);
      const pf_lattice_point home = twin_home(&map.grid, b, p);
      const int32_t expected = home.x < 0 ? -1 : home.y * map.grid.width + home.x;
      const int32_t cell = pf_grid_cell_of(&map.grid, p, b);
      if (cell != expected)
        twin_fail(&map, "%.17g,%.17g is in cell %d, not %d", ldexp((double)p.x, -b),
                  ldexp((double)p.y, -b), expected, cell);
      points++;
      blocked += cell < 0;
    }
    twin_map_free(&map);
  }
  print_message("%d maps, %lld points, %lld of them blocked\n", count, (long long)points,
                (long long)blocked);
  assert_true(blocked > 0 && blocked < points);
}

/* Scratch grows with the map and serves smaller maps afterwards. */
static void test_scratch(void **state) {
  (void)state;
  pf_grid_astar used = {0};
  for (int i = 0; i < 30; i++) {
    twin_map map = twin_map_number(twin_drawn_count() + i, 6 + i * 7 % 40);
    pf_random random = pf_random_from(map.seed);
    pf_grid_astar fresh = {0};
    const int32_t cells = map.grid.width * map.grid.height;
    if (i == 20) used.now = UINT32_MAX - 1;
    for (int k = 0; k < 6; k++) {
      const int32_t from = (int32_t)pf_random_below(&random, cells);
      const int32_t to = (int32_t)pf_random_below(&random, cells);
      if (!map.grid.free[from] || !map.grid.free[to]) continue;
      assert_int_equal(pf_grid_astar_find(&used, &map.grid, from, to, 0), PATHFAN_OK);
      assert_int_equal(pf_grid_astar_find(&fresh, &map.grid, from, to, 0), PATHFAN_OK);
      assert_int_equal(used.outcome, fresh.outcome);
      assert_int_equal(used.cell_count, fresh.cell_count);
      assert_true(used.expanded == fresh.expanded && used.generated == fresh.generated);
      if (fresh.cell_count)
        assert_memory_equal(used.cells, fresh.cells,
                            (size_t)fresh.cell_count * sizeof *fresh.cells);
    }
    pf_grid_astar_free(&fresh);
    twin_map_free(&map);
  }
  pf_grid_astar_free(&used);
}

/* ---- Published scenarios ---- */

/* The last column has 2 decimals in some files and 8 in others; its sums accumulate roundings. 0:
 * no path. */
static bool agrees(double length, double column) {
  return fabs(length - column) <= 0.0051 * (1 + length / 1000);
}

static void test_scenarios(void **state) {
  (void)state;
  static const char *const names[] = {"dao/lak100d.map",       "dao/brc202d.map",
                                      "dao/den011d.map",       "da2/ht_0_hightown.map",
                                      "da2/w_sundermount.map", "bgmaps/AR0011SR.map",
                                      "bgmaps/AR0400SR.map",   "sc1/ThinIce.map"};
  const char *folder = getenv("PATHFAN_BENCHMARK_DIR");
  pf_grid_astar search = {0};
  int compared = 0;
  assert_non_null(folder);
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    char path[4096], scenario_path[4200];
    pf_grid grid;
    pathfan_scenario scenario;
    pathfan_error error;
    snprintf(path, sizeof path, "%s/%s", folder, names[i]);
    snprintf(scenario_path, sizeof scenario_path, "%s.scen", path);
    if (pf_movingai_read(path, NULL, &grid, &error)) fail_msg("%s", error.text);
    if (pathfan_scenario_read(scenario_path, &scenario, &error)) fail_msg("%s", error.text);
    const int32_t step = scenario.count / twin_scaled(40) + 1;
    for (int32_t k = 0; k < scenario.count; k += step) {
      const pathfan_scenario_line *line = &scenario.lines[k];
      const int32_t from = (int32_t)line->from_y * grid.width + (int32_t)line->from_x;
      const int32_t to = (int32_t)line->to_y * grid.width + (int32_t)line->to_x;
      assert_int_equal(pf_grid_astar_find(&search, &grid, from, to, 0), PATHFAN_OK);
      const double length = search.outcome == PF_GRID_ASTAR_FOUND ? search.length : 0;
      if (!agrees(length, line->octile_length))
        fail_msg("%s, line %d: %.9g, not %.9g", scenario_path, line->line, line->octile_length,
                 length);
      compared++;
    }
    pathfan_scenario_free(&scenario);
    pf_grid_free(&grid);
  }
  print_message("%d lines\n", compared);
  assert_true(compared > 0);
  pf_grid_astar_free(&search);
}

SUITE(test_astar) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lengths),
      cmocka_unit_test(test_cell_of),
      cmocka_unit_test(test_scratch),
  };
  const struct CMUnitTest maps[] = {cmocka_unit_test(test_scenarios)}; /* by the target `nightly` */
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  if (getenv("PATHFAN_BENCHMARK_DIR")) failed += cmocka_run_group_tests(maps, NULL, NULL);
  return failed;
}
