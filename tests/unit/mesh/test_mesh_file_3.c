/* .mesh files of version 3: numbers start at 1, and some polygons are obstacles. */
#include <stdlib.h>

#include "base/random.h"
#include "mesh_file_fixture.h"
#include "meshing/metrics.h"
#include "meshing/trace.h"
#include "suite.h"
#include "twin_maps.h"
#include "twin_mesh_check.h"

/* A square of four triangles round its middle; the first, below, is an obstacle. */
#define FAN "mesh\n3\n5 4\n0.0 0.0\n8.0 0.0\n8.0 6.0\n0.0 6.0\n4.0 3.0\n"
#define FAN_WALLED "0 3 1 2 5 -4 0 -2\n1 3 2 3 5 -1 0 3\n1 3 3 4 5 2 0 4\n1 3 4 1 5 3 0 -1\n"

static void check_area(const char *at, double area, int polygons, int components, int points) {
  pf_frame frame;
  pf_mesh_data mesh = accept_text(at, &frame);
  const pf_mesh_measure measure = pf_mesh_measure_of(&mesh, &frame);
  assert_true(measure.area == area);
  assert_int_equal(mesh.view.polygon_count, polygons);
  assert_int_equal(mesh.component_count, components);
  assert_int_equal(mesh.view.vertex_count, points);
  pf_mesh_data_free(&mesh);
}

static void test_taken(void **state) {
  (void)state;
  check_area(FAN FAN_WALLED, 36, 3, 1, 5);
  /* Without neighbours; those given for an obstacle are ignored. */
  check_area(FAN "0 3 1 2 5\n1 3 2 3 5\n1 3 3 4 5\n1 3 4 1 5\n", 36, 3, 1, 5);
  check_area(FAN "0 3 1 2 5 3 3 3\n1 3 2 3 5 -4 0 3\n1 3 3 4 5\n1 3 4 1 5\n", 36, 3, 1, 5);
  /* Clockwise, as in the example published with the format. */
  check_area("mesh\n3\n5 4\n0 0\n0 10\n10 10\n10 0\n5 5\n0 3   4 1 5   -4 0 -2\n"
             "1 3   1 2 5   -1 0 3\n1 3   2 3 5   2 0 4\n1 3   3 4 5   3 0 -1\n",
             75, 3, 1, 5);
  /* Two triangles that meet in the middle only; the first and third are obstacles. */
  check_area(FAN "0 3 1 2 5 -4 0 -2\n1 3 2 3 5 -1 0 -3\n0 3 3 4 5 -2 0 -4\n1 3 4 1 5 -3 0 -1\n", 24,
             2, 2, 6);
  /* Vertices that only obstacles use, a T-junction, real numbers, CR LF line ends. */
  check_area("mesh\r\n3\r\n6 3\r\n\r\n0 0\r\n.5 0\r\n.5 .5\r\n0\t.5\r\n.25 .5\r\n0 9\r\n"
             "1 4 1 2 3 4 0 0 0 -3\r\n1 3 5 3 6\r\n0 3 4 5 6 0 1 -2\r\n\r\n",
             0.25 + 0.5 * 0.25 * 8.5, 2, 1, 6);
  check_area("mesh\n3\n0 0\n", 0, 0, 0, 0);
  check_area("mesh\n3\n3 1\n0 0\n1 0\n0 1\n0 3 1 2 3 0 0 0\n", 0, 0, 0, 0);
}

static void test_refused(void **state) {
  (void)state;
  refuse("mesh\n3\n", 3, "the file ends");
  refuse("mesh\n3\n3 1\n0 0 0\n1 0\n0 1\n1 3 1 2 3\n", 4, "nothing more");
  refuse("mesh\n3\n3 1\n0 0\n1\n0 1\n1 3 1 2 3\n", 5, "y, found the end");
  refuse(FAN, 9, "the file ends where a polygon");
  refuse(FAN FAN_WALLED "0 3 1 2 5\n", 13, "nothing after the last of 4 polygons");
  refuse(FAN "2 3 1 2 5\n", 9,
         "whether a polygon is traversable is 2, but the largest there is is 1");
  refuse(FAN "-1 3 1 2 5\n", 9, "whether a polygon is traversable");
  refuse(FAN "true 3 1 2 5\n", 9, "whether a polygon is traversable");
  refuse(FAN "3 1 2 5\n", 9, "whether a polygon is traversable");
  refuse(FAN "1 2 1 2\n", 9, "three corners or more");
  refuse(FAN "0 2 1 2\n", 9, "three corners or more");
  refuse(FAN "1 3 0 1 2\n", 9, "a vertex of a polygon must be 1 or more, not 0");
  refuse(FAN "1 3 1 2 6\n", 9, "a vertex of a polygon is 6, but the largest there is is 5");
  refuse(FAN "0 3 1 2 6\n", 9, "a vertex of a polygon is 6");
  refuse(FAN "1 3 1 -2 5\n", 9, "a vertex of a polygon");
  refuse(FAN "1 3 5 2 5\n", 9, "vertex 5 twice in a row");
  refuse(FAN "1 3 1 2 5 0 0\n", 9, "a neighbour of a polygon, found the end");
  refuse(FAN "1 3 1 2 5 0 0 5\n", 9,
         "a neighbour of a polygon is 5, but the largest there is is 4");
  refuse(FAN "1 3 1 2 5 0 0 -5\n", 9, "a neighbour of a polygon must be -4 or more, not -5");
  refuse(FAN "1 3 1 2 5 0 0 --1\n", 9, "a neighbour of a polygon, found \"--1\"");
  refuse(FAN "0 3 1 2 5 0 0 0 0\n", 9, "nothing more");
  /* Polygon 2, on line 10, gives a wrong neighbour: one across an edge to an obstacle; none, or a
   * wall, where polygon 3 is; another polygon; one where there is none. */
#define SAYS(neighbours)                                                                           \
  FAN "0 3 1 2 5 -4 0 -2\n1 3 2 3 5 " neighbours "\n1 3 3 4 5 2 0 4\n1 3 4 1 5 3 0 -1\n"
  refuse(SAYS("1 0 3"), 10, "neighbour 1 is given across the edge from 4,3 to 8,0, but none is");
  refuse(SAYS("-1 0 0"), 10, "neighbour none is given across the edge from 8,6 to 4,3, but 3 is");
  refuse(SAYS("-1 0 -3"), 10, "neighbour none is given across the edge from 8,6 to 4,3, but 3 is");
  refuse(SAYS("-1 0 4"), 10, "neighbour 4 is given across the edge from 8,6 to 4,3, but 3 is");
  refuse(SAYS("-1 3 3"), 10, "neighbour 3 is given across the edge from 8,0 to 8,6, but none is");
  /* Obstacles may have any shape. */
  refuse("mesh\n3\n4 1\n0 0\n4 0\n1 1\n0 4\n1 4 1 2 3 4\n", 8, "not convex");
  check_area("mesh\n3\n4 1\n0 0\n4 0\n1 1\n0 4\n0 4 1 2 3 4\n", 0, 0, 0, 0);
  refuse(FAN "1 3 1 2 5\n1 3 1 2 5\n1 3 3 4 5\n1 3 4 1 5\n", 10, "same side");
  refuse(FAN "1 3 1 2 5\n0 3 2 3 5\n1 3 4 3 5\n1 3 4 1 5\n", 11, "clockwise, those of line 9");
}

/* ---- Grids: every cell a polygon ---- */

/* Writes all cells of a grid, free or not, with or without neighbours, all clockwise or none. */
static text cells_of(const pf_grid *grid, bool neighbours, bool clockwise) {
  const int32_t w = grid->width, h = grid->height;
  static const int dx[] = {-1, 0, 1, 0}, dy[] = {0, -1, 0, 1}; /* across d, b, e, a below */
  text t;
  FILE *out = open_memstream(&t.at, &t.bytes);
  fprintf(out, "mesh\n3\n%d %d\n", (int)((w + 1) * (h + 1)), (int)(w * h));
  for (int32_t y = 0; y <= h; y++)
    for (int32_t x = 0; x <= w; x++) fprintf(out, "%d %d\n", (int)x, (int)y);
  for (int32_t y = 0; y < h; y++)
    for (int32_t x = 0; x < w; x++) {
      const bool free = grid->free[y * w + x];
      const int32_t first = y * (w + 1) + x + 1;
      int32_t corner[] = {first, first + 1, first + w + 2, first + w + 1}, by[4];
      for (int side = 0; side < 4; side++) { /* before corner `side`: left, top, right, bottom */
        const int32_t i = x + dx[side], j = y + dy[side];
        const bool there = i >= 0 && j >= 0 && i < w && j < h;
        by[side] = there ? j * w + i + 1 : 0;
        if (there && !(free && grid->free[j * w + i])) by[side] = -by[side];
      }
      fprintf(out, "%d 4", free);
      for (int c = 0; c < 4; c++) fprintf(out, " %d", (int)corner[clockwise ? 3 - c : c]);
      for (int c = 0; neighbours && c < 4; c++)
        fprintf(out, " %d", (int)by[clockwise ? (4 - c) % 4 : c]);
      fputc('\n', out);
    }
  assert_int_equal(fclose(out), 0);
  return t;
}

static void test_grids_of_cells(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(120);
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i, 20);
    pf_outline outline;
    assert_int_equal(pf_trace_grid(&map.grid, &outline), PATHFAN_OK);
    int32_t free_cells = 0;
    for (int32_t c = 0; c < map.grid.width * map.grid.height; c++) free_cells += map.grid.free[c];
    for (int k = 0; k < 4; k++) {
      pf_frame frame;
      const text t = cells_of(&map.grid, k % 2, k / 2);
      pf_mesh_data mesh = accept(t, &frame, map.name);
      const char *fault = twin_mesh_fault(&mesh.view, &outline, false);
      if (fault) twin_fail(&map, "%s", fault);
      assert_int_equal(mesh.view.polygon_count, free_cells);
      pf_mesh_data_free(&mesh);
      free(t.at);
    }
    pf_outline_free(&outline);
    twin_map_free(&map);
  }
  print_message("%d maps in 4 ways\n", count);
}

SUITE(test_mesh_file_3) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_taken), cmocka_unit_test(test_refused),
                                     cmocka_unit_test(test_grids_of_cells)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
