/* The polygon of a point, and the nearest free point, against an exhaustive look at all cells. */
#include <math.h>
#include <stdlib.h>

#include "generation_fixture.h"
#include "pathfan/inspect.h"
#include "query/calls/query_object.h"
#include "suite.h"
#include "twin_check.h"
#include "twin_index.h"
#include "twin_sight.h"

/* Whether the point is a corner of, on the border of, or inside the polygon. */
static bool holds(const pathfan_index *index, int32_t polygon, pathfan_point p) {
  pathfan_point corners[512];
  const int32_t count = pathfan_index_polygon(index, polygon, corners, 512);
  assert_in_range(count, 4, 512);
  for (int32_t i = 0; i < count; i++) {
    const pathfan_point a = corners[i], b = corners[(i + 1) % count];
    if ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) < 0) return false;
  }
  return true;
}

static void check_nearest(const twin_map *map, pathfan_query *query, int bits, pathfan_point p,
                          double radius) {
  double best = INFINITY;
  pathfan_point found_at = {0, 0};
  bool found;
  const double x = ldexp(rint(ldexp(p.x, bits)), -bits), y = ldexp(rint(ldexp(p.y, bits)), -bits);
  for (int32_t cy = 0; cy < map->grid.height; cy++)
    for (int32_t cx = 0; cx < map->grid.width; cx++) {
      if (!pf_grid_is_free(&map->grid, cx, cy)) continue;
      const double dx = x < cx ? cx - x : x > cx + 1 ? x - cx - 1 : 0;
      const double dy = y < cy ? cy - y : y > cy + 1 ? y - cy - 1 : 0;
      if (hypot(dx, dy) < best) best = hypot(dx, dy);
    }
  assert_int_equal(pathfan_query_nearest_free(query, p, radius, &found_at, &found), PATHFAN_OK);
  if (fabs(best - radius) < 1e-9 * (1 + radius)) return;
  if (found != (best <= radius))
    twin_fail(map, "%.17g,%.17g within %g: %s", p.x, p.y, radius, found ? "found" : "not found");
  if (!found) return;
  const pf_fixed_point there = {(int64_t)ldexp(found_at.x, bits), (int64_t)ldexp(found_at.y, bits)};
  if (fabs(hypot(found_at.x - x, found_at.y - y) - best) > 1e-9 ||
      twin_home(&map->grid, bits, there).x < 0)
    twin_fail(map, "%.17g,%.17g: %.17g,%.17g is not the nearest", p.x, p.y, found_at.x, found_at.y);
}

static void test_locate(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(300);
  int64_t points = 0;
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i, 40);
    pf_random random = pf_random_from(map.seed + 3);
    pathfan_build_options options;
    pathfan_build_options_init(&options);
    options.threads = options.tables = 1;
    /* Rectangles of cells: a polygon that holds a cell's centre holds the cell. */
    options.map.mesh = PATHFAN_MESH_RECTANGLES;
    pathfan_index *index = twin_index(&map, &options);
    pathfan_query *query;
    const pf_generation *inside = generation_of(index);
    const int bits = inside->view.header->fraction_bits;
    const int64_t unit = INT64_C(1) << bits;
    assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
    assert_int_equal(pf_generation_need_location(inside, NULL), PATHFAN_OK);
    for (int k = 0; k < 60; k++) {
      pf_fixed_point p = {pf_random_below(&random, (map.grid.width + 2) * unit) - unit,
                          pf_random_below(&random, (map.grid.height + 2) * unit) - unit};
      if (k % 2) twin_random_point(&random, &map.grid, bits, &p);
      const pf_lattice_point home = twin_home(&map.grid, bits, p);
      const pathfan_point at = twin_units(p, bits);
      const int32_t polygon = pf_locate(&inside->view.locator, &inside->view.mesh, p, bits);
      if ((polygon >= 0) != (home.x >= 0)) twin_fail(&map, "%.17g,%.17g", at.x, at.y);
      /* It must be the polygon of the cell that the contract names, also on borders. */
      if (polygon >= 0 && (!holds(index, polygon, at) ||
                           !holds(index, polygon, (pathfan_point){home.x + 0.5, home.y + 0.5})))
        twin_fail(&map, "%.17g,%.17g isn't in polygon %d", at.x, at.y, polygon);
      check_nearest(&map, query, bits, at, (double)pf_random_below(&random, 500) / 100);
      points++;
    }
    pathfan_query_free(query);
    pathfan_index_close(index);
    twin_map_free(&map);
  }
  print_message("%d maps, %lld points\n", count, (long long)points);
}

static void test_nearest_arguments(void **state) {
  (void)state;
  twin_map map = twin_map_drawn("pillar", ".....\n.@@@.\n.@@@.\n.@@@.\n.....\n");
  pathfan_index *index = twin_index(&map, NULL);
  pathfan_query *query;
  pathfan_point at = {-7, -7};
  bool found = true;
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  static const double absurd[] = {NAN, INFINITY, -INFINITY};
  for (int i = 0; i < 3; i++) {
    assert_int_equal(
        pathfan_query_nearest_free(query, (pathfan_point){absurd[i], 1}, 1, &at, &found),
        PATHFAN_ERR_ARGUMENT);
    assert_int_equal(
        pathfan_query_nearest_free(query, (pathfan_point){1, absurd[i]}, 1, &at, &found),
        PATHFAN_ERR_ARGUMENT);
    assert_int_equal(
        pathfan_query_nearest_free(query, (pathfan_point){1, 1}, absurd[i], &at, &found),
        PATHFAN_ERR_ARGUMENT);
  }
  assert_int_equal(pathfan_query_nearest_free(query, (pathfan_point){1, 1}, -1, &at, &found),
                   PATHFAN_ERR_ARGUMENT);
  assert_true(pathfan_query_error(query)[0]);
  static const double far_off[] = {-3, 9, 1e6, -1e6, 2147483647.5, -2147483647.5, 1e300, -1e300};
  for (size_t i = 0; i < sizeof far_off / sizeof far_off[0]; i++)
    for (double radius = 0; radius < 1e300; radius = radius * 1e9 + 1) {
      assert_int_equal(
          pathfan_query_nearest_free(query, (pathfan_point){far_off[i], 2}, radius, &at, &found),
          PATHFAN_OK);
      if (!found) continue;
      /* From very far off all rows are equally near in doubles. */
      assert_true(at.x == (far_off[i] < 0 ? 0 : 5) && (at.y == 2 || fabs(far_off[i]) > 1e9));
    }
  /* Ties: the smaller y, then the smaller x. */
  assert_int_equal(pathfan_query_nearest_free(query, (pathfan_point){2.5, 2.5}, 9, &at, &found),
                   PATHFAN_OK);
  assert_true(found && at.x == 2.5 && at.y == 1);
  pathfan_query_free(query);
  pathfan_index_close(index);
  twin_map_free(&map);
}

SUITE(test_locate) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_locate),
      cmocka_unit_test(test_nearest_arguments),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
