/* Eight threads share one map, and one index's mesh: each gets the answers of one
 * thread alone, to the last byte. Run under ThreadSanitizer too. */
#include <pthread.h>
#include <stdlib.h>

#include "map/movingai.h"
#include "twin_maps.h"

enum { THREADS = 8, REQUESTS = 100 };

typedef struct job {
  const pathfan_map *map;
  const pathfan_index *index; /* if map is NULL */
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

/* A checksum over what an answer says. */
static uint64_t sum_of(const pathfan_answer *a) {
  const int64_t heads[] = {(int64_t)a->outcome,   (int64_t)a->reason,  a->path_count,
                           a->search.expanded,    a->search.generated, a->search.pruned,
                           (int64_t)a->to_snapped};
  uint64_t sum = mix(UINT64_C(0xcbf29ce484222325), heads, sizeof heads);
  for (int32_t i = 0; i < a->path_count; i++) {
    sum = mix(sum, &a->paths[i].length, sizeof a->paths[i].length);
    sum = mix(sum, a->paths[i].points, (size_t)a->paths[i].point_count * sizeof(pathfan_point));
  }
  return sum;
}

static void *run(void *context) {
  job *j = context;
  pathfan_query *query = NULL;
  j->good = (j->map ? pathfan_query_create_online(j->map, &query)
                    : pathfan_query_create(j->index, &query)) == PATHFAN_OK;
  for (int i = 0; i < REQUESTS && j->good; i++) {
    const int k = (j->first + i) % REQUESTS;
    const pathfan_answer *answer;
    pathfan_request r = j->requests[k];
    if (!j->map) r.algorithm = PATHFAN_ALGORITHM_POLYANYA;
    j->good = pathfan_query_paths(query, &r, &answer) == PATHFAN_OK;
    if (j->good) j->sums[k] = sum_of(answer);
  }
  pathfan_query_free(query);
  return NULL;
}

/* Threads begin at different places of the list. */
static void check_threads(const job *alone) {
  static job jobs[THREADS];
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) {
    jobs[i] = *alone;
    jobs[i].first = i * REQUESTS / THREADS;
    for (int k = 0; k < REQUESTS; k++) jobs[i].sums[k] = 0;
    assert_int_equal(pthread_create(&threads[i], NULL, run, &jobs[i]), 0);
  }
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < THREADS; i++) {
    assert_true(jobs[i].good);
    assert_memory_equal(jobs[i].sums, alone->sums, sizeof alone->sums);
  }
}

static void test_one_map(void **state) {
  (void)state;
  static pathfan_request requests[REQUESTS];
  static job alone;
  for (int round = 0; round < twin_scaled(4); round++) {
    twin_map map = twin_map_number(twin_drawn_count() + round, 60);
    pathfan_random random = pathfan_random_from(map.seed);
    pathfan_map *online;
    pathfan_error error;
    pathfan_build_options options;
    pathfan_build_options_init(&options);
    options.threads = options.tables = 1;
    pathfan_index *index = twin_index(&map, &options);
    if (pathfan_map_open(twin_scratch("map.map"), NULL, &online, &error))
      fail_msg("%s", error.text);
    for (int i = 0; i < REQUESTS; i++) {
      pathfan_fixed s = {0, 0}, t = {0, 0};
      twin_random_plain_point(&random, &map.grid, 20, &s);
      twin_random_plain_point(&random, &map.grid, 20, &t);
      pathfan_request_init(&requests[i]);
      requests[i].from = twin_units(s, 20);
      requests[i].to = twin_units(t, 20);
      requests[i].snap = i % 2;
      requests[i].algorithm = i % 3 ? PATHFAN_ALGORITHM_POLYANYA : PATHFAN_ALGORITHM_ASTAR;
      requests[i].without = i % 7 ? 0 : 30;
      requests[i].work_limit = i % 11 ? 0 : 5;
    }
    alone = (job){.map = online, .requests = requests};
    run(&alone);
    assert_true(alone.good);
    check_threads(&alone);
    pathfan_map_free(online);

    alone = (job){.index = index, .requests = requests};
    run(&alone);
    assert_true(alone.good);
    pathfan_index_close(index);
    /* Opened anew: the mesh is yet to be checked and laid out, by whoever comes first. */
    assert_int_equal(pathfan_index_open(twin_scratch("map.pathfan"), NULL, &index, &error),
                     PATHFAN_OK);
    alone.index = index;
    check_threads(&alone);
    pathfan_index_close(index);
    twin_map_free(&map);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_one_map)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
