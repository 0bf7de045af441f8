/* Eight threads share one index from its first use on, and 32 threads open, query, reload and close
 * the same file and others: each gets the answers of a single thread, to the last byte. Run under
 * ThreadSanitizer too. */
#include "editions_fixture.h"
#include "query_threads_fixture.h"
#include "suite.h"

enum { MANY = 32, ROUNDS = 4 };

static void test_one_index(void **state) {
  (void)state;
  static pathfan_request requests[REQUESTS];
  static pathfan_area areas[REQUESTS][2];
  for (int round = 0; round < twin_scaled(6); round++) {
    twin_map map = twin_map_number(twin_drawn_count() + round, 60);
    pf_random random = pf_random_from(map.seed);
    pathfan_build_options options;
    pathfan_open_options open = {.policy = round % 3 == 2 ? PATHFAN_OPEN_EAGER : PATHFAN_OPEN_LAZY};
    pathfan_build_options_init(&options);
    options.threads = 2;
    options.tables = 1 + round % 3;
    if (round % 2) options.cone_cap = 0;
    pathfan_index *index = twin_index(&map, &options);
    for (int i = 0; i < REQUESTS; i++) {
      requests[i] = plain_request(&map, &random);
      requests[i].paths = 1 + i % 5;
      requests[i].snap = i % 2;
      requests[i].effort = i % 3 ? PATHFAN_EFFORT_FAST : PATHFAN_EFFORT_THOROUGH;
      if (i % 7 > 4) requests[i].algorithm = PATHFAN_ALGORITHM_CVPD;
      if (i % 4 == 1) requests[i].objective.similarity = requests[i].objective.length = 1;
      if (i % 8 > 4) requests[i].max_bounded_stretch = 1.5;
      if (i % 4 == 3) add_areas(&requests[i], areas[i]);
    }
    check_index(index, &open, requests);
    twin_map_free(&map);
  }
}

/* What the threads share. */
typedef struct crowd {
  editions *e;
  char path[600], beside[600];
  pathfan_open_options options;
  pathfan_index *index;
  pthread_barrier_t barrier;
} crowd;

typedef struct member {
  crowd *all;
  int number;
} member;

static void open_and_ask(crowd *all, const char *path) {
  pathfan_index *index;
  pathfan_error error;
  if (pathfan_index_open(path, &all->options, &index, &error)) {
    report(all->e, "open: %s", error.text);
    return;
  }
  (void)ask_all(all->e, index);
  pathfan_index_close(index);
}

/* Of eight threads, one opens the same file itself, one opens another file, one inspects the index
 * first, one reloads it; all but the first two query the shared index. Threads begin at different
 * requests, so that different parts are first used at the same time. */
static void take_part(crowd *all, int number) {
  pathfan_query *query;
  pathfan_error error;
  switch (number % 8) {
  case 0: open_and_ask(all, all->path); return;
  case 1: open_and_ask(all, all->e->of[number / 8 % EDITIONS].built); return;
  case 2: look_inside(all->e, all->index); break;
  case 3:
    if (number == 3) publish(all->e, 1, all->path, all->beside, 0);
    if (pathfan_index_reload(all->index, &error)) report(all->e, "reload: %s", error.text);
    break;
  default: break;
  }
  if (pathfan_query_create(all->index, &query)) {
    report(all->e, "no query object");
    return;
  }
  for (int k = 0; k < QUESTIONS; k++)
    (void)ask_one(all->e, query, (number * 5 + k) % QUESTIONS, true);
  pathfan_query_free(query);
}

static void *join_crowd(void *context) {
  member *mine = context;
  for (int round = 0; round < ROUNDS; round++) {
    pthread_barrier_wait(&mine->all->barrier); /* a fresh index */
    take_part(mine->all, mine->number);
    pthread_barrier_wait(&mine->all->barrier);
  }
  return NULL;
}

static void test_many(void **state) {
  (void)state;
  static crowd all;
  pthread_t threads[MANY];
  member members[MANY];
  pathfan_error error;
  all.e = editions_make(16);
  snprintf(all.path, sizeof all.path, "%s", twin_scratch("published"));
  snprintf(all.beside, sizeof all.beside, "%s", twin_scratch("beside"));
  assert_int_equal(pthread_barrier_init(&all.barrier, NULL, MANY + 1), 0);
  for (int t = 0; t < MANY; t++) {
    members[t] = (member){&all, t};
    assert_int_equal(pthread_create(&threads[t], NULL, join_crowd, &members[t]), 0);
  }
  for (int round = 0; round < ROUNDS; round++) {
    forget_claims(all.e);
    publish(all.e, 0, all.path, all.beside, 0);
    all.options = (pathfan_open_options){.policy = (pathfan_open_policy)(round % 3),
                                         .prefetch = round % 2,
                                         .private_copy = round == ROUNDS - 1};
    assert_int_equal(pathfan_index_open(all.path, &all.options, &all.index, &error), PATHFAN_OK);
    pthread_barrier_wait(&all.barrier);
    pthread_barrier_wait(&all.barrier);
    pathfan_index_close(all.index);
    assert_int_equal(count_mappings(twin_scratch("")), 0);
  }
  for (int t = 0; t < MANY; t++) assert_int_equal(pthread_join(threads[t], NULL), 0);
  pthread_barrier_destroy(&all.barrier);
  expect_no_trouble(all.e);
  editions_free(all.e);
}

SUITE(test_query_threads) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_one_index), cmocka_unit_test(test_many)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
