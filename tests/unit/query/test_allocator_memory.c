/* The application's allocator: a build, an index and queries take all of their memory from it, none
 * from elsewhere, and give all of it back; it may refuse any piece. It is set once in a process, so
 * this suite has one setup, and no other suite runs before it in its process. */
#include "failing_allocations.h"
#include "pathfan/allocator.h"
#include "pathfan/inspect.h"
#include "pathfan/obstacles.h"
#include "query_fixture.h"
#include "query_memory_fixture.h"
#include "suite.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* What the allocator keeps before each piece. */
typedef union head {
  struct {
    size_t bytes;
    uint64_t mark;
  } is;
  max_align_t align;
} head;

#define MARK UINT64_C(0x70617468) /* "path" */

static atomic_size_t pieces, bytes_out, taken;
static char context;

static void *take(head *piece, size_t bytes) {
  if (!piece) return NULL;
  piece->is.bytes = bytes;
  piece->is.mark = MARK;
  pieces++;
  bytes_out += bytes;
  taken++;
  return piece + 1;
}

static head *give_back(void *memory) {
  head *piece = (head *)memory - 1;
  assert_true(piece->is.mark == MARK); /* not a piece of the C library */
  piece->is.mark = 0;
  pieces--;
  bytes_out -= piece->is.bytes;
  return piece;
}

static void *allocate(size_t bytes, void *given) {
  assert_ptr_equal(given, &context);
  assert_true(bytes > 0);
  if (allocation_fails(bytes)) return NULL;
  head *piece = take(__real_malloc(sizeof(head) + bytes), bytes);
  return piece ? memset(piece, 0xA5, bytes) : NULL; /* not zero, as fresh pages are */
}

static void *reallocate(void *memory, size_t bytes, void *given) {
  assert_ptr_equal(given, &context);
  assert_true(memory && bytes > 0);
  if (allocation_fails(bytes)) return NULL;
  return take(__real_realloc(give_back(memory), sizeof(head) + bytes), bytes);
}

static void release(void *memory, void *given) {
  assert_ptr_equal(given, &context);
  (free)(give_back(memory));
}

static const pathfan_allocator counting = {
    .allocate = allocate, .reallocate = reallocate, .release = release, .context = &context};

/* Refuses what isn't an allocator; then sets it, before anything is allocated. */
static int set_up(void **state) {
  pathfan_allocator wrong = counting;
  wrong.reserved[1] = 1;
  assert_int_equal(pathfan_set_allocator(NULL), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pathfan_set_allocator(&wrong), PATHFAN_ERR_ARGUMENT);
  wrong = counting;
  wrong.reallocate = NULL;
  assert_int_equal(pathfan_set_allocator(&wrong), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pathfan_set_allocator(&counting), PATHFAN_OK);
  return twin_scratch_make(state);
}

/* Builds, asks, and closes; checks that nothing is kept. */
static void test_counts(void **state) {
  (void)state;
  twin_map map = twin_map_number(twin_drawn_count() + 4, 40);
  pf_random random = pf_random_from(5);
  const size_t pieces_before = pieces, bytes_before = bytes_out;
  for (int round = 0; round < 2; round++) {
    pathfan_index *index = twin_index(&map, NULL);
    const size_t taken_before = taken;
    const long asked_before = allocations;
    pathfan_query *query;
    pathfan_obstacles *none, *now;
    pathfan_request r = plain_request(&map, &random);
    const pathfan_change change = {.name = "fire",
                                   .area = {.centre = {r.from.x + 3, r.from.y + 3}, .radius = 1}};
    const pathfan_answer *answer;
    char *text;
    size_t bytes;
    assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
    assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
    assert_int_equal(pathfan_obstacles_create(index, &none, NULL), PATHFAN_OK);
    assert_int_equal(pathfan_obstacles_change(none, &change, 1, &now, NULL, NULL), PATHFAN_OK);
    r.obstacles = now;
    assert_int_equal(pathfan_query_paths(query, &r, &answer), PATHFAN_OK);
    assert_int_equal(pathfan_index_source_map(index, &text, &bytes, NULL), PATHFAN_OK);
    assert_true(pieces > pieces_before && taken > taken_before + 10);
    /* Counted are these, and calls of the C library: so there was none. */
    assert_int_equal(allocations - asked_before, (long)(taken - taken_before));
    pathfan_free(text);
    pathfan_obstacles_release(now);
    pathfan_obstacles_release(none);
    pathfan_query_free(query);
    pathfan_index_close(index);
    assert_int_equal(pieces, pieces_before);
    assert_int_equal(bytes_out, bytes_before);
  }
  assert_int_equal(pathfan_set_allocator(&counting), PATHFAN_ERR_ARGUMENT); /* too late */
  twin_map_free(&map);
}

/* Each allocation of a request is refused in turn; a later request is answered, nothing is lost. */
static void test_refused(void **state) {
  (void)state;
  twin_map map = twin_map_number(twin_drawn_count() + 4, 40);
  pf_random random = pf_random_from(6);
  pathfan_index *index = twin_index(&map, NULL);
  pathfan_request r = plain_request(&map, &random);
  pathfan_query *query;
  const pathfan_answer *expected;
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  assert_int_equal(pathfan_query_paths(query, &r, &expected), PATHFAN_OK);
  for (int alone = 0; alone < 2; alone++) {
    shortage s = {.alone = alone};
    while (starve(&s)) {
      const size_t pieces_before = pieces, bytes_before = bytes_out;
      ask_short_of_memory((source){.index = index}, &r, &s, expected);
      assert_int_equal(pieces, pieces_before);
      assert_int_equal(bytes_out, bytes_before);
    }
    assert_true(s.failed > 5);
  }
  pathfan_query_free(query);
  pathfan_index_close(index);
  twin_map_free(&map);
}

SUITE(test_allocator_memory) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_counts), cmocka_unit_test(test_refused)};
  return cmocka_run_group_tests(tests, set_up, twin_scratch_remove);
}
