/* Eight threads share one index, from its first touch on: each gets the answers
 * of one thread alone, to the last byte. Run under ThreadSanitizer too. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "pathfan/format.h"
#include "twin_maps.h"

enum { THREADS = 8, REQUESTS = 120 };

typedef struct job {
  const pathfan_index *index;
  const pathfan_request *requests;
  int first; /* where in the list this thread begins */
  uint64_t sums[REQUESTS];
  bool good;
} job;

static uint64_t mix(uint64_t sum, const void *bytes, size_t count) {
  const unsigned char *b = bytes;
  for (size_t i = 0; i < count; i++) sum = (sum ^ b[i]) * UINT64_C(0x100000001b3);
  return sum;
}

/* A checksum over all that an answer says. */
static uint64_t sum_of(const pathfan_answer *a) {
  const int32_t heads[] = {(int32_t)a->outcome,
                           (int32_t)a->reason,
                           a->path_count,
                           a->candidates.tried,
                           a->candidates.not_taut,
                           a->candidates.too_long,
                           a->candidates.too_similar,
                           a->candidates.not_simple,
                           a->from_snapped,
                           a->to_snapped};
  uint64_t sum = mix(UINT64_C(0xcbf29ce484222325), heads, sizeof heads);
  sum = mix(sum, &a->work, sizeof a->work);
  for (int32_t i = 0; i < a->path_count; i++) {
    sum = mix(sum, &a->paths[i].length, sizeof a->paths[i].length);
    sum = mix(sum, a->paths[i].points, (size_t)a->paths[i].point_count * sizeof(pathfan_point));
  }
  return sum;
}

static void *run(void *context) {
  job *j = context;
  pathfan_query *query;
  j->good = pathfan_query_create(j->index, &query) == PATHFAN_OK;
  for (int i = 0; i < REQUESTS && j->good; i++) {
    const int k = (j->first + i) % REQUESTS;
    const pathfan_answer *answer;
    j->good = pathfan_query_paths(query, &j->requests[k], &answer) == PATHFAN_OK;
    if (j->good) j->sums[k] = sum_of(answer);
  }
  if (query) pathfan_query_free(query);
  return NULL;
}

static void test_one_index(void **state) {
  (void)state;
  static pathfan_request requests[REQUESTS];
  static job alone, jobs[THREADS];
  for (int round = 0; round < twin_scaled(6); round++) {
    twin_map map = twin_map_number(twin_drawn_count() + round, 60);
    pathfan_random random = pathfan_random_from(map.seed);
    pathfan_build_options options;
    pathfan_error error;
    pathfan_open_options open = {round % 3 == 2 ? PATHFAN_OPEN_EAGER : PATHFAN_OPEN_LAZY};
    pathfan_build_options_init(&options);
    options.threads = 2;
    if (round % 2) options.cone_cap = 0;
    pathfan_index *index = twin_index(&map, &options);
    for (int i = 0; i < REQUESTS; i++) {
      pathfan_fixed s = {0, 0}, t = {0, 0};
      twin_random_plain_point(&random, &map.grid, 20, &s);
      twin_random_plain_point(&random, &map.grid, 20, &t);
      pathfan_request_init(&requests[i]);
      requests[i].from = twin_units(s, 20);
      requests[i].to = twin_units(t, 20);
      requests[i].paths = 1 + i % 5;
      requests[i].snap = i % 2;
      requests[i].effort = i % 9 ? PATHFAN_EFFORT_FAST : PATHFAN_EFFORT_THOROUGH;
    }
    alone = (job){.index = index, .requests = requests};
    run(&alone);
    assert_true(alone.good);
    pathfan_index_close(index);

    /* Opened anew: all parts are yet to be checked, by whoever comes first. */
    assert_int_equal(pathfan_index_open(twin_scratch("map.pathfan"), &open, &index, &error),
                     PATHFAN_OK);
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
      jobs[i] = (job){.index = index, .requests = requests, .first = i * REQUESTS / THREADS};
      assert_int_equal(pthread_create(&threads[i], NULL, run, &jobs[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; i++) {
      assert_true(jobs[i].good);
      assert_memory_equal(jobs[i].sums, alone.sums, sizeof alone.sums);
    }
    pathfan_index_close(index);
    twin_map_free(&map);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_one_index)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
