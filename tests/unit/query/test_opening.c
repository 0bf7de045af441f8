/* Every way to open an index gives the same answers: through LMDB, in a larger file at an offset
 * that can be mapped and at one that can't, as a private copy, in memory aligned and not; under
 * every policy. An index goes on when its file is replaced. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "answer_sum.h"
#include "generation_fixture.h"
#include "pathfan/inspect.h"
#include "query_fixture.h"
#include "query/calls/query_object.h"
#include "suite.h"

#define REQUESTS 40

static pathfan_error error;

typedef struct questions {
  pathfan_request requests[REQUESTS];
  uint64_t sums[REQUESTS];
} questions;

/* Sends all requests; keeps the answers' sums if `keep`, else compares with those kept. */
static void ask(pathfan_query *query, questions *q, bool keep, uint32_t generation) {
  for (int i = 0; i < REQUESTS; i++) {
    const pathfan_answer *answer;
    assert_int_equal(pathfan_query_paths(query, &q->requests[i], &answer), PATHFAN_OK);
    assert_int_equal(answer->generation, generation);
    if (keep) q->sums[i] = sum_of(answer);
    if (sum_of(answer) != q->sums[i]) fail_msg("request %d has another answer", i);
  }
}

static void ask_index(const pathfan_index *index, questions *q, bool keep) {
  pathfan_query *query;
  pathfan_index_info info;
  pathfan_index_info_get(index, &info);
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  ask(query, q, keep, info.generation);
  pathfan_query_free(query);
}

static uint8_t *read_all(const char *path, size_t *bytes) {
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  assert_int_equal(fseek(file, 0, SEEK_END), 0);
  *bytes = (size_t)ftell(file);
  rewind(file);
  uint8_t *data = aligned_alloc(64, (*bytes + 128) / 64 * 64);
  assert_non_null(data);
  assert_int_equal(fread(data, 1, *bytes, file), *bytes);
  fclose(file);
  return data;
}

/* Writes a file with the index at `offset` and other bytes after it. */
static void write_pack(const char *path, const uint8_t *data, size_t bytes, size_t offset) {
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  for (size_t i = 0; i < offset; i++) fputc((int)(i % 251), file);
  assert_int_equal(fwrite(data, 1, bytes, file), bytes);
  for (int i = 0; i < 5000; i++) fputc(i % 13, file);
  assert_int_equal(fclose(file), 0);
}

static questions questions_for(const twin_map *map) {
  questions q;
  pf_random random = pf_random_from(map->seed);
  for (int i = 0; i < REQUESTS; i++) {
    q.requests[i] = plain_request(map, &random);
    q.requests[i].algorithm = (pathfan_algorithm)(i % 8 < 6 && i % 8 != 2 ? i % 8 : 0);
    if (i % 5 == 0) q.requests[i].effort = PATHFAN_EFFORT_THOROUGH;
  }
  return q;
}

static void check(pathfan_status status, pathfan_index **opened, questions *q) {
  if (status) fail_msg("%s", error.text);
  pathfan_index *index = *opened;
  if (pathfan_index_verify(index, &error)) fail_msg("%s", error.text);
  ask_index(index, q, false);
  pathfan_index_close(index);
}

static void test_ways(void **state) {
  (void)state;
  static const size_t offsets[] = {0, 4096, 65536, 64, 1};
  const char *path = twin_scratch("map.pathfan"), *pack = twin_scratch("pack");
  for (int round = 0; round < twin_scaled(3); round++) {
    twin_map map = twin_map_number(twin_drawn_count() + round, 40);
    questions q = questions_for(&map);
    pathfan_index *index = twin_index(&map, NULL);
    ask_index(index, &q, true);
    pathfan_index_close(index);
    size_t bytes;
    uint8_t *data = read_all(path, &bytes);
    for (int k = 0; k < 18; k++) {
      pathfan_open_options options = {.policy = (pathfan_open_policy)(k % 3),
                                      .prefetch = k % 2,
                                      .private_copy = k / 6 == 1,
                                      .copy_folder = k / 6 == 2 ? twin_scratch_folder() : NULL};
      check(pathfan_index_open(path, &options, &index, &error), &index, &q);
      check(pathfan_index_open_memory(data, bytes, "memory", &options, &index, &error), &index, &q);
      for (size_t o = 0; o < sizeof offsets / sizeof offsets[0]; o++) {
        pathfan_open_options part = options;
        part.offset = offsets[o];
        part.bytes = bytes;
        write_pack(pack, data, bytes, offsets[o]);
        check(pathfan_index_open(pack, &part, &index, &error), &index, &q);
        part.offset += 8;
        assert_int_not_equal(pathfan_index_open(pack, &part, &index, &error), PATHFAN_OK);
        assert_null(index);
      }
    }
    uint8_t *shifted = malloc(bytes + 65);
    const size_t shift = (uintptr_t)shifted % 64 == 0 ? 1 : 0;
    memcpy(shifted + shift, data, bytes);
    assert_int_equal(
        pathfan_index_open_memory(shifted + shift, bytes, "shifted", NULL, &index, &error),
        PATHFAN_OK);
    memset(shifted, 0, bytes + 65); /* the index has a copy */
    ask_index(index, &q, false);
    assert_int_equal(pathfan_index_reload(index, &error), PATHFAN_ERR_ARGUMENT);
    assert_false(pathfan_index_is_stale(index));
    pathfan_index_close(index);
    free(shifted);
    free(data);
    twin_map_free(&map);
  }
}

static void test_arguments(void **state) {
  (void)state;
  pathfan_index *index;
  const pathfan_open_options far = {.offset = UINT64_MAX - 5}, long_one = {.bytes = UINT64_MAX},
                             unknown = {.policy = (pathfan_open_policy)9}, moved = {.offset = 64};
  twin_map map = twin_map_number(0, 20);
  pathfan_index_close(twin_index(&map, NULL));
  const char *path = twin_scratch("map.pathfan");
  assert_int_equal(pathfan_index_open(path, &far, &index, &error), PATHFAN_ERR_NOT_INDEX);
  assert_int_equal(pathfan_index_open(path, &long_one, &index, &error), PATHFAN_ERR_NOT_INDEX);
  assert_int_equal(pathfan_index_open(path, &unknown, &index, &error), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pathfan_index_open_memory(NULL, 5, "x", NULL, &index, &error),
                   PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pathfan_index_open_memory("x", 1, NULL, NULL, &index, &error),
                   PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pathfan_index_open_memory("x", 1, "x", &moved, &index, &error),
                   PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pathfan_index_open_memory("x", 0, "x", NULL, &index, &error),
                   PATHFAN_ERR_NOT_INDEX);
  assert_null(index);
  twin_map_free(&map);
}

/* A process maps a file once. */
static void test_one_mapping(void **state) {
  (void)state;
  pathfan_index *second, *third, *copy;
  twin_map map = twin_map_number(3, 20);
  pathfan_index *first = twin_index(&map, NULL);
  const char *path = twin_scratch("map.pathfan");
  const pathfan_open_options eager = {.policy = PATHFAN_OPEN_EAGER}, alone = {.private_copy = true};
  assert_int_equal(pathfan_index_open(path, &eager, &second, &error), PATHFAN_OK);
  assert_int_equal(pathfan_index_open(path, &alone, &copy, &error), PATHFAN_OK);
  assert_ptr_equal(generation_of(first)->view.header, generation_of(second)->view.header);
  assert_ptr_not_equal(generation_of(first)->view.header, generation_of(copy)->view.header);
  pathfan_index_close(first);
  assert_int_equal(pathfan_index_open(path, NULL, &third, &error), PATHFAN_OK);
  assert_ptr_equal(generation_of(third)->view.header, generation_of(second)->view.header);
  pathfan_index_close(second);
  pathfan_index_close(third);
  pathfan_index_close(copy);
  twin_map_free(&map);
}

static void test_reload(void **state) {
  (void)state;
  twin_map maps[2] = {twin_map_number(twin_drawn_count() + 11, 30),
                      twin_map_number(twin_drawn_count() + 12, 40)};
  questions q[2];
  const char *path = twin_scratch("map.pathfan"), *other = twin_scratch("other.pathfan");
  for (int i = 1; i >= 0; i--) {
    q[i] = questions_for(&maps[i]);
    pathfan_index *index = twin_index(&maps[i], NULL);
    ask_index(index, &q[i], true);
    pathfan_index_close(index);
    if (i == 1) assert_int_equal(rename(path, other), 0);
  }
  for (int private = 0; private < 3; private ++) {
    const pathfan_open_options options = {.private_copy = private == 1,
                                          .copy_folder = private == 2 ? "/tmp" : NULL};
    pathfan_index *index;
    pathfan_query *idle, *busy;
    assert_int_equal(pathfan_index_open(path, &options, &index, &error), PATHFAN_OK);
    assert_int_equal(pathfan_query_create(index, &idle), PATHFAN_OK);
    assert_int_equal(pathfan_query_create(index, &busy), PATHFAN_OK);
    ask(busy, &q[0], false, 1);
    assert_false(pathfan_index_is_stale(index));
    assert_int_equal(pathfan_index_reload(index, &error), PATHFAN_OK); /* the same file */
    ask(busy, &q[0], false, 1);

    assert_int_equal(rename(path, twin_scratch("kept")), 0); /* the file is gone */
    assert_false(pathfan_index_is_stale(index));
    assert_int_equal(pathfan_index_reload(index, &error), PATHFAN_ERR_IO);
    ask(busy, &q[0], false, 1);
    FILE *broken = fopen(path, "w");
    assert_true(broken && fputs("not an index", broken) > 0 && fclose(broken) == 0);
    assert_true(pathfan_index_is_stale(index));
    assert_int_equal(pathfan_index_reload(index, &error), PATHFAN_ERR_NOT_INDEX);
    ask(busy, &q[0], false, 1);

    assert_int_equal(rename(other, path), 0);
    assert_true(pathfan_index_is_stale(index));
    ask(busy, &q[0], false, 1); /* not reloaded yet */
    assert_int_equal(pathfan_index_reload(index, &error), PATHFAN_OK);
    assert_false(pathfan_index_is_stale(index));
    ask(busy, &q[1], false, 2);
    ask_index(index, &q[1], false);
    ask(idle, &q[1], false, 2);
    pathfan_query_free(idle);
    pathfan_query_free(busy);
    pathfan_index_close(index);
    assert_int_equal(rename(path, other), 0);
    assert_int_equal(rename(twin_scratch("kept"), path), 0);
  }
  twin_map_free(&maps[0]);
  twin_map_free(&maps[1]);
}

/* A copy on disk: nothing that is done to the file where it lies changes an answer; the copy has no
 * name; a folder that can't hold it is named. */
static void test_copy_on_disk(void **state) {
  (void)state;
  static const char damage[64] = "written over the index where it lies";
  twin_map map = twin_map_number(twin_drawn_count() + 11, 30);
  questions q = questions_for(&map);
  pathfan_index *index = twin_index(&map, NULL);
  ask_index(index, &q, true);
  pathfan_index_close(index);
  const char *path = twin_scratch("map.pathfan");
  const int count = twin_scratch_count("");
  for (int cut = 0; cut < 2; cut++) {
    const pathfan_open_options options = {.copy_folder = twin_scratch_folder()};
    size_t bytes;
    uint8_t *data = read_all(path, &bytes);
    assert_int_equal(pathfan_index_open(path, &options, &index, &error), PATHFAN_OK);
    assert_int_equal(twin_scratch_count(""), count);
    assert_int_equal(chmod(path, 0600), 0);
    FILE *file = fopen(path, "r+");
    assert_non_null(file);
    if (cut) assert_int_equal(ftruncate(fileno(file), 100), 0);
    for (size_t i = 0; i < bytes && !cut; i += sizeof damage)
      assert_int_equal(fwrite(damage, sizeof damage, 1, file), 1);
    assert_int_equal(fclose(file), 0);
    ask_index(index, &q, false);
    assert_true(pathfan_index_is_stale(index));
    assert_int_not_equal(pathfan_index_reload(index, &error), PATHFAN_OK);
    ask_index(index, &q, false);
    write_pack(path, data, bytes, 0);
    assert_int_equal(truncate(path, (off_t)bytes), 0);
    pathfan_index_close(index);
    free(data);
  }
  const pathfan_open_options nowhere = {.copy_folder = twin_scratch("no/such/folder")};
  assert_int_equal(pathfan_index_open(path, &nowhere, &index, &error), PATHFAN_ERR_IO);
  assert_non_null(strstr(error.text, "no/such/folder"));
  assert_null(index);
  twin_map_free(&map);
}

SUITE(test_opening) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_ways), cmocka_unit_test(test_arguments),
                                     cmocka_unit_test(test_one_mapping),
                                     cmocka_unit_test(test_reload),
                                     cmocka_unit_test(test_copy_on_disk)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
