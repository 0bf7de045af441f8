/* query_threads_fixture.h - eight threads that share a map or an index, for the suites
 * test_query_threads and test_online_threads. */
#ifndef PF_TESTS_QUERY_THREADS_FIXTURE_H
#define PF_TESTS_QUERY_THREADS_FIXTURE_H

#include <pthread.h>

#include "answer_sum.h"
#include "query_fixture.h"

enum { THREADS = 8, REQUESTS = 120 };

typedef struct job {
  source of;
  const pathfan_request *requests;
  int first; /* where in the list this thread begins */
  uint64_t sums[REQUESTS];
  bool good;
} job;

static inline void *run(void *context) {
  job *j = context;
  pathfan_query *query = NULL;
  j->good = create_query(j->of, &query) == PATHFAN_OK;
  for (int i = 0; i < REQUESTS && j->good; i++) {
    const int k = (j->first + i) % REQUESTS;
    const pathfan_answer *answer;
    j->good = pathfan_query_paths(query, &j->requests[k], &answer) == PATHFAN_OK;
    if (j->good) j->sums[k] = sum_of(answer);
  }
  pathfan_query_free(query);
  return NULL;
}

/* Collects the answers that a single thread gets. */
static inline void run_alone(job *alone, source of, const pathfan_request *requests) {
  *alone = (job){.of = of, .requests = requests};
  run(alone);
  assert_true(alone->good);
}

/* Checks that all threads get the same answers, each beginning at another place in the list. */
static inline void check_threads(const job *alone) {
  static job jobs[THREADS];
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) {
    jobs[i] = (job){.of = alone->of, .requests = alone->requests, .first = i * REQUESTS / THREADS};
    assert_int_equal(pthread_create(&threads[i], NULL, run, &jobs[i]), 0);
  }
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < THREADS; i++) {
    assert_true(jobs[i].good);
    assert_memory_equal(jobs[i].sums, alone->sums, sizeof alone->sums);
  }
}

/* Queries the index of twin_index from one thread, closes it, reopens it and queries it from all
 * threads: its parts are then unchecked and not laid out, until the first thread needs them. */
static inline void check_index(pathfan_index *index, const pathfan_open_options *options,
                               const pathfan_request *requests) {
  static job alone;
  pathfan_error error;
  run_alone(&alone, (source){.index = index}, requests);
  pathfan_index_close(index);
  assert_int_equal(pathfan_index_open(twin_scratch("map.pathfan"), options, &index, &error),
                   PATHFAN_OK);
  alone.of.index = index;
  check_threads(&alone);
  pathfan_index_close(index);
}

#endif
