/* Areas to keep out of, at chosen places of one small room: areas that touch walls and ends, with
 * snapping, malformed, as large as they may be, with a work limit; and without an index. */
#include <math.h>
#include <string.h>

#include "query_fixture.h"
#include "suite.h"

/* A block of 3 x 3 in the middle of 9 x 9. */
static const char room[] = ".........\n.........\n.........\n...@@@...\n...@@@...\n...@@@...\n"
                           ".........\n.........\n.........\n";

typedef struct asked_room {
  twin_map map;
  pathfan_index *index;
  pathfan_query *query;
} asked_room;

static asked_room open_room(void) {
  asked_room r = {.map = twin_map_drawn("room", room)};
  r.index = twin_index(&r.map, NULL);
  assert_int_equal(pathfan_query_create(r.index, &r.query), PATHFAN_OK);
  return r;
}

static void close_room(asked_room *r) {
  pathfan_query_free(r->query);
  pathfan_index_close(r->index);
  twin_map_free(&r->map);
}

static const pathfan_answer *ask_room(const asked_room *r, pathfan_point from, pathfan_point to,
                                      const pathfan_area *areas, int32_t count) {
  const pathfan_answer *answer;
  pathfan_request request;
  pathfan_request_init(&request);
  request.from = from;
  request.to = to;
  request.avoid = areas;
  request.avoid_count = count;
  assert_int_equal(pathfan_query_paths(r->query, &request, &answer), PATHFAN_OK);
  assert_true((answer->outcome == PATHFAN_OUTCOME_INVALID_REQUEST) !=
              !pathfan_query_error(r->query)[0]);
  return answer;
}

static pathfan_area polygon(const pathfan_point *corners, int32_t count) {
  return (pathfan_area){.corners = corners, .corner_count = count};
}

static const pathfan_point west = {1, 4.5}, east = {8, 4.5};

/* An area from wall to wall exactly closes that side; with both sides closed there is no path. */
static void test_walls(void **state) {
  (void)state;
  static const pathfan_point above[] = {{4, 0}, {5, 0}, {5, 3}, {4, 3}};
  static const pathfan_point below[] = {{4, 9}, {5, 6}, {5, 9}}; /* touches the block in a point */
  const pathfan_area areas[] = {polygon(above, 4), polygon(below, 3)};
  asked_room r = open_room();
  const pathfan_answer *a = ask_room(&r, west, east, areas, 1);
  assert_int_equal(a->path_count, 1);
  assert_true(a->paths[0].length == 8 && a->paths[0].points[1].y == 6);
  a = ask_room(&r, west, east, areas + 1, 1);
  assert_true(a->path_count == 1 && a->paths[0].length == 8 && a->paths[0].points[1].y == 3);
  a = ask_room(&r, west, east, areas, 2);
  assert_int_equal(a->outcome, PATHFAN_OUTCOME_NO_PATH);
  assert_int_equal(a->path_count, 0);
  assert_int_equal(a->proof, PATHFAN_PROOF_SEARCH);
  /* Nothing is left of the areas in a request without them. */
  a = ask_room(&r, west, east, NULL, 0);
  assert_int_equal(a->path_count, 2);
  assert_int_equal(a->proof, PATHFAN_PROOF_INDEX);
  close_room(&r);
}

/* The border of an area belongs to it; a point just off it doesn't. */
static void test_ends(void **state) {
  (void)state;
  static const pathfan_point square[] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}, {0, 0}};
  const pathfan_area area = polygon(square, 5);
  static const pathfan_point blocked[] = {{1, 1}, {2, 1}, {2, 2}, {0, 0}, {2, 1.5}};
  asked_room r = open_room();
  for (int i = 0; i < 5; i++) {
    assert_int_equal(ask_room(&r, blocked[i], east, &area, 1)->outcome,
                     PATHFAN_OUTCOME_START_BLOCKED);
    assert_int_equal(ask_room(&r, east, blocked[i], &area, 1)->outcome,
                     PATHFAN_OUTCOME_GOAL_BLOCKED);
    assert_int_equal(ask_room(&r, blocked[i], blocked[i], &area, 1)->outcome,
                     PATHFAN_OUTCOME_START_BLOCKED);
  }
  const pathfan_answer *a =
      ask_room(&r, (pathfan_point){2.000001, 1}, (pathfan_point){0, 2.000001}, &area, 1);
  assert_true(a->path_count >= 1 && a->paths[0].point_count == 3);
  assert_true(fabs(a->paths[0].length - 3) < 1e-5);
  close_room(&r);
}

/* Snapping moves ends out of obstacles, and out of areas. */
static void test_snap(void **state) {
  (void)state;
  const pathfan_area circle = {.centre = {3, 4.5}, .radius = 1};
  asked_room r = open_room();
  pathfan_request request;
  const pathfan_answer *a;
  pathfan_request_init(&request);
  request.from = (pathfan_point){3.25, 4.5};
  request.to = east;
  request.snap = 2;
  assert_int_equal(pathfan_query_paths(r.query, &request, &a), PATHFAN_OK);
  assert_true(a->outcome == PATHFAN_OUTCOME_OK && a->from_snapped);
  request.avoid = &circle;
  request.avoid_count = 1;
  assert_int_equal(pathfan_query_paths(r.query, &request, &a), PATHFAN_OK);
  assert_true(a->outcome == PATHFAN_OUTCOME_OK && a->from_snapped);
  assert_true(fabs(hypot(a->from.x - 3, a->from.y - 4.5) - 1) < 0.01);
  request.snap = 0.7; /* from there the circle's border is 0.75 away */
  assert_int_equal(pathfan_query_paths(r.query, &request, &a), PATHFAN_OK);
  assert_int_equal(a->outcome, PATHFAN_OUTCOME_START_BLOCKED);
  close_room(&r);
}

/* Malformed areas: polygons that aren't simple, coordinates that are NaN, infinite or too large,
 * radii and counts out of range. */
static void test_hostile(void **state) {
  (void)state;
  static const pathfan_point triangle[] = {{1, 1}, {2, 1}, {2, 2}};
  static const pathfan_point bow[] = {{1, 1}, {2, 2}, {2, 1}, {1, 2}};
  static const pathfan_point flat[] = {{1, 1}, {2, 2}, {3, 3}, {1, 1}};
  static const pathfan_point once[] = {{1, 1}, {1, 1}, {1, 1}, {1, 1}};
  static const pathfan_point none[] = {{1, 1}, {2, NAN}, {2, 2}};
  static const pathfan_point endless[] = {{1, 1}, {INFINITY, 1}, {2, 2}};
  static const pathfan_point far_off[] = {{1, 1}, {1e10, 1}, {2, 2}};
  static const pathfan_point farther[] = {{1, 1}, {1e308, -1e308}, {2, 2}};
  static const pathfan_point tiny[] = {{1, 1}, {1 + 1e-13, 1}, {1, 1 + 1e-13}};
  const pathfan_area bad[] = {
      polygon(bow, 4),
      polygon(flat, 4),
      polygon(once, 4),
      polygon(none, 3),
      polygon(endless, 3),
      polygon(far_off, 3),
      polygon(farther, 3),
      polygon(tiny, 3),
      polygon(triangle, 2),
      polygon(triangle, 1),
      polygon(NULL, 3),
      polygon(triangle, -1),
      {.radius = 0},
      {.radius = -1},
      {.radius = NAN},
      {.radius = INFINITY},
      {.radius = 1e308},
      {.radius = 1e-300},
      {.centre = {NAN, 0}, .radius = 1},
      {.centre = {0, INFINITY}, .radius = 1},
      {.centre = {1e300, 0}, .radius = 1},
  };
  asked_room r = open_room();
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    const pathfan_area two[] = {polygon(triangle, 3), bad[i]};
    assert_int_equal(ask_room(&r, west, east, two, 2)->outcome, PATHFAN_OUTCOME_INVALID_REQUEST);
    assert_int_equal(ask_room(&r, west, east, two, 1)->outcome, PATHFAN_OUTCOME_OK);
  }
  assert_int_equal(ask_room(&r, west, east, NULL, 1)->outcome, PATHFAN_OUTCOME_INVALID_REQUEST);
  assert_int_equal(ask_room(&r, west, east, bad, -1)->outcome, PATHFAN_OUTCOME_INVALID_REQUEST);
  /* Large and small areas that are valid. */
  static const pathfan_point half[] = {{-2e8, -2e8}, {2e8, -2e8}, {2e8, 3}, {-2e8, 3}};
  static const pathfan_point speck[] = {{4, 3}, {4 + 1e-9, 3}, {4, 3 - 1e-9}};
  const pathfan_area areas[] = {
      polygon(half, 4), polygon(speck, 3), {.centre = {4.5, 3}, .radius = 1e-9}};
  const pathfan_answer *a = ask_room(&r, west, east, areas, 3);
  assert_true(a->path_count == 1 && a->paths[0].length == 8 && a->paths[0].points[1].y == 6);
  a = ask_room(&r, west, east, areas + 1, 2);
  assert_true(a->path_count >= 1 && a->paths[0].length == 8);
  close_room(&r);
}

/* As many corners as are allowed, and one more. */
static void test_many_corners(void **state) {
  (void)state;
  static pathfan_point comb[PATHFAN_AVOID_CORNERS_MAX + 1];
  asked_room r = open_room();
  for (int32_t i = 0; i <= PATHFAN_AVOID_CORNERS_MAX; i++) {
    const double x =
        1 + 7.0 * (i < PATHFAN_AVOID_CORNERS_MAX - 1 ? i : 0) / PATHFAN_AVOID_CORNERS_MAX;
    comb[i] = (pathfan_point){x, i % 2 ? 1 : 2};
  }
  comb[PATHFAN_AVOID_CORNERS_MAX - 2] = (pathfan_point){8, 0.5};
  comb[PATHFAN_AVOID_CORNERS_MAX - 1] = (pathfan_point){1, 0.5};
  const pathfan_area area = polygon(comb, PATHFAN_AVOID_CORNERS_MAX);
  const pathfan_area more = polygon(comb, PATHFAN_AVOID_CORNERS_MAX + 1);
  const pathfan_answer *a =
      ask_room(&r, (pathfan_point){1, 2.5}, (pathfan_point){8, 0.25}, &area, 1);
  assert_true(a->path_count >= 1 && a->proof == PATHFAN_PROOF_SEARCH);
  assert_int_equal(ask_room(&r, west, east, &more, 1)->outcome, PATHFAN_OUTCOME_INVALID_REQUEST);
  close_room(&r);
}

/* Fills the room with circles, none on its ends. */
static void fill_room(pathfan_area *circles, int32_t count) {
  pf_random random = pf_random_from(8);
  for (int32_t i = 0; i < count;) {
    const pathfan_point c = {pf_random_between(&random, 0, 9000) * 1e-3,
                             pf_random_between(&random, 0, 9000) * 1e-3};
    if (hypot(c.x - west.x, c.y - west.y) > 0.1 && hypot(c.x - east.x, c.y - east.y) > 0.1)
      circles[i++] = (pathfan_area){.centre = c, .radius = 0.05};
  }
}

static void check_clear(const pathfan_path *path, const pathfan_area *circles, int32_t count) {
  for (int32_t i = 0; i + 1 < path->point_count; i++)
    for (int32_t k = 0; k < count; k++) {
      const pathfan_point a = path->points[i], b = path->points[i + 1], c = circles[k].centre;
      const double dx = b.x - a.x, dy = b.y - a.y;
      const double t = ((c.x - a.x) * dx + (c.y - a.y) * dy) / (dx * dx + dy * dy);
      const double along = fmin(fmax(t, 0), 1);
      assert_true(hypot(a.x + along * dx - c.x, a.y + along * dy - c.y) > circles[k].radius);
    }
}

/* As many circles as are allowed, in any order, and one more. */
static void test_crowd(void **state) {
  (void)state;
  static pathfan_area circles[PATHFAN_AVOID_CIRCLES_MAX + 1], reversed[PATHFAN_AVOID_CIRCLES_MAX];
  const int32_t most = PATHFAN_AVOID_CIRCLES_MAX;
  pathfan_point points[200];
  asked_room r = open_room();
  fill_room(circles, most + 1);
  for (int32_t i = 0; i < most; i++) reversed[i] = circles[most - 1 - i];
  const pathfan_answer *a = ask_room(&r, west, east, circles, most);
  assert_int_equal(a->outcome, PATHFAN_OUTCOME_OK);
  assert_int_equal(a->proof, PATHFAN_PROOF_SEARCH);
  for (int32_t i = 0; i < a->path_count; i++) check_clear(&a->paths[i], circles, most);
  assert_true(a->paths[0].length > 8 && a->paths[0].length < 8.3);
  const int32_t count = a->paths[0].point_count;
  assert_true(count > 10 && count <= 200);
  memcpy(points, a->paths[0].points, (size_t)count * sizeof *points);
  a = ask_room(&r, west, east, reversed, most);
  assert_int_equal(a->paths[0].point_count, count);
  assert_memory_equal(a->paths[0].points, points, (size_t)count * sizeof *points);
  assert_int_equal(ask_room(&r, west, east, circles, most + 1)->outcome,
                   PATHFAN_OUTCOME_INVALID_REQUEST);
  assert_string_equal(pathfan_query_error(r.query), "avoid: more than 1024 circles");
  close_room(&r);
}

/* A request that needs more work than the limit says so; others are answered as without one. */
static void test_work_limit(void **state) {
  (void)state;
  const pathfan_area circle = {.centre = {2, 3}, .radius = 1.2};
  asked_room r = open_room();
  pathfan_request request;
  const pathfan_answer *a;
  pathfan_request_init(&request);
  request.from = west;
  request.to = east;
  request.paths = 1;
  request.avoid = &circle;
  request.avoid_count = 1;
  request.algorithm = PATHFAN_ALGORITHM_INDEX;
  int stopped = 0, answered = 0;
  for (uint64_t limit = 1; limit < 60; limit++) {
    request.work_limit = limit;
    assert_int_equal(pathfan_query_paths(r.query, &request, &a), PATHFAN_OK);
    if (a->outcome == PATHFAN_OUTCOME_WORK_LIMIT) {
      assert_true(!answered && !a->path_count && a->reason == PATHFAN_REASON_WORK_LIMIT);
      stopped++;
    } else {
      assert_true(a->outcome == PATHFAN_OUTCOME_OK && a->path_count == 1 && a->work <= limit);
      answered++;
    }
  }
  assert_true(stopped && answered);
  /* A thorough answer that takes too long has the paths that the index knows. */
  const pathfan_area aside = {.centre = {2, 8}, .radius = 0.5};
  const pathfan_area both[] = {aside, {.centre = {4.5, 2}, .radius = 1.2}};
  request.paths = 4;
  request.stretch = 2;
  request.effort = PATHFAN_EFFORT_THOROUGH;
  for (int k = 0; k < 2; k++) {
    request.avoid = k ? both : &aside;
    request.avoid_count = 1 + k;
    stopped = answered = 0;
    int32_t count = 0;
    for (uint64_t limit = 1; limit < 400; limit++) {
      request.work_limit = limit;
      assert_int_equal(pathfan_query_paths(r.query, &request, &a), PATHFAN_OK);
      *(a->outcome == PATHFAN_OUTCOME_WORK_LIMIT ? &stopped : &answered) += 1;
      assert_true(a->path_count >= (count ? 1 : 0)); /* path 1 once the limit allows it */
      if (a->path_count) count = a->path_count;
      if (!a->path_count) continue;
      assert_true(a->paths[0].length == 8);
      assert_int_equal(a->proof, k ? PATHFAN_PROOF_SEARCH : PATHFAN_PROOF_INDEX);
      if (!k || a->outcome != PATHFAN_OUTCOME_WORK_LIMIT) continue;
      /* Nothing is left of a search that was stopped: the answer is the fast one. */
      const pathfan_candidates counts = a->candidates;
      request.effort = PATHFAN_EFFORT_FAST;
      assert_int_equal(pathfan_query_paths(r.query, &request, &a), PATHFAN_OK);
      assert_memory_equal(&counts, &a->candidates, sizeof counts);
      request.effort = PATHFAN_EFFORT_THOROUGH;
    }
    assert_true(stopped && answered && count);
  }
  close_room(&r);
}

/* A thorough answer has at least as many paths as the fast one, although its search joins no
 * candidates and could find fewer. */
static void test_thorough(void **state) {
  (void)state;
  int asked = 0, more = 0;
  for (int number = 0; number < twin_scaled(30); number++) {
    twin_map map = twin_map_number(twin_drawn_count() + number, 60);
    pathfan_index *index = twin_index(&map, NULL);
    pf_random random = pf_random_from(map.seed);
    pathfan_query *query;
    pathfan_area areas[2];
    assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
    for (int k = 0; k < 20; k++) {
      pathfan_request r = plain_request(&map, &random);
      const pathfan_answer *a;
      r.paths = 5;
      add_areas(&r, areas);
      assert_int_equal(pathfan_query_paths(query, &r, &a), PATHFAN_OK);
      const int32_t fast = a->path_count;
      r.effort = PATHFAN_EFFORT_THOROUGH;
      assert_int_equal(pathfan_query_paths(query, &r, &a), PATHFAN_OK);
      if (a->path_count < fast) twin_fail(&map, "%d paths, fast %d", a->path_count, fast);
      asked += fast > 0;
      more += a->path_count > fast;
    }
    pathfan_query_free(query);
    pathfan_index_close(index);
    twin_map_free(&map);
  }
  print_message("%d answers, %d of them with more paths than the fast one\n", asked, more);
  if (twin_is_whole()) assert_true(asked > 100 && more > 10);
}

/* Without an index; algorithms that can't keep out of areas say so. */
static void test_online(void **state) {
  (void)state;
  static const char text[] = "type octile\nheight 3\nwidth 5\nmap\n.....\n.@.@.\n.....\n";
  const pathfan_area circle = {.centre = {2.5, 0}, .radius = 1};
  pathfan_map *map;
  pathfan_query *query;
  pathfan_request request;
  const pathfan_answer *a;
  assert_int_equal(pathfan_map_parse(text, strlen(text), "map", NULL, &map, NULL), PATHFAN_OK);
  assert_int_equal(pathfan_query_create_online(map, &query), PATHFAN_OK);
  pathfan_request_init(&request);
  request.from = (pathfan_point){0.5, 0.5};
  request.to = (pathfan_point){4.5, 0.5};
  request.avoid = &circle;
  request.avoid_count = 1;
  request.algorithm = PATHFAN_ALGORITHM_POLYANYA;
  assert_int_equal(pathfan_query_paths(query, &request, &a), PATHFAN_OK);
  assert_int_equal(a->path_count, 1);
  assert_int_equal(a->proof, PATHFAN_PROOF_SEARCH);
  assert_true(a->paths[0].length > 4.1 && a->paths[0].length < 6);
  request.algorithm = PATHFAN_ALGORITHM_ASTAR;
  assert_int_equal(pathfan_query_paths(query, &request, &a), PATHFAN_ERR_ARGUMENT);
  assert_non_null(strstr(pathfan_query_error(query), "areas"));
  request.avoid_count = 0;
  assert_int_equal(pathfan_query_paths(query, &request, &a), PATHFAN_OK);
  assert_int_equal(a->path_count, 1);
  pathfan_query_free(query);
  pathfan_map_free(map);
}

SUITE(test_avoid_room) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_walls),        cmocka_unit_test(test_ends),
      cmocka_unit_test(test_snap),         cmocka_unit_test(test_hostile),
      cmocka_unit_test(test_many_corners), cmocka_unit_test(test_crowd),
      cmocka_unit_test(test_work_limit),   cmocka_unit_test(test_thorough),
      cmocka_unit_test(test_online),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
