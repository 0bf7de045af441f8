/* Polyanya over meshes of every kind against shortest paths by brute force. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "map/polygons.h"
#include "polyanya_fixture.h"
#include "suite.h"
#include "twin_outline_maps.h"
#include "twin_polygons.h"
#include "twin_shortest.h"

typedef struct tally {
  int64_t pairs, bent, apart; /* searches; paths that turn; pairs without a path */
} tally;

/* Compares pairs of ends of one map over all its meshes. */
static void check_map(const twin_map *map, pf_polyanya *search, int pairs, tally *sum) {
  const int kinds = map->outline.edge_count ? RECTANGLES : KINDS;
  pf_random random = pf_random_from(map->seed * 31 + 7);
  twin_roads roads = twin_roads_make(map);
  ground g[KINDS];
  for (int k = 0; k < kinds; k++) g[k] = ground_make(map, k, bits_of(map));
  for (int i = 0; i < pairs && g[0].mesh.view.polygon_count; i++) {
    pf_fixed_point s, t;
    if (!pick_both(&random, map, &g[i % kinds], &s, &t)) continue;
    const double expected = twin_shortest(map, &roads, g[0].bits, s, t);
    for (int k = 0; k < kinds; k++) {
      const pf_polyanya_end from = place(map, &g[k], s), to = place(map, &g[k], t);
      compare(map, &g[k], s, t, expected, find(map, &g[k], search, from, to, 0, 0, true));
      sum->bent += search->outcome == PF_POLYANYA_FOUND && search->point_count > 2;
      compare(map, &g[k], t, s, expected, find(map, &g[k], search, to, from, 0, 0, true));
      sum->pairs += 2;
      sum->apart += search->outcome == PF_POLYANYA_NO_PATH;
    }
  }
  for (int k = 0; k < kinds; k++) ground_free(&g[k]);
  twin_roads_free(&roads);
}

static void show(const tally *sum, int maps) {
  print_message("%d maps, %lld searches, %lld paths with turns, %lld pairs apart\n", maps,
                (long long)sum->pairs, (long long)sum->bent, (long long)sum->apart);
  if (twin_is_whole()) assert_true(sum->bent * 8 > sum->pairs);
}

static void test_grids(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(200);
  pf_polyanya search = {0};
  tally sum = {0};
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i, i % 10 ? 10 : 20);
    check_map(&map, &search, 40, &sum);
    twin_map_free(&map);
  }
  show(&sum, count);
  assert_true(sum.apart > 0);
  pf_polyanya_free(&search);
}

static void test_outlines(void **state) {
  (void)state;
  const int count = twin_scaled(300);
  pf_polyanya search = {0};
  tally sum = {0};
  for (int i = 0; i < count; i++) {
    twin_map map = twin_outline_map(i, i % 6 ? 7 : 11);
    check_map(&map, &search, 25, &sum);
    twin_map_free(&map);
  }
  show(&sum, count);
  pf_polyanya_free(&search);
}

/* Makes a map of generated polygons, either on a coarse lattice, which welds them together in
 * points and leaves slits a few units wide, or on the finest one. False: nothing is free, or the
 * map is too large for brute force. */
static bool polygon_map(int number, twin_map *map) {
  twin_polygon_map source = twin_polygon_map_number(number);
  pf_random random = pf_random_from(source.seed + 3);
  pf_frame frame;
  pathfan_error error;
  double box[4];
  twin_polygons_box(&source.polygons, box);
  const double extent = fmax(box[2] - box[0], box[3] - box[1]);
  const int32_t fine = pf_random_between(&random, 7, 31);
  const pf_snap_options snap = {.unit = fine > 27 ? 0 : ldexp(extent, -fine)};
  *map = (twin_map){.seed = source.seed};
  snprintf(map->name, sizeof map->name, "%s, number %d, extent 2^%d units", source.style, number,
           fine);
  if (pf_polygons_outline(&source.polygons, &snap, &frame, &map->outline, &error))
    fail_msg("%s: %s", map->name, error.text);
  twin_polygon_map_free(&source);
  if (map->outline.edge_count && map->outline.edge_count <= 250) return true;
  twin_map_free(map);
  return false;
}

static void test_polygons(void **state) {
  (void)state;
  const int count = twin_scaled(200);
  pf_polyanya search = {0};
  tally sum = {0};
  int maps = 0;
  for (int i = 0; i < count; i++) {
    twin_map map;
    if (!polygon_map(i, &map)) continue;
    check_map(&map, &search, 12, &sum);
    twin_map_free(&map);
    maps++;
  }
  show(&sum, maps);
  assert_true(maps * 2 > count);
  pf_polyanya_free(&search);
}

/* Two triangles that touch at (50,50): paths turn there in the wide sector, whereas ends there
 * belong to the narrow one. */
static void test_pinch_where_paths_turn(void **state) {
  (void)state;
  static const pf_lattice_point at[] = {{0, 0},   {100, 0}, {100, 100}, {0, 100}, {50, 50},
                                        {60, 90}, {90, 60}, {90, 40},   {60, 10}};
  static const pf_outline_edge edges[] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5},
                                          {5, 6}, {6, 4}, {4, 7}, {7, 8}, {8, 4}};
  twin_map map = {.name = "two triangles",
                  .outline = {9, 10, copy_of(at, 9, sizeof *at), copy_of(edges, 10, sizeof *edges)},
                  .seed = 8};
  pf_polyanya search = {0};
  tally sum = {0};
  ground g = ground_make(&map, CDT, bits_of(&map));
  const pf_fixed_point s = pf_lift((pf_lattice_point){59, 95}, g.bits);
  const pf_fixed_point t = pf_lift((pf_lattice_point){59, 5}, g.bits);
  const pf_fixed_point pinch = pf_lift((pf_lattice_point){50, 50}, g.bits);
  assert_true(close_to(find(&map, &g, &search, place(&map, &g, s), place(&map, &g, t), 0, 0, true),
                       2 * sqrt(9 * 9 + 45 * 45)));
  assert_int_equal(search.point_count, 3);
  /* From the pinch round the far corner of a triangle. */
  assert_true(
      close_to(find(&map, &g, &search, place(&map, &g, pinch), place(&map, &g, t), 0, 0, true),
               sqrt(40 * 40 + 10 * 10) + sqrt(31 * 31 + 35 * 35)));
  check_map(&map, &search, 200, &sum);
  ground_free(&g);
  twin_map_free(&map);
  pf_polyanya_free(&search);
}

/* ---- Fans ---- */

/* Makes triangles from (radius, radius) to points round it, alternately near and far, three
 * quarters of the way round: the vertex that they all share is convex. */
static ground fan_make(int32_t count, int32_t radius, pf_random *random, twin_map *map) {
  pf_mesh_data mesh = {0};
  mesh.view.vertex_count = count + 2;
  mesh.view.polygon_count = count;
  mesh.vertices = malloc((size_t)(count + 2) * sizeof *mesh.vertices);
  mesh.first_corner = malloc((size_t)(count + 1) * sizeof *mesh.first_corner);
  mesh.corner_vertex = malloc((size_t)(3 * count) * sizeof *mesh.corner_vertex);
  map->outline =
      (pf_outline){count + 2, count + 2, malloc((size_t)(count + 2) * sizeof(pf_lattice_point)),
                   malloc((size_t)(count + 2) * sizeof(pf_outline_edge))};
  snprintf(map->name, sizeof map->name, "fan of %d", count);
  assert_true(mesh.vertices && mesh.first_corner && mesh.corner_vertex && map->outline.vertices &&
              map->outline.edges);
  mesh.vertices[0] = (pf_lattice_point){radius, radius};
  for (int32_t i = 0; i <= count; i++) {
    const double turn = 1.5 * 3.14159265358979 * i / count;
    const double far = radius * (i % 2 ? 0.97 : 0.2 + 0.001 * pf_random_below(random, 700));
    mesh.vertices[i + 1] = (pf_lattice_point){radius + (int32_t)(far * cos(turn)),
                                              radius + (int32_t)(far * sin(turn))};
  }
  for (int32_t i = 0; i <= count; i++) mesh.first_corner[i] = (uint32_t)(3 * i);
  for (int32_t i = 0; i < count; i++) {
    mesh.corner_vertex[3 * i] = 0;
    mesh.corner_vertex[3 * i + 1] = i + 1;
    mesh.corner_vertex[3 * i + 2] = i + 2;
  }
  for (int32_t v = 0; v < count + 2; v++) {
    map->outline.vertices[v] = mesh.vertices[v];
    map->outline.edges[v] = (pf_outline_edge){v, (v + 1) % (count + 2)};
  }
  assert_int_equal(pf_mesh_match(&mesh, NULL), PATHFAN_OK);
  assert_int_equal(pf_mesh_finish(&mesh), PATHFAN_OK);
  return ground_around(map, mesh, CDT, bits_of(map));
}

static void test_fans(void **state) {
  (void)state;
  pf_random random = pf_random_from(4);
  pf_polyanya search = {0};
  for (int32_t count = 3; count < 400; count *= 3) {
    twin_map map = {.seed = 1};
    ground g = fan_make(count, 1 << 20, &random, &map);
    twin_roads roads = twin_roads_make(&map);
    for (int i = 0; i < 60; i++) {
      pf_fixed_point s, t;
      if (!pick_both(&random, &map, &g, &s, &t)) continue;
      if (i % 10 == 0) s = pf_lift((pf_lattice_point){1 << 20, 1 << 20}, g.bits);
      const pf_polyanya_end from = place(&map, &g, s), to = place(&map, &g, t);
      const double expected = twin_shortest(&map, &roads, g.bits, s, t);
      compare(&map, &g, s, t, expected, find(&map, &g, &search, from, to, 0, 0, true));
      compare(&map, &g, t, s, expected, find(&map, &g, &search, to, from, 0, 0, true));
    }
    twin_roads_free(&roads);
    ground_free(&g);
    twin_map_free(&map);
  }
  pf_polyanya_free(&search);
}

SUITE(test_polyanya) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_grids),    cmocka_unit_test(test_outlines),
      cmocka_unit_test(test_polygons), cmocka_unit_test(test_pinch_where_paths_turn),
      cmocka_unit_test(test_fans),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
