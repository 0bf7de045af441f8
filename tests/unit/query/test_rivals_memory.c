/* Every allocation of a request to Plateaus, Dissimilarity and Penalty fails once, those for
 * building the search graph too: the call reports it, nothing leaks, and map, index and query stay
 * usable. A warm query allocates nothing. See failing_allocations.h. */
#include <stdlib.h>

#include "query_memory_fixture.h"
#include "pathfan/inspect.h"
#include "pathfan/map.h"
#include "suite.h"

static const pathfan_algorithm rivals[] = {
    PATHFAN_ALGORITHM_PLATEAUS, PATHFAN_ALGORITHM_DISSIMILARITY, PATHFAN_ALGORITHM_PENALTY};

/* An index, and the text of its map. */
typedef struct world {
  twin_map map;
  pathfan_index *index;
  char *text;
  size_t bytes;
} world;

static void world_make(world *w) {
  pathfan_error error;
  w->map = twin_map_number(twin_drawn_count() + 3, 40);
  w->index = twin_index(&w->map, NULL);
  assert_int_equal(pathfan_index_source_map(w->index, &w->text, &w->bytes, &error), PATHFAN_OK);
}

static void world_free(world *w) {
  free(w->text);
  pathfan_index_close(w->index);
  twin_map_free(&w->map);
}

static pathfan_map *open_map(const world *w) {
  pathfan_map *map;
  pathfan_error error;
  if (pathfan_map_parse(w->text, w->bytes, "map", NULL, &map, &error)) fail_msg("%s", error.text);
  return map;
}

/* Each time on a fresh map, whose search graph isn't built yet. */
static void test_cold_maps(void **state) {
  (void)state;
  world w;
  world_make(&w);
  pf_random random = pf_random_from(5);
  for (int a = 0; a < 3; a++) {
    pathfan_request r = plain_request(&w.map, &random);
    r.algorithm = rivals[a];
    pathfan_map *map = open_map(&w);
    pathfan_query *query;
    const pathfan_answer *expected;
    assert_int_equal(pathfan_query_create_online(map, &query), PATHFAN_OK);
    assert_int_equal(pathfan_query_paths(query, &r, &expected), PATHFAN_OK);
    long n = 0;
    for (int one = 0; one < 2; one++) { /* every second allocation alone */
      shortage s = {.alone = one, .at = one, .step = 2};
      while (starve(&s)) {
        pathfan_map *cold = open_map(&w);
        ask_short_of_memory((source){.map = cold}, &r, &s, expected);
        pathfan_map_free(cold);
      }
      n += s.failed;
    }
    print_message("%s: %ld allocations failed in turn\n", pathfan_algorithm_name(r.algorithm), n);
    assert_true(n > 20);
    pathfan_query_free(query);
    pathfan_map_free(map);
  }
  world_free(&w);
}

static void test_warm_nets(void **state) {
  (void)state;
  world w;
  world_make(&w);
  pathfan_map *map = open_map(&w);
  const source sources[2] = {{.map = map}, {.index = w.index}};
  pf_random random = pf_random_from(6);
  for (int i = 0; i < 12; i++) {
    pathfan_request r = plain_request(&w.map, &random);
    const pathfan_answer *expected;
    pathfan_query *query;
    r.algorithm = rivals[i % 3];
    r.paths = 1 + i % 5;
    assert_int_equal(create_query(sources[i % 2], &query), PATHFAN_OK);
    assert_int_equal(pathfan_query_paths(query, &r, &expected), PATHFAN_OK);
    for (int one = 0; one < 2; one++) {
      shortage s = {.alone = one};
      while (starve(&s)) ask_short_of_memory(sources[i % 2], &r, &s, expected);
      assert_true(s.failed > 5);
    }
    allocations = 0;
    assert_int_equal(pathfan_query_paths(query, &r, &expected), PATHFAN_OK);
    assert_int_equal(allocations, 0);
    pathfan_query_free(query);
  }
  pathfan_map_free(map);
  world_free(&w);
}

SUITE(test_rivals_memory) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_cold_maps),
                                     cmocka_unit_test(test_warm_nets)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
