/* Rays, walls, moves, random points and checks of paths where walls are open: those of the map
 * built again without these walls, with and without areas. */
#include "opening_scene.h"

typedef struct both {
  scene s;
  pathfan_obstacles *ours, *theirs; /* theirs: NULL without areas */
} both;

/* Some maps have an area in an opening or near one. */
static both open_both(int number, pf_random *random) {
  both b = {.s = open_scene(number, 20, random)};
  pathfan_obstacles *none;
  b.ours = (pathfan_obstacles *)pathfan_obstacles_retain(b.s.now);
  if (number % 2 || !b.s.count) return b;
  const box *at = &b.s.boxes[0];
  const pathfan_change fire = {
      .area = {.centre = mapped(&b.s, at->x + 0.4, at->y + 0.3), .radius = 0.3}};
  pathfan_obstacles_release(b.ours);
  assert_int_equal(pathfan_obstacles_change(b.s.now, &fire, 1, &b.ours, NULL, NULL), PATHFAN_OK);
  assert_int_equal(pathfan_obstacles_create(b.s.rebuilt, &none, NULL), PATHFAN_OK);
  assert_int_equal(pathfan_obstacles_change(none, &fire, 1, &b.theirs, NULL, NULL), PATHFAN_OK);
  pathfan_obstacles_release(none);
  return b;
}

static void close_both(both *b) {
  pathfan_obstacles_release(b->ours);
  pathfan_obstacles_release(b->theirs);
  close_scene(&b->s);
}

static double between(pathfan_point a, pathfan_point b) {
  return hypot(a.x - b.x, a.y - b.y);
}

static void ok(pathfan_query *query, pathfan_status status) {
  if (status) fail_msg("%s", pathfan_query_error(query));
}

/* The end of a ray: a free point, one behind it, or straight along an axis or a diagonal. */
static pathfan_point some_end(pf_random *random, const scene *s, pathfan_point from) {
  const pathfan_point to = some_point(random, s);
  const double beyond = (double)pf_random_between(random, 1, 3);
  const double x = (to.x - from.x) * beyond, y = (to.y - from.y) * beyond;
  switch (pf_random_below(random, 5)) {
  case 0: return (pathfan_point){from.x + x, from.y};
  case 1: return (pathfan_point){from.x, from.y + y};
  case 2: return (pathfan_point){from.x + x, from.y + x};
  default: return (pathfan_point){from.x + x, from.y + y};
  }
}

/* How far points may differ that are rounded to the grid. */
static double slack_of(const scene *s) {
  const pf_space *space = &generation_of(s->index)->space;
  return 1e-9 + 8 / space->steps;
}

static void differ(const both *b, const char *what, pathfan_point from, pathfan_point to,
                   const pathfan_hit *ours, const pathfan_hit *theirs) {
  show(&b->s);
  twin_fail(
      &b->s.map,
      "%s %.17g,%.17g to %.17g,%.17g: %d %d %.17g at %.17g,%.17g, not %d %d %.17g at %.17g,%.17g",
      what, from.x, from.y, to.x, to.y, ours->outcome, ours->found, ours->distance, ours->at.x,
      ours->at.y, theirs->outcome, theirs->found, theirs->distance, theirs->at.x, theirs->at.y);
}

static bool compare_rays(const both *b, pathfan_point from, pathfan_point to) {
  pathfan_hit ours, theirs, plain;
  ok(b->s.query, pathfan_query_ray(b->s.query, from, to, b->ours, &ours));
  ok(b->s.anew, pathfan_query_ray(b->s.anew, from, to, b->theirs, &theirs));
  ok(b->s.query, pathfan_query_ray(b->s.query, from, to, NULL, &plain));
  /* A point where two obstacles meet belongs to one side of them; openings don't change which. */
  const bool at_end = between(ours.at, to) <= slack_of(&b->s);
  if (ours.outcome != theirs.outcome || (ours.found != theirs.found && !at_end) ||
      fabs(ours.distance - theirs.distance) > slack_of(&b->s) ||
      between(ours.at, theirs.at) > slack_of(&b->s) || !ours.obstacle != !theirs.obstacle)
    differ(b, "ray", from, to, &ours, &theirs);
  if (ours.outcome || !ours.found) return plain.found && !ours.found;
  if (fabs(hypot(ours.normal.x, ours.normal.y) - 1) > 1e-9 ||
      !(ours.normal.x * (to.x - from.x) + ours.normal.y * (to.y - from.y) < 0)) {
    show(&b->s);
    twin_fail(&b->s.map, "normal %g,%g at %.17g,%.17g, not %g,%g: %g,%g to %g,%g", ours.normal.x,
              ours.normal.y, ours.at.x, ours.at.y, theirs.normal.x, theirs.normal.y, from.x, from.y,
              to.x, to.y);
  }
  return plain.outcome || plain.distance < ours.distance - 1;
}

static void test_ray(void **state) {
  (void)state;
  const int maps = maps_to_try(40);
  int64_t farther = 0;
  for (int number = 0; number < maps; number++) {
    pf_random random = pf_random_from((uint64_t)number + 901);
    both b = open_both(number, &random);
    for (int i = 0; i < 100 && b.s.count; i++) {
      const pathfan_point from = some_point(&random, &b.s);
      farther += compare_rays(&b, from, some_end(&random, &b.s, from));
    }
    close_both(&b);
  }
  if (twin_is_whole()) assert_true(farther > 5 * maps);
}

static void test_wall(void **state) {
  (void)state;
  const int maps = maps_to_try(20);
  int64_t farther = 0;
  for (int number = 0; number < maps; number++) {
    pf_random random = pf_random_from((uint64_t)number + 301);
    both b = open_both(number, &random);
    for (int i = 0; i < 60 && b.s.count; i++) {
      const pathfan_point from = some_point(&random, &b.s);
      const double radius = pf_random_below(&random, 3) ? INFINITY : 1.5;
      pathfan_hit ours, theirs, plain;
      ok(b.s.query, pathfan_query_wall(b.s.query, from, radius, b.ours, &ours));
      ok(b.s.anew, pathfan_query_wall(b.s.anew, from, radius, b.theirs, &theirs));
      ok(b.s.query, pathfan_query_wall(b.s.query, from, radius, NULL, &plain));
      if (ours.outcome != theirs.outcome || ours.found != theirs.found ||
          fabs(ours.distance - theirs.distance) > slack_of(&b.s) ||
          between(ours.at, theirs.at) > slack_of(&b.s) || !ours.obstacle != !theirs.obstacle)
        differ(&b, "wall", from, from, &ours, &theirs);
      farther += plain.outcome != ours.outcome || plain.distance < ours.distance - 0.1;
    }
    close_both(&b);
  }
  if (twin_is_whole()) assert_true(farther > maps);
}

/* Moves take the same way; where a corner leaves a choice of sides they may part. They are walked:
 * no path to their end is longer than they are. */
static void test_move(void **state) {
  (void)state;
  const int maps = maps_to_try(20);
  int64_t moves = 0, apart = 0, farther = 0, longer = 0;
  for (int number = 0; number < maps; number++) {
    pf_random random = pf_random_from((uint64_t)number + 501);
    both b = open_both(number, &random);
    for (int i = 0; i < 60 && b.s.count; i++) {
      const pathfan_point from = some_point(&random, &b.s);
      const pathfan_point to = some_end(&random, &b.s, from);
      pathfan_hit ours, theirs, plain;
      ok(b.s.query, pathfan_query_move(b.s.query, from, to, b.ours, &ours));
      ok(b.s.anew, pathfan_query_move(b.s.anew, from, to, b.theirs, &theirs));
      ok(b.s.query, pathfan_query_move(b.s.query, from, to, NULL, &plain));
      if (ours.outcome != theirs.outcome) differ(&b, "move", from, to, &ours, &theirs);
      if (ours.outcome) continue;
      moves++;
      apart += between(ours.at, theirs.at) > 1e-3;
      farther += between(ours.at, to) < between(plain.at, to) - 0.5;
      assert_true(ours.distance <= between(from, to) + 1e-6);
      assert_true(between(ours.at, to) <= between(from, to) + slack_of(&b.s));
      pathfan_request request; /* no shorter than the shortest path there */
      pathfan_request_init(&request);
      request.from = from;
      request.to = ours.at;
      request.paths = 1;
      request.obstacles = b.theirs;
      const pathfan_answer *answer = ask(b.s.anew, &request);
      longer += between(ours.at, theirs.at) > slack_of(&b.s) &&
                (!answer->path_count || answer->paths[0].length > ours.distance + slack_of(&b.s));
    }
    close_both(&b);
  }
  print_message("%d moves, %d apart, %d farther, %d longer\n", (int)moves, (int)apart, (int)farther,
                (int)longer);
  assert_true(100 * apart <= 2 * moves + 200);
  assert_true(1000 * longer <= moves); /* where obstacles meet, they may come from either side */
  if (twin_is_whole()) assert_true(farther > maps);
}

/* Points are on the ground of the map built again, can be reached, and cells get equally many. */
static void test_random(void **state) {
  (void)state;
  twin_map map = twin_map_drawn("two rooms", "....@@....\n"
                                             "....@@....\n"
                                             "....@@....\n"
                                             "....@@....\n");
  enum { POINTS = 16000, CELLS = 36 };
  static const pathfan_point gap[] = {{4, 1}, {6, 1}, {6, 3}, {4, 3}};
  pathfan_index *index = twin_index(&map, NULL);
  pathfan_query *query;
  pathfan_obstacles *none, *now;
  int32_t count[10][4] = {{0}};
  const pathfan_change change = {.kind = PATHFAN_CHANGE_ADD_OPENING,
                                 .area = {.corners = gap, .corner_count = 4}};
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  assert_int_equal(pathfan_obstacles_create(index, &none, NULL), PATHFAN_OK);
  assert_int_equal(pathfan_obstacles_change(none, &change, 1, &now, NULL, NULL), PATHFAN_OK);
  const int points = twin_scaled(POINTS);
  for (int i = 0; i < points; i++) {
    const pathfan_point from = i % 2 ? (pathfan_point){1, 1} : (pathfan_point){5, 2};
    pathfan_point at;
    pathfan_outcome outcome;
    ok(query, pathfan_query_random(query, from, 0, now, (uint64_t)i, &at, &outcome));
    assert_int_equal(outcome, PATHFAN_OUTCOME_OK);
    count[(int)fmin(at.x, 9)][(int)fmin(at.y, 3)]++;
  }
  double square = 0;
  for (int y = 0; y < 4; y++)
    for (int x = 0; x < 10; x++) {
      const bool free = x < 4 || x > 5 || (y > 0 && y < 3);
      const double wanted = (double)points / CELLS, off = count[x][y] - wanted;
      if (!free)
        assert_int_equal(count[x][y], 0);
      else
        square += off * off / wanted;
    }
  assert_true(square < 80); /* of 35 degrees of freedom: 0.00002 exceed it */
  /* Within a distance: through the gap. */
  for (uint64_t i = 0; i < 40; i++) {
    const pathfan_point from = {4.5, 2};
    pathfan_point at;
    pathfan_outcome outcome;
    pathfan_request request;
    ok(query, pathfan_query_random(query, from, 2.5, now, i, &at, &outcome));
    assert_int_equal(outcome, PATHFAN_OUTCOME_OK);
    pathfan_request_init(&request);
    request.from = from;
    request.to = at;
    request.obstacles = now;
    assert_true(ask(query, &request)->paths[0].length <= 2.5 + 1e-9);
  }
  pathfan_obstacles_release(now);
  pathfan_obstacles_release(none);
  pathfan_query_free(query);
  pathfan_index_close(index);
  twin_map_free(&map);
}

/* Paths that lead through openings can be walked as long as these are open. */
static void test_check(void **state) {
  (void)state;
  const int maps = maps_to_try(20);
  int64_t blocked = 0;
  for (int number = 0; number < maps; number++) {
    pf_random random = pf_random_from((uint64_t)number + 701);
    both b = open_both(number, &random);
    for (int i = 0; i < 20 && b.s.count; i++) {
      pathfan_request request = some_request(&random, &b.s, 2);
      pathfan_checked checked;
      request.obstacles = b.ours;
      const pathfan_answer *answer = ask(b.s.query, &request);
      for (int32_t k = 0; k < answer->path_count; k++) {
        const pathfan_path *path = &answer->paths[k];
        ok(b.s.query, pathfan_query_check(b.s.query, path->points, path->point_count, b.ours,
                                          pathfan_obstacles_version(b.ours), &checked));
        if (checked.leg >= 0) {
          show(&b.s);
          twin_fail(&b.s.map, "leg %d of path %d isn't free: %.17g,%.17g to %.17g,%.17g",
                    checked.leg, k, path->points[checked.leg].x, path->points[checked.leg].y,
                    path->points[checked.leg + 1].x, path->points[checked.leg + 1].y);
        }
        ok(b.s.query,
           pathfan_query_check(b.s.query, path->points, path->point_count, NULL, 0, &checked));
        blocked += checked.leg >= 0;
      }
    }
    close_both(&b);
  }
  if (twin_is_whole()) assert_true(blocked > maps);
}

SUITE(test_opening_places) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ray),    cmocka_unit_test(test_wall),  cmocka_unit_test(test_move),
      cmocka_unit_test(test_random), cmocka_unit_test(test_check),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
