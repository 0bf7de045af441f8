/* test_terrain_features.c - what becomes of features: counts of overlaps, cut and useless roads and
 * lost bridges; bridges and tunnels that end on the ground, in each other, in a hill's side; lines
 * for drawing. */
#include <stdio.h>
#include <string.h>

#include "suite.h"
#include "terrain_fixture.h"

/* ---- Notes ---- */

/* What of the map has no effect: "kind count example;" for each kind. */
static char told[1000];

static pathfan_terrain_info info_of(const twin_terrain *t) {
  pathfan_terrain_info info;
  pathfan_ignored one;
  twin_guide guide = twin_guide_make(t, NULL);
  told[0] = '\0';
  for (int32_t i = 0; pathfan_map_ignored(guide.map, i, &one); i++) {
    const size_t length = strlen(told);
    snprintf(told + length, sizeof told - length, "%s %d %s;", one.kind, (int)one.count,
             one.example);
  }
  assert_true(pathfan_map_is_terrain(guide.map));
  assert_true(pathfan_map_terrain_info(guide.map, &info));
  twin_guide_free(&guide);
  return info;
}

static void test_overlaps(void **state) {
  (void)state;
  twin_terrain t = twin_terrain_blank(10, 7, 1);
  LINE(&t, TWIN_ROAD, 0.5, 1, 3, 6, 3);
  LINE(&t, TWIN_ROAD, 0.25, 8, 3, 4, 3);
  check_once(&t, 1, 3, 8, 3, 3 * 0.5 + 4 * 0.25);
  assert_int_equal(info_of(&t).overlapping_roads, 1);
  assert_string_equal(told, "road-overlap 1 feature 1 \"road 1\";");
  LINE(&t, TWIN_ROAD, 0.9, 1, 3, 8, 3);
  check_once(&t, 1, 3, 8, 3, 3 * 0.5 + 4 * 0.25);
  pathfan_terrain_info info = info_of(&t);
  assert_int_equal(info.overlapping_roads, 2);
  assert_int_equal(info.road_count, 3);
  assert_int_equal(info.arc_count, 3);
  assert_true(info.least_rate == 0.25 && info.background_rate == 1);
  t.count = 0;
  LINE(&t, TWIN_RIVER, 0.5, 0, 3, 10, 3);
  LINE(&t, TWIN_RIVER, 0.75, 10, 3, 4, 3);
  check_once(&t, 2, 4, 2, 2, 2.5);
  check_once(&t, 8, 4, 8, 2, 2.75);
  info = info_of(&t);
  assert_int_equal(info.overlapping_rivers, 1);
  assert_int_equal(info.overlapping_roads, 0);
  assert_string_equal(told, "river-overlap 1 feature 1 \"river 1\";");
  assert_int_equal(info.river_count, 2);
  /* A road there and back, and a road on a river, are no overlaps. */
  LINE(&t, TWIN_ROAD, 0.25, 1, 3, 9, 3, 1, 3);
  check_once(&t, 1, 3, 9, 3, 2);
  info = info_of(&t);
  assert_true(!info.overlapping_roads && info.overlapping_rivers == 1);
}

static void test_notes(void **state) {
  (void)state;
  twin_terrain t = twin_terrain_blank(10, 7, 1);
  LINE(&t, TWIN_OBSTACLE, 0, 4, 2, 6, 2, 6, 5, 4, 5);
  LINE(&t, TWIN_ROAD, 0.5, 1, 3, 9, 3, 9, 4, 1, 4); /* cut twice: one road */
  LINE(&t, TWIN_ROAD, 0.5, 5, 3, 5, 4);             /* all of it in the obstacle */
  LINE(&t, TWIN_ROAD, 0.5, 8, 6, 12, 6);            /* off the map */
  LINE(&t, TWIN_ROAD, 0.5, 4, 2, 6, 2);             /* along a side: whole */
  LINE(&t, TWIN_ROAD, 1, 1, 1, 2, 1);               /* useless */
  LINE(&t, TWIN_ROAD, 7, 1, 1, 1, 2);
  LINE(&t, TWIN_ROAD, 7, 3, 1, 3, 2)->is_apart = true; /* kept */
  LINE(&t, TWIN_RIVER, 0, 0, 6, 3, 6);
  LINE(&t, TWIN_RIVER, 1, 7, 5, 7, 7);
  LINE(&t, TWIN_BRIDGE, 0, 7, 6);
  LINE(&t, TWIN_BRIDGE, 0, 7, 5);
  LINE(&t, TWIN_BRIDGE, 0, 7.5, 6); /* on no river */
  LINE(&t, TWIN_BRIDGE, 0, 1, 6);   /* on one that costs nothing */
  LINE(&t, TWIN_BRIDGE, 0, 5, 3);
  LINE(&t, TWIN_RIVER, 1, 5, 1, 5, 3);  /* ends in the obstacle */
  LINE(&t, TWIN_RIVER, 1, 8, 1, 11, 1); /* leaves the map */
  const pathfan_terrain_info info = info_of(&t);
  assert_string_equal(told,
                      "useless-road 2 feature 6 \"road 6\";useless-river 1 feature 9 \"river 9\";"
                      "cut-road 3 feature 2 \"road 2\";"
                      "lost-bridge 3 feature 13 \"bridge 13\";");
  assert_int_equal(info.cut_roads, 3);
  assert_int_equal(info.useless_roads, 2);
  assert_int_equal(info.lost_bridges, 3);
  assert_int_equal(info.overlapping_roads + info.overlapping_rivers, 0);
  assert_int_equal(info.road_count, 7);
  assert_int_equal(info.river_count, 4);
  assert_int_equal(info.bridge_count, 2);
  assert_true(info.least_rate == 0.5);
}

/* ---- Fords and bridges that are points ---- */

static void test_fords_and_bridges(void **state) {
  (void)state;
  twin_terrain t = twin_terrain_blank(10, 7, 1);
  LINE(&t, TWIN_RIVER, 0.5, 5, 0, 5, 7);
  LINE(&t, TWIN_ROAD, 0.25, 1, 3, 9, 3);
  check_once(&t, 1, 3, 9, 3, 2.5);
  LINE(&t, TWIN_RIVER, INFINITY, 4, 0, 4, 7);
  check_once(&t, 1, 3, 9, 3, INFINITY);
  LINE(&t, TWIN_BRIDGE, 0, 4, 4);
  check_once(&t, 3, 4, 4.5, 4, 1.5);
  check_once(&t, 3, 5, 4, 4, sqrt(2));
  LINE(&t, TWIN_BRIDGE, 0, 4, 3);
  check_once(&t, 1, 3, 9, 3, 2.5);
  LINE(&t, TWIN_BRIDGE, 0, 5, 3);
  check_once(&t, 1, 3, 9, 3, 2);
  /* Three rivers meet and end at a point: a way round it crosses those on the cheaper side. */
  t.count = 0;
  LINE(&t, TWIN_RIVER, 1, 5, 3, 5, 7);
  LINE(&t, TWIN_RIVER, 2, 5, 3, 0, 0);
  LINE(&t, TWIN_RIVER, 4, 5, 3, 10, 0);
  check_once(&t, 4, 3, 6, 3, 3);
  check_once(&t, 5, 2, 6, 3, fmin(sqrt(2) + 4, 2 + 1 + 2));
}

/* ---- Bridges and tunnels ---- */

/* A bridge leads over a river that can't be crossed, however bad the bridge's road is. */
static void test_dear_bridge(void **state) {
  (void)state;
  twin_terrain t = twin_terrain_blank(10, 7, 1);
  LINE(&t, TWIN_RIVER, INFINITY, 5, 0, 5, 7);
  twin_feature *bridge = LINE(&t, TWIN_ROAD, 0.5, 4, 3, 6, 3);
  bridge->is_apart = true;
  static const double rates[] = {0.5, 1, 3, 1e6};
  for (int i = 0; i < 4; i++) {
    bridge->value = rates[i];
    check_once(&t, 1, 3, 9, 3, 3 + 2 * rates[i] + 3);
    check_once(&t, 4, 5, 6, 3, 2 + 2 * rates[i]);
  }
  assert_int_equal(info_of(&t).useless_roads, 0);
  /* A river that can be crossed is crossed if the bridge is dearer. */
  t.features[0].value = 2;
  bridge->value = 1.5;
  check_once(&t, 1, 3, 9, 3, 3 + 3 + 3);
  bridge->value = 2.5;
  check_once(&t, 1, 3, 9, 3, 8 + 2);
}

/* A bridge may be the only feature, with nothing on the ground. */
static void test_lone_bridge(void **state) {
  (void)state;
  twin_terrain t = twin_terrain_blank(10, 7, 1);
  LINE(&t, TWIN_ROAD, 0.5, 4, 3, 6, 3)->is_apart = true;
  check_once(&t, 1, 3, 9, 3, 3 + 1 + 3);
  check_once(&t, 5, 3, 9, 3, 4);
  t.features[0].value = 2;
  check_once(&t, 4, 3, 6, 3, 2);
}

/* A bridge touches nothing that lies below it. */
static void test_above_all(void **state) {
  (void)state;
  twin_terrain t = twin_terrain_blank(10, 7, 1);
  LINE(&t, TWIN_OBSTACLE, 0, 4, 2, 6, 2, 6, 5, 4, 5);
  LINE(&t, TWIN_RIVER, INFINITY, 3, 0, 3, 7);
  LINE(&t, TWIN_ROAD, 0.1, 7, 0, 7, 7);
  LINE(&t, TWIN_ROAD, 0.5, 2, 4, 5, 4.5, 8, 4)->is_apart = true;
  check_once(&t, 2, 4, 8, 4, hypot(3, 0.5));
  check_once(&t, 2, 4, 7, 4, hypot(3, 0.5) + 1);
  check_once(&t, 2, 4, 7, 7, hypot(3, 0.5) + 0.3 + sqrt(0.99));
  check_once(&t, 2, 6, 8, 4, 2 + hypot(3, 0.5));
}

/* Bridges that meet in the air continue into each other, and no way gets on there; where there is a
 * road on the ground, all of them come down. */
static void test_joined(void **state) {
  (void)state;
  twin_terrain t = twin_terrain_blank(10, 10, 1);
  LINE(&t, TWIN_RIVER, INFINITY, 4, 0, 4, 10);
  LINE(&t, TWIN_ROAD, 0.5, 2, 5, 5, 5)->is_apart = true;
  LINE(&t, TWIN_ROAD, 0.75, 5, 5, 8, 5)->is_apart = true;
  check_bridges(&t, 2, 5, 8, 5, 1.5 + 2.25);
  check_bridges(&t, 2, 5, 5, 6, 1.5 + 2.25 + hypot(3, 1));
  /* A third bridge at the same place; one that ends in the middle of another. */
  LINE(&t, TWIN_ROAD, 0.5, 5, 5, 5, 9)->is_apart = true;
  check_bridges(&t, 2, 5, 5, 9, 1.5 + 2);
  LINE(&t, TWIN_ROAD, 0.5, 1, 1, 2, 1, 5, 1)->is_apart = true;
  LINE(&t, TWIN_ROAD, 0.5, 2, 1, 2, 3)->is_apart = true;
  check_bridges(&t, 2, 3, 5, 1, 1 + 1.5);
  /* Bridges that only pass each other don't meet. */
  LINE(&t, TWIN_ROAD, 0.01, 2, 8, 3, 8, 9, 8)->is_apart = true;
  LINE(&t, TWIN_ROAD, 0.01, 3, 7.5, 3, 8, 3, 9)->is_apart = true;
  check_bridges(&t, 3, 9, 3, 7.5, 0.015);
  check_bridges(&t, 3, 9, 9, 8, 0.085 + hypot(1, 0.5));
  /* A road on the ground: the bridges come down to it. */
  LINE(&t, TWIN_ROAD, 0.9, 5, 5, 6, 6);
  check_bridges(&t, 2, 5, 5, 6, 1.5 + fmin(1, 0.9 * sqrt(2)));
  check_bridges(&t, 2, 5, 8, 5, 1.5 + 2.25);
}

/* A chain of tunnels below a hill and a river; they meet inside the hill. */
static void test_below(void **state) {
  (void)state;
  twin_terrain t = twin_terrain_blank(20, 10, 1);
  LINE(&t, TWIN_OBSTACLE, 0, 8, 1, 12, 1, 12, 9, 8, 9);
  LINE(&t, TWIN_RIVER, 100, 10, 0, 10, 1);
  LINE(&t, TWIN_RIVER, 100, 10, 9, 10, 10);
  LINE(&t, TWIN_ROAD, 0.5, 6, 5, 10, 5)->is_apart = true;
  LINE(&t, TWIN_ROAD, 0.75, 10, 5, 14, 5)->is_apart = true;
  LINE(&t, TWIN_ROAD, 0.25, 10, 5, 10, 7)->is_apart = true;
  check_bridges(&t, 5, 5, 15, 5, 1 + 2 + 3 + 1);
  /* A tunnel that ends within the hill, and in no other tunnel, leads nowhere. */
  t.features[4].value = 0.5;
  t.features[4].points[0].y = 6;
  check_bridges(&t, 6, 5, 14, 5, 2 * (hypot(2, 4) + 2) + 100);
}

/* A tunnel's mouth in a hill's side is reached from all round, on both banks of a river there
 * too. */
static void test_mouths(void **state) {
  (void)state;
  twin_terrain t = twin_terrain_blank(10, 7, 1);
  LINE(&t, TWIN_OBSTACLE, 0, 4, 2, 6, 2, 6, 5, 4, 5);
  twin_feature *tunnel = LINE(&t, TWIN_ROAD, 0.5, 4, 3, 6, 3);
  tunnel->is_apart = true;
  check_bridges(&t, 3, 3, 7, 3, 1 + 1 + 1);
  check_bridges(&t, 4, 3, 6, 3, 1);
  LINE(&t, TWIN_RIVER, 5, 0, 3, 4, 3);
  LINE(&t, TWIN_RIVER, INFINITY, 6, 3, 10, 3);
  for (int i = 0; i < 4; i++) {
    const double y = i % 2 ? 2.5 : 3.5, z = i / 2 ? 2.5 : 3.5;
    check_bridges(&t, 3, y, 7, z, 1 + 2 * hypot(1, 0.5));
  }
  check_bridges(&t, 3.9, 3.1, 3.9, 2.9, 0.2 * sqrt(2));
  check_bridges(&t, 1, 3.1, 1, 2.9, 5.2);
  /* The tunnel reversed, and with a mouth at a corner of the hill. */
  const twin_feature other = {
      .kind = TWIN_ROAD, .is_apart = true, .value = 0.5, .count = 2, .points = {{6, 3}, {4, 3}}};
  *tunnel = other;
  check_bridges(&t, 3, 3.5, 7, 2.5, 1 + 2 * hypot(1, 0.5));
  tunnel->points[1] = (pathfan_point){4, 5};
  LINE(&t, TWIN_RIVER, 7, 4, 5, 2, 7);
  check_bridges(&t, 3.5, 5, 6, 2.5, 0.5 + 0.5 * hypot(2, 2) + 0.5);
  check_bridges(&t, 4, 5.5, 6, 2.5, 0.5 + 0.5 * hypot(2, 2) + 0.5);
  /* A tunnel along the hill's side is on one bank, one along a river on both. */
  tunnel->points[0] = (pathfan_point){4, 6};
  LINE(&t, TWIN_RIVER, 9, 4, 5, 4, 5.5);
  tunnel->value = 0.01;
  check_bridges(&t, 3.9, 5.2, 4, 6, hypot(0.1, 0.2) + 0.01);
  check_bridges(&t, 4.1, 5.2, 4, 6, hypot(0.1, 0.2) + 0.01);
}

/* Picks a corner of an obstacle or the middle of a side, and the obstacle. False: no mouth can be
 * there. */
static bool some_mouth(const twin_terrain *t, pf_random *random, int32_t *obstacle,
                       pathfan_point *p) {
  *obstacle = (int32_t)pf_random_below(random, t->count);
  const twin_feature *f = &t->features[*obstacle];
  const int64_t k = pf_random_below(random, f->count);
  const pathfan_point a = f->points[k], b = f->points[(k + 1) % f->count];
  const bool is_middle = pf_random_chance(random, 0.5);
  /* A decimal, so that it lies on the side on the library's lattice too. */
  *p =
      is_middle ? (pathfan_point){round((a.x + b.x) * 50) / 100, round((a.y + b.y) * 50) / 100} : a;
  if (f->kind != TWIN_OBSTACLE) return false;
  int32_t free = 0;
  for (int i = 0; i < 16; i++)
    free +=
        !twin_terrain_blocked(t, p->x + 1e-3 * cos(i * M_PI / 8), p->y + 1e-3 * sin(i * M_PI / 8));
  return free > 0 && p->x > 0 && p->y > 0 && p->x < 10 && p->y < 7;
}

/* Random tunnels from hill to hill, against the twin. */
static void test_random_mouths(void **state) {
  (void)state;
  const int count = twin_scaled(60);
  int used = 0;
  for (int i = 0; i < count; i++) {
    twin_terrain t = twin_terrain_number(5 + i * twin_terrain_kinds()); /* shores */
    pf_random random = pf_random_from(t.seed);
    int32_t first = 0, second = 0;
    pathfan_point p, q, a, b;
    bool found = false;
    for (int tries = 0; tries < 50 && !found; tries++)
      found = some_mouth(&t, &random, &first, &p) && some_mouth(&t, &random, &second, &q) &&
              first != second && hypot(p.x - q.x, p.y - q.y) > 0.1;
    if (!found) continue;
    LINE(&t, TWIN_ROAD, t.rate * 0.3, p.x, p.y, q.x, q.y)->is_apart = true;
    twin_guide guide = twin_guide_make(&t, NULL);
    for (int k = 0; k < 4; k++) {
      const pathfan_answer *answer;
      twin_terrain_ends(&t, &random, &a, &b);
      check_cost(&guide, a, b, twin_terrain_exact(&t, a, b, NULL), COST_SLACK, false);
      if (isinf(twin_guide_ask(&guide, a, b, &answer))) continue;
      for (int32_t leg = 0; leg < answer->paths[0].leg_count; leg++)
        used += answer->paths[0].legs[leg].kind == PATHFAN_LEG_ROAD;
    }
    twin_guide_free(&guide);
  }
  print_message("%d tunnels used\n", used);
  assert_true(used > count / 4);
}

/* ---- Lines for drawing ---- */

static void test_lines(void **state) {
  (void)state;
  twin_terrain t = twin_terrain_blank(10, 7, 1);
  LINE(&t, TWIN_OBSTACLE, 0, 4, 2, 6, 2, 6, 5, 4, 5);
  LINE(&t, TWIN_ROAD, 0.5, 1, 3, 9, 3);
  LINE(&t, TWIN_RIVER, 2, 2, 1, 2, 6);
  LINE(&t, TWIN_RIVER, INFINITY, 8, 4, 8, 6);
  LINE(&t, TWIN_ROAD, 2, 3, 4, 5, 6, 7, 4)->is_apart = true;
  LINE(&t, TWIN_BRIDGE, 0, 8, 5);
  LINE(&t, TWIN_BRIDGE, 0, 5, 3); /* on no river */
  LINE(&t, TWIN_BRIDGE, 0, 2, 3);
  twin_guide guide = twin_guide_make(&t, NULL);
  pathfan_terrain_line line;
  double lengths[6] = {0};
  int32_t number = 0, bridges = 0;
  for (; pathfan_map_terrain_line(guide.map, number, &line); number++) {
    const double length = hypot(line.ends[1].x - line.ends[0].x, line.ends[1].y - line.ends[0].y);
    if (line.kind == PATHFAN_CLASS_BRIDGE) { /* the last ones, in reverse order */
      const int32_t feature = bridges++ ? 6 : 8;
      const pathfan_point at = t.features[feature - 1].points[0];
      assert_int_equal(line.feature, feature);
      assert_true(length == 0 && fabs(line.ends[0].x - at.x) + fabs(line.ends[0].y - at.y) < 1e-6);
      assert_string_equal(line.name, bridges == 1 ? "bridge 8" : "bridge 6");
      assert_true(line.value == 0 && !line.is_apart);
      continue;
    }
    assert_int_equal(bridges, 0);
    assert_true(line.feature >= 0 && line.feature < 6 && length > 0);
    const twin_feature *f = &t.features[line.feature - 1];
    assert_int_equal(line.kind, f->kind == TWIN_ROAD ? PATHFAN_CLASS_ROAD : PATHFAN_CLASS_RIVER);
    assert_true(line.value == f->value && line.is_apart == f->is_apart);
    assert_non_null(line.name);
    lengths[line.feature] += length;
  }
  assert_true(fabs(lengths[2] - 6) < 1e-6 && fabs(lengths[3] - 5) < 1e-6);
  assert_true(fabs(lengths[4] - 2) < 1e-6 && fabs(lengths[5] - 4 * sqrt(2)) < 1e-6);
  assert_int_equal(bridges, 2);
  assert_false(pathfan_map_terrain_line(guide.map, -1, &line));
  assert_false(pathfan_map_terrain_line(guide.map, INT32_MAX, &line));
  twin_guide_free(&guide);
}

SUITE(test_terrain_features) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_overlaps),
                                     cmocka_unit_test(test_notes),
                                     cmocka_unit_test(test_fords_and_bridges),
                                     cmocka_unit_test(test_dear_bridge),
                                     cmocka_unit_test(test_lone_bridge),
                                     cmocka_unit_test(test_above_all),
                                     cmocka_unit_test(test_joined),
                                     cmocka_unit_test(test_below),
                                     cmocka_unit_test(test_mouths),
                                     cmocka_unit_test(test_random_mouths),
                                     cmocka_unit_test(test_lines)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
