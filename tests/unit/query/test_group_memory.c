/* Every allocation of a group fails once: the units before it have been visited, and existing
 * objects stay usable. A warm group allocates nothing. See failing_allocations.h. */
#include <string.h>

#include "query_memory_fixture.h"
#include "answer_sum.h"
#include "suite.h"

enum { UNITS = 20 };

typedef struct visited {
  uint64_t sums[UNITS];
  int32_t chosen[UNITS];
  size_t count;
} visited;

static bool note(void *context, size_t i, const pathfan_answer *answer, int32_t chosen) {
  visited *v = context;
  v->sums[i] = sum_of(answer);
  v->chosen[i] = chosen;
  v->count = i + 1;
  return true;
}

/* A map with its index, and points on it. */
typedef struct sample {
  twin_map map;
  pathfan_index *index;
  pathfan_point points[UNITS];
  pathfan_area areas[2];
  pathfan_shares shares;
  pathfan_group group;
} sample;

static void open_sample(sample *s, bool cones, int kind) {
  pathfan_build_options options;
  pathfan_build_options_init(&options);
  if (!cones) options.cone_cap = 0;
  s->map = twin_map_number(twin_drawn_count() + 5, 40);
  s->index = twin_index(&s->map, &options);
  pf_random random = pf_random_from(3);
  s->group = (pathfan_group){.points = s->points, .count = UNITS, .has_one_start = kind % 2};
  for (int i = 0; i < UNITS; i++) s->points[i] = plain_request(&s->map, &random).from;
  s->group.request = plain_request(&s->map, &random);
  s->group.request.paths = 5;
  if (kind == 1) s->group.request.effort = PATHFAN_EFFORT_THOROUGH;
  if (kind == 2) add_areas(&s->group.request, s->areas);
  s->group.shares = &s->shares;
}

static void close_sample(sample *s) {
  pathfan_index_close(s->index);
  twin_map_free(&s->map);
}

/* Asks with the shares at their beginning. */
static pathfan_status ask(pathfan_query *query, sample *s, visited *v) {
  *v = (visited){.count = 0};
  s->shares = (pathfan_shares){.seed = 7};
  return pathfan_query_group(query, &s->group, note, v);
}

static void check_as_far(const visited *v, const visited *expected) {
  assert_memory_equal(v->sums, expected->sums, v->count * sizeof *v->sums);
  assert_memory_equal(v->chosen, expected->chosen, v->count * sizeof *v->chosen);
}

static void test_group(void **state) {
  (void)state;
  for (int kind = 0; kind < 6; kind++) {
    static sample s;
    static visited expected, v;
    pathfan_query *query;
    open_sample(&s, kind >= 3, kind % 3);
    assert_int_equal(pathfan_query_create(s.index, &query), PATHFAN_OK);
    assert_int_equal(ask(query, &s, &expected), PATHFAN_OK);
    assert_int_equal(expected.count, UNITS);
    pathfan_query_free(query);
    for (int alone = 0; alone < 2; alone++) {
      shortage lack = {.alone = alone};
      while (starve(&lack)) {
        assert_int_equal(pathfan_query_create(s.index, &query), PATHFAN_OK);
        begin_shortage(&lack);
        const pathfan_status status = ask(query, &s, &v);
        const bool failed = end_shortage();
        check_as_far(&v, &expected);
        if (status) {
          assert_true(failed);
          assert_int_equal(status, PATHFAN_ERR_NO_MEMORY);
          assert_true(pathfan_query_error(query)[0]);
          assert_true(v.count < UNITS);
          assert_int_equal(ask(query, &s, &v), PATHFAN_OK);
          check_as_far(&v, &expected);
        }
        assert_int_equal(v.count, UNITS);
        pathfan_query_free(query);
      }
      print_message("kind %d: %ld allocations failed in turn\n", kind, lack.failed);
      assert_true(lack.failed > 10);
    }
    close_sample(&s);
  }
}

static void test_warm_groups_allocate_nothing(void **state) {
  (void)state;
  for (int kind = 0; kind < 6; kind++) {
    static sample s;
    static visited v;
    pathfan_query *query;
    open_sample(&s, kind >= 3, kind % 3);
    assert_int_equal(pathfan_query_create(s.index, &query), PATHFAN_OK);
    for (int round = 0; round < 4; round++) { /* the second: paths have changed their places */
      const long before = allocations;
      assert_int_equal(ask(query, &s, &v), PATHFAN_OK);
      if (round > 1) assert_int_equal(allocations, before);
    }
    pathfan_query_free(query);
    close_sample(&s);
  }
}

SUITE(test_group_memory) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_group),
      cmocka_unit_test(test_warm_groups_allocate_nothing),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
