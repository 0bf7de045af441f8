/* Location by cells on triangulated outlines: the sector that a point belongs to, the nearest free
 * point, and sight along segments, against a look at every edge. */
#include <math.h>
#include <stdlib.h>

#include "meshing/cdt.h"
#include "mesh/locate.h"
#include "meshing/locate_build.h"
#include "mesh/visible.h"
#include "mesh/fan.h"
#include "mesh/segment.h"
#include "suite.h"
#include "twin_outline_maps.h"
#include "twin_region.h"
#include "twin_scratch.h"

typedef struct stage {
  twin_map map;
  pf_mesh_data mesh;
  pf_locator locator;
  void *bytes;
  int32_t width, height;
  int bits;
} stage;

static stage set_up(int number, int entry_bytes) {
  stage s = {.map = twin_outline_map(number, 14)};
  uint64_t size = 0;
  for (int32_t v = 0; v < s.map.outline.vertex_count; v++) {
    if (s.map.outline.vertices[v].x > s.width) s.width = s.map.outline.vertices[v].x;
    if (s.map.outline.vertices[v].y > s.height) s.height = s.map.outline.vertices[v].y;
  }
  s.bits = pf_fraction_bits(s.width > s.height ? s.width : s.height);
  assert_int_equal(pf_cdt_build(&s.map.outline, &s.mesh), PATHFAN_OK);
  assert_int_equal(pf_mesh_finish(&s.mesh), PATHFAN_OK);
  assert_int_equal(pf_locator_build(&s.mesh.view, s.width, s.height, entry_bytes, &s.bytes, &size),
                   PATHFAN_OK);
  assert_true(pf_locator_open(s.bytes, size, &s.locator));
  assert_false(pf_locator_open(s.bytes, size - 1, &s.locator));
  assert_true(pf_locator_open(s.bytes, size, &s.locator));
  assert_true(s.locator.first[s.locator.cell_count] <=
                  16 * (uint64_t)s.mesh.view.polygon_count + 64 ||
              s.locator.cell_count == 1);
  return s;
}

static void tear_down(stage *s) {
  twin_map_free(&s->map);
  pf_mesh_data_free(&s->mesh);
  free(s->bytes);
}

/* Returns the vector from a point to a polygon's centre, times the number of corners. */
static pf_fixed_point towards(const stage *s, int32_t polygon, pf_fixed_point p) {
  const pf_mesh *mesh = &s->mesh.view;
  pf_fixed_point sum = {0, 0};
  for (uint32_t c = mesh->first_corner[polygon]; c < mesh->first_corner[polygon + 1]; c++) {
    const pf_fixed_point at = pf_lift(mesh->vertices[mesh->corner_vertex[c]], s->bits);
    sum.x += at.x - p.x;
    sum.y += at.y - p.y;
  }
  return sum;
}

static bool holds(const stage *s, int32_t polygon, pf_fixed_point p) {
  const pf_mesh *mesh = &s->mesh.view;
  const uint32_t first = mesh->first_corner[polygon], last = mesh->first_corner[polygon + 1];
  for (uint32_t c = first; c < last; c++) {
    const pf_fixed_point a = pf_lift(mesh->vertices[mesh->corner_vertex[c]], s->bits);
    const pf_fixed_point b =
        pf_lift(mesh->vertices[mesh->corner_vertex[c + 1 < last ? c + 1 : first]], s->bits);
    if (pf_turn(pf_fixed_from_to(a, b), pf_fixed_from_to(a, p)) < 0) return false;
  }
  return true;
}

static void check_place(const stage *s, pf_fixed_point p) {
  const twin_place place = twin_place_of(&s->map.outline, s->bits, p);
  const int32_t polygon = pf_locate(&s->locator, &s->mesh.view, p, s->bits);
  if ((polygon >= 0) != (place != TWIN_OUTSIDE))
    twin_fail(&s->map, "%lld,%lld: %d, but place %d", (long long)p.x, (long long)p.y, polygon,
              (int)place);
  if (polygon < 0) return;
  if (!holds(s, polygon, p)) twin_fail(&s->map, "polygon %d doesn't hold the point", polygon);
  if (place == TWIN_ON_BORDER &&
      !twin_sector_holds(twin_home_sector(&s->map.outline, s->bits, p), towards(s, polygon, p)))
    twin_fail(&s->map, "%lld,%lld: polygon %d lies in another sector", (long long)p.x,
              (long long)p.y, polygon);
}

static double to_segment(pf_fixed_point a, pf_fixed_point b, pf_fixed_point p) {
  const double ex = (double)(b.x - a.x), ey = (double)(b.y - a.y);
  const double px = (double)(p.x - a.x), py = (double)(p.y - a.y);
  const double t = fmin(1, fmax(0, (px * ex + py * ey) / (ex * ex + ey * ey)));
  return hypot(px - t * ex, py - t * ey);
}

static void check_nearest(const stage *s, pf_fixed_point p, double radius) {
  const pf_outline *o = &s->map.outline;
  double best = INFINITY;
  pf_fixed_point at;
  int32_t polygon;
  for (int32_t i = 0; i < o->edge_count; i++)
    best = fmin(best, to_segment(pf_lift(o->vertices[o->edges[i].from], s->bits),
                                 pf_lift(o->vertices[o->edges[i].to], s->bits), p));
  if (fabs(best - radius) < 4) return;
  const bool found =
      pf_locate_nearest(&s->locator, &s->mesh.view, p, radius, s->bits, NULL, &at, &polygon);
  /* Slits narrower than a step of the grid hold no grid point but their ends. */
  if (found && best > radius) twin_fail(&s->map, "found within %g, but %g off", radius, best);
  if (!found) return;
  const double distance = hypot((double)(at.x - p.x), (double)(at.y - p.y));
  assert_true(distance <= radius + 2 && distance >= best - 1e-3 * (1 + best));
  assert_true(holds(s, polygon, at));
  assert_int_equal(polygon, pf_locate(&s->locator, &s->mesh.view, at, s->bits));
  if (s->bits >= 16 && distance > best * (1 + 1e-9) + 2)
    twin_fail(&s->map, "%lld,%lld: nearest %g, not %g", (long long)p.x, (long long)p.y, distance,
              best);
}

static void test_places(void **state) {
  (void)state;
  const int count = twin_scaled(500);
  int64_t points = 0;
  for (int i = 0; i < count; i++) {
    stage s = set_up(i, i % 3 ? 0 : 4);
    pf_random random = pf_random_from((uint64_t)i);
    for (int32_t v = 0; v < s.map.outline.vertex_count; v++)
      check_place(&s, pf_lift(s.map.outline.vertices[v], s.bits));
    for (int k = 0; k < 100; k++) {
      pf_fixed_point p;
      if (k % 2 == 0) {
        p = (pf_fixed_point){pf_random_below(&random, ((int64_t)s.width << s.bits) + 40) - 20,
                             pf_random_below(&random, ((int64_t)s.height << s.bits) + 40) - 20};
      } else if (!twin_map_random_point(&random, &s.map, s.bits, false, &p)) {
        continue;
      }
      check_place(&s, p);
      if (twin_place_of(&s.map.outline, s.bits, p) == TWIN_OUTSIDE)
        check_nearest(&s, p, ldexp(pf_random_between(&random, 0, s.width), s.bits));
      points++;
    }
    tear_down(&s);
  }
  print_message("%d maps, %lld points\n", count, (long long)points);
}

/* Whether a polygon and a box have a point in common: a corner of one lies in the other, or two
 * sides cross. */
static bool box_meets_polygon(const stage *s, int32_t polygon, pf_fixed_point low,
                              pf_fixed_point high) {
  const pf_mesh *mesh = &s->mesh.view;
  const pf_fixed_point box[4] = {low, {high.x, low.y}, high, {low.x, high.y}};
  const uint32_t first = mesh->first_corner[polygon], last = mesh->first_corner[polygon + 1];
  for (int k = 0; k < 4; k++)
    if (holds(s, polygon, box[k])) return true;
  for (uint32_t c = first; c < last; c++) {
    const pf_fixed_point a = pf_lift(mesh->vertices[mesh->corner_vertex[c]], s->bits);
    const pf_fixed_point b =
        pf_lift(mesh->vertices[mesh->corner_vertex[c + 1 < last ? c + 1 : first]], s->bits);
    if (a.x >= low.x && a.x <= high.x && a.y >= low.y && a.y <= high.y) return true;
    for (int k = 0; k < 4; k++) {
      const pf_fixed_point p = box[k], q = box[(k + 1) & 3];
      if (pf_turn_at(a, b, p) * pf_turn_at(a, b, q) < 0 &&
          pf_turn_at(p, q, a) * pf_turn_at(p, q, b) < 0)
        return true;
    }
  }
  return false;
}

static void test_boxes(void **state) {
  (void)state;
  int64_t boxes = 0, met = 0;
  for (int i = 0; i < twin_scaled(200); i++) {
    stage s = set_up(i, 0);
    pf_random random = pf_random_from((uint64_t)i + 9);
    const int64_t width = (int64_t)s.width << s.bits, height = (int64_t)s.height << s.bits;
    for (int k = 0; k < 60; k++) {
      const bool is_far = k % 10 == 0;
      const int64_t side = 1 + pf_random_below(&random, (k % 3 ? width : width / 16) + 1);
      const pf_fixed_point low = {pf_random_below(&random, width + 40) - 20 -
                                      (is_far ? width + side : 0),
                                  pf_random_below(&random, height + 40) - 20};
      const pf_fixed_point high = {low.x + side, low.y + 1 + pf_random_below(&random, side)};
      bool expected = false;
      for (int32_t p = 0; p < s.mesh.view.polygon_count && !expected; p++)
        expected = box_meets_polygon(&s, p, low, high);
      if (pf_locate_box(&s.locator, &s.mesh.view, low, high, s.bits) != expected)
        twin_fail(&s.map, "box %lld,%lld to %lld,%lld: %d expected", (long long)low.x,
                  (long long)low.y, (long long)high.x, (long long)high.y, expected);
      boxes++;
      met += expected;
    }
    tear_down(&s);
  }
  print_message("%lld boxes, %lld meet the map\n", (long long)boxes, (long long)met);
  if (twin_is_whole()) assert_true(met > boxes / 10 && met < boxes);
}

/* Walls without length, which only a forged mesh has, have no nearest point. */
static void test_walls_without_length(void **state) {
  (void)state;
  for (int i = 0; i < 40; i++) {
    stage s = set_up(i, 0);
    const pf_mesh *mesh = &s.mesh.view;
    pf_random random = pf_random_from((uint64_t)i);
    for (int32_t v = 0; v < mesh->vertex_count; v++) s.mesh.vertices[v] = s.mesh.vertices[0];
    for (int k = 0; k < 20; k++) {
      const pf_fixed_point p = {pf_random_below(&random, (int64_t)s.width << s.bits),
                                pf_random_below(&random, (int64_t)s.height << s.bits)};
      pf_fixed_point at;
      int32_t polygon;
      assert_false(pf_locate_nearest(&s.locator, mesh, p, 1e12, s.bits, NULL, &at, &polygon));
    }
    tear_down(&s);
  }
}

static void test_segments(void **state) {
  (void)state;
  const int count = twin_scaled(500);
  int64_t pairs = 0, seen = 0;
  for (int i = 0; i < count; i++) {
    stage s = set_up(i, 0);
    pf_random random = pf_random_from((uint64_t)i + 5);
    for (int k = 0; k < 200; k++) {
      pf_fixed_point a, b;
      if (!twin_map_random_point(&random, &s.map, s.bits, false, &a) ||
          !twin_map_random_point(&random, &s.map, s.bits, false, &b))
        continue;
      const bool expected = twin_region_sees(&s.map.outline, s.bits, a, b);
      const bool found =
          pf_mesh_sees(&s.mesh.view, a, pf_locate(&s.locator, &s.mesh.view, a, s.bits), b,
                       pf_locate(&s.locator, &s.mesh.view, b, s.bits), s.bits);
      if (found != expected)
        twin_fail(&s.map, "%lld,%lld %s %lld,%lld in steps of 2^-%d", (long long)a.x,
                  (long long)a.y, expected ? "sees" : "doesn't see", (long long)b.x, (long long)b.y,
                  s.bits);
      pairs++;
      seen += expected;
    }
    tear_down(&s);
  }
  print_message("%d maps, %lld segments, %lld of them free\n", count, (long long)pairs,
                (long long)seen);
}

/* A round visits each polygon that touches a point in its sector, once. */
static void test_rounds(void **state) {
  (void)state;
  const int count = twin_scaled(300);
  for (int i = 0; i < count; i++) {
    stage s = set_up(i, 0);
    const pf_mesh *mesh = &s.mesh.view;
    int32_t *times = calloc((size_t)mesh->polygon_count + 1, sizeof *times);
    assert_non_null(times);
    for (int32_t p = 0; p < mesh->polygon_count; p++)
      for (uint32_t c = mesh->first_corner[p]; c < mesh->first_corner[p + 1]; c++) {
        const int32_t v = mesh->corner_vertex[c];
        pf_fan round;
        pf_fan_begin(&round, mesh, p, pf_lift(mesh->vertices[v], s.bits), s.bits);
        do times[round.polygon]++;
        while (pf_fan_next(&round));
        for (int32_t q = 0; q < mesh->polygon_count; q++) {
          int32_t corners = 0; /* sectors have vertices of their own */
          for (uint32_t k = mesh->first_corner[q]; k < mesh->first_corner[q + 1]; k++)
            corners += mesh->corner_vertex[k] == v;
          if (times[q] != corners)
            twin_fail(&s.map, "round vertex %d from %d: %d comes %d times", v, p, q, times[q]);
          times[q] = 0;
        }
      }
    free(times);
    tear_down(&s);
  }
}

SUITE(test_locate_cells) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_places),   cmocka_unit_test(test_walls_without_length),
      cmocka_unit_test(test_segments), cmocka_unit_test(test_rounds),
      cmocka_unit_test(test_boxes),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
