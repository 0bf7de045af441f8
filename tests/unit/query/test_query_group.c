/* Groups: every answer against that of another query object to the same request alone, to the last
 * bit; what a visit may do. Shares: test_group_shares.c. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "answer_sum.h"
#include "pathfan/inspect.h"
#include "query_fixture.h"
#include "suite.h"
#include "twin_ask.h"
#include "twin_outline_maps.h"
#include "twin_region.h"

enum { UNITS = 12 };

/* ---- Answers ---- */

typedef struct comparison {
  const twin_map *map;
  const pathfan_group *group;
  pathfan_query *used, *alone;
  pf_random random; /* for the visits' own requests */
  size_t next;
  bool counts_differ; /* single requests evaluate the shorter ways first */
  int64_t paths, chosen, measured;
  int64_t outcomes[PATHFAN_OUTCOME_INVALID_REQUEST + 1];
} comparison;

static void check_same_answer(const comparison *c, size_t i, const pathfan_answer *a,
                              const pathfan_answer *b) {
  bool same = (c->counts_differ || sum_of(a) == sum_of(b)) && a->path_count == b->path_count &&
              a->outcome == b->outcome && a->generation == b->generation;
  for (int32_t p = 0; same && p < a->path_count; p++)
    same = a->paths[p].length == b->paths[p].length &&
           a->paths[p].point_count == b->paths[p].point_count &&
           !memcmp(a->paths[p].points, b->paths[p].points,
                   (size_t)a->paths[p].point_count * sizeof *a->paths[p].points) &&
           (!a->apart || a->apart[p] == b->apart[p]) &&
           (!a->filled || a->filled[p] == b->filled[p]);
  same = same && !strcmp(pathfan_query_error(c->used), pathfan_query_error(c->alone));
  if (!same)
    twin_fail(c->map, "unit %zu: %d paths, %s, work %llu; alone %d, %s, %llu", i, a->path_count,
              pathfan_outcome_name(a->outcome), (unsigned long long)a->work, b->path_count,
              pathfan_outcome_name(b->outcome), (unsigned long long)b->work);
}

/* Measures the paths of both answers, sometimes those of other points, which the group must
 * survive. */
static void measure_both(comparison *c, const pathfan_answer *a, const pathfan_answer *b) {
  pathfan_measures of_group, of_alone;
  pathfan_path reversed = a->paths[0], same = b->paths[0];
  pathfan_point room[2][256];
  const bool others =
      pf_random_chance(&c->random, 0.3) && same.point_count <= 256 && same.point_count > 2;
  if (others) { /* a part of path 1, backwards */
    reversed.point_count = same.point_count = same.point_count - 1;
    for (int32_t p = 0; p < same.point_count; p++)
      room[0][p] = room[1][p] = a->paths[0].points[same.point_count - 1 - p];
    reversed.points = room[0];
    same.points = room[1];
  }
  const pathfan_status status = pathfan_query_measure(c->used, others ? &reversed : a->paths,
                                                      others ? 1 : a->path_count, NULL, &of_group);
  assert_int_equal(pathfan_query_measure(c->alone, others ? &same : b->paths,
                                         others ? 1 : b->path_count, NULL, &of_alone),
                   status);
  if (!status && memcmp(&of_group, &of_alone, sizeof of_group))
    twin_fail(c->map, "bounded stretch %.17g; alone %.17g", of_group.bounded_stretch,
              of_alone.bounded_stretch);
  c->measured++;
}

static bool compare(void *context, size_t i, const pathfan_answer *answer, int32_t chosen) {
  comparison *c = context;
  const pathfan_answer *alone;
  pathfan_request r = c->group->request;
  *(c->group->has_one_start ? &r.to : &r.from) = c->group->points[i];
  assert_int_equal(i, c->next++);
  assert_int_equal(pathfan_query_paths(c->alone, &r, &alone), PATHFAN_OK);
  check_same_answer(c, i, answer, alone);
  c->paths += answer->path_count;
  c->outcomes[answer->outcome]++;
  assert_true(chosen < answer->path_count && chosen >= -1);
  assert_int_equal(chosen >= 0, c->group->shares && answer->path_count > 0);
  c->chosen += chosen > 0;
  if (answer->path_count && pf_random_chance(&c->random, 0.2)) measure_both(c, answer, alone);
  return true;
}

/* Returns a request with random fields, among them those that the stages treat differently. */
static pathfan_request some_request(pf_random *random, int32_t tables) {
  static const int32_t paths[] = {1, 3, 5};
  pathfan_request r = twin_some_request(random, tables);
  r.paths = paths[pf_random_below(random, 3)];
  if (pf_random_chance(random, 0.15)) r.work_limit = 1 + pf_random_below(random, 60);
  if (pf_random_chance(random, 0.3)) r.snap = 2;
  r.snap_any = pf_random_chance(random, 0.2);
  r.partial = pf_random_chance(random, 0.3);
  if (pf_random_chance(random, 0.5)) r.separation_share = 0.05;
  r.fill = pf_random_chance(random, 0.3);
  if (pf_random_chance(random, 0.3)) r.splices = PATHFAN_SPLICES_ALWAYS;
  if (pf_random_chance(random, 0.2)) r.max_bounded_stretch = 1.4;
  if (pf_random_chance(random, 0.2))
    r.objective = (pathfan_objective){.length = 1, .similarity = 2, .local_optimality = 1};
  return r;
}

/* Returns a point as groups have them: some are blocked, off the map, or not finite. */
static pathfan_point some_point(pf_random *random, const twin_map *map, int bits,
                                pathfan_point other) {
  pf_fixed_point p = {0, 0};
  const uint64_t kind = pf_random_below(random, 40);
  if (kind == 0) return (pathfan_point){NAN, 1};
  if (kind == 1) return (pathfan_point){-5, 3};
  if (kind == 2) return other;
  if (kind < 5)
    return (pathfan_point){(double)pf_random_between(random, 0, 12) + 0.5,
                           (double)pf_random_between(random, 0, 12) + 0.5};
  (void)twin_map_random_point(random, map, bits, kind < 30, &p);
  return twin_units(p, bits);
}

static void compare_some(const twin_map *map, const pathfan_index *index, int bits, int groups,
                         comparison *c) {
  pathfan_index_info info;
  pathfan_index_info_get(index, &info);
  c->map = map;
  c->random = pf_random_from(map->seed + 5);
  assert_int_equal(pathfan_query_create(index, &c->used), PATHFAN_OK);
  assert_int_equal(pathfan_query_create(index, &c->alone), PATHFAN_OK);
  for (int g = 0; g < groups; g++) {
    pf_random *random = &c->random;
    pathfan_point points[UNITS];
    pathfan_area areas[2];
    pathfan_shares shares = {.seed = (uint64_t)g, .weights = (pathfan_weights)(g % 2)};
    pathfan_group group = {.request = some_request(random, info.table_count),
                           .has_one_start = pf_random_chance(random, 0.5),
                           .points = points,
                           .count = UNITS};
    const pathfan_point nowhere = {3, 3};
    const pathfan_point one = some_point(random, map, bits, nowhere);
    for (int i = 0; i < UNITS; i++) points[i] = some_point(random, map, bits, one);
    group.request.from = points[0];
    group.request.to = one;
    if (g % 5 == 4) add_areas(&group.request, areas);
    *(group.has_one_start ? &group.request.from : &group.request.to) = one;
    if (pf_random_chance(random, 0.5)) group.shares = &shares;
    c->group = &group;
    c->next = 0;
    assert_int_equal(pathfan_query_group(c->used, &group, compare, c), PATHFAN_OK);
    assert_int_equal(c->next, UNITS);
  }
  pathfan_query_free(c->used);
  pathfan_query_free(c->alone);
}

static void check_all_kinds(const comparison *c, int maps) {
  print_message("%d maps, %lld paths, %lld times not the first chosen, %lld measured; ", maps,
                (long long)c->paths, (long long)c->chosen, (long long)c->measured);
  for (int o = 0; o <= PATHFAN_OUTCOME_INVALID_REQUEST; o++) {
    print_message("%s %lld ", pathfan_outcome_name((pathfan_outcome)o), (long long)c->outcomes[o]);
    if (twin_is_whole()) assert_true(c->outcomes[o] > 10);
  }
  print_message("\n");
  if (twin_is_whole()) assert_true(c->chosen > 100 && c->measured > 100);
}

static void test_grids(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(120);
  comparison c = {0};
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i, i % 4 ? 14 : 24);
    const pathfan_build_options options = twin_some_options(i);
    pathfan_index *index = twin_index(&map, &options);
    compare_some(&map, index, 20, 12, &c);
    pathfan_index_close(index);
    twin_map_free(&map);
  }
  check_all_kinds(&c, count);
}

static void test_polygons(void **state) {
  (void)state;
  const int count = twin_scaled(90);
  comparison c = {0};
  for (int i = 0; i < count; i++) {
    twin_map map = twin_outline_map(i, i % 5 ? 8 : 12);
    const pathfan_build_options options = twin_some_options(i);
    pathfan_index *index = twin_outline_index(&map, &options);
    pathfan_index_info info;
    pathfan_index_info_get(index, &info);
    compare_some(&map, index, info.fraction_bits, 12, &c);
    pathfan_index_close(index);
    twin_map_free(&map);
  }
  check_all_kinds(&c, count);
}

/* Compares groups of points on multiples of half a cell, with the fields of `like`. */
static void compare_on_lattice(comparison *c, const pathfan_index *index,
                               const pathfan_request *like, int groups) {
  pathfan_point points[UNITS];
  assert_int_equal(pathfan_query_create(index, &c->used), PATHFAN_OK);
  assert_int_equal(pathfan_query_create(index, &c->alone), PATHFAN_OK);
  for (int g = 0; g < groups; g++) {
    pathfan_group group = {
        .request = *like, .points = points, .count = UNITS, .has_one_start = g % 2};
    for (int i = 0; i <= UNITS; i++) {
      pathfan_point *p = i < UNITS ? &points[i] : &group.request.to;
      *p = (pathfan_point){pf_random_between(&c->random, 0, 2 * c->map->grid.width) / 2.0,
                           pf_random_between(&c->random, 0, 2 * c->map->grid.height) / 2.0};
    }
    group.request.from = group.request.to;
    c->group = &group;
    c->next = 0;
    assert_int_equal(pathfan_query_group(c->used, &group, compare, c), PATHFAN_OK);
  }
  pathfan_query_free(c->used);
  pathfan_query_free(c->alone);
}

/* Rows of pillars: dozens of equal-length paths, path 1 among them. */
static void test_ties(void **state) {
  (void)state;
  twin_map map = twin_map_drawn("pillars", "...............\n.@.@.@.@.@.@.@.\n...............\n"
                                           ".@.@.@.@.@.@.@.\n...............\n.@.@.@.@.@.@.@.\n"
                                           "...............\n.@.@.@.@.@.@.@.\n...............\n"
                                           ".@.@.@.@.@.@.@.\n...............\n.@.@.@.@.@.@.@.\n"
                                           "...............\n");
  pathfan_index *index = twin_index(&map, NULL);
  comparison c = {.map = &map, .random = pf_random_from(9)};
  pathfan_request request;
  pathfan_request_init(&request);
  request.apart = true;
  request.paths = 1;
  compare_on_lattice(&c, index, &request, 200);
  assert_true(c.paths > 1000);
  pathfan_index_close(index);
  twin_map_free(&map);
}

/* Ends that see so much that single requests evaluate the shorter ways first. */
static void test_far_seeing(void **state) {
  (void)state;
  enum { SIDE = 80 };
  char rows[SIDE * (SIDE + 1) + 1] = "", *at = rows;
  for (int y = 0; y < SIDE; y++) {
    for (int x = 0; x < SIDE; x++) *at++ = x % 4 == 1 && y % 4 == 1 ? '@' : '.';
    *at++ = '\n';
  }
  twin_map map = twin_map_drawn("many pillars", rows);
  pathfan_index *index = twin_index(&map, NULL);
  comparison c = {.map = &map, .random = pf_random_from(5), .counts_differ = true};
  pathfan_request request;
  pathfan_request_init(&request);
  request.separation_share = 0;
  for (int i = 0; i < 4; i++) { /* leading via nodes apply below 1.6 */
    request.stretch = i % 2 ? 2 : 1.5;
    request.paths = i / 2 ? 2 : 3;
    compare_on_lattice(&c, index, &request, 8);
  }
  assert_true(c.paths > 4 * 8 * UNITS);
  pathfan_index_close(index);
  twin_map_free(&map);
}

/* Algorithms that don't profit from groups, of an index and of a map. */
static void test_other_algorithms(void **state) {
  (void)state;
  comparison c = {0};
  for (int i = 0; i < 12; i++) {
    twin_map map = twin_map_number(twin_drawn_count() + i, 20);
    pathfan_build_options options;
    pathfan_build_options_init(&options);
    options.tables = 2;
    pathfan_index *index = twin_index(&map, &options);
    pathfan_map *plain;
    pathfan_error error;
    pathfan_point points[UNITS];
    c.map = &map;
    c.random = pf_random_from(map.seed);
    assert_int_equal(pathfan_map_open(twin_scratch("map.map"), NULL, &plain, &error), PATHFAN_OK);
    for (int a = PATHFAN_ALGORITHM_INDEX; a < PATHFAN_ALGORITHM_COUNT; a++)
      for (int online = 0; online < 2; online++) {
        const source of = {.map = online ? plain : NULL, .index = index};
        pathfan_group group = {.points = points, .count = UNITS, .has_one_start = i % 2};
        pathfan_request_init(&group.request);
        if (online ? pathfan_algorithm_is_indexed((pathfan_algorithm)a)
                   : a == PATHFAN_ALGORITHM_ASTAR)
          continue;
        if (a == PATHFAN_ALGORITHM_TERRAIN) /* terrains only */
          continue;
        group.request.algorithm = (pathfan_algorithm)a;
        group.request.from = group.request.to = (pathfan_point){1.5, 1.25};
        for (int u = 0; u < UNITS; u++)
          points[u] = some_point(&c.random, &map, 20, group.request.to);
        c.group = &group;
        c.next = 0;
        assert_int_equal(create_query(of, &c.used), PATHFAN_OK);
        assert_int_equal(create_query(of, &c.alone), PATHFAN_OK);
        assert_int_equal(pathfan_query_group(c.used, &group, compare, &c), PATHFAN_OK);
        assert_int_equal(c.next, UNITS);
        pathfan_query_free(c.used);
        pathfan_query_free(c.alone);
      }
    pathfan_map_free(plain);
    pathfan_index_close(index);
    twin_map_free(&map);
  }
  assert_true(c.paths > 100);
}

/* ---- Bad input, and what a visit may do ---- */

typedef struct visitor {
  pathfan_query *query;
  size_t visits, stop_after;
  pathfan_outcome last;
} visitor;

static bool count_visit(void *context, size_t i, const pathfan_answer *answer, int32_t chosen) {
  visitor *v = context;
  assert_int_equal(i, v->visits++);
  assert_int_equal(chosen, -1);
  v->last = answer->outcome;
  return v->visits != v->stop_after;
}

/* A visit's other requests and groups are refused, and leave its answer as it is. */
static bool ask_in_visit(void *context, size_t i, const pathfan_answer *answer, int32_t chosen) {
  visitor *v = context;
  const pathfan_answer *other;
  pathfan_request r;
  pathfan_group none = {.points = NULL};
  pathfan_outcome outcome;
  double length;
  pathfan_request_init(&r);
  r.from = answer->from;
  r.to = answer->to;
  const uint64_t before = sum_of(answer);
  assert_int_equal(pathfan_query_paths(v->query, &r, &other), PATHFAN_ERR_ARGUMENT);
  assert_null(other);
  assert_true(pathfan_query_error(v->query)[0]);
  assert_int_equal(pathfan_query_distance(v->query, r.from, r.to, &length, &outcome),
                   PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pathfan_query_group(v->query, &none, count_visit, v), PATHFAN_ERR_ARGUMENT);
  assert_true(sum_of(answer) == before);
  return count_visit(context, i, answer, chosen);
}

static void test_calls(void **state) {
  (void)state;
  twin_map map = twin_map_drawn("open", "....\n.@..\n....\n....\n");
  pathfan_index *index = twin_index(&map, NULL);
  const pathfan_point points[] = {{0, 0}, {3, 3}, {1.5, 1.5}, {2, 0.5}};
  pathfan_shares wrong = {.weights = (pathfan_weights)PATHFAN_WEIGHTS_COUNT};
  const pathfan_answer *answer;
  pathfan_group group = {.points = points, .count = 4};
  visitor v = {0};
  pathfan_request_init(&group.request);
  group.request.from = (pathfan_point){NAN, NAN}; /* ignored */
  group.request.to = (pathfan_point){3, 0};
  assert_int_equal(pathfan_query_create(index, &v.query), PATHFAN_OK);
  pathfan_query *const query = v.query;
  assert_int_equal(pathfan_query_group(query, &group, count_visit, &v), PATHFAN_OK);
  assert_int_equal(v.visits, 4);

  v = (visitor){.query = query, .stop_after = 2};
  assert_int_equal(pathfan_query_group(query, &group, count_visit, &v), PATHFAN_OK);
  assert_int_equal(v.visits, 2);
  v = (visitor){.query = query};
  assert_int_equal(pathfan_query_group(query, &group, ask_in_visit, &v), PATHFAN_OK);
  assert_int_equal(v.visits, 4);
  assert_int_equal(pathfan_query_paths(query, &group.request, &answer), PATHFAN_OK);
  assert_int_equal(answer->outcome, PATHFAN_OUTCOME_INVALID_REQUEST);

  v = (visitor){.query = query};
  assert_int_equal(pathfan_query_group(NULL, &group, count_visit, &v), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pathfan_query_group(query, NULL, count_visit, &v), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pathfan_query_group(query, &group, NULL, &v), PATHFAN_ERR_ARGUMENT);
  assert_true(pathfan_query_error(query)[0]);
  group.shares = &wrong;
  assert_int_equal(pathfan_query_group(query, &group, count_visit, &v), PATHFAN_ERR_ARGUMENT);
  group.shares = NULL;
  group.points = NULL;
  assert_int_equal(pathfan_query_group(query, &group, count_visit, &v), PATHFAN_ERR_ARGUMENT);
  group.count = 0;
  assert_int_equal(pathfan_query_group(query, &group, count_visit, &v), PATHFAN_OK);
  assert_int_equal(v.visits, 0);
  assert_string_equal(pathfan_query_error(query), "");

  group.points = points;
  group.count = 4;
  group.request.to = (pathfan_point){1.5, 1.5};
  assert_int_equal(pathfan_query_group(query, &group, count_visit, &v), PATHFAN_OK);
  assert_int_equal(v.visits, 4);
  assert_int_equal(v.last, PATHFAN_OUTCOME_GOAL_BLOCKED);
  assert_string_equal(pathfan_weights_name(PATHFAN_WEIGHTS_LENGTH), "length");
  pathfan_query_free(query);
  pathfan_index_close(index);
  twin_map_free(&map);
}

/* A generation loaded during a visit is used from the next call on. */
static bool reload_in_visit(void *context, size_t i, const pathfan_answer *answer, int32_t chosen) {
  pathfan_index *index = context;
  pathfan_error error;
  (void)chosen;
  assert_int_equal(answer->generation, 1);
  assert_int_equal(answer->outcome, PATHFAN_OUTCOME_OK);
  if (i == 1) assert_int_equal(pathfan_index_reload(index, &error), PATHFAN_OK);
  return true;
}

static void test_reload(void **state) {
  (void)state;
  twin_map map = twin_map_drawn("block", "...\n.@.\n...\n");
  pathfan_index *index = twin_index(&map, NULL);
  const pathfan_point points[] = {{0, 1.5}, {0, 1}, {1, 0}, {0.5, 0.5}};
  const pathfan_answer *answer;
  pathfan_query *query;
  pathfan_group group = {.points = points, .count = 4};
  pathfan_request_init(&group.request);
  group.request.to = (pathfan_point){3, 1.5};
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  pathfan_index_close(twin_index(&map, NULL)); /* another file in its place */
  assert_int_equal(pathfan_query_group(query, &group, reload_in_visit, index), PATHFAN_OK);
  group.request.from = points[0];
  assert_int_equal(pathfan_query_paths(query, &group.request, &answer), PATHFAN_OK);
  assert_int_equal(answer->generation, 2);
  pathfan_query_free(query);
  pathfan_index_close(index);
  twin_map_free(&map);
}

SUITE(test_query_group) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_grids),
      cmocka_unit_test(test_polygons),
      cmocka_unit_test(test_ties),
      cmocka_unit_test(test_far_seeing),
      cmocka_unit_test(test_other_algorithms),
      cmocka_unit_test(test_calls),
      cmocka_unit_test(test_reload),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
