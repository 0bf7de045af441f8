/* Pools of threads: clients take turns; the exchanges of each are served in order of arrival. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <pthread.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/random.h"
#include "server/pool.h"
#include "suite.h"

enum { MOST = 100 };

/* What one thread did, in order; it starts once the gate is opened. */
typedef struct record {
  pthread_mutex_t gate;
  pf_exchange exchanges[MOST + 1];
  int order[MOST + 1], count;
} record;

static void note(void *context, pf_worker *worker, pf_exchange *x) {
  record *r = context;
  (void)worker;
  pthread_mutex_lock(&r->gate);
  r->order[r->count++] = (int)(x - r->exchanges);
  pthread_mutex_unlock(&r->gate);
}

/* Submits exchanges of these clients together, behind one of another client, which keeps the thread
 * busy until all are there; records the order. */
static void run(record *r, const uint64_t *clients, int count) {
  const pf_pool_options options = {.threads = 1, .requests = MOST + 1};
  pf_pool *pool;
  pathfan_error error;
  *r = (record){.gate = PTHREAD_MUTEX_INITIALIZER};
  assert_int_equal(pf_pool_start(&options, note, r, &pool, &error), PATHFAN_OK);
  pthread_mutex_lock(&r->gate);
  for (int i = 0; i <= count; i++) {
    r->exchanges[i].client = i ? clients[i - 1] : UINT64_MAX;
    assert_int_equal(pf_pool_put(pool, &r->exchanges[i]), PF_POOL_TAKEN);
  }
  assert_int_equal(pf_pool_in_hand(pool), count + 1);
  pthread_mutex_unlock(&r->gate);
  pf_pool_end(pool);
  assert_int_equal(pf_pool_in_hand(pool), 0);
  pf_pool_free(pool);
  assert_int_equal(r->count, count + 1);
  assert_int_equal(r->order[0], 0);
}

/* Clients with one exchange overtake an earlier client that has submitted many. */
static void test_turns(void **state) {
  static const uint64_t clients[] = {1, 1, 1, 1, 2, 3, 2};
  static const int order[] = {1, 5, 6, 2, 7, 3, 4};
  record r;
  (void)state;
  run(&r, clients, 7);
  for (int i = 0; i < 7; i++) assert_int_equal(r.order[i + 1], order[i]);
}

/* All exchanges of client 0, which stands for no client, have the first turn. */
static void test_any(void **state) {
  pf_random random = pf_random_from(7);
  (void)state;
  for (int round = 0; round < 200; round++) {
    uint64_t clients[MOST];
    int turns[MOST], at = 1;
    const int count = 1 + (int)pf_random_below(&random, MOST);
    const int many = 1 + (int)pf_random_below(&random, 8);
    for (int i = 0; i < count; i++) {
      clients[i] = (uint64_t)pf_random_below(&random, many);
      turns[i] = 0;
      for (int k = 0; k < i; k++) turns[i] += clients[i] && clients[k] == clients[i];
    }
    record r;
    run(&r, clients, count);
    for (int turn = 0; turn < count; turn++)
      for (int i = 0; i < count; i++)
        if (turns[i] == turn) assert_int_equal(r.order[at++], i + 1);
  }
}

/* Limits refuse new exchanges, not those that are answered in part. */
static void test_begun(void **state) {
  const pf_pool_options options = {.threads = 1, .requests = 2, .of_one_client = 1};
  pf_pool *pool;
  pathfan_error error;
  record r = {.gate = PTHREAD_MUTEX_INITIALIZER};
  (void)state;
  assert_int_equal(pf_pool_start(&options, note, &r, &pool, &error), PATHFAN_OK);
  pthread_mutex_lock(&r.gate);
  for (int i = 0; i < 7; i++) {
    static const uint64_t clients[] = {1, 1, 2, 3, 1, 1, 3};
    r.exchanges[i].client = clients[i];
    r.exchanges[i].has_begun = i >= 4;
  }
  assert_int_equal(pf_pool_put(pool, &r.exchanges[0]), PF_POOL_TAKEN);
  assert_int_equal(pf_pool_put(pool, &r.exchanges[1]), PF_POOL_FULL_OF_ONE);
  assert_int_equal(pf_pool_put(pool, &r.exchanges[2]), PF_POOL_TAKEN);
  assert_int_equal(pf_pool_put(pool, &r.exchanges[3]), PF_POOL_FULL);
  for (int i = 4; i < 7; i++) assert_int_equal(pf_pool_put(pool, &r.exchanges[i]), PF_POOL_TAKEN);
  assert_int_equal(pf_pool_in_hand(pool), 5);
  pthread_mutex_unlock(&r.gate);
  pf_pool_free(pool);
  assert_int_equal(r.count, 5);
}

SUITE(test_server_pool) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_turns), cmocka_unit_test(test_begun),
                                     cmocka_unit_test(test_any)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
