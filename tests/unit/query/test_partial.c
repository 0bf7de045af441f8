/* test_partial.c - ends of requests among areas, through openings and over links: as near to the
 * goal as one gets, and out of areas. Compared with many points, each of which is asked for by
 * itself. */
#include <math.h>

#include "pathfan/obstacles.h"
#include "suite.h"
#include "twin_index.h"
#include "twin_maps.h"
#include "twin_scale.h"
#include "twin_scratch.h"

enum { SIDE = 16 };

typedef struct scene {
  twin_map map;
  pathfan_index *index;
  pathfan_query *query;
  pathfan_obstacles *now;
  bool has_one_way; /* a link */
  pf_random random;
} scene;

static double between(pathfan_point a, pathfan_point b) {
  return hypot(a.x - b.x, a.y - b.y);
}

static double some(pf_random *random, int32_t extent) {
  return (double)pf_random_below(random, 8 * (uint64_t)extent) / 8;
}

static pathfan_point some_point(scene *s) {
  const double x = some(&s->random, s->map.grid.width);
  return (pathfan_point){x, some(&s->random, s->map.grid.height)};
}

/* A point between those of the grid on which points are placed. */
static pathfan_point some_uneven_point(scene *s) {
  const pathfan_point at = some_point(s);
  const double off = (double)pf_random_below(&s->random, 1000) * 1e-4;
  return (pathfan_point){at.x + off, at.y - off / 3};
}

/* Adds what the map allows of one change. */
static void add(scene *s, const pathfan_change *change) {
  pathfan_obstacles *next;
  if (pathfan_obstacles_change(s->now, change, 1, &next, NULL, NULL)) return;
  pathfan_obstacles_release(s->now);
  s->now = next;
}

/* A wall across the map, which mostly parts it; boxes and circles; perhaps openings. */
static scene open_scene(int number, bool has_openings) {
  scene s = {.map = twin_map_number(number, SIDE)};
  s.random = pf_random_from(s.map.seed + 40);
  s.index = twin_index(&s.map, NULL);
  assert_int_equal(pathfan_query_create(s.index, &s.query), PATHFAN_OK);
  assert_int_equal(pathfan_obstacles_create(s.index, &s.now, NULL), PATHFAN_OK);
  const double x = some(&s.random, s.map.grid.width), lean = some(&s.random, 6) - 3;
  const double far = s.map.grid.height + 2;
  const pathfan_point wall[4] = {{x, -2}, {x + 0.3, -2}, {x + 0.3 + lean, far}, {x + lean, far}};
  add(&s, &(pathfan_change){.area = {.corners = wall, .corner_count = 4}});
  for (int i = 0; i < 5; i++) {
    const pathfan_point at = some_point(&s);
    const double r = 0.25 + some(&s.random, 3);
    const pathfan_point box[4] = {at, {at.x + r, at.y}, {at.x + r, at.y + r}, {at.x, at.y + r}};
    const pathfan_area area = i % 2 ? (pathfan_area){.centre = at, .radius = r}
                                    : (pathfan_area){.corners = box, .corner_count = 4};
    add(&s, &(pathfan_change){.area = area});
    if (has_openings)
      add(&s, &(pathfan_change){.kind = PATHFAN_CHANGE_ADD_OPENING,
                                .area = {.centre = some_point(&s), .radius = 0.5 + r / 2}});
  }
  return s;
}

/* The same with links, where their ends are free; on some maps one can't be used backwards. */
static scene open_linked_scene(int number, bool has_openings) {
  scene s = open_scene(number, has_openings);
  s.has_one_way = number % 3 == 0;
  for (int i = 0; i < 6; i++) {
    const pathfan_point from = some_point(&s), to = some_point(&s);
    const pathfan_link link = {
        .at = {from, to}, .cost = 1, .back = i == 0 && s.has_one_way ? INFINITY : 1};
    add(&s, &(pathfan_change){.kind = PATHFAN_CHANGE_ADD_LINK, .link = &link});
  }
  return s;
}

static void close_scene(scene *s) {
  pathfan_obstacles_release(s->now);
  pathfan_query_free(s->query);
  pathfan_index_close(s->index);
  twin_map_free(&s->map);
}

static pathfan_request request_of(const scene *s, pathfan_point from, pathfan_point to) {
  pathfan_request r;
  pathfan_request_init(&r);
  r.paths = 1;
  r.from = from;
  r.to = to;
  r.obstacles = s->now;
  return r;
}

static pathfan_answer ask(const scene *s, const pathfan_request *r) {
  const pathfan_answer *answer;
  assert_int_equal(pathfan_query_paths(s->query, r, &answer), PATHFAN_OK);
  return *answer;
}

static bool reaches(const scene *s, pathfan_point from, pathfan_point to) {
  const pathfan_request r = request_of(s, from, to);
  return ask(s, &r).outcome == PATHFAN_OUTCOME_OK;
}

/* Fails if a point that can be reached is nearer to `at` than `nearest`. */
static void check_nearest(scene *s, pathfan_point from, pathfan_point at, pathfan_point nearest) {
  const double far = between(at, nearest);
  if (!reaches(s, from, nearest))
    twin_fail(&s->map, "%.17g,%.17g can't be reached from %g,%g", nearest.x, nearest.y, from.x,
              from.y);
  for (int i = 0; i < 40; i++) {
    const double turn = (double)pf_random_below(&s->random, 4096) * 0x1p-12 * 6.2831853;
    const double off = (far - 1e-5) * sqrt((double)pf_random_below(&s->random, 4097) * 0x1p-12);
    const pathfan_point p = {at.x + off * cos(turn), at.y + off * sin(turn)};
    if (far > 1e-5 && reaches(s, from, p))
      twin_fail(&s->map, "%.17g,%.17g is nearer to %g,%g than %.17g,%.17g, from %g,%g", p.x, p.y,
                at.x, at.y, nearest.x, nearest.y, from.x, from.y);
  }
}

typedef struct tally {
  int64_t partial, among, snapped, both;
} tally;

/* From the nearest point there is nowhere nearer to go: it is the path. */
static void check_stays(const scene *s, pathfan_request r, pathfan_point nearest) {
  r.from = nearest;
  const pathfan_answer answer = ask(s, &r);
  if (answer.outcome != PATHFAN_OUTCOME_OK || !answer.partial ||
      between(answer.nearest, nearest) > 1e-5 || answer.paths[0].length > 1e-5)
    twin_fail(&s->map, "not partial from %.17g,%.17g, which is nearest to %.17g,%.17g", nearest.x,
              nearest.y, r.to.x, r.to.y);
}

static void check_partial(scene *s, tally *t) {
  pathfan_request r = request_of(s, some_point(s), some_uneven_point(s));
  const pathfan_answer whole = ask(s, &r);
  r.partial = true;
  const pathfan_answer answer = ask(s, &r);
  if (whole.outcome == PATHFAN_OUTCOME_OK || whole.outcome == PATHFAN_OUTCOME_START_BLOCKED) {
    assert_int_equal(answer.outcome, whole.outcome);
    assert_false(answer.partial);
    return;
  }
  if (answer.outcome != PATHFAN_OUTCOME_OK || !answer.partial)
    twin_fail(&s->map, "no partial path from %g,%g to %g,%g", r.from.x, r.from.y, r.to.x, r.to.y);
  assert_true(answer.has_nearest && !answer.to_snapped && answer.to.x == answer.nearest.x &&
              answer.to.y == answer.nearest.y);
  const pathfan_path *path = &answer.paths[0];
  assert_true(between(path->points[path->point_count - 1], answer.nearest) == 0);
  check_nearest(s, answer.from, r.to, answer.nearest);
  check_stays(s, r, answer.nearest);
  t->partial++;
  t->among +=
      whole.has_nearest && between(whole.nearest, r.to) < between(answer.nearest, r.to) - 1e-6;
}

static void check_snapped(scene *s, tally *t) {
  pathfan_request r = request_of(s, some_point(s), some_point(s));
  const pathfan_answer whole = ask(s, &r);
  r.snap = 1e9;
  const pathfan_answer answer = ask(s, &r);
  const pathfan_point from = answer.from, to = answer.to;
  if (whole.outcome == PATHFAN_OUTCOME_OK || whole.outcome == PATHFAN_OUTCOME_NO_PATH) {
    assert_int_equal(answer.outcome, whole.outcome); /* no end is blocked: none may move */
    return;
  }
  if (!answer.from_snapped && !answer.to_snapped && answer.outcome != PATHFAN_OUTCOME_OK) return;
  if (answer.outcome != PATHFAN_OUTCOME_OK)
    twin_fail(&s->map, "%d from %g,%g to %g,%g", answer.outcome, r.from.x, r.from.y, r.to.x,
              r.to.y);
  assert_true(reaches(s, from, to));
  if (answer.to_snapped && !answer.from_snapped) check_nearest(s, from, r.to, to);
  t->snapped++;
  t->both += answer.to_snapped && answer.from_snapped;
  if (s->has_one_way) return;
  /* The same the other way round. */
  const pathfan_point swap = r.from;
  r.from = r.to;
  r.to = swap;
  const pathfan_answer back = ask(s, &r);
  if (back.outcome != PATHFAN_OUTCOME_OK || between(back.from, to) > 1e-6 ||
      between(back.to, from) > 1e-6)
    twin_fail(&s->map, "from %g,%g to %g,%g: not the same back", r.to.x, r.to.y, r.from.x,
              r.from.y);
}

static void try_maps(int maps, bool has_openings, bool has_links, tally *t) {
  for (int i = 0; i < twin_scaled(maps); i++) {
    scene s = has_links ? open_linked_scene(i, has_openings) : open_scene(i, has_openings);
    for (int k = 0; k < 6; k++) check_partial(&s, t);
    for (int k = 0; k < 4; k++) check_snapped(&s, t);
    close_scene(&s);
  }
  print_message("%d partial, %d of them among areas, %d snapped, %d of them both ends\n",
                (int)t->partial, (int)t->among, (int)t->snapped, (int)t->both);
  if (!twin_is_whole()) return;
  assert_true(t->partial > maps && t->among > maps / 8 && t->snapped > maps && t->both > 0);
}

static void test_among_areas(void **state) {
  (void)state;
  tally t = {0};
  try_maps(60, false, false, &t);
}

/* Circles that overlap all round a goal, so that most of where they cross lies within others. */
static void test_dense_circles(void **state) {
  (void)state;
  int32_t partial = 0;
  for (int i = 0; i < twin_scaled(20); i++) {
    scene s = open_scene(i, false);
    pathfan_request r = request_of(&s, some_point(&s), some_uneven_point(&s));
    for (int k = 0; k < 60; k++) {
      const double turn = some(&s.random, 6283) / 1e3, off = 1.5 + some(&s.random, 2);
      const pathfan_point at = {r.to.x + off * cos(turn), r.to.y + off * sin(turn)};
      add(&s, &(pathfan_change){.area = {.centre = at, .radius = 0.25 + some(&s.random, 1)}});
    }
    r.obstacles = s.now;
    r.partial = true;
    const pathfan_answer answer = ask(&s, &r);
    if (answer.outcome == PATHFAN_OUTCOME_OK && answer.partial) {
      check_nearest(&s, answer.from, r.to, answer.nearest);
      partial++;
    }
    close_scene(&s);
  }
  assert_true(partial > 2 || !twin_is_whole());
}

static void test_through_openings(void **state) {
  (void)state;
  tally t = {0};
  try_maps(40, true, false, &t);
}

static void test_over_links(void **state) {
  (void)state;
  tally t = {0};
  try_maps(60, false, true, &t);
  try_maps(20, true, true, &t);
}

/* With nothing closed, an end moves to where links lead. */
static void test_snapped_over_links(void **state) {
  (void)state;
  scene s = {.map = twin_map_drawn("wall", "..@@@@..\n"
                                           "..@@@@..\n")};
  s.index = twin_index(&s.map, NULL);
  assert_int_equal(pathfan_query_create(s.index, &s.query), PATHFAN_OK);
  for (int i = 0; i < 3; i++) { /* a link aside, one across, and one that leads back alone */
    const pathfan_link link = {
        .at = {{1, 1}, {i ? 7 : 0, 1}}, .cost = i < 2 ? 1 : INFINITY, .back = 1};
    assert_int_equal(pathfan_obstacles_create(s.index, &s.now, NULL), PATHFAN_OK);
    add(&s, &(pathfan_change){.kind = PATHFAN_CHANGE_ADD_LINK, .link = &link});
    pathfan_request r = request_of(&s, (pathfan_point){0.5, 1}, (pathfan_point){5, 1});
    r.snap = 10;
    pathfan_answer answer = ask(&s, &r);
    assert_int_equal(answer.outcome, PATHFAN_OUTCOME_OK);
    assert_true(answer.to_snapped && !answer.from_snapped);
    assert_true(answer.to.x == (i == 1 ? 6 : 2) && answer.to.y == 1);
    r.to = r.from;
    r.from = (pathfan_point){5, 1};
    answer = ask(&s, &r);
    assert_true(answer.from_snapped && !answer.to_snapped);
    assert_true(answer.from.x == (i ? 6 : 2) && answer.from.y == 1);
    pathfan_obstacles_release(s.now);
    s.now = NULL;
  }
  close_scene(&s);
}

/* A limit on work ends the search for a place, too. */
static int32_t check_limits(const scene *s, pathfan_request r) {
  int32_t stopped = 0;
  r.partial = true;
  const pathfan_answer whole = ask(s, &r);
  for (uint64_t limit = 1; whole.partial && limit <= whole.work; limit += 1 + limit / 3) {
    r.work_limit = limit;
    const pathfan_answer answer = ask(s, &r);
    assert_true(answer.work <= limit);
    stopped += answer.outcome == PATHFAN_OUTCOME_WORK_LIMIT;
    if (answer.outcome == PATHFAN_OUTCOME_OK)
      assert_true(answer.to.x == whole.to.x && answer.to.y == whole.to.y);
    else
      assert_int_equal(answer.outcome, PATHFAN_OUTCOME_WORK_LIMIT);
  }
  r.work_limit = whole.work + 1;
  assert_int_equal(ask(s, &r).outcome, whole.outcome);
  return stopped;
}

static void test_work_limit(void **state) {
  (void)state;
  int32_t stopped = 0;
  for (int i = 0; i < twin_scaled(20); i++) {
    scene s = open_scene(i, i % 2);
    for (int k = 0; k < 4; k++)
      stopped += check_limits(&s, request_of(&s, some_point(&s), some_point(&s)));
    close_scene(&s);
  }
  assert_true(stopped > 0 || !twin_is_whole());
}

/* Units of a group get the answers that they get alone. */
typedef struct unit_check {
  const scene *s;
  pathfan_request request;
  const pathfan_answer *alone;
  int32_t partial;
} unit_check;

static bool check_unit(void *context, size_t i, const pathfan_answer *answer, int32_t chosen) {
  unit_check *c = context;
  const pathfan_answer *alone = &c->alone[i];
  (void)chosen;
  assert_int_equal(answer->outcome, alone->outcome);
  assert_int_equal(answer->work, alone->work);
  assert_true(answer->to.x == alone->to.x && answer->to.y == alone->to.y);
  c->partial += answer->partial;
  return true;
}

static void test_group(void **state) {
  (void)state;
  enum { UNITS = 6 };
  int32_t partial = 0;
  for (int i = 0; i < twin_scaled(12); i++) {
    scene s = open_scene(i, i % 3 == 0);
    pathfan_point units[UNITS];
    pathfan_answer alone[UNITS];
    pathfan_group group = {.request = request_of(&s, some_point(&s), some_point(&s)),
                           .points = units,
                           .count = UNITS,
                           .has_one_start = i % 2};
    group.request.partial = true;
    group.request.snap = i % 4 ? 0 : 3;
    for (int k = 0; k < UNITS; k++) {
      pathfan_request r = group.request;
      units[k] = some_point(&s);
      *(group.has_one_start ? &r.to : &r.from) = units[k];
      alone[k] = ask(&s, &r);
    }
    unit_check check = {.s = &s, .alone = alone};
    assert_int_equal(pathfan_query_group(s.query, &group, check_unit, &check), PATHFAN_OK);
    partial += check.partial;
    close_scene(&s);
  }
  assert_true(partial > 0 || !twin_is_whole());
}

SUITE(test_partial) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_among_areas),
                                     cmocka_unit_test(test_dense_circles),
                                     cmocka_unit_test(test_through_openings),
                                     cmocka_unit_test(test_over_links),
                                     cmocka_unit_test(test_snapped_over_links),
                                     cmocka_unit_test(test_work_limit),
                                     cmocka_unit_test(test_group)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
