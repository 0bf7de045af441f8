/* Changes that must not change the lengths of Polyanya: prunings, limits, used scratch, other
 * meshes, turning, mirroring and scaling the map. */
#include <string.h>

#include "polyanya_fixture.h"
#include "suite.h"
#include "twin_outline_maps.h"
#include "twin_outlines.h"

/* ---- The same search otherwise ---- */

enum { ALL_PRUNINGS = 32 };

/* Every combination of prunings finds the same length; those that might not end get a limit. */
static void check_prunings(const twin_map *map, int pairs, int64_t *limited, int64_t *asked) {
  const int kinds = map->outline.edge_count ? RECTANGLES : KINDS;
  const uint64_t limit = 3000;
  pf_random random = pf_random_from(map->seed * 17 + 5);
  pf_polyanya search = {0};
  for (int k = 0; k < kinds; k++) {
    ground g = ground_make(map, k, bits_of(map));
    for (int i = 0; i < pairs && g.mesh.view.polygon_count; i++) {
      pf_fixed_point s, t;
      if (!pick_both(&random, map, &g, &s, &t)) continue;
      const pf_polyanya_end from = place(map, &g, s), to = place(map, &g, t);
      const double expected = find(map, &g, &search, from, to, 0, 0, false);
      for (uint32_t without = 1; without < ALL_PRUNINGS; without++) {
        const bool endless = without & PF_POLYANYA_NO_ROOT_HISTORY;
        const double length = find(map, &g, &search, from, to, without, endless ? limit : 0, true);
        ++*asked;
        if (length == -1)
          ++*limited;
        else
          compare(map, &g, s, t, expected, length);
      }
    }
    ground_free(&g);
  }
  pf_polyanya_free(&search);
}

static void test_prunings(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(20);
  int64_t limited = 0, asked = 0;
  for (int i = 0; i < count; i++) {
    twin_map maps[2] = {twin_map_number(i, 8), twin_outline_map(i, 6)};
    for (int k = 0; k < 2; k++) {
      check_prunings(&maps[k], 4, &limited, &asked);
      twin_map_free(&maps[k]);
    }
  }
  print_message("%d maps, %lld searches, %lld stopped at the limit\n", 2 * count, (long long)asked,
                (long long)limited);
  assert_true(limited * 10 < asked);
}

/* A search with a limit stops after exactly that many expansions; if the limit suffices, it ends as
 * without one. */
static void test_limits(void **state) {
  (void)state;
  const int count = twin_scaled(60);
  int64_t stopped = 0;
  pf_polyanya search = {0};
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(twin_drawn_count() + i, 25);
    pf_random random = pf_random_from(map.seed);
    ground g = ground_make(&map, i % KINDS, bits_of(&map));
    for (int k = 0; k < 10 && g.mesh.view.polygon_count; k++) {
      pf_fixed_point s, t;
      if (!pick_both(&random, &map, &g, &s, &t)) continue;
      const pf_polyanya_end from = place(&map, &g, s), to = place(&map, &g, t);
      const double length = find(&map, &g, &search, from, to, 0, 0, false);
      const int64_t expanded = search.expanded, generated = search.generated;
      const int64_t pruned = search.pruned;
      for (int64_t limit = 1; limit < expanded; limit += 1 + limit / 2) {
        assert_true(find(&map, &g, &search, from, to, 0, (uint64_t)limit, false) == -1);
        stopped++;
      }
      if (!expanded) continue;
      assert_true(find(&map, &g, &search, from, to, 0, (uint64_t)expanded, false) == length);
      assert_true(search.expanded == expanded && search.generated == generated &&
                  search.pruned == pruned);
    }
    ground_free(&g);
    twin_map_free(&map);
  }
  print_message("%lld searches stopped\n", (long long)stopped);
  assert_true(stopped > count);
  pf_polyanya_free(&search);
}

/* There is always a way on round a pillar: without root history, only the limit ends the search. */
static void test_round_and_round(void **state) {
  (void)state;
  twin_map map = twin_map_drawn("ring", ".....@.\n.@@@.@.\n.@@@.@.\n.....@.\n");
  pf_polyanya search = {0};
  for (int k = 0; k < KINDS; k++) {
    ground g = ground_make(&map, k, bits_of(&map));
    const pf_fixed_point s = pf_lift((pf_lattice_point){1, 1}, g.bits);
    const pf_fixed_point t = pf_lift((pf_lattice_point){6, 1}, g.bits);
    const double length = find(&map, &g, &search, place(&map, &g, s), place(&map, &g, t),
                               PF_POLYANYA_NO_ROOT_HISTORY | PF_POLYANYA_NO_COMPONENTS, 100, true);
    assert_true(length == -1 || length == INFINITY);
    ground_free(&g);
  }
  pf_polyanya_free(&search);
  twin_map_free(&map);
}

/* Scratch that was used on other meshes, larger and smaller, does what fresh scratch does. */
static void test_scratch(void **state) {
  (void)state;
  enum { MAPS = 12, PAIRS = 8 };
  static twin_map maps[MAPS];
  static ground grounds[MAPS];
  pf_polyanya used = {0};
  for (int i = 0; i < MAPS; i++) {
    maps[i] = i % 3 ? twin_map_number(twin_drawn_count() + i, 8 + 6 * (i % 5))
                    : twin_outline_map(i, 6 + i);
    grounds[i] = ground_make(&maps[i], i % 4, bits_of(&maps[i]));
  }
  pf_random random = pf_random_from(99);
  for (int k = 0; k < twin_scaled(400); k++) {
    const int i = (int)pf_random_below(&random, MAPS);
    pf_fixed_point s, t;
    if (!grounds[i].mesh.view.polygon_count || !pick_both(&random, &maps[i], &grounds[i], &s, &t))
      continue;
    const pf_polyanya_end from = place(&maps[i], &grounds[i], s);
    const pf_polyanya_end to = place(&maps[i], &grounds[i], t);
    pf_polyanya fresh = {0};
    /* Some searches are stopped and leave a filled queue. */
    const uint64_t limit = k % 3 == 2 ? 2 : 0;
    find(&maps[i], &grounds[i], &fresh, from, to, 0, limit, false);
    find(&maps[i], &grounds[i], &used, from, to, 0, limit, false);
    assert_int_equal(used.outcome, fresh.outcome);
    assert_true(used.expanded == fresh.expanded && used.generated == fresh.generated &&
                used.pruned == fresh.pruned);
    assert_int_equal(used.point_count, fresh.point_count);
    if (fresh.point_count)
      assert_memory_equal(used.points, fresh.points,
                          (size_t)fresh.point_count * sizeof *fresh.points);
    pf_polyanya_free(&fresh);
  }
  /* Stamps restart once they are used up. */
  used.now = UINT32_MAX - 1;
  for (int k = 0; k < 4; k++) {
    const double length = find(&maps[1], &grounds[1], &used, (pf_polyanya_end){{0, 0}, 0},
                               (pf_polyanya_end){{0, 0}, 0}, 0, 0, false);
    assert_true(length == 0);
  }
  assert_true(used.now < 10);
  pf_polyanya_free(&used);
  for (int i = 0; i < MAPS; i++) {
    ground_free(&grounds[i]);
    twin_map_free(&maps[i]);
  }
}

/* ---- The same map otherwise ---- */

/* Whether a point is a vertex of the outline: turning the map may put a pinch in another sector. */
static bool is_vertex(const pf_outline *outline, int bits, pf_fixed_point p) {
  for (int32_t v = 0; v < outline->vertex_count; v++) {
    const pf_fixed_point at = pf_lift(outline->vertices[v], bits);
    if (at.x == p.x && at.y == p.y) return true;
  }
  return false;
}

static void test_other_forms(void **state) {
  (void)state;
  static const struct form {
    int a, b, c, d;
    double scale;
  } forms[] = {{0, -1, 1, 0, 1}, {-1, 0, 0, -1, 1}, {0, 1, -1, 0, 1}, {-1, 0, 0, 1, 1},
               {1, 0, 0, -1, 1}, {0, 1, 1, 0, 1},   {2, 0, 0, 2, 2},  {4, 0, 0, 4, 4}};
  const int count = twin_scaled(160);
  int64_t pairs = 0;
  pf_polyanya search = {0};
  for (int i = 0; i < count; i++) {
    twin_map map = {0}, grid = {0};
    if (i % 2) {
      map = twin_outline_map(i / 2, 9);
    } else {
      grid = twin_map_number(i / 2, 14);
      map = (twin_map){.outline = outline_of(&grid), .seed = grid.seed};
      memcpy(map.name, grid.name, sizeof map.name);
    }
    const struct form f = forms[i / 2 % 8];
    const pf_lattice_point most = extent_of(&map);
    const bool fits = (most.x > most.y ? most.x : most.y) <= (1 << 28) / f.scale;
    if (!map.outline.edge_count || !fits) {
      twin_map_free(&map);
      twin_map_free(&grid);
      continue;
    }
    twin_map other = {.outline = twin_outline_mapped(&map.outline, f.a, f.b, f.c, f.d)};
    memcpy(other.name, map.name, sizeof map.name);
    const int bits = bits_of(&other);
    pf_random random = pf_random_from(map.seed + 2);
    ground g = ground_make(&map, i % RECTANGLES, bits);
    ground turned = ground_make(&other, i / 3 % RECTANGLES, bits);
    /* The image of the origin. */
    int64_t x = 0, y = 0;
    for (int32_t v = 0; v < map.outline.vertex_count; v++) {
      const pf_lattice_point at = map.outline.vertices[v];
      const int64_t to_x = -((int64_t)f.a * at.x + (int64_t)f.b * at.y);
      const int64_t to_y = -((int64_t)f.c * at.x + (int64_t)f.d * at.y);
      if (!v || to_x > x) x = to_x;
      if (!v || to_y > y) y = to_y;
    }
    for (int k = 0; k < 25; k++) {
      pf_fixed_point p[2], q[2];
      if (!pick_both(&random, &map, &g, &p[0], &p[1])) continue;
      if (is_vertex(&map.outline, bits, p[0]) || is_vertex(&map.outline, bits, p[1])) continue;
      for (int e = 0; e < 2; e++)
        q[e] = (pf_fixed_point){f.a * p[e].x + f.b * p[e].y + x * (INT64_C(1) << bits),
                                f.c * p[e].x + f.d * p[e].y + y * (INT64_C(1) << bits)};
      const double length =
          find(&map, &g, &search, place(&map, &g, p[0]), place(&map, &g, p[1]), 0, 0, false);
      const double there = find(&other, &turned, &search, place(&other, &turned, q[0]),
                                place(&other, &turned, q[1]), 0, 0, false);
      compare(&other, &turned, q[0], q[1], f.scale * length, there);
      pairs++;
    }
    ground_free(&g);
    ground_free(&turned);
    twin_map_free(&map);
    twin_map_free(&other);
    twin_map_free(&grid);
  }
  print_message("%lld pairs\n", (long long)pairs);
  assert_true(pairs > count);
  pf_polyanya_free(&search);
}

SUITE(test_polyanya_same) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_prunings),        cmocka_unit_test(test_limits),
      cmocka_unit_test(test_scratch),         cmocka_unit_test(test_other_forms),
      cmocka_unit_test(test_round_and_round),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
