/* Polygons to outlines: against the polygons themselves, point by point; against grids, exactly;
 * the radius, crowds. Hand-written polygons: test_polygon_meaning.c. */
#include <math.h>
#include <stdlib.h>

#include "meshing/cdt.h"
#include "meshing/trace.h"
#include "polygons_fixture.h"
#include "suite.h"
#include "twin_mesh_check.h"

/* Picks a point anywhere, or one close to a corner or side. */
static void random_point(pf_random *random, const pf_polygons *polygons, double unit, double *x,
                         double *y) {
  double box[4];
  twin_polygons_box(polygons, box);
  *x = uniform(random, box[0] - 1, box[2] + 1);
  *y = uniform(random, box[1] - 1, box[3] + 1);
  if (pf_random_chance(random, 0.5)) return;
  const int32_t r = pf_random_between(random, 0, polygons->ring_count - 1);
  const int32_t first = polygons->rings[r].first_point, end = pf_ring_end(polygons, r);
  const int32_t i = pf_random_between(random, first, end - 1);
  const double *a = polygons->points + 2 * i;
  const double *b = polygons->points + 2 * (i + 1 < end ? i + 1 : first);
  const double t = uniform(random, 0, 1);
  *x = a[0] + t * (b[0] - a[0]) + uniform(random, -8, 8) * unit;
  *y = a[1] + t * (b[1] - a[1]) + uniform(random, -8, 8) * unit;
}

/* Rounding moves points by up to 0.71 units, and snapping sides to them by as much again. */
#define REACH 1.5

static void check_points(const twin_polygon_map *map, int number, const pf_frame *frame,
                         const pf_outline *outline, int count) {
  pf_random random = pf_random_from(map->seed);
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

static void check_mesh(const pf_outline *outline, int number) {
  pf_mesh_data mesh = {0};
  assert_int_equal(pf_cdt_build(outline, &mesh), PATHFAN_OK);
  const char *fault = twin_mesh_fault(&mesh.view, outline, true);
  if (fault) fail_msg("map %d: %s", number, fault);
  pf_mesh_data_free(&mesh);
}

static void test_against_points(void **state) {
  (void)state;
  const double units[] = {0, 0, 1, 0.25, 0.01, 3};
  const int count = twin_scaled(300);
  int64_t edges = 0;
  for (int i = 0; i < count; i++) {
    twin_polygon_map map = twin_polygon_map_number(i);
    const double unit = units[i / twin_polygon_styles() % 6];
    pf_frame frame, again_frame;
    pf_outline outline, again;
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
    pf_outline_free(&again);
    pf_outline_free(&outline);
    twin_polygon_map_free(&map);
  }
  print_message("%d maps, %lld edges\n", count, (long long)edges);
}

/* ---- Exactly, against grids ---- */

static void check_same(const pf_outline *outline, pf_lattice_point move, const pf_outline *wanted,
                       int number) {
  assert_int_equal(outline->vertex_count, wanted->vertex_count);
  assert_int_equal(outline->edge_count, wanted->edge_count);
  for (int32_t v = 0; v < outline->vertex_count; v++)
    if (outline->vertices[v].x + move.x != wanted->vertices[v].x ||
        outline->vertices[v].y + move.y != wanted->vertices[v].y)
      fail_msg("map %d: vertex %d differs", number, (int)v);
  /* The outline's edges are sorted by (from, to); the expected ones may not be. */
  for (int32_t e = 0; e < wanted->edge_count; e++) {
    bool found = false;
    for (int32_t f = 0; f < outline->edge_count && !found; f++)
      found = outline->edges[f].from == wanted->edges[e].from &&
              outline->edges[f].to == wanted->edges[e].to;
    if (!found) fail_msg("map %d: edge %d is missing", number, (int)e);
  }
}

/* Polygons made of the free cells give the same outline again. */
static void test_grids(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(100);
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i, 30);
    pf_outline traced, outline;
    pf_polygons polygons;
    pf_frame frame;
    pathfan_error error;
    assert_int_equal(pf_trace_grid(&map.grid, &traced), PATHFAN_OK);
    assert_int_equal(pf_polygons_of_grid(&traced, &polygons, &error), PATHFAN_OK);
    if (traced.edge_count) {
      outline_of(&polygons, 1, 0, &frame, &outline);
      assert_true(frame.scale == 1);
      check_same(&outline, (pf_lattice_point){(int32_t)frame.origin_x, (int32_t)frame.origin_y},
                 &traced, i);
      pf_outline_free(&outline);
    } else {
      const pf_snap_options options = {.unit = 1};
      assert_int_equal(pf_polygons_outline(&polygons, &options, &frame, &outline, &error),
                       PATHFAN_ERR_MALFORMED);
    }
    pf_polygons_free(&polygons);
    pf_outline_free(&traced);
    twin_map_free(&map);
  }
}

/* Rectangles with integer corners are sets of cells. */
static void test_rectangles(void **state) {
  (void)state;
  const int count = twin_scaled(100);
  for (int i = 0; i < count; i++) {
    twin_polygon_map map = twin_polygon_map_number(i * twin_polygon_styles());
    double box[4];
    twin_polygons_box(&map.polygons, box);
    pf_grid grid = {.width = (int32_t)(box[2] - box[0]), .height = (int32_t)(box[3] - box[1])};
    grid.free = malloc((size_t)grid.width * (size_t)grid.height);
    assert_non_null(grid.free);
    for (int32_t y = 0; y < grid.height; y++)
      for (int32_t x = 0; x < grid.width; x++)
        grid.free[y * grid.width + x] =
            twin_polygons_free_at(&map.polygons, box[0] + x + 0.5, box[1] + y + 0.5);
    pf_outline traced, outline;
    pf_frame frame;
    assert_int_equal(pf_trace_grid(&grid, &traced), PATHFAN_OK);
    outline_of(&map.polygons, 1, 0, &frame, &outline);
    assert_true(frame.scale == 1 && frame.origin_x == box[0] && frame.origin_y == box[1]);
    assert_true(frame.width == grid.width && frame.height == grid.height);
    check_same(&outline, (pf_lattice_point){0, 0}, &traced, i);
    pf_outline_free(&outline);
    pf_outline_free(&traced);
    pf_grid_free(&grid);
    twin_polygon_map_free(&map);
  }
}

/* ---- The radius ---- */

static double distance_to(const pf_frame *frame, const pf_outline *outline, double x, double y) {
  double least = INFINITY;
  x = x * frame->scale - frame->origin_x;
  y = y * frame->scale - frame->origin_y;
  for (int32_t e = 0; e < outline->edge_count; e++) {
    const pf_lattice_point a = outline->vertices[outline->edges[e].from];
    const pf_lattice_point b = outline->vertices[outline->edges[e].to];
    const double dx = b.x - a.x, dy = b.y - a.y;
    const double t = fmax(0, fmin(1, ((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy)));
    least = fmin(least, hypot(a.x + t * dx - x, a.y + t * dy - y));
  }
  return least / frame->scale;
}

/* How far from an obstacle's corner that of its offset may lie, radii: stated in polygons.h. */
#define ARC 1.02

/* No point nearer to a wall than the radius is free, and each that is farther away by more than the
 * stated error stays free: so a disc that large passes wherever it fits. */
static void test_radius(void **state) {
  (void)state;
  const int count = twin_scaled(300);
  int32_t kept = 0, lost = 0;
  for (int i = 0; i < count; i++) {
    twin_polygon_map map = twin_polygon_map_number(i);
    pf_random random = pf_random_from(map.seed);
    const double radius = uniform(&random, 0.05, 3);
    pf_frame frame;
    pf_outline wide, narrow;
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
      if (!is && was && distance > ARC * radius + slack)
        fail_msg("map %d (%s): %.17g,%.17g is blocked, %g from a wall with radius %g", i, map.style,
                 x, y, distance, radius);
      kept += is;
      lost += was && !is;
    }
    pf_outline_free(&wide);
    pf_outline_free(&narrow);
    twin_polygon_map_free(&map);
  }
  print_message("%d points kept, %d lost\n", (int)kept, (int)lost);
  assert_true(kept > 0 && lost > 0);
}

/* A radius too small for the lattice counts as none. */
static void test_tiny_radius(void **state) {
  (void)state;
  static const double radii[] = {5e-324, 1e-300, 1e-30, 1e-20, 1e-15, 1e-12};
  for (int i = 0; i < twin_scaled(60); i++) {
    twin_polygon_map map = twin_polygon_map_number(i);
    const double radius = radii[i % (int)(sizeof radii / sizeof *radii)];
    pf_frame frame;
    pf_outline wide, narrow;
    outline_of(&map.polygons, 0, 0, &frame, &wide);
    outline_of(&map.polygons, 0, radius, &frame, &narrow);
    if (narrow.vertex_count != wide.vertex_count || narrow.edge_count != wide.edge_count ||
        memcmp(narrow.vertices, wide.vertices, (size_t)wide.vertex_count * sizeof *wide.vertices) !=
            0)
      fail_msg("map %d (%s) is another with radius %g", i, map.style, radius);
    pf_outline_free(&wide);
    pf_outline_free(&narrow);
    twin_polygon_map_free(&map);
  }
}

/* On a grid, a point is free if the disc round it is. */
static void test_radius_on_grids(void **state) {
  (void)state;
  static const double radii[] = {0.25, 0.3, 0.49, 0.5, 0.75, 1.2};
  const int count = twin_drawn_count() + twin_scaled(60);
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i, 24);
    pf_random random = pf_random_from(map.seed);
    const double radius = radii[pf_random_below(&random, 6)];
    pf_outline traced, outline;
    pf_polygons polygons;
    pf_frame frame;
    pathfan_error error;
    assert_int_equal(pf_trace_grid(&map.grid, &traced), PATHFAN_OK);
    assert_int_equal(pf_polygons_of_grid(&traced, &polygons, &error), PATHFAN_OK);
    if (!traced.edge_count) goto next;
    outline_of(&polygons, 0, radius, &frame, &outline);
    const char *fault = twin_outline_fault(&outline);
    if (fault) fail_msg("map %d, radius %g: %s", i, radius, fault);
    for (int k = 0; k < 300; k++) {
      const double x = uniform(&random, 0, map.grid.width);
      const double y = uniform(&random, 0, map.grid.height);
      double nearest = INFINITY; /* blocked point */
      for (int32_t cy = (int32_t)floor(y - 2); cy <= (int32_t)floor(y + 2); cy++)
        for (int32_t cx = (int32_t)floor(x - 2); cx <= (int32_t)floor(x + 2); cx++)
          if (!pf_grid_is_free(&map.grid, cx, cy))
            nearest = fmin(nearest, hypot(fmax(0, fmax(cx - x, x - cx - 1)),
                                          fmax(0, fmax(cy - y, y - cy - 1))));
      const bool is = outline_is_free(&frame, &outline, x, y);
      if (is ? nearest < radius - 1e-6 : nearest > ARC * radius + 1e-6)
        twin_fail(&map, "radius %g: %.17g,%.17g is %sfree, %g from a wall", radius, x, y,
                  is ? "" : "not ", nearest);
    }
    pf_outline_free(&outline);
  next:
    pf_polygons_free(&polygons);
    pf_outline_free(&traced);
    twin_map_free(&map);
  }
}

/* ---- Crowds ---- */

/* 1,000 polygons on top of each other have millions of crossings, but an outline of a few hundred
 * edges. Free crowds and blocked ones. */
static void test_crowds(void **state) {
  (void)state;
  const int count = twin_scaled(2);
  for (int i = 0; i < count; i++) {
    pf_random random = pf_random_from((uint64_t)i);
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
      assert_int_equal(pf_polygons_begin(&map.polygons, (pf_polygon_kind)(i % 2), NULL),
                       PATHFAN_OK);
      add_ring(&map.polygons, 12, xy);
    }
    pf_frame frame;
    pf_outline outline;
    outline_of(&map.polygons, 0, 0, &frame, &outline);
    print_message("1000 polygons of size %g: %d edges\n", size, (int)outline.edge_count);
    assert_null(twin_outline_fault(&outline));
    check_points(&map, i, &frame, &outline, 200);
    pf_outline_free(&outline);
    pf_polygons_free(&map.polygons);
  }
}

/* ---- Crossings ---- */

/* Begins obstacles that are bars in x and in y: cells of free space lie between them and at the
 * border. */
static void begin_bars(pf_polygons *polygons, int count) {
  *polygons = (pf_polygons){0};
  for (int i = 0; i < 2 * count; i++) {
    const double a = 2 * (i / 2) + 0.25, b = a + 0.5, end = 2 * count;
    const double across[4][2] = {{a, 0}, {b, 0}, {b, end}, {a, end}};
    assert_int_equal(pf_polygons_begin(polygons, PF_POLYGON_OBSTACLE, NULL), PATHFAN_OK);
    assert_int_equal(pf_polygons_ring(polygons, 0), PATHFAN_OK);
    for (int k = 0; k < 4; k++)
      assert_int_equal(pf_polygons_point(polygons, across[k][i % 2], across[k][1 - i % 2]),
                       PATHFAN_OK);
  }
}

typedef struct patience {
  int64_t questions, most;
} patience;

static bool is_patient(void *context, int64_t items) {
  patience *p = context;
  (void)items;
  return p->questions++ < p->most;
}

/* n bars in each direction leave (n + 1)^2 cells with four corners each. Limits are asked often,
 * and may stop the work at any question. */
static void test_crossings(void **state) {
  (void)state;
  enum { BARS = 30 };
  pf_polygons polygons;
  pf_frame frame;
  pf_outline outline;
  pathfan_error error;
  patience all = {0, INT64_MAX};
  begin_bars(&polygons, BARS);
  pf_limits limits = {is_patient, &all, NULL};
  const pf_snap_options options = {.limits = &limits};
  assert_int_equal(pf_polygons_outline(&polygons, &options, &frame, &outline, &error), PATHFAN_OK);
  assert_int_equal(outline.vertex_count, 4 * (BARS + 1) * (BARS + 1));
  assert_int_equal(outline.edge_count, outline.vertex_count);
  assert_true(all.questions > 50);
  pf_outline_free(&outline);
  for (int64_t most = 0; most < all.questions; most += 1 + all.questions / 40) {
    patience some = {0, most};
    limits.done_context = &some;
    assert_int_equal(pf_polygons_outline(&polygons, &options, &frame, &outline, &error),
                     PATHFAN_ERR_CANCELLED);
    assert_true(some.questions == most + 1 && !outline.edges && frame.scale == 0);
  }
  pf_polygons_free(&polygons);
}

/* An obstacle that reaches far beyond the map is cut off at the map's border; its part in the map
 * stays as drawn. */
static void test_far_corners(void **state) {
  (void)state;
  pf_random random = pf_random_from(5);
  const int count = twin_scaled(200);
  for (int i = 0; i < count; i++) {
    twin_polygon_map map = {.style = "far"};
    pf_polygons *p = &map.polygons;
    pf_frame frame;
    pf_outline outline;
    assert_int_equal(pf_polygons_begin(p, PF_POLYGON_FREE, NULL), PATHFAN_OK);
    assert_int_equal(pf_polygons_ring(p, 0), PATHFAN_OK);
    for (int k = 0; k < 4; k++)
      assert_int_equal(pf_polygons_point(p, k == 1 || k == 2 ? 100 : 0, k > 1 ? 80 : 0),
                       PATHFAN_OK);
    for (int k = 0; k < 3; k++) {
      const double reach = ldexp(1, pf_random_between(&random, 2, 30));
      assert_int_equal(pf_polygons_begin(p, PF_POLYGON_OBSTACLE, NULL), PATHFAN_OK);
      assert_int_equal(pf_polygons_ring(p, 0), PATHFAN_OK);
      for (int c = 0; c < 3 + k; c++)
        assert_int_equal(
            pf_polygons_point(p, uniform(&random, -reach, reach), uniform(&random, -reach, reach)),
            PATHFAN_OK);
    }
    outline_of(p, i % 2 ? 0.5 : 0, 0, &frame, &outline);
    const char *fault = twin_outline_fault(&outline);
    if (fault) fail_msg("map %d: %s", i, fault);
    for (int k = 0; k < 60; k++) {
      const double x = uniform(&random, 0, 100), y = uniform(&random, 0, 80);
      const double unit = 1 / frame.scale;
      if (outline_is_free(&frame, &outline, x, y) != twin_polygons_free_at(p, x, y) &&
          twin_polygons_clearance(p, x, y) > REACH * unit)
        fail_msg("map %d: %.17g,%.17g", i, x, y);
    }
    pf_outline_free(&outline);
    pf_polygons_free(p);
  }
}

SUITE(test_polygons) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_against_points), cmocka_unit_test(test_grids),
      cmocka_unit_test(test_rectangles),     cmocka_unit_test(test_radius),
      cmocka_unit_test(test_tiny_radius),    cmocka_unit_test(test_radius_on_grids),
      cmocka_unit_test(test_crowds),         cmocka_unit_test(test_crossings),
      cmocka_unit_test(test_far_corners),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
