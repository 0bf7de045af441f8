/* Eight threads ask with snapshots that one other thread makes and releases meanwhile: each answer
 * is that of its snapshot alone. All share areas whose views are made by whoever needs them first.
 */
#include <pthread.h>
#include <stdatomic.h>

#include "answer_sum.h"
#include "pathfan/obstacles.h"
#include "query_fixture.h"
#include "suite.h"

enum { READERS = 8, STATES = 8, REQUESTS = 6, ROUNDS = 40, CHANGES = 1500 };

typedef struct world {
  pathfan_index *index;
  pathfan_obstacles *states[STATES];
  pathfan_request requests[REQUESTS];
  uint64_t sums[STATES][REQUESTS]; /* of answers in each state */
  atomic_bool good;
} world;

static uint64_t ask(pathfan_query *query, pathfan_request request,
                    const pathfan_obstacles *obstacles) {
  const pathfan_answer *answer;
  request.obstacles = obstacles;
  return pathfan_query_paths(query, &request, &answer) ? 0 : sum_of(answer);
}

static void *read_states(void *context) {
  world *w = context;
  pathfan_query *query;
  if (pathfan_query_create(w->index, &query)) {
    w->good = false;
    return NULL;
  }
  for (int i = 0; i < ROUNDS && w->good; i++) {
    const int state = (i * 5 + 1) % STATES, request = i % REQUESTS;
    const pathfan_obstacles *held = pathfan_obstacles_retain(w->states[state]);
    if (ask(query, w->requests[request], held) != w->sums[state][request]) w->good = false;
    pathfan_obstacles_release(held);
  }
  pathfan_query_free(query);
  return NULL;
}

/* Makes snapshots one after the other that share nodes and areas with those that are read. */
static void *make_states(void *context) {
  world *w = context;
  pathfan_obstacles *now = (pathfan_obstacles *)pathfan_obstacles_retain(w->states[STATES - 1]);
  int64_t last = 0;
  for (int i = 0; i < CHANGES && w->good; i++) {
    const pathfan_change changes[] = {{.area = {.centre = {1 + i % 20, 1 + i % 17}, .radius = 0.5}},
                                      {.kind = PATHFAN_CHANGE_REMOVE, .id = last}};
    pathfan_obstacles *to;
    int64_t ids[2];
    if (pathfan_obstacles_change(now, changes, last ? 2 : 1, &to, ids, NULL)) {
      w->good = false;
      break;
    }
    last = ids[0];
    pathfan_obstacles_release(now);
    now = to;
  }
  pathfan_obstacles_release(now);
  return NULL;
}

static void test_threads(void **state) {
  (void)state;
  twin_map map = twin_map_number(twin_drawn_count() + 4, 40);
  world w = {.index = twin_index(&map, NULL)};
  pf_random random = pf_random_from(9);
  pathfan_area areas[2];
  pathfan_query *query;
  atomic_init(&w.good, true);
  assert_int_equal(pathfan_query_create(w.index, &query), PATHFAN_OK);
  for (int i = 0; i < REQUESTS; i++) w.requests[i] = plain_request(&map, &random);
  /* The answers come from an index and areas of their own: those that are read are new. */
  for (int round = 0; round < 2; round++) {
    pathfan_obstacles *none;
    assert_int_equal(pathfan_obstacles_create(w.index, &none, NULL), PATHFAN_OK);
    const pathfan_obstacles *before = none;
    for (int s = 0; s < STATES; s++) {
      pathfan_request place = w.requests[s % REQUESTS];
      add_areas(&place, areas);
      areas[0].radius = 1 + 0.1 * s;
      const pathfan_change change = {.area = areas[0]};
      assert_int_equal(pathfan_obstacles_change(before, &change, 1, &w.states[s], NULL, NULL),
                       PATHFAN_OK);
      before = w.states[s];
      for (int i = 0; i < REQUESTS && !round; i++)
        w.sums[s][i] = ask(query, w.requests[i], w.states[s]);
    }
    pathfan_obstacles_release(none);
    for (int s = 0; s < STATES && !round; s++) pathfan_obstacles_release(w.states[s]);
  }
  pthread_t threads[READERS + 1];
  for (int i = 0; i <= READERS; i++)
    assert_int_equal(pthread_create(&threads[i], NULL, i < READERS ? read_states : make_states, &w),
                     0);
  for (int i = 0; i <= READERS; i++) pthread_join(threads[i], NULL);
  assert_true(w.good);
  for (int s = 0; s < STATES; s++) pathfan_obstacles_release(w.states[s]);
  pathfan_query_free(query);
  pathfan_index_close(w.index);
  twin_map_free(&map);
}

SUITE(test_obstacle_threads) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_threads)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}
