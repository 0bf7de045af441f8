/* Areas on small grids, where everything that can coincide does: the points that they hold and the
 * segments that meet them, against distances and fractions computed in another way. */
#include <math.h>
#include <string.h>

#include "base/random.h"
#include "geometry/area.h"
#include "geometry/polyline.h"
#include "suite.h"
#include "twin_scale.h"

typedef __int128 wide;

/* One lattice unit is 64 steps here, and the margin is the least possible: 16 steps. */
enum { BITS = 6, CORNERS = 9 };

static pf_fixed_point at(int64_t x, int64_t y) {
  return (pf_fixed_point){x, y};
}

/* Makes a random polygon of 3 to CORNERS corners on a grid of `step`. */
static int32_t scatter(pf_random *random, int64_t size, int64_t step, pf_fixed_point *p) {
  const int32_t count = pf_random_between(random, 3, CORNERS);
  for (int32_t i = 0; i < count; i++)
    p[i] = at(pf_random_between(random, 0, (int32_t)size) * step,
              pf_random_between(random, 0, (int32_t)size) * step);
  return count;
}

static double distance_to_segment(pf_fixed_point a, pf_fixed_point b, pf_fixed_point p) {
  const double dx = (double)(b.x - a.x), dy = (double)(b.y - a.y);
  const double px = (double)(p.x - a.x), py = (double)(p.y - a.y);
  const double t = fmin(fmax((px * dx + py * dy) / (dx * dx + dy * dy), 0), 1);
  return hypot(px - t * dx, py - t * dy);
}

/* Whether the winding number, by angles, isn't 0. */
static bool inside(const pf_fixed_point *p, int32_t count, pf_fixed_point q) {
  double sum = 0;
  for (int32_t i = 0; i < count; i++) {
    const pf_fixed_point a = pf_fixed_from_to(q, p[i]);
    const pf_fixed_point b = pf_fixed_from_to(q, p[(i + 1) % count]);
    sum += atan2((double)(a.x * b.y - a.y * b.x), (double)(a.x * b.x + a.y * b.y));
  }
  return fabs(sum) > 3;
}

static double distance(const pf_fixed_point *p, int32_t count, pf_fixed_point q) {
  double least = INFINITY;
  for (int32_t i = 0; i < count; i++)
    least = fmin(least, distance_to_segment(p[i], p[(i + 1) % count], q));
  return least > 1e-6 && inside(p, count, q) ? 0 : least;
}

/* Whether areas surely hold all round a point; then they do. */
static int hold_round(const pf_areas *areas, pf_fixed_point q) {
  enum { REACH = 2 };
  if (!pf_areas_hold_round(areas, q, REACH)) return 0;
  for (int y = -REACH; y <= REACH; y++)
    for (int x = -REACH; x <= REACH; x++) assert_true(pf_areas_hold(areas, at(q.x + x, q.y + y)));
  return 1;
}

/* Nothing nearer than a third of the margin is free; nothing beyond two margins and a step is
 * held. */
static void test_margin(void **state) {
  (void)state;
  pf_areas areas = {0};
  pf_random random = pf_random_from(1);
  const double margin = (double)pf_area_margin(BITS);
  int simple = 0, held = 0, free_near = 0, round_about = 0;
  assert_true(margin == 16);
  for (int round = twin_scaled(4000); round > 0; round--) {
    pf_fixed_point p[CORNERS];
    bool good;
    const int64_t step = round % 2 ? 32 : 1 + round % 5;
    const int32_t count = scatter(&random, 6, step, p);
    pf_areas_begin(&areas, NULL, BITS);
    assert_int_equal(pf_areas_add(&areas, p, count, &good), PATHFAN_OK);
    if (!good) continue;
    assert_int_equal(pf_areas_list_outer_corners(&areas, 0), PATHFAN_OK);
    simple++;
    for (int i = 0; i < 100; i++) {
      const pf_fixed_point q = at(pf_random_between(&random, -80, 260) * step / 32,
                                  pf_random_between(&random, -80, 260) * step / 32);
      const double away = distance(p, count, q);
      if (away < margin / 3 - 1) assert_true(pf_areas_hold(&areas, q));
      if (away > 2 * margin + 2) assert_false(pf_areas_hold(&areas, q));
      held += pf_areas_hold(&areas, q);
      round_about += hold_round(&areas, q);
      free_near += away < 2 * margin && !pf_areas_hold(&areas, q);
    }
    for (int32_t i = 0; i < areas.outer_corner_count; i++) {
      const double away = distance(p, count, areas.outer_corners[i].at);
      assert_true(away > margin / 3 - 1 && away < 2 * margin + 2);
      assert_true(pf_turn(areas.outer_corners[i].first, areas.outer_corners[i].second) > 0);
    }
  }
  print_message("%d polygons, %d points held, %d near ones free\n", simple, held, free_near);
  assert_true(simple > twin_scaled(500) && held > twin_scaled(1000) &&
              free_near > twin_scaled(1000) && round_about > twin_scaled(1000));
  pf_areas_free(&areas);
}

/* Pieces are convex, and hold the edges they cover. */
static void test_pieces(void **state) {
  (void)state;
  pf_areas areas = {0};
  pf_random random = pf_random_from(2);
  for (int round = twin_scaled(20000); round > 0; round--) {
    pf_fixed_point p[CORNERS];
    bool good;
    const int32_t count = scatter(&random, 2 + round % 30, 1 + round % 7, p);
    pf_areas_begin(&areas, NULL, round % 33);
    assert_int_equal(pf_areas_add(&areas, p, count, &good), PATHFAN_OK);
    for (int32_t i = 0; i < areas.corner_count; i++) {
      const pf_fixed_point *c = areas.pieces[i].corners;
      const pf_fixed_point ends[2] = {areas.corners[i],
                                      areas.corners[(i + 1) % areas.corner_count]};
      for (int k = 0; k < 4; k++) {
        const pf_fixed_point edge = pf_fixed_from_to(c[k], c[(k + 1) & 3]);
        const pf_fixed_point next = pf_fixed_from_to(c[(k + 1) & 3], c[(k + 2) & 3]);
        assert_true(pf_turn(edge, next) >= 0);
        for (int e = 0; e < 2 && (edge.x || edge.y); e++)
          assert_true(pf_turn(edge, pf_fixed_from_to(c[k], ends[e])) > 0);
      }
    }
  }
  pf_areas_free(&areas);
}

/* Whether a segment has a part in an open piece: its fractions are cut down edge by edge. */
static bool meets_piece(const pf_area_piece *piece, pf_fixed_point a, pf_fixed_point b) {
  wide low = 0, low_below = 1, high = 1, high_below = 1;
  bool low_open = false, high_open = false;
  for (int k = 0; k < 4; k++) {
    const pf_fixed_point from = piece->corners[k], to = piece->corners[(k + 1) & 3];
    const pf_fixed_point edge = pf_fixed_from_to(from, to);
    if (!edge.x && !edge.y) continue;
    const wide fa = (wide)edge.x * (a.y - from.y) - (wide)edge.y * (a.x - from.x);
    const wide fb = (wide)edge.x * (b.y - from.y) - (wide)edge.y * (b.x - from.x);
    if (fa <= 0 && fb <= 0) return false;
    if (fa > 0 && fb > 0) continue;
    /* The distance from the line of the edge is 0 at fa / (fa - fb). */
    wide above = fa, below = fa - fb;
    if (below < 0) above = -above, below = -below;
    if (fa <= 0) {
      if (above * low_below >= low * below) low = above, low_below = below, low_open = true;
    } else if (above * high_below <= high * below) {
      high = above, high_below = below, high_open = true;
    }
  }
  const wide room = high * low_below - low * high_below;
  return room > 0 || (room == 0 && !low_open && !high_open);
}

static void test_segments(void **state) {
  (void)state;
  pf_areas areas = {0};
  pf_random random = pf_random_from(3);
  int meeting = 0, apart = 0;
  for (int round = twin_scaled(4000); round > 0; round--) {
    pf_fixed_point p[CORNERS];
    bool good;
    pf_areas_begin(&areas, NULL, BITS);
    for (int ring = round % 3; ring >= 0; ring--) {
      const int32_t count = scatter(&random, 6, 32, p);
      assert_int_equal(pf_areas_add(&areas, p, count, &good), PATHFAN_OK);
    }
    assert_int_equal(pf_areas_list_outer_corners(&areas, 0), PATHFAN_OK);
    for (int i = 0; i < 50; i++) {
      pf_fixed_point ends[2];
      for (int e = 0; e < 2; e++)
        ends[e] = areas.outer_corner_count && pf_random_below(&random, 2)
                      ? areas.outer_corners[pf_random_below(&random, areas.outer_corner_count)].at
                      : at(pf_random_between(&random, -8, 24) * 10,
                           pf_random_between(&random, -8, 24) * 10);
      if (pf_areas_hold(&areas, ends[0]) || pf_areas_hold(&areas, ends[1])) continue;
      bool expected = false;
      for (int32_t k = 0; k < areas.corner_count; k++)
        expected = expected || meets_piece(&areas.pieces[k], ends[0], ends[1]);
      assert_true(pf_areas_meet(&areas, ends[0], ends[1]) == expected);
      assert_true(pf_areas_meet(&areas, ends[1], ends[0]) == expected);
      *(expected ? &meeting : &apart) += 1;
    }
  }
  print_message("%d segments meet areas, %d don't\n", meeting, apart);
  assert_true(meeting > 1000 && apart > 1000);
  pf_areas_free(&areas);
}

/* A square has one outer corner at each corner; its sides stay straight. */
static void test_square(void **state) {
  (void)state;
  static const pf_fixed_point square[] = {{0, 0},      {640, 0},  {1280, 0}, {1280, 1280},
                                          {640, 1280}, {0, 1280}, {0, 640},  {0, 0}};
  for (int backwards = 0; backwards < 2; backwards++) {
    pf_areas areas = {0};
    pf_fixed_point p[8];
    bool good;
    for (int i = 0; i < 8; i++) p[i] = square[backwards ? 7 - i : i];
    pf_areas_begin(&areas, NULL, BITS);
    assert_int_equal(pf_areas_add(&areas, p, 8, &good), PATHFAN_OK);
    assert_true(good);
    assert_int_equal(pf_areas_list_outer_corners(&areas, 0), PATHFAN_OK);
    assert_int_equal(areas.corner_count, 4);
    assert_int_equal(areas.outer_corner_count, 4);
    for (int32_t i = 0; i < 4; i++) {
      const pf_fixed_point b = areas.outer_corners[i].at;
      assert_true((b.x == -16 || b.x == 1296) && (b.y == -16 || b.y == 1296));
    }
    /* A segment along the grown side is legal, one a step nearer isn't. */
    assert_false(pf_areas_meet(&areas, at(-500, -16), at(2000, -16)));
    assert_true(pf_areas_meet(&areas, at(-500, -15), at(2000, -15)));
    assert_true(pf_areas_hold(&areas, at(640, 640)));
    assert_true(pf_areas_hold(&areas, at(0, 0)) && pf_areas_hold(&areas, at(-15, -15)));
    assert_false(pf_areas_hold(&areas, at(-16, -16)));
    pf_areas_free(&areas);
  }
}

/* Rings that are no polygon, or no simple one. */
static void test_refused(void **state) {
  (void)state;
  static const struct {
    int32_t count;
    pf_fixed_point p[6];
  } bad[] = {
      {3, {{0, 0}, {0, 0}, {0, 0}}},
      {3, {{0, 0}, {5, 5}, {9, 9}}},
      {4, {{0, 0}, {9, 0}, {9, 0}, {0, 0}}},
      {4, {{0, 0}, {9, 9}, {9, 0}, {0, 9}}},                   /* a bow tie */
      {5, {{0, 0}, {9, 0}, {9, 9}, {9, 0}, {0, 5}}},           /* a spike */
      {4, {{0, 0}, {9, 0}, {0, 0}, {0, 5}}},                   /* a spike at the first corner */
      {5, {{0, 0}, {9, 0}, {5, 0}, {5, 5}, {0, 5}}},           /* a spike that goes straight on */
      {6, {{0, 0}, {4, 4}, {8, 0}, {8, 8}, {4, 4}, {0, 8}}},   /* touches itself in a corner */
      {6, {{0, 0}, {10, 0}, {10, 9}, {5, 0}, {2, 9}, {0, 9}}}, /* a corner on a side */
  };
  pf_areas areas = {0};
  bool good;
  pf_areas_begin(&areas, NULL, 32);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    good = true;
    assert_int_equal(pf_areas_add(&areas, bad[i].p, bad[i].count, &good), PATHFAN_OK);
    assert_false(good);
    assert_int_equal(areas.ring_count, 0);
  }
  static const pf_fixed_point triangle[] = {{0, 0}, {0, 0}, {9, 0}, {9, 9}, {9, 9}, {0, 0}};
  assert_int_equal(pf_areas_add(&areas, triangle, 6, &good), PATHFAN_OK);
  assert_true(good && areas.ring_count == 1 && areas.corner_count == 3);
  pf_areas_free(&areas);
}

/* Corners as far off as they may be. */
static void test_far(void **state) {
  (void)state;
  const int64_t far = INT64_C(1) << 60;
  const pf_fixed_point p[] = {{-far, -far}, {far, -far}, {far, far}, {-far, far}};
  pf_areas areas = {0};
  bool good;
  pf_areas_begin(&areas, NULL, 32);
  assert_int_equal(pf_areas_add(&areas, p, 4, &good), PATHFAN_OK);
  assert_int_equal(pf_areas_list_outer_corners(&areas, 0), PATHFAN_OK);
  assert_true(good);
  assert_int_equal(areas.outer_corner_count, 4);
  assert_true(pf_areas_hold(&areas, at(0, 0)) && pf_areas_hold(&areas, at(far, far)));
  assert_false(pf_areas_hold(&areas, at(far + 300, 0)));
  pf_areas_free(&areas);
}

/* A circle's polygon surrounds it and touches it with all sides. */
static void test_circle(void **state) {
  (void)state;
  double corners[PF_CIRCLE_CORNERS][2];
  const double turn = 8 * atan(1) / PF_CIRCLE_CORNERS;
  pf_circle_corners(10, -20, 3, corners);
  for (int i = 0; i < PF_CIRCLE_CORNERS; i++) {
    const double *a = corners[i], *b = corners[(i + 1) % PF_CIRCLE_CORNERS];
    assert_true(fabs(hypot(a[0] - 10, a[1] + 20) - 3 / cos(turn / 2)) < 1e-12);
    const double x = (a[0] + b[0]) / 2 - 10, y = (a[1] + b[1]) / 2 + 20;
    assert_true(fabs(hypot(x, y) - 3) < 1e-12);
    assert_true(fabs(x - 3 * cos((i + 1) * turn)) < 1e-12);
    assert_true(fabs(y - 3 * sin((i + 1) * turn)) < 1e-12);
  }
}

/* The same circles as circles, and as the polygons round them. */
typedef struct two_ways {
  pf_areas circles, polygons;
} two_ways;

static void scatter_circles(pf_random *random, const pf_frame *frame, int bits, two_ways *both) {
  const int32_t count = pf_random_between(random, 1, 80);
  pf_areas_begin(&both->circles, frame, bits);
  pf_areas_begin(&both->polygons, frame, bits);
  for (int32_t i = 0; i < count; i++) {
    const pf_area_circle circle = {
        .x = (frame->origin_x + pf_random_between(random, 0, 100000) * 1e-3) / frame->scale,
        .y = (frame->origin_y + pf_random_between(random, 0, 100000) * 1e-3) / frame->scale,
        .radius = ldexp(3, -pf_random_between(random, 0, 40)) / frame->scale};
    pf_fixed_point corners[PF_CIRCLE_CORNERS];
    bool simple[2];
    assert_true(pf_area_circle_draw(&circle, frame, bits, corners));
    assert_int_equal(
        pf_areas_add_circle(&both->circles, circle.x, circle.y, circle.radius, &simple[0]),
        PATHFAN_OK);
    assert_int_equal(pf_areas_add(&both->polygons, corners, PF_CIRCLE_CORNERS, &simple[1]),
                     PATHFAN_OK);
    assert_true(simple[0] == simple[1]);
  }
  assert_int_equal(pf_areas_cluster(&both->circles), PATHFAN_OK);
}

static pf_fixed_point near_ring(pf_random *random, const pf_areas *areas) {
  const int32_t k = pf_random_below(random, areas->corner_count);
  const pf_fixed_point *c = areas->pieces[k].corners;
  const int64_t off = pf_random_between(random, -3, 3) *
                      (INT64_C(1) << pf_random_between(random, 0, areas->fraction_bits));
  const pf_fixed_point p = c[pf_random_below(random, 4)];
  return at(p.x + off, p.y - off);
}

/* A single circle, and many in clusters, are decided by the polygons round them. */
static void test_circles(void **state) {
  (void)state;
  static const pf_frame frames[] = {
      {0, 0, 1, 100, 100, 0}, {-5000, 70, 1024, 100, 100, 0}, {4.5e11, 5.5e12, 1e6, 100, 100, 1}};
  static const int bits[] = {32, 24, 10};
  pf_random random = pf_random_from(5);
  int64_t held = 0, met = 0, free_points = 0, missed = 0, drawn = 0, round_about = 0;
  two_ways both = {0};
  for (int round = twin_scaled(600); round > 0; round--) {
    scatter_circles(&random, &frames[round % 3], bits[round / 3 % 3], &both);
    const pf_areas *circles = &both.circles, *polygons = &both.polygons;
    assert_int_equal(circles->ring_count, polygons->ring_count);
    assert_true(circles->ring_count <= 32 || circles->cluster_count);
    drawn += circles->corner_count;
    for (int i = 0; i < 200 && polygons->ring_count; i++) {
      const pf_fixed_point a = near_ring(&random, polygons);
      const pf_fixed_point b = near_ring(&random, polygons);
      const bool a_held = pf_areas_hold(polygons, a);
      assert_true(pf_areas_hold(circles, a) == a_held);
      *(a_held ? &held : &free_points) += 1;
      round_about += hold_round(circles, a) | hold_round(polygons, a);
      if (a_held || pf_areas_hold(polygons, b)) continue;
      const bool meet = pf_areas_meet(polygons, a, b);
      assert_true(pf_areas_meet(circles, a, b) == meet);
      *(meet ? &met : &missed) += 1;
    }
    pf_areas_scatter(&both.circles);
    assert_int_equal(pf_areas_list_outer_corners(&both.circles, 0), PATHFAN_OK);
    assert_int_equal(pf_areas_list_outer_corners(&both.polygons, 0), PATHFAN_OK);
    assert_int_equal(circles->outer_corner_count, polygons->outer_corner_count);
    for (int32_t i = 0; i < circles->outer_corner_count; i++) {
      const pf_area_corner *one = &circles->outer_corners[i], *other = &polygons->outer_corners[i];
      assert_true(one->at.x == other->at.x && one->at.y == other->at.y);
      assert_true(one->first.x == other->first.x && one->first.y == other->first.y);
      assert_true(one->second.x == other->second.x && one->second.y == other->second.y);
    }
  }
  print_message(
      "points: %d held, %d free; segments: %d meet circles, %d don't; %d corners at once\n",
      (int)held, (int)free_points, (int)met, (int)missed, (int)drawn);
  assert_true(held > 1000 && free_points > 1000 && met > 1000 && missed > 1000 && drawn > 100);
  assert_true(round_about > twin_scaled(1000));
  pf_areas_free(&both.circles);
  pf_areas_free(&both.polygons);
}

SUITE(test_area) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_margin),   cmocka_unit_test(test_pieces),
      cmocka_unit_test(test_segments), cmocka_unit_test(test_square),
      cmocka_unit_test(test_refused),  cmocka_unit_test(test_far),
      cmocka_unit_test(test_circle),   cmocka_unit_test(test_circles),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
