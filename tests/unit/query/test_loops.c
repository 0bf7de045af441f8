/* Alternatives that turn back in plain sight: what is left of them, by points closer to each other
 * than the library's and by sight by definition; and what is refused. That the library refuses what
 * its rule says, and nothing else, is compared request by request in test_query_twin. */
#include <math.h>
#include <stdlib.h>

#include "pathfan/inspect.h"
#include "query_fixture.h"
#include "suite.h"
#include "twin_answer.h"
#include "twin_loops.h"
#include "twin_region.h"

/* Loops by points at every 60th of path 1. */
typedef struct found {
  int64_t alternatives, loops;
  double worst;
} found;

static void count_loops(const twin_map *map, int bits, const pathfan_answer *answer, found *f) {
  for (int32_t i = 1; i < answer->path_count; i++) {
    twin_track track = twin_track_of(&answer->paths[i], bits);
    twin_loop_points points = twin_loop_points_of(&track, bits, answer->paths[0].length / 60);
    const double worst = twin_loop(map, bits, &points, INFINITY);
    f->alternatives++;
    f->loops += worst > 1.5;
    f->worst = fmax(f->worst, worst);
    twin_loop_points_free(&points);
    free(track.points);
  }
}

/* What a trace tells of refused loops. */
typedef struct refused {
  const twin_map *map;
  int bits;
  int64_t count;
} refused;

static pf_fixed_point fixed(pathfan_point p, int bits) {
  return (pf_fixed_point){llrint(ldexp(p.x, bits)), llrint(ldexp(p.y, bits))};
}

/* The chord's ends see each other, and the path is too long for them. */
static void hear(void *context, const pathfan_trace_event *told) {
  refused *r = context;
  if (told->fate != PATHFAN_FATE_LOOPING) return;
  const pf_fixed_point a = fixed(told->loop[0], r->bits), b = fixed(told->loop[1], r->bits);
  r->count++;
  if (twin_map_is_free(r->map, r->bits, a) && twin_map_is_free(r->map, r->bits, b))
    assert_true(twin_map_sees(r->map, r->bits, a, b));
  assert_true(told->length >
              1.5 * ldexp(hypot((double)(b.x - a.x), (double)(b.y - a.y)), -r->bits));
}

static void test_what_is_left(void **state) {
  (void)state;
  found before = {0}, after = {0};
  refused r = {0};
  for (int number = 0; number < twin_scaled(60); number++) {
    twin_map map = twin_map_number(twin_drawn_count() + number, 90);
    pathfan_index *index = twin_index(&map, NULL);
    pf_random random = pf_random_from(map.seed + 5);
    pathfan_query *query;
    const pathfan_trace trace = {.tell = hear, .context = &r};
    pathfan_index_info info;
    pathfan_index_info_get(index, &info);
    r.map = &map;
    r.bits = info.fraction_bits;
    assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
    for (int k = 0; k < 40; k++) {
      const pathfan_answer *answer;
      pathfan_request request = plain_request(&map, &random);
      assert_true(request.max_loop == 1.5);
      request.max_loop = 0;
      assert_int_equal(pathfan_query_paths(query, &request, &answer), PATHFAN_OK);
      assert_true(answer->max_loop == 0);
      assert_int_equal(answer->candidates.looping, 0);
      count_loops(&map, r.bits, answer, &before);
      request.max_loop = 1.5;
      request.trace = k % 4 ? NULL : &trace;
      assert_int_equal(pathfan_query_paths(query, &request, &answer), PATHFAN_OK);
      assert_true(answer->max_loop == 1.5);
      count_loops(&map, r.bits, answer, &after);
    }
    pathfan_query_free(query);
    pathfan_index_close(index);
    twin_map_free(&map);
  }
  print_message(
      "%lld alternatives, %lld with a loop, up to %.2f; with a bound of 1.5 %lld, %lld, %.2f;"
      " %lld refused\n",
      (long long)before.alternatives, (long long)before.loops, before.worst,
      (long long)after.alternatives, (long long)after.loops, after.worst, (long long)r.count);
  if (!twin_is_whole()) return;
  assert_true(before.loops > 50 && r.count > 20);
  assert_true(after.loops * 20 <= before.loops);
  assert_true(after.worst <= 1.1 * 1.5);
}

/* By the goal, in plain sight of it, a path walks round a block and comes back. */
static void test_hook(void **state) {
  (void)state;
  twin_map map = twin_map_drawn("hook", "............\n............\n......@@@@..\n......@@@@..\n"
                                        "......@@@@..\n............\n");
  pathfan_index *index = twin_index(&map, NULL);
  pathfan_query *query;
  const pathfan_answer *answer;
  pathfan_measures all;
  pathfan_request r;
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  pathfan_request_init(&r);
  r.from = (pathfan_point){1, 1};
  r.to = (pathfan_point){11, 1};
  r.stretch = 2;
  r.max_loop = 0;
  assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
  assert_int_equal(answer->path_count, 2);
  assert_int_equal(pathfan_query_measure(query, answer->paths, 2, NULL, &all), PATHFAN_OK);
  const double loop = answer->paths[1].length / 10; /* the ends see each other */
  assert_true(all.loop >= loop - 1e-9 && loop > 1.2);
  r.max_loop = 1.2;
  assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
  assert_int_equal(answer->path_count, 1);
  assert_int_equal(answer->candidates.looping, 1);
  /* An area between the two hides them from each other: the way round the block stays. */
  const pathfan_area area = {.centre = {8, 1}, .radius = 1.2};
  r.avoid = &area;
  r.avoid_count = 1;
  r.effort = PATHFAN_EFFORT_THOROUGH;
  assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
  assert_int_equal(answer->outcome, PATHFAN_OUTCOME_OK);
  assert_true(answer->max_loop == 1.2);
  pathfan_query_free(query);
  pathfan_index_close(index);
  twin_map_free(&map);
}

SUITE(test_loops) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_what_is_left),
      cmocka_unit_test(test_hook),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
