/* The outline of a grid against its cells, side by side. */
#include <stdlib.h>
#include <string.h>

#include "meshing/trace.h"
#include "suite.h"
#include "twin_maps.h"

static bool is_free(const twin_map *map, int32_t x, int32_t y) {
  return pathfan_grid_is_free(&map->grid, x, y);
}

/* Whether the boundary turns at a point: its pieces to two sides don't go on. */
static bool turns(const twin_map *map, int32_t x, int32_t y) {
  const bool left = is_free(map, x - 1, y - 1) != is_free(map, x - 1, y);
  const bool right = is_free(map, x, y - 1) != is_free(map, x, y);
  const bool up = is_free(map, x - 1, y - 1) != is_free(map, x, y - 1);
  const bool down = is_free(map, x - 1, y) != is_free(map, x, y);
  return (left || right) && (up || down);
}

static void check_vertices(const twin_map *map, const pathfan_outline *outline) {
  int32_t next = 0;
  for (int32_t y = 0; y <= map->grid.height; y++)
    for (int32_t x = 0; x <= map->grid.width; x++) {
      if (!turns(map, x, y)) continue;
      if (next >= outline->vertex_count || outline->vertices[next].x != x ||
          outline->vertices[next].y != y)
        twin_fail(map, "vertex %d should be %d,%d", next, x, y);
      next++;
    }
  if (next != outline->vertex_count) twin_fail(map, "%d vertices", outline->vertex_count);
}

/* Cuts edges into unit pieces: each lies between a free cell on its left and a
 * blocked one, none is there twice, and their number is right. */
static void check_edges(const twin_map *map, const pathfan_outline *outline) {
  const int32_t w = map->grid.width, h = map->grid.height;
  uint8_t *seen = calloc((size_t)(w + 1) * (size_t)(h + 1) * 4, 1);
  int64_t pieces = 0, sides = 0;
  assert_non_null(seen);
  for (int32_t i = 0; i < outline->edge_count; i++) {
    const pathfan_lattice_point from = outline->vertices[outline->edges[i].from],
                                to = outline->vertices[outline->edges[i].to];
    const int32_t dx = (to.x > from.x) - (to.x < from.x), dy = (to.y > from.y) - (to.y < from.y);
    if ((dx != 0) == (dy != 0)) twin_fail(map, "edge %d is slanted or nothing", i);
    for (pathfan_lattice_point at = from; at.x != to.x || at.y != to.y; at.x += dx, at.y += dy) {
      if ((at.x != from.x || at.y != from.y) && turns(map, at.x, at.y))
        twin_fail(map, "edge %d runs over vertex %d,%d", i, at.x, at.y);
      /* Twice the middle of the piece, and then of the cells beside it. */
      const int32_t mx = 2 * at.x + dx, my = 2 * at.y + dy;
      const int32_t lx = (mx - dy - 1) / 2, ly = (my + dx - 1) / 2;
      const int32_t rx = mx + dy - 1 < 0 ? -1 : (mx + dy - 1) / 2,
                    ry = my - dx - 1 < 0 ? -1 : (my - dx - 1) / 2;
      if (!is_free(map, lx, ly) || is_free(map, rx, ry))
        twin_fail(map, "edge %d at %d,%d has the wrong sides", i, at.x, at.y);
      const int way = dx ? 1 + dx : 2 + dy;
      if (seen[(at.y * (w + 1) + at.x) * 4 + way]++) twin_fail(map, "edge %d is there twice", i);
      pieces++;
    }
  }
  for (int32_t y = 0; y < h; y++)
    for (int32_t x = 0; x < w; x++) {
      if (!is_free(map, x, y)) continue;
      sides += !is_free(map, x - 1, y) + !is_free(map, x + 1, y) + !is_free(map, x, y - 1) +
               !is_free(map, x, y + 1);
    }
  if (sides != pieces) twin_fail(map, "%d pieces of %d", (int)pieces, (int)sides);
  free(seen);
}

static void check(const twin_map *map) {
  pathfan_outline outline;
  assert_int_equal(pathfan_trace_grid(&map->grid, &outline), PATHFAN_OK);
  check_vertices(map, &outline);
  check_edges(map, &outline);
  pathfan_outline_free(&outline);
}

static void test_maps(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(2000);
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i, 40);
    check(&map);
    twin_map_free(&map);
  }
}

/* Every grid of up to 3 x 4 cells. */
static void test_all_tiny_maps(void **state) {
  (void)state;
  uint8_t cells[12];
  for (int32_t width = 1; width <= 3; width++)
    for (int32_t height = 1; height <= 4; height++)
      for (int bits = 0; bits < 1 << width * height; bits++) {
        for (int i = 0; i < width * height; i++) cells[i] = bits >> i & 1;
        twin_map map = {.grid = {width, height, cells}, .name = "tiny"};
        check(&map);
      }
}

SUITE(test_trace) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_maps),
                                     cmocka_unit_test(test_all_tiny_maps)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
