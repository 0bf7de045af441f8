/* The mesh of rectangles against the grid it was cut from: area, corners, neighbours, convex
 * vertices, components. */
#include <stdlib.h>
#include <string.h>

#include "meshing/rectangles.h"
#include "suite.h"
#include "twin_maps.h"
#include "twin_sight.h"

static pf_lattice_point corner(const pf_mesh *mesh, int32_t polygon, int64_t i) {
  const int64_t first = mesh->first_corner[polygon];
  const int64_t count = mesh->first_corner[polygon + 1] - first;
  return mesh->vertices[mesh->corner_vertex[first + (i + count) % count]];
}

static void check_polygon(const twin_map *map, const pf_grid_mesh *m, int32_t p) {
  const pf_mesh *mesh = &m->data.view;
  const uint32_t first = mesh->first_corner[p], last = mesh->first_corner[p + 1];
  const int64_t count = (int64_t)last - first;
  int64_t area2 = 0, cells = 0;
  if (count < 4) twin_fail(map, "polygon %d has %d corners", p, (int)count);
  for (int64_t i = 0; i < count; i++) {
    const pf_lattice_point a = corner(mesh, p, i), b = corner(mesh, p, i + 1);
    area2 += (int64_t)a.x * b.y - (int64_t)a.y * b.x;
    const int64_t bend = pf_cross(pf_from_to(corner(mesh, p, i - 1), a), pf_from_to(a, b));
    if (bend < 0 || (a.x == b.x && a.y == b.y)) twin_fail(map, "polygon %d isn't convex", p);
  }
  for (int64_t i = 0; i < (int64_t)map->grid.width * map->grid.height; i++)
    cells += m->cell_polygon[i] == p;
  if (area2 != 2 * cells)
    twin_fail(map, "polygon %d: area %g of %d cells", p, area2 / 2.0, (int)cells);

  for (int64_t i = 0; i < count; i++) {
    const pf_lattice_point a = corner(mesh, p, i), b = corner(mesh, p, i + 1);
    const int32_t neighbour = mesh->corner_neighbour[first + i];
    /* The neighbour lies just outside the middle of each unit piece of the edge. */
    const int32_t steps = abs(b.x - a.x) + abs(b.y - a.y);
    const int32_t sx = (b.x > a.x) - (b.x < a.x), sy = (b.y > a.y) - (b.y < a.y);
    for (int32_t k = 0; k < steps; k++) {
      /* Inside is on the left (positive turn), outside on the right. */
      const int32_t x2 = 2 * (a.x + k * sx) + sx + sy, y2 = 2 * (a.y + k * sy) + sy - sx;
      const int32_t cx = x2 < 0 ? -1 : x2 / 2, cy = y2 < 0 ? -1 : y2 / 2;
      const int32_t there = pf_grid_is_free(&map->grid, cx, cy)
                                ? m->cell_polygon[(int64_t)cy * map->grid.width + cx]
                                : PF_MESH_NONE;
      if (there != neighbour) twin_fail(map, "polygon %d: neighbour %d is %d", p, neighbour, there);
    }
    if (neighbour < 0) continue;
    int found = 0;
    for (uint32_t j = mesh->first_corner[neighbour]; j < mesh->first_corner[neighbour + 1]; j++) {
      const int64_t place = (int64_t)j - mesh->first_corner[neighbour];
      const pf_lattice_point c = corner(mesh, neighbour, place),
                             d = corner(mesh, neighbour, place + 1);
      found +=
          mesh->corner_neighbour[j] == p && c.x == b.x && c.y == b.y && d.x == a.x && d.y == a.y;
    }
    if (found != 1) twin_fail(map, "edge between %d and %d is there %d times", p, neighbour, found);
  }
}

static void check_vertices(const twin_map *map, const pf_grid_mesh *m) {
  const pf_mesh *mesh = &m->data.view;
  int32_t next = 0;
  int quadrant;
  for (int32_t y = 0; y <= map->grid.height; y++)
    for (int32_t x = 0; x <= map->grid.width; x++) {
      if (!twin_is_convex(&map->grid, x, y, &quadrant)) continue;
      if (next >= mesh->convex_count || mesh->vertices[next].x != x ||
          mesh->vertices[next].y != y || pf_wedge_quadrant(m->data.wedge[next]) != quadrant)
        twin_fail(map, "convex vertex %d,%d is missing", x, y);
      /* The vertex is a corner of every polygon that touches it. */
      for (int q = 0; q < 4; q++) {
        const int32_t cx = x - (q == 1 || q == 2), cy = y - (q >= 2);
        if (!pf_grid_is_free(&map->grid, cx, cy)) continue;
        const int32_t p = m->cell_polygon[(int64_t)cy * map->grid.width + cx];
        bool there = false;
        for (uint32_t i = mesh->first_corner[p]; i < mesh->first_corner[p + 1]; i++)
          there = there || mesh->corner_vertex[i] == next;
        if (!there) twin_fail(map, "vertex %d,%d is no corner of polygon %d", x, y, p);
      }
      next++;
    }
  assert_int_equal(next, mesh->convex_count);
}

/* Cells joined by an edge have the same component; there are as many components as a flood fill
 * finds. */
static void check_components(const twin_map *map, const pf_grid_mesh *m) {
  const int32_t w = map->grid.width, h = map->grid.height;
  int32_t *mark = calloc((size_t)w * (size_t)h, sizeof *mark);
  int32_t *stack = malloc(4 * (size_t)w * (size_t)h * sizeof *stack + 64);
  int32_t *used = calloc((size_t)m->data.component_count + 1, sizeof *used);
  int32_t components = 0;
  for (int32_t seed = 0; seed < w * h; seed++) {
    if (!map->grid.free[seed] || mark[seed]) continue;
    const int32_t label = m->data.component[m->cell_polygon[seed]];
    int32_t depth = 0;
    components++;
    if (label < 0 || label >= m->data.component_count || used[label]++)
      twin_fail(map, "cell %d: component %d, which another part has", seed, label);
    stack[depth++] = seed;
    mark[seed] = 1;
    while (depth) {
      const int32_t cell = stack[--depth], x = cell % w, y = cell / w;
      if (m->data.component[m->cell_polygon[cell]] != label)
        twin_fail(map, "component cut at %d", cell);
      static const int32_t step[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
      for (int i = 0; i < 4; i++) {
        const int32_t cx = x + step[i][0], cy = y + step[i][1];
        if (!pf_grid_is_free(&map->grid, cx, cy) || mark[cy * w + cx]) continue;
        mark[cy * w + cx] = 1;
        stack[depth++] = cy * w + cx;
      }
    }
  }
  assert_int_equal(components, m->data.component_count);
  free(mark);
  free(used);
  free(stack);
}

static void test_meshes(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(3000);
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i, 40);
    pf_grid_mesh m;
    assert_int_equal(pf_rectangles_build(&map.grid, &m), PATHFAN_OK);
    for (int64_t c = 0; c < (int64_t)map.grid.width * map.grid.height; c++)
      if ((m.cell_polygon[c] >= 0) != (map.grid.free[c] != 0))
        twin_fail(&map, "cell %d is in the wrong polygon", (int)c);
    for (int32_t p = 0; p < m.data.view.polygon_count; p++) check_polygon(&map, &m, p);
    check_vertices(&map, &m);
    check_components(&map, &m);
    pf_grid_mesh_free(&m);
    twin_map_free(&map);
  }
  print_message("%d maps\n", count);
}

SUITE(test_mesh) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_meshes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
