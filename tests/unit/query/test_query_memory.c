/* Every allocation of opening, creating and querying fails once: the call reports it, nothing
 * leaks, and existing objects stay usable. A warm query allocates nothing. See
 * failing_allocations.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "query_memory_fixture.h"
#include "suite.h"

static twin_map sample(bool cones, char path[300]) {
  twin_map map = twin_map_number(twin_drawn_count() + 5, 40);
  pathfan_build_options options;
  pathfan_build_options_init(&options);
  options.tables = 2;
  if (!cones) options.cone_cap = 0;
  pathfan_index_close(twin_index(&map, &options));
  snprintf(path, 300, "%s", twin_scratch("map.pathfan"));
  return map;
}

/* Requires seed in 0..60. */
static pathfan_request request_of(const twin_map *map, uint64_t seed) {
  static pathfan_area areas[61][2];
  pf_random random = pf_random_from(seed);
  pathfan_request r = plain_request(map, &random);
  r.paths = 5;
  r.access = seed % 2 ? 3 : 0;
  r.algorithm = seed % 4 == 1 ? PATHFAN_ALGORITHM_CVPD : PATHFAN_ALGORITHM_INDEX;
  r.effort = seed % 3 ? PATHFAN_EFFORT_FAST : PATHFAN_EFFORT_THOROUGH;
  if (seed % 3 == 0) add_areas(&r, areas[seed]);
  return r;
}

/* The ways to open an index, under each policy: 0 a file, 1 with prefetch, 2 a private copy, 3 in a
 * pack, 4 in a pack where it can't be mapped, 5 memory, 6 memory that must be copied. */
enum { OPENINGS = 7 };

typedef struct opening {
  const char *path;
  pathfan_open_options options;
  const uint8_t *memory;
  size_t bytes;
} opening;

static pathfan_status open_by(const opening *o, pathfan_index **index, pathfan_error *error) {
  return o->memory ? pathfan_index_open_memory(o->memory, o->bytes, "in memory", &o->options, index,
                                               error)
                   : pathfan_index_open(o->path, &o->options, index, error);
}

static void test_open(void **state) {
  (void)state;
  char path[300], packs[2][300];
  static const uint64_t offsets[] = {8192, 1001};
  twin_map map = sample(true, path);
  struct stat about;
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  assert_int_equal(fstat(fileno(file), &about), 0);
  const size_t bytes = (size_t)about.st_size;
  uint8_t *room = aligned_alloc(4096, (bytes + 2 * 8192) / 4096 * 4096);
  assert_int_equal(fread(room + 8192, 1, bytes, file), bytes);
  fclose(file);
  for (int p = 0; p < 2; p++) {
    snprintf(packs[p], sizeof packs[p], "%s", twin_scratch(p ? "odd.pack" : "even.pack"));
    file = fopen(packs[p], "wb");
    assert_int_equal(fseek(file, (long)offsets[p], SEEK_SET), 0);
    assert_int_equal(fwrite(room + 8192, 1, bytes, file), bytes);
    assert_int_equal(fclose(file), 0);
  }
  for (int policy = 0; policy < 3; policy++) {
    long counts[OPENINGS];
    for (int way = 0; way < OPENINGS; way++) {
      opening o = {
          .path = path, .options = {.policy = (pathfan_open_policy)policy}, .bytes = bytes};
      o.options.prefetch = way == 1;
      o.options.private_copy = way == 2;
      if (way == 3 || way == 4) {
        o.path = packs[way - 3];
        o.options.offset = offsets[way - 3];
        o.options.bytes = bytes;
      }
      if (way == 5) o.memory = room + 8192;
      if (way == 6) o.memory = memmove(room + 1, room + 8192, bytes);
      shortage s = {0};
      while (starve(&s)) {
        pathfan_index *index;
        pathfan_error error;
        begin_shortage(&s);
        const pathfan_status status = open_by(&o, &index, &error);
        end_shortage();
        if (status == PATHFAN_OK) {
          pathfan_index_close(index);
          continue;
        }
        assert_int_equal(status, PATHFAN_ERR_NO_MEMORY);
        assert_null(index);
        assert_true(error.text[0]);
      }
      if (way == 6) memmove(room + 8192, room + 1, bytes);
      counts[way] = s.failed;
      assert_true(s.failed > 3);
    }
    print_message("open, policy %d: %ld %ld %ld %ld %ld %ld %ld allocations failed in turn\n",
                  policy, counts[0], counts[1], counts[2], counts[3], counts[4], counts[5],
                  counts[6]);
  }
  free(room);
  twin_map_free(&map);
}

/* A reload without memory leaves the old generation; a successful one moves the query object to the
 * new generation, where it may run out of memory too. */
static void test_reload(void **state) {
  (void)state;
  for (int eager = 0; eager < 2; eager++) {
    char path[300];
    const pathfan_open_options options = {.policy = eager ? PATHFAN_OPEN_EAGER : PATHFAN_OPEN_LAZY};
    twin_map map = sample(true, path);
    pathfan_index *index;
    pathfan_query *query;
    const pathfan_answer *answer;
    pathfan_error error;
    const pathfan_request r = request_of(&map, 2);
    assert_int_equal(pathfan_index_open(path, &options, &index, &error), PATHFAN_OK);
    assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
    assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
    const int32_t paths = answer->path_count;
    const double first = paths ? answer->paths[0].length : -1;
    shortage reloads = {0}, moves = {0};
    pathfan_index_close(twin_index(&map, NULL)); /* another file in its place */
    while (starve(&reloads)) {
      begin_shortage(&reloads);
      const pathfan_status status = pathfan_index_reload(index, &error);
      end_shortage();
      if (!status) continue;
      assert_int_equal(status, PATHFAN_ERR_NO_MEMORY);
      assert_true(error.text[0] && pathfan_index_is_stale(index));
      assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
      assert_int_equal(answer->generation, 1);
      assert_int_equal(answer->path_count, paths);
    }
    assert_false(pathfan_index_is_stale(index));
    while (starve(&moves)) {
      begin_shortage(&moves);
      const pathfan_status status = pathfan_query_paths(query, &r, &answer);
      end_shortage();
      if (!status) continue;
      assert_int_equal(status, PATHFAN_ERR_NO_MEMORY);
      assert_null(answer);
      assert_true(pathfan_query_error(query)[0]);
    }
    assert_int_equal(answer->generation, 2);
    assert_int_equal(answer->path_count, paths);
    if (paths) assert_true(answer->paths[0].length == first);
    print_message("reload: %ld, and to move to it %ld allocations failed in turn\n", reloads.failed,
                  moves.failed);
    assert_true(reloads.failed > 3 && moves.failed > 3);
    pathfan_query_free(query);
    pathfan_index_close(index);
    twin_map_free(&map);
  }
}

/* Queries a newly opened index, whose parts are still unchecked. */
static void ask_anew_short_of_memory(const char *path, const pathfan_request *r, const shortage *s,
                                     const pathfan_answer *expected) {
  pathfan_index *index;
  pathfan_error error;
  assert_int_equal(pathfan_index_open(path, NULL, &index, &error), PATHFAN_OK);
  ask_short_of_memory((source){.index = index}, r, s, expected);
  pathfan_index_close(index);
}

static void hear_nothing(void *context, const pathfan_trace_event *told) {
  (void)context;
  (void)told;
}

static void test_ask(void **state) {
  (void)state;
  for (int cones = 0; cones < 2; cones++) {
    char path[300];
    twin_map map = sample(cones != 0, path);
    pathfan_index *index;
    pathfan_query *query;
    const pathfan_answer *expected;
    assert_int_equal(pathfan_index_open(path, NULL, &index, NULL), PATHFAN_OK);
    assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
    const pathfan_trace trace = {.tell = hear_nothing};
    for (uint64_t seed = 1; seed <= 6; seed++) {
      pathfan_request r = request_of(&map, seed);
      if (seed % 3 == 0) r.trace = &trace;
      assert_int_equal(pathfan_query_paths(query, &r, &expected), PATHFAN_OK);
      long counts[2];
      for (int one = 0; one < 2; one++) {
        shortage s = {.alone = one};
        while (starve(&s)) ask_anew_short_of_memory(path, &r, &s, expected);
        counts[one] = s.failed;
      }
      print_message("ask: %ld and %ld allocations failed in turn\n", counts[0], counts[1]);
      assert_true(counts[0] > 5);
    }
    pathfan_query_free(query);
    pathfan_index_close(index);
    twin_map_free(&map);
  }
}

/* Ends that see a common vertex have candidates before tables and via sets give any: a failure
 * there mustn't be lost when a later step succeeds. */
static void test_ask_nearby(void **state) {
  (void)state;
  char path[300];
  twin_map map = sample(true, path);
  pf_random random = pf_random_from(11);
  pathfan_index *index;
  pathfan_query *query;
  const pathfan_answer *expected;
  long failed = 0;
  assert_int_equal(pathfan_index_open(path, NULL, &index, NULL), PATHFAN_OK);
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  for (int k = 0; k < 40; k++) {
    pathfan_request r = plain_request(&map, &random);
    pathfan_point nearest;
    bool found;
    const pathfan_point beside = {r.from.x + 6, r.from.y + 5};
    r.paths = 5;
    assert_int_equal(pathfan_query_nearest_free(query, beside, 4, &nearest, &found), PATHFAN_OK);
    if (found) r.to = nearest;
    assert_int_equal(pathfan_query_paths(query, &r, &expected), PATHFAN_OK);
    shortage s = {.alone = true};
    while (starve(&s)) ask_short_of_memory((source){.index = index}, &r, &s, expected);
    failed += s.failed;
  }
  assert_true(failed > 400);
  pathfan_query_free(query);
  pathfan_index_close(index);
  twin_map_free(&map);
}

/* Areas that a path touches are made into obstacles, which takes memory for each new list. So only
 * the last list, which is asked with again, must need none. */
static void test_warm_queries_allocate_nothing(void **state) {
  (void)state;
  for (int cones = 0; cones < 2; cones++) {
    char path[300];
    twin_map map = sample(cones != 0, path);
    pathfan_index *index;
    pathfan_query *query;
    const pathfan_answer *answer;
    assert_int_equal(pathfan_index_open(path, NULL, &index, NULL), PATHFAN_OK);
    assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
    for (int round = 0; round < 2; round++) {
      const long before = allocations;
      for (uint64_t seed = 1; seed <= 60; seed++) {
        pathfan_request r = request_of(&map, seed);
        if (r.avoid_count && seed > 6) r.avoid_count = 0;
        if (r.avoid_count && round) continue;
        assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
      }
      if (round) assert_int_equal(allocations, before);
    }
    int with_areas = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
      const pathfan_request r = request_of(&map, seed);
      if (!r.avoid_count) continue;
      for (int warm = 0; warm < 3; warm++) /* two sets of paths change places */
        assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
      const long before = allocations;
      assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
      assert_int_equal(allocations, before);
      with_areas++;
    }
    assert_true(with_areas > 3);
    pathfan_query_free(query);
    pathfan_index_close(index);
    twin_map_free(&map);
  }
}

SUITE(test_query_memory) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_open),
      cmocka_unit_test(test_reload),
      cmocka_unit_test(test_ask),
      cmocka_unit_test(test_ask_nearby),
      cmocka_unit_test(test_warm_queries_allocate_nothing),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
