/* test_generate.c - generated maps: the same everywhere, as dense as asked, connected. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "map/generate.h"
#include "map/movingai.h"
#include "pathfan/build.h"
#include "suite.h"
#include "twin_scratch.h"

typedef pathfan_status generate_function(const pf_recipe *recipe, pf_grid *grid,
                                         pathfan_error *error);

static generate_function *const GENERATE[4] = {pf_generate_rooms, pf_generate_caves,
                                               pf_generate_maze, pf_generate_random};
enum { ROOMS, CAVES, MAZE, RANDOM };

static pf_grid make(int kind, int32_t width, int32_t height, uint64_t seed, double density,
                    int32_t scale) {
  pf_grid grid;
  pathfan_error error;
  if (GENERATE[kind](&(pf_recipe){width, height, seed, density, scale}, &grid, &error))
    fail_msg("kind %d, %d x %d: %s", kind, (int)width, (int)height, error.text);
  assert_int_equal(grid.width, width);
  assert_int_equal(grid.height, height);
  for (int64_t i = 0; i < (int64_t)width * height; i++) assert_true(grid.free[i] <= 1);
  return grid;
}

static double free_share(const pf_grid *grid) {
  int64_t cells = (int64_t)grid->width * grid->height, count = 0;
  for (int64_t i = 0; i < cells; i++) count += grid->free[i];
  return (double)count / (double)cells;
}

/* Returns the share of free cells in the largest component, cells being joined by sides. */
static double largest_share(const pf_grid *grid, int *components) {
  int32_t width = grid->width, cells = width * grid->height, total = 0, largest = 0;
  int32_t *stack = malloc(sizeof *stack * (size_t)cells);
  uint8_t *seen = calloc((size_t)cells, 1);
  assert_non_null(stack);
  assert_non_null(seen);
  *components = 0;
  for (int32_t start = 0; start < cells; start++) {
    if (!grid->free[start] || seen[start]) continue;
    int32_t depth = 0, size = 0;
    stack[depth++] = start;
    seen[start] = 1;
    while (depth > 0) {
      int32_t cell = stack[--depth], x = cell % width, y = cell / width;
      const int32_t step[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
      size++;
      for (int i = 0; i < 4; i++) {
        int32_t to_x = x + step[i][0], to_y = y + step[i][1];
        if (!pf_grid_is_free(grid, to_x, to_y) || seen[to_y * width + to_x]) continue;
        seen[to_y * width + to_x] = 1;
        stack[depth++] = to_y * width + to_x;
      }
    }
    ++*components;
    total += size;
    if (size > largest) largest = size;
  }
  free(stack);
  free(seen);
  return total ? (double)largest / total : 1;
}

/* FNV-1a over the cells. */
static uint64_t digest(const pf_grid *grid) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (int64_t i = 0; i < (int64_t)grid->width * grid->height; i++)
    hash = (hash ^ grid->free[i]) * 0x100000001b3u;
  return hash;
}

/* The first outputs of xoshiro256** for the state 1, 2, 3, 4, as its authors' code gives them, and
 * of splitmix64 for 1234567. */
static void test_random_numbers(void **state) {
  (void)state;
  pf_random random = {{1, 2, 3, 4}};
  const uint64_t expected[] = {11520, 0, 1509978240, 1215971899390074240};
  for (int i = 0; i < 4; i++) assert_true(pf_random_bits(&random) == expected[i]);
  assert_true(pf_random_from(1234567).state[0] == 6457827717110365317u);
  assert_true(pf_random_from(1234567).state[1] == 3203168211198807973u);

  random = pf_random_from(0);
  int32_t seen[5] = {0};
  for (int i = 0; i < 50000; i++) seen[pf_random_below(&random, 5)]++;
  for (int i = 0; i < 5; i++) assert_true(seen[i] > 9600 && seen[i] < 10400);
  for (int i = 0; i < 1000; i++) {
    int32_t number = pf_random_between(&random, -3, 4);
    assert_true(number >= -3 && number <= 4);
    assert_false(pf_random_chance(&random, 0));
    assert_true(pf_random_chance(&random, 1));
    assert_int_equal(pf_random_below(&random, 1), 0);
  }
}

/* A changed digest means that every user's recipe now makes another map. */
static void test_golden(void **state) {
  (void)state;
  static const uint64_t golden[4][3] = {
      {0x0d9fcea63bc396a4, 0x6f5b661201294043, 0xcb9ec146e5f7b805},
      {0x2a38416d46e4e513, 0x47416aedfb8e2fc9, 0x3c2f03d3e67da541},
      {0xc53d5cc762a3fa15, 0x069010f561f28e23, 0xf7fa57f5776e03e6},
      {0xa1a040fdd744cd81, 0x554eaa15036ca1f8, 0xed44143ede33bb92},
  };
  for (int kind = 0; kind < 4; kind++) {
    pf_grid grids[3] = {make(kind, 200, 120, 1, -1, 0), make(kind, 97, 211, 77, 0.4, 5),
                        make(kind, 64, 64, UINT64_MAX, -1, 0)};
    for (int i = 0; i < 3; i++) {
      if (digest(&grids[i]) != golden[kind][i])
        fail_msg("kind %d, map %d: digest 0x%016llx", kind, i,
                 (unsigned long long)digest(&grids[i]));
      pf_grid_free(&grids[i]);
    }
  }
}

static void test_seeds_differ(void **state) {
  (void)state;
  for (int kind = 0; kind < 4; kind++) {
    pf_grid a = make(kind, 64, 64, 1, -1, 0), b = make(kind, 64, 64, 1, -1, 0),
            c = make(kind, 64, 64, 2, -1, 0);
    assert_true(digest(&a) == digest(&b));
    assert_true(digest(&a) != digest(&c));
    pf_grid_free(&a);
    pf_grid_free(&b);
    pf_grid_free(&c);
  }
}

static void test_defaults_are_connected(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 8; seed++)
    for (int kind = 0; kind < 4; kind++) {
      int components;
      pf_grid grid = make(kind, 160, 160, seed, -1, 0);
      double share = largest_share(&grid, &components), free_cells = free_share(&grid);
      assert_true(share > 0.9);
      assert_true(free_cells > 0.5 && free_cells < 0.95);
      if (kind == ROOMS || kind == MAZE) assert_int_equal(components, 1);
      pf_grid_free(&grid);
    }
}

/* Rooms and mazes stay connected for any share of extra openings; a larger share opens more. */
static void test_openings(void **state) {
  (void)state;
  for (int kind = ROOMS; kind <= MAZE; kind += MAZE - ROOMS)
    for (int32_t scale = 3; scale <= 12; scale += 3) {
      double last = 0;
      for (int density = 0; density <= 2; density++) {
        int components;
        pf_grid grid = make(kind, 90, 70, 3, density / 2.0, scale);
        assert_true(largest_share(&grid, &components) == 1);
        assert_int_equal(components, 1);
        assert_true(free_share(&grid) >= last);
        last = free_share(&grid);
        pf_grid_free(&grid);
      }
    }
}

/* A perfect maze has exactly one path between places: one open wall fewer than places. */
static void test_perfect_maze(void **state) {
  (void)state;
  int32_t corridor = 2, places = 15, extent = places * (corridor + 1) - 1;
  pf_grid grid = make(MAZE, extent, extent, 9, 0, corridor);
  int32_t count = (int32_t)lround(free_share(&grid) * extent * extent);
  assert_int_equal(count, places * places * corridor * corridor + (places * places - 1) * corridor);
  pf_grid_free(&grid);
}

static void test_density(void **state) {
  (void)state;
  const double density[] = {0, 0.1, 0.2, 0.5, 0.75, 0.9, 0.99, 1};
  for (size_t i = 0; i < sizeof density / sizeof *density; i++) {
    for (int32_t scale = 1; scale <= 7; scale += 3) {
      pf_grid grid = make(RANDOM, 100, 80, 4, density[i], scale);
      assert_true(fabs(1 - free_share(&grid) - density[i]) < 1.01 / 8000);
      pf_grid_free(&grid);
    }
    /* Smoothing turns the minority over; extremes stay. */
    pf_grid grid = make(CAVES, 100, 80, 4, density[i], 1);
    if (density[i] < 0.3) assert_true(free_share(&grid) > 0.85);
    if (density[i] > 0.7) assert_true(free_share(&grid) < 0.15);
    pf_grid_free(&grid);
  }
}

/* The automaton's rule, cell by cell, against the in-place rows. The map of round 0 isn't
 * available, so round n + 1 is derived from round n. */
static void test_caves_rule(void **state) {
  (void)state;
  for (int32_t rounds = 1; rounds < 6; rounds++) {
    pf_grid before = make(CAVES, 37, 23, 5, 0.45, rounds);
    pf_grid after = make(CAVES, 37, 23, 5, 0.45, rounds + 1);
    for (int32_t y = 0; y < 23; y++)
      for (int32_t x = 0; x < 37; x++) {
        int blocked = 0;
        for (int32_t dy = -1; dy <= 1; dy++)
          for (int32_t dx = -1; dx <= 1; dx++) blocked += !pf_grid_is_free(&before, x + dx, y + dy);
        assert_int_equal(pf_grid_is_free(&after, x, y), blocked < 5);
      }
    pf_grid_free(&before);
    pf_grid_free(&after);
  }
}

static void test_odd_sizes(void **state) {
  (void)state;
  const int32_t sizes[] = {1, 2, 3, 4, 5, 7, 8, 17, 40};
  const int count = (int)(sizeof sizes / sizeof *sizes);
  for (int kind = 0; kind < 4; kind++)
    for (int w = 0; w < count; w++)
      for (int h = 0; h < count; h++)
        for (int32_t scale = 3; scale <= 21; scale += 6) {
          pf_grid grid = make(kind, sizes[w], sizes[h], 6, -1, scale);
          int components;
          if (kind == ROOMS || kind == MAZE)
            assert_true(largest_share(&grid, &components) == 1 && components == 1);
          pf_grid_free(&grid);
        }
  pf_grid grid = make(ROOMS, PF_GRID_MAX, 1, 1, -1, 3);
  pf_grid_free(&grid);
  grid = make(RANDOM, 1, PF_GRID_MAX, 1, -1, PF_GRID_MAX);
  pf_grid_free(&grid);
  grid = make(MAZE, 3, PF_GRID_MAX, 1, -1, PF_GRID_MAX);
  pf_grid_free(&grid);
}

static void test_refused(void **state) {
  (void)state;
  pf_grid grid;
  pathfan_error error;
  for (int kind = 0; kind < 4; kind++) {
    assert_int_equal(GENERATE[kind](&(pf_recipe){0, 5, 1, -1, 0}, &grid, &error),
                     PATHFAN_ERR_ARGUMENT);
    assert_int_equal(GENERATE[kind](&(pf_recipe){5, -5, 1, -1, 0}, &grid, &error),
                     PATHFAN_ERR_ARGUMENT);
    assert_int_equal(GENERATE[kind](&(pf_recipe){16385, 5, 1, -1, 0}, &grid, NULL),
                     PATHFAN_ERR_ARGUMENT);
    assert_int_equal(GENERATE[kind](&(pf_recipe){5, 5, 1, 1.01, 0}, &grid, &error),
                     PATHFAN_ERR_ARGUMENT);
    assert_int_equal(GENERATE[kind](&(pf_recipe){5, 5, 1, NAN, 0}, &grid, &error),
                     PATHFAN_ERR_ARGUMENT);
    assert_int_equal(GENERATE[kind](&(pf_recipe){5, 5, 1, -1, -1}, &grid, &error),
                     PATHFAN_ERR_ARGUMENT);
    assert_int_equal(GENERATE[kind](&(pf_recipe){5, 5, 1, -1, 16385}, &grid, &error),
                     PATHFAN_ERR_ARGUMENT);
    assert_null(grid.free);
  }
  assert_int_equal(pf_generate_rooms(&(pf_recipe){5, 5, 1, -1, 2}, &grid, &error),
                   PATHFAN_ERR_ARGUMENT);
  assert_string_equal(error.text, "the scale of this kind of map must be 3 to 16384, not 2");
}

static void test_public(void **state) {
  (void)state;
  const char *path = twin_scratch("made.map");
  pathfan_error error;
  for (int kind = 0; kind < 4; kind++) {
    pathfan_map_recipe recipe;
    pathfan_map_recipe_init(&recipe);
    recipe.kind = (pathfan_map_kind)kind;
    recipe.width = 90;
    recipe.seed = 12;
    assert_int_equal(pathfan_map_make(&recipe, path, &error), PATHFAN_OK);
    pf_grid made, expected = make(kind, 90, recipe.height, 12, -1, 0);
    assert_int_equal(pf_movingai_read(path, NULL, &made, &error), PATHFAN_OK);
    assert_int_equal(made.width, expected.width);
    assert_int_equal(made.height, expected.height);
    assert_true(digest(&made) == digest(&expected));
    pf_grid_free(&made);
    pf_grid_free(&expected);
    assert_int_equal(pathfan_map_make(&recipe, "/nowhere/a.map", &error), PATHFAN_ERR_IO);
    recipe.width = 0;
    assert_int_equal(pathfan_map_make(&recipe, path, &error), PATHFAN_ERR_ARGUMENT);
    recipe.width = 9;
    recipe.kind = (pathfan_map_kind)9;
    assert_int_equal(pathfan_map_make(&recipe, path, &error), PATHFAN_ERR_ARGUMENT);
    assert_int_equal(pathfan_map_make(&recipe, NULL, &error), PATHFAN_ERR_ARGUMENT);
    assert_int_equal(pathfan_map_make(NULL, path, NULL), PATHFAN_ERR_ARGUMENT);
  }
}

SUITE(test_generate) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_numbers), cmocka_unit_test(test_golden),
      cmocka_unit_test(test_seeds_differ),   cmocka_unit_test(test_defaults_are_connected),
      cmocka_unit_test(test_openings),       cmocka_unit_test(test_perfect_maze),
      cmocka_unit_test(test_density),        cmocka_unit_test(test_caves_rule),
      cmocka_unit_test(test_odd_sizes),      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_public),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
