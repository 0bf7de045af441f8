/* Polygons to outlines: against asking the polygons themselves, point by point;
 * against grids, exactly; and the frame, the radius, crowds. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "map/polygons.h"
#include "mesh/cdt.h"
#include "mesh/trace.h"
#include "twin_maps.h"
#include "twin_mesh_check.h"
#include "twin_polygons.h"

static double uniform(pathfan_random *random, double from, double to) {
  return from + (to - from) * ((double)(pathfan_random_bits(random) >> 11) * 0x1p-53);
}

static void outline_of(const pathfan_polygons *polygons, double unit, double radius,
                       pathfan_frame *frame, pathfan_outline *outline) {
  pathfan_error error = {{0}};
  const pathfan_snap_options options = {unit, radius};
  const pathfan_status status =
      pathfan_polygons_outline(polygons, &options, frame, outline, &error);
  if (status) fail_msg("status %d: %s", (int)status, error.text);
}

static bool outline_is_free(const pathfan_frame *frame, const pathfan_outline *outline, double x,
                            double y) {
  const int w = twin_outline_winding(outline, x * frame->scale - frame->origin_x,
                                     y * frame->scale - frame->origin_y);
  assert_true(w == 0 || w == 1);
  return w == 1;
}

/* A point anywhere, or close to a corner or side. */
static void random_point(pathfan_random *random, const pathfan_polygons *polygons, double unit,
                         double *x, double *y) {
  double box[4];
  twin_polygons_box(polygons, box);
  *x = uniform(random, box[0] - 1, box[2] + 1);
  *y = uniform(random, box[1] - 1, box[3] + 1);
  if (pathfan_random_chance(random, 0.5)) return;
  const int32_t r = pathfan_random_between(random, 0, polygons->ring_count - 1);
  const int32_t first = polygons->rings[r].first_point, end = pathfan_ring_end(polygons, r);
  const int32_t i = pathfan_random_between(random, first, end - 1);
  const double *a = polygons->points + 2 * i;
  const double *b = polygons->points + 2 * (i + 1 < end ? i + 1 : first);
  const double t = uniform(random, 0, 1);
  *x = a[0] + t * (b[0] - a[0]) + uniform(random, -8, 8) * unit;
  *y = a[1] + t * (b[1] - a[1]) + uniform(random, -8, 8) * unit;
}

/* Rounding moves points by up to 0.71 units, and snapping sides to them as much
 * again. */
#define REACH 1.5

static void check_points(const twin_polygon_map *map, int number, const pathfan_frame *frame,
                         const pathfan_outline *outline, int count) {
  pathfan_random random = pathfan_random_from(map->seed);
  const double unit = 1 / frame->scale;
  for (int i = 0; i < count; i++) {
    double x, y;
    random_point(&random, &map->polygons, unit, &x, &y);
    const bool is_free = outline_is_free(frame, outline, x, y);
    if (is_free != twin_polygons_free_at(&map->polygons, x, y) &&
        twin_polygons_clearance(&map->polygons, x, y) > REACH * unit)
      fail_msg("map %d (%s), unit %g: %.17g,%.17g is %s", number, map->style, unit, x, y,
               is_free ? "not free" : "free");
  }
}

static void check_mesh(const pathfan_outline *outline, int number) {
  pathfan_mesh_data mesh = {0};
  assert_int_equal(pathfan_cdt_build(outline, &mesh), PATHFAN_OK);
  const char *fault = twin_mesh_fault(&mesh.view, outline, true);
  if (fault) fail_msg("map %d: %s", number, fault);
  pathfan_mesh_data_free(&mesh);
}

static void test_against_points(void **state) {
  (void)state;
  const double units[] = {0, 0, 1, 0.25, 0.01, 3};
  const int count = twin_scaled(300);
  int64_t edges = 0;
  for (int i = 0; i < count; i++) {
    twin_polygon_map map = twin_polygon_map_number(i);
    const double unit = units[i / twin_polygon_styles() % 6];
    pathfan_frame frame, again_frame;
    pathfan_outline outline, again;
    outline_of(&map.polygons, unit, 0, &frame, &outline);
    const char *fault = twin_outline_fault(&outline);
    if (fault) fail_msg("map %d (%s): %s", i, map.style, fault);
    for (int32_t v = 0; v < outline.vertex_count; v++)
      assert_true(outline.vertices[v].x <= frame.width && outline.vertices[v].y <= frame.height);
    check_points(&map, i, &frame, &outline, 40);
    check_mesh(&outline, i);
    edges += outline.edge_count;

    outline_of(&map.polygons, unit, 0, &again_frame, &again);
    assert_memory_equal(&again_frame, &frame, sizeof frame);
    assert_int_equal(again.vertex_count, outline.vertex_count);
    assert_int_equal(again.edge_count, outline.edge_count);
    if (outline.edge_count) {
      assert_memory_equal(again.vertices, outline.vertices,
                          (size_t)outline.vertex_count * sizeof *outline.vertices);
      assert_memory_equal(again.edges, outline.edges,
                          (size_t)outline.edge_count * sizeof *outline.edges);
    }
    pathfan_outline_free(&again);
    pathfan_outline_free(&outline);
    twin_polygon_map_free(&map);
  }
  print_message("%d maps, %lld edges\n", count, (long long)edges);
}

/* ---- Exactly, against grids ---- */

static void check_same(const pathfan_outline *outline, pathfan_lattice move,
                       const pathfan_outline *wanted, int number) {
  assert_int_equal(outline->vertex_count, wanted->vertex_count);
  assert_int_equal(outline->edge_count, wanted->edge_count);
  for (int32_t v = 0; v < outline->vertex_count; v++)
    if (outline->vertices[v].x + move.x != wanted->vertices[v].x ||
        outline->vertices[v].y + move.y != wanted->vertices[v].y)
      fail_msg("map %d: vertex %d differs", number, (int)v);
  /* Mine are by (from, to). */
  for (int32_t e = 0; e < wanted->edge_count; e++) {
    bool found = false;
    for (int32_t f = 0; f < outline->edge_count && !found; f++)
      found = outline->edges[f].from == wanted->edges[e].from &&
              outline->edges[f].to == wanted->edges[e].to;
    if (!found) fail_msg("map %d: edge %d is missing", number, (int)e);
  }
}

/* Free cells make polygons, and these the same outline again. */
static void test_grids(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(100);
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i, 30);
    pathfan_outline traced, outline;
    pathfan_polygons polygons;
    pathfan_frame frame;
    pathfan_error error;
    assert_int_equal(pathfan_trace_grid(&map.grid, &traced), PATHFAN_OK);
    assert_int_equal(pathfan_polygons_of_grid(&traced, &polygons, &error), PATHFAN_OK);
    if (traced.edge_count) {
      outline_of(&polygons, 1, 0, &frame, &outline);
      assert_true(frame.scale == 1);
      check_same(&outline, (pathfan_lattice){(int32_t)frame.origin_x, (int32_t)frame.origin_y},
                 &traced, i);
      pathfan_outline_free(&outline);
    } else {
      const pathfan_snap_options options = {1, 0};
      assert_int_equal(pathfan_polygons_outline(&polygons, &options, &frame, &outline, &error),
                       PATHFAN_ERR_MALFORMED);
    }
    pathfan_polygons_free(&polygons);
    pathfan_outline_free(&traced);
    twin_map_free(&map);
  }
}

/* Rectangles with whole corners are cells. */
static void test_rectangles(void **state) {
  (void)state;
  const int count = twin_scaled(100);
  for (int i = 0; i < count; i++) {
    twin_polygon_map map = twin_polygon_map_number(i * twin_polygon_styles());
    double box[4];
    twin_polygons_box(&map.polygons, box);
    pathfan_grid grid = {.width = (int32_t)(box[2] - box[0]), .height = (int32_t)(box[3] - box[1])};
    grid.free = malloc((size_t)grid.width * (size_t)grid.height);
    assert_non_null(grid.free);
    for (int32_t y = 0; y < grid.height; y++)
      for (int32_t x = 0; x < grid.width; x++)
        grid.free[y * grid.width + x] =
            twin_polygons_free_at(&map.polygons, box[0] + x + 0.5, box[1] + y + 0.5);
    pathfan_outline traced, outline;
    pathfan_frame frame;
    assert_int_equal(pathfan_trace_grid(&grid, &traced), PATHFAN_OK);
    outline_of(&map.polygons, 1, 0, &frame, &outline);
    assert_true(frame.scale == 1 && frame.origin_x == box[0] && frame.origin_y == box[1]);
    assert_true(frame.width == grid.width && frame.height == grid.height);
    check_same(&outline, (pathfan_lattice){0, 0}, &traced, i);
    pathfan_outline_free(&outline);
    pathfan_outline_free(&traced);
    pathfan_grid_free(&grid);
    twin_polygon_map_free(&map);
  }
}

/* ---- The radius ---- */

static double distance_to(const pathfan_frame *frame, const pathfan_outline *outline, double x,
                          double y) {
  double least = INFINITY;
  x = x * frame->scale - frame->origin_x;
  y = y * frame->scale - frame->origin_y;
  for (int32_t e = 0; e < outline->edge_count; e++) {
    const pathfan_lattice a = outline->vertices[outline->edges[e].from];
    const pathfan_lattice b = outline->vertices[outline->edges[e].to];
    const double dx = b.x - a.x, dy = b.y - a.y;
    const double t = fmax(0, fmin(1, ((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy)));
    least = fmin(least, hypot(a.x + t * dx - x, a.y + t * dy - y));
  }
  return least / frame->scale;
}

/* Nothing nearer to a wall than the radius is free. All that is free and farther off
 * than the ends of the cut across the sharpest corner, sqrt(5) radii, stays free. */
static void test_radius(void **state) {
  (void)state;
  const int count = twin_scaled(120);
  int32_t kept = 0, lost = 0;
  for (int i = 0; i < count; i++) {
    twin_polygon_map map = twin_polygon_map_number(i);
    pathfan_random random = pathfan_random_from(map.seed);
    const double radius = uniform(&random, 0.05, 3);
    pathfan_frame frame;
    pathfan_outline wide, narrow;
    outline_of(&map.polygons, 0, 0, &frame, &wide);
    outline_of(&map.polygons, 0, radius, &frame, &narrow);
    const char *fault = twin_outline_fault(&narrow);
    if (fault) fail_msg("map %d (%s), radius %g: %s", i, map.style, radius, fault);
    check_mesh(&narrow, i);
    const double slack = 8 / frame.scale;
    for (int k = 0; k < 60; k++) {
      double x, y;
      random_point(&random, &map.polygons, radius / 4, &x, &y);
      const bool was = outline_is_free(&frame, &wide, x, y);
      const bool is = outline_is_free(&frame, &narrow, x, y);
      const double distance = distance_to(&frame, &wide, x, y);
      if (is && (!was || distance < radius - slack))
        fail_msg("map %d (%s): %.17g,%.17g is free, %g from a wall with radius %g", i, map.style, x,
                 y, distance, radius);
      if (!is && was && distance > sqrt(5) * radius + slack)
        fail_msg("map %d (%s): %.17g,%.17g is blocked, %g from a wall with radius %g", i, map.style,
                 x, y, distance, radius);
      kept += is;
      lost += was && !is;
    }
    pathfan_outline_free(&wide);
    pathfan_outline_free(&narrow);
    twin_polygon_map_free(&map);
  }
  print_message("%d points kept, %d lost\n", (int)kept, (int)lost);
  assert_true(kept > 0 && lost > 0);
}

/* Right angles stay right angles: on a grid, a point is free if the square round it
 * is. */
static void test_radius_on_grids(void **state) {
  (void)state;
  static const double radii[] = {0.25, 0.3, 0.49, 0.5, 0.75, 1.2};
  const int count = twin_drawn_count() + twin_scaled(60);
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i, 24);
    pathfan_random random = pathfan_random_from(map.seed);
    const double radius = radii[pathfan_random_below(&random, 6)];
    pathfan_outline traced, outline;
    pathfan_polygons polygons;
    pathfan_frame frame;
    pathfan_error error;
    assert_int_equal(pathfan_trace_grid(&map.grid, &traced), PATHFAN_OK);
    assert_int_equal(pathfan_polygons_of_grid(&traced, &polygons, &error), PATHFAN_OK);
    if (!traced.edge_count) goto next;
    outline_of(&polygons, 0, radius, &frame, &outline);
    const char *fault = twin_outline_fault(&outline);
    if (fault) fail_msg("map %d, radius %g: %s", i, radius, fault);
    for (int k = 0; k < 300; k++) {
      const double x = uniform(&random, 0, map.grid.width);
      const double y = uniform(&random, 0, map.grid.height);
      bool all = true, sure = true; /* unless a side of the square all but lies on a line */
      for (int32_t cy = (int32_t)floor(y - radius); cy <= (int32_t)floor(y + radius); cy++)
        for (int32_t cx = (int32_t)floor(x - radius); cx <= (int32_t)floor(x + radius); cx++)
          all = all && pathfan_grid_is_free(&map.grid, cx, cy);
      for (int s = -1; s <= 1; s += 2) {
        sure = sure && fabs(x + s * radius - rint(x + s * radius)) > 1e-6;
        sure = sure && fabs(y + s * radius - rint(y + s * radius)) > 1e-6;
      }
      if (sure && outline_is_free(&frame, &outline, x, y) != all)
        twin_fail(&map, "radius %g: %.17g,%.17g is %sfree", radius, x, y, all ? "" : "not ");
    }
    pathfan_outline_free(&outline);
  next:
    pathfan_polygons_free(&polygons);
    pathfan_outline_free(&traced);
    twin_map_free(&map);
  }
}

/* ---- Frames and limits ---- */

static void add_ring(pathfan_polygons *polygons, int count, const double *xy) {
  assert_int_equal(pathfan_polygons_ring(polygons, polygons->polygon_count - 1), PATHFAN_OK);
  for (int i = 0; i < count; i++)
    assert_int_equal(pathfan_polygons_point(polygons, xy[2 * i], xy[2 * i + 1]), PATHFAN_OK);
  pathfan_polygons_close_ring(polygons);
}

static void add_rectangle(pathfan_polygons *polygons, pathfan_polygon_kind kind, double x, double y,
                          double width, double height) {
  const double xy[] = {x, y, x + width, y, x + width, y + height, x, y + height};
  assert_int_equal(pathfan_polygons_begin(polygons, kind, NULL), PATHFAN_OK);
  add_ring(polygons, 4, xy);
}

static pathfan_status try_rectangle(double x, double y, double width, double height, double unit,
                                    double radius, pathfan_frame *frame) {
  pathfan_polygons polygons = {0};
  pathfan_outline outline;
  pathfan_error error = {{0}};
  const pathfan_snap_options options = {unit, radius};
  add_rectangle(&polygons, PATHFAN_POLYGON_FREE, x, y, width, height);
  const pathfan_status status =
      pathfan_polygons_outline(&polygons, &options, frame, &outline, &error);
  assert_true(status ? !outline.vertices && !frame->width && error.text[0]
                     : outline.vertex_count == 4 || radius > 0);
  pathfan_outline_free(&outline);
  pathfan_polygons_free(&polygons);
  return status;
}

static void test_frames(void **state) {
  (void)state;
  pathfan_frame f;
  assert_int_equal(try_rectangle(3, -17, 1000, 10, 0, 0, &f), PATHFAN_OK);
  assert_true(f.scale == 1 << 18 && f.width == 1000 << 18 && f.height == 10 << 18);
  assert_true(f.origin_x == 3 << 18 && f.origin_y == -17 * (1 << 18));

  /* Exactly the extent, and a bit more. */
  assert_int_equal(try_rectangle(0, 0, PATHFAN_EXTENT_MAX, 1, 0, 0, &f), PATHFAN_OK);
  assert_true(f.scale == 1 && f.width == PATHFAN_EXTENT_MAX);
  assert_int_equal(try_rectangle(0, 0, PATHFAN_EXTENT_MAX + 1.0, 2, 0, 0, &f), PATHFAN_OK);
  assert_true(f.scale == 0.5);
  assert_int_equal(try_rectangle(0, 0, PATHFAN_EXTENT_MAX + 1.0, 2, 1, 0, &f), PATHFAN_ERR_LIMIT);

  /* Units are rounded down to powers of two, but for powers of ten. */
  assert_int_equal(try_rectangle(0.3, 0.4, 10, 20, 0.013, 0, &f), PATHFAN_OK);
  assert_true(f.scale == 128 && f.origin_x == 38 && f.origin_y == 51);
  assert_int_equal(try_rectangle(0.3, 0.4, 10, 20, 0.01, 0, &f), PATHFAN_OK);
  assert_true(f.scale == 100 && f.origin_x == 30 && f.origin_y == 40 && f.height == 2000);
  assert_int_equal(try_rectangle(0, 0, 10, 20, 1, 0, &f), PATHFAN_OK);
  assert_true(f.scale == 1);

  /* Decimals get a power of ten that holds them; other numbers don't. */
  assert_int_equal(try_rectangle(0.3, -0.4, 10, 20, 0, 0, &f), PATHFAN_OK);
  assert_true(f.scale == 1e7 && f.origin_x == 3e6 && f.origin_y == -4e6);
  assert_true(pathfan_frame_x(&f, 0, 0) == 0.3 && pathfan_frame_y(&f, 0, 0) == -0.4);
  assert_int_equal(try_rectangle(1 / 3.0, 0, 10, 20, 0, 0, &f), PATHFAN_OK);
  assert_true(f.scale == 1 << 23);
  assert_int_equal(try_rectangle(0, 0, 10, 20, 1e-9, 0, &f), PATHFAN_ERR_LIMIT);
  assert_int_equal(try_rectangle(0, 0, 10, 20, 1e9, 0, &f), PATHFAN_ERR_LIMIT);
  assert_int_equal(try_rectangle(0, 0, 10, 20, 1e308, 0, &f), PATHFAN_ERR_LIMIT);
  assert_int_equal(try_rectangle(0, 0, 10, 20, 5e-324, 0, &f), PATHFAN_ERR_LIMIT);

  /* Far from zero: no finer than doubles are there. */
  assert_int_equal(try_rectangle(9e14, -9e14, 100, 10, 0, 0, &f), PATHFAN_OK);
  assert_true(f.scale == 8 && f.width == 800 && f.height == 80);
  assert_true(pathfan_frame_x(&f, 0, f.width) == 9e14 + 100);
  assert_true(pathfan_frame_y(&f, 0, 1) == -9e14 + 0.125);
  assert_int_equal(try_rectangle(-1e15, -1e15, 2e15, 2e15, 0, 0, &f), PATHFAN_OK);
  assert_int_equal(try_rectangle(0, 0, 1e16, 1, 0, 0, &f), PATHFAN_ERR_LIMIT);
  assert_int_equal(try_rectangle(0, 0, 1e308, 1e308, 0, 0, &f), PATHFAN_ERR_LIMIT);

  /* Tiny. */
  assert_int_equal(try_rectangle(0, 0, 1e-200, 1e-200, 0, 0, &f), PATHFAN_OK);
  assert_int_equal(try_rectangle(0, 0, 5e-324, 5e-324, 0, 0, &f), PATHFAN_ERR_LIMIT);
  assert_int_equal(try_rectangle(0, 0, 1, 1e-200, 0, 0, &f), PATHFAN_ERR_LIMIT);

  assert_int_equal(try_rectangle(0, 0, 10, 20, NAN, 0, &f), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(try_rectangle(0, 0, 10, 20, -1, 0, &f), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(try_rectangle(0, 0, 10, 20, INFINITY, 0, &f), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(try_rectangle(0, 0, 10, 20, 0, NAN, &f), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(try_rectangle(0, 0, 10, 20, 0, -1, &f), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(try_rectangle(0, 0, 10, 20, 0, 1e308, &f), PATHFAN_OK);
  assert_int_equal(try_rectangle(0, 0, 10, 20, 0, 5, &f), PATHFAN_OK);
}

/* Every lattice point goes to map units and back. */
static void test_conversion(void **state) {
  (void)state;
  for (int i = 0; i < twin_scaled(3000); i++) {
    pathfan_random random = pathfan_random_from((uint64_t)i);
    const double size = pow(10, uniform(&random, -9, 12)), at = pow(10, uniform(&random, -9, 14));
    const double x = uniform(&random, -at, at), y = uniform(&random, -at, at);
    pathfan_frame f;
    if (try_rectangle(x, y, size, size * 0.7, 0, 0, &f)) continue; /* too small up there */
    for (int k = 0; k < 20; k++) {
      const int32_t u = pathfan_random_between(&random, 0, f.width);
      const int32_t v = pathfan_random_between(&random, 0, f.height);
      pathfan_fixed back = {-1, -1};
      const double mx = pathfan_frame_x(&f, 0, u), my = pathfan_frame_y(&f, 0, v);
      assert_true(pathfan_frame_place(&f, 0, mx, my, &back));
      assert_true(back.x == u && back.y == v);
    }
  }
}

/* An obstacle much larger than the map, and far off it. */
static void test_far_obstacles(void **state) {
  (void)state;
  pathfan_polygons polygons = {0};
  pathfan_frame frame;
  pathfan_outline outline;
  add_rectangle(&polygons, PATHFAN_POLYGON_FREE, 0, 0, 10, 5);
  add_rectangle(&polygons, PATHFAN_POLYGON_OBSTACLE, 6, -1e6, 1e6, 2e6);
  add_rectangle(&polygons, PATHFAN_POLYGON_OBSTACLE, 1e15 - 1, 1e15 - 1, 1, 1);
  outline_of(&polygons, 0, 0, &frame, &outline);
  assert_null(twin_outline_fault(&outline));
  assert_int_equal(outline.vertex_count, 4);
  assert_true(outline_is_free(&frame, &outline, 5.9, 4.9));
  assert_false(outline_is_free(&frame, &outline, 6.1, 4.9));
  pathfan_outline_free(&outline);
  pathfan_polygons_free(&polygons);
}

/* ---- What polygons mean ---- */

/* Lattice area, doubled. */
static int64_t area2(const pathfan_outline *outline) {
  int64_t sum = 0;
  for (int32_t e = 0; e < outline->edge_count; e++)
    sum += pathfan_cross(outline->vertices[outline->edges[e].from],
                         outline->vertices[outline->edges[e].to]);
  return sum;
}

static void test_meaning(void **state) {
  (void)state;
  pathfan_frame frame;
  pathfan_outline outline;
  static const double bow_tie[] = {2, 2, 6, 6, 6, 2, 2, 6};
  /* A ring that goes twice round its middle: the middle belongs to it. */
  static const double twice[] = {1, 1, 9, 1, 9, 9, 3, 9, 3, 3, 7, 3, 7, 7, 1, 7};
  static const double line[] = {1, 1, 5, 5, 9, 9, 5, 5};
  static const struct {
    const double *xy;
    int points;
    bool even_odd;
    int64_t blocked;
  } cases[] = {{bow_tie, 4, false, 8},
               {bow_tie, 4, true, 8},
               {twice, 8, false, 60},
               {twice, 8, true, 44},
               {line, 4, false, 0}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    pathfan_polygons polygons = {0};
    add_rectangle(&polygons, PATHFAN_POLYGON_FREE, 0, 0, 10, 12);
    assert_int_equal(pathfan_polygons_begin(&polygons, PATHFAN_POLYGON_OBSTACLE, "x"), PATHFAN_OK);
    polygons.polygons[1].even_odd = cases[i].even_odd;
    add_ring(&polygons, cases[i].points, cases[i].xy);
    outline_of(&polygons, 1, 0, &frame, &outline);
    assert_null(twin_outline_fault(&outline));
    assert_int_equal(area2(&outline), 2 * (120 - cases[i].blocked));
    pathfan_outline_free(&outline);
    pathfan_polygons_free(&polygons);
  }
}

/* Free: 20 x 20 with a hole of 10 x 10; obstacle with an island of free space. */
static void test_holes(void **state) {
  (void)state;
  pathfan_frame frame;
  pathfan_outline outline;
  pathfan_polygons polygons = {.place_is = "feature"};
  static const double hole[] = {5, 5, 15, 5, 15, 15, 5, 15};
  static const double across[] = {15, 5, 25, 5, 25, 15, 15, 15};
  static const double outside[] = {30, 5, 40, 5, 40, 15, 30, 15};
  static const double beside[] = {20, 5, 25, 5, 25, 15, 20, 15};
  add_rectangle(&polygons, PATHFAN_POLYGON_FREE, 0, 0, 20, 20);
  add_ring(&polygons, 4, hole);
  outline_of(&polygons, 1, 0, &frame, &outline);
  assert_int_equal(area2(&outline), 2 * (400 - 100));
  pathfan_outline_free(&outline);
  add_ring(&polygons, 4, across);
  outline_of(&polygons, 1, 0, &frame, &outline);
  assert_int_equal(area2(&outline), 2 * (400 - 150));
  pathfan_outline_free(&outline);
  pathfan_polygons_free(&polygons);

  static const double *const wrong[] = {outside, beside};
  static const double units[] = {0, 1, 4};
  for (int i = 0; i < 6; i++) {
    pathfan_error error = {{0}};
    const pathfan_snap_options options = {units[i / 2], 0};
    polygons.place_is = "feature";
    add_rectangle(&polygons, PATHFAN_POLYGON_OBSTACLE, 50, 50, 10, 10);
    add_rectangle(&polygons, PATHFAN_POLYGON_OBSTACLE, 0, 0, 20, 20);
    add_ring(&polygons, 4, hole);
    add_ring(&polygons, 4, wrong[i % 2]);
    for (int k = 0; k < (i % 2 ? 0 : 20); k++) /* in a crowd */
      add_rectangle(&polygons, PATHFAN_POLYGON_OBSTACLE, 1, k, 30, 30);
    assert_int_equal(pathfan_polygons_outline(&polygons, &options, &frame, &outline, &error),
                     PATHFAN_ERR_MALFORMED);
    assert_string_equal(error.text, "feature 1: hole 2 lies outside its shell");
    assert_true(!outline.edges && !frame.width);
    pathfan_polygons_free(&polygons);
  }

  /* Pushed out by the rounding: nothing wrong with it. */
  static const double thin[] = {17.1, 17.1, 19.9, 17.6, 19.9, 17.5};
  add_rectangle(&polygons, PATHFAN_POLYGON_FREE, 0, 0, 20, 20);
  add_ring(&polygons, 3, thin);
  add_rectangle(&polygons, PATHFAN_POLYGON_FREE, 40, 40, 20, 20);
  outline_of(&polygons, 16, 0, &frame, &outline);
  pathfan_outline_free(&outline);
  pathfan_polygons_free(&polygons);
}

static void test_nothing_free(void **state) {
  (void)state;
  pathfan_polygons polygons = {0};
  pathfan_frame frame;
  pathfan_outline outline;
  pathfan_error error = {{0}};
  const pathfan_snap_options options = {0};
  assert_int_equal(pathfan_polygons_outline(&polygons, &options, &frame, &outline, &error),
                   PATHFAN_ERR_MALFORMED);
  add_rectangle(&polygons, PATHFAN_POLYGON_OBSTACLE, 0, 0, 20, 10);
  for (int radius = 0; radius < 2; radius++) {
    outline_of(&polygons, 0, radius, &frame, &outline);
    assert_true(outline.edge_count == 0 && outline.vertex_count == 0 && frame.width > 0);
    pathfan_outline_free(&outline);
  }
  pathfan_polygons_free(&polygons);
  static const double line[] = {1, 1, 5, 1, 9, 1, 2, 1};
  assert_int_equal(pathfan_polygons_begin(&polygons, PATHFAN_POLYGON_OBSTACLE, NULL), PATHFAN_OK);
  add_ring(&polygons, 4, line);
  assert_int_equal(pathfan_polygons_outline(&polygons, &options, &frame, &outline, &error),
                   PATHFAN_ERR_MALFORMED);
  pathfan_polygons_free(&polygons);
}

/* ---- Crowds ---- */

/* 1,000 polygons on top of each other have millions of crossings, and an outline of
 * a few hundred edges. Free crowds and blocked ones. */
static void test_crowds(void **state) {
  (void)state;
  const int count = twin_scaled(2);
  for (int i = 0; i < count; i++) {
    pathfan_random random = pathfan_random_from((uint64_t)i);
    const double size = i % 4 < 2 ? 10 : 30;
    twin_polygon_map map = {.style = "crowd", .seed = (uint64_t)i};
    for (int k = 0; k < 1000; k++) {
      const double x = uniform(&random, 0, 100), y = uniform(&random, 0, 70);
      double xy[24];
      for (int c = 0; c < 12; c++) {
        const double r = uniform(&random, 0.4, 1) * size, angle = 6.283185307179586 * c / 12 + k;
        xy[2 * c] = x + r * cos(angle);
        xy[2 * c + 1] = y + r * sin(angle);
      }
      assert_int_equal(pathfan_polygons_begin(&map.polygons, (pathfan_polygon_kind)(i % 2), NULL),
                       PATHFAN_OK);
      add_ring(&map.polygons, 12, xy);
    }
    pathfan_frame frame;
    pathfan_outline outline;
    struct timespec before, after;
    clock_gettime(CLOCK_MONOTONIC, &before);
    outline_of(&map.polygons, 0, 0, &frame, &outline);
    clock_gettime(CLOCK_MONOTONIC, &after);
    const double seconds =
        (double)(after.tv_sec - before.tv_sec) + 1e-9 * (double)(after.tv_nsec - before.tv_nsec);
    print_message("1000 polygons of size %g: %d edges, %.3f s\n", size, (int)outline.edge_count,
                  seconds);
    assert_null(twin_outline_fault(&outline));
    check_points(&map, i, &frame, &outline, 200);
    pathfan_outline_free(&outline);
    pathfan_polygons_free(&map.polygons);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_against_points),  cmocka_unit_test(test_grids),
      cmocka_unit_test(test_rectangles),      cmocka_unit_test(test_radius),
      cmocka_unit_test(test_radius_on_grids), cmocka_unit_test(test_frames),
      cmocka_unit_test(test_conversion),      cmocka_unit_test(test_far_obstacles),
      cmocka_unit_test(test_meaning),         cmocka_unit_test(test_holes),
      cmocka_unit_test(test_nothing_free),    cmocka_unit_test(test_crowds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
