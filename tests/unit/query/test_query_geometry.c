/* What the contract says about answers, checked on the grid: paths are free, taut, simple and
 * different; reversed for swapped ends; the same with and without cone lists. And the outcomes of
 * requests that can't be answered. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suite.h"
#include "twin_algorithm.h"
#include "pathfan/inspect.h"
#include "twin_answer.h"
#include "twin_check.h"
#include "twin_index.h"
#include "twin_sight.h"

static twin_map labelled(const twin_map *map, const pathfan_request *r) {
  twin_map named = *map;
  snprintf(named.name, sizeof named.name,
           "%.80s: %.17g,%.17g to %.17g,%.17g, k %d stretch %g theta %g%s", map->name, r->from.x,
           r->from.y, r->to.x, r->to.y, r->paths, r->stretch, r->dissimilarity,
           r->effort ? " thorough" : "");
  return named;
}

static pathfan_query *query_of(const pathfan_index *index) {
  pathfan_query *query;
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  return query;
}

static const pathfan_answer *ask(pathfan_query *query, const pathfan_request *request) {
  const pathfan_answer *answer;
  assert_int_equal(pathfan_query_paths(query, request, &answer), PATHFAN_OK);
  return answer;
}

static bool same_answers(const pathfan_answer *a, const pathfan_answer *b, bool reversed) {
  if (a->outcome != b->outcome || a->reason != b->reason || a->path_count != b->path_count)
    return false;
  for (int32_t i = 0; i < a->path_count; i++) {
    const pathfan_path *p = &a->paths[i], *q = &b->paths[i];
    if (p->point_count != q->point_count || memcmp(&p->length, &q->length, sizeof p->length))
      return false;
    for (int32_t k = 0; k < p->point_count; k++)
      if (memcmp(&p->points[k], &q->points[reversed ? p->point_count - 1 - k : k],
                 sizeof p->points[k]))
        return false;
  }
  return true;
}

/* ---- Points that all but touch a corner or a line ---- */

static void test_near_misses(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(150);
  int64_t asked = 0;
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i, 12);
    pf_random random = pf_random_from(map.seed + 5);
    pathfan_index *index = twin_index(&map, NULL);
    pathfan_index_info info;
    pathfan_index_info_get(index, &info);
    pathfan_query *query = query_of(index);
    twin_dense d = twin_dense_make(&map, 36);
    for (int k = 0; k < 30; k++) {
      pf_fixed_point s, t;
      pathfan_request r;
      if (!twin_random_point(&random, &map.grid, info.fraction_bits, &s) ||
          !twin_random_point(&random, &map.grid, info.fraction_bits, &t) ||
          (s.x == t.x && s.y == t.y))
        continue;
      pathfan_request_init(&r);
      r.from = twin_units(s, info.fraction_bits);
      r.to = twin_units(t, info.fraction_bits);
      const pathfan_answer *answer = ask(query, &r);
      const twin_map named = labelled(&map, &r);
      pathfan_request one = r;
      one.paths = 1;
      twin_answer twin = twin_alternatives(&map, &d, info.fraction_bits, s, t, &one, 1, NULL);
      if (isinf(twin.shortest)) {
        if (answer->outcome != PATHFAN_OUTCOME_NO_PATH) twin_fail(&named, "a path");
      } else {
        twin_check_answer(&named, info.fraction_bits, &r, answer);
        if (fabs(answer->paths[0].length - twin.shortest) > 1e-9)
          twin_fail(&named, "shortest: %.17g, not %.17g", answer->paths[0].length, twin.shortest);
      }
      twin_answer_free(&twin);
      asked++;
    }
    twin_dense_free(&d);
    pathfan_query_free(query);
    pathfan_index_close(index);
    twin_map_free(&map);
  }
  print_message("%d maps, %lld requests\n", count, (long long)asked);
}

/* ---- Maps too large for full matrices ---- */

static void check_request(const twin_map *map, pathfan_query *queries[3], int bits,
                          pathfan_request *r, int64_t counts[3]) {
  const twin_map named = labelled(map, r);
  const pathfan_answer *answer = ask(queries[0], r);
  if (answer->outcome == PATHFAN_OUTCOME_OK && (r->from.x != r->to.x || r->from.y != r->to.y))
    twin_check_answer(&named, bits, r, answer);
  /* The same without cone lists, and again in a query object used for other requests. */
  if (!same_answers(answer, ask(queries[1], r), false)) twin_fail(&named, "cones matter");
  pathfan_request back = *r;
  back.from = r->to;
  back.to = r->from;
  if (!same_answers(answer, ask(queries[2], &back), true)) twin_fail(&named, "direction matters");
  if (!same_answers(answer, ask(queries[2], r), false)) twin_fail(&named, "history matters");

  double length = -1, lengths[2] = {-1, -1};
  pathfan_outcome outcome, outcomes[2];
  const pathfan_point targets[2] = {r->to, r->from};
  assert_int_equal(pathfan_query_distance(queries[2], r->from, r->to, &length, &outcome),
                   PATHFAN_OK);
  assert_int_equal(pathfan_query_distances(queries[2], r->from, targets, 2, lengths, outcomes),
                   PATHFAN_OK);
  assert_int_equal(outcome, answer->outcome);
  assert_int_equal(outcomes[0], answer->outcome);
  assert_int_equal(outcomes[1], PATHFAN_OUTCOME_OK);
  assert_true(lengths[1] == 0);
  /* An alternative as long as path 1 may come first, since its sum is rounded differently. */
  if (outcome == PATHFAN_OUTCOME_OK &&
      (fabs(length - answer->paths[0].length) > 1e-14 * length || lengths[0] != length))
    twin_fail(&named, "distances %.17g, %.17g, but path 1 has length %.17g", length, lengths[0],
              answer->paths[0].length);

  const int32_t fast = answer->path_count;
  counts[0] += fast;
  r->effort = PATHFAN_EFFORT_THOROUGH;
  answer = ask(queries[0], r);
  if (answer->path_count > 1) twin_check_answer(&named, bits, r, answer);
  counts[1] += answer->path_count;
  counts[2] += answer->path_count < fast;
  r->effort = PATHFAN_EFFORT_FAST;

  /* With too small a work limit, the paths listed are still right. */
  r->work_limit = 1 + (uint64_t)fast * 7;
  answer = ask(queries[0], r);
  assert_true(answer->work <= r->work_limit);
  assert_true(answer->path_count <= r->paths);
  assert_int_equal(answer->outcome == PATHFAN_OUTCOME_WORK_LIMIT,
                   answer->reason == PATHFAN_REASON_WORK_LIMIT);
  if (answer->path_count > 0 && outcome == PATHFAN_OUTCOME_OK) {
    assert_true(fabs(answer->paths[0].length - length) <= 1e-14 * length);
    if (length > 0) {
      const pathfan_reason reason = answer->reason;
      twin_check_answer(&named, bits, r, answer);
      assert_true(reason != PATHFAN_REASON_COMPLETE || answer->path_count == r->paths);
    }
  }
  r->work_limit = 0;
}

static void test_larger_maps(void **state) {
  (void)state;
  const int count = twin_scaled(36);
  int64_t asked = 0, counts[3] = {0};
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(twin_drawn_count() + i, i % 6 ? 50 : 100);
    pf_random random = pf_random_from(map.seed + 9);
    pathfan_build_options options;
    pathfan_index_info info;
    pathfan_query *queries[3];
    pathfan_build_options_init(&options);
    pathfan_index *index = twin_index(&map, &options);
    options.cone_cap = 0;
    options.threads = 1;
    pathfan_index *bare = twin_index(&map, &options);
    pathfan_index_info_get(index, &info);
    queries[0] = query_of(index);
    queries[1] = query_of(bare);
    queries[2] = query_of(index);
    for (int k = 0; k < 60; k++) {
      pf_fixed_point s, t;
      pathfan_request r;
      if (!twin_random_plain_point(&random, &map.grid, info.fraction_bits, &s) ||
          !twin_random_plain_point(&random, &map.grid, info.fraction_bits, &t))
        continue;
      pathfan_request_init(&r);
      r.from = twin_units(s, info.fraction_bits);
      r.to = twin_units(t, info.fraction_bits);
      r.paths = k % 3 ? 3 : 1 + k / 3 % 10;
      r.stretch = k % 4 ? 1.5 : 1 + 0.1 * k;
      r.dissimilarity = k % 5 == 4 ? 0.1 * (k % 11) : 0.6;
      r.access = k % 7 == 6 ? k : 0;
      check_request(&map, queries, info.fraction_bits, &r, counts);
      asked++;
    }
    for (int q = 0; q < 3; q++) pathfan_query_free(queries[q]);
    pathfan_index_close(index);
    pathfan_index_close(bare);
    twin_map_free(&map);
  }
  print_message("%d maps, %lld requests; %lld paths fast, %lld thorough, fewer in %lld\n", count,
                (long long)asked, (long long)counts[0], (long long)counts[1], (long long)counts[2]);
  /* Taking the shortest first may exclude a pair of longer paths, but rarely does. */
  assert_true(counts[1] >= counts[0] && counts[2] * 50 <= asked);
}

/* ---- Requests that have no ordinary answer ---- */

/* A room with a pillar, a room that no path leads to, and a request that has an answer. */
typedef struct two_rooms {
  twin_map map;
  pathfan_index *index;
  pathfan_query *query;
  pathfan_request good;
} two_rooms;

static two_rooms two_rooms_make(void) {
  two_rooms rooms = {.map = twin_map_drawn("two rooms", "....@...\n.@@.@...\n....@...\n")};
  rooms.index = twin_index(&rooms.map, NULL);
  rooms.query = query_of(rooms.index);
  pathfan_request_init(&rooms.good);
  rooms.good.from = (pathfan_point){0.5, 0.5};
  rooms.good.to = (pathfan_point){3.5, 2.5};
  return rooms;
}

static void two_rooms_free(two_rooms *rooms) {
  pathfan_query_free(rooms->query);
  pathfan_index_close(rooms->index);
  twin_map_free(&rooms->map);
}

static void check_outcome(const two_rooms *rooms, const pathfan_request *r,
                          pathfan_outcome expected) {
  const pathfan_answer *answer = ask(rooms->query, r);
  assert_int_equal(answer->outcome, expected);
  assert_int_equal(answer->path_count > 0, expected == PATHFAN_OUTCOME_OK);
}

#define FIELD(name) offsetof(pathfan_request, name), sizeof(((pathfan_request *)0)->name)

/* Returns the good request with another value in one field, a double or a 32-bit integer. */
static pathfan_request otherwise(const two_rooms *rooms, size_t at, size_t bytes, double value) {
  pathfan_request r = rooms->good;
  const int32_t whole = bytes == sizeof whole ? (int32_t)value : 0;
  memcpy((char *)&r + at, bytes == sizeof whole ? (const void *)&whole : &value, bytes);
  return r;
}

static void test_fields(void **state) {
  (void)state;
  two_rooms rooms = two_rooms_make();
  assert_int_equal(rooms.good.paths, 3);
  assert_true(rooms.good.stretch == 1.5 && rooms.good.dissimilarity == 0.6 && !rooms.good.tables &&
              !rooms.good.access);
  check_outcome(&rooms, &rooms.good, PATHFAN_OUTCOME_OK);
  static const struct {
    size_t at, bytes;
    double value;
    pathfan_outcome expected;
  } cases[] = {
      {FIELD(paths), 0, PATHFAN_OUTCOME_INVALID_REQUEST},
      {FIELD(paths), -1, PATHFAN_OUTCOME_INVALID_REQUEST},
      {FIELD(paths), INT32_MAX, PATHFAN_OUTCOME_OK},
      {FIELD(stretch), 0.999, PATHFAN_OUTCOME_INVALID_REQUEST},
      {FIELD(stretch), 1e300, PATHFAN_OUTCOME_OK},
      {FIELD(dissimilarity), -0.01, PATHFAN_OUTCOME_INVALID_REQUEST},
      {FIELD(dissimilarity), 1.01, PATHFAN_OUTCOME_INVALID_REQUEST},
      {FIELD(tables), -1, PATHFAN_OUTCOME_INVALID_REQUEST},
      {FIELD(tables), 100, PATHFAN_OUTCOME_OK},
      {FIELD(access), -1, PATHFAN_OUTCOME_INVALID_REQUEST},
      {FIELD(access), INT32_MAX, PATHFAN_OUTCOME_OK},
      {FIELD(snap), -1, PATHFAN_OUTCOME_INVALID_REQUEST},
      {FIELD(effort), 7, PATHFAN_OUTCOME_INVALID_REQUEST},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const pathfan_request r = otherwise(&rooms, cases[i].at, cases[i].bytes, cases[i].value);
    check_outcome(&rooms, &r, cases[i].expected);
  }
  static const struct {
    size_t at, bytes;
  } doubles[] = {{FIELD(from.x)},  {FIELD(from.y)},        {FIELD(to.x)}, {FIELD(to.y)},
                 {FIELD(stretch)}, {FIELD(dissimilarity)}, {FIELD(snap)}};
  static const double absurd[] = {NAN, INFINITY, -INFINITY};
  for (size_t i = 0; i < sizeof doubles / sizeof doubles[0]; i++)
    for (int k = 0; k < 3; k++) {
      const pathfan_request r = otherwise(&rooms, doubles[i].at, doubles[i].bytes, absurd[k]);
      check_outcome(&rooms, &r, PATHFAN_OUTCOME_INVALID_REQUEST);
    }
  two_rooms_free(&rooms);
}

static void test_places(void **state) {
  (void)state;
  two_rooms rooms = two_rooms_make();
  static const struct {
    pathfan_point from, to;
    pathfan_outcome expected;
  } cases[] = {
      {{1.5, 1.5}, {3.5, 2.5}, PATHFAN_OUTCOME_START_BLOCKED},
      {{0.5, 0.5}, {1.5, 1.5}, PATHFAN_OUTCOME_GOAL_BLOCKED},
      {{0.5, 0.5}, {4.5, 1.5}, PATHFAN_OUTCOME_GOAL_BLOCKED},
      {{2, 1.5}, {2, 1.5}, PATHFAN_OUTCOME_START_BLOCKED}, /* of both, the start is named */
      {{0.5, 0.5}, {6.5, 1.5}, PATHFAN_OUTCOME_NO_PATH},
      {{0.5, 0.5}, {5, 1.5}, PATHFAN_OUTCOME_NO_PATH},
      {{0.5, 0.5}, {4, 1.5}, PATHFAN_OUTCOME_OK}, /* on the wall, on this side */
      {{0.5, 0.5}, {0, 0}, PATHFAN_OUTCOME_OK},
      {{0.5, 0.5}, {0, 3}, PATHFAN_OUTCOME_OK},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    pathfan_request r = rooms.good;
    r.from = cases[i].from;
    r.to = cases[i].to;
    check_outcome(&rooms, &r, cases[i].expected);
    const bool blocked = cases[i].expected == PATHFAN_OUTCOME_START_BLOCKED ||
                         cases[i].expected == PATHFAN_OUTCOME_GOAL_BLOCKED;
    assert_int_equal(ask(rooms.query, &r)->blocked_by,
                     blocked ? PATHFAN_BLOCKED_BY_OBSTACLE : PATHFAN_BLOCKED_BY_NOTHING);
  }
  static const double far_off[] = {-1,    9,      -1e-6,        1e9,           -1e9, 4294967296.0,
                                   1e300, -1e300, 2147483647.9, -2147483647.9, 1e18, -1e18};
  for (size_t i = 0; i < sizeof far_off / sizeof far_off[0]; i++) {
    static const struct {
      size_t at, bytes;
      pathfan_outcome expected;
    } ends[] = {{FIELD(from.x), PATHFAN_OUTCOME_START_BLOCKED},
                {FIELD(from.y), PATHFAN_OUTCOME_START_BLOCKED},
                {FIELD(to.x), PATHFAN_OUTCOME_GOAL_BLOCKED},
                {FIELD(to.y), PATHFAN_OUTCOME_GOAL_BLOCKED}};
    for (int k = 0; k < 4; k++) {
      const pathfan_request r = otherwise(&rooms, ends[k].at, ends[k].bytes, far_off[i]);
      check_outcome(&rooms, &r, ends[k].expected);
      assert_int_equal(ask(rooms.query, &r)->blocked_by, PATHFAN_BLOCKED_BY_BORDER);
    }
    for (double snap = 1; snap <= 1e300; snap *= 1e6) { /* found or not, nothing breaks */
      pathfan_request r = otherwise(&rooms, FIELD(from.x), far_off[i]);
      r.snap = snap;
      const pathfan_outcome outcome = ask(rooms.query, &r)->outcome;
      assert_true(outcome == PATHFAN_OUTCOME_OK || outcome == PATHFAN_OUTCOME_START_BLOCKED ||
                  outcome == PATHFAN_OUTCOME_NO_PATH);
    }
  }

  pathfan_request r = rooms.good; /* already there */
  r.to = r.from;
  const pathfan_answer *answer = ask(rooms.query, &r);
  assert_int_equal(answer->outcome, PATHFAN_OUTCOME_OK);
  assert_int_equal(answer->path_count, 1);
  assert_int_equal(answer->paths[0].point_count, 1);
  assert_true(answer->paths[0].length == 0);
  assert_true(answer->paths[0].points[0].x == 0.5 && answer->paths[0].points[0].y == 0.5);

  r = rooms.good; /* snapped out of the pillar */
  r.from = (pathfan_point){1.5, 1.25};
  r.snap = 0.3;
  answer = ask(rooms.query, &r);
  assert_int_equal(answer->outcome, PATHFAN_OUTCOME_OK);
  assert_true(answer->from_snapped && !answer->to_snapped);
  assert_true(answer->from.x == 1.5 && answer->from.y == 1);
  r.snap = 0.2;
  check_outcome(&rooms, &r, PATHFAN_OUTCOME_START_BLOCKED);
  two_rooms_free(&rooms);
}

#undef FIELD

/* Both equal-length paths round the pillar, in either direction; each is chosen about as often. */
static void test_equal_paths(void **state) {
  (void)state;
  two_rooms rooms = two_rooms_make();
  pathfan_request r = rooms.good;
  r.from = (pathfan_point){0.5, 1.5};
  r.to = (pathfan_point){3.5, 1.5};
  const pathfan_answer *answer = ask(rooms.query, &r);
  assert_int_equal(answer->path_count, 2);
  assert_int_equal(answer->reason, PATHFAN_REASON_NO_CANDIDATES);
  assert_true(answer->paths[0].length == answer->paths[1].length);
  r.paths = 2;
  assert_int_equal(ask(rooms.query, &r)->reason, PATHFAN_REASON_COMPLETE);

  int32_t chosen[2] = {0, 0};
  answer = ask(rooms.query, &r);
  for (uint64_t seed = 0; seed < 2000; seed++) {
    const int32_t choice = pathfan_answer_choose(answer, seed);
    assert_in_range(choice, 0, 1);
    assert_int_equal(choice, pathfan_answer_choose(answer, seed));
    chosen[choice]++;
  }
  assert_in_range(chosen[0], 850, 1150);
  r.to = (pathfan_point){6.5, 1.5};
  assert_int_equal(pathfan_answer_choose(ask(rooms.query, &r), 1), -1);
  two_rooms_free(&rooms);
}

/* Pinches: no path squeezes through, and a point on one belongs to one side. */
static void test_pinches(void **state) {
  (void)state;
  twin_map map =
      twin_map_drawn("a pinch between two rooms", "...@@@\n...@@@\n...@@@\n@@@...\n@@@...\n");
  pathfan_index *index = twin_index(&map, NULL);
  pathfan_query *query = query_of(index);
  pathfan_request r;
  pathfan_request_init(&r);
  r.from = (pathfan_point){2, 2};
  r.to = (pathfan_point){4, 4};
  assert_int_equal(ask(query, &r)->outcome, PATHFAN_OUTCOME_NO_PATH);
  r.to = (pathfan_point){3, 3}; /* in the wedge of the cell whose min corner it is */
  assert_int_equal(ask(query, &r)->outcome, PATHFAN_OUTCOME_NO_PATH);
  r.from = (pathfan_point){4, 4};
  assert_int_equal(ask(query, &r)->outcome, PATHFAN_OUTCOME_OK);
  pathfan_query_free(query);
  pathfan_index_close(index);
  twin_map_free(&map);

  /* The other diagonal: the first free wedge clockwise is the one at (+x,-y). */
  map = twin_map_drawn("the other diagonal", "@@@...\n@@@...\n@@@...\n...@@@\n...@@@\n");
  index = twin_index(&map, NULL);
  query = query_of(index);
  r.from = (pathfan_point){3, 3};
  r.to = (pathfan_point){4, 2};
  assert_int_equal(ask(query, &r)->outcome, PATHFAN_OUTCOME_OK);
  r.to = (pathfan_point){2, 4};
  assert_int_equal(ask(query, &r)->outcome, PATHFAN_OUTCOME_NO_PATH);
  pathfan_query_free(query);
  pathfan_index_close(index);
  twin_map_free(&map);
}

/* A path that several via nodes give, where the first one tried doesn't: its own shortest path to
 * an end is another one. A regression test. */
static void test_second_via_node(void **state) {
  (void)state;
  twin_map map = twin_map_drawn("second via node",
                                "@@....@@@@\n...@@@@@@@\n...@@@.@@@\n...@@@.@@@\n.........@\n"
                                ".@@@....@@\n.@@@....@@\n.@@@...@@@\n.......@@@\n.......@@@\n"
                                "..........\n......@@@.\n");
  pathfan_index *index = twin_index(&map, NULL);
  pathfan_query *query = query_of(index);
  pathfan_request r;
  pathfan_request_init(&r);
  r.from = (pathfan_point){1, 1.8248795182444155};
  r.to = (pathfan_point){0, 11.532862898427993};
  r.dissimilarity = 0.3;
  const pathfan_answer *answer = ask(query, &r);
  assert_int_equal(answer->path_count, 2);
  assert_true(fabs(answer->paths[1].length - 12.705835937273791) < 1e-9);
  pathfan_query_free(query);
  pathfan_index_close(index);
  twin_map_free(&map);
}

SUITE(test_query_geometry) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_near_misses),     cmocka_unit_test(test_larger_maps),
      cmocka_unit_test(test_fields),          cmocka_unit_test(test_places),
      cmocka_unit_test(test_equal_paths),     cmocka_unit_test(test_pinches),
      cmocka_unit_test(test_second_via_node),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
