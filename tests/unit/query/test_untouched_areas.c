/* Areas that no path of an answer touches change nothing, to the last bit: the answer is that of
 * the same request without areas, for every method, effort, number of paths and group; and a trace
 * is told the same. Areas that touch some paths only leave the others as they are. */
#include <math.h>

#include "answer_sum.h"
#include "query_fixture.h"
#include "suite.h"
#include "twin_areas.h"
#include "twin_ask.h"
#include "twin_outline_maps.h"
#include "twin_region.h"
#include "generation_fixture.h"

enum { AREAS = 12 };

/* What a trace was told. */
typedef struct heard {
  uint64_t sum;
} heard;

static void hear(void *context, const pathfan_trace_event *told) {
  heard *h = context;
  const int64_t parts[] = {(int64_t)told->fate, told->rival, told->point_count, told->has_via};
  h->sum = mix(h->sum, parts, sizeof parts);
  h->sum = mix(h->sum, &told->length, sizeof told->length);
}

/* Everything in an answer and, if the request has a trace, what that was told. */
static uint64_t sum_all(const pathfan_answer *a, const heard *h) {
  const int64_t counts[] = {a->candidates.too_near, a->candidates.unjudged, a->candidates.looping,
                            a->blocked_by};
  uint64_t sum = mix(sum_of(a), counts, sizeof counts);
  sum = mix(sum, &a->separation, sizeof a->separation);
  sum = mix(sum, &a->backup, sizeof a->backup);
  if (a->apart) {
    sum = mix(sum, a->apart, (size_t)a->path_count * sizeof *a->apart);
    sum = mix(sum, a->filled, (size_t)a->path_count * sizeof *a->filled);
  }
  return mix(sum, &h->sum, sizeof h->sum);
}

typedef struct scene {
  const twin_map *map;
  pathfan_query *query;
  int bits;
  twin_area areas[AREAS];
  pathfan_area given[AREAS];
  int32_t count;
  int64_t asked, several, touched;
} scene;

static const pathfan_answer *ask(const scene *s, const pathfan_request *request) {
  const pathfan_answer *answer;
  if (pathfan_query_paths(s->query, request, &answer))
    fail_msg("%s", pathfan_query_error(s->query));
  return answer;
}

static bool is_near_path(const twin_area *area, const pathfan_path *path, double gap) {
  for (int32_t i = 0; i + 1 < path->point_count; i++)
    if (twin_area_distance(area, path->points[i], path->points[i + 1]) < gap) return true;
  return false;
}

/* Keeps those of random areas that are clear of the ends and of all paths of an answer. */
static void choose_untouched(pf_random *random, scene *s, const pathfan_answer *answer) {
  const double gap = 8 * twin_area_margin(s->bits);
  s->count = 0;
  for (int i = 0; i < AREAS; i++) {
    twin_area *area = &s->areas[s->count];
    *area = twin_area_random(random, s->map);
    bool near = twin_area_distance(area, answer->from, answer->from) < gap ||
                twin_area_distance(area, answer->to, answer->to) < gap;
    for (int32_t p = 0; p < answer->path_count && !near; p++)
      near = is_near_path(area, &answer->paths[p], gap);
    if (near) continue;
    s->given[s->count] = twin_area_given(area);
    s->count++;
  }
}

static void check_untouched(scene *s, pf_random *random, pathfan_request request) {
  heard told[2] = {{0}, {0}};
  const bool traced = pf_random_below(random, 2) != 0;
  pathfan_trace trace = {.tell = hear, .context = &told[0]};
  request.trace = traced ? &trace : NULL;
  const pathfan_answer *answer = ask(s, &request);
  if (answer->outcome == PATHFAN_OUTCOME_INVALID_REQUEST)
    fail_msg("%s", pathfan_query_error(s->query));
  const uint64_t plain = sum_all(answer, &told[0]);
  choose_untouched(random, s, answer);
  request.avoid = s->given;
  request.avoid_count = s->count;
  trace.context = &told[1];
  s->several += answer->path_count > 1 && s->count;
  answer = ask(s, &request);
  if (sum_all(answer, &told[1]) != plain)
    twin_fail(s->map, "%s, k = %d, effort %d: %d untouched areas change %g,%g to %g,%g",
              pathfan_algorithm_name(request.algorithm), request.paths, (int)request.effort,
              s->count, request.from.x, request.from.y, request.to.x, request.to.y);
  s->asked++;
}

/* If no area touches path 1, it stays, and is still the index's; nothing of an ignored area's
 * first look is left in the answer. */
static void check_touched(scene *s, pf_random *random, pathfan_request request) {
  const double gap = 8 * twin_area_margin(s->bits);
  request.work_limit = 0;
  const pathfan_answer *answer = ask(s, &request);
  if (answer->path_count < 2) return;
  const double length = answer->paths[0].length;
  const pathfan_path *second = &answer->paths[1];
  const pathfan_point a = second->points[0], b = second->points[1];
  const double along = (double)pf_random_between(random, 2, 8) / 10;
  s->areas[0] =
      twin_area_circle((pathfan_point){a.x + along * (b.x - a.x), a.y + along * (b.y - a.y)}, 0.25);
  s->given[0] = twin_area_given(&s->areas[0]);
  if (is_near_path(&s->areas[0], &answer->paths[0], gap) ||
      twin_area_distance(&s->areas[0], answer->to, answer->to) < gap)
    return;
  request.avoid = s->given;
  request.avoid_count = 1;
  answer = ask(s, &request);
  assert_int_equal(answer->outcome, PATHFAN_OUTCOME_OK);
  assert_true(fabs(answer->paths[0].length - length) <= 1e-12 * length);
  assert_true(answer->proof == (request.algorithm != PATHFAN_ALGORITHM_INDEX));
  for (int32_t i = 0; i < answer->path_count; i++)
    assert_false(is_near_path(&s->areas[0], &answer->paths[i], gap / 32));
  s->touched++;
}

static pathfan_request some_request(pf_random *random, const scene *s) {
  static const pathfan_algorithm algorithms[] = {
      PATHFAN_ALGORITHM_INDEX,    PATHFAN_ALGORITHM_INDEX,    PATHFAN_ALGORITHM_INDEX,
      PATHFAN_ALGORITHM_POLYANYA, PATHFAN_ALGORITHM_PLATEAUS, PATHFAN_ALGORITHM_DISSIMILARITY,
      PATHFAN_ALGORITHM_PENALTY};
  pathfan_request request;
  pf_fixed_point at[2] = {{0}, {0}};
  const bool is_default = pf_random_below(random, 2) != 0;
  pathfan_request_init(&request);
  if (!is_default) request = twin_some_request(random, 0);
  request.algorithm = algorithms[pf_random_below(random, 7)];
  request.paths = pf_random_between(random, 1, 4);
  request.effort = pf_random_below(random, 3) ? PATHFAN_EFFORT_FAST : PATHFAN_EFFORT_THOROUGH;
  for (int e = 0; e < 2; e++)
    assert_true(twin_map_random_point(random, s->map, s->bits, true, &at[e]));
  request.from = twin_units(at[0], s->bits);
  request.to = twin_units(at[1], s->bits);
  return request;
}

/* ---- Groups ---- */

enum { UNITS = 12 };

typedef struct units {
  uint64_t sums[UNITS];
  double length[UNITS];
} units;

static bool visit(void *context, size_t i, const pathfan_answer *answer, int32_t chosen) {
  units *u = context;
  const heard nothing = {0};
  u->sums[i] = mix(sum_all(answer, &nothing), &chosen, sizeof chosen);
  return true;
}

/* The answers of a group, with areas that touch some units' paths: each is that of its request
 * alone. */
static void check_group(scene *s, pf_random *random) {
  pathfan_point points[UNITS];
  const heard nothing = {0};
  units found;
  pathfan_request request = some_request(random, s);
  request.algorithm = PATHFAN_ALGORITHM_INDEX;
  s->count = 3;
  for (int32_t i = 0; i < s->count; i++) {
    s->areas[i] = twin_area_random(random, s->map);
    s->given[i] = twin_area_given(&s->areas[i]);
  }
  request.avoid = s->given;
  request.avoid_count = s->count;
  for (int i = 0; i < UNITS; i++) points[i] = some_request(random, s).from;
  pathfan_group group = {.request = request,
                         .has_one_start = pf_random_below(random, 2) != 0,
                         .points = points,
                         .count = UNITS};
  assert_int_equal(pathfan_query_group(s->query, &group, visit, &found), PATHFAN_OK);
  for (int i = 0; i < UNITS; i++) {
    *(group.has_one_start ? &request.to : &request.from) = points[i];
    const int32_t none = -1;
    const uint64_t alone = mix(sum_all(ask(s, &request), &nothing), &none, sizeof none);
    if (alone != found.sums[i]) twin_fail(s->map, "unit %d of a group differs", i);
  }
}

static void check_map(twin_map *map, pathfan_index *index, scene *sum) {
  pf_random random = pf_random_from(map->seed + 5);
  scene s = {.map = map, .bits = generation_of(index)->space.fraction_bits};
  pf_fixed_point any;
  assert_int_equal(pathfan_query_create(index, &s.query), PATHFAN_OK);
  const bool has_room = twin_map_random_point(&random, map, s.bits, true, &any);
  for (int i = 0; i < 12 && has_room; i++) {
    check_untouched(&s, &random, some_request(&random, &s));
    check_touched(&s, &random, some_request(&random, &s));
  }
  if (has_room) check_group(&s, &random);
  pathfan_query_free(s.query);
  sum->asked += s.asked;
  sum->several += s.several;
  sum->touched += s.touched;
}

static void test_random(void **state) {
  (void)state;
  scene sum = {.count = 0};
  for (int i = 0; i < twin_scaled(120); i++) {
    const bool outlines = i % 3 == 2;
    twin_map map = outlines ? twin_outline_map(i, 10) : twin_map_number(twin_drawn_count() + i, 24);
    const pathfan_build_options options = twin_some_options(i);
    pathfan_index *index =
        outlines ? twin_outline_index(&map, &options) : twin_index(&map, &options);
    check_map(&map, index, &sum);
    pathfan_index_close(index);
    twin_map_free(&map);
  }
  print_message("%lld requests, %lld of them with several paths; %lld with an area on path 2\n",
                (long long)sum.asked, (long long)sum.several, (long long)sum.touched);
  if (twin_is_whole()) assert_true(sum.asked > 1000 && sum.several > 200 && sum.touched > 100);
}

/* Areas off the map and inside obstacles are dropped, whatever else is in the way. */
static void test_aside(void **state) {
  (void)state;
  twin_map map = twin_map_drawn("block", ".........\n.........\n.........\n...@@@...\n...@@@...\n"
                                         "...@@@...\n.........\n.........\n.........\n");
  static const pathfan_point inside[] = {{3.1, 3.1}, {5.9, 3.1}, {5.9, 5.9}, {3.1, 5.9}};
  const pathfan_area areas[] = {{.centre = {4.5, 2}, .radius = 1.2},
                                {.corners = inside, .corner_count = 4},
                                {.centre = {-50, -50}, .radius = 2},
                                {.centre = {4.5, 4.5}, .radius = 1}};
  const heard nothing = {0};
  pathfan_index *index = twin_index(&map, NULL);
  scene s = {.map = &map};
  pathfan_request request;
  assert_int_equal(pathfan_query_create(index, &s.query), PATHFAN_OK);
  pathfan_request_init(&request);
  request.from = (pathfan_point){1, 4.5};
  request.to = (pathfan_point){8, 4.5};
  request.avoid = areas;
  for (int k = 0; k < 8; k++) {
    request.paths = 1 + k / 2;
    request.effort = k % 2 ? PATHFAN_EFFORT_THOROUGH : PATHFAN_EFFORT_FAST;
    request.avoid_count = 1;
    const uint64_t one = sum_all(ask(&s, &request), &nothing);
    request.avoid_count = 4;
    assert_true(sum_all(ask(&s, &request), &nothing) == one);
  }
  pathfan_query_free(s.query);
  pathfan_index_close(index);
  twin_map_free(&map);
}

SUITE(test_untouched_areas) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random), cmocka_unit_test(test_aside)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
