#include "twin_maps.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "map/generate.h"
#include "map/movingai.h"
#include "twin_sight.h"

static const struct drawn {
  const char *name, *rows;
} drawn[] = {
    {"one cell", ".\n"},
    {"no free cell", "@@\n@@\n"},
    {"open", "......\n......\n......\n"},
    {"corridor", "@@@@@@@\n......@\n@@@@@.@\n@@.....\n@@.@@@@\n"},
    {"pillar", ".......\n.......\n..@@...\n..@@...\n.......\n.......\n"},
    {"pinch", "......\n..@...\n...@..\n......\n"},
    {"pinch the other way", "......\n...@..\n..@...\n......\n"},
    {"pinch alone joins", "..@@\n..@@\n@@..\n@@..\n"},
    {"chessboard", ".@.@.@\n@.@.@.\n.@.@.@\n@.@.@.\n"},
    {"diagonal chain", "........\n.@......\n..@.....\n...@....\n....@...\n.....@..\n........\n"},
    {"two chains", "..........\n.@....@...\n..@..@....\n...@@.....\n..@..@....\n.@....@...\n"
                   "..........\n"},
    {"alternating walls on one line", "............\n@@..@@..@@..\n..@@..@@..@@\n............\n"},
    {"alternating with gaps", "..............\n.@@...@@...@@.\n...@@...@@....\n..............\n"},
    {"walls that leave a slit of no width", ".......\n.@@@@@.\n.@@@@@.\n.......\n@@...@@\n"
                                            ".......\n"},
    {"islands", ".........\n.@.@@.@..\n.....@...\n.@@....@.\n....@....\n.@..@@.@.\n.........\n"},
    {"teeth",
     "..........\n.@.@.@.@.@\n..........\n@.@.@.@.@.\n..........\n.@.@.@.@.@\n..........\n"},
    {"components", "...@...@...\n.@.@.@.@.@.\n...@...@...\n@@@@@@@@@@@\n....@......\n.@@.@.@@@..\n"
                   "....@......\n"},
    {"spiral", ".........\n@@@@@@@@.\n.......@.\n.@@@@@.@.\n.@...@.@.\n.@.@@@.@.\n.@.....@.\n"
               ".@@@@@@@.\n.........\n"},
    {"cross of pinches", "@..@..@\n.@...@.\n..@.@..\n...@...\n..@.@..\n.@...@.\n@..@..@\n"},
    {"room in a room", "..........\n.@@@@@@@..\n.@.....@..\n.@.@@@.@..\n.@.@...@..\n.@.@@@....\n"
                       ".@.....@..\n.@@@@@@@..\n..........\n"},
    {"long wall", "....................\n.@@@@@@@@@@@@@@@@@@.\n....................\n"
                  ".@@@@@@@@@@@@@@@@@@.\n....................\n"},
    {"steps", "........\n@.......\n@@......\n@@@.....\n@@@@..@.\n@@@..@@.\n........\n"},
    {"pinches in a row", ".........\n.@.@.@.@.\n@.@.@.@.@\n.........\n.@@.@@.@.\n@..@..@..\n"},
};

int twin_drawn_count(void) {
  return (int)(sizeof drawn / sizeof drawn[0]);
}

twin_map twin_map_drawn(const char *name, const char *rows) {
  twin_map map = {.seed = 1};
  snprintf(map.name, sizeof map.name, "%s", name);
  map.grid.width = (int32_t)strcspn(rows, "\n");
  for (const char *c = rows; *c; c++) map.grid.height += *c == '\n';
  map.grid.free = malloc((size_t)map.grid.width * (size_t)map.grid.height);
  assert_non_null(map.grid.free);
  int32_t i = 0;
  for (const char *c = rows; *c; c++)
    if (*c != '\n') map.grid.free[i++] = *c == '.';
  assert_int_equal(i, map.grid.width * map.grid.height);
  return map;
}

static twin_map generated(uint64_t seed, int32_t side_max) {
  pf_random random = pf_random_from(seed * 1000003 + (uint64_t)side_max);
  pathfan_error error;
  twin_map map = {.seed = seed + 2};
  const int32_t w = pf_random_between(&random, 6, side_max);
  const int32_t h = pf_random_between(&random, 6, side_max);
  const double share = (double)pf_random_below(&random, 1000) / 1000;
  const int32_t three = pf_random_between(&random, 1, 3);
  pathfan_status status = PATHFAN_OK;
  const char *kind = "";
  switch (seed % 6) {
  case 0:
    kind = "rooms";
    status = pf_generate_rooms(&(pf_recipe){w, h, seed, share, 2 + three}, &map.grid, &error);
    break;
  case 1:
    kind = "caves";
    status =
        pf_generate_caves(&(pf_recipe){w, h, seed, 0.35 + 0.15 * share, three}, &map.grid, &error);
    break;
  case 2:
    kind = "maze";
    status = pf_generate_maze(&(pf_recipe){w, h, seed, 0.4 * share, three}, &map.grid, &error);
    break;
  case 3:
    kind = "sparse";
    status = pf_generate_random(&(pf_recipe){w, h, seed, 0.02 + 0.1 * share, 1}, &map.grid, &error);
    break;
  case 4:
    kind = "random";
    status =
        pf_generate_random(&(pf_recipe){w, h, seed, 0.1 + 0.4 * share, three}, &map.grid, &error);
    break;
  default:
    kind = "blocks";
    status = pf_generate_random(&(pf_recipe){w, h, seed, 0.1 + 0.2 * share, 1 + three}, &map.grid,
                                &error);
  }
  assert_int_equal(status, PATHFAN_OK);
  snprintf(map.name, sizeof map.name, "%s %d x %d, seed %llu", kind, w, h,
           (unsigned long long)seed);
  return map;
}

twin_map twin_map_number(int number, int32_t side_max) {
  if (number < twin_drawn_count()) return twin_map_drawn(drawn[number].name, drawn[number].rows);
  return generated((uint64_t)(number - twin_drawn_count()), side_max);
}

void twin_map_free(twin_map *map) {
  pf_grid_free(&map->grid);
  pf_outline_free(&map->outline);
}

void twin_map_show(const twin_map *map) {
  fprintf(stderr, "%s\n", map->name);
  for (int32_t i = 0; i < map->outline.edge_count; i++) {
    const pf_outline_edge e = map->outline.edges[i];
    const pf_lattice_point a = map->outline.vertices[e.from], b = map->outline.vertices[e.to];
    fprintf(stderr, "%d,%d to %d,%d\n", a.x, a.y, b.x, b.y);
  }
  for (int32_t y = 0; y < map->grid.height; y++) {
    for (int32_t x = 0; x < map->grid.width; x++)
      fputc(pf_grid_is_free(&map->grid, x, y) ? '.' : '@', stderr);
    fputc('\n', stderr);
  }
}

/* ---- The benchmark ---- */

static void (*visit_benchmark)(const pf_grid *grid, const char *path);
static int benchmark_count;

static int visit_file(const char *path, const struct stat *info, int flag) {
  (void)info;
  const size_t length = strlen(path);
  pf_grid grid;
  pathfan_error error;
  if (flag != FTW_F || length < 4 || strcmp(path + length - 4, ".map") != 0) return 0;
  if (pf_movingai_read(path, NULL, &grid, &error)) fail_msg("%s", error.text);
  visit_benchmark(&grid, path);
  pf_grid_free(&grid);
  benchmark_count++;
  return 0;
}

int twin_benchmark_maps(void (*visit)(const pf_grid *grid, const char *path)) {
  const char *folder = getenv("PATHFAN_BENCHMARK_DIR");
  assert_non_null(folder);
  visit_benchmark = visit;
  benchmark_count = 0;
  assert_int_equal(ftw(folder, visit_file, 16), 0);
  assert_true(benchmark_count > 0);
  return benchmark_count;
}

/* ---- Points ---- */

static bool random_point(pf_random *random, const pf_grid *grid, int bits, int kinds,
                         pf_fixed_point *point) {
  const int64_t unit = INT64_C(1) << bits;
  for (int tries = 0; tries < 100; tries++) {
    int64_t x = pf_random_below(random, grid->width + 1) * unit;
    int64_t y = pf_random_below(random, grid->height + 1) * unit;
    switch (pf_random_below(random, kinds)) {
    case 0: break;
    case 1: x += pf_random_below(random, unit); break;
    case 2: y += pf_random_below(random, unit); break;
    case 3:
      x += pf_random_below(random, 4) * (unit / 4);
      y += pf_random_below(random, 4) * (unit / 4);
      break;
    case 4:
      x += pf_random_below(random, unit);
      y += pf_random_below(random, unit);
      break;
    default: x += pf_random_between(random, -2, 2); y += pf_random_between(random, -2, 2);
    }
    *point = (pf_fixed_point){x, y};
    if (twin_home(grid, bits, *point).x >= 0) return true;
  }
  return false;
}

bool twin_random_point(pf_random *random, const pf_grid *grid, int bits, pf_fixed_point *point) {
  return random_point(random, grid, bits, 6, point);
}

bool twin_random_plain_point(pf_random *random, const pf_grid *grid, int bits,
                             pf_fixed_point *point) {
  return random_point(random, grid, bits, 5, point);
}
