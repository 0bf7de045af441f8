/* .mesh files: written meshes are read back, and files of other programs are understood. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "meshing/cdt.h"
#include "meshing/metrics.h"
#include "meshing/rectangles.h"
#include "meshing/trace.h"
#include "mesh_file_fixture.h"
#include "suite.h"
#include "twin_maps.h"
#include "twin_mesh_check.h"
#include "twin_outlines.h"

/* ---- Meshes to begin with ---- */

static pf_mesh_data rectangles_of(const pf_grid *grid) {
  pf_grid_mesh mesh;
  assert_int_equal(pf_rectangles_build(grid, &mesh), PATHFAN_OK);
  const pf_mesh_data data = mesh.data;
  memset(&mesh.data, 0, sizeof mesh.data);
  pf_grid_mesh_free(&mesh);
  return data;
}

static pf_mesh_data triangles_of(const pf_outline *outline) {
  pf_mesh_data mesh;
  assert_int_equal(pf_cdt_build(outline, &mesh), PATHFAN_OK);
  assert_int_equal(pf_mesh_finish(&mesh), PATHFAN_OK);
  return mesh;
}

static pf_outline outline_of(const pf_grid *grid) {
  pf_outline outline;
  assert_int_equal(pf_trace_grid(grid, &outline), PATHFAN_OK);
  return outline;
}

static void assert_same_mesh(const pf_mesh_data *a, const pf_frame *a_frame, const pf_mesh_data *b,
                             const pf_frame *b_frame) {
  assert_int_equal(a->view.vertex_count, b->view.vertex_count);
  assert_int_equal(a->view.convex_count, b->view.convex_count);
  assert_int_equal(a->view.polygon_count, b->view.polygon_count);
  assert_int_equal(a->component_count, b->component_count);
  const size_t polygons = (size_t)a->view.polygon_count, corners = a->first_corner[polygons];
  assert_memory_equal(a->first_corner, b->first_corner, (polygons + 1) * sizeof(uint32_t));
  if (!polygons) return;
  assert_memory_equal(a->corner_vertex, b->corner_vertex, corners * sizeof(int32_t));
  assert_memory_equal(a->corner_neighbour, b->corner_neighbour, corners * sizeof(int32_t));
  assert_memory_equal(a->component, b->component, polygons * sizeof(int32_t));
  for (int32_t v = 0; v < a->view.vertex_count; v++) {
    assert_true(pf_frame_x(a_frame, 0, a->vertices[v].x) ==
                pf_frame_x(b_frame, 0, b->vertices[v].x));
    assert_true(pf_frame_y(a_frame, 0, a->vertices[v].y) ==
                pf_frame_y(b_frame, 0, b->vertices[v].y));
  }
}

/* ---- The words of a text ---- */

static double next_number(const char **at) {
  char *end;
  const double value = strtod(*at, &end);
  assert_true(end != *at);
  *at = end;
  return value;
}

/* Checks the vertex lists of a written file against its polygons: each polygon is followed by the
 * one across the edge that ends at the vertex, or by -1 if an obstacle is there. */
static void check_lists(text t, const pf_mesh *mesh) {
  enum { ROUND_MAX = 4096 };
  const char *at = t.at;
  assert_int_equal(strncmp(at, "mesh\n2\n", 7), 0);
  at += 7;
  const int vertices = (int)next_number(&at), polygons = (int)next_number(&at);
  int(*lists)[ROUND_MAX] = pf_alloc((uint64_t)vertices, sizeof *lists);
  int *counts = pf_alloc((uint64_t)vertices, sizeof *counts);
  int *corners = pf_alloc_zero((uint64_t)vertices, sizeof *corners);
  for (int v = 0; v < vertices; v++) {
    next_number(&at);
    next_number(&at);
    counts[v] = (int)next_number(&at);
    assert_in_range(counts[v], 1, ROUND_MAX);
    for (int i = 0; i < counts[v]; i++) lists[v][i] = (int)next_number(&at);
  }
  for (int p = 0; p < polygons; p++) {
    int corner[ROUND_MAX], count = (int)next_number(&at);
    assert_int_equal(count, (int)(mesh->first_corner[p + 1] - mesh->first_corner[p]));
    for (int i = 0; i < count; i++) corner[i] = (int)next_number(&at);
    for (int i = 0; i < count; i++) {
      const int before = (int)next_number(&at), v = corner[i];
      int place = 0;
      while (place < counts[v] && lists[v][place] != p) place++;
      assert_true(place < counts[v]);
      const int next = (place + 1) % counts[v];
      assert_int_equal(lists[v][next], before);
      corners[v]++;
    }
  }
  for (int v = 0; v < vertices; v++)
    for (int i = 0; i < counts[v]; i++) corners[v] -= lists[v][i] >= 0;
  for (int v = 0; v < vertices; v++) assert_int_equal(corners[v], 0);
  free(lists);
  free(counts);
  free(corners);
}

static void check_round_trip(const pf_mesh_data *mesh, const pf_frame *frame, const char *what) {
  pf_frame read_frame;
  const text first = written(frame, &mesh->view);
  pf_mesh_data read = accept(first, &read_frame, what);
  assert_same_mesh(mesh, frame, &read, &read_frame);
  const text second = written(&read_frame, &read.view);
  assert_int_equal(first.bytes, second.bytes);
  assert_memory_equal(first.at, second.at, first.bytes);
  pf_mesh_data_free(&read);
  free(second.at);

  /* Going through version 3 changes nothing. */
  const text third = written_as(3, frame, &mesh->view);
  read = accept(third, &read_frame, what);
  assert_same_mesh(mesh, frame, &read, &read_frame);
  const text fourth = written(&read_frame, &read.view);
  const text fifth = written_as(3, &read_frame, &read.view);
  assert_int_equal(first.bytes, fourth.bytes);
  assert_memory_equal(first.at, fourth.at, first.bytes);
  assert_int_equal(third.bytes, fifth.bytes);
  assert_memory_equal(third.at, fifth.at, third.bytes);
  pf_mesh_data_free(&read);
  free(first.at);
  free(third.at);
  free(fourth.at);
  free(fifth.at);
}

/* ---- Round trips ---- */

static void test_grids_come_back(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(300);
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i, 32);
    pf_outline outline = outline_of(&map.grid);
    pf_mesh_data meshes[2] = {rectangles_of(&map.grid), triangles_of(&outline)};
    const pf_frame frame = {.scale = 1, .width = map.grid.width, .height = map.grid.height};
    for (int k = 0; k < 2; k++) {
      check_round_trip(&meshes[k], &frame, map.name);
      const text t = written(&frame, &meshes[k].view);
      check_lists(t, &meshes[k].view);
      pf_frame read_frame;
      pf_mesh_data read = accept(t, &read_frame, map.name);
      const char *fault = twin_mesh_fault(&read.view, &outline, false);
      if (fault) twin_fail(&map, "%s", fault);
      assert_true(read_frame.origin_x == 0 && read_frame.origin_y == 0);
      assert_true(read_frame.scale == 1);
      pf_mesh_data_free(&read);
      free(t.at);
      pf_mesh_data_free(&meshes[k]);
    }
    pf_outline_free(&outline);
    twin_map_free(&map);
  }
  print_message("%d maps\n", count);
}

/* Meshes off the grid, on lattices of any unit and origin, up to the largest extent. */
static void test_others_come_back(void **state) {
  (void)state;
  pf_random random = pf_random_from(20);
  const int count = twin_scaled(200);
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i, 16);
    pf_outline cells = outline_of(&map.grid), outline;
    switch (i % 4) {
    case 0: outline = twin_outline_bent(&map.grid, 9, 0.5, &random); break;
    case 1: outline = twin_outline_stretched(&cells, &random); break;
    case 2: outline = twin_outline_mapped(&cells, 3, -1, 2, 5); break;
    default: outline = twin_outline_star(3 + i % 40, 1 << (10 + i % 15)); break;
    }
    pf_mesh_data mesh = triangles_of(&outline);
    int32_t extent = 1;
    for (int32_t v = 0; v < outline.vertex_count; v++) {
      if (outline.vertices[v].x > extent) extent = outline.vertices[v].x;
      if (outline.vertices[v].y > extent) extent = outline.vertices[v].y;
    }
    pf_frame frame = {
        .scale = ldexp(1, pf_random_between(&random, -5, 40)), .width = extent, .height = extent};
    if (i % 3 == 0) frame.scale = pf_random_below(&random, 2) ? 1000 : 10;
    frame.origin_x = pf_random_between(&random, -100000, 100000);
    frame.origin_y = pf_random_between(&random, -100000, 100000);
    if ((double)extent / frame.scale <= PF_EXTENT_MAX) check_round_trip(&mesh, &frame, map.name);
    pf_mesh_data_free(&mesh);
    pf_outline_free(&outline);
    pf_outline_free(&cells);
    twin_map_free(&map);
  }
}

/* ---- What others write ---- */

/* How a mesh is written, as other programs might write it. */
typedef struct style {
  bool clockwise;  /* the other way round, lists too */
  bool own_points; /* every corner has a vertex of its own */
  bool rough;      /* T-junctions: corners that don't turn are left out */
  double lists;    /* chance that a line has its polygons */
  bool dos;        /* CR LF, tabs, blanks at the ends, blank lines */
  double turned;   /* radians */
} style;

static bool straight(const pf_mesh *mesh, uint32_t begin, uint32_t end, uint32_t c) {
  const pf_lattice_point a = mesh->vertices[mesh->corner_vertex[c > begin ? c - 1 : end - 1]];
  const pf_lattice_point b = mesh->vertices[mesh->corner_vertex[c]];
  const pf_lattice_point d = mesh->vertices[mesh->corner_vertex[c + 1 < end ? c + 1 : begin]];
  return pf_cross(pf_from_to(a, b), pf_from_to(b, d)) == 0;
}

static text put_down(const pf_mesh *mesh, const style *s, pf_random *random) {
  text t;
  FILE *out = open_memstream(&t.at, &t.bytes);
  const char *end_of_line = s->dos ? " \t\r\n\r\n" : "\n", *gap = s->dos ? " \t " : " ";
  const uint32_t corners = mesh->first_corner[mesh->polygon_count];
  fprintf(out, "mesh%s2%s%d%s%d%s", end_of_line, end_of_line,
          s->own_points ? (int)corners : (int)mesh->vertex_count, gap, (int)mesh->polygon_count,
          end_of_line);
  const double c = cos(s->turned), sine = sin(s->turned);
  for (int32_t i = 0; i < (s->own_points ? (int32_t)corners : mesh->vertex_count); i++) {
    const pf_lattice_point at = mesh->vertices[s->own_points ? mesh->corner_vertex[i] : i];
    fprintf(out, "%.17g%s%.17g", c * at.x - sine * at.y, gap, sine * at.x + c * at.y);
    if (pf_random_chance(random, s->lists)) { /* correct, but incomplete */
      int32_t owner = 0, polygon = -1;
      for (uint32_t k = 0; k < corners && polygon < 0; k++) {
        while (k >= mesh->first_corner[owner + 1]) owner++;
        if (s->own_points ? k == (uint32_t)i : mesh->corner_vertex[k] == i) polygon = owner;
      }
      fprintf(out, "%s2%s-1%s%d", gap, gap, gap, (int)polygon);
    }
    fputs(end_of_line, out);
  }
  for (int32_t p = 0; p < mesh->polygon_count; p++) {
    const uint32_t begin = mesh->first_corner[p], end = mesh->first_corner[p + 1];
    uint32_t kept[512], count = 0;
    for (uint32_t k = begin; k < end; k++)
      if (!s->rough || !straight(mesh, begin, end, k)) kept[count++] = k;
    fprintf(out, "%d", (int)count);
    for (uint32_t i = 0; i < count; i++) {
      const uint32_t k = kept[s->clockwise ? count - 1 - i : i];
      fprintf(out, "%s%d", gap, s->own_points ? (int)k : (int)mesh->corner_vertex[k]);
    }
    const bool given = pf_random_chance(random, s->lists);
    for (uint32_t i = 0; given && i < count; i++) {
      /* The edge that enters corner i of the line begins at the corner before it; if clockwise, at
       * this one. */
      const uint32_t k = s->clockwise ? kept[count - 1 - i] : kept[i ? i - 1 : count - 1];
      fprintf(out, "%s%d", gap, (int)mesh->corner_neighbour[k]);
    }
    fputs(end_of_line, out);
  }
  assert_int_equal(fclose(out), 0);
  return t;
}

static void test_other_styles(void **state) {
  (void)state;
  static const style styles[] = {
      {.lists = 1},
      {.lists = 0},
      {.lists = 0.5, .dos = true},
      {.lists = 1, .clockwise = true},
      {.lists = 0.3, .clockwise = true, .dos = true},
      {.lists = 0.5, .own_points = true},
      {.rough = true},
      {.rough = true, .own_points = true, .clockwise = true},
  };
  enum { STYLES = sizeof styles / sizeof *styles };
  pf_random random = pf_random_from(21);
  const int count = twin_drawn_count() + twin_scaled(150);
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i, 24);
    pf_outline outline = outline_of(&map.grid);
    pf_mesh_data meshes[2] = {rectangles_of(&map.grid), triangles_of(&outline)};
    for (int k = 0; k < 2; k++)
      for (int s = 0; s < STYLES; s++) {
        pf_frame frame;
        const text t = put_down(&meshes[k].view, &styles[s], &random);
        pf_mesh_data read = accept(t, &frame, map.name);
        const char *fault = twin_mesh_fault(&read.view, &outline, false);
        if (fault) twin_fail(&map, "style %d: %s", s, fault);
        assert_int_equal(read.view.polygon_count, meshes[k].view.polygon_count);
        assert_int_equal(read.view.convex_count, meshes[k].view.convex_count);
        assert_int_equal(read.component_count, meshes[k].component_count);
        if (!styles[s].clockwise && !styles[s].own_points && !styles[s].rough) {
          const pf_frame cells = {.scale = 1};
          assert_same_mesh(&meshes[k], &cells, &read, &frame);
        }
        pf_mesh_data_free(&read);
        free(t.at);
      }
    pf_mesh_data_free(&meshes[0]);
    pf_mesh_data_free(&meshes[1]);
    pf_outline_free(&outline);
    twin_map_free(&map);
  }
  print_message("%d maps in %d styles\n", count, 2 * STYLES);
}

/* Real numbers: a turned grid is rounded to the lattice, which may bend corners that were
 * straight. */
static void test_turned(void **state) {
  (void)state;
  pf_random random = pf_random_from(22);
  const int count = twin_scaled(150);
  int cut = 0;
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(twin_drawn_count() + i, 20);
    pf_mesh_data mesh = rectangles_of(&map.grid);
    const style s = {.lists = i % 2, .turned = 0.1 + 0.01 * i};
    pf_frame frame;
    const text t = put_down(&mesh.view, &s, &random);
    pf_mesh_data read = accept(t, &frame, map.name);
    double free_cells = 0;
    for (int32_t c = 0; c < map.grid.width * map.grid.height; c++) free_cells += map.grid.free[c];
    const pf_mesh_measure measure = pf_mesh_measure_of(&read, &frame);
    assert_true(fabs(measure.area - free_cells) <= 1e-6 * free_cells);
    assert_int_equal(read.component_count, mesh.component_count);
    assert_true(read.view.polygon_count >= mesh.view.polygon_count);
    cut += read.view.polygon_count > mesh.view.polygon_count;
    for (int32_t p = 0; p < read.view.polygon_count; p++) {
      const uint32_t begin = read.first_corner[p], end = read.first_corner[p + 1];
      for (uint32_t c = begin; c < end; c++) {
        const pf_lattice_point a = read.vertices[read.corner_vertex[c]];
        const pf_lattice_point b = read.vertices[read.corner_vertex[c + 1 < end ? c + 1 : begin]];
        for (uint32_t k = begin; k < end; k++)
          assert_true(
              pf_cross(pf_from_to(a, b), pf_from_to(a, read.vertices[read.corner_vertex[k]])) >= 0);
      }
    }
    check_round_trip(&read, &frame, map.name);
    pf_mesh_data_free(&read);
    free(t.at);
    pf_mesh_data_free(&mesh);
    twin_map_free(&map);
  }
  print_message("%d turned maps, %d with polygons cut\n", count, cut);
  assert_true(cut > 0);
}

/* ---- Frames ---- */

static pf_frame frame_of(const char *corners) {
  char at[400];
  pf_frame frame;
  snprintf(at, sizeof at, "mesh\n2\n3 1\n%s\n3 0 1 2\n", corners);
  pf_mesh_data mesh = accept_text(at, &frame);
  /* Converting back must give exactly the file's numbers if nothing is rounded. */
  double sum = 0, wanted = 0;
  const char *here = corners;
  for (int i = 0; i < 6; i++) wanted += next_number(&here);
  for (int v = 0; v < 3; v++)
    sum += pf_frame_x(&frame, 0, mesh.vertices[v].x) + pf_frame_y(&frame, 0, mesh.vertices[v].y);
  assert_true(fabs(sum - wanted) <= 6 / frame.scale);
  pf_mesh_data_free(&mesh);
  return frame;
}

static void assert_frame(const char *corners, double x, double y, double scale, int width,
                         int height) {
  const pf_frame frame = frame_of(corners);
  if (frame.origin_x != x || frame.origin_y != y || frame.scale != scale || frame.width != width ||
      frame.height != height || frame.is_rounded)
    fail_msg("%s: origin %.17g,%.17g scale %.17g extent %d x %d", corners, frame.origin_x,
             frame.origin_y, frame.scale, (int)frame.width, (int)frame.height);
}

static void test_frames(void **state) {
  (void)state;
  assert_frame("0 0\n4 0\n0 3", 0, 0, 1, 4, 3);
  assert_frame("2 1\n8 1\n2 9", 0, 0, 1, 8, 9);
  assert_frame("-2 1\n8 1\n2 9", -2, 1, 1, 10, 8);
  assert_frame("16000 0\n16001 0\n16000 1", 0, 0, 1, 16001, 1);
  assert_frame("1000000 7\n1000004 7\n1000000 9", 1000000, 7, 1, 4, 2);
  assert_frame("0 0\n4.25 0\n0 3", 0, 0, 4, 17, 12);
  assert_frame("-0.5 0\n4.25 0\n0 3", -2, 0, 4, 19, 12);
  assert_frame("0 0\n268435456 0\n0 1", 0, 0, 1, 268435456, 1);
  assert_frame("0 0\n1 0\n0 0.000030517578125", 0, 0, 32768, 32768, 1);
  /* Decimal fractions. */
  assert_frame("0.1 0.1\n0.9 0.1\n0.1 0.9", 0, 0, 10, 9, 9);
  assert_frame("0 0\n1 0\n0.35 1", 0, 0, 100, 100, 100);
  assert_frame("1000000.1 0\n1000001.1 0\n1000000.1 1", 10000001, 0, 10, 10, 10);
  /* Too fine for the extent: rounded. */
  assert_true(frame_of("0 0\n268435457 0\n0 99").scale == 0.5);
  assert_true(frame_of("0.1234567891 0.1\n0.9 0.1\n0.1 0.9").scale == 1 << 28);
  assert_true(frame_of("-1e15 0\n1e15 0\n0 1e15").scale == ldexp(1, -23));
  assert_true(frame_of("0.1234567891 0.1\n0.9 0.1\n0.1 0.9").is_rounded);
  const pf_frame big = frame_of("-1e15 -1e15\n1e15 0.1\n0 1e15");
  assert_true(big.width <= PF_EXTENT_MAX && big.height <= PF_EXTENT_MAX);
  assert_true(frame_of("1e-50 0\n3e-50 0\n0 1e-50").scale == ldexp(1, 192));
  refuse("mesh\n2\n3 1\n1e-200 0\n3e-200 0\n0 1e-200\n3 0 1 2\n", 7, "has no area");
}

static void test_empty(void **state) {
  (void)state;
  pf_frame frame;
  pf_mesh_data mesh = accept_text("mesh\n2\n0 0\n", &frame);
  assert_int_equal(mesh.view.polygon_count, 0);
  check_round_trip(&mesh, &frame, "empty");
  const pf_mesh_measure measure = pf_mesh_measure_of(&mesh, &frame);
  assert_true(measure.area == 0 && measure.degree == 0 && measure.corners == 0);
  pf_mesh_data_free(&mesh);
  mesh = accept_text("\xef\xbb\xbf\n mesh \n\n2\n1 0\n5 5 1 -1\n\n", &frame); /* an unused vertex */
  assert_int_equal(mesh.view.vertex_count, 0);
  pf_mesh_data_free(&mesh);
}

/* ---- T-junctions ---- */

static void test_t_junctions(void **state) {
  (void)state;
  pf_frame frame;
  /* One long edge along three polygons, with an obstacle between two of them. */
  pf_mesh_data mesh = accept_text("mesh\n2\n14 4\n"
                                  "0 0\n9 0\n9 4\n0 4\n" /* the polygon with the long edge */
                                  "0 6\n2 6\n2 4\n5 4\n5 6\n3 4\n3 6\n9 6\n7 7\n1 1\n"
                                  "4 0 1 2 3 -1 -1 -1 2\n"
                                  "4 3 6 5 4\n"
                                  "4 9 7 8 10\n"
                                  "4 7 2 11 8\n",
                                  &frame);
  assert_int_equal(mesh.view.polygon_count, 4);
  assert_int_equal(mesh.component_count, 1);
  assert_int_equal(mesh.first_corner[1], 7); /* three corners more */
  assert_int_equal(mesh.view.convex_count, 2);
  const pf_mesh_measure measure = pf_mesh_measure_of(&mesh, &frame);
  assert_true(measure.area == 36 + 4 + 4 + 8);
  assert_int_equal(measure.dead_ends, 1);
  pf_mesh_data_free(&mesh);

  /* A polygon that touches another's edge only in a point inside it, and one that lies along an
   * edge on the same side. */
  refuse("mesh\n2\n6 2\n0 0\n4 0\n4 4\n2 0\n3 -2\n1 -2\n3 0 1 2\n3 3 5 4\n", 11,
         "has a corner inside an edge");
  refuse("mesh\n2\n6 2\n0 0\n4 0\n4 4\n1 0\n3 0\n3 1\n3 0 1 2\n3 3 4 5\n", 11, "same side");
}

/* ---- Metrics ---- */

static void test_metrics(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(100);
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i, 20);
    pf_mesh_data mesh = rectangles_of(&map.grid);
    const pf_frame frame = {.scale = 8};
    const pf_mesh_measure measure = pf_mesh_measure_of(&mesh, &frame);
    int64_t links = 0, dead_ends = 0, free_cells = 0;
    for (int32_t p = 0; p < mesh.view.polygon_count; p++) {
      int neighbours = 0;
      for (int32_t q = 0; q < mesh.view.polygon_count; q++) {
        bool touches = false;
        for (uint32_t c = mesh.first_corner[p]; c < mesh.first_corner[p + 1]; c++)
          touches = touches || mesh.corner_neighbour[c] == q;
        neighbours += touches;
      }
      links += neighbours;
      dead_ends += neighbours == 1;
    }
    for (int32_t c = 0; c < map.grid.width * map.grid.height; c++) free_cells += map.grid.free[c];
    assert_int_equal(measure.polygons, mesh.view.polygon_count);
    assert_int_equal(measure.vertices, mesh.view.vertex_count);
    assert_int_equal(measure.components, mesh.component_count);
    assert_int_equal(measure.dead_ends, dead_ends);
    assert_true(measure.area == (double)free_cells / 64);
    if (mesh.view.polygon_count) {
      assert_true(measure.degree == (double)links / mesh.view.polygon_count);
      assert_true(measure.corners ==
                  (double)mesh.first_corner[mesh.view.polygon_count] / mesh.view.polygon_count);
    }
    pf_mesh_data_free(&mesh);
    twin_map_free(&map);
  }
}

/* Vertices that no polygon uses, and polygons that rounding leaves without area, are counted. */
static void test_counted(void **state) {
  (void)state;
  static const struct {
    const char *text;
    int64_t vertices, polygons;
    const char *vertex, *polygon;
  } cases[] = {
      {"mesh\n2\n4 1\n0 0\n4 0\n4 4\n7 7\n3 0 1 2\n", 1, 0, "line 7", ""},
      {"mesh\n2\n6 2\n0 0\n1e6 0\n1e6 1e6\n1e6 5e-5\n1e6 1e-4\n1000000.0001 0\n3 0 1 2\n"
       "3 1 5 4\n",
       1, 1, "line 7", "line 11"},
      {"mesh\n3\n4 2\n0 0\n4 0\n4 4\n0 4\n1 3 1 2 3\n0 3 1 3 4\n", 0, 0, "", ""},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    pf_ignored ignored = {{0}, {{0}}};
    pf_mesh_data mesh;
    pf_frame frame;
    pathfan_error error = {""};
    if (pf_mesh_file_parse(cases[i].text, strlen(cases[i].text), "t.mesh", &frame, &mesh, &ignored,
                           &error))
      fail_msg("%s", error.text);
    assert_int_equal(ignored.count[PF_IGNORED_VERTEX], cases[i].vertices);
    assert_string_equal(ignored.example[PF_IGNORED_VERTEX], cases[i].vertex);
    assert_int_equal(ignored.count[PF_IGNORED_THIN_RING], cases[i].polygons);
    assert_string_equal(ignored.example[PF_IGNORED_THIN_RING], cases[i].polygon);
    pf_mesh_data_free(&mesh);
  }
}

SUITE(test_mesh_file) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_grids_come_back), cmocka_unit_test(test_others_come_back),
      cmocka_unit_test(test_other_styles),    cmocka_unit_test(test_turned),
      cmocka_unit_test(test_frames),          cmocka_unit_test(test_empty),
      cmocka_unit_test(test_t_junctions),     cmocka_unit_test(test_metrics),
      cmocka_unit_test(test_counted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
